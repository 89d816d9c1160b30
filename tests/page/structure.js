// Prints what pdf.js reads of a tagged PDF, as JSON: for each page its structure, the text of each piece of content by
// its id ("" for artifacts), and the ids and the addresses of its links: node structure.js FILE
import { readFile } from "node:fs/promises";
import process from "node:process";

import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

const data = new Uint8Array(await readFile(process.argv[2]));
const pdf = await getDocument({ data, verbosity: 0 }).promise;
const pages = [];
for (let number = 1; number <= pdf.numPages; number++) {
  const page = await pdf.getPage(number);
  const { items } = await page.getTextContent({ includeMarkedContent: true });
  const texts = {};
  const open = [];
  for (const item of items) {
    if (item.type === "endMarkedContent") open.pop();
    else if (item.type) open.push(item.id ?? (item.tag === "Artifact" ? "" : (open.at(-1) ?? null)));
    else if (item.str) texts[open.at(-1) ?? "none"] = (texts[open.at(-1) ?? "none"] ?? "") + item.str;
  }
  const links = (await page.getAnnotations()).map(({ id, url, dest }) => ({ id, target: url ?? dest }));
  pages.push({ structure: await page.getStructTree(), texts, links });
}
const { info } = await pdf.getMetadata();
process.stdout.write(JSON.stringify({ marks: await pdf.getMarkInfo(), lang: info.Language, pages }));
