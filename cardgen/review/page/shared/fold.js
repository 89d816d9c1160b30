/* A cloth that is much wider than the window, as a phone shows it: cut from top to bottom, and its right part laid below the left one.
   Places are in the units of the cloth. */

/** @typedef {{ width: number, height: number }} Size */
/** @typedef {{ x: number, y: number }} Point */

/** How much larger everything must be on a folded cloth. */
const GAIN = 1.15;

/** Where to cut a cloth so that it is shown largest in a room; null if it is not to be cut. No cut goes through a span, from left to right.
    @param {readonly (readonly [number, number])[]} spans @param {Size} cloth @param {Size} room @returns {number | null} */
export function findFold(spans, { width, height }, room) {
  const half = width / 2;
  const cuts = [half, ...spans.flat()].filter((x) => x > 0 && x < width && spans.every(([left, right]) => x <= left || x >= right));
  const [cut] = cuts.sort((one, other) => Math.abs(one - half) - Math.abs(other - half)); // two parts of one width are shown largest
  if (cut === undefined) return null;
  const folded = Math.min(room.width / Math.max(cut, width - cut), room.height / (2 * height));
  return folded > GAIN * Math.min(room.width / width, room.height / height) ? cut : null;
}

/** The size of the cloth as it is shown. @param {Size} cloth @param {number | null} cut @returns {Size} */
export const foldedSize = ({ width, height }, cut) => (cut === null ? { width, height } : { width: Math.max(cut, width - cut), height: 2 * height });

/** The place at which a point of the cloth is shown. @param {Point} point @param {Size} cloth @param {number | null} cut @returns {Point} */
export const folded = ({ x, y }, { height }, cut) => (cut === null || x < cut ? { x, y } : { x: x - cut, y: y + height });

/** The point of the cloth that is shown at a place. @param {Point} place @param {Size} cloth @param {number | null} cut @returns {Point} */
export function unfolded({ x, y }, { width, height }, cut) {
  const point = cut === null || y < height ? { x: Math.min(x, cut === null ? width : cut - 1), y } : { x: x + cut, y: y - height };
  return { x: Math.max(0, Math.min(width, point.x)), y: Math.max(0, Math.min(height, point.y)) };
}
