/* A free place for a new box. Lengths are mm. */

const APART = 1; // from other boxes and letters

/** The left and the top of a new box where it covers nothing that is taken, as near to the middle of the card as it can be within the safe
    area; null if there is no such place.
    @param {readonly number[]} size its width and height @param {readonly number[]} card @param {number} safe from the edge of the card
    @param {readonly (readonly number[])[]} taken rectangles @returns {readonly number[] | null} */
export function freePlace(size, card, safe, taken) {
  const middle = [0, 1].map((axis) => (card[axis] - size[axis]) / 2);
  // The nearest free place has, in each direction, the middle or the edge of something that is in the way.
  const [lefts, tops] = [0, 1].map((axis) => [...new Set([middle[axis], ...taken.flatMap((rect) => [rect[axis] - APART - size[axis], rect[axis] + rect[axis + 2] + APART])])]
    .filter((start) => start >= safe && start + size[axis] <= card[axis] - safe));
  const distance = (/** @type {readonly number[]} */ place) => Math.hypot(place[0] - middle[0], place[1] - middle[1]);
  const isFree = (/** @type {readonly number[]} */ place) => taken.every((rect) => [0, 1].some((axis) =>
    place[axis] + size[axis] + APART <= rect[axis] + NEARLY || rect[axis] + rect[axis + 2] + APART <= place[axis] + NEARLY));
  const places = lefts.flatMap((left) => tops.map((top) => [left, top])).sort((one, other) => distance(one) - distance(other));
  return places.find(isFree) ?? null;
}

const NEARLY = 0.001; // sums of lengths differ by less
