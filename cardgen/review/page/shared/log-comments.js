/* Comments on the steps of a game, in its log: lines that begin with # after the line of a turn, or text after a # in it. */

/** The longest comment, in characters. */
export const MOST_COMMENT = 2000;

/** @param {string} line */
const content = (line) => (line.split("#")[0] ?? "").trim();

/** How many lines of a log have content.
    @param {string} log */
export const count = (log) => log.split("\n").filter(content).length;

/** A log with comments. The lines before the first turn are its head.
    @param {string} log @param {number} head @param {ReadonlyMap<number, string>} comments by the number of turns before them */
export function write(log, head, comments) {
  /** @type {string[]} */
  const lines = [];
  /** @param {number} turn */
  const comment = (turn) => {
    const text = comments.get(turn);
    if (text) lines.push(...text.split("\n").map((line) => `# ${line}`.trimEnd()));
  };
  if (!head) comment(0);
  log.replace(/\n$/, "").split("\n").forEach((line, index) => {
    if (line || index) lines.push(line);
    if (line && index + 1 >= head && index + 1 - head >= (head ? 0 : 1)) comment(index + 1 - head);
  });
  return lines.length ? `${lines.join("\n")}\n` : "";
}

/** The comments of a log with so many turns.
    @param {string} text @param {number} head @param {number} turns */
export function read(text, head, turns) {
  const comments = /** @type {Map<number, string>} */ (new Map());
  let line = 0;
  for (const written of text.split("\n")) {
    if (content(written)) line += 1;
    const [, comment] = /#\s?(.*)$/.exec(written) ?? [];
    if (comment === undefined) continue;
    const at = Math.max(0, Math.min(turns, line - head));
    comments.set(at, comments.has(at) ? `${comments.get(at)}\n${comment.trimEnd()}` : comment.trimEnd());
  }
  return comments;
}
