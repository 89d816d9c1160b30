/* The part of a picture that is shown in a frame: moved, zoomed, kept inside of the picture, and placed about a focus point. Pure functions. */

/** x, y, width and height in fractions of the picture. @typedef {[number, number, number, number]} Part */
/** x and y in fractions of a part. @typedef {[number, number]} Point */

const LEAST = 0.05; // of the picture's width or height
const FRAME = /** @type {Part} */ ([0, 0, 1, 1]); // all of it

/** The largest part in the middle of another one that has the shape of the frame.
    @param {Part} part @param {number} shape width to height of the frame, for a picture as wide as high: its own are divided by those of the picture
    @returns {Part} */
export function covering([x, y, width, height], shape) {
  const [wide, high] = width > height * shape ? [height * shape, height] : [width, width / shape];
  return [x + (width - wide) / 2, y + (height - high) / 2, wide, high];
}

/** What is seen of a part of a picture, and where in the frame it is, as `fit_picture` of the server places it.
    @param {string} fit @param {number} shape of the frame, as for `covering` @param {Part} part @param {Point} focus @returns {{ seen: Part, at: Part }} */
export function fitted(fit, shape, part, [across, down]) {
  const [x, y, width, height] = part;
  if (fit === "stretch") return { seen: part, at: FRAME };
  if (fit === "cover") {
    const [, , wide, high] = covering(part, shape);
    return { seen: [x + (width - wide) * across, y + (height - high) * down, wide, high], at: FRAME };
  }
  const ratio = width / height / shape;
  const [wide, high] = [Math.min(1, ratio), Math.min(1, 1 / ratio)];
  return { seen: part, at: [(1 - wide) * across, (1 - high) * down, wide, high] };
}

/** Whether a focus point changes what is seen, or where it is. @param {string} fit @param {number} shape @param {Part} part */
export function hasFocus(fit, shape, part) {
  const [one, other] = [fitted(fit, shape, part, [0, 0]), fitted(fit, shape, part, [1, 1])];
  return [...one.seen, ...one.at].some((length, number) => Math.abs(length - [...other.seen, ...other.at][number]) > 0.002);
}

/** A focus point moved, kept inside. @param {Point} point @param {number} across @param {number} down @returns {Point} */
export const movedPoint = ([x, y], across, down) => [Math.max(0, Math.min(1, x + across)), Math.max(0, Math.min(1, y + down))];

/** @param {Part} part @returns {Part} */
const inside = ([x, y, width, height]) => [Math.max(0, Math.min(1 - width, x)), Math.max(0, Math.min(1 - height, y)), width, height];

/** A part moved by fractions of itself. @param {Part} part @param {number} across @param {number} down */
export const moved = ([x, y, width, height], across, down) => inside([x + across * width, y + down * height, width, height]);

/** A part as many times as large about its middle. @param {Part} part @param {number} factor */
export function zoomed([x, y, width, height], factor) {
  const by = Math.min(1 / Math.max(width, height), Math.max(LEAST / Math.min(width, height), factor));
  return inside([x + width * (1 - by) / 2, y + height * (1 - by) / 2, width * by, height * by]);
}

/** A part as it is written: to four digits, not beyond the picture. @param {Part} part @returns {Part} */
export function written([x, y, width, height]) {
  const round = (/** @type {number} */ value) => Math.round(value * 1e4) / 1e4;
  const [left, top] = [round(x), round(y)];
  return [left, top, Math.min(round(width), round(1 - left)), Math.min(round(height), round(1 - top))];
}

/** A focus point as it is written: to three digits. @param {Point} point @returns {Point} */
export const writtenPoint = ([x, y]) => [Math.round(x * 1e3) / 1e3, Math.round(y * 1e3) / 1e3];
