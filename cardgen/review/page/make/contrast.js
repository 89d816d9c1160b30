/* The contrast of a text's colour with what is under it: of the picture of the card, the commonest colour in the box that is not the text's. */

/** @typedef {readonly [number, number, number]} Rgb */

const LEAST = 4.5; // WCAG 2.2
const [STEP, NEAR] = [8, 40]; // of a channel: colours counted as one, and those near the text's own

/** The relative luminance of a colour (WCAG 2.2), 0 to 1. @param {Rgb} colour */
function luminance(colour) {
  const [red, green, blue] = colour.map((channel) => (channel / 255 <= 0.04045 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours, 1 to 21. @param {Rgb} one @param {Rgb} other */
export function contrast(one, other) {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** The channels of a colour as `#rrggbb`; null for anything else. @param {unknown} text @returns {Rgb | null} */
export function channels(text) {
  const match = typeof text === "string" ? /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text) : null;
  return match ? [parseInt(match[1], 16), parseInt(match[2], 16), parseInt(match[3], 16)] : null;
}

/** The commonest colour of some pixels that is not near the colour of the text; null if there is none.
    @param {ArrayLike<number>} pixels red, green, blue and opacity of each @param {Rgb} text @returns {Rgb | null} */
export function ground(pixels, text) {
  const counts = /** @type {Map<number, { count: number, colour: Rgb }>} */ (new Map());
  for (let at = 0; at < pixels.length; at += 4) {
    const colour = /** @type {Rgb} */ ([pixels[at], pixels[at + 1], pixels[at + 2]]);
    if (colour.every((channel, index) => Math.abs(channel - text[index]) < NEAR)) continue;
    const key = colour.reduce((sum, channel) => sum * 256 + Math.floor(channel / STEP), 0);
    const found = counts.get(key);
    if (found) found.count += 1;
    else counts.set(key, { count: 1, colour });
  }
  return [...counts.values()].reduce((most, one) => (one.count > (most?.count ?? 0) ? one : most), /** @type {{ count: number, colour: Rgb } | null} */ (null))?.colour ?? null;
}

/** The contrast of a colour with what the picture has in a rectangle, and whether it is enough; null if it cannot be measured.
    @param {HTMLImageElement} image @param {readonly number[]} rect parts of the picture, 0 to 1 @param {unknown} colour */
export function measure(image, [x, y, width, height], colour) {
  const text = channels(colour);
  if (!text || !image.complete || !image.naturalWidth || !(width > 0) || !(height > 0)) return null;
  const paper = document.createElement("canvas");
  const drawing = paper.getContext("2d", { willReadFrequently: true });
  const [wide, high] = [image.naturalWidth, image.naturalHeight];
  Object.assign(paper, { width: Math.min(200, Math.max(1, Math.round(wide * width))), height: Math.min(200, Math.max(1, Math.round(high * height))) });
  drawing?.drawImage(image, x * wide, y * high, width * wide, height * high, 0, 0, paper.width, paper.height);
  const below = drawing && ground(drawing.getImageData(0, 0, paper.width, paper.height).data, text);
  if (!below) return null;
  const ratio = contrast(text, below);
  return { ratio, isEnough: ratio >= LEAST };
}
