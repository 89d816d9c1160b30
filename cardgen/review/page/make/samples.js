/* The same box on three other cards: the one with the shortest text, the longest, and the one with most findings. */

import { detail, load, state, thumbnail } from "../app/data.js";
import { ofCard } from "../app/drawn.js";
import { linePlace } from "../app/places.js";
import { pick, say, sayMessage, t } from "../app/words.js";
import { format as address } from "../shared/addresses.js";
import { fill, h, icon, s } from "../shared/elements.js";
import { card, cardKey, deck, isPicked, picked, siblings, side } from "./canvas-state.js";
import { cutOf } from "../shared/outlines.js";

const HIGH = 112; // px

const root = h("div", { class: "canvas-samples" });
/** The findings of each card, as last checked. @type {Map<string, FindingData[]>} */
const findings = new Map();
/** The pictures of the samples, each with the key of its card: one card may be two of them. @type {[string, HTMLImageElement][]} */
let pictures = [];

/** @param {string} key */
const findingsOf = (key) => findings.get(key) ?? [];

/** The findings of the card at hand, for the panel of properties. It stays, so that nobody loses what is typed there when the check has run. */
export const findingsPanel = h("section", { class: "panel canvas-findings" });

function drawFindings() {
  const own = findingsOf(cardKey());
  findingsPanel.hidden = !own.length;
  fill(findingsPanel, h("h2", {}, t("facts.findings", { n: own.length })), h("ul", {}, own.map(({ severity, message: text, hint, file, line, column }) => h("li", { dataset: { severity } },
    icon(severity === "error" ? "error" : "s-warn"), h("span", {}, sayMessage(text), pick(hint) ? h("span", { class: "quiet" }, sayMessage(hint)) : null, linePlace({ file, line, column }))))));
}

/** @typedef {{ kind: "shortest" | "longest" | "worst", card: CardData, count: number }} Sample */

/** @returns {Sample[]} */
function chosen() {
  const cards = siblings();
  if (cards.length < 2) return [];
  const length = (/** @type {CardData} */ one) => state.texts?.[one.key]?.length ?? 0;
  const ordered = [...cards].sort((a, b) => length(a) - length(b));
  const worst = [...cards].sort((a, b) => findingsOf(b.key).length - findingsOf(a.key).length)[0];
  const [shortest, longest] = [ordered[0], ordered[ordered.length - 1]];
  return [{ kind: "shortest", card: shortest, count: length(shortest) }, { kind: "longest", card: longest, count: length(longest) }, { kind: "worst", card: worst, count: findingsOf(worst.key).length }];
}

/** The keys of the cards that a draft is drawn of, too. */
export const sampleKeys = () => [...new Set(chosen().map((sample) => sample.card.key))];

export async function countFindings() {
  const all = await load("findings").catch(() => null);
  findings.clear();
  for (const finding of all?.findings ?? []) findings.set(finding.key, [...findingsOf(finding.key), finding]);
  drawSamples();
}

/** @param {Sample} sample */
function draw({ kind, card: one, count }) {
  const { trim: [width, height], bleed, corner } = deck();
  const scale = HIGH / height;
  const image = ofCard(h("img", { class: "sight", alt: "", src: thumbnail((side() === "back" ? one.back : one.face) ?? "", scale) }), one.key);
  const outline = s("svg", { class: "canvas-over", "aria-hidden": "true", viewBox: [-bleed, -bleed, width + 2 * bleed, height + 2 * bleed].join(" ") });
  pictures.push([one.key, image]);
  detail(one.key).then(({ boxes }) => mark(outline, boxes[side()] ?? []), () => {});
  return h("a", { class: "canvas-sample", href: address("canvas", one.key.split("/"), { side: side() === "face" ? "" : "back", box: picked().join(",") }), dataset: { hold: `sample-${kind}` } },
    h("span", { class: "canvas-paper small", style: { "--scale": scale, "--w": width, "--h": height, "--bleed": bleed, "--corner": corner, "--cut": cutOf(deck(), { inBleed: true, isBack: side() === "back" }) } }, image, outline),
    h("span", {}, h("span", { class: "quiet" }, t(`canvas.sample.${kind}`)), h("strong", {}, pick(one.names) ? say(one.names) : one.id),
      h("span", { class: "quiet" }, kind === "worst" ? h("span", { class: "row" }, icon(count ? "s-warn" : "s-ok"), t("canvas.findings", { count })) : t("canvas.characters", { count }))));
}

/** @param {SVGElement} outline @param {BoxData[]} laid */
const mark = (outline, laid) => outline.replaceChildren(...laid.filter(({ name }) => isPicked(name)).flatMap(({ rect: [x, y, width, height] }) =>
  ["canvas-box halo", "canvas-box"].map((kind) => s("rect", { class: kind, x, y, width, height }))));

/** Gives the memory of a draft back. @param {HTMLImageElement} image that shows it */
const release = ({ src }) => (src.startsWith("blob:") ? URL.revokeObjectURL(src) : undefined);

export function drawSamples() {
  for (const [, image] of pictures) release(image);
  pictures = [];
  const shown = card() ? chosen() : [];
  root.hidden = !shown.length;
  fill(root, shown.map(draw));
  drawFindings();
  return root;
}

/** Shows a draft of the samples. @param {DraftedCard[]} cards @param {(svg: string) => string} addressOf */
export function drawDrafts(cards, addressOf) {
  for (const [key, image] of pictures) {
    const drafted = cards.find((one) => one.key === key);
    if (!drafted) continue;
    release(image);
    image.src = addressOf((side() === "back" ? drafted.back : drafted.face) ?? "");
    const outline = image.nextElementSibling;
    if (outline instanceof SVGElement) mark(outline, drafted.boxes[side()] ?? []);
  }
}

