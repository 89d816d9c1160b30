"""The command line in other languages: help texts, typer's own sentences, faults."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cardgen.base.words import messages
from cardgen.cli.localising import localise_line
from tests.cases import for_cases
from tests.commands import run
from tests.games_on_disk import tiny_game_in
from tests.tea_game import tea_game_in


def test_help_is_in_the_language_that_is_asked_for() -> None:
    done = run("--messages", "zh-Hans", "build", "--help")
    assert done.returncode == 0
    assert done.stdout.startswith("用法：cardgen build")
    assert "选项：" in done.stdout
    assert "制作游戏" in done.stdout
    assert "Usage" not in done.stdout


def test_the_language_may_be_named_after_the_command() -> None:
    help_text = run("check", "--help", "--messages", "zh-Hans").stdout
    assert help_text.startswith("用法：")
    assert help_text == run("--messages", "zh-Hans", "check", "--help").stdout
    assert run("check", "--messages", "de").stderr == (
        "cardgen: unknown language 'de' (expected one of: en, zh-Hans, zh-Hant)\n"
    )


def test_a_run_in_english_follows_one_in_chinese() -> None:
    before = run("build", "--help").stdout
    run("--messages", "zh-Hant", "build", "--help")
    assert run("build", "--help").stdout == before


@for_cases(
    ("arguments", "line"),
    [
        (("bild",), "错误：没有命令 'bild'。你是不是想输入 'build'？"),
        (("build", "--dpi", "x"), "错误：'--dpi' 的值无效："),
        (("build", "--nope"), "错误：没有选项：--nope"),
        (("init",), "错误：缺少参数 'DIR'。"),
        (("build", "--dpi"), "错误：选项 '--dpi' 需要一个值。"),
        (("build", "a", "b"), "错误：多余的参数（b）"),
    ],
)
def test_mistakes_in_the_command_line_are_reported_in_the_language(arguments: tuple[str, ...], line: str) -> None:
    done = run("--messages", "zh-Hans", *arguments)
    assert done.returncode == 2
    assert line in done.stderr
    assert "Usage" not in done.stderr
    assert "Error" not in done.stderr


def test_faults_are_in_the_language(tmp_path: Path) -> None:
    game = tiny_game_in(tmp_path)
    game.change("card_data/tiny/game.yaml", "{width: 63, height: 88}", "{width: wide, height: 88}")
    done = run("--messages", "zh-Hans", "check", "tiny", cwd=tmp_path)
    assert done.returncode == 2
    assert "game.yaml:6:17: sizes.card.width：给出的是 'wide'，应为数字" in done.stderr
    assert "expected a number" in run("check", "tiny", cwd=tmp_path).stderr


def test_an_unknown_language_is_a_fault() -> None:
    done = run("--messages", "zh-Hanz", "list")
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == "cardgen: unknown language 'zh-Hanz' (did you mean 'zh-Hant'?)\n"
    assert "expected one of: en, zh-Hans, zh-Hant" in run("--messages", "qq", "list").stderr
    assert "未知的语言" in run("--messages", "qq", "list", LC_ALL="zh_CN.UTF-8").stderr


def test_other_lines_than_those_of_typer_stay() -> None:
    assert localise_line("cards.yaml: nothing", "zh-Hans") == "cards.yaml: nothing"


def test_help_of_the_commands_of_an_engine_is_in_the_language() -> None:
    before = run("play", "moves", "--help").stdout
    done = run("--messages", "zh-Hans", "play", "moves", "--help")
    assert done.stdout.startswith("用法：cardgen play moves")
    assert "选项：" in done.stdout
    assert run("play", "moves", "--help").stdout == before


#: Commands of which every line is made of messages, names and paths.
COMMANDS = (
    ("list", "tea"),
    ("list", "tea", "--fonts"),
    ("show", "oolong", "--game", "tea"),
    ("show", "nothing", "--game", "tea"),
    ("build", "tea"),
    ("check", "tea"),
    ("translate", "export", "tea"),
    ("translate", "import", "de.po", "--game", "tea"),
    ("translate", "status", "tea"),
    ("init", "new", "--from", "csv", "table.csv"),
    ("init", "two words"),
    ("new", "card", "sencha", "--game", "tea"),
    ("new", "template", "plain", "--game", "tea"),
    ("fonts", "add", "table.csv", "--game", "tea"),
    ("review", "status", "tea"),
    ("schema", "ruleset", "--game", "tea"),
)

PO = 'msgid ""\nmsgstr "Language: de\\n"\n\nmsgctxt "main/oolong/name"\nmsgid "Oolong"\nmsgstr "Oolong-Tee"\n'


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_everything_that_a_command_prints_can_be_translated(
    arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tea_game_in(tmp_path)
    (tmp_path / "de.po").write_text(PO, encoding="utf-8")
    (tmp_path / "table.csv").write_text("Name,Art\nFox,fox.png\n", encoding="utf-8")

    def translate(_language: str, template: str, plural: str = "", count: int = 1, _context: str = "") -> str:
        """Return the template with every letter replaced by 字, so that only untranslated text has letters."""
        chosen = plural if plural and count != 1 else template
        return "".join(re.sub("[A-Za-z]", "字", part) if i % 2 == 0 else part for i, part in enumerate(_parts(chosen)))

    monkeypatch.setattr(messages, "translate", translate)
    done = run("--messages", "zh-Hans", *arguments, cwd=tmp_path)
    lines = (done.stdout + done.stderr).splitlines()
    assert any("字" in line for line in lines)
    assert [line for line in lines if ENGLISH.search(line) and not line.startswith(("+", "-", " ", "@"))] == []


#: Three words in a row, which no name and no path has.
ENGLISH = re.compile("[a-z]{3,} [a-z]{2,} [a-z]{2,}")


def _parts(template: str) -> list[str]:
    """Return the text of a template and its placeholders, in turns."""
    return re.split(r"(\{[^{}]*\})", template)
