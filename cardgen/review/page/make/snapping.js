/* Snapping: edges and middles of what is dragged stop at those of the card and of other boxes. Lengths are mm. */

/** @typedef {{ axis: 0 | 1, at: number }} SnapLine a vertical (0) or horizontal (1) line */
/** @typedef {{ axis: 0 | 1, from: number, to: number, across: number }} Gap a distance along an axis, drawn at `across` of the other one */

/** The edges and the middle of a rectangle along an axis. @param {readonly number[]} rect @param {0 | 1} axis */
const marksOf = (rect, axis) => [rect[axis], rect[axis] + rect[axis + 2] / 2, rect[axis] + rect[axis + 2]];

/** How much to add to a change so that it stops at the nearest target within reach, and the lines where it does.
    `parts` are which of left, middle and right (top, middle and bottom) are dragged: all three of a box that moves.
    @param {readonly number[]} rect as it would be @param {readonly (readonly number[])[]} others @param {number} reach
    @param {readonly [readonly number[], readonly number[]]} parts */
export function snap(rect, others, reach, parts) {
  const add = [0, 0];
  const lines = /** @type {SnapLine[]} */ ([]);
  for (const axis of /** @type {const} */ ([0, 1])) {
    const own = parts[axis].map((part) => marksOf(rect, axis)[part]);
    const targets = others.flatMap((other) => marksOf(other, axis));
    const nearest = Math.min(...own.flatMap((mark) => targets.map((target) => Math.abs(target - mark))), Infinity);
    if (nearest > reach) continue;
    add[axis] = own.flatMap((mark) => targets.map((target) => target - mark)).find((distance) => Math.abs(distance) === nearest) ?? 0;
    const found = new Set(own.map((mark) => mark + add[axis]).filter((mark) => targets.some((target) => Math.abs(target - mark) < 0.005)));
    lines.push(...[...found].map((at) => ({ axis, at })));
  }
  return { add, lines };
}

/** A change of a rectangle that keeps its proportions, from one of its width and height: the side that changes more leads. `right` and `down`
    say which corner is dragged: 1 or -1. @param {readonly number[]} rect @param {readonly number[]} by @param {number} right @param {number} down
    @returns {[number, number, number, number]} */
export function inProportion([, , width, height], [, , wide, high], right, down) {
  const factors = [1 + wide / width, 1 + high / height];
  const factor = Math.abs(factors[0] - 1) > Math.abs(factors[1] - 1) ? factors[0] : factors[1];
  const [across, along] = [width, height].map((length) => Math.round(length * (factor - 1) * 100) / 100);
  return [right < 0 ? -across : 0, down < 0 ? -along : 0, across, along];
}

/** The distances from a rectangle to what is nearest at its left and right, and above and below it.
    @param {readonly number[]} rect @param {readonly (readonly number[])[]} others @returns {Gap[]} */
export function gaps(rect, others) {
  return /** @type {const} */ ([0, 1]).flatMap((axis) => {
    const cross = axis === 0 ? 1 : 0;
    const beside = others.filter((other) => other[cross] < rect[cross] + rect[cross + 2] && rect[cross] < other[cross] + other[cross + 2]);
    const [low, , high] = marksOf(rect, axis);
    const edges = beside.flatMap((other) => [marksOf(other, axis)[0], marksOf(other, axis)[2]]);
    const before = Math.max(...edges.filter((edge) => edge <= low + 0.005), -Infinity);
    const after = Math.min(...edges.filter((edge) => edge >= high - 0.005), Infinity);
    const across = marksOf(rect, cross)[1];
    return [[before, low], [high, after]].filter(([from, to]) => Number.isFinite(to - from) && to - from > 0.005).map(([from, to]) => ({ axis, from, to, across }));
  });
}
