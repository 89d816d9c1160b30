"""What a check has found: told once to people where it is alike on many cards, of every card to machines."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from cardgen.errors import Finding, Own, Place
from cardgen.review.server.catalog import codes_by_card
from cardgen.telling import each_once
from tests.games_on_disk import GameOnDisk, tiny_game_in

GAME, CARDS, TEMPLATE = "card_data/tiny/game.yaml", "card_data/tiny/cards.yaml", "templates/tiny.yaml"
NAMED = "c11, c12, c13, c14, c15, c16, c17, c18, c19, c20, c21, c22, …"


@pytest.fixture
def many(tmp_path: Path) -> GameOnDisk:
    """Forty cards; each has a rune of its own, and every fifth the same long name beside it."""
    game = tiny_game_in(tmp_path)
    rows = []
    for number in range(10, 50):
        words = " ".join(["word"] * (2 + number % 5 * 3))
        rows.append(f"  - {{id: c{number}, name: '{words}', rune: {chr(0x1690 + number)}}}\n")
    game.write(CARDS, "cards:\n" + "".join(rows))
    game.change("card_data/tiny/game.yaml", "fields: {name: text}", "fields: {name: text, rune: text}")
    return game


def box(game: GameOnDisk, keys: str) -> None:
    """The face's text box."""
    game.change(TEMPLATE, 'name: {kind: text, box: [5, 5, 53, 8], text: "{name}", lang: en}', f"name: {{{keys}}}")


def run(game: GameOnDisk, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "cardgen", *arguments]
    return subprocess.run(command, cwd=game.root, capture_output=True, text=True, check=False)


def test_a_font_without_the_characters_of_a_whole_deck_is_told_once(many: GameOnDisk) -> None:
    box(many, 'kind: text, box: [5, 5, 53, 8], text: "{rune}", lang: en')
    done = run(many, "check", "tiny")
    (line, report) = done.stdout.splitlines()
    assert done.returncode == 1
    assert line.startswith(f"{TEMPLATE}:5:")
    assert ": error CG103 missing-glyph: card 'c10' and 39 more: name: the font 'regular' has no 'ᚚ' " in line
    assert line.endswith(f"; 39 more of them: ᚛ ᚜ \u169d \u169e \u169f ᚠ ᚡ ᚢ ᚣ ᚤ ᚥ ᚦ …; also {NAMED})")
    assert report == "tiny: 40 cards, 2 distinct faces and backs: 1 finding."  # without their text all look alike


def test_texts_that_overflow_one_box_are_told_once_with_the_longest(many: GameOnDisk) -> None:
    box(many, 'kind: text, box: [20, 35, 20, 8], text: "{name}", lang: en, size: 4')
    findings = many.check().findings
    over = [each.card for each in findings if each.code == "CG101"]
    (told,) = each_once(findings)
    assert len(over) == 32  # two words have room
    assert told.card == "c14"
    text = "word word word word word word word word…"
    assert told.message == f"card 'c14' and 31 more: name: '{text}' does not fit into 20×8 mm"
    assert f" more: name: '{text}' does not fit" in str(told)  # not cut as a long quotation would be
    worst = max(findings, key=lambda each: each.own.amount)
    assert told.hint == f"{worst.hint}; also {', '.join([*over[:3], *over[4:13]])}, …"


def test_a_build_tells_them_as_the_check_does(many: GameOnDisk) -> None:
    box(many, 'kind: text, box: [20, 35, 20, 8], text: "{name}", lang: en, size: 4')
    (line, _) = run(many, "check", "tiny").stdout.splitlines()
    assert run(many, "build", "tiny").stderr.splitlines()[0] == line
    (annotation,) = run(many, "check", "tiny", "--format", "github").stdout.splitlines()
    assert "card 'c14' and 31 more" in annotation


@pytest.mark.parametrize(
    ("code", "keys"),
    [
        ("CG101", 'kind: text, box: [20, 35, 8, 4], text: "{name}", lang: en, size: 4'),
        ("CG103", 'kind: text, box: [5, 5, 53, 8], text: "{rune}", lang: en'),
        ("CG105", 'kind: text, box: [5, 5, 53, 40], text: "{name}", lang: en, size: 3, colour: "#cccccc"'),
    ],
)
def test_data_and_the_review_page_have_every_card(many: GameOnDisk, code: str, keys: str) -> None:
    box(many, keys)
    report = many.check()
    cards = [f"c{number}" for number in range(10, 50)]
    assert sorted(key for key, codes in codes_by_card(report).items() if code in codes) == [f"main/{c}" for c in cards]
    assert [each.code for each in each_once(report.findings)].count(code) == 1
    told = json.loads(run(many, "check", "tiny", "--json").stdout)["findings"]
    told = [each for each in told if each["code"] == code]
    assert [each["card"] for each in told] == cards
    assert all(each["message"].startswith(f"card {each['card']!r}: ") for each in told)


def test_a_mistake_of_a_template_that_several_decks_use_is_told_once(tmp_path: Path) -> None:
    game = tiny_game_in(tmp_path)
    deck = game.read(GAME).split("decks:\n")[1].split("targets:")[0]
    more = "".join(deck.replace("  main:", f"  {name}:", 1) for name in ("second", "third", "fourth"))
    game.change(GAME, "targets:", f"{more}targets:")
    game.change(TEMPLATE, 'text: "{name}"', "text: A text that is far too long for its place, size: 9")
    findings = game.check().findings
    assert {each.deck for each in findings} == {"main", "second", "third", "fourth"}
    told = each_once(findings)
    assert [each.code for each in told] == sorted({each.code for each in findings})
    assert all(each.hint.endswith("; in the decks fourth, main, second, third") for each in told)
    assert not any("also" in each.hint for each in told)


def test_what_is_not_alike_stays_apart() -> None:
    def overflow(card: str, message: str, line: int = 5, deck: str = "main", own: str = "'x'") -> Finding:
        text = f"card {card!r}: {message}"
        return Finding(Place("t.yaml", line), "CG101", "text-overflow", text, deck=deck, card=card, own=Own(own))

    found = [
        overflow("a", "name: 'x' does not fit into 5×8 mm"),
        overflow("b", 'name: "it\'s" does not fit into 5×8 mm', own='"it\'s"'),
        overflow("a", "rules: 'x' does not fit into 5×8 mm"),
        overflow("a", "name: 'x' does not fit into 6×8 mm"),
        overflow("a", "name: 'x' does not fit into 5×8 mm", line=6),
        overflow("a", "name: 'x' does not fit into 5×8 mm", deck="spare"),
        overflow("a", "name: 'x' does not fit into 5×8 mm (in de)"),
    ]
    told = each_once(found)
    assert [each.message for each in told] == [
        "card 'a' and 1 more: name: 'x' does not fit into 5×8 mm",
        *(each.message for each in found[2:]),
    ]
    assert each_once([]) == []
