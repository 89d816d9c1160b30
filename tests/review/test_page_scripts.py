"""The page's scripts: every one is loaded, types and style are checked, and the rules pass their own tests in Node."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from cardgen.review.server import shell
from cardgen.review.server.shell import SCRIPT, page_files

PAGE = Path(shell.__file__).parent.parent / "page"
GAMES = PAGE.parent.parent / "games"
VENDOR = PAGE / "vendor"
CHECKS = Path(__file__).parent.parent / "page"
REPOSITORY = CHECKS.parent.parent
MOST_LINES = 300

#: The script of the modes that are loaded after the first card, and a module with words that the first script needs.
REST, WORDS = "app/rest.js", "print/sheet-words.js"
TOOLS = CHECKS / "node_modules" / ".bin"


def run(*command: str, folder: Path = CHECKS) -> None:
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True, encoding="utf-8")
    assert result.returncode == 0, f"{result.stdout}\n{result.stderr}"


def tool(name: str) -> str:
    """Return the path of a tool of package.json. Without it the test fails."""
    path = TOOLS / name
    if not path.exists():
        pytest.fail(f"{name} is not installed (make page-tools)")
    return str(path)


def own_scripts() -> list[Path]:
    return [path for path in PAGE.rglob("*.js") if path.parent != VENDOR]


def test_every_script_and_style_is_loaded_once() -> None:
    modules = {path.relative_to(PAGE).as_posix(): path.read_text(encoding="utf-8") for path in own_scripts()}
    files = page_files([])
    scripts = [files[name].content.decode() for name in (SCRIPT, REST)]
    joined = re.findall(r'^bodies\["(.*?)"\]', "".join(scripts), re.MULTILINE)
    assert sorted(joined) == sorted(modules)
    # The first card is seen before the other modes are loaded.
    assert not {path for path in joined if path.startswith(("play/", "print/")) and path in scripts[0]} - {WORDS}
    styles = shell.STYLES
    assert sorted(styles) == sorted(path.relative_to(PAGE).as_posix() for path in PAGE.rglob("*.css"))


def test_no_script_is_longer_than_can_be_read_at_once() -> None:
    scripts = [*own_scripts(), *GAMES.glob("*/table/*.js")]
    lines = {
        path.relative_to(REPOSITORY).as_posix(): len(path.read_text(encoding="utf-8").splitlines()) for path in scripts
    }
    assert {name: count for name, count in lines.items() if count > MOST_LINES} == {}


def node(*arguments: str) -> None:
    """Run Node in the folder of the checks. Without it the test fails."""
    program = shutil.which("node")
    if program is None:
        pytest.fail("node is not installed (make page-tools)")
    run(program, *arguments)


def test_scripts_pass_the_type_check() -> None:
    # The scripts of tables need not name the types of their parameters: these errors have the numbers 70xx.
    result = subprocess.run([tool("tsc")], cwd=CHECKS, capture_output=True, text=True, encoding="utf-8")
    own = re.findall(r"^(?!.*/cardgen/games/.*: error TS70\d\d: )\S.*", result.stdout, re.MULTILINE)
    assert (own, result.stderr) == ([], "")


def test_scripts_pass_the_linter() -> None:
    config = ["--config", str(CHECKS / "eslint.config.js")]
    run(tool("eslint"), "--max-warnings", "0", *config, str(PAGE), str(GAMES), str(CHECKS), folder=REPOSITORY)


def test_rules_pass_their_tests_in_node() -> None:
    # In one process: `node --test` starts one for each file, which takes seven times as long.
    imports = "\n".join(f'import "./{path.name}";' for path in sorted(CHECKS.glob("*.test.js")))
    node("--experimental-detect-module", "--input-type=module", "--eval", imports)


def test_the_editor_is_the_one_that_its_packages_give_and_not_on_sites() -> None:
    about = json.loads((VENDOR / "codemirror.json").read_text(encoding="utf-8"))
    assert hashlib.sha256((VENDOR / "codemirror.js").read_bytes()).hexdigest() == about["sha256"]
    licences = (VENDOR / "LICENCES.txt").read_text(encoding="utf-8")
    assert [name for name in about["packages"] if f"{name}\n\n" not in licences] == []
    assert "vendor/codemirror.js" in page_files([])
    assert "vendor/codemirror.js" not in page_files([], is_site=True)
    node("bundle.js", "--check")


def test_the_lock_file_names_no_registry() -> None:
    for name in ("package.json", "package-lock.json", ".npmrc"):
        text = (CHECKS / name).read_text(encoding="utf-8")
        assert '"resolved"' not in text, name
        assert "registry=" not in text, name
