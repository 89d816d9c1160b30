/* Files that are dropped or pasted on the grid and on the canvas: a picture for a card, a font. */

import { t, words } from "../app/words.js";
import { safeName } from "../shared/file-names.js";
import { isGround } from "../shared/grounds.js";
import { message } from "../shared/messages.js";
import { toast } from "../app/toast.js";
import { addFont, addPicture, addPictures, cellEdit, filesOf, isFont } from "./assets.js";
import { boxes, boxesAt, canvas, card, cardKey, deck, freeName, pick, pickedBox, side, valueOf } from "./canvas-state.js";
import { drawing } from "./dragging.js";
import { ask } from "./editing.js";
import { freePlace } from "./free-place.js";
import { kinds } from "./kinds.js";
import { headingOf, isFixedAt, sheet, textAt } from "./table-state.js";
/** @import { ShownBox } from "./canvas-state.js" */

/** @param {DragEvent} event */
export const allowFiles = (event) => { if (event.dataTransfer?.types.includes("Files")) event.preventDefault(); };

/** The row of each of several pictures: that of the card that its file is named after, or from a row on downwards.
    @param {readonly File[]} files @param {number} row */
function rowsFor(files, row) {
  const named = (/** @type {File} */ { name }) => (files.length > 1 ? sheet.table.rows.findIndex(({ id }) => id === safeName(name.replace(/\.[^.]*$/, ""))) : -1);
  let next = row;
  return files.map((file) => (named(file) < 0 ? (next += 1) - 1 : named(file)));
}

/** Puts pictures into cells of the grid, and adds fonts.
    @param {readonly File[]} files @param {{ row: number, column: number } | null} cell */
export async function dropOnCells(files, cell) {
  for (const file of files.filter(isFont)) await addFont(file);
  const pictures = files.filter((file) => !isFont(file));
  if (!pictures.length) return;
  const column = cell ? sheet.table.columns[cell.column] : null;
  if (!cell || !column?.kind.startsWith("image") || isFixedAt(cell.row, cell.column)) {
    toast(t("dropping.no-cell", { column: column && cell ? headingOf(cell.column) : "" }), { slot: "fault" });
    return;
  }
  const { deck: id, rows } = sheet.table;
  const targets = rowsFor(pictures, cell.row);
  const cells = pictures.map((_, at) => (targets[at] < rows.length ? [{ kind: "cell", deck: id, card: rows[targets[at]].id, field: column.name, language: column.language, old: textAt(targets[at], cell.column) }] : []));
  await addPictures(pictures, (name, at) => cells[at].map((one) => ({ ...one, new: name })));
}

/** The field of the cards that a value names; "" if it is no field alone. @param {unknown} value */
export const fieldIn = (value) => /^\{([^{}.?[\]]+)\??\}$/.exec(typeof value === "string" ? value : "")?.[1] ?? "";

/** The edit that gives a picture box a file: in the field of the card that it prints, or in the template.
    @param {ShownBox} box @param {string} file */
export async function fileEdit(box, file) {
  const [old, about] = [valueOf(box, "file")?.value, card()];
  const field = fieldIn(old);
  const cell = field && about ? await cellEdit(about.deck, about.id, field, file) : null;
  return cell ?? { kind: "property", deck: deck().id, side: side(), box: box.name, key: ["file"], old, new: file, here: true };
}

const LONG = 0.5; // of the card's width: the longer side of a new picture

const LEAST = 1; // mm: the shorter side of a new picture

/** Gives the picture box at a point another picture: that of the card if it is a field's. Elsewhere a new box is inserted.
    @param {File} file @param {readonly number[] | null} point mm; null for the selected box */
export async function dropOnCanvas(file, point) {
  if (isFont(file)) return void await addFont(file);
  const box = point ? boxesAt(point[0], point[1]).find(({ kind }) => kind === "image") : pickedBox();
  if (box?.kind === "image") {
    const change = await fileEdit(box, "");
    return void await addPicture(file, (name) => [{ ...change, new: name }]);
  }
  await insertPicture(file, point);
}

/** The value `box` of a new box, in mm of the template: where it covers no box and no letters of the card at hand and of those beside it;
    else none of the card at hand; else in the middle. @param {number} wide @param {number} high */
export async function placeFor(wide, high) {
  const [{ trim: [width, height], safe }, scale, key] = [deck(), canvas.data?.scale ?? 1, cardKey()];
  const answer = /** @type {DraftAnswer | null} */ (await ask("api/draft", { operations: [], cards: [key, ...drawing.samples()], runs: true }));
  const taken = boxes().filter(({ kind }) => !kinds.get(kind)?.keys.some(({ name }) => name === "font")).flatMap(({ rects }) => rects).filter((rect) => !isGround(rect, [width, height]));
  const place = (/** @type {DraftedCard[]} */ cards) => freePlace([wide * scale, high * scale], [width, height], safe, [...taken, ...cards.flatMap(({ runs }) => runs?.[side()] ?? []).map(({ ink }) => ink)]);
  const cards = answer?.cards ?? [];
  const [left, top] = place(cards) ?? place(cards.filter((one) => one.key === key)) ?? [(width - wide * scale) / 2, (height - high * scale) / 2];
  return [left / scale, top / scale, wide, high].map(round);
}

/** @param {number} length */
const round = (length) => Math.round(length * 10) / 10;

/** Copies a picture into the game, and inserts a box of its proportions that shows it. @param {File} file @param {readonly number[] | null} [point] its middle, mm; a free place if it is null */
export async function insertPicture(file, point = null) {
  const { id, trim: [width] } = deck();
  const name = freeName("image");
  const scale = canvas.data?.scale ?? 1;
  const isAdded = await addPicture(file, async (path, _, size) => {
    const [wide, high] = size.map((length) => Math.max(width * LONG / scale * length / Math.max(...size), LEAST));
    const [x, y] = point?.map((length) => length / scale) ?? [];
    const place = point ? [x - wide / 2, y - high / 2, wide, high].map(round) : await placeFor(round(wide), round(high));
    return [{ kind: "add-box", deck: id, side: side(), name, value: { kind: "image", box: place, file: path } }];
  });
  if (isAdded) pick([name]);
}

/** Watches an element for files. @param {HTMLElement} element @param {(files: File[], event: DragEvent | ClipboardEvent) => unknown} use */
export function watchFiles(element, use) {
  const take = (/** @type {DragEvent | ClipboardEvent} */ event, /** @type {DataTransfer | null} */ data) => {
    const files = filesOf(data);
    if (!files.length) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    use(files, event);
  };
  element.addEventListener("dragover", allowFiles);
  element.addEventListener("drop", (event) => take(event, event.dataTransfer));
  element.addEventListener("paste", (event) => take(event, event.clipboardData));
}

words({
  en: {
    "dropping.no-cell": message("Drop a picture on a cell of a picture column: {column} is none."),
  },
});
