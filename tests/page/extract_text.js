// Prints the text of each page of a PDF as pdf.js extracts it, as a JSON list: node extract_text.js FILE
import { readFile } from "node:fs/promises";
import process from "node:process";

import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

const data = new Uint8Array(await readFile(process.argv[2]));
const pdf = await getDocument({ data, verbosity: 0 }).promise;
const texts = [];
for (let number = 1; number <= pdf.numPages; number++) {
  const page = await pdf.getPage(number);
  const { items } = await page.getTextContent();
  texts.push(items.map((item) => item.str + (item.hasEOL ? "\n" : "")).join(""));
}
process.stdout.write(JSON.stringify(texts));
