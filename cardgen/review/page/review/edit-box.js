/* From what is seen on a card to the cell that has it. */

import { detail } from "../app/data.js";
import { settings } from "../app/settings.js";
import { go } from "../app/views.js";
import { keyOf } from "./events.js";

/** Goes to the cell of a card, in Make.
    @param {string} key @param {string} field @param {string} [language] */
function editCell(key, field, language = "") {
  const [deck, card] = key.split("/");
  go("make", [deck], { card, field, ...(language ? { language } : {}) });
}

/** Goes to the cell that is printed where a comment points at: by the smallest box there that prints a field. Without one, to the card.
    @param {ShownEvent} comment */
export async function editBox(comment) {
  const key = keyOf(comment);
  const [x, y] = comment.at_mm ?? [0, 0];
  const { boxes } = await detail(key);
  const there = (boxes[comment.side ?? "face"] ?? []).filter(({ rect: [left, top, width, height], fields }) => fields.length && x >= left && x <= left + width && y >= top && y <= top + height)
    .sort((a, b) => a.rect[2] * a.rect[3] - b.rect[2] * b.rect[3]);
  editCell(key, there[0]?.fields[0] ?? "id", settings.cards);
}
