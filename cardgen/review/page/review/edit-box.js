/* From what is seen on a card to the cell that has it. */

import { detail, state } from "../app/data.js";
import { settings } from "../app/settings.js";
import { go } from "../app/views.js";
import { isGround } from "../shared/grounds.js";
import { keyOf } from "./events.js";

/** Goes to the cell of a card, in Make.
    @param {string} key @param {string} field @param {string} [language] */
function editCell(key, field, language = "") {
  const [deck, card] = key.split("/");
  go("make", [deck], { card, field, ...(language ? { language } : {}) });
}

/** Whether this page can edit: not a static copy, and not a page that only reads. */
export const canEditBoxes = () => state.catalog.mode === "live";

/** The boxes at the place that a comment points at, the topmost first; grounds are meant if there is no other. @param {ShownEvent} comment */
async function boxesAt(comment) {
  const [x, y] = comment.at_mm ?? [0, 0];
  const { boxes } = await detail(keyOf(comment));
  const trim = state.decks.get(keyOf(comment).split("/")[0])?.trim ?? [0, 0];
  const last = (/** @type {BoxData} */ { rect }) => Number(isGround(rect, trim));
  return (boxes[comment.side ?? "face"] ?? []).filter(({ rect: [left, top, width, height] }) => x >= left && x <= left + width && y >= top && y <= top + height)
    .reverse().sort((one, other) => last(one) - last(other));
}

/** Goes to the cell that is printed where a comment points at: by the topmost box there that prints a field. Without one, to the canvas.
    @param {ShownEvent} comment */
export async function editBox(comment) {
  const field = (await boxesAt(comment)).find(({ fields }) => fields.length)?.fields[0];
  if (field) editCell(keyOf(comment), field, settings.cards);
  else showOnCanvas(comment);
}

/** Goes to the canvas, where the box is selected that a comment points at. @param {ShownEvent} comment */
export async function showOnCanvas(comment) {
  const [box] = await boxesAt(comment);
  const name = box?.name.split(".").filter((step) => !/^\d+$/.test(step)).join("."); // of a copy which a container has made
  go("canvas", keyOf(comment).split("/"), { ...(comment.side === "back" ? { side: "back" } : {}), ...(name ? { box: name } : {}) });
}
