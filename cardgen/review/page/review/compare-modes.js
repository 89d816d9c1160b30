/* The ways in which Compare lays one picture over the other: swipe, onion skin, difference, blink. */

import { alter, current } from "../app/views.js";
import { t } from "../app/words.js";
import { h } from "../shared/elements.js";
import { beforeWord } from "./compare-stage.js";
import { show } from "./compare.js";
import { changedSide, comparison, set } from "./comparison.js";
import { button, shownKey } from "./showing.js";

const GAINS = ["1", "8", "mask"];
const BLINKS = { quick: 900, slow: 2200 }; // ms between the two pictures: well under three flashes a second
let timer = 0;

/** How a difference is shown: as it is, eight times as strong, or as a mask. */
function gains() {
  return h("div", { class: "group", role: "group", "aria-label": t("gain.label") }, GAINS.map((gain) =>
    button(`gain-${gain}`, () => { set.gain = gain; show(current.route); }, t(`gain.${gain}`), { "aria-pressed": String(gain === set.gain) })));
}

/** @param {string} mode */
export function modeControls(mode) {
  if (mode === "swipe" || mode === "onion") {
    return h("label", { class: "slider" }, h("span", { class: "hidden-text" }, t(`slider.${mode}`)), h("span", { "aria-hidden": "true" }, beforeWord()),
      h("input", { type: "range", min: "0", max: "100", step: "1", value: String(set.at), dataset: { hold: "slider" },
        oninput: ({ target }) => moveTo(Number(target.value)) }),
      h("span", { "aria-hidden": "true" }, t("compare.now")));
  }
  if (mode === "difference") return gains();
  if (mode !== "blink") return null;
  const slow = h("input", { type: "checkbox", checked: set.slow, dataset: { hold: "slow" }, onchange: () => {
    set.slow = slow.checked;
    restartBlinking();
  } });
  if (!changedSide(comparison.shown, comparison.shown.side)) return h("p", { class: "quiet" }, t(comparison.shown.card.page ? "changes.no-page" : "changes.no-picture"));
  return h("div", { class: "row" }, button("pause", toggleBlinking, t(set.blinking ? "blink.pause" : "blink.play")),
    button("swap", swap, [t("blink.swap"), shownKey(t("key.space"))]), h("label", {}, slow, t("blink.slow")));
}

/** 0 shows the approved picture, 100 today's.
    @param {number} at */
function moveTo(at) {
  set.at = Math.round(Math.min(100, Math.max(0, at)));
  applyAt();
}

export function applyAt() {
  const box = comparison.root?.querySelector(".compare-stage");
  box?.style.setProperty("--at", `${set.at}%`);
  box?.style.setProperty("--share", String(set.at / 100));
  const input = /** @type {HTMLInputElement | null} */ (comparison.root?.querySelector(".slider input"));
  if (input) {
    input.value = String(set.at);
    input.setAttribute("aria-valuetext", t("slider.value", { n: set.at }));
  }
}

/** @param {HTMLElement} box */
export function dragging(box) {
  /** @param {PointerEvent} event */
  const follow = (event) => {
    const { left, width } = box.getBoundingClientRect();
    moveTo(100 - ((event.clientX - left) / width) * 100);
  };
  box.addEventListener("pointerdown", (event) => {
    box.setPointerCapture(event.pointerId);
    follow(event);
  });
  box.addEventListener("pointermove", (event) => { if (box.hasPointerCapture(event.pointerId)) follow(event); });
}

export function applyAfter() {
  const box = comparison.root?.querySelector(".compare-stage[data-mode=blink]");
  if (!box?.querySelector(".stack")) return;
  box.dataset.shown = set.after ? "after" : "before";
  /** @type {HTMLElement} */ (box.querySelector(".caption")).textContent = set.after ? t("compare.now") : beforeWord();
}

function namePauseButton() {
  const pause = comparison.root.querySelector("[data-hold=pause]"); // not shown for pictures that are the same
  if (pause) pause.textContent = t(set.blinking ? "blink.pause" : "blink.play");
}

export function restartBlinking() {
  clearInterval(timer);
  if (comparison.shown?.mode === "blink" && set.blinking && changedSide(comparison.shown, comparison.shown.side)) {
    timer = setInterval(() => { set.after = !set.after; applyAfter(); }, set.slow ? BLINKS.slow : BLINKS.quick);
  }
}

function toggleBlinking() {
  set.blinking = !set.blinking;
  namePauseButton();
  restartBlinking();
}

/** Shows the other of the two pictures, in any mode (Space). */
export function swap() {
  if (!comparison.shown?.compare) return;
  if (["swipe", "onion"].includes(comparison.shown.mode)) return void moveTo(set.at < 50 ? 100 : 0);
  set.after = !set.after;
  set.blinking = false;
  if (comparison.shown.mode === "blink") {
    applyAfter();
    restartBlinking();
    namePauseButton();
  } else {
    set.after = false;
    alter({ mode: "blink" });
  }
}
