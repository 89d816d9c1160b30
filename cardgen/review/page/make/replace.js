/* Find and replace over the game: in its cards, translations, templates, rulebooks and game.yaml. Nothing is written before its place was
   shown: one after the other, or all of them together, which is one step to undo. */

import { toast } from "../app/toast.js";
import { go } from "../app/views.js";
import { pick, sayMessage, t, words } from "../app/words.js";
import { fill, focused, h, icon } from "../shared/elements.js";
import { message, plural } from "../shared/messages.js";
import { dialog } from "../review/dialogs.js";
import { button } from "../review/showing.js";
import { marked } from "./columns.js";
import { ask, edit, whyNot } from "./editing.js";
import { draw, focusCell } from "./sheet.js";
import { sheet } from "./table-state.js";

/** The ways to search, each a button. */
const WAYS = /** @type {const} */ ({ case: "case", words: "word", pattern: "regex" });
const PARTS = /** @type {const} */ (["cards", "translations", "templates", "rulebook", "game"]);
const PAUSE = 250; // ms after a key before the game is searched
const AROUND = 40; // characters shown around what was found

/** What is sought and how, what was found, why it cannot be sought, and the number of the place at hand, -1 before
    the first step. */
const search = { isOpen: false, find: "", replace: "", case: true, words: false, pattern: false, left: /** @type {Set<string>} */ (new Set()),
  places: /** @type {FoundPlace[]} */ ([]), found: /** @type {string[]} */ ([]), fault: /** @type {FaultData | null} */ (null), at: -1 };
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
    } else if (event.key === "Enter" && event.target instanceof HTMLInputElement) {
      if (event.target.dataset.hold === "make-replace-text") replaceOne();
      else find().then(() => step(event.shiftKey ? -1 : 1));
    }
  } });
  drawBar();
  return root;
}

/** Opens the bar, or closes it. */
export function turnReplace() {
  if (!root.isConnected) return undefined;
  search.isOpen = !search.isOpen;
  root.hidden = !search.isOpen;
  markFound();
  if (!search.isOpen) return focusCell();
  const field = root.querySelector("input");
  field?.focus();
  field?.select();
  return find();
}

/** @param {"find" | "replace"} name @param {string} sign */
const field = (name, sign) => h("label", { class: "make-find" }, icon(sign), h("input", { type: "text", "aria-label": t(`make.${name}.text`), placeholder: t(`make.${name}.text`), value: search[name],
  spellcheck: "false", autocomplete: "off", dataset: { hold: `make-${name}-text` }, oninput: ({ target }) => {
    Object.assign(search, { [name]: target.value, at: name === "find" ? -1 : search.at });
    clearTimeout(due);
    due = setTimeout(find, PAUSE);
  } }));

/** Marks what was found in the cells. */
function markFound() {
  const found = search.isOpen ? search.found : [];
  if (found.join("\n") === sheet.sought.join("\n")) return;
  sheet.sought = found;
  draw();
}

const counts = h("div", { class: "make-parts" });
const hand = h("div", { class: "make-hand" });
const chosen = () => search.places.filter(({ part }) => !search.left.has(part));

function drawBar() {
  const ways = Object.entries(WAYS).map(([name, sign]) => {
    const way = /** @type {keyof typeof WAYS} */ (name);
    return button(`make-${way}`, () => { Object.assign(search, { [way]: !search[way], at: -1 }); drawBar(); find(); }, icon(sign), { class: "icon-button", "aria-pressed": String(search[way]), "aria-label": t(`make.${way}`), title: t(`make.${way}`) });
  });
  fill(root, field("find", "search"), field("replace", "replace"), h("span", { class: "make-ways" }, ways), counts,
    button("make-close", turnReplace, icon("x"), { class: "icon-button", "aria-label": t("make.close"), title: t("make.close") }), hand);
  drawCounts();
}

function drawCounts() {
  const found = PARTS.map((part) => ({ part, count: search.places.filter((place) => place.part === part).length })).filter(({ count }) => count);
  fill(counts, search.find && !found.length && !search.fault ? h("span", { class: "quiet" }, t("make.nowhere")) : found.map(({ part, count }) => button(`make-part-${part}`, () => {
    if (!search.left.delete(part)) search.left.add(part);
    drawCounts();
  }, [search.left.has(part) ? null : icon("check"), t(`make.part.${part}`), h("span", { class: "number" }, count)], { class: "chip", "aria-pressed": String(!search.left.has(part)) })));
  drawHand();
}

/** Shows the place at hand as it is and as it would be, or why nothing can be sought. */
function drawHand() {
  const list = chosen();
  search.at = Math.min(search.at, list.length - 1);
  const place = list[Math.max(0, search.at)];
  hand.hidden = !search.fault && !place;
  const { fault } = search;
  if (fault) fill(hand, h("p", { class: "make-wrong", role: "alert" }, icon("error"), h("span", {}, sayMessage(fault.message), pick(fault.hint) ? [" (", sayMessage(fault.hint), ")"] : null)));
  else if (place) {
    fill(hand, h("span", { class: "make-steps-bar" },
      ["previous", "next"].map((way) => button(`make-${way}`, () => step(way === "next" ? 1 : -1), icon(way === "next" ? "down" : "up"), { class: "icon-button", "aria-label": t(`make.${way}`), title: t(`make.${way}`) })),
      h("span", { class: "number", role: "status" }, t("make.hand", { number: Math.max(1, search.at + 1), count: list.length }))),
    changeOf(place), button("make-one", replaceOne, t("make.one")), button("make-review", review, t("make.review", { count: list.length })));
  }
}

/** A place in words, and its text before and after.
    @param {FoundPlace} place */
const changeOf = (place) => h("span", { class: "make-change" }, h("span", { class: "quiet" }, `${place.file.split("/").at(-1)} · ${place.at}`),
  h("del", {}, marked(excerpt(place.old, place.new))), h("ins", {}, excerpt(place.new, place.old)));

/** Takes the next place, the one before, or with 0 the same one, and selects its cell.
    @param {1 | -1 | 0} way */
function step(way) {
  const list = chosen();
  if (!list.length) return;
  search.at = (Math.max(search.at, way < 0 ? 0 : -1) + way + list.length) % list.length;
  const { cell } = list[search.at];
  if (cell) go("make", [cell.deck], { card: cell.card, field: cell.field, language: cell.language }, { replace: true });
  drawHand();
}

/** Replaces the place at hand, and takes the next one. */
async function replaceOne() {
  await find(); // the texts that were typed last
  const list = chosen();
  search.at = Math.max(0, search.at);
  const place = list[search.at];
  if (!place || !await write([place])) return;
  if (chosen().length === list.length) search.at += 1; // it is found in what was written, too
  step(0);
}

/** Writes places, as one edit, and searches again. Returns whether they were written; a message says why not.
    @param {readonly FoundPlace[]} places */
async function write(places) {
  const done = await edit(places.map(({ operation }) => operation), t("make.replace.label", { find: search.find, replace: search.replace }));
  const isRefused = Boolean(done && (done.faults.length || done.conflicts.length));
  if (done && isRefused) toast(whyNot(done), { slot: "fault", lasting: 12_000 });
  await find();
  if (hand.hidden || !root.contains(focused())) root.querySelector("input")?.focus(); // the button that was pressed may be gone
  return Boolean(done) && !isRefused;
}

/** Searches the game. */
async function find() {
  clearTimeout(due);
  const mine = asked += 1;
  const { find: text, replace, case: sameCase, words: whole, pattern } = search;
  const answer = /** @type {FindAnswer | null} */ (text ? await ask("api/find", { find: text, replace, ignore_case: !sameCase, words: whole, pattern }) : { places: [], found: [], faults: [] });
  if (mine !== asked || !answer) return;
  Object.assign(search, { places: answer.places, found: answer.found, fault: answer.faults[0] ?? null });
  markFound();
  drawCounts();
}

/** Shows each place as it is and as it would be, and replaces those that are chosen. */
async function review() {
  await find();
  const list = chosen();
  if (!list.length) return;
  const left = new Set();
  const body = h("ul", { class: "make-places", dataset: { roving: "" }, "aria-label": t("make.places") }, list.map((place, at) => h("li", {}, h("label", {},
    h("input", { type: "checkbox", checked: true, onchange: ({ target }) => (target.checked ? left.delete(at) : left.add(at)) }), changeOf(place)))));
  const answer = await dialog(t("make.replace.in", { find: search.find, replace: search.replace }), body, [{ value: "write", label: t("make.replace.all"), main: true }, { value: "", label: t("write.later") }]);
  const places = list.filter((_, at) => !left.has(at));
  if (answer !== "write" || !places.length) return;
  if (await write(places)) toast(t("make.replaced", { count: places.length }));
  root.querySelector("input")?.focus(); // the button that was pressed is gone
}

/** The part of a text that differs from another one, and what is around it.
    @param {string} text @param {string} other */
function excerpt(text, other) {
  let first = 0;
  while (first < text.length && text[first] === other[first]) first += 1;
  let last = 0;
  while (last < Math.min(text.length, other.length) - first && text.at(-1 - last) === other.at(-1 - last)) last += 1;
  const [from, end] = [Math.max(0, first - AROUND), text.length - last + AROUND];
  return `${from ? "…" : ""}${text.slice(from, end)}${end < text.length ? "…" : ""}`;
}

words({
  en: {
    "make.replace": message("Find and replace"),
    "make.find.text": message("Find"),
    "make.replace.text": message("Replace with"),
    "make.case": message("Match case"),
    "make.words": message("Whole words"),
    "make.pattern": message("Regular expression"),
    "make.previous": message("Previous place"),
    "make.next": message("Next place"),
    "make.nowhere": message("Nothing found"),
    "make.hand": message("{number} of {count}"),
    "make.one": message("Replace this one"),
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
