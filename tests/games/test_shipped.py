"""The shipped games with an engine: without findings, their data what the rules say, and slips found at their cells."""

from __future__ import annotations

import math
import re
from pathlib import Path

import pytest

from cardgen.building.check import check_game
from cardgen.building.checks import glossary
from cardgen.building.checks.backs import picture_key
from cardgen.building.checks.context import CheckContext
from cardgen.building.checks.rules import check_rules
from cardgen.building.checks.rulesets import check_rulesets
from cardgen.building.plan import target_findings
from cardgen.cards.layout.cards import layout_deck
from cardgen.cli.app import main
from cardgen.data.languages.editions import editions_of
from cardgen.data.playing import decks_of
from cardgen.engines import CardData
from cardgen.games.blitz.rules import BlitzRules as BlitzRules
from cardgen.games.heroes.deck import DECK_CODES
from cardgen.games.heroes.deck import check_deck as check_heroes_deck
from cardgen.games.heroes.deck_rules import RULES_CODES
from cardgen.games.thread_race.reading import read_decks
from cardgen.products.options import Options
from cardgen.scene.items import GlyphRun, Scene, walk
from cardgen.scene.keys import content_key
from tests.cases import read_cases
from tests.games.blitz.decks import DECKS as BLITZ_DECKS
from tests.games.blokus.rulesets import BONUS, DUO, PAIRS, SHARED, STANDARD, TRIO
from tests.games.shipped import GAMES, copy_of, laid_out, shipped
from tests.games.thread_race.rulesets import BRIEF, FULL
from tests.games.thread_race.starter import starter_cards, starter_cores
from tests.games_on_disk import REPOSITORY, GameOnDisk, print_only

#: The cards of each game, and the blank ones among those that are not counted.
CARDS = {
    "blitz": (161 + 36, 156),
    "blokus": (93, 0),
    "heroes": (60 + 10 + 33 + 52 + 1 + 20 + 66, 15 + 3 + 36),
    "thread-race": (23 + 2 + 8 + 11 + 27 + 24 + 8, 24),
}


@pytest.mark.parametrize("name", CARDS)
def test_it_has_no_findings(name: str) -> None:
    report = check_game(shipped(name), laid_out(name))
    assert report.findings == ()
    assert (report.cards, report.extra) == CARDS[name]


def test_the_decks_of_blitz_are_those_of_the_rules() -> None:
    own = decks_of(shipped("blitz"))
    for deck, cards in BLITZ_DECKS.items():
        assert [(card.id, card.copies) for card in own[deck]] == [(card.id, card.copies) for card in cards]
        for printed, right in zip(own[deck], cards, strict=True):
            assert {field: printed.fields[field] for field in right.fields} == dict(right.fields)


def test_the_cards_of_thread_race_are_the_starter_set() -> None:
    cards, cores = read_decks(decks_of(shipped("thread-race")))
    assert (tuple(cards.values()), tuple(cores.values())) == (starter_cards(), starter_cores())


def test_its_rulesets_are_those_of_the_rules() -> None:
    assert shipped("thread-race").rulesets == {"full": FULL, "brief": BRIEF}
    right = {
        "standard": STANDARD,
        "bonus": BONUS,
        "pairs": PAIRS,
        "shared-colour": SHARED,
        "trio": TRIO,
        "small-board": DUO,
    }
    titled = {name: rules.model_copy(update={"titles": ()}) for name, rules in shipped("blokus").rulesets.items()}
    assert titled == {name: rules.model_copy(update={"titles": ()}) for name, rules in right.items()}
    standard = shipped("blitz").rulesets["standard"]
    assert standard == BlitzRules.model_validate({"titles": {"zh": "标准规则", "en": "Standard"}})
    written = (REPOSITORY / "card_data/blitz/rules/standard.yaml").read_text(encoding="utf-8")
    assert all(f"\n{field}: " in written for field in BlitzRules.model_fields)


def test_piles_have_backs_of_their_own() -> None:
    laid = laid_out("blitz")
    backs = [{content_key(card.back.scene) for card in laid[deck] if card.back} for deck in BLITZ_DECKS]
    assert ([len(keys) for keys in backs], len(set.union(*backs))) == ([1] * 5, 5)
    laid = laid_out("heroes")
    names = ("heroes", "identities", "health", "cards", "seal")
    keys = [{picture_key(card.back) for card in laid[deck] if card.back} for deck in names]
    assert (keys[3] == keys[4], len(keys[3]), len(set.union(*keys))) == (True, 1, 4)


def test_the_deck_of_heroes_has_each_suit_and_number_once() -> None:
    cards = [card.fields for card in shipped("heroes").decks["cards"].cards]
    assert len({(card["suit"], card["number"]) for card in cards}) == len(cards) == 52


# ---------------------------------------------------------------- player aids, as players read them on the table

LEAST = 7.5  # pt


def points(scene: Scene) -> dict[str, float]:
    """Return the size of each text that is seen, pt, with the scale of its design."""
    return {
        run.text: run.size * math.sqrt(abs(a * d - b * c)) * 72 / 25.4
        for (a, b, c, d, _, _), run in walk(scene.items)
        if isinstance(run, GlyphRun) and not run.invisible and run.text.strip()
    }


@pytest.mark.parametrize("name", sorted(path.parent.name for path in (REPOSITORY / "card_data").glob("*/game.yaml")))
def test_no_text_of_a_player_aid_is_too_small_to_read(name: str) -> None:
    for edition in editions_of(shipped(name)).values() or [shipped(name)]:
        for laid in layout_deck(edition, edition.decks["aids"]):
            for side in (laid.face, laid.back):
                sizes = points(side.scene) if side else {}
                assert sizes, f"{laid.card.id} has no text on one side"
                assert {text: size for text, size in sizes.items() if size < LEAST} == {}
                assert not side or not side.findings


# ---------------------------------------------------------------- slips in the data

PARAGRAPHS = Path(__file__).with_name("slips.txt").read_text(encoding="utf-8").split("\n\n")[1:]
SLIPS = [read_cases(paragraph, " || ") for paragraph in PARAGRAPHS]


def findings_of(game: GameOnDisk) -> list[str]:
    loaded = game.load()
    found = [*check_rules(loaded), *check_rulesets(loaded), *glossary.CHECK.run(CheckContext(loaded, {}))]
    if game.name == "blokus":
        found += target_findings(loaded, {}, Options())
    return list(map(str, found))


@pytest.mark.parametrize("slips", SLIPS, ids=lambda slips: f"{slips[0][0]}: {slips[0][4]}")
def test_slips_are_found_at_their_cells(tmp_path: Path, slips: list[tuple[str, ...]]) -> None:
    name = slips[0][0]
    game = copy_of(name, tmp_path)
    for _, file, old, new, *_ in slips:
        game.change(f"card_data/{name}/{file}", old, new)
    findings = findings_of(game)
    for wanted in (wanted for slip in slips for wanted in slip[4:]):
        assert any(wanted in finding for finding in findings), findings
    assert all(re.match(rf"card_data/{name}/[\w./-]+:\d+:\d+: ", finding) for finding in findings)
    if name == "thread-race":
        wanted_codes = {wanted.split()[-1] for slip in slips for wanted in slip[4:]}
        assert {code for finding in findings for code in re.findall(r" (T\d) ", finding)} == wanted_codes


def test_every_code_of_heroes_has_a_slip() -> None:
    codes = {word for slips in SLIPS for slip in slips for word in " ".join(slip[4:]).split() if word.startswith("HE")}
    assert {code for code in (*DECK_CODES, *RULES_CODES) if code.startswith("HE")} - codes == {"HE001"}
    decks = {name: deck for name, deck in decks_of(shipped("heroes")).items() if name != "health"}
    assert [(problem.code, problem.deck) for problem in check_heroes_deck(decks)] == [("HE001", "health")]
    plot = CardData("ruse", 1, {"category": "plot", "kind": "ruse", "back": "plain"})  # which needs no suit
    problems = [problem for problem in check_heroes_deck({"plots": [plot]}) if problem.deck == "plots"]
    assert [problem.code for problem in problems] == ["HE201"]


#: A slip in a deck, and one that is a fault of the books as well.
COMMANDED = ("place: 1, card_id: tailwind", next(slips[0][2] for slips in SLIPS if slips[0][0] == "blokus"))


@pytest.mark.parametrize("slip", [slip for slips in SLIPS for slip in slips if slip[2] in COMMANDED])
def test_a_slip_fails_the_check_and_the_build_which_writes_nothing(
    tmp_path: Path, slip: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    name, file, old, new, *wanted = slip
    game = copy_of(name, tmp_path)
    game.change(f"card_data/{name}/{file}", old, new)
    if name == "thread-race":
        print_only(game)  # its books say nothing of it
    # Where a piece is missing, so is what the rulebooks say of it: then the check ends as for what cannot be used.
    for command, ends in (["check"], (1, 2)), (["build", "--out", f"{tmp_path}/out"], (2,)):
        with pytest.raises(SystemExit) as ended:
            main([*command, name, "--project", str(tmp_path)])
        assert ended.value.code in ends
        output = "".join(capsys.readouterr())
        assert all(place in output for place in wanted)
    assert not (tmp_path / "out").exists()


def test_all_shipped_games_are_tested() -> None:
    assert {*CARDS, "block-killer"} == set(GAMES)
