/* Cells as spreadsheet programs exchange them: lines of cells with tabs between them, or a table of HTML. */

/** The cells of a copied text. A cell in quotes may have tabs and line breaks; a quote in it is written twice.
    @param {string} text @returns {string[][]} */
export function parseCells(text) {
  const rows = [[""]];
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    const row = rows[rows.length - 1];
    const last = row.length - 1;
    if (quoted) {
      if (sign !== '"') row[last] += sign;
      else if (text[at + 1] === '"') row[last] += text[at += 1];
      else quoted = false;
    } else if (sign === '"' && row[last] === "") quoted = true;
    else if (sign === "\t") row.push("");
    else if (sign === "\n") rows.push([""]);
    else if (sign !== "\r") row[last] += sign;
  }
  const end = rows[rows.length - 1];
  if (rows.length > 1 && end.length === 1 && end[0] === "") rows.pop();
  return rows;
}

/** Cells as text for other programs.
    @param {readonly (readonly string[])[]} rows */
export const formatCells = (rows) => rows.map((row) => row.map(quote).join("\t")).join("\n");

/** @param {string} cell */
const quote = (cell) => (/["\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** The cells of a copied table of HTML; null if it has none. Line breaks in a cell stay.
    @param {string} html @returns {string[][] | null} */
export function parseTable(html) {
  const table = new DOMParser().parseFromString(html, "text/html").querySelector("table");
  if (!table) return null;
  for (const br of table.querySelectorAll("br")) br.replaceWith("\n");
  return [...table.rows].map((row) => [...row.cells].map((cell) => (cell.textContent ?? "").replaceAll("\u00a0", " ").trim()));
}
