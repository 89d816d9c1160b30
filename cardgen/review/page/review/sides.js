/* A side of a card at a size: its picture, cut at the trim or with its bleed, and over it lines and marks in mm. */

import { face, state } from "../app/data.js";
import { ofCard } from "../app/drawn.js";
import { settings } from "../app/settings.js";
import { pick, t } from "../app/words.js";
import { fill, h, s } from "../shared/elements.js";
import { tag } from "../shared/texts.js";
import * as pages from "./pages.js";
import { cutOf, lineThrough } from "../shared/outlines.js";
/** @import { Points } from "../shared/outlines.js" */
/** @import { Child } from "../shared/elements.js" */
/** @import { CardFinding } from "./card-facts.js" */

/** A place that is outlined on a side.
    @typedef {{ side: string, rect: number[], name: string }} LitPlace */

/** How a card is looked at.
    @typedef {{ zoom: number | "fit", bleed: boolean, trim: boolean, safe: boolean, turned: boolean }} CardLook */

/** What a side shows.
    @typedef {{ card: CardData, deck: DeckData, detail: CardDetail | null, look: CardLook, scale: number, lit: LitPlace | null, findings: CardFinding[], layers: Child[] }} SideState */

/** A side of a card: its name, its elements and what they show.
    @typedef {object} SideElements
    @property {string} name
    @property {HTMLElement} root
    @property {HTMLElement} paper
    @property {HTMLElement} cut
    @property {HTMLImageElement} image
    @property {SVGElement} over
    @property {SVGElement} lines
    @property {SVGElement} marks
    @property {SVGElement} layers
    @property {SideState} now
    @property {string} [hash]
    @property {string} [key] */

/** The elements of a side, empty; `renewSide` fills them.
    @param {string} name */
export function drawSide(name) {
  const image = h("img", { class: "sight", draggable: "false" });
  const over = s("svg", { class: "over", "aria-hidden": "true" });
  const lines = s("g", { class: "lines" });
  const marks = s("g", { class: "marks" });
  const layers = s("g", { class: "layers" });
  over.append(lines, marks, layers);
  const cut = h("div", { class: "cut" }, image);
  const paper = h("div", { class: "paper" }, cut, over);
  const root = h("figure", { class: "side", dataset: { side: name } }, paper, h("figcaption", {}, t(`card.side.${name}`)));
  return { name, root, paper, cut, image, over, lines, marks, layers, now: /** @type {SideState} */ ({}) };
}

/** Updates a side. Properties that are not among the changes stay as they are.
    @param {SideElements} side @param {Partial<SideState>} changes */
export function renewSide(side, changes) {
  side.now = { ...side.now, ...changes };
  const { card, deck, look, scale } = side.now;
  const [width, height] = deck.trim;
  const { bleed, corner } = deck;
  const view = [-bleed, -bleed, width + 2 * bleed, height + 2 * bleed];
  for (const [name, value] of Object.entries({ "--scale": scale, "--w": width, "--h": height, "--bleed": bleed,
    "--corner": corner, "--cut": look.bleed ? "" : cutOf(deck, { isBack: side.name === "back" }) })) side.paper.style.setProperty(name, String(value));
  side.paper.classList.toggle("bleeds", look.bleed);
  side.paper.classList.toggle("turned", look.turned);
  side.over.setAttribute("viewBox", (look.bleed ? view : [0, 0, width, height]).join(" "));
  side.image.alt = card.page ? pages.title(card) : pick(state.alts?.[card.key]?.[side.name], settings.cards) || [pick(card.names) || card.id,
    t(`card.side.${side.name}`)].join(" · ");
  side.image.lang = state.alts ? tag(settings.cards) : "";
  /** @type {Element} */ (side.root.lastElementChild).textContent = card.page ? pages.title(card) : t(`card.side.${side.name}`);
  renewPicture(side, card);
  ofCard(side.image, card.key);
  side.lines.replaceChildren(...edges(side.now, view, side.name === "back"));
  side.marks.replaceChildren(...outlines(side.now));
  if (changes.layers) fill(side.layers, changes.layers);
}

/** Shows the card's picture. A changed picture of the same card replaces the old one when it is decoded, so that there is no gap.
    @param {SideElements} side @param {CardData} card */
function renewPicture(side, card) {
  const hash = (side.name === "back" ? card.back : card.face) ?? "";
  if (side.hash === hash) return;
  const same = side.key === card.key;
  side.hash = hash;
  side.key = card.key;
  if (!same) {
    side.image.src = face(hash);
    return;
  }
  const next = new Image();
  const swap = () => { if (side.hash === hash) { side.image.src = next.src; side.root.dataset.hash = hash; } };
  next.src = face(hash);
  next.decode().then(swap, swap);
}

// ---------------------------------------------------------------- lines and outlines

/** A rectangle drawn twice, so that it is seen on any ground, with a label inside its edge.
    @param {string} kind @param {number[]} about1 @param {number} radius @param {Child} label @param {number} at */
function frame(kind, [x, y, width, height], radius, label, at) {
  return outlined(kind, ["rect", { x, y, width, height, rx: radius }], [x, y], label, at);
}

/** The same for any shape, with its label beside a point. @param {string} kind @param {["rect" | "path", Record<string, unknown>]} shape @param {number[]} corner @param {Child} label @param {number} at */
function outlined(kind, [name, shape], [x, y], label, at) {
  return [s("g", { class: `edge ${kind}` }, s(name, { ...shape, class: "halo" }), s(name, shape),
    label ? s("text", { x: x + at, y: y + 0.5, "dominant-baseline": "hanging" }, label) : null)];
}

/** @param {SideState} about @param {number[]} view @param {boolean} isBack */
function edges({ deck, look }, view, isBack) {
  const [width, height] = deck.trim;
  const { safe, corner, bleed, outline, safe_outline: inner } = deck;
  if (outline.length) {
    const along = (/** @type {Points} */ points) => /** @type {["path", Record<string, unknown>]} */ (["path", { d: lineThrough(points, deck.trim, isBack) }]);
    return [
      ...(look.bleed ? frame("bleed", view, 0, t("card.bleed"), bleed) : []),
      ...(look.trim ? outlined("trim", along(outline), [0, 0], t("card.trim"), width * 0.36) : []),
      ...(look.safe && inner.length ? outlined("safe", along(inner), [0, safe], t("card.safe"), width * 0.6) : []),
    ];
  }
  return [
    ...(look.bleed ? frame("bleed", view, 0, t("card.bleed"), bleed) : []),
    ...(look.trim ? frame("trim", [0, 0, width, height], corner, t("card.trim"), width * 0.36) : []),
    ...(look.safe ? frame("safe", [safe, safe, width - 2 * safe, height - 2 * safe], Math.max(0, corner - safe), t("card.safe"),
      width * 0.6) : []),
  ];
}

/** @param {SideState} about */
function outlines({ lit, findings = [] }) {
  return [
    ...findings.flatMap((finding) => frame("finding", finding.rect ?? [], 0, finding.code, 0.5)),
    ...(lit ? frame("lit", lit.rect, 0, lit.name, 0.5) : []),
  ];
}
