/* Settings of this browser: languages, theme, sight, single letters, and how large a millimetre is on this screen. */

import { nameSetting } from "../review/naming.js";
import { onwardSwitch } from "../review/todo.js";
import { focused, h, icon } from "../shared/elements.js";
import { message } from "../shared/messages.js";
import * as texts from "../shared/texts.js";
import { tag } from "../shared/texts.js";
import { state } from "./data.js";
import { on } from "./events.js";
import { tool } from "./frame.js";
import { SIGHTS } from "./keys.js";
import * as places from "./places.js";
import { set } from "./set.js";
import { languages, settings } from "./settings.js";
import { t, words } from "./words.js";
/** @import { Child } from "../shared/elements.js" */

const CARD = [85.6, 53.98]; // mm, a bank card: ISO/IEC 7810, ID-1
const LEAST = 2, MOST = 12; // px of a mm

/** A choice of a few as radio buttons.
    @param {"language" | "cards" | "theme"} name @param {Child} label @param {Record<string, string>} options */
function choice(name, label, options) {
  return h("fieldset", {}, h("legend", {}, label), h("div", { class: "row" }, Object.entries(options).map(([value, text]) =>
    h("label", {}, h("input", { type: "radio", name: `set-${name}`, value, checked: settings[name] === value, onchange: () =>
      set(name, value) }),
      h("span", { lang: languages.includes(value) || name === "cards" ? tag(value) : null }, text)))));
}

function seen() {
  return h("label", { class: "above" }, h("span", {}, t("set.sight")), h("select", { name: "set-sight", onchange: ({ target }) =>
    set("sight", target.value) },
    SIGHTS.map((sight) => h("option", { value: sight, selected: sight === settings.sight }, t(`sight.${sight}`)))));
}

function letters() {
  return h("label", {}, h("input", { type: "checkbox", name: "set-letters", checked: settings.letters, onchange: ({ target }) =>
    set("letters", target.checked) }), h("span", {}, t("set.letters")));
}

/** The outline of a bank card at the size of the setting, and a slider for the size. */
function ruler() {
  const outline = h("div", { class: "bank-card", "aria-hidden": "true" }, h("span", {}, "85.6 × 54.0 mm"));
  const output = h("output", { for: "set-millimetre" });
  const slider = h("input", { type: "range", id: "set-millimetre", min: LEAST, max: MOST, step: "0.01",
    "aria-describedby": "set-millimetre-how",
    oninput: ({ target }) => show(Number(target.value)), onchange: ({ target }) => set("millimetre", Number(target.value)) });
  /** @param {number} px */
  const show = (px) => {
    slider.value = String(px);
    outline.style.setProperty("width", `${CARD[0] * px}px`);
    outline.style.setProperty("height", `${CARD[1] * px}px`);
    output.textContent = t("set.pixels", { px: px.toFixed(2) });
  };
  show(settings.millimetre);
  return h("fieldset", { class: "true-size" }, h("legend", {}, t("set.true")), h("p", { class: "quiet", id: "set-millimetre-how" },
    t("set.true.how")),
    h("div", { class: "row" }, h("label", { for: "set-millimetre" }, t("set.true.label")), slider, output,
      h("button", { type: "button", onclick: () => { set("millimetre", 96 / 25.4); show(96 / 25.4); } }, t("set.reset"))),
        outline);
}

/** @param {HTMLDialogElement} box */
function fill(box) {
  const held = /** @type {HTMLInputElement | null} */ (box.contains(document.activeElement) ? document.activeElement : null);
  box.replaceChildren(
    h("div", { class: "dialog-head" }, h("h2", { id: "settings-title" }, t("set.title")), h("button", { type: "button", name: "close",
      onclick: () => box.close() }, t("keys.close"))),
    choice("language", t("set.language"), languageNames(languages)),
    choice("cards", t("set.cards"), languageNames(state.catalog?.game.languages ?? [])),
    choice("theme", t("set.theme"), { auto: t("set.theme.auto"), light: t("set.theme.light"), dark: t("set.theme.dark") }),
    nameSetting() ?? "", places.editorSetting() ?? "", seen(), letters(), onwardSwitch(), ruler());
  if (held?.name) box.querySelector(`[name="${held.name}"]${held.type === "radio" ? `[value="${held.value}"]` : ""}`)?.focus();
}

/** Languages by their tags, with their own names.
    @param {readonly string[]} tags */
const languageNames = (tags) => Object.fromEntries(tags.map((language) => [language, texts.nameOf(language)]));

function open() {
  const back = focused()?.closest("[data-hold]")?.dataset.hold;
  const box = h("dialog", { class: "settings", "aria-labelledby": "settings-title" });
  const stop = on("settings", (name) => (name === "language" ? fill(box) : null));
  box.addEventListener("close", () => {
    stop();
    box.remove();
    if (back) document.querySelector(`[data-hold="${CSS.escape(back)}"]`)?.focus();
  });
  fill(box);
  document.body.append(box);
  box.showModal();
}

tool("tool.settings", open, () => icon("settings"));

words({
  en: {
    "tool.settings": message("Settings"),
    "set.title": message("Settings"),
    "set.language": message("Language of the page"),
    "set.cards": message("Language of the cards"),
    "set.theme": message("Theme"),
    "set.theme.auto": message("System"),
    "set.theme.light": message("Light"),
    "set.theme.dark": message("Dark"),
    "set.sight": message("Colour vision"),
    "set.letters": message("Single-letter shortcuts (A: approve, J: next card, …)"),
    "set.true": message("True size"),
    "set.true.label": message("One millimetre"),
    "set.true.how": message("Hold a bank card to the screen, and move the slider until the outline is as large as the card."),
    "set.pixels": message("{px} px"),
    "set.reset": message("Reset"),
    "set.language.failed": message("This language could not be loaded. Is the server still running?"),
  },
});
