/* Names of folders, made of titles. */

const MOST = 40; // letters, as the server allows

/** A title as the name of a game: letters of any script and digits in lower case, with - between words; "" if it has none.
    @param {string} title */
export const safeName = (title) => [...title.normalize("NFC").toLowerCase().replace(/['’]/g, "").replace(/[^\p{L}\p{M}\p{Nd}]+/gu, "-").replace(/^[-\p{M}]+/u, "")].slice(0, MOST).join("").replace(/-+$/, "");
