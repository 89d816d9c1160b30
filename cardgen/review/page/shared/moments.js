/* What a game counts from turn to turn, and its moments by that. */

const MOST = 3;
/** The least distance between two moments on a line, as a part of it. */
const APART = 0.16;

/** The sums before the first turn and after each, of what each turn adds.
    @param {readonly number[]} gains @returns {number[]} */
export function runningSums(gains) {
  let sum = 0;
  return [0, ...gains.map((gain) => (sum += gain))];
}

/** The values of each player, of rows with a value for each: before the first turn as after it.
    @param {readonly number[][]} rows @returns {number[][]} */
export const columnsOf = (rows) => (rows[0] ?? []).map((first, player) => [first, ...rows.map((row) => row[player])]);

/** The last turns after which somebody else had the most.
    @param {readonly { values: number[] }[]} counts @returns {number[]} */
export function findMoments(counts) {
  const moments = [];
  let leader = -1;
  for (let turn = 0; turn + 1 < (counts[0]?.values.length ?? 0); turn += 1) {
    const most = Math.max(...counts.map(({ values }) => values[turn + 1]));
    const first = counts.findIndex(({ values }) => values[turn + 1] === most);
    const isAlone = counts.filter(({ values }) => values[turn + 1] === most).length === 1;
    if (isAlone && first !== leader) moments.push(turn);
    if (isAlone) leader = first;
  }
  return moments.slice(-MOST);
}

/** Where moments are on the line, from 0 to 1: after their turns, but none upon another.
    @param {readonly number[]} turns @param {number} last @param {number} [apart] */
export function spread(turns, last, apart = APART) {
  const places = turns.map((turn) => (turn + 1) / last);
  for (let index = 1; index < places.length; index += 1) places[index] = Math.max(places[index], places[index - 1] + apart);
  for (let index = places.length - 1, most = 1; index >= 0; index -= 1, most -= apart) places[index] = Math.min(places[index], most);
  return places;
}
