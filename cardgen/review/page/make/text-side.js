/* Beside a text: the card at hand as the draft makes it, with the box at the cursor, and the problems of the game, each with its place. */

import { deckOf, detail, face, state } from "../app/data.js";
import { ofCard } from "../app/drawn.js";
import { pick, say, t, words } from "../app/words.js";
import { format as address } from "../shared/addresses.js";
import { fill, h, icon, s } from "../shared/elements.js";
import { message, plural } from "../shared/messages.js";
import { button } from "../review/showing.js";
import { remarkText } from "./text-editor.js";
import { fileNow, open } from "./text-state.js";
import { cutOf } from "../shared/outlines.js";

const MOST = 50; // problems listed
let url = "";

/** The address of the cell or box at the cursor: on the canvas, or in the grid; "" for none. */
export function targetAddress() {
  const { target, key } = open;
  if (!target) return "";
  if (target.box) return address("canvas", key.split("/"), { side: target.side === "back" ? "back" : "", box: target.box });
  return address("make", [target.deck], { card: target.card, field: target.field, language: target.language });
}

/** @param {CardData} card */
function picture(card) {
  const { trim: [width, height], bleed, corner } = deckOf(card);
  const side = open.target?.side === "back" ? "back" : "face";
  const before = url;
  const drawn = side === "back" ? open.drafted?.back : open.drafted?.face;
  url = drawn ? URL.createObjectURL(new Blob([drawn], { type: "image/svg+xml" })) : "";
  if (before) setTimeout(() => URL.revokeObjectURL(before), 1000);
  const outline = s("svg", { class: "canvas-over", "aria-hidden": "true", viewBox: [-bleed, -bleed, width + 2 * bleed, height + 2 * bleed].join(" ") });
  /** @param {BoxData[]} boxes */
  const mark = (boxes) => outline.replaceChildren(...boxes.filter(({ name }) => name === open.target?.box).flatMap(({ rect: [x, y, w, high] }) =>
    ["canvas-box halo", "canvas-box"].map((kind) => s("rect", { class: kind, x, y, width: w, height: high }))));
  if (open.drafted) mark(open.drafted.boxes[side] ?? []);
  else detail(card.key).then(({ boxes }) => mark(boxes[side] ?? []), () => {});
  return h("span", { class: "canvas-paper small text-card", style: { "--w": width, "--h": height, "--bleed": bleed, "--corner": corner, "--cut": cutOf(deckOf(card), { inBleed: true, isBack: side === "back" }), "--scale": Math.min(288 / width, 320 / height) } },
    ofCard(h("img", { class: "sight", alt: t("text.card", { card: pick(card.names) || card.id }), src: url || face((side === "back" ? card.back : card.face) ?? "") }), card.key), outline);
}

/** @param {FaultData & { severity?: string }} fault @param {number} n */
function problem(fault, n) {
  const isHere = fault.file === fileNow();
  const place = isHere ? t("text.line", { line: fault.line }) : [fault.file, fault.line].filter(Boolean).join(":");
  return h("li", {}, h("a", { href: fault.file ? address("text", fault.file.split("/"), { line: fault.line, column: fault.column }) : null, dataset: { hold: `problem-${n}` } },
    icon(fault.severity === "warning" ? "warn" : "error", fault.severity ?? "error"), h("span", {}, remarkText(fault), h("span", { class: "quiet where" }, place))));
}

/** @param {HTMLElement} root */
export function drawSide(root) {
  const card = state.cards.get(open.key);
  const findings = open.findings.filter(({ file }) => file === fileNow());
  const problems = [...open.faults, ...findings];
  const { target } = open;
  const what = !target ? "" : target.box ? t("text.box", { box: target.box }) : [target.field, target.language].filter(Boolean).join(" · ");
  fill(root, card ? h("section", {}, h("h2", {}, pick(card.names) ? say(card.names) : card.id, h("span", { class: "quiet cut-off" }, what)), picture(card),
    target ? button("text-jump", () => { location.hash = targetAddress(); }, [icon(target.box ? "canvas" : "table"), t(target.box ? "text.show.box" : "text.show.cell"), h("kbd", { "aria-hidden": "true" }, "F4")]) : null) : null,
  h("section", { "aria-live": "polite" }, h("h2", {}, problems.length ? t("text.problems", { count: problems.length }) : t("text.no-problems")),
    h("ul", { class: "text-problems" }, problems.slice(0, MOST).map(problem))));
}

words({
  en: {
    "text.card": message("{card} as this text makes it"),
    "text.line": message("Line {line}"),
    "text.box": message("Box {box}"),
    "text.show.box": message("Show on the canvas"),
    "text.show.cell": message("Show in the grid"),
    "text.problems": plural("{count} problem", "{count} problems"),
    "text.no-problems": message("No problems"),
  },
});
