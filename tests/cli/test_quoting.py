"""Findings on a terminal: in colour, with the line of the file and a caret."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from cardgen.base.errors import Fault, Finding, Place
from cardgen.cli.findings import print_problems
from cardgen.cli.quoting import Quoting, has_colour, is_terminal
from cardgen.data.rows.workbooks import SheetPlace
from tests.commands import run
from tests.games_on_disk import tiny_game_in


class Terminal(io.StringIO):
    """A stream that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


def quoted(file: Path, line: int, column: int, columns: int = 80) -> list[str]:
    place = Place(str(file), line, column)
    return Quoting(columns, colour=False, lines={})(Fault(place, "is wrong")).splitlines()[1:]


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("WT_SESSION", "1")


def test_the_caret_is_below_the_word(tmp_path: Path) -> None:
    file = tmp_path / "cards.yaml"
    file.write_text("cards:\r\n  - id: a\r\n\tnames: {zh: 大浪, en: 'a b'}\n", encoding="utf-8")
    assert quoted(file, 2, 5) == ["    2 |   - id: a", "      |     ^^"]
    assert quoted(file, 3, 18) == ["    3 |     names: {zh: 大浪, en: 'a b'}", f"      | {'':22}^^"]
    assert quoted(file, 3, 22) == ["    3 |     names: {zh: 大浪, en: 'a b'}", f"      | {'':26}^^^^^"]
    assert quoted(file, 2, 0)[1] == "      |   ^"
    assert quoted(file, 2, 99)[1] == f"      | {'':9}^"


def test_a_long_line_is_cut_around_the_word(tmp_path: Path) -> None:
    file = tmp_path / "cards.csv"
    file.write_text("x," * 5_000 + "长长长wrong" + ",y" * 5_000, encoding="utf-8")
    line, caret = quoted(file, 1, 10_001, columns=60)
    assert len(line) <= 60
    assert line[caret.index("^") :].startswith("长长长wrong,y")
    assert caret.endswith("^" * 11)


@pytest.mark.parametrize("content", [b"a\0b", b"\xff\xfe", b"", b"\n\n"])
def test_what_is_no_text_is_not_quoted(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "file").write_bytes(content)
    assert quoted(tmp_path / "file", 2, 1) == quoted(tmp_path / "none", 1, 1) == quoted(tmp_path, 1, 1) == []
    cell = Fault(SheetPlace(__file__, 1, 1, sheet="Cards"), "is wrong")
    assert Quoting(80, False, {})(cell) == str(cell)


def test_a_file_cannot_steer_the_terminal(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("a: \x1b[2Jb\u202ec\x07", encoding="utf-8")
    assert quoted(tmp_path / "file", 1, 1)[0] == "    1 | a: \ufffd[2Jb\ufffdc\ufffd"


def test_only_a_terminal_is_written_to_in_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    place = Place(__file__, 1, 4)
    findings = [Finding(place, "CG1", "long text", "too long"), Finding(place, "CG2", "n", "m", severity="warning")]
    terminal, pipe = Terminal(), io.StringIO()
    print_problems(findings, terminal)
    print_problems(findings, pipe)
    assert pipe.getvalue() == "".join(f"{finding}\n" for finding in findings)
    text = re.sub(r"\x1b\[[0-9;]*m", "", terminal.getvalue())
    assert [line for line in text.splitlines() if "|" not in line] == pipe.getvalue().splitlines()
    assert "\x1b[1;31merror CG1\x1b[0m" in terminal.getvalue()
    assert "\x1b[1;33mwarning CG2\x1b[0m" in terminal.getvalue()
    monkeypatch.setenv("TERM", "dumb")
    assert (is_terminal(terminal), has_colour(terminal), has_colour(pipe)) == (True, False, False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert (is_terminal(pipe), has_colour(pipe), has_colour(terminal)) == (True, True, True)
    monkeypatch.setenv("NO_COLOR", "1")
    assert (is_terminal(pipe), has_colour(pipe), has_colour(terminal)) == (True, False, False)


@pytest.mark.parametrize("command", ["check", "build"])
def test_commands_quote_what_is_wrong(tmp_path: Path, command: str) -> None:
    tiny = tiny_game_in(tmp_path)
    tiny.change("card_data/tiny/game.yaml", "languages:", "langs:")
    plain = run(command, cwd=tiny.root).stderr
    quoted = run(command, cwd=tiny.root, FORCE_COLOR="1", NO_COLOR="1").stderr
    assert "langs" in plain
    assert re.search(r"^ +\d+ \| langs:.*\n +\| \^{5}$", quoted, re.MULTILINE)
    assert re.sub(r"^ *\d* \|.*\n", "", quoted, flags=re.MULTILINE) == plain
