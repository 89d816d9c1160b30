/* The pictures of cards at a table: pixels where they lie or move, which browsers draw in less time, and vectors where one card is
   looked at. */

import { face, thumbnail } from "../app/data.js";
import { h } from "../shared/elements.js";
/** @import { Attributes } from "../shared/elements.js" */

/** The most px a mm that a card on the table or in a hand has. */
const scale = () => (innerWidth <= 640 ? 2.4 : innerWidth <= 1920 ? 3.5 : 5);

/** @param {string} src @param {Attributes} more */
const image = (src, more) => h("img", { src, alt: "", draggable: "false", ...more });

/** A picture as it lies on the table or in a hand; "" if there is none.
    @param {string | null | undefined} hash @param {Attributes} [more] */
export const cardPicture = (hash, more = {}) => (hash ? image(thumbnail(hash, scale()), { loading: "lazy", ...more }) : "");

/** A picture that is looked at; "" if there is none.
    @param {string | null | undefined} hash @param {Attributes} [more] */
export const largePicture = (hash, more = {}) => (hash ? image(face(hash), more) : "");
