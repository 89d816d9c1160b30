"""Modules joined into one script do what a browser does with the modules, or are refused."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from cardgen.review.server.joining import JoinError, join_page, join_table
from tests.cases import for_cases

#: Every form of import and export that the page uses, a cycle, and a module that is loaded later.
MODULES = {
    "app/main.js": """\
/* The entry. */

import "./side.js";
import { count, twice as double } from "../shared/numbers.js";
import * as texts from "../shared/texts.js";
import {
  first,
  names,
} from "../public.js";

log("main", double(count), texts.join("a", "b"), first(), names.SMALL);
const load = () => import("../later/table.js");
load().then(({ table }) => log("loaded", table));
log("end");
""",
    "app/side.js": 'import { first } from "../shared/cycle-a.js";\nlog("side", typeof first);\n',
    "shared/numbers.js": "export const count = 21;\nexport function twice(n) {\n  return 2 * n;\n}\n",
    "shared/texts.js": "export const join = (...parts) => parts.join('');\nexport async function late() {}\n",
    "shared/small.js": 'export const SMALL = "s";\n',
    "shared/cycle-a.js": """\
import { second } from "./cycle-b.js";
log("a", second());
export function first() {
  return "first";
}
""",
    "shared/cycle-b.js": """\
import * as a from "./cycle-a.js";
import { first } from "./cycle-a.js";
log("b", first());
export function second() {
  return `second of ${a.first()}`;
}
""",
    "public.js": """\
export { first, first as again } from "./shared/cycle-a.js";
export * as names from "./shared/small.js";
""",
    "later/table.js": """\
import { again } from "../public.js";
log("later", again());
export const table = again();
""",
}


def lines_of(script: Path) -> list[object]:
    """Return what a script logs in Node."""
    log = "globalThis.log = (...values) => console.log(JSON.stringify(values));"
    command = ["node", "--experimental-detect-module", "--import", f"data:text/javascript,{log}", str(script)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


#: Loads a script in Node as a browser does by an element of the document.
DOCUMENT = """const load = (script) => {
  new Function("bodies", "use", require("fs").readFileSync(script.src, "utf-8"))(bodies, use);
  script.onload();
};
globalThis.document = { createElement: () => ({}), head: { append: load } };
"""


def test_joined_scripts_do_the_same_as_their_modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for path, text in MODULES.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    scripts = join_page(MODULES, "app/main.js")
    later = tmp_path / "page/later/table.js"
    later.parent.mkdir(parents=True)
    later.write_text(scripts["later/table.js"], encoding="utf-8")
    joined = tmp_path / "joined.cjs"
    joined.write_text(DOCUMENT + scripts["app/main.js"], encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    lines = lines_of(joined)
    assert lines == lines_of(tmp_path / "app/main.js")
    assert lines[-1] == ["loaded", "first"]


def test_what_is_loaded_later_has_a_script_of_its_own() -> None:
    scripts = join_page({**MODULES, "later/table.js": 'import "./more.js";\n', "later/more.js": ""}, "app/main.js")
    assert list(scripts) == ["app/main.js", "later/table.js"]
    assert re.findall(r'bodies\["(.*?)"\] =', scripts["later/table.js"]) == ["later/more.js", "later/table.js"]
    modules = {**MODULES, "later/table.js": 'const edit = () => import("../vendor/editor.js");\n'}
    assert 'import("../vendor/editor.js")' in join_page(modules, "app/main.js")["later/table.js"]
    assert "later/" not in "".join(re.findall(r'bodies\["(.*?)"\] =', scripts["app/main.js"]))


def test_comments_that_document_are_left_out() -> None:
    text = '/** A\n    comment. */\nlog(/** @type {any} */ ("/** a text */"));\n  /** Another. */\n// one line\n'
    script = join_page({"main.js": text}, "main.js")["main.js"]
    assert script.count("/**") == 2
    assert "Another" not in script


def test_the_script_of_a_table_has_its_modules_alone() -> None:
    page = {path: text for path, text in MODULES.items() if path != "later/table.js"}
    script = join_table({"later/table.js": MODULES["later/table.js"]}, page)
    assert script.count("bodies[") == 1
    with pytest.raises(JoinError, match=r"none of public\.js: not exported"):
        join_table({"later/table.js": 'import { none } from "../public.js";\n'}, page)


@for_cases(
    ("text", "problem"),
    [
        ("export let a = 1;\n", "export let a = 1;"),
        ("export default 1;\n", "export default 1;"),
        ("const a = 1;\nexport { a };\n", "export { a };"),
        ("import a from './b.js';\n", "import a from './b.js';"),
        ("await null;\n", "await null;"),
        ("log(import.meta.url);\n", "import.meta.url"),
        ('import { a } from "./none.js";\n', "no module none.js"),
        ('const load = () => import("./none.js");\n', "no module of this name"),
        ('import { none } from "./constant.js";\n', "none of constant.js: not exported"),
        ('import { main } from "./constant.js";\nexport const other = 1;\n', "other of main.js: not a function"),
    ],
)
def test_other_forms_are_refused(text: str, problem: str) -> None:
    constant = 'import { other } from "./main.js";\nexport const main = 1;\n'
    with pytest.raises(JoinError, match=problem.replace("(", r"\(").replace("{", r"\{")):
        join_page({"main.js": text, "constant.js": constant}, "main.js")
