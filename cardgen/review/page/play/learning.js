/* What a person learns the game with: the chapters of its rulebook, its terms, and its lesson. */

import { load, state } from "../app/data.js";
import { nearest, settings } from "../app/settings.js";

export const learning = /** @type {LearnData & { version: string }} */ ({ books: {}, terms: [], lesson: null, version: "" });

/** Read it anew if the files of the game have changed. A game without any of it can be played all the same. */
export async function readLearning() {
  const { version } = state.catalog;
  if (learning.version === version) return;
  const data = await load("learn").catch(() => null);
  Object.assign(learning, data ?? { books: {}, terms: [], lesson: null }, { version });
}

/** The language of the rulebook that is nearest to the reader's; undefined if there is no rulebook. */
export const bookLanguage = () => nearest(Object.keys(learning.books), settings.language);
