"""`cardgen stats` for the cards of any game: counts, cross tables, and exact chances of hands."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import combinations, product
from math import comb
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.base.errors import WrongValueError
from cardgen.cli.app import main
from cardgen.project.figures.hands import hand_chances
from tests.examples import examples
from tests.games_on_disk import GameOnDisk, block_killer_in, tiny_game_in

GAME, CARDS = "card_data/tiny/game.yaml", "card_data/tiny/cards.yaml"


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> GameOnDisk:
    """Return a game of 39 cards: 24 units, 10 resources, 3 facilities, 2 skills."""
    game = tiny_game_in(tmp_path)
    game.change("templates/tiny.yaml", '"{name}"', '"{id}"')
    fields = "{name: text, kind: text, level: integer?, tags: list?, names: texts?}"
    game.change(GAME, "fields: {name: text}", f"fields: {fields}")
    rows = [f"{{id: u{n}, copies: 2, name: U{n}, kind: unit, level: {1 + n % 2 * 3}, tags: [a, b]}}" for n in range(12)]
    rows += [
        "{id: r, copies: 10, name: R, kind: resource, level: 1, tags: [a]}",
        "{id: f, copies: 3, name: F, kind: facility}",
    ]
    rows += ["{id: s, copies: 2, name: S, kind: skill}"]
    game.write(CARDS, "cards:\n" + "".join(f"  - {row}\n" for row in rows))
    monkeypatch.chdir(tmp_path)
    return game


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as stopped:
        main(["stats", *arguments])
    out, err = capsys.readouterr()
    return int(str(stopped.value.code or 0)), out, err


def data(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    code, out, err = run(capsys, *arguments, "--json")
    assert code == 0, err
    return json.loads(out)


def test_cards_are_counted_by_their_fields(game: GameOnDisk, capsys: pytest.CaptureFixture[str]) -> None:
    figures = data(capsys, game.name, "--cross", "kind,level")
    assert (figures["cards"], figures["different"]) == (39, 15)
    assert list(figures["fields"]) == ["kind", "level", "tags"], "every card has a name of its own"
    assert figures["fields"]["kind"]["values"] == [
        {"value": "unit", "cards": 24, "different": 12},
        {"value": "resource", "cards": 10, "different": 1},
        {"value": "facility", "cards": 3, "different": 1},
        {"value": "skill", "cards": 2, "different": 1},
    ]
    level = figures["fields"]["level"]
    assert [(entry["value"], entry["cards"]) for entry in level["values"]] == [("1", 22), ("2", 0), ("3", 0), ("4", 12)]
    assert (level["missing"], round(level["average"], 3)) == (5, round((22 + 48) / 34, 3))
    assert [entry["cards"] for entry in figures["fields"]["tags"]["values"]] == [34, 24]
    assert figures["tables"][0]["rows"][1] == {"value": "resource", "cards": {"1": 10, "2": 0, "3": 0, "4": 0}}


def test_chances_of_a_hand_are_exact(game: GameOnDisk, capsys: pytest.CaptureFixture[str]) -> None:
    hand = data(
        capsys, game.name, "--draw", "8", "--want", "kind = unit", "--want", "2 of kind = resource", "--redraws", "1"
    )["hand"]
    units, resources = hand["wishes"]
    assert (hand["draw"], hand["from"], comb(39, 8)) == (8, 39, 61_523_748)
    assert (units["cards"], round(units["expected"]["value"], 3)) == (24, 4.923)
    assert (resources["cards"], round(resources["expected"]["value"], 3)) == (10, 2.051)
    for wish, size in ((units, 24), (resources, 10)):
        for k, chance in enumerate(wish["first_hand"]):
            assert Fraction(chance["exact"]) == Fraction(comb(size, k) * comb(39 - size, 8 - k), comb(39, 8))
        for column in ("first_hand", "after_redraws"):
            assert sum(Fraction(chance["exact"]) for chance in wish[column]) == 1
    first, after = (Fraction(hand["all_wishes"][name]["exact"]) for name in ("first_hand", "after_redraws"))
    assert after == 1 - (1 - first) ** 2


def test_the_values_of_a_field_are_wanted_by_default(game: GameOnDisk, capsys: pytest.CaptureFixture[str]) -> None:
    hand = data(capsys, game.name, "--draw", "3")["hand"]
    assert [wish["where"] for wish in hand["wishes"]] == [
        f'kind = "{kind}"' for kind in ("unit", "resource", "facility", "skill")
    ]


def test_the_report_of_a_game_in_traditional_chinese_is_in_it(game: GameOnDisk) -> None:
    game.write(
        GAME, game.read(GAME).replace("zh: ", "zh-Hant: ").replace("languages: [en, zh]", "languages: [zh-Hant, en]")
    )
    for name in ("templates/tiny.yaml",):
        game.write(name, game.read(name).replace("zh: ", "zh-Hant: "))
    with pytest.raises(SystemExit) as stopped:
        main(["stats", "tiny", "--cards"])
    assert stopped.value.code == 0
    page = (game.root / "output/tiny/balance/cards.html").read_text(encoding="utf-8")
    assert '<html lang="zh-Hant">' in page
    assert "信賴區間" in page
    assert "置信区间" not in page
    assert "長條圖" in page
    assert '"Cardgen Sans TC"; font-weight: 400; src:' in page
    assert (game.root / "output/tiny/balance/cards/field-1.zh-Hant.svg").exists()


def test_the_report_and_the_text_have_the_same_figures(game: GameOnDisk, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = (
        game.name,
        "--draw",
        "8",
        "--want",
        "kind = unit",
        "--redraws",
        "2",
        "--where",
        "kind != skill",
        "--deck",
        "main",
    )
    code, out, err = run(capsys, *arguments)
    assert (code, err) == (0, "")
    assert out.splitlines()[0] == "tiny: 37 cards, 14 of them different"
    assert "  unit      24  12 different" in out
    assert "after up to 2 redraws" in out
    assert out.splitlines()[-1] == "Report: output/tiny/balance/cards.html"
    page = (game.root / "output/tiny/balance/cards.html").read_text(encoding="utf-8")
    report = json.loads((game.root / "output/tiny/balance/cards.json").read_text(encoding="utf-8"))
    assert [chart["title"]["en"] for chart in report["charts"]] == [
        "kind",
        "level",
        "tags",
        "kind = unit in a hand of 8",
    ]
    assert "最多重抽 2 次之后" in page
    before = page
    run(capsys, *arguments)
    assert (game.root / "output/tiny/balance/cards.html").read_text(encoding="utf-8") == before


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--where", "kidn = unit"], "--where: character 1: 'kidn' is no field, deck or value (did you mean 'kind'?)"),
        (["--draw", "3", "--want", "kind ="], "--want: character 7: the sentence ends here, expected a value"),
        (["--draw", "50"], "--draw: a hand of 50 from 39 cards"),
        (["--draw", "101"], "--draw: 101 given, expected 1 to 100"),
        (["--want", "kind = unit"], "--want: requires --draw"),
        (["--draw", "3", "--redraws", "1"], "--redraws: requires --want"),
        (["--cross", "kind"], "--cross: expected FIELD,FIELD"),
        (
            ["--cross", "kind,nme"],
            "--cross nme: did you mean 'name'? Expected one of: name, kind, level, tags, names, copies, deck",
        ),
        (["--deck", "mein"], "--deck mein: did you mean 'main'? Expected one of: main"),
    ],
)
def test_wrong_options_are_refused(
    game: GameOnDisk, capsys: pytest.CaptureFixture[str], arguments: list[str], problem: str
) -> None:
    code, out, err = run(capsys, game.name, *arguments)
    assert (code, out) == (2, "")
    assert problem in err


def test_a_game_with_studies_counts_its_cards_when_asked_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    block_killer_in(tmp_path)
    monkeypatch.chdir(tmp_path)
    figures = data(capsys, "block-killer", "--cards", "--deck", "garbage")
    assert [(entry["value"], entry["cards"]) for entry in figures["fields"]["kind"]["values"]] == [
        ("normal", 50), ("2-wide", 27), ("3-wide", 16), ("4-wide", 10), ("checkerboard", 8),
    ]  # fmt: skip


# ---------------------------------------------------------------- hands


@examples(60, deadline=None)
@given(
    st.lists(st.tuples(st.tuples(st.booleans(), st.booleans()), st.integers(1, 3)), min_size=1, max_size=4),
    st.integers(1, 4),
    st.tuples(st.integers(0, 2), st.integers(0, 2)),
    st.integers(0, 2),
)
def test_chances_agree_with_counting_all_hands(
    cards: list[tuple[tuple[bool, bool], int]], hand: int, least: tuple[int, int], redraws: int
) -> None:
    pile = [fulfils for fulfils, copies in cards for _ in range(copies)]
    if hand > len(pile):
        with pytest.raises(WrongValueError):
            hand_chances(cards, hand, least)
        return
    hands = [tuple(sum(card[wish] for card in drawn) for wish in (0, 1)) for drawn in combinations(pile, hand)]
    good = [all(n >= m for n, m in zip(numbers, least, strict=True)) for numbers in hands]
    chances = hand_chances(cards, hand, least, redraws)
    assert chances.all_first == Fraction(sum(good), len(hands))
    kept: dict[tuple[int, int], Fraction] = {}
    for tries in product(range(len(hands)), repeat=redraws + 1) if len(hands) ** (redraws + 1) <= 3_000 else ():
        last = next((number for number in tries if good[number]), tries[-1])
        for wish in (0, 1):
            key = wish, hands[last][wish]
            kept[key] = kept.get(key, Fraction(0)) + Fraction(1, len(hands) ** (redraws + 1))
    for (wish, number), chance in kept.items():
        assert chances.after[wish][number] == chance
    assert chances.expected(0) == Fraction(hand * sum(card[0] for card in pile), len(pile))


def test_too_many_wishes_are_refused() -> None:
    cards = [(tuple(bool(number >> bit & 1) for bit in range(10)), 100) for number in range(1, 1024, 7)]
    with pytest.raises(WrongValueError, match="too many wishes"):
        hand_chances(cards, 30, [1] * 10)
