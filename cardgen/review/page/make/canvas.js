/* The canvas: a card at any zoom, whose boxes are moved, resized and changed. What is let go is written into the template. */

import { detail, load, state } from "../app/data.js";
import { on } from "../app/events.js";
import { toast } from "../app/toast.js";
import { drawLeft } from "../app/left.js";
import { settings } from "../app/settings.js";
import { key } from "../app/shortcuts.js";
import { alter, current, go as goTo, view } from "../app/views.js";
import { pick, say, t, whyRefused } from "../app/words.js";
import { format as address } from "../shared/addresses.js";
import { fill, h, icon } from "../shared/elements.js";
import "./canvas-words.js";
import { deckItems } from "../review/deck-list.js";
import { button } from "../review/showing.js";
import { assetsButton } from "./asset-dialog.js";
import { duplicate, editText, group, insertTools, order, remove, ungroup } from "./arranging.js";
import { canvas, card, cardKey, movedBoxes, pick as pickBoxes, pickedBoxes, siblings, side, valueOf } from "./canvas-state.js";
import { drawOver, drawStage, drawn, keepLook, look, scrollToSelection, stage, stageFrame, zoomTo } from "./canvas-stage.js";
import { askDraft, drawing } from "./dragging.js";
import { dropOnCanvas, watchFiles } from "./dropping.js";
import { canEdit, counts, step } from "./editing.js";
import { kinds, loadKinds } from "./kinds.js";
import { layerList } from "./layers.js";
import { editing, pointOf } from "./pointing.js";
import { boxPlace, fileButton } from "./open-text.js";
import { drawProperties, propertiesPanel } from "./properties.js";
import { countFindings, drawDrafts, drawSamples, sampleKeys } from "./samples.js";
/** @import { ListChange } from "../review/list.js" */
/** @import { ShownBox } from "./canvas-state.js" */

let bar = /** @type {HTMLElement | null} */ (null);
/** What the panel at the left lists. */
const LISTS = ["layers", "decks"];
let listed = "layers";
let foot = /** @type {HTMLElement | null} */ (null);
let loading = 0;
let renewal = /** @type {Promise<unknown>} */ (Promise.resolve());
let shownOf = ""; // the deck and side whose boxes are loaded
const sized = new ResizeObserver(() => drawStage());

// ---------------------------------------------------------------- loaded and drawn

/** Loads the boxes of the side and where they are on the card, and draws all. What is loaded last counts. */
const renew = () => (renewal = renewNow());

/** @returns {Promise<unknown>} */
async function renewNow() {
  const mine = loading += 1;
  const [about, name] = [card(), side()];
  if (!about) return undefined;
  const [data, { boxes }] = await Promise.all([load(/** @type {any} */ (`canvas/${encodeURIComponent(about.deck)}/${name}`)).catch(() => null), detail(about.key)]);
  if (mine !== loading) return renewal;
  if (!bar || canvas.writing) return undefined;
  canvas.data = data;
  canvas.laid = boxes[name] ?? [];
  shownOf = `${about.deck}/${name}`;
  canvas.ghosts.clear();
  if (!canvas.by && canvas.turn === null) draw();
  return undefined;
}

function draw() {
  if (!bar || !card()) return;
  if (!canvas.hidden.size && !canvas.text) canvas.draft = "";
  drawBar();
  drawStage();
  drawSelection();
  if (canvas.hidden.size || pickedBoxes().some(isUnseen)) askDraft();
}

/** Whether the card leaves a box out, and nobody has asked where it would be. @param {ShownBox} box */
const isUnseen = ({ name, isGhost, fixed }) => isGhost && !fixed && !canvas.ghosts.has(name);

/** Draws what depends on which box is selected. */
function drawSelection() {
  drawLeft();
  drawOver();
  drawProperties();
  drawSamples();
  drawFoot();
}

function drawFoot() {
  const count = (canvas.by?.filter((length) => Math.abs(length) > 0.004).length ?? 0) * movedBoxes().length + Number(canvas.turn !== null);
  if (foot) fill(foot, fileButton(boxPlace().file), h("span", { class: "make-status", role: "status" }, count ? t("canvas.draft", { count }) : ""));
}

/** @param {number} way */
function go(way) {
  const next = neighbour(way);
  if (next) goTo("canvas", next.key.split("/"), current.route.state);
}

/** @param {number} way */
function neighbour(way) {
  const all = siblings();
  return all[all.findIndex(({ key: one }) => one === cardKey()) + way];
}

function drawBar() {
  const about = card();
  if (!bar || !about) return;
  if (bar.querySelector("button:active")) return addEventListener("pointerup", () => setTimeout(drawBar), { once: true }); // a button that is replaced takes no click
  const all = siblings();
  const zoom = look.zoom === "fit" ? t("canvas.fit") : `${Math.round(look.zoom * 100)} %`;
  const walk = (/** @type {number} */ way, /** @type {string} */ sign, /** @type {string} */ label) => {
    const next = neighbour(way);
    return next ? h("a", { class: "icon-button button", href: address("canvas", next.key.split("/"), current.route.state), "aria-label": t(label), title: t(label), dataset: { hold: sign } }, icon(sign))
      : h("span", { class: "icon-button button off" }, icon(sign));
  };
  const turn = (/** @type {"snaps" | "rulers" | "ink"} */ name, /** @type {string} */ sign) => button(`canvas-${name}`, () => { look[name] = !look[name]; keepLook(); draw(); }, icon(sign),
    { class: "icon-button", "aria-pressed": String(look[name]), "aria-label": t(`canvas.${name}`), title: t(`canvas.${name}`) });
  const tool = (/** @type {string} */ hold, /** @type {() => unknown} */ run, /** @type {string} */ sign, disabled = false) => button(`canvas-${hold}`, run, icon(sign), { class: "icon-button", "aria-label": t(`make.${hold}`), title: t(`make.${hold}`), disabled });
  fill(bar, h("span", { class: "row walk" }, walk(-1, "left", "canvas.previous"), h("h1", {}, pick(about.names) ? say(about.names) : about.id),
    h("span", { class: "at" }, `${all.indexOf(about) + 1} / ${all.length}`), walk(1, "right", "canvas.next")),
  h("div", { class: "canvas-tools", role: "group", "aria-label": t("canvas.insert") }, insertTools(), assetsButton()),
  h("span", { class: "grow" }),
  about.back ? h("div", { class: "group", role: "group", "aria-label": t("card.sides") }, ["face", "back"].map((name) => h("button", { type: "button", "aria-pressed": String(side() === name), dataset: { hold: `canvas-side-${name}` },
    onclick: () => alter({ side: name === "face" ? "" : name, box: "" }) }, t(`card.side.${name}`)))) : null,
  turn("snaps", "magnet"), turn("rulers", "ruler"), turn("ink", "drop"), tool("undo", () => step("undo"), "undo", !counts.done), tool("redo", () => step("redo"), "redo", !counts.undone),
  h("div", { class: "group zoom", role: "group", "aria-label": t("card.zoom") },
    h("button", { type: "button", "aria-label": t("card.smaller"), dataset: { hold: "canvas-smaller" }, onclick: () => zoomBy(1 / 1.25) }, icon("minus")),
    h("button", { type: "button", title: t("canvas.fit"), dataset: { hold: "canvas-fit" }, onclick: () => { zoomTo("fit"); drawBar(); } }, zoom),
    h("button", { type: "button", "aria-label": t("card.larger"), dataset: { hold: "canvas-larger" }, onclick: () => zoomBy(1.25) }, icon("plus"))));
}

/** @param {number} factor */
function zoomBy(factor) {
  zoomTo(canvas.scale * factor / settings.millimetre);
  drawBar();
}

// ---------------------------------------------------------------- drafts

/** The picture of the last draft, and its address: at a rest, the same picture comes once more, with those of other cards. */
let [draftSvg, draftUrl] = ["", ""];

/** @param {string} svg */
const urlOf = (svg) => URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));

drawing.samples = () => sampleKeys();
drawing.move = () => { drawOver(); drawFoot(); };
drawing.draft = (answer, isChange) => {
  const { cards, faults } = answer;
  const mine = cards.find(({ key: one }) => one === cardKey());
  if (canvas.text && faults.length) return canvas.text.took(answer, draftUrl);
  if (faults.length) toast(whyRefused({ error: { code: "", message: "", messages: faults[0].message } }), { slot: "fault" });
  if (!mine) return;
  const svg = (side() === "back" ? mine.back : mine.face) ?? "";
  if (svg !== draftSvg) {
    const before = draftUrl;
    [draftSvg, draftUrl] = [svg, urlOf(svg)];
    if (before) setTimeout(() => URL.revokeObjectURL(before), 1000);
  }
  if (!isChange) {
    for (const { name } of pickedBoxes().filter(isUnseen)) canvas.ghosts.set(name, (mine.boxes[side()] ?? []).flatMap((box) => (box.name === name ? [box.rect] : [])));
    canvas.draft = canvas.hidden.size ? draftUrl : "";
    drawStage();
    drawProperties();
  } else if (canvas.text) canvas.text.took(answer, draftUrl);
  else if (canvas.by || canvas.turn !== null) drawStage(draftUrl);
  if (isChange) drawDrafts(cards, urlOf);
};
drawing.done = renew;
drawn.canTurn = (box) => Boolean(valueOf(box, "box")) && Boolean(kinds.get(box.kind)?.keys.some(({ name }) => name === "turn"));
watchFiles(stage, async (files, event) => { for (const file of files) await dropOnCanvas(file, event instanceof DragEvent ? pointOf(event) : null); });
Object.assign(editing, { text: editText, zoomed: drawBar });

// ---------------------------------------------------------------- the view

/** @param {ListChange} [change] */
function changed(change) {
  const about = card();
  if (!about || !canvas.data || change?.order || change?.keys?.some((one) => one === about.key || one.startsWith(`${about.deck}/`))) renew();
}

view("canvas", {
  mode: "make", tab: 2, icon: "canvas",
  when: canEdit,
  left: () => h("section", { class: "decks canvas-lists" }, state.catalog.decks.length > 1 ? h("div", { class: "group", role: "group", "aria-label": t("left.name") }, LISTS.map((name) =>
    h("button", { type: "button", "aria-pressed": String(listed === name), dataset: { hold: `canvas-list-${name}` }, onclick: () => { listed = name; drawLeft(); } }, t(name === "layers" ? "canvas.layers" : "left.decks")))) : null,
  listed === "decks" ? h("ul", {}, deckItems(card()?.deck ?? "", (id) => address("canvas", [id]))) : layerList(draw)),
  mount(main) {
    const zoom = Number(current.route.state.zoom); // of a link
    if (zoom > 0) look.zoom = zoom;
    bar = h("div", { class: "tool canvas-bar" });
    foot = h("div", { class: "make-foot" });
    main.append(h("div", { class: "canvas" }, h("div", { class: "canvas-left" }, bar, stageFrame, drawSamples(), foot), propertiesPanel()));
    sized.observe(stage);
    loadKinds().then(renew).then(scrollToSelection); // of a link
    countFindings();
  },
  update() {
    if (canvas.text && canvas.text.key !== cardKey()) canvas.text.close(true);
    if (shownOf !== `${card()?.deck}/${side()}` || canvas.picture === "") renew();
    else if (!canvas.by) detail(cardKey()).then(({ boxes }) => { canvas.laid = boxes[side()] ?? []; draw(); }, () => {});
  },
  changed(kind, change) {
    if (kind === "catalog") changed(change);
    else if (kind === "checked") countFindings();
    else if (kind === "texts") drawSamples();
  },
  focus() {
    stage.focus({ preventScroll: true });
    return true;
  },
  title: () => [pick(card()?.names) || card()?.id, t("view.canvas")],
  current: () => cardKey() || null,
  unmount() {
    canvas.text?.close(true);
    sized.disconnect();
    bar = foot = null;
    Object.assign(canvas, { data: null, by: null, turn: null, picture: "", draft: "" });
    shownOf = "";
  },
});

on("edited", () => { if (bar && !canvas.by) renew(); }); // also if no card looks different
on("edits", () => { if (bar) drawBar(); });
on("people", () => { if (bar && canvas.data) drawOver(); });
key("canvas.nudge", { keys: ["arrowleft", "arrowright", "arrowup", "arrowdown"], views: ["canvas"], words: "canvas.key.nudge", when: () => false });
key("canvas.resize", { keys: ["ctrl+arrowleft", "ctrl+arrowright", "ctrl+arrowup", "ctrl+arrowdown"], views: ["canvas"], words: "canvas.key.resize", when: () => false });
key("canvas.turn", { keys: ["r", "shift+r"], views: ["canvas"], words: "canvas.key.turn", when: () => false });
key("canvas.larger", { keys: ["+", "="], views: ["canvas"], words: "card.larger", run: () => zoomBy(1.25) });
key("canvas.smaller", { keys: ["-"], views: ["canvas"], words: "card.smaller", run: () => zoomBy(1 / 1.25) });
key("canvas.none", { keys: ["escape"], views: ["canvas"], words: "select.clear", run: () => pickBoxes([]) });
key("canvas.undo", { keys: ["ctrl+z"], views: ["canvas"], words: "make.undo", run: () => step("undo") });
key("canvas.redo", { keys: ["ctrl+shift+z"], views: ["canvas"], words: "make.redo", run: () => step("redo") });
key("canvas.text", { keys: ["enter"], views: ["canvas"], words: "canvas.key.text", when: () => false });
key("canvas.duplicate", { keys: ["ctrl+d"], views: ["canvas"], words: "canvas.duplicate", run: duplicate });
key("canvas.remove", { keys: ["delete"], views: ["canvas"], words: "canvas.remove", run: remove });
key("canvas.group", { keys: ["ctrl+g"], views: ["canvas"], words: "canvas.group", run: group });
key("canvas.ungroup", { keys: ["ctrl+shift+g"], views: ["canvas"], words: "canvas.ungroup", run: ungroup });
key("canvas.later", { keys: ["ctrl+]"], views: ["canvas"], words: "canvas.later", run: () => order(1) });
key("canvas.earlier", { keys: ["ctrl+["], views: ["canvas"], words: "canvas.earlier", run: () => order(-1) });
key("canvas.next", { keys: ["j"], views: ["canvas"], words: "canvas.next", run: () => go(1) });
key("canvas.previous", { keys: ["k"], views: ["canvas"], words: "canvas.previous", run: () => go(-1) });
key("canvas.fit", { keys: ["f"], views: ["canvas"], words: "canvas.fit", run: () => { zoomTo("fit"); drawBar(); } });
