/* The pictures of Compare: beside each other or one over the other, with the outlines of what differs. */

import { face } from "../app/data.js";
import { ofCard } from "../app/drawn.js";
import { settings } from "../app/settings.js";
import { t } from "../app/words.js";
import { byId, fill, h, s } from "../shared/elements.js";
import { tag } from "../shared/texts.js";
import { dragging, modeControls } from "./compare-modes.js";
import { areas, comparison, set } from "./comparison.js";
import { pictureOf } from "./showing.js";
/** @import { Child } from "../shared/elements.js" */

const LEAST_HEIGHT = 320; // px of a picture, however low the window is

/** Draws the pictures, unless they are shown already: they may be being dragged.
    @param {string} size */
export function showStage(size) {
  const { key, card, compare, baseline, side, mode } = comparison.shown;
  Object.assign(comparison.parts.stage.dataset, { mode, size, gain: set.gain });
  comparison.parts.stage.style.setProperty("--millimetre", `${settings.millimetre}px`);
  const { language, cards } = settings;
  const now = JSON.stringify([key, card.face, card.back, compare, baseline?.kind, side, mode, set.outlined, set.gain, language, cards]);
  if (comparison.parts.stage.shown !== now) fill(comparison.parts.stage, stage());
  comparison.parts.stage.shown = now;
  fit();
}

/** Limits the pictures so that they and their controls end at the lower edge of the window. If the heading leaves too little
    room, the page must be scrolled: then they are as high as the window below the header. */
export function fit() {
  const { stage: box } = comparison.parts;
  const picture = box.querySelector(".compare-picture");
  if (!picture) return;
  const above = byId("frame").offsetHeight + box.getBoundingClientRect().top - /** @type {HTMLElement} */ (box.parentElement).getBoundingClientRect().top;
  const { paddingTop, paddingBottom } = getComputedStyle(box);
  const frame = /** @type {HTMLElement} */ (picture.parentElement);
  const caption = /** @type {HTMLElement} */ (frame.querySelector("figcaption")).offsetHeight + parseFloat(getComputedStyle(frame).rowGap);
  const room = innerHeight - parseFloat(paddingTop) - parseFloat(paddingBottom) - caption - 8;
  const fits = room - above >= LEAST_HEIGHT ? room - above : Math.max(LEAST_HEIGHT, room - byId("frame").offsetHeight);
  box.style.setProperty("--fit", `${Math.floor(fits)}px`);
}

export function stage() {
  const { compare, mode } = comparison.shown;
  const now = frame([picture("after")], t("compare.now"), "after");
  if (!compare) return [now];
  if (mode === "side") return [frame([picture("before")], beforeWord(), "before"), now];
  const pictures = [picture("before"), picture("after")];
  const stack = frame(mode === "difference" ? difference(pictures) : pictures, stackWords(mode), "stack", modeControls(mode));
  if (mode === "swipe") dragging(/** @type {HTMLElement} */ (stack.querySelector(".compare-picture")));
  return [stack];
}

/** The difference of two pictures; as a mask, it lies on today's picture.
    @param {Child[]} pictures */
const difference = (pictures) => [
  set.gain === "mask" ? h("div", { class: "ground" }, picture("after")) : null,
  h("div", { class: "blend" }, pictures)];

export const beforeWord = () => t(`compare.before.${comparison.shown.baseline?.kind}`);
/** @param {string} mode */
const stackWords = (mode) => (mode === "blink" ? "" : t(mode === "difference" && set.gain === "mask" ? "caption.mask" : `caption.${mode}`));

/** Pictures in a box of the card's shape, with its outlines over them, and under it a caption and the controls of the mode.
    @param {Child[]} pictures @param {string} caption @param {string} name @param {Child} [controls] */
function frame(pictures, caption, name, controls = null) {
  const { trim: [width, height], bleed } = comparison.shown.deck;
  return h("figure", { class: `compare-frame ${name}` },
    h("div", { class: "compare-picture", style: { "--wide": width + 2 * bleed, "--high": height + 2 * bleed } }, pictures, outlines()),
    h("figcaption", {}, h("span", { class: "caption" }, caption), controls));
}

/** @param {"before" | "after"} which */
export function picture(which) {
  const { key, card, compare, side, detail } = comparison.shown;
  const hash = which === "before" ? compare?.sides[side] : card[side];
  if (!hash) return h("p", { class: `${which} missing` }, t("compare.missing"));
  const all = { class: `${which} sight`, draggable: "false" };
  if (which === "before") {
    return h("img", { ...all, src: pictureOf(hash, key), alt: t(`compare.alt.${comparison.shown.baseline?.kind}`, { side: t(`side.${side}`) }),
      onerror: (/** @type {Event} */ { target }) => /** @type {HTMLElement} */ (target).replaceWith(h("p", { class: `${which} missing` }, t("compare.gone"))) });
  }
  const alts = detail.alt[side] ?? {};
  const lang = settings.cards in alts ? settings.cards : Object.keys(alts)[0];
  return ofCard(h("img", { ...all, src: face(hash), alt: alts[lang] ?? "", lang: lang ? tag(lang) : null }), key);
}

function outlines() {
  const { trim: [width, height], bleed } = comparison.shown.deck;
  if (!set.outlined || !areas().length) return null;
  return s("svg", { class: "outlines", viewBox: `${-bleed} ${-bleed} ${width + 2 * bleed} ${height + 2 * bleed}`, "aria-hidden": "true" },
    areas().map(([x, y, w, high], at) => {
      const [left, top] = [x, y].map((edge) => Math.max(edge - 1.6, 2.2 - bleed)); // the number stays on the picture
      return s("g", {},
        s("rect", { class: "halo", x, y, width: w, height: high }), s("rect", { x, y, width: w, height: high }),
        s("circle", { cx: left, cy: top, r: 2 }),
        s("text", { x: left, y: top + 1, "text-anchor": "middle", "font-size": 2.8 }, String(at + 1)));
    }));
}
