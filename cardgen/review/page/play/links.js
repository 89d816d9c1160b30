/* Values in addresses: compressed, and in letters, digits, `-` and `_`. */

/** More characters are no link that the page has written. */
const MOST = 2_000_000;

/** The bytes of a stream. RangeError if there are more than the page ever packs.
    @param {ReadableStream<Uint8Array>} stream */
async function read(stream) {
  const reader = stream.getReader();
  /** @type {Uint8Array[]} */
  const parts = [];
  for (let length = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(/** @type {BlobPart[]} */ (parts));
    length += value.length;
    if (length > MOST) throw new RangeError("too long");
    parts.push(value);
  }
}

/** @param {Blob} blob @param {CompressionStream | DecompressionStream} by */
const piped = (blob, by) => read(blob.stream().pipeThrough(/** @type {any} */ (by)));

/** Return a value of JSON as text for an address.
    @param {unknown} value */
export async function packed(value) {
  const bytes = new Uint8Array(await (await piped(new Blob([JSON.stringify(value)]), new CompressionStream("deflate-raw"))).arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Return the value of a text from an address; undefined if it is no such text.
    @param {string} text @returns {Promise<any>} */
export async function unpacked(text) {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
    return JSON.parse(await (await piped(new Blob([bytes]), new DecompressionStream("deflate-raw"))).text());
  } catch {
    return undefined;
  }
}
