// Checks the types of all scripts in one program: to check those of the tables by themselves would take as long again.

import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const folder = dirname(fileURLToPath(import.meta.url));
const { config } = ts.readConfigFile(`${folder}/tsconfig.json`, ts.sys.readFile);
const { options, fileNames, errors } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
const program = ts.createProgram(fileNames, options);

// The scripts of tables need not name the types of their parameters.
const isImplicitAny = ({ code, file }) => code >= 7000 && code < 7100 && file?.fileName.includes("/cardgen/games/");
const found = [...errors, ...ts.getPreEmitDiagnostics(program)].filter((diagnostic) => !isImplicitAny(diagnostic));
process.stdout.write(ts.formatDiagnostics(found, { ...ts.sys, getCanonicalFileName: (name) => name, getNewLine: () => "\n" }));
process.exit(found.length ? 1 : 0);
