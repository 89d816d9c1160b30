/* A text is written on the card, in its box and its letters. While somebody types, the letters are those of a field, over the card without
   this text; at each rest they make room for the exact layout, and only the caret stays. */

import { announce, on } from "../app/events.js";
import { toast } from "../app/toast.js";
import { t, words } from "../app/words.js";
import { fill, h, icon } from "../shared/elements.js";
import { message } from "../shared/messages.js";
import { tag } from "../shared/texts.js";
import { canvas, cardKey, ownTurn, side, turnOf, turned, unturned, valueOf } from "./canvas-state.js";
import { drawStage, paper, stage } from "./canvas-stage.js";
import { NEVER, askDraft, drafted, drawing, showing } from "./dragging.js";
import { ask, edit, whyNot } from "./editing.js";
import { choiceAddress } from "./editors.js";
import { kinds } from "./kinds.js";
import { markBar } from "./mark-bar.js";
import { textSource } from "./text-source.js";
/** @import { ShownBox } from "./canvas-state.js" */

const REST = 350; // ms without a key, after which the exact layout is shown
const ALIGNS = /** @type {Record<string, string>} */ ({ centre: "center" });

/** The faces that are loaded, by their names in the page. @type {Map<string, string>} */
const faces = new Map();

/** The name of a face in the page. Its file is loaded when it is first needed. @param {string} face */
function familyOf(face) {
  const family = faces.get(face) ?? `card-${faces.size}`;
  if (!faces.has(face)) {
    faces.set(face, family);
    fetch(choiceAddress("font", face)).then((answer) => answer.arrayBuffer()).then((file) => new FontFace(family, file).load()).then((loaded) => {
      document.fonts.add(loaded);
      announce("font");
    }, () => faces.delete(face));
  }
  return family;
}

/** The runs that only the first of two drawings has: those of the box that the second one leaves out. @param {readonly RunData[]} runs @param {readonly RunData[]} others */
function without(runs, others) {
  const known = new Set(others.map((run) => JSON.stringify(run)));
  return runs.filter((run) => !known.has(JSON.stringify(run)));
}

/** Writes the text of a box in its place. Returns false if it has none that is written so.
    @param {ShownBox} box */
export async function writeInPlace(box) {
  const key = cardKey();
  if (canvas.text || !box.rects.length || !kinds.get(box.kind)?.keys.some(({ name }) => name === "font")) return Boolean(canvas.text);
  const draftOf = (/** @type {Record<string, unknown>[]} */ operations) => ask("api/draft", { operations, cards: [key], runs: true });
  const shown = drafted();
  const [source, ...drawings] = await Promise.all([textSource(box), draftOf(shown), draftOf([...shown.filter((one) => one.box !== box.name), showing(box, NEVER)])]);
  const [whole, rest] = drawings.map((/** @type {DraftAnswer | null} */ answer) => answer?.cards[0]);
  const others = rest?.runs?.[side()] ?? [];
  let runs = without(whole?.runs?.[side()] ?? [], others);
  if (!source) return false;
  if (key !== cardKey()) return true; // somebody has gone on meanwhile

  const texts = source.texts.map(({ text }) => text);
  const printed = Math.max(0, source.texts.findIndex(({ language }) => language === (source.language || runs[0]?.lang)));
  let [at, resting, isDone, isContested, lines] = [printed, 0, false, false, [0, 0]];
  const field = h("textarea", { class: "canvas-letters", spellcheck: "false", autocomplete: "off", oninput: typed, oncompositionend: typed });
  const problem = h("p", { class: "canvas-text-problem", role: "alert" });
  const wide = h("input", { type: "checkbox", checked: source.wide?.isOn ?? false, dataset: { hold: "text-wide" }, onchange: typed });
  const bar = h("div", { class: "menu-box canvas-text-bar", popover: "manual" });
  const root = h("div", { class: "canvas-text", onkeydown: onKey }, field, bar);
  const empty = canvas.draft;
  const picture = rest ? URL.createObjectURL(new Blob([(side() === "back" ? rest.back : rest.face) ?? ""], { type: "image/svg+xml" })) : empty;

  /** Shows the text in a language, which is written from now on. @param {number} number */
  function choose(number) {
    at = number;
    const { language } = source?.texts[at] ?? { language: "" };
    field.value = texts[at];
    field.setAttribute("aria-label", `${source?.label} ${texts.length > 1 ? language : ""}`.trim());
    field.lang = tag(language);
    const act = (/** @type {string} */ hold, /** @type {string} */ sign, /** @type {boolean} */ keeps) => h("button", { type: "button", class: keeps ? "icon-button main" : "icon-button", "aria-label": t(hold), title: t(hold), dataset: { hold },
      onclick: () => close(keeps) }, icon(sign));
    const marks = source ? markBar(source.names(language), field) : null;
    const choices = [source && texts.length > 1 ? h("div", { class: "group", role: "group", "aria-label": t("text-place.language") }, source.texts.map((one, n) =>
      h("button", { type: "button", lang: tag(one.language), "aria-pressed": String(n === at), dataset: { hold: `text-${one.language}` }, onclick: () => { choose(n); field.focus(); } }, one.language))) : null,
    source?.wide ? h("label", {}, wide, source.wide.label) : null].filter(Boolean);
    fill(bar, h("div", { class: "row" }, choices.length ? [choices, h("span", { class: "grow" })] : marks, act("text-place.save", "check", true), act("text-place.leave", "x", false)), choices.length ? marks : null, problem);
    showLetters();
    placeBar();
  }

  /** Puts the palette above the text and its box, or below them if there is no room. */
  function placeBar() {
    if (!bar.isConnected) return;
    const [letters, frame, own] = [field, root, bar].map((element) => element.getBoundingClientRect());
    const above = Math.min(letters.top, frame.top) - own.height - 8;
    const top = above >= stage.getBoundingClientRect().top ? above : Math.min(Math.max(letters.bottom, frame.bottom) + 8, innerHeight - own.height - 8);
    bar.style.setProperty("left", `${Math.max(8, Math.min(frame.left, innerWidth - own.width - 8))}px`);
    bar.style.setProperty("top", `${top}px`);
  }

  /** Gives the field the letters and the lines that the box prints. */
  function dress() {
    const [main = null] = [...runs].sort((one, other) => other.text.length - one.text.length);
    const number = (/** @type {string} */ name, /** @type {number} */ usual) => Number(valueOf(box, name)?.value ?? kinds.get(box.kind)?.keys.find((one) => one.name === name)?.default ?? usual);
    const size = main?.size ?? number("size", 3) * (canvas.data?.scale ?? 1);
    const leading = number("leading", 1.3);
    const [x, y, width, height] = unturned(box.rects[0], box.turn + ownTurn(box));
    const isVertical = valueOf(box, "direction")?.value === "vertical";
    const families = [...new Set([...main ? [main.face] : [], ...runs.map(({ face }) => face)])].map((face) => `"${familyOf(face)}"`);
    const font = [...families, "sans-serif"].join(", ");
    const style = {
      "--x": x, "--y": y, "--wide": width, "--high": height, "--size": size, "--turn": `${turnOf(box)}deg`, "--leading": leading, "--letters": main?.colour ?? "#000000", "--tracking": number("tracking", 0),
      "--across": ALIGNS[String(valueOf(box, "align")?.value)] ?? valueOf(box, "align")?.value ?? "start", "--fonts": font,
    };
    lines = main && !isVertical ? extent(font, size, leading, x + width / 2, y + height / 2).map((down) => down - y) : [0, isVertical ? 0 : height];
    for (const [name, value] of Object.entries(style)) root.style.setProperty(name, String(value));
    root.classList.toggle("vertical", isVertical);
    grow();
  }

  /** From where to where the lines are printed, so that letters stand on the same baselines: mm from the top of the card before the box is turned.
      @param {string} font @param {number} size @param {number} leading @param {number} x @param {number} y the middle of the box */
  function extent(font, size, leading, x, y) {
    const pen = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
    pen.font = `100px ${font}`;
    const { fontBoundingBoxAscent: above, fontBoundingBoxDescent: below } = pen.measureText("H");
    const baselines = runs.map(({ at: [left, top] }) => y + turned(left - x, top - y, -turnOf(box))[1]);
    const [first, last] = [Math.min(...baselines), Math.max(...baselines)];
    const over = size * (leading / 2 + (above - below) / 200);
    return [first - over, last - over + size * leading];
  }

  /** Makes the field as high as its text, and has it grow from where the box aligns it. */
  function grow() {
    field.style.setProperty("height", "0");
    const high = Math.max(field.scrollHeight, 8);
    field.style.setProperty("height", `${high}px`);
    const share = { top: 0, bottom: 1 }[String(valueOf(box, "valign")?.value)] ?? 0.5;
    root.style.setProperty("--down", String(lines[0] + (lines[1] - lines[0] - high / canvas.scale) * share));
  }

  function showLetters() {
    clearTimeout(resting);
    root.classList.remove("rests");
    canvas.draft = picture;
    drawStage();
    grow();
  }

  /** @param {Event} [event] */
  function typed(event) {
    texts[at] = field.value;
    showLetters();
    if (event instanceof InputEvent && event.isComposing) return; // what an input method proposes is no text yet
    askDraft();
  }

  /** Takes the cards as they would be. @param {DraftAnswer} answer @param {string} address */
  function took(answer, address) {
    const mine = answer.cards.find((card) => card.key === key);
    fill(problem, answer.faults.length ? whyNot({ .../** @type {any} */ (answer), conflicts: [] }) : "");
    placeBar();
    if (!mine) return;
    const changed = without(mine.runs?.[side()] ?? [], others);
    clearTimeout(resting);
    resting = setTimeout(() => {
      if (isDone || at !== printed) return; // another language is not what is printed
      runs = changed.length ? changed : runs;
      dress();
      drawStage(address);
      root.classList.add("rests");
    }, REST);
  }

  /** @param {boolean} keeps whether what was typed is written */
  async function close(keeps) {
    if (isDone) return;
    const operations = keeps ? source?.operations(texts, wide.checked) ?? [] : [];
    isDone = true;
    if (operations.length) {
      const answer = await edit(operations, source?.label ?? "");
      if (!answer || answer.faults.length || answer.conflicts.length) {
        isDone = false;
        isContested = Boolean(answer?.conflicts.length);
        if (answer && isContested) source?.meet(answer.conflicts);
        fill(problem, answer ? whyNot(answer) : t("make.unreachable"), isContested ? [" ", t("text-place.again")] : null);
        if (root.isConnected) {
          placeBar();
          return field.focus();
        }
        return toast(problem.textContent ?? "", { slot: "fault" });
      }
    }
    clearTimeout(resting);
    const had = root.contains(document.activeElement);
    canvas.text = null;
    canvas.draft = "";
    root.remove();
    if (picture !== empty) setTimeout(() => URL.revokeObjectURL(picture), 1000);
    drawing.done();
    if (had) stage.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    event.stopPropagation();
    if (event.isComposing) return;
    const isSave = event.key === "Enter" && (event.ctrlKey || event.metaKey);
    if (!isSave && event.key !== "Escape") return;
    event.preventDefault();
    close(isSave);
  }

  for (const name of ["pointerdown", "pointermove", "pointerup", "dblclick"]) root.addEventListener(name, (event) => event.stopPropagation());
  for (const name of ["keydown", "pointerdown"]) field.addEventListener(name, () => (root.classList.contains("rests") ? showLetters() : null));
  root.addEventListener("focusout", (event) => (document.hasFocus() && !isContested && !root.contains(/** @type {Node | null} */ (event.relatedTarget)) ? close(true) : null));
  canvas.text = { key, operations: () => source.operations(texts, wide.checked), took, close, placed: () => { grow(); placeBar(); }, dress };
  paper.append(root);
  bar.showPopover();
  dress();
  choose(printed);
  field.focus({ preventScroll: true });
  field.setSelectionRange(field.value === t("canvas.new-text") ? 0 : field.value.length, field.value.length); // only what nobody has written is replaced
  return true;
}

on("font", () => canvas.text?.dress());

words({
  en: {
    "text-place.language": message("Language of the text"),
    "text-place.again": message("Save again to replace theirs."),
    "text-place.save": message("Save (Ctrl+Enter)"),
    "text-place.leave": message("Leave it as it was (Escape)"),
  },
});
