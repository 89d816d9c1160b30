/* Two versions of a text: what differs, and how what two people have changed goes together. */

/** A part of a text that was replaced: from `at`, `old` by `now`. @typedef {{ at: number, old: string, now: string }} Difference */

/** @param {string} text @param {number} at whether a character of two units goes across it */
const isSplit = (text, at) => /[\ud800-\udbff]/.test(text[at - 1] ?? "") && /[\udc00-\udfff]/.test(text[at] ?? "");

/** The part in which two texts differ; empty if they are equal.
    @param {string} before @param {string} now @returns {Difference} */
export function difference(before, now) {
  const most = Math.min(before.length, now.length);
  let at = 0;
  while (at < most && before[at] === now[at]) at += 1;
  if (isSplit(before, at) || isSplit(now, at)) at -= 1;
  let end = 0;
  while (end < most - at && before[before.length - 1 - end] === now[now.length - 1 - end]) end += 1;
  if (isSplit(before, before.length - end) || isSplit(now, now.length - end)) end -= 1;
  return { at, old: before.slice(at, before.length - end), now: now.slice(at, now.length - end) };
}

/** The same place counted in characters, as Python counts them. @param {string} text @param {number} at */
export const characters = (text, at) => [...text.slice(0, at)].length;

/** What was changed in a text by two people, together; null if both have changed the same part of it.
    @param {string} base @param {string} mine @param {string} theirs */
export function merge(base, mine, theirs) {
  if (mine === theirs || base === theirs) return mine;
  if (base === mine) return theirs;
  const [my, their] = [difference(base, mine), difference(base, theirs)];
  if (my.at + my.old.length < their.at) return theirs.slice(0, my.at) + my.now + theirs.slice(my.at + my.old.length);
  if (their.at + their.old.length < my.at) return mine.slice(0, their.at) + their.now + mine.slice(their.at + their.old.length);
  return null;
}

/** Where a place of a text was before it was changed. @param {string} base @param {string} now @param {number} at */
export function placeBefore(base, now, at) {
  const changed = difference(base, now);
  if (at <= changed.at) return at;
  return at >= changed.at + changed.now.length ? at - changed.now.length + changed.old.length : changed.at + Math.min(changed.old.length, at - changed.at);
}
