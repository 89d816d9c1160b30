/* The game's files as text: a list of them, the one at hand in an editor, and beside it what it makes. What is typed is a draft; Ctrl+S writes it. */

import { load, site, state } from "../app/data.js";
import { on } from "../app/events.js";
import { drawLeft } from "../app/left.js";
import { loadFindings } from "../app/live.js";
import { key } from "../app/shortcuts.js";
import { toast } from "../app/toast.js";
import { alter, current, go, view } from "../app/views.js";
import { t, words } from "../app/words.js";
import { fill, h, icon } from "../shared/elements.js";
import { message } from "../shared/messages.js";
import { button } from "../review/showing.js";
import { ask, canEdit, counts, edit, step } from "./editing.js";
import { cursor, focusText, goToPlace, host, openText, showRemarks, takeText, textNow } from "./text-editor.js";
import { characters, difference, merge, placeBefore } from "./text-merge.js";
import { fileList, loadFiles, short } from "./text-list.js";
import { drawSide, targetAddress } from "./text-side.js";
import { draftOf, draftedFiles, fileNow, keepTextDraft, open } from "./text-state.js";
/** @import { Remark } from "./text-editor.js" */

const PAUSE = 250; // ms without typing, after which the draft is read

const parts = { bar: h("div", { class: "tool text-bar" }), clash: h("div", { class: "text-clash", role: "alert" }), foot: h("div", { class: "make-foot" }), side: h("aside", { class: "text-side" }) };
let isShown = false;
let opening = 0;
const timer = { check: 0, place: 0 };
const reading = { isOut: false, again: false };

const isDirty = () => Boolean(open.base) && textNow() !== open.base?.text;
/** @template Data @param {string} name @returns {Promise<Data | null>} */
const loaded = (name) => load(/** @type {any} */ (name)).then((data) => data, () => null);
/** @param {string} file */
const pathOf = (file) => file.split("/").map(encodeURIComponent).join("/");

// ---------------------------------------------------------------- a file is opened

async function show() {
  const mine = opening += 1;
  open.base = null;
  const files = await loadFiles();
  const file = fileNow() || files[0]?.file;
  if (mine !== opening || !isShown) return undefined;
  drawLeft();
  if (!file) return fill(parts.bar, h("h1", {}, t("view.text")), h("span", { class: "quiet" }, t("text.none")));
  if (!fileNow()) return go("text", file.split("/"), current.route.state, { replace: true });
  const [data, about] = await Promise.all([loaded(`text/${pathOf(file)}`), loaded(`text-about/${pathOf(file)}`)]);
  if (mine !== opening || !isShown) return undefined;
  if (!data) return fill(parts.bar, h("h1", {}, short(file)), h("span", { class: "quiet" }, t("text.unreadable")));
  const draft = draftOf(file);
  await openText(file, draft?.base.text ?? data.text, { changed, moved, save, jump, about: () => open.about });
  if (mine !== opening || !isShown) return undefined;
  Object.assign(open, { base: draft?.base ?? data, theirs: null, about: about ?? { schema: {}, names: {} }, faults: [], target: null, drafted: null });
  if (draft) {
    takeText(draft.text);
    takeFile(data);
  }
  goAsked();
  draw();
  check();
  locate();
  return focusText();
}

/** Puts the cursor where the address says, once. */
function goAsked() {
  const { line, column, card } = current.route.state;
  if (card && state.cards.has(card)) open.key = card;
  if (!line) return;
  goToPlace(Number(line), Number(column) || 1);
  alter({ line: "", column: "", card: "" });
  focusText();
}

/** Takes the file as it is by now; what is typed stays. @param {TextData} data */
function takeFile(data) {
  const { base } = open;
  if (!base || data.digest === base.digest) return;
  const text = merge(base.text, textNow(), data.text);
  open.theirs = text === null ? data : null;
  if (text !== null) {
    open.base = data;
    takeText(text);
  }
  changed();
  locate();
}

/** Reads the file again; one that is just being opened is opened anew, as it was read before the change. */
async function renew() {
  const file = fileNow();
  if (isShown && !open.base) return show();
  const data = isShown ? await loaded(`text/${pathOf(file)}`) : null;
  return data && file === open.base?.file && isShown ? takeFile(data) : undefined;
}

// ---------------------------------------------------------------- drafts

function keep() {
  const { base } = open;
  if (base) keepTextDraft(base.file, isDirty() ? { base, text: textNow() } : null);
}

function changed() {
  keep();
  draw();
  checkSoon();
}

function checkSoon() {
  clearTimeout(timer.check);
  timer.check = setTimeout(check, PAUSE);
}

/** The draft as the operation that writes it. @param {TextData} base */
function operation({ file, text }) {
  const { at, old, now } = difference(text, textNow());
  return { kind: "replace", file, at: characters(text, at), old, new: now };
}

/** Reads the game as the draft would make it, and shows what is wrong, and the card at hand. */
async function check() {
  if (reading.isOut) return void (reading.again = true);
  Object.assign(reading, { isOut: true, again: false });
  const { base, key: card } = open;
  if (base && !open.theirs) {
    const answer = isDirty() ? await ask("api/draft", { operations: [operation(base)], digests: { [base.file]: base.digest }, cards: card ? [card] : [] }) : null;
    if (base === open.base && isShown) {
      open.faults = answer?.faults ?? (isDirty() ? open.faults : state.catalog.fault?.faults ?? []);
      open.drafted = answer?.cards[0] ?? null;
      open.findings = isDirty() ? [] : (await loadFindings().catch(() => null))?.findings ?? [];
      remark();
    }
  }
  reading.isOut = false;
  if (reading.again) check();
}

/** Shows the faults and findings of the file in its margin, and all of them beside it. */
function remark() {
  if (!isShown) return;
  const remarks = [...open.faults.map((fault) => ({ ...fault, severity: "error" })), ...open.findings].filter(({ file, line }) => file === open.base?.file && line);
  showRemarks(/** @type {Remark[]} */ (remarks));
  drawSide(parts.side);
}

/** Writes the draft. */
async function save() {
  const { base } = open;
  if (!base || open.theirs || !isDirty()) return undefined;
  const text = textNow();
  const answer = await edit([operation(base)], t("text.label", { file: short(base.file) }), { [base.file]: base.digest });
  if (!answer || open.base?.file !== base.file) return undefined;
  const isRefused = answer.faults.length > 0;
  if (!isRefused && open.base === base) open.base = { ...base, text, digest: "" }; // its digest comes with it
  await renew();
  if (!isRefused) return toast(t("text.saved", { file: base.file }));
  if (open.base !== base && !open.theirs) return save(); // the file had changed: what both have written goes together
  open.faults = answer.faults;
  remark();
  return toast(t("text.refused", { file: short(base.file) }), { slot: "fault" });
}

// ---------------------------------------------------------------- the cursor

function moved() {
  drawFoot();
  clearTimeout(timer.place);
  timer.place = setTimeout(locate, PAUSE);
}

/** Finds the cell or the box at the cursor: of a draft, by where it was in the file. */
async function locate() {
  const { base } = open;
  if (!base || !isShown) return;
  const before = base.text.slice(0, placeBefore(base.text, textNow(), cursor().at));
  const place = { line: before.split("\n").length, column: [...before.slice(before.lastIndexOf("\n") + 1)].length + 1, deck: open.key.split("/")[0] };
  const target = await loaded(`text-at/${pathOf(base.file)}?${new URLSearchParams(/** @type {any} */ (place))}`);
  if (base !== open.base || !isShown) return;
  open.target = target;
  const key = target?.card ? `${target.deck}/${target.card}` : target && !open.key.startsWith(`${target.deck}/`) ? state.catalog.cards.find(({ deck }) => deck === target.deck)?.key : open.key;
  const isOther = (key ?? "") !== open.key;
  open.key = key ?? "";
  if (isOther && isDirty()) check();
  else drawSide(parts.side);
}

/** Shows the cell or box at the cursor where it is edited by the mouse. */
async function jump() {
  await locate();
  if (open.target) location.hash = targetAddress();
}

// ---------------------------------------------------------------- the view

function draw() {
  drawBar();
  drawFoot();
  drawClash();
  drawLeft();
}

function drawBar() {
  const { base } = open;
  if (!base) return;
  const tool = (/** @type {"undo" | "redo"} */ verb, /** @type {number} */ count) => button(`text-${verb}`, () => step(verb), icon(verb), { class: "icon-button", "aria-label": t(`make.${verb}`), title: t(`make.${verb}`), disabled: !count });
  fill(parts.bar, h("h1", { class: "cut-off" }, short(base.file)), h("span", { class: "grow" }), tool("undo", counts.done), tool("redo", counts.undone),
    button("text-revert", () => takeText(base.text), t("text.revert"), { disabled: !isDirty() }),
    button("text-save", save, [t("text.save"), h("kbd", { "aria-hidden": "true", class: "wide-only" }, "Ctrl+S")], { class: "main", disabled: !isDirty() || Boolean(open.theirs), "aria-keyshortcuts": "Control+S" }));
}

function drawFoot() {
  const { base } = open;
  if (!base) return;
  const { line, column } = cursor();
  fill(parts.foot, h("span", { class: "make-file" }, icon("file"), h("code", { class: "cut-off" }, base.file)), h("span", { class: "quiet wide-only" }, t("text.at", { line, column })), h("span", { class: "quiet wide-only" }, t("text.tab")),
    h("span", { class: "make-status", role: "status" }, isDirty() ? t("text.draft") : ""));
}

/** Shows both texts, if the file has changed where the draft has. */
function drawClash() {
  const { base, theirs } = open;
  if (!base || !theirs) return fill(parts.clash);
  const theirPart = difference(base.text, theirs.text).now;
  return fill(parts.clash, h("p", {}, t("text.clash", { file: base.file })), h("pre", { tabindex: "0" }, h("code", {}, theirPart || t("text.clash.gone"))), h("div", { class: "row" },
    button("text-mine", () => settle(theirs, textNow()), t("text.clash.mine")), button("text-theirs", () => settle(theirs, theirs.text), t("text.clash.theirs"))));
}

/** @param {TextData} theirs @param {string} text */
function settle(theirs, text) {
  Object.assign(open, { base: theirs, theirs: null });
  takeText(text);
  changed();
  focusText();
}

view("text", {
  mode: "make", tab: 3, icon: "code",
  when: canEdit,
  left: fileList,
  mount(main) {
    isShown = true;
    main.append(h("div", { class: "text" }, h("div", { class: "text-left" }, parts.bar, parts.clash, host, parts.foot), parts.side));
    show();
  },
  update() {
    if (fileNow() !== open.base?.file) show();
    else goAsked();
  },
  changed(kind) {
    if (kind === "catalog") renew();
    if (kind === "catalog" || kind === "checked") checkSoon();
  },
  focus() {
    focusText();
    return true;
  },
  title: () => [short(fileNow()), t("view.text")],
  current: () => open.key || null,
  unmount() {
    if (isDirty()) toast(t("text.left", { file: short(open.base?.file ?? "") }));
    isShown = false;
    open.base = null;
  },
});

on("edited", renew);
on("edits", () => { if (isShown) drawBar(); });
on("fault", () => { if (isShown) checkSoon(); });
addEventListener("beforeunload", (event) => { if (!site && state.catalog && draftedFiles().length) event.preventDefault(); });
key("text.save", { keys: ["ctrl+s"], views: ["text"], words: "text.save", run: save });
key("text.jump", { keys: ["f4"], views: ["text"], words: "text.jump", run: jump });
key("text.tab", { keys: ["escape"], views: ["text"], words: "text.tab", when: () => false });

words({
  en: {
    "view.text": message("Text"),
    "text.none": message("The files of games that come with cardgen are not edited."),
    "text.unreadable": message("This file cannot be shown as text."),
    "text.save": message("Save"),
    "text.revert": message("Take back"),
    "text.label": message("text of {file}"),
    "text.saved": message("Saved: {file}"),
    "text.refused": message("Not saved: {file} has faults. It stays here as a draft."),
    "text.left": message("{file} is not saved: it stays as a draft in this tab."),
    "text.draft": message("Draft, not saved"),
    "text.at": message("Line {line}, column {column}"),
    "text.tab": message("Tab indents; Esc, then Tab leaves the text"),
    "text.jump": message("Show on the canvas or in the grid what the cursor is in"),
    "text.clash": message("{file} has changed meanwhile where you have changed it. It has now:"),
    "text.clash.gone": message("(nothing: that part was deleted)"),
    "text.clash.mine": message("Keep my text"),
    "text.clash.theirs": message("Take the file's text"),
  },
});
