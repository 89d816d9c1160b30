"""Names in the letters of any script: what is one, what is not and why, and names that are the same file."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.base.errors import WrongValueError
from cardgen.building.build import build_game
from cardgen.data.names import (
    FIELD_NAME,
    IDENTIFIER,
    MOST_BYTES,
    check_field_name,
    check_identifier,
    file_key,
    is_device,
    is_identifier,
)
from cardgen.data.project import Project
from cardgen.products.options import Options
from tests.cases import for_cases
from tests.games_on_disk import GameOnDisk

NAMES = [
    "a",
    "7",
    "Sea_of.stars-2",
    "方块",
    "攻击",
    "Ångström",
    "équipe",
    "चाय-2",
    "การ์ด",
    "ひ.ヒ",
    "شاي",
    "x" * 64,
    "牌" * 32,
]


@for_cases("name", NAMES)
def test_names_have_letters_of_any_script(name: str) -> None:
    assert check_identifier(name) == name
    assert re.fullmatch(IDENTIFIER, name)


@for_cases("name", ["攻击", "équipe", "चाय", "การ์ด", "शक्ति_2", "a" * 64])
def test_fields_have_letters_of_any_script(name: str) -> None:
    assert check_field_name(name) == name
    assert re.fullmatch(FIELD_NAME, name)


@for_cases(
    ("name", "problem", "hint"),
    [
        ("a b", "'a b' given, expected at most 64 letters and digits, with - _ . between", ""),
        ("方、块", "'方、块' given, expected at most 64 letters and digits, with - _ . between", ""),
        ("方☃块", "'方☃块' given, expected at most 64 letters and digits, with - _ . between", ""),
        ("-方", "'-方' given, expected at most 64 letters and digits, with - _ . between", ""),
        ("\u0301a", "'\u0301a' given, expected at most 64 letters and digits, with - _ . between", ""),
        ("a\u200bb", "'a\\u200bb' given, expected at most 64 letters and digits, with - _ . between", ""),
        ("", "'' given, expected at most 64 letters and digits, with - _ . between", ""),
        (
            "e\u0301",
            "'e\u0301' is not in Unicode's composed form (NFC)",
            "write é again, or save the file in that form",
        ),
        (
            "牌" * 33,
            f"{'牌' * 33!r} has 99 bytes, too many for a file name",
            "use at most 96 bytes: 32 Chinese characters",
        ),
    ],
)
def test_what_is_no_name(name: str, problem: str, hint: str) -> None:
    with pytest.raises(WrongValueError) as error:
        check_identifier(name)
    assert (str(error.value), str(error.value.hint)) == (problem, hint)


@for_cases("name", ["Ab", "É", "2a", "攻-击", "攻.击", "", "_a", "e\u0301"])
def test_what_is_no_field(name: str) -> None:
    with pytest.raises(WrongValueError):
        check_field_name(name)


@given(st.text(max_size=70))
def test_every_name_fits_its_pattern_and_a_file_name(name: str) -> None:
    if is_identifier(name):
        assert re.fullmatch(IDENTIFIER, name)
        assert len(name.encode()) <= MOST_BYTES
        assert is_identifier(name.lower()) or len(name.lower()) != len(name) or name.lower() != file_key(name)


def test_names_that_are_one_file_have_one_key() -> None:
    assert file_key("ÉQUIPE") == file_key("équipe") == file_key("e\u0301quipe")
    assert file_key("Straße") == file_key("STRASSE")
    assert file_key("方块") != file_key("方塊")
    assert [name for name in ("con.pdf", "NUL", "com1.a4.pdf", "lpt¹", "cons.pdf", "a.con") if is_device(name)] == [
        *("con.pdf", "NUL", "com1.a4.pdf", "lpt¹")
    ]


# ---------------------------------------------------------------- a game of them

GAME = "card_data/tiny/game.yaml"
CARDS = "card_data/tiny/cards.yaml"


def test_a_game_may_have_names_of_any_script_throughout(game: GameOnDisk) -> None:
    """Card, deck, size, field, style, icon, colour and box, each used where it can be."""
    game.write(
        GAME,
        """\
titles: {zh: 小牌}
author: A
licence: {name: CC0-1.0, link: "https://creativecommons.org/publicdomain/zero/1.0/"}
languages: [zh]
sizes: {标准: {width: 63, height: 88}}
decks:
  主牌组:
    titles: {zh: 主牌组}
    cards: cards.yaml
    template: tiny/card.yaml
    size: 标准
    fields: {名称: text, 攻击: integer, 规则: text}
icons: {剑: {shape: {kind: star, fill: "#b3202f"}}}
targets:
  cards: {decks: [主牌组], dpi: 100}
  sheets: {"牌-{paper}": {decks: [主牌组], papers: [a4]}}
""",
    )
    game.write(CARDS, 'cards:\n  - {id: 烈焰狐, 名称: 狐, 攻击: 3, 规则: "造成 {剑} <强调>3</强调>。<主要阶段>"}\n')
    game.write(
        "templates/tiny/card.yaml",
        """\
colours: {红: "#b3202f"}
styles: {强调: {colour: "{colours.红}"}, 标题: {font: bold, size: 5}}
face:
  description: {zh: "{名称}"}
  boxes:
    标题: {kind: text, box: [5, 5, 50, 8], text: "{名称} {攻击}", style: 标题, when: {攻击: {at_least: 1}}}
    正文: {kind: text, box: [5, 标题.bottom + 2, 50, 30], text: "{规则}", size: 4}
    条: {kind: rect, box: [5, 60, "{攻击} * 4", 3], fill: "{colours.红}"}
back:
  description: {zh: 牌背。}
  boxes:
    底: {kind: rect, box: bleed, fill: "{colours.红}"}
""",
    )
    assert [str(finding.message) for finding in game.check().findings] == []
    built = build_game(Project(game.root, bundled=False), "tiny", game.root / "out", Options())
    written = {path.relative_to(game.root / "out/tiny").as_posix() for path in (game.root / "out/tiny").rglob("*.*")}
    assert {"cards/svg/主牌组-烈焰狐.svg", "sheets/牌-a4.pdf"} <= written
    assert built.count("written") > 0


def test_ids_that_differ_by_case_alone_are_one_file(game: GameOnDisk) -> None:
    text = game.read(CARDS)
    game.write(CARDS, text.replace("id: one", "id: Équipe").replace("id: two", "id: équipe"))
    assert any("duplicate id 'équipe'" in str(fault) for fault in game.faults())


def test_a_file_that_windows_reserves(game: GameOnDisk) -> None:
    game.change(GAME, "targets:\n", "targets:\n  sheets: {aux: {decks: [main], papers: [a4]}}\n")
    assert any("no file can be called 'aux" in str(fault) for fault in game.faults())
