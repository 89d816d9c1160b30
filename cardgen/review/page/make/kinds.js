/* The kinds of boxes with their keys, as the server describes them. */

import { load } from "../app/data.js";

/** The kinds of boxes, once they are loaded. @type {Map<string, KindData>} */
export const kinds = new Map();

/** Loads the kinds of boxes, once. */
export async function loadKinds() {
  if (kinds.size) return;
  /** @type {KindData[]} */
  const all = await load(/** @type {any} */ ("kinds")).catch(() => []);
  for (const kind of all) kinds.set(kind.name, kind);
}
