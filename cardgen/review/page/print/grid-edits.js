/* Changes of the key `grid` of a target: what was typed, and the operations on game.yaml. */

/** One number or `count` of them: "2" or "2, 3"; null if it is something else. @param {string} text @param {number} count */
export function lengths(text, count) {
  const numbers = text.split(/[,，、]/).map((part) => part.trim()).map((part) => (part === "" ? NaN : Number(part)));
  if (numbers.some(Number.isNaN) || (numbers.length !== 1 && numbers.length !== count)) return null;
  return numbers.length === 1 ? numbers[0] : numbers;
}

/** The operations that give a key of a grid a value, or take it away: undefined. Stock leaves nothing of a grid but the order.
    @param {Record<string, unknown> | null} grid @param {{ file: string, path: string[] }} at @param {string} name @param {unknown} value @returns {Record<string, unknown>[]} */
export function operations(grid, { file, path }, name, value) {
  if (value === undefined && !(name in (grid ?? {}))) return [];
  if (!grid) return [{ kind: "insert", file, path, value: { [name]: value } }];
  const place = (/** @type {string} */ key) => ({ file, path: [...path, key] });
  const gone = name === "stock" && value !== undefined ? Object.keys(grid).filter((key) => key !== "stock" && key !== "order") : value === undefined ? [name] : [];
  if (value === undefined && Object.keys(grid).length === 1) return [{ kind: "delete", file, path }];
  const written = value === undefined ? [] : [name in grid ? { kind: "set", ...place(name), old: grid[name], new: value } : { kind: "insert", ...place(name), value }];
  return [...written, ...gone.map((key) => ({ kind: "delete", ...place(key) }))];
}
