/* Events between modules. */

const listeners = /** @type {Map<string, Set<(...details: any[]) => unknown>>} */ (new Map());

/** Calls `listener` whenever `what` happens: settings, catalog, review, checked, fault, route. Returns a function that
    stops it.
    @param {string} what @param {(...details: any[]) => unknown} listener */
export function on(what, listener) {
  const list = listeners.get(what) ?? new Set();
  listeners.set(what, list.add(listener));
  return () => list.delete(listener);
}

/** @param {string} what @param {...any} details */
export function announce(what, ...details) {
  for (const listener of listeners.get(what) ?? []) listener(...details);
}
