/* A turn as a sequence of picks. What has been picked decides what can be picked next: legal turns are all that is needed. */

/** One pick, or picks that may be made in any order.
    @typedef {string | string[]} PickStep */

/** What can be picked next, and the index of the turn that is complete, -1 for none.
    @typedef {{ next: string[], complete: number }} PickChoice */

/** Return the steps of a turn that remain after some picks; null if the turn does not begin with them.
    A step is one pick, or a list of picks that may be made in any order.
    @param {readonly PickStep[]} steps @param {readonly string[]} picks @returns {PickStep[] | null} */
export function remaining(steps, picks) {
  /** @type {PickStep[]} */
  let rest = [...steps];
  for (const pick of picks) {
    const [first, ...others] = rest;
    if (typeof first === "string") {
      if (first !== pick) return null;
      rest = others;
    } else {
      if (!first?.includes(pick)) return null;
      const left = first.filter((other) => other !== pick);
      rest = left.length ? [left, ...others] : others;
    }
  }
  return rest;
}

/** Return what can be picked after `picks`, in the order of the turns, and the turn that is complete, -1 if none is.
    @param {readonly (readonly PickStep[])[]} turns @param {readonly string[]} picks @returns {PickChoice} */
export function choice(turns, picks) {
  /** @type {Set<string>} */
  const next = new Set();
  let complete = -1;
  turns.forEach((steps, index) => {
    const rest = remaining(steps, picks);
    if (!rest) return;
    const [first] = rest;
    if (first === undefined) complete = complete < 0 ? index : complete;
    else if (typeof first === "string") next.add(first);
    else for (const pick of first) next.add(pick);
  });
  return { next: [...next], complete };
}
