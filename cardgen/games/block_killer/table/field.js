/* The field, the block above it and its ghost; the buttons, keys and pointers that move it. */

import { h, icon, isStill, motionSpeed, noEngine, pick, playMotion, s, settings, squares, t } from "../../play/public.js";
import { bk } from "./state.js";

const { table } = bk;
const LEAST_ROWS = 8;
const AIR = 5;
const CLEARING_MS = 520;
const MARGIN = { left: 1.05, right: 0.35, above: 0.2, below: 0.85 };

let stage = null;
let ghostLayer = null;
let kindLine = null;
let rowsShown = LEAST_ROWS;

// ---------------------------------------------------------------- drawing

function drawStage() {
  const { width } = table.cards;
  const { work, clearing } = table;
  const field = work ? (clearing ? work.before : work.field) : [];
  const stack = field.reduce((top, row, y) => (row.some(Boolean) ? y + 1 : top), 0);
  rowsShown = Math.max(LEAST_ROWS, stack + (noEngine ? 1 : AIR));
  const grid = [...Array(width - 1)].map((_, x) => `M${x + 1} 0V${rowsShown}`).join("")
    + [...Array(rowsShown - 1)].map((_, y) => `M0 ${y + 1}H${width}`).join("");
  ghostLayer = s("g", {});
  const { left, right, above, below } = MARGIN;
  stage.replaceChildren(s("svg", {
    viewBox: `${-left} ${-above} ${width + left + right} ${rowsShown + above + below}`, class: "bk-svg sight", preserveAspectRatio: "xMidYMax", "aria-hidden": "true",
  },
  s("rect", { class: "bk-well", width, height: rowsShown }),
  s("path", { class: "bk-grid", d: grid }),
  field.map((row, y) => row.map((mark, x) => (mark ? bk.cell(mark, x, rowsShown - 1 - y, falling(x, y)) : ""))),
  s("path", { class: "bk-walls", d: `M0 0V${rowsShown}H${width}V0` }),
  [...Array(rowsShown)].map((_, y) => s("text", { x: -0.3, y: rowsShown - y - 0.34, class: "bk-number bk-row-number" }, y)),
  [...Array(width)].map((_, x) => s("text", { x: x + 0.5, y: rowsShown + 0.62, class: "bk-number" }, x)),
  clearing ? flashes(work) : "",
  ghostLayer));
  if (!isStill()) animateStage();
  bk.drawGhost();
}

/** Whether a cell is of the block that was just dropped. */
function falling(x, y) {
  const { fallen, work, clearing } = table;
  const isOf = fallen && (!work?.cleared.length || clearing) && fallen.cells.some(([column, row]) => column === x && row === y);
  return isOf ? { class: "bk-falls" } : {};
}

/** Let the block fall from above the field; then the full rows flash, and their attack rises. */
function animateStage() {
  const top = Math.max(...table.fallen?.cells.map(([, row]) => row) ?? [0]);
  for (const cell of stage.querySelectorAll(".bk-falls")) playMotion(cell, [{ translate: `0 ${top + 1 - rowsShown}px`, easing: "cubic-bezier(.5, 0, 1, .6)" }, { translate: "0 0" }], 140);
  for (const row of stage.querySelectorAll(".bk-flash")) playMotion(row, [{ opacity: 0 }, { opacity: 0.95, offset: 0.25 }, { opacity: 0.75, offset: 0.6 }, { opacity: 1 }], CLEARING_MS);
  for (const points of stage.querySelectorAll(".bk-pop")) playMotion(points, [{ translate: "0 .5px", opacity: 0 }, { translate: "0 0", opacity: 1, offset: 0.4 }, { translate: "0 0" }], CLEARING_MS);
}

/** Highlight the full rows, with their attack. */
function flashes({ cleared, answer }) {
  const { width } = table.cards;
  const attack = answer?.clears.at(-1)?.attack;
  const middle = rowsShown - (Math.min(...cleared) + Math.max(...cleared) + 1) / 2;
  return [
    cleared.map((y) => s("rect", { class: "bk-flash", x: 0, y: rowsShown - 1 - y, width, height: 1 })),
    attack === undefined ? "" : s("text", { class: "bk-pop", x: width / 2, y: middle + 0.45 }, `+${attack}`),
  ];
}

/** Draw the block above the field, and the ghost where it would land. */
bk.drawGhost = () => {
  const ghost = bk.ghost();
  drawKind();
  stage.classList.toggle("bk-ready", Boolean(ghost));
  if (!ghostLayer) return;
  ghostLayer.replaceChildren();
  if (!ghost) return;
  const { cells } = ghost;
  const top = Math.max(...cells.map(([, y]) => y));
  const lift = rowsShown - 1 - top;
  const low = ghost.y + lift;
  const columns = [...new Set(cells.map(([x]) => x))];
  const air = columns.map((x) => {
    const from = rowsShown - Math.min(...cells.filter((cell) => cell[0] === x).map(([, y]) => y)) - 1;
    return s("rect", { class: "bk-beam", x, y: 0, width: 1, height: from });
  });
  const floating = low > top + 1
    ? cells.map(([x, y]) => bk.cell(table.block, x, rowsShown - 1 - y - lift, { class: "bk-above" })) : [];
  const kind = bk.kindOf(ghost);
  const middle = cells.reduce((sum, [x]) => sum + x + 0.5, 0) / cells.length;
  ghostLayer.append(...air, ...floating,
    ...cells.map(([x, y]) => bk.cell(table.block, x, rowsShown - 1 - y, { class: "bk-ghost" })),
    s("path", { class: "bk-ghost-edge-under", d: bk.outline(cells, rowsShown - 1) }),
    s("path", { class: kind ? "bk-ghost-edge bk-is-spin" : "bk-ghost-edge", d: bk.outline(cells, rowsShown - 1) }),
    ...(kind ? [spinBadge(kind, middle, rowsShown - ghost.y)] : []));
};

function spinBadge(kind, x, y) {
  const { width } = table.cards;
  const text = `↻ ${kind}`;
  const wide = [...text].reduce((sum, letter) => sum + (letter > "\u2e80" ? 0.62 : 0.34), 0.5);
  const left = Math.min(width - wide, Math.max(0, x - wide / 2));
  const low = Math.min(y + 0.08, rowsShown - 0.1);
  return s("g", {}, s("rect", { class: "bk-badge", x: left, y: low, width: wide, height: 0.78, rx: 0.39 }),
    s("text", { class: "bk-badge-text", x: left + wide / 2, y: low + 0.56 }, text));
}

/** True if the clearing of full rows is to be animated. */
bk.animates = (work) => work.cleared.length > 0 && !isStill();

/** Show the full rows for a moment, then the field without them. */
bk.animate = async () => {
  const turn = table.shown;
  await new Promise((resolve) => setTimeout(resolve, CLEARING_MS / motionSpeed()));
  if (turn !== table.shown) return;
  table.clearing = false;
  if (table.mounted) drawStage();
};

// ---------------------------------------------------------------- pointers

/** The position of a pointer on the field, in cells, y up from the floor. */
function pointAt(event) {
  const [x, y] = squares.pointAt(stage.firstElementChild, event);
  return [x, rowsShown - y];
}

const SLIP_PX = 8;
let pressed = null;

const onGhost = (event) => {
  const [column, row] = pointAt(event).map(Math.floor);
  return bk.ghost().cells.some(([x, y]) => x === column && y === row);
};

/** The ghost follows a mouse, or a finger while it is down, unless the finger taps the ghost. */
function onPoint(event) {
  if (!bk.ghost()) return;
  if (event.type === "pointerdown") {
    stage.focus({ preventScroll: true });
    if (event.pointerType !== "mouse") pressed = { x: event.clientX, y: event.clientY, tap: onGhost(event) };
  }
  if (pressed?.tap && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < SLIP_PX) return;
  if (pressed) pressed.tap = false;
  bk.snap(...pointAt(event));
}

const isOver = ({ clientX, clientY }) => {
  const { left, right, top, bottom } = stage.getBoundingClientRect();
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
};

/** Drag a card of the hand to the field: `begin` when the pointer has left it, `end` when it is released there. */
bk.dragFrom = (event, begin, end) => {
  if (event.button !== 0) return;
  const { clientX, clientY, pointerId } = event;
  const moved = (other) => {
    if (other.pointerId !== pointerId || Math.hypot(other.clientX - clientX, other.clientY - clientY) < SLIP_PX) return;
    removeEventListener("pointermove", moved);
    stage.classList.add("bk-target");
    stage.setPointerCapture(pointerId); // the button may be drawn again
    begin();
  };
  const released = (other) => {
    if (other.pointerId !== pointerId) return;
    removeEventListener("pointermove", moved);
    for (const kind of ["pointerup", "pointercancel"]) removeEventListener(kind, released, true);
    const isDragged = stage.classList.contains("bk-target");
    stage.classList.remove("bk-target");
    if (!isDragged) return;
    other.stopPropagation();
    if (other.type === "pointerup" && isOver(other)) end(other);
  };
  addEventListener("pointermove", moved);
  for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, released, true);
};

/** A turn of the wheel rotates the block in hand. */
function onWheel(event) {
  if (!bk.ghost() || !event.deltaY) return;
  event.preventDefault();
  bk.rotate(event.deltaY > 0 ? 1 : -1);
}

/** The right button rotates the block in hand. */
function onMenu(event) {
  if (!bk.ghost()) return;
  event.preventDefault();
  bk.rotate(1);
}

/** A click drops the block, and so does a tap on the ghost. */
function onRelease(event) {
  const tapped = pressed?.tap;
  pressed = null;
  if (event.button === 0 && bk.ghost() && (event.pointerType === "mouse" || tapped)) bk.drop();
}

// ---------------------------------------------------------------- panels

function control(hold, sign, run, word = "") {
  return h("button", {
    type: "button", class: word ? "main bk-drop" : null, dataset: { hold }, title: t(`bk.do.${hold}`),
    "aria-label": word ? null : t(`bk.do.${hold}`), "aria-disabled": bk.ghost() ? null : "true",
    onclick: () => bk.ghost() && run(),
  }, h("span", { "aria-hidden": "true" }, sign), word);
}

/** The blocks to choose from, the field and what moves a block on it. */
bk.fieldPanel = () => {
  stage = h("div", {
    class: "bk-stage", tabindex: 0, role: "application", dataset: { hold: "stage" },
    "aria-label": t("bk.field"), "aria-describedby": "bk-keys",
    onpointermove: onPoint, onpointerdown: onPoint, onpointerup: onRelease, onpointercancel: () => { pressed = null; },
    onwheel: onWheel, oncontextmenu: onMenu,
  });
  if (noEngine) stage = h("div", { class: "bk-stage", role: "img", "aria-label": t("bk.field"), "aria-describedby": "bk-described" });
  kindLine = h("p", { class: "bk-kind" });
  const palette = h("div", { class: "bk-palette", role: "group", "aria-label": t("bk.blocks") });
  const controls = h("div", { class: "bk-controls", role: "group", "aria-label": t("bk.moves") });
  const hint = h("p", { class: "quiet bk-hint", id: "bk-keys" });
  const described = h("ul", { class: "hidden-text", id: "bk-described", "aria-label": t("bk.field.text") });
  const element = h("section", { class: "panel bk-field", "aria-label": t("bk.field") }, noEngine ? [stage, described]
    : [palette, stage, described, kindLine, controls, hint]);
  const draw = () => {
    drawStage();
    described.replaceChildren(...bk.describe(table.work?.field ?? []).map((line) => h("li", {}, line)));
    if (noEngine) return;
    hint.textContent = bk.keysHint();
    bk.fill(palette, [...table.cards.blocks.values()].map(blockButton));
    bk.fill(controls, control("left", icon("left"), () => bk.slide(-1)), control("right", icon("right"), () => bk.slide(1)),
      control("turn-left", icon("undo"), () => bk.rotate(-1)), control("turn-right", icon("redo"), () => bk.rotate(1)),
      control("drop", icon("drop"), () => bk.drop(), t("bk.drop")),
      control("up", icon("up"), () => bk.climb(1)), control("down", icon("down"), () => bk.climb(-1)));
  };
  return { element, draw };
};

/** A button to choose a block; with a hand, only blocks in it, with the number left. */
function blockButton({ id, names }) {
  const { state } = table.tree.current;
  const left = bk.left(state).blocks.get(id);
  if (state.hand && !state.hand.blocks.includes(id)) return "";
  const counted = state.hand ? t("bk.left", { n: left }) : "";
  return h("button", {
    type: "button", class: "bk-choice", "aria-pressed": String(table.block === id), disabled: left < 1,
    dataset: { hold: `block-${id}` },
    "aria-label": [id, pick(names, settings.language), counted].filter(Boolean).join(t("list.and")),
    onpointerdown: (event) => bk.dragFrom(event, () => { if (table.block !== id) bk.choose(id); },
      (released) => { bk.snap(...pointAt(released)); bk.drop(); }),
    onclick: () => {
      bk.choose(id);
      if (table.block) stage.focus({ preventScroll: true });
    },
  }, bk.blockPicture(id), h("span", {}, id, state.hand && left > 1 ? ` ×${left}` : ""));
}

function drawKind() {
  if (!kindLine) return;
  const ghost = bk.ghost();
  kindLine.classList.toggle("bk-spins", Boolean(ghost && bk.kindOf(ghost)));
  kindLine.textContent = bk.ghostText();
}
