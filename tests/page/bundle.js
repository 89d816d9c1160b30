/* Bundles CodeMirror for the page: `npm run bundle` writes the module, the licences of all that is in it, and what it is made of, with
   its digest. The same packages give the same bytes. With --check nothing is written, and a difference is an error. */

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const folder = join(here, "../../cardgen/review/page/vendor");
const { outputFiles, metafile } = await build({
  absWorkingDir: here, entryPoints: ["codemirror.js"], bundle: true, minify: true, format: "esm", target: "es2022", charset: "utf8", legalComments: "none", metafile: true, write: false,
});
const packages = [...new Set(Object.keys(metafile.inputs).flatMap((path) => path.match(/node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1] ?? []))].sort();
/** @param {string} name @param {string} file */
const read = (name, file) => readFileSync(join(here, "node_modules", name, file), "utf8");
const code = outputFiles[0].text;
const files = {
  "codemirror.js": code,
  "LICENCES.txt": packages.map((name) => `${name}\n\n${read(name, "LICENSE").trim()}\n`).join("\n---\n\n"),
  "codemirror.json": `${JSON.stringify({ sha256: createHash("sha256").update(code).digest("hex"), packages: Object.fromEntries(packages.map((name) => [name, JSON.parse(read(name, "package.json")).version])) }, null, 2)}\n`,
};
for (const [name, text] of Object.entries(files)) {
  if (!process.argv.includes("--check")) writeFileSync(join(folder, name), text);
  else if (readFileSync(join(folder, name), "utf8") !== text) throw new Error(`${name} is not what the packages give: npm run bundle`);
}
