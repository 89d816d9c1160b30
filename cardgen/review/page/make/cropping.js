/* The part of a picture that fills its frame: moved, zoomed, and kept inside of the picture. Pure functions. */

/** x, y, width and height in fractions of the picture. @typedef {[number, number, number, number]} Part */

const LEAST = 0.05; // of the picture's width or height

/** The largest part in the middle of another one that has the shape of the frame.
    @param {Part} part @param {number} shape width to height of the frame, for a picture as wide as high: its own are divided by those of the picture
    @returns {Part} */
export function covering([x, y, width, height], shape) {
  const [wide, high] = width > height * shape ? [height * shape, height] : [width, width / shape];
  return [x + (width - wide) / 2, y + (height - high) / 2, wide, high];
}

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
