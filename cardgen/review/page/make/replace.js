/* Find and replace over the game: in its cards, translations, templates, rulebooks and game.yaml. Nothing is written before each place was
   shown, and all of it is one step to undo. */

import { toast } from "../app/toast.js";
import { pick, t, words } from "../app/words.js";
import { fill, h, icon } from "../shared/elements.js";
import { message, plural } from "../shared/messages.js";
import { dialog } from "../review/dialogs.js";
import { button } from "../review/showing.js";
import { marked } from "./columns.js";
import { ask, edit, whyNot } from "./editing.js";
import { draw, focusCell } from "./sheet.js";
import { sheet } from "./table-state.js";

const PARTS = /** @type {const} */ (["cards", "translations", "templates", "rulebook", "game"]);
const PAUSE = 250; // ms after a key before the game is searched
const AROUND = 40; // characters shown before what was found

/** What is sought, and what was found. */
const search = { isOpen: false, find: "", replace: "", words: false, left: /** @type {Set<string>} */ (new Set()), places: /** @type {FoundPlace[]} */ ([]) };
let root = h("div", {});
let due = 0;
let asked = 0;

/** The bar; empty while it is closed. */
export function replaceBar() {
  root = h("div", { class: "make-replace", role: "search", "aria-label": t("make.replace"), hidden: !search.isOpen, onkeydown: (event) => {
    event.stopPropagation();
    if (event.key === "Escape" || (event.ctrlKey && event.key.toLowerCase() === "h")) {
      event.preventDefault();
      turnReplace();
    } else if (event.key === "Enter" && event.target instanceof HTMLInputElement) review();
  } });
  drawBar();
  return root;
}

/** Opens the bar, or closes it. */
export function turnReplace() {
  if (!root.isConnected) return undefined;
  search.isOpen = !search.isOpen;
  root.hidden = !search.isOpen;
  sheet.sought = search.isOpen ? search.find : "";
  draw();
  if (!search.isOpen) return focusCell();
  const field = root.querySelector("input");
  field?.focus();
  field?.select();
  return find();
}

/** @param {"find" | "replace"} name @param {string} sign */
const field = (name, sign) => h("label", { class: "make-find" }, icon(sign), h("input", { type: "text", "aria-label": t(`make.${name}.text`), placeholder: t(`make.${name}.text`), value: search[name],
  spellcheck: "false", autocomplete: "off", dataset: { hold: `make-${name}-text` }, oninput: ({ target }) => {
    search[name] = target.value;
    clearTimeout(due);
    due = setTimeout(find, PAUSE);
  } }));

const counts = h("div", { class: "make-parts" });
const chosen = () => search.places.filter(({ part }) => !search.left.has(part));

function drawBar() {
  const whole = button("make-words", () => { search.words = !search.words; drawBar(); find(); }, icon("word"), { class: "icon-button", "aria-pressed": String(search.words), "aria-label": t("make.words"), title: t("make.words") });
  fill(root, field("find", "search"), field("replace", "replace"), whole, counts, button("make-close", turnReplace, icon("x"), { class: "icon-button", "aria-label": t("make.close"), title: t("make.close") }));
  drawCounts();
}

function drawCounts() {
  const found = PARTS.map((part) => ({ part, count: search.places.filter((place) => place.part === part).length }));
  fill(counts, search.find ? found.map(({ part, count }) => button(`make-part-${part}`, () => {
    if (!search.left.delete(part)) search.left.add(part);
    drawCounts();
  }, [search.left.has(part) ? null : icon("check"), t(`make.part.${part}`), h("span", { class: "number" }, count)], { class: "chip", disabled: !count, "aria-pressed": String(!search.left.has(part) && count > 0) })) : null,
    button("make-review", review, t("make.review", { count: chosen().length }), { disabled: !chosen().length }));
}

/** Searches the game. */
async function find() {
  const mine = asked += 1;
  if (sheet.sought !== search.find) {
    sheet.sought = search.find;
    draw();
  }
  const answer = search.find ? await ask("api/find", { find: search.find, replace: search.replace, words: search.words }) : { places: [], faults: [] };
  if (mine !== asked || !answer) return;
  if (answer.faults.length) toast(pick(answer.faults[0].message), { slot: "fault" });
  search.places = answer.places;
  drawCounts();
}

/** Shows each place as it is and as it would be, and replaces those that are chosen. */
async function review() {
  await find();
  const list = chosen();
  if (!list.length) return;
  const left = new Set();
  const body = h("ul", { class: "make-places", dataset: { roving: "" }, "aria-label": t("make.places") }, list.map((place, at) => h("li", {}, h("label", {},
    h("input", { type: "checkbox", checked: true, onchange: ({ target }) => (target.checked ? left.delete(at) : left.add(at)) }),
    h("span", {}, h("span", { class: "quiet" }, `${place.file.split("/").at(-1)} · ${place.at}`), h("del", {}, marked(excerpt(place.old, place.old))), h("ins", {}, excerpt(place.new, place.old)))))));
  const answer = await dialog(t("make.replace.in", { find: search.find, replace: search.replace }), body, [{ value: "write", label: t("make.replace.all"), main: true }, { value: "", label: t("write.later") }]);
  const places = list.filter((_, at) => !left.has(at));
  if (answer !== "write" || !places.length) return;
  const done = await edit(places.map(({ operation }) => operation), t("make.replace.label", { find: search.find, replace: search.replace }));
  if (done && (done.faults.length || done.conflicts.length)) toast(whyNot(done), { slot: "fault", lasting: 12_000 });
  else if (done) toast(t("make.replaced", { count: places.length }));
  await find();
}

/** The part of a text around the first change in it.
    @param {string} text @param {string} old */
function excerpt(text, old) {
  const from = Math.max(0, old.indexOf(search.find) - AROUND);
  const end = from + 2 * AROUND + search.find.length + search.replace.length;
  return `${from ? "…" : ""}${text.slice(from, end)}${end < text.length ? "…" : ""}`;
}

words({
  en: {
    "make.replace": message("Find and replace"),
    "make.find.text": message("Find"),
    "make.replace.text": message("Replace with"),
    "make.words": message("Whole words"),
    "make.close": message("Close the search"),
    "make.part.cards": message("Cards"),
    "make.part.translations": message("Translations"),
    "make.part.templates": message("Templates"),
    "make.part.rulebook": message("Rulebook"),
    "make.part.game": message("Other files"),
    "make.review": message("Review {count}…"),
    "make.places": message("Places"),
    "make.replace.in": message("Replace “{find}” with “{replace}”"),
    "make.replace.all": message("Replace"),
    "make.replace.label": message("{find} replaced with {replace}"),
    "make.replaced": plural("Replaced in {count} place", "Replaced in {count} places"),
  },
});
