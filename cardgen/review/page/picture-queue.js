/* Pictures that are asked for a few at a time, so that the page stays quick while many come. */
"use strict";

/** A queue of images that know their picture by data-hash: `most()` are loaded at once, `shown` gets each that has come. */
cardgen.pictureQueue = (/** @type {{ most(): number, shown(image: HTMLImageElement): void }} */ { most, shown }) => {
  const waiting = /** @type {Set<HTMLImageElement>} */ (new Set());
  const seen = /** @type {Set<string | undefined>} */ (new Set());
  let loading = 0;

  function load() {
    for (const image of waiting) {
      if (loading >= most()) return;
      waiting.delete(image);
      if (!image.isConnected) continue; // has flown by meanwhile
      loading += 1;
      const done = () => { loading -= 1; load(); };
      image.onload = () => { seen.add(image.dataset.hash); shown(image); done(); };
      image.onerror = done;
      image.src = cardgen.face(image.dataset.hash ?? "");
    }
  }

  return {
    /** Asks for an image's picture. A URL names its content, so it is loaded once and comes from the browser after that. */
    ask(/** @type {HTMLImageElement} */ image) { waiting.add(image); load(); },
    /** Whether the picture of this hash has been loaded before. */
    has: (/** @type {string | undefined} */ hash) => seen.has(hash),
    /** Asks no more for those that wait. */
    forget() { waiting.clear(); },
  };
};
