/* Where in a YAML text a character is: the keys on the way to it, and the values beside it. The text may be half written, so this goes by
   indentation and brackets. */

/** A key on the way, "*" for an entry of a list, with the plain values of the mapping that has it.
    @typedef {{ key: string, beside: Record<string, string> }} Step */
/** `part` is what is written there: a key, a value, or the lines of a text. `word` is what there is of it, which begins at `from`; `beside`
    are the plain values of the mapping around a key.
    @typedef {{ steps: Step[], part: "key" | "value" | "text", from: number, word: string, beside: Record<string, string> }} YamlPlace */

const LINE = /^( *)((?:- +|-$)*)(?:((?:"[^"]*"|'[^']*'|[^\s#"'{[\]},&*!|>%@-][^:#]*?)):(?= |$) *)?(.*)$/;
const MOST_LINES = 60; // of a value in brackets

/** @param {string} text */
const bare = (text) => text.trim().replace(/^(["'])(.*)\1$/, "$2");

/** A line: the columns of its dashes and of what follows, its key (null for none), and its value with its column.
    @param {string} line */
function parseLine(line) {
  const [, indent = "", dashes = "", key, value = ""] = LINE.exec(line) ?? [];
  const column = indent.length + dashes.length;
  return { dashes: [...dashes.matchAll(/-/g)].map(({ index }) => indent.length + index), column, key: key === undefined ? null : bare(key), value, valueAt: line.length - value.length,
    isBlank: !line.trim() || line.trimStart().startsWith("#") };
}

/** The plain values of the mapping in a column, around a line. @param {string[]} lines @param {number} n @param {number} column */
function valuesAround(lines, n, column) {
  const values = /** @type {Record<string, string>} */ ({});
  /** @param {number} at @param {number} way whether the mapping goes on after the line */
  const take = (at, way) => {
    const line = parseLine(lines[at]);
    if (line.isBlank || line.column > column) return true;
    const isNext = way > 0 && line.dashes.length > 0;
    if (line.column < column || isNext) return false;
    if (line.key !== null) values[line.key] = bare(line.value);
    return way > 0 || !line.dashes.length;
  };
  if (take(n, -1)) for (let at = n - 1; at >= 0 && take(at, -1); at -= 1);
  for (let at = n + 1; at < lines.length && take(at, 1); at += 1);
  return values;
}

/** The steps to the mapping or list that begins in a column of a line.
    @param {string[]} lines @param {number} n @param {number} column @param {number[]} dashes @returns {Step[]} */
function stepsTo(lines, n, column, dashes) {
  const steps = /** @type {Step[]} */ ([]);
  let [at, isList] = [column, false];
  /** @param {number[]} columns */
  const enter = (columns) => {
    for (let n = columns.length; n > 0; n -= 1) steps.push({ key: "*", beside: {} });
    if (columns.length) [at, isList] = [columns[0], true];
  };
  enter(dashes);
  for (let line = n - 1; line >= 0 && (at > 0 || isList); line -= 1) {
    const { isBlank, key, column: there, dashes: marks } = parseLine(lines[line]);
    if (isBlank) continue;
    if (key !== null && (there < at || (isList && there === at && !marks.length))) {
      steps.push({ key, beside: valuesAround(lines, line, there) });
      [at, isList] = [there, false];
      enter(marks);
    } else if (marks.length && !isList && (there === at || (key === null && marks[0] < at))) enter(marks);
  }
  return steps.reverse();
}

/** Where a character is in a value in brackets that begins at `start`; null if it is not inside of it.
    @param {string} text @param {number} start @param {number} at @returns {YamlPlace | null} */
function placeInBrackets(text, start, at) {
  const stack = /** @type {{ open: string, key: string | null, beside: Record<string, string> }[]} */ ([]);
  let found = /** @type {YamlPlace | null} */ (null);
  let from = start; // of the part that is being read
  const note = () => {
    const { open = "", key = null, beside = {} } = stack.at(-1) ?? {};
    const steps = stack.flatMap((frame) => (frame.open === "[" ? [{ key: "*", beside: {} }] : frame.key === null ? [] : [{ key: frame.key, beside: frame.beside }]));
    found = { steps, part: open === "{" && key === null ? "key" : "value", from, word: text.slice(from, at), beside }; // which what follows is added to
  };
  const end = (/** @type {number} */ i) => {
    const top = stack.at(-1);
    if (top && top.key !== null) top.beside[top.key] = bare(text.slice(from, i));
  };
  for (let i = start; i <= text.length; i += 1) {
    const character = text[i] ?? "";
    const isFirst = !text.slice(from, i).trim();
    if (isFirst && /\S/.test(character)) from = i;
    if (i === at) {
      if (!stack.length) return null;
      if (isFirst) from = i;
      note();
    }
    const top = stack.at(-1);
    if (isFirst && (character === "{" || character === "[")) {
      stack.push({ open: character, key: null, beside: {} });
      from = i + 1;
    } else if (isFirst && (character === '"' || character === "'")) {
      const close = text.indexOf(character, i + 1);
      if (i < at && (close < 0 || at <= close)) note();
      if (close < 0) break;
      i = close;
    } else if (character === "}" || character === "]") {
      end(i);
      stack.pop();
      if (!stack.length) break;
    } else if (character === ",") {
      end(i);
      if (top) top.key = null;
      from = i + 1;
    } else if (character === ":" && !/\S/.test(text[i + 1] ?? "") && top?.open === "{" && top.key === null) {
      top.key = bare(text.slice(from, i));
      from = i + 1;
    }
  }
  return found;
}

/** Where in a YAML text a character is. @param {string} text @param {number} at @returns {YamlPlace} */
export function placeAt(text, at) {
  const lines = text.split("\n");
  const n = text.slice(0, at).split("\n").length - 1;
  let start = text.lastIndexOf("\n", at - 1) + 1;
  const column = at - start;
  let outermost = /** @type {YamlPlace | null} */ (null);
  for (let line = n, offset = start; line >= Math.max(0, n - MOST_LINES); line -= 1, offset -= (lines[line]?.length ?? 0) + 1) {
    const { key, value, valueAt, column: there, dashes } = parseLine(lines[line]);
    const inside = /^[[{]/.test(value) && offset + valueAt < at ? placeInBrackets(text, offset + valueAt, at) : null;
    if (!inside) continue;
    const own = key === null ? [] : [{ key, beside: valuesAround(lines, line, there) }];
    outermost = { ...inside, steps: [...stepsTo(lines, line, there, dashes), ...own, ...inside.steps] };
  }
  if (outermost) return outermost;
  const line = parseLine(lines[n]);
  const isBlank = !lines[n].trim();
  const there = isBlank ? column : line.column;
  const steps = stepsTo(lines, n, there, line.dashes);
  if (isText(lines, n, there)) return { steps, part: "text", from: start + there, word: lines[n].slice(there, column), beside: {} };
  const beside = valuesAround(lines, n, there);
  if (line.key !== null && column >= line.valueAt) {
    return { steps: [...steps, { key: line.key, beside }], part: "value", from: start + line.valueAt, word: lines[n].slice(line.valueAt, column), beside: {} };
  }
  start += Math.min(there, column);
  return { steps, part: "key", from: start, word: text.slice(start, at), beside };
}

/** Whether a line is one of a text after `|` or `>`. @param {string[]} lines @param {number} n @param {number} column */
function isText(lines, n, column) {
  let least = column;
  for (let at = n - 1; at >= 0 && least > 0; at -= 1) {
    const line = parseLine(lines[at]);
    const indent = lines[at].length - lines[at].trimStart().length;
    if (!lines[at].trim() || indent >= least) continue;
    if (/^[|>][-+\d]*\s*(#.*)?$/.test(line.value)) return true;
    least = indent;
  }
  return false;
}
