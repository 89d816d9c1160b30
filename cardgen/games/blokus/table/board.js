/* The board, the piece in hand above it, and the buttons, keys and pointers that move the piece. */

import { fill, h, keep, noEngine, pick, recall, s, settings, squares, t } from "../../play/public.js";
import { bl } from "./state.js";

const { game } = bl;
/** Space around the board for the numbers, in cells. */
const EDGE = { before: 1.1, after: 0.3 };
const POINT = 0.56;

let stage = null;
let ghostLayer = null;
let line = null;
let controls = null;

function drawStage() {
  const { board } = game.facts ?? { board: [] };
  const size = board.length;
  const starts = bl.rulesets.get(game.rules)?.board.start ?? bl.cards.board;
  const free = bl.order().map((colour) => [colour, starts[colour] ?? []]).filter(([, [x, y]]) => board[y]?.[x] === ".");
  const lines = [...Array(Math.max(0, size - 1))].map((_, at) => `M${at + 1} 0V${size}M0 ${at + 1}H${size}`).join("");
  const number = (at, more) => s("text", { class: "bl-number", ...more }, at);
  const { colour, corners } = game.facts ?? {};
  const marked = colour && bl.showsCorners ? corners[colour] ?? [] : [];
  const last = game.turns[game.at - 1]?.cells;
  const whole = size + EDGE.before + EDGE.after;
  ghostLayer = s("g", {});
  stage.replaceChildren(s("svg", {
    viewBox: `${-EDGE.before} ${-EDGE.before} ${whole} ${whole}`, class: "bl-svg sight", "aria-hidden": "true",
  },
    s("rect", { class: "bl-ground", width: size, height: size }),
    s("path", { class: "bl-grid", d: lines }),
    free.map(([colour, [x, y]]) => bl.cell(bl.letter(colour), x + (1 - POINT) / 2, y + (1 - POINT) / 2,
      { width: POINT, height: POINT, class: "bl-start" })),
    board.map((row, y) => [...row].map((mark, x) => (mark === "." ? "" : bl.cell(mark, x, y)))),
    s("rect", { class: "bl-frame", width: size, height: size }),
    last ? ["bl-last-under", "bl-last"].map((name) => s("path", { class: name, d: squares.outline(last) })) : "",
    [...Array(size)].map((_, at) => [
      number(at, { x: at + 0.5, y: -0.3 }), number(at, { x: -0.25, y: at + 0.66, class: "bl-number bl-row-number" }),
    ]),
    marked.map(([x, y]) => s("path", { class: "bl-corner", d: `M${x + 0.5} ${y + 0.3}l.2 .2l-.2 .2l-.2 -.2z` })),
    ghostLayer));
  bl.drawGhost();
}

/** Draw the piece in hand: with a solid line if the placement is legal, dashed and with a cross if it is not. */
bl.drawGhost = () => {
  if (line) drawLine();
  markControls();
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
    ...cells.map(([column, row]) => bl.cell(bl.letter(game.facts.colour), column, row, { class: "bl-ghost" })),
    s("path", { class: "bl-last-under", d: outline }),
    s("path", { class: legal ? "bl-edge bl-is-legal" : "bl-edge", d: outline }),
    s("g", { class: legal ? "bl-badge bl-is-legal" : "bl-badge" }, s("circle", { cx: x, cy: y, r: 0.52 }),
      s("path", { d: legal ? `M${x - 0.26} ${y}l.2 .22 .34 -.42` : `M${x - 0.2} ${y - 0.2}l.4 .4m0 -.4l-.4 .4` })));
};

/** Draw the line under the board: a fault, or the piece in hand, or whose turn it is. */
function drawLine() {
  const refused = Boolean(game.fault) || (bl.shape && bl.verdict?.legal === false);
  line.classList.toggle("bl-refused", Boolean(refused));
  line.classList.toggle("bl-fine", Boolean(bl.shape && bl.verdict?.legal));
  const text = game.fault ? pick(game.fault, settings.language) : bl.ghostText();
  line.textContent = `${refused ? "✕ " : bl.shape && bl.verdict?.legal ? "✓ " : ""}${text}`;
  const skipped = bl.skipText();
  if (skipped && !bl.shape && !game.fault) line.append(h("span", { class: "bl-skipped" }, ` ${skipped}`));
}

// ---------------------------------------------------------------- pointers

/** Return the place of a pointer on the board, in cells. */
const pointAt = (event) => squares.pointAt(stage.firstElementChild, event);

const SLIP_PX = 8;
let pressed = null;

const onGhost = (event) => {
  const [column, row] = pointAt(event).map(Math.floor);
  return bl.ghost().some(([x, y]) => x === column && y === row);
};

/** Move the piece with a mouse, or with a finger that is down, unless the finger taps the piece itself. */
function onPoint(event) {
  if (!bl.ghost()) return;
  if (event.type === "pointerdown") {
    stage.focus({ preventScroll: true });
    if (event.pointerType !== "mouse") pressed = { x: event.clientX, y: event.clientY, tap: onGhost(event) };
  }
  if (pressed?.tap && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < SLIP_PX) return;
  if (pressed) pressed.tap = false;
  bl.moveMiddle(...pointAt(event));
}

/** Place the piece after a click, or after a tap on the piece. */
function onRelease(event) {
  const tapped = pressed?.tap;
  pressed = null;
  if (event.button === 0 && bl.ghost() && (event.pointerType === "mouse" || tapped)) bl.place();
}

// ---------------------------------------------------------------- panels

const isUsable = (hold) => Boolean(bl.shape) && (hold !== "place" || bl.verdict?.legal === true);

/** Enable the buttons that can be used with the piece at its place. */
function markControls() {
  for (const button of controls?.children ?? []) button.setAttribute("aria-disabled", String(!isUsable(button.dataset.hold)));
}

function control(hold, sign, run, word = "") {
  return h("button", {
    type: "button", class: word ? "main bl-place" : null, dataset: { hold }, title: t(`bl.do.${hold}`),
    "aria-label": word ? null : t(`bl.do.${hold}`), "aria-disabled": String(!isUsable(hold)),
    onclick: () => bl.shape && run(),
  }, h("span", { "aria-hidden": "true" }, sign), word);
}

/** Make the panel of the board: the piece in hand, the line about it, and the buttons that move it. */
bl.panels.board = () => {
  stage = noEngine ? h("div", { class: "bl-stage", role: "img", "aria-label": t("bl.board"), "aria-describedby": "bl-described" })
    : h("div", {
      class: "bl-stage", tabindex: 0, role: "application", dataset: { hold: "stage" },
      "aria-label": t("bl.board"), "aria-describedby": "bl-keys",
      onpointermove: onPoint, onpointerdown: onPoint, onpointerup: onRelease,
      onpointercancel: () => { pressed = null; },
    });
  line = h("p", { class: "bl-line" });
  controls = h("div", { class: "bl-controls", role: "group", "aria-label": t("bl.moves") });
  bl.showsCorners ??= recall("bl-corners", true);
  const hint = h("button", { type: "button", dataset: { hold: "hint" }, onclick: () => bl.hint() }, h("span", { "aria-hidden": "true" }, "★"), t("bl.hint"));
  const corners = h("label", {}, h("input", { type: "checkbox", checked: bl.showsCorners, dataset: { hold: "corners" }, onchange: ({ currentTarget }) => {
    bl.showsCorners = currentTarget.checked;
    keep("bl-corners", bl.showsCorners);
    drawStage();
  } }), t("bl.corners"));
  const described = h("ul", { class: "hidden-text", id: "bl-described", "aria-label": t("bl.board.text") });
  const element = h("section", { class: "panel bl-board", "aria-label": t("bl.board") }, noEngine ? [stage, described, line]
    : [stage, described, line, controls, h("div", { class: "row bl-help" }, hint, corners), h("p", { class: "quiet bl-hint", id: "bl-keys" }, t("bl.keys"))]);
  const draw = () => {
    drawStage();
    described.replaceChildren(...(game.facts?.board ?? []).map((row, y) =>
      h("li", {}, t(/[^.]/.test(row) ? "bl.board.row" : "bl.board.free", { row: y, marks: row }))));
    if (bl.judged !== game.facts) {
      bl.judged = game.facts;
      if (bl.shape && (!bl.mayPlace() || bl.isUsed(bl.shape))) bl.putBack();
      if (bl.shape) bl.judge();
    }
    if (noEngine) return;
    bl.runClock();
    hint.setAttribute("aria-disabled", String(!bl.mayPlace() || Boolean(game.shared)));
    fill(controls,
      control("left", "◀", () => bl.slide(-1, 0)), control("right", "▶", () => bl.slide(1, 0)),
      control("up", "▲", () => bl.slide(0, -1)), control("down", "▼", () => bl.slide(0, 1)),
      control("turn-left", "↺", () => bl.turn("a")), control("turn-right", "↻", () => bl.turn("d")),
      control("flip", "⇅", () => bl.turn("w")), control("next", "⇥", () => bl.next()),
      control("place", "●", () => bl.place(), t("bl.place")));
  };
  return { element, draw };
};
