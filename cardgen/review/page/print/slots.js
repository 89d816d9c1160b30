/* Which card lies in which place of a sheet. */

/** The copies of cards on the sheet of a page, in the order of its places. In stacks, the next card is on the next sheet.
    @param {Pick<SheetData, "cards" | "pages" | "sides" | "slots" | "stacked" | "sheet_numbers">} sheet @param {number} page */
export function slotsOf({ cards, pages, sides, slots, stacked, sheet_numbers: numbers }, page) {
  const places = slots.face.length;
  const number = Math.floor((page - 1) / sides.length);
  const sheets = pages / sides.length;
  const hasAll = numbers.length > 0; // a place for each card, of all sheets
  const cardAt = (/** @type {number} */ slot) => (hasAll ? slot : stacked ? number + slot * sheets : number * places + slot);
  const all = new Map();
  for (const [key, copies] of cards) all.set(key, (all.get(key) ?? 0) + copies);
  const earlier = new Map(); // the copies of a card in the sets before
  const found = [];
  let index = 0;
  let slot = 0;
  for (const [key, copies] of cards) {
    const before = earlier.get(key) ?? 0;
    for (; slot < places && cardAt(slot) < index + copies; slot += 1) {
      if (!hasAll || numbers[slot] === number) found.push({ key, copy: before + cardAt(slot) - index + 1, copies: all.get(key), slot });
    }
    index += copies;
    earlier.set(key, before + copies);
  }
  return found;
}
