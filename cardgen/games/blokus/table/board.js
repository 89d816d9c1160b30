/* The board, the piece in hand above it, and the pointers that move the piece. */

import { fill, h, keptList, noEngine, recall, s, squares, t } from "../../play/public.js";
import { bl } from "./state.js";

const { game } = bl;
/** Space around the board for the numbers, in cells. */
const EDGE = { before: 1.1, after: 0.3 };
const POINT = 0.56;

let stage = null;
let ghostLayer = null;
/** The cells that lie on the board stay from turn to turn: all of them anew would cost frames. */
const laidCells = keptList((cell) => cell, ([mark, x, y]) => bl.cell(mark, x, y));
const laidLayer = s("g", {});

function drawStage() {
  const { board } = game.facts ?? { board: [] };
  const size = board.length;
  const starts = bl.rulesets.get(game.rules)?.board.start ?? bl.cards.board;
  const free = bl.order().map((colour) => [colour, starts[colour] ?? []]).filter(([, [x, y]]) => board[y]?.[x] === ".");
  const lines = [...Array(Math.max(0, size - 1))].map((_, at) => `M${at + 1} 0V${size}M0 ${at + 1}H${size}`).join("");
  const number = (at, more) => s("text", { class: "bl-number", ...more }, at);
  const marked = bl.showsCorners && bl.mayPlace() ? bl.corners() : [];
  const last = game.turns[game.at - 1]?.cells;
  const whole = size + EDGE.before + EDGE.after;
  const isLast = ([x, y]) => last?.some(([column, row]) => column === x && row === y);
  const isSpot = ([x, y]) => bl.spot?.[0] === x && bl.spot[1] === y;
  ghostLayer = s("g", {});
  fill(laidLayer, laidCells(board.flatMap((row, y) => [...row].flatMap((mark, x) => (mark === "." || isLast([x, y]) ? [] : [[mark, x, y]])))));
  if (!stage.firstChild) stage.append(s("svg", { class: "bl-svg sight", "aria-hidden": "true" }));
  stage.firstChild.setAttribute("viewBox", `${-EDGE.before} ${-EDGE.before} ${whole} ${whole}`);
  fill(stage.firstChild,
    s("rect", { class: "bl-ground", width: size, height: size }),
    s("path", { class: "bl-grid", d: lines }),
    free.map(([colour, [x, y]]) => bl.cell(bl.letter(colour), x + (1 - POINT) / 2, y + (1 - POINT) / 2,
      { width: POINT, height: POINT, class: "bl-start" })),
    laidLayer,
    last ? s("g", { dataset: { thing: `piece:${game.at}` } }, last.map(([x, y]) => bl.cell(board[y][x], x, y))) : "",
    s("rect", { class: "bl-frame", width: size, height: size }),
    last ? ["bl-last-under", "bl-last"].map((name) => s("path", { class: name, d: squares.outline(last) })) : "",
    [...Array(size)].map((_, at) => [
      number(at, { x: at + 0.5, y: -0.3 }), number(at, { x: -0.25, y: at + 0.66, class: "bl-number bl-row-number" }),
    ]),
    marked.map(([x, y]) => s("circle", { class: isSpot([x, y]) ? "bl-corner bl-spot" : "bl-corner", cx: x + 0.5, cy: y + 0.5, r: 0.36 })),
    ghostLayer);
  bl.drawGhost();
}

/** Draw the piece in hand: with a solid line if the placement is legal, dashed and with a cross if it is not. */
bl.drawGhost = () => {
  bl.drawPrompt?.();
  if (!ghostLayer) return;
  const cells = bl.ghost();
  ghostLayer.replaceChildren();
  stage.classList.toggle("bl-ready", Boolean(cells));
  if (!cells || !game.facts?.colour) return;
  const legal = bl.verdict?.legal;
  const outline = squares.outline(cells);
  const x = Math.max(...cells.map(([column]) => column)) + 1;
  const y = Math.min(...cells.map(([, row]) => row));
  ghostLayer.append(
    // The piece that it will be: it need not move if it is laid here.
    s("g", { dataset: { thing: `piece:${game.at + 1}` } }, cells.map(([column, row]) => bl.cell(bl.letter(game.facts.colour), column, row, { class: "bl-ghost" }))),
    s("path", { class: "bl-last-under", d: outline }),
    s("path", { class: legal ? "bl-edge bl-is-legal" : "bl-edge", d: outline }),
    s("g", { class: legal ? "bl-badge bl-is-legal" : "bl-badge" }, s("circle", { cx: x, cy: y, r: 0.52 }),
      s("path", { d: legal ? `M${x - 0.26} ${y}l.2 .22 .34 -.42` : `M${x - 0.2} ${y - 0.2}l.4 .4m0 -.4l-.4 .4` })));
};

// ---------------------------------------------------------------- pointers

/** Return the place of a pointer on the board, in cells. */
const pointAt = (event) => squares.pointAt(stage.firstElementChild, event);

const SLIP_PX = 8;
/** A finger would hide the piece, so the piece is above it. */
const FINGER_PX = 56;
let pressed = null;

const onGhost = (event) => {
  const [column, row] = pointAt(event).map(Math.floor);
  return bl.ghost().some(([x, y]) => x === column && y === row);
};

/** Move the piece with a mouse, or with a finger that is down, unless the finger taps the piece itself. */
function onPoint(event) {
  if (!bl.ghost()) {
    if (event.type === "pointerdown") bl.light(pointAt(event).map(Math.floor));
    return;
  }
  if (event.type === "pointerdown") {
    stage.focus({ preventScroll: true });
    if (event.pointerType !== "mouse") pressed = { x: event.clientX, y: event.clientY, tap: onGhost(event) };
  }
  if (pressed?.tap && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < SLIP_PX) return;
  if (pressed) pressed.tap = false;
  const { clientX, clientY, pointerType, type } = event;
  bl.moveMiddle(...pointAt({ clientX, clientY: clientY - (pointerType === "touch" && type === "pointermove" ? FINGER_PX : 0) }));
}

/** Drag a piece from the hand: once the pointer has moved, the board follows it. */
bl.dragFrom = (event, shape) => {
  const { button, clientX: x, clientY: y, pointerId } = event;
  if (button !== 0) return;
  const moved = (other) => {
    if (other.pointerId !== pointerId || Math.hypot(other.clientX - x, other.clientY - y) < SLIP_PX) return;
    stop();
    if (bl.shape !== shape) bl.choose(shape);
    pressed = { x, y, tap: false, isDrag: true };
    stage.setPointerCapture(pointerId); // the button may be drawn again
  };
  const stop = () => {
    removeEventListener("pointermove", moved);
    for (const kind of ["pointerup", "pointercancel"]) removeEventListener(kind, stop);
  };
  addEventListener("pointermove", moved);
  for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, stop);
};

const isOver = ({ clientX, clientY }) => {
  const { left, right, top, bottom } = stage.getBoundingClientRect();
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
};

/** Place the piece after a click, a drag with a mouse, or a tap on the piece; put it back if it is dragged elsewhere. */
function onRelease(event) {
  const { tap: tapped, isDrag } = pressed ?? {};
  pressed = null;
  if (isDrag && !isOver(event)) return bl.drop();
  return event.button === 0 && bl.ghost() && (event.pointerType === "mouse" || tapped) ? bl.place() : undefined;
}

// ---------------------------------------------------------------- the panel

/** Make the board: the pieces that lie on it, and the piece in hand. */
bl.panels.board = () => {
  stage = noEngine ? h("div", { class: "bl-stage", role: "img", "aria-label": t("bl.board"), "aria-describedby": "bl-described" })
    : h("div", {
      class: "bl-stage", tabindex: 0, role: "application", dataset: { hold: "stage" },
      "aria-label": t("bl.board"), "aria-describedby": "bl-keys",
      onpointermove: onPoint, onpointerdown: onPoint, onpointerup: onRelease,
      onpointercancel: () => { pressed = null; },
    });
  bl.showsCorners ??= recall("bl-corners", true);
  const described = h("ul", { class: "hidden-text", id: "bl-described", "aria-label": t("bl.board.text") });
  const element = h("section", { class: "bl-board", "aria-label": t("bl.board") }, stage, described);
  const draw = () => {
    drawStage();
    described.replaceChildren(...(game.facts?.board ?? []).map((row, y) =>
      h("li", {}, t(/[^.]/.test(row) ? "bl.board.row" : "bl.board.free", { row: y, marks: row }))));
    if (bl.judged !== game.facts) {
      bl.judged = game.facts;
      bl.spot = null;
      if (bl.shape && (!bl.mayPlace() || bl.isUsed(bl.shape))) bl.putBack();
      if (bl.shape) bl.judge();
    }
    if (!noEngine) bl.runClock();
  };
  return { element, draw };
};
