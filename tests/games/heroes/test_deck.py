"""Seeded faults in the shipped game: each is refused at its place, with the code of the check that it breaks."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from cardgen.building.checks import glossary
from cardgen.building.checks.context import CheckContext
from cardgen.building.checks.rules import check_rules
from cardgen.building.checks.rulesets import check_rulesets
from cardgen.cli.app import main
from cardgen.data.playing import decks_of
from cardgen.engines import CardData
from cardgen.games.heroes.deck import DECK_CODES, check_deck
from cardgen.games.heroes.deck_rules import RULES_CODES
from tests.games_on_disk import REPOSITORY, GameOnDisk

DATA = "card_data/heroes"
DECK, KINDS, SEAL = f"{DATA}/deck.csv", f"{DATA}/kinds.csv", f"{DATA}/seal.yaml"
HEROES, HEALTH, IDENTITIES = f"{DATA}/heroes.yaml", f"{DATA}/health.yaml", f"{DATA}/identities.yaml"
GAME, RULES, TERMS = f"{DATA}/game.yaml", f"{DATA}/rules/standard.yaml", f"{DATA}/glossary.csv"

#: The file, a text in it, what replaces it, and a finding: where, and what it says.
FAULTS: dict[str, tuple[str, str, str, str]] = {
    "an unknown suit": (DECK, "S7,spade,7", "S7,spades,7", "deck.csv:21:4: error HE101 unknown-suit: card 'S7-strike'"),
    "a wrong number": (
        DECK,
        "S7,spade,7,7",
        "S7,spade,14,7",
        "deck.csv:21:10: error HE102 wrong-number: card 'S7-strike': the number is 14, expected 1 to 13",
    ),
    "a wrong rank": (
        DECK,
        "SJ,spade,11,J",
        "SJ,spade,11,Q",
        "deck.csv:25:13: error HE103 wrong-rank: card 'SJ-strike': the number 11 is printed as 'Q', expected 'J'",
    ),
    "an unknown category": (
        KINDS,
        "Dodge,basic",
        "Dodge,basics",
        "kinds.csv:3:21: error HE104 unknown-category: card 'H2-dodge'",
    ),
    "equipment without a place": (
        KINDS,
        "Pike,equipment,weapon,,,,3",
        "Pike,equipment,,,,,",
        "kinds.csv:11:19: error HE105 wrong-place: card 'S6-pike'",
    ),
    "a range on a mount": (
        KINDS,
        "Courser,equipment,mount,,,,,-1",
        "Courser,equipment,mount,,,,2,-1",
        "kinds.csv:13:47: error HE106 range-without-weapon: card 'H5-courser': the range 2 on 'mount'",
    ),
    "delayed on a weapon": (
        KINDS,
        "War Bow,equipment,weapon,,,,4",
        "War Bow,equipment,weapon,1,,,4",
        "kinds.csv:12:45: error HE107 delayed-without-trick: card 'DA-war-bow': delayed on a card of the category "
        "equipment, expected only on tricks",
    ),
    "a suit on the jade seal": (
        SEAL,
        "    category: equipment\n",
        "    category: equipment\n    suit: heart\n",
        "seal.yaml:7:11: error HE108 seal-with-suit: card 'jade-seal'",
    ),
    "an unknown element": (
        KINDS,
        "Strike,basic,,,1,,",
        "Strike,basic,,,1,ice,",
        "kinds.csv:2:34: error HE109 unknown-element: card 'H10-strike': the element 'ice'",
    ),
    "a distance on a weapon": (
        KINDS,
        "Pike,equipment,weapon,,,,3,",
        "Pike,equipment,weapon,,,,3,1",
        "kinds.csv:11:41: error HE110 distance-without-mount: card 'S6-pike': the distance 1 on 'weapon'",
    ),
    "two backs in the pile": (
        SEAL,
        "    category: equipment\n",
        "    category: equipment\n    back: plain\n",
        "seal.yaml:7:11: error HE201 two-backs: card 'jade-seal': the back is 'plain', expected 'game'",
    ),
    "an unknown faction": (
        HEROES,
        "en: Scout}\n    faction: di",
        "en: Scout}\n    faction: dii",
        "heroes.yaml:93:14: error HE301 unknown-faction: card 'scout': the faction is 'dii'",
    ),
    "seven HP": (
        HEROES,
        "en: Rider}\n    faction: rong\n    max_hp: 4",
        "en: Rider}\n    faction: rong\n    max_hp: 7",
        "heroes.yaml:47:13: error HE302 wrong-max-hp: card 'rider': the max HP is 7, expected 1 to 6",
    ),
    "no skill": (
        HEROES,
        '[{skill: gallop, types: locked, timing: "card:choosing-targets"}]',
        "[]",
        "heroes.yaml:48:13: error HE303 skill-count: card 'rider': 0 skills, expected 1 to 4",
    ),
    "an unknown skill type": (
        HEROES,
        "types: limited",
        "types: limitd",
        "heroes.yaml:76:13: error HE304 unknown-skill-type: card 'drummer': "
        "skill 'drums': there is no skill type 'limitd' (did you mean 'limited'?)",
    ),
    "an awakening skill that is not limited": (
        HEROES,
        "types: limited",
        "types: awakening",
        "heroes.yaml:76:13: error HE305 awakening-types: card 'drummer': skill 'drums': "
        "an awakening skill is also limited locked",
    ),
    "an unknown timing": (
        HEROES,
        "timing: prepare}",
        "timing: prepares}",
        "heroes.yaml:95:13: error HE306 unknown-timing: card 'scout': skill 'lookout': "
        "there is no timing 'prepares' (did you mean 'prepare'?)",
    ),
    "a lord skill alone": (
        RULES,
        "skill: drums, types: [limited]",
        "skill: drums, types: [limited, lord]",
        "rules/standard.yaml:139:7: error HE307 lord-skill-alone: 'drummer' has a lord skill and no other one",
    ),
    "a tag that is not the type": (
        HEROES,
        "<tag>Limited</tag>",
        "<tag>Locked</tag>",
        "heroes.yaml:78:7: error HE308 wrong-tag: card 'drummer': the tags of the text are Locked, expected limited",
    ),
    "a missing health card": (
        HEALTH,
        "  - {id: hp-5, max_hp: 5, copies: 5}\n",
        "",
        "heroes.yaml:9:13: error HE401 health-card-missing: card 'crossbowman': "
        "max HP 4 needs a health card of 5 marks",
    ),
    "a health card of eight": (
        HEALTH,
        "max_hp: 7",
        "max_hp: 8",
        "health.yaml:9:24: error HE402 wrong-health-card: card 'hp-7': 8 marks",
    ),
    "111 terms": (
        TERMS,
        "void,106,无效,void,,,效果被取消。,The effect is cancelled.\n",
        "",
        "game.yaml:112:19: error HE501 term-count: 111 terms, expected 112",
    ),
    "a number of a term out of range": (
        TERMS,
        "splash,112,",
        "splash,113,",
        "glossary.csv:113:8: error HE502 term-number: card 'splash': the number is 113, expected 1 to 112",
    ),
    "a term without a number": (
        TERMS,
        "splash,112,",
        "splash,,",
        "glossary.csv:113:1: error HE502 term-number: card 'splash'",
    ),
    "a term without a text": (
        TERMS,
        "The effect is cancelled.",
        "",
        "glossary.csv:107:1: error HE505 term-incomplete: card 'void': text is missing in en",
    ),
    "a term in one language": (
        TERMS,
        "106,无效,void,",
        "106,无效,,",
        "glossary.csv:107:1: error HE505 term-incomplete: card 'void': term is missing in en",
    ),
    "an unknown term": (
        HEROES,
        "[[limit|Once]]",
        "[[limits|Once]]",
        "heroes.yaml:22:11: error CG404 term-undefined: card 'physician': rules: [[limits]] is not a term of the "
        "glossary (did you mean 'limit'?)",
    ),
    "19 strikes": (
        DECK,
        "S7,spade,7,7,strike\n",
        "",
        "standard.yaml:69:12: error HE601 composition: 20 cards 'strike' in the ruleset, 19 in the deck",
    ),
    "too few heroes": (
        RULES,
        "nation: 6",
        "nation: 7",
        "rules/standard.yaml:38:37: error HE602 too-few-heroes: 10 players are dealt 70 heroes, there are 60",
    ),
    "a suit and number twice": (
        RULES,
        "volley, spade: [1]",
        "volley, spade: [13]",
        "rules/standard.yaml:75:26: error HE603 suit-and-number-twice: spade 13 is in the deck twice",
    ),
    "an unknown card": (
        RULES,
        "{card: volley, spade",
        "{card: voley, spade",
        "rules/standard.yaml:74:12: error HE604 unknown-card: `cards` has no card 'voley' (did you mean 'volley'?)",
    ),
    "a hero unlike the ruleset's": (
        HEROES,
        "en: Scout}\n    faction: di\n    max_hp: 3",
        "en: Scout}\n    faction: di\n    max_hp: 4",
        "heroes.yaml:94:13: error HE605 hero-differs: card 'scout', ruleset 'standard': max_hp is 4, 3 in the ruleset",
    ),
    "a card unlike the ruleset's": (
        KINDS,
        "War Bow,equipment,weapon,,,,4",
        "War Bow,equipment,weapon,,,,5",
        "kinds.csv:12:48: error HE606 card-differs: card 'DA-war-bow', ruleset 'standard': "
        "range is 5, 4 in the ruleset",
    ),
    "an identity too many": (
        RULES,
        "{players: 6, lord: 1, loyalist: 1, rebel: 3",
        "{players: 6, lord: 1, loyalist: 2, rebel: 3",
        "standard.yaml:44:15: error HE701 identity-total: 7 identities for 6 players",
    ),
    "too few identity cards": (
        IDENTITIES,
        "copies: 4",
        "copies: 3",
        "rules/standard.yaml:46:47: error HE702 too-few-identities: 4 cards 'rebel' are needed, 3 are printed",
    ),
    "a row twice": (
        RULES,
        "{players: 4, lord: 1, loyalist: 1",
        "{players: 5, lord: 1, loyalist: 2",
        "rules/standard.yaml:43:15: error HE703 identity-players",
    ),
}


@pytest.fixture
def changed(tmp_path: Path) -> GameOnDisk:
    """A copy, to be broken."""
    shutil.copytree(REPOSITORY / DATA, tmp_path / DATA)
    for name in ("heroes", "common"):
        shutil.copytree(REPOSITORY / "templates" / name, tmp_path / "templates" / name)
    return GameOnDisk(tmp_path, "heroes")


@pytest.mark.parametrize("name", FAULTS)
def test_a_seeded_fault_is_refused_at_its_place(changed: GameOnDisk, name: str) -> None:
    file, old, new, expected = FAULTS[name]
    assert re.match(r"[\w./-]+:\d+:\d+: error (HE\d{3}|CG404) [a-z-]+", expected)
    changed.change(file, old, new)
    game = changed.load()
    terms = glossary.CHECK.run(CheckContext(game, {}))
    findings = [str(finding) for finding in (*check_rules(game), *check_rulesets(game), *terms)]
    assert any(expected in finding for finding in findings), findings
    assert all(finding.startswith(f"{DATA}/") for finding in findings)


def test_a_fault_in_the_cards_fails_the_check_and_the_build(
    changed: GameOnDisk, capsys: pytest.CaptureFixture[str]
) -> None:
    file, old, new, expected = FAULTS["delayed on a weapon"]
    changed.change(file, old, new)
    # One edition without books, boards and boxes: they take longest to lay out, and have no cards.
    game = changed.read(GAME).replace("editions: [zh, en]", "editions: [zh]")
    game = re.sub(r"rulebooks: .*\n\nbooks:\n.*\n", "", game)
    changed.write(GAME, re.sub(r"(?s)(targets:\n.*?\n)  sheets:.*", r"\1", game))
    root = str(changed.root)
    for command, code in (["check", "heroes"], 1), (["build", "heroes", "--out", f"{root}/out"], 2):
        with pytest.raises(SystemExit) as ended:
            main([*command, "--project", root])
        assert ended.value.code == code
        assert expected in "".join(capsys.readouterr())
    assert not (changed.root / "out").exists()


def test_every_code_is_seeded(changed: GameOnDisk) -> None:
    seeded = {word for _, _, _, finding in FAULTS.values() for word in finding.split() if word.startswith("HE")}
    assert {*DECK_CODES, *RULES_CODES} - seeded == {"HE001"}
    decks = {name: deck for name, deck in decks_of(changed.load()).items() if name != "health"}
    assert [(problem.code, problem.deck) for problem in check_deck(decks)] == [("HE001", "health")]


def test_a_plot_card_needs_no_suit_but_the_game_back() -> None:
    fields = {"category": "plot", "kind": "ruse", "back": "plain"}
    problems = check_deck({"plots": [CardData("ruse", 1, fields)]})
    assert [problem.code for problem in problems if problem.deck == "plots"] == ["HE201"]
