/* What a game counts from turn to turn, and its moments by that. */

const MOST = 3;

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
