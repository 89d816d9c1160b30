/* The moments of a game, by what it counts. */

const MOST = 3;

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
