/* Loads a few pictures at a time, so that the page stays fast while many are needed. */

/** A queue of images with a data-hash and a data-src: `most()` of them are loaded at once, `shown` is called with each loaded image.
    @param {{ most(): number, shown(image: HTMLImageElement): void }} options */
export function pictureQueue({ most, shown }) {
  const waiting = /** @type {Set<HTMLImageElement>} */ (new Set());
  const seen = /** @type {Set<string | undefined>} */ (new Set());
  let loading = 0;

  function load() {
    for (const image of waiting) {
      if (loading >= most()) return;
      waiting.delete(image);
      if (!image.isConnected) continue; // scrolled out of the document meanwhile
      loading += 1;
      const done = () => { loading -= 1; load(); };
      image.onload = () => { seen.add(image.dataset.hash); shown(image); done(); };
      image.onerror = done;
      image.src = image.dataset.src ?? "";
    }
  }

  return {
    /** Loads the picture of an image. The address depends on the content, so the browser loads it once and caches it. */
    ask(/** @type {HTMLImageElement} */ image) { waiting.add(image); load(); },
    /** Whether the picture of this hash has been loaded before. */
    has: (/** @type {string | undefined} */ hash) => seen.has(hash),
    /** Empties the queue. */
    forget() { waiting.clear(); },
  };
}
