/* Values continued beyond a selection, as spreadsheets do it. Pure functions. */

/** A number at the end of a text, and what stands before it. */
const NUMBERED = /^(.*?)(-?\d+(?:\.\d+)?)$/su;

/** The next `count` values of a series. Numbers that grow evenly go on, also at the end of a text ("c1", "c2"); one number alone, and
    all other values, are repeated.
    @param {readonly string[]} values in the direction of the series @param {number} count @returns {string[]} */
export function continued(values, count) {
  const parts = values.map((value) => NUMBERED.exec(value));
  const heads = new Set(parts.map((part) => part?.[1]));
  const numbers = parts.map((part) => Number(part?.[2]));
  const head = parts[0]?.[1] ?? "";
  const step = numbers.length > 1 ? numbers[1] - numbers[0] : 1;
  const isEven = heads.size === 1 && numbers.every((number, at) => Math.abs(number - numbers[0] - at * step) < 1e-9);
  if (!isEven || (values.length === 1 && !head)) return Array.from({ length: count }, (_, at) => values[at % values.length]);
  const digits = Math.max(...parts.map((part) => part?.[2].split(".")[1]?.length ?? 0));
  const width = new Set(parts.map((part) => part?.[2].length)).size === 1 && parts[0]?.[2].startsWith("0") ? parts[0][2].length : 0;
  return Array.from({ length: count }, (_, at) => head + (numbers[numbers.length - 1] + (at + 1) * step).toFixed(digits).padStart(width, "0"));
}
