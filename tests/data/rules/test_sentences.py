"""Sentences: what they mean, which cells break them, and the mistakes in them, each at its character."""

from __future__ import annotations

import contextlib
import json
import random
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from cardgen.base.errors import DataError
from cardgen.base.sentences.parser import KEYWORDS, parse_sentence
from cardgen.base.sentences.tokens import SentenceError
from cardgen.building.build import FindingsError, build_game
from cardgen.building.check import check_game, registered_checks
from cardgen.building.plan import layout_game
from cardgen.cli.app import main
from cardgen.data.project import Project
from cardgen.data.reading import parse_yaml
from cardgen.data.rules.functions import FUNCTIONS
from cardgen.data.rules.model import EXAMPLES
from cardgen.data.rules.running import check_card_rules
from cardgen.data.schema import game_schema, rules_schema
from cardgen.products.options import Options
from tests.games_on_disk import GameOnDisk, tiny_game_in

GAME, RULES, CARDS = (f"card_data/tiny/{name}.yaml" for name in ("game", "rules", "cards"))

ROWS = """\
cards:
  - {id: rifle, copies: 12, name: Rifle, kind: unit, faction: us, attack: 2, level: 1, abilities: []}
  - {id: tank, copies: 11, name: Tank, kind: unit, faction: us, attack: 6, level: 3, abilities: [move, fly]}
  - {id: depot, copies: 5, name: Depot, kind: resource, faction: us, level: 2}
  - {id: guard, copies: 24, name: Rifle, kind: unit, faction: uk, attack: 2, level: 1, abilities: [hold]}
  - {id: store, copies: 5, name: Store, kind: resource, faction: uk, level: 2, shape: ["...", ".#.", ".##"], at: [1, 2]}
"""

FIELDS = (
    "{name: text, kind: {kind: text, one_of: [unit, resource]}, faction: text, attack: {kind: integer?, from: 0}, "
    "level: integer, abilities: list?, shape: cells?, at: point?, names: texts?}"
)

HEAD = """\
sets: {resources: cards where kind = resource, strong: "different cards where attack > 3"}
values: {limit: 5, wanted: {unit: 24, resource: 5}, colours: [us, uk], deep: {a: {b: [1, 2]}}}
"""


@pytest.fixture
def tiny(tmp_path: Path) -> GameOnDisk:
    game = tiny_game_in(tmp_path)
    game.change("templates/tiny.yaml", '"{name}"', '"{id}"')
    game.change(GAME, "fields: {name: text}", f"fields: {FIELDS}")
    game.change(
        GAME,
        "targets:",
        "  glossary:\n    titles: {en: G, zh: G}\n    cards: glossary.yaml\n    template: tiny.yaml\n    size: card\n"
        "    fields: {text: text}\nrules: rules.yaml\ntargets:",
    )
    game.write(CARDS, ROWS)
    game.write("card_data/tiny/glossary.yaml", "cards:\n  - {id: move, text: Moves.}\n  - {id: hold, text: Stays.}\n")
    return game


def findings(game: GameOnDisk, rule: str, **keys: object) -> list[str]:
    """Return the findings of one rule, without code and place for those of the file of cards."""
    entry = json.dumps({"check": rule, **keys}, ensure_ascii=False)
    game.write(RULES, f"{HEAD}rules:\n  r: {entry}\n")
    return [
        f"{finding.card or finding.place}: {finding.message.removeprefix(f'card {finding.card!r}: ')}"
        for finding in check_card_rules(game.load())
    ]


@pytest.mark.parametrize("name", ["攻擊力", "équipe", "กำลัง", "शक्ति", "قوة", "攻击_2"])
def test_names_are_in_the_letters_of_any_script(tiny: GameOnDisk, name: str) -> None:
    tiny.change(GAME, "level: integer", f"level: integer, {name}: integer?")
    tiny.change(CARDS, "level: 3,", f"level: 3, {name}: 7,")
    assert findings(tiny, f"for each card where {name} is given, {name}≤7 and sum of {name} = 77") == []
    assert findings(tiny, f"{name} is missing") == [f"tank: this does not hold: {name} is missing"]
    with pytest.raises(DataError, match=r"unexpected '→' \(put other texts in quotes\)"):
        findings(tiny, f"{name} → 7")


HOLD = (
    "count is 59",
    "for each deck, count is at least 2",
    "count of main is 57 and count of glossary is 2 and count of all cards = 59",
    "for each faction, count where kind = resource is limit",
    "for each faction: count where kind = resource = wanted.resource",
    "for each kind, count of different cards >= 2",
    "count of different kind is 2",
    "count of different kind of main is 2",
    "count of resources is 10 and count of strong is 1",
    "sum of level of main = 12 + 33 + 10 + 24 + 10",
    "sum(attack where faction = us) is 90",
    "max(level) = 3 and min(level) = 1 and max of level of resources = 2",
    "average of level of resources is 2",
    "average of attack of main where faction = us > 3.9",
    "faction is one of us, uk",
    "faction is in colours and faction in [us, uk] and faction is not in [de]",
    "id is not missing and shape is given or at is missing",
    "if kind = unit then attack is given else attack is missing",
    "not (kind = unit and kind = resource)",
    "attack + 1 > 1 or attack is missing",
    "-level < 0 and level * 2 - level = level and level / 3 <= 1 and level mod 1 = 0 and 7 % 4 = 3",
    "level is between 1 and 3 and level is more than 0 and level is less than 4",
    "copies >= this.copies and copies = copies",
    "name starts with R or name ends with e or name contains o or name is Tank",
    'name matches "[A-Z][a-z]+" and name does not contain x and name does not start with x',
    'name != "Gun" and name is not Gun',
    "for each card where abilities is given, every entry of abilities is one of move, fly, hold",
    "for each card where faction = uk, every word of abilities is a key of glossary",
    "for each card where faction = us, any card of glossary has text ends with '.'",
    "no word of abilities is jump and no card of glossary has id = jump",
    "every character of faction is one of u, s, k",
    "id is unique and id is unique in cards of main and name is unique of the same faction",
    "no other card has id = this.id",
    "for each card of glossary, any card of main has this.id is in abilities",
    "every key of wanted is a kind of main",
    "for each card where kind = resource, copies = wanted[kind]",
    "deep.a.b[2] = 2 and deep.a.b.0 = 1 and length of deep.a.b = 2",
    "glossary.move.text = 'Moves.' and glossary.move.text != Moves",
    "for each card where id = guard, glossary[first(abilities)].text = 'Stays.'",
    "for each card where shape is given, width of shape = 3 and height of shape = 3 and filled of shape = 3",
    'for each card where shape is given, trimmed of shape = ["#.", "##"] and left(shape) = 1 and below(shape) = 0',
    "for each card where shape is given, above of shape = 1 and right of shape = 0",
    "for each card where at is given, at.x = 1 and at.y = 2 and at = [1, 2]",
    "reverse of faction is one of su, ku and lower(name) = lower(name) and upper(faction) is one of US, UK",
    'place("i", name) = 2 or place("i", name) = 0',
    'faction + "-1" is one of "us-1", "uk-1"',
    "0.1 + 0.2 = 0.3 and 1 / 3 * 3 = 1 and absolute(-2) = 2",
    "length of words of 'a b, c' = 3 and last([1, 2]) = 2 and length of keys of wanted = 2",
    "for each faction, if faction = us then count = 28 else count = 29",
    "max(level, 2) >= 2 and sum([1, 2]) = 3",
    "level <= max(level of cards of the same kind of the same faction)",
    "some card has level = 3 and each card of resources has level = 2",
    "different [1, 1] = [1]",
    "“quoted” = quoted and （level ≥ 1）",
    "true and not false",
)


def test_sentences_that_hold(tiny: GameOnDisk) -> None:
    rules = "".join(
        f"  s{number}: {json.dumps(sentence, ensure_ascii=False)}\n" for number, sentence in enumerate(HOLD)
    )
    tiny.write(RULES, f"{HEAD}rules:\n{rules}")
    assert [str(finding) for finding in check_card_rules(tiny.load())] == []


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        (
            "for each faction, count where kind = unit is 24",
            [f"{CARDS}:2:17: us: count where kind = unit is 23, expected 24"],
        ),
        (
            "every word of abilities is a key of glossary",
            ["tank: word is 'fly', expected one of glossary"],
        ),
        (
            "level <= max(level of resources of the same faction)",
            ["tank: level is 3, expected at most 2 (max(level of resources of the same faction))"],
        ),
        ("name is unique", ["guard: name: 'Rifle' is given twice"]),
        ("attack < 3 or attack is missing", ["tank: this does not hold: attack < 3 or attack is missing"]),
        ("for each card where kind = unit, attack < limit", ["tank: attack is 6, expected less than 5"]),
        ("length of abilities <= 1", [
            "tank: length of abilities is 2, expected at most 1",
            "depot: length of abilities is missing, expected at most 1",
            "store: length of abilities is missing, expected at most 1",
        ]),
        ("level is not 3", ["tank: level is 3, expected anything but 3"]),
        ("if kind = resource then attack is given", ["depot: attack is missing", "store: attack is missing"]),
        ("no card where level > 2", ["tank: this does not hold: no card where level > 2"]),
        ("for each deck, count is 57", ["card_data/tiny/glossary.yaml:2:5: glossary: count is 2, expected 57"]),
        ("any card of glossary has text = X", [
            f"{GAME}:8:3: this does not hold: any card of glossary has text = X",
        ]),
        ("for each card where id = tank, level = 1 and attack = 6 and name = Tonk", [
            "tank: level is 3, expected 1", "tank: name is 'Tank', expected 'Tonk'",
        ]),
        ("for each card where id = tank, every entry of abilities has length of entry > 3", [
            "tank: length of entry is 3, expected more than 3",
        ]),
        ("sum of level is 3", [f"{CARDS}:2:78: sum of level is 89, expected 3"]),
    ],
)  # fmt: skip
def test_sentences_that_do_not_hold(tiny: GameOnDisk, sentence: str, expected: list[str]) -> None:
    assert findings(tiny, sentence) == expected


# ---------------------------------------------------------------- mistakes in sentences


@pytest.mark.parametrize(
    ("sentence", "at", "problem"),
    [
        ("atack > 3", 0, "'atack' is no field, deck or value (did you mean 'attack'?)"),
        ("level >", 7, "the sentence ends here, expected a value"),
        ("level < 3 < 5", 10, "'<' follows a whole comparison"),
        ("name = heavy tank", 13, "unexpected 'tank' (put a text of several words in quotes)"),
        ("kind = unti", 7, "no card can have the kind 'unti' (did you mean 'unit'?)"),
        ("kind is one of unit, resurce", 21, "no card can have the kind 'resurce' (did you mean 'resource'?)"),
        ("level = many", 8, "level is a number, 'many' is none"),
        ("kind = unit and (attack > 3 or level", 36, "the sentence ends here, expected )"),
        ("count", 5, "a value is not a condition: compare it with something"),
        ("level + 1", 9, "a value is not a condition"),
        ('name = "open', 7, "a quote is not closed"),
        ("level > 3 ; 4", 10, "unexpected ';' (put other texts in quotes)"),
        ("level-1 > 3", 0, "'level-1' is no field, deck or value (put spaces around the sign: level - 1)"),
        ("for each faction, level > 3", 18, "'level' is a value of one card, but the rule is about several"),
        ("for each faktion, count is 3", 9, "no card has 'faktion' (did you mean 'faction'?)"),
        ("for each card of mein, level > 3", 17, "there is no deck 'mein' (did you mean 'main'?)"),
        ("for each card level > 3", 14, "'level' given, expected a comma"),
        ("lenght of name > 3", 0, "'lenght' is neither a function nor a field of cards (did you mean 'length'?)"),
        ("foo(name) > 3", 0, "there is no function 'foo'"),
        ("place(name) > 3", 0, "place takes 2 values"),
        ("count of abilities is 3", 9, "only cards are counted (write length of abilities for a card's own, count of"),
        ("level <= max(level of cards of the same fction)", 40, "no card has 'fction' (did you mean 'faction'?)"),
        ("any card of glossary has abilities = x", 25, "'abilities' is no field, deck or value (write this.abilities"),
        ('name matches "(a"', 13, "character 3 of the pattern: a bracket is not closed"),
        ("name matches x", 13, "'x' given, expected a pattern in quotes"),
        ("every word of abilities", 23, "the sentence ends here, expected a comparison"),
        ("every abilities is x", 16, "'is' given, expected of"),
        ("wanted.unti = 3", 0, "there is no value {wanted.unti} (did you mean 'unit'?)"),
        ("name where kind = unit", 5, "unexpected 'where'"),
        ("count of level where level > 1 is 3", 9, "these are no cards"),
        ("text > 3 and level > 2", 0, "no deck has all of these fields: level, text"),
        ("for each deck, count of other cards is 3", 24, "`other` is for rules about each card"),
        ("(" * 50 + "level" + ")" * 50, 13, "nested more than 40 levels deep"),
        ("", 0, None),
    ],
)  # fmt: skip
def test_a_mistake_is_a_fault_at_its_character(tiny: GameOnDisk, sentence: str, at: int, problem: str | None) -> None:
    if problem is None:
        with pytest.raises(DataError, match="at least 1 character"):
            findings(tiny, sentence)
        return
    tiny.write(RULES, f"{HEAD}rules:\n  first: >-\n    {sentence}\n  second: count is 59\n")
    (fault,) = tiny.faults()
    place, _, text = fault.partition(": ")
    assert text.startswith(problem) or problem in text
    assert place.startswith(f"{RULES}:5:")
    column = int(place.rpartition(":")[2])
    assert abs(column - 5 - at) <= 1  # 1 if the sentence ends too early


def test_a_mistake_has_its_place_in_every_kind_of_yaml_text(tiny: GameOnDisk) -> None:
    texts = {
        "plain: level > 2 is 3": (4, 20),
        'double: "name = \\"a\\" and levl = 3"': (4, 29),
        "single: 'name = ''a'' and levl = 3'": (4, 29),
        "folded: >-\n    count\n    is\n      levl": (7, 7),
        "long: {check: level > 2 and\n    levl > 3}": (5, 5),
    }
    for text, place in texts.items():
        tiny.write(RULES, f"{HEAD}rules:\n  {text}\n")
        (fault,) = tiny.faults()
        assert fault.startswith(f"{RULES}:{place[0]}:{place[1]}: "), fault


def test_all_mistakes_are_reported_at_once(tiny: GameOnDisk) -> None:
    tiny.write(
        RULES,
        'sets: {level: cards where x = 1, good: "cards where y > 1"}\nvalues: {main: 1}\nrules:\n'
        "  a: {check: leven > 1, decks: [mein]}\n  b: lefel > 1\n  CG101: level > 1\n  c: {chek: level > 1}\n"
        "  d: {check: level > 1, where: {knd: unit}, message: '{nam} and {value}'}\n",
    )
    (fault,) = tiny.faults()
    assert fault == f"{RULES}:7:7: unknown key 'chek' (did you mean 'check'?)"
    tiny.change(RULES, "  c: {chek: level > 1}\n", "")
    problems = [fault.removeprefix(f"{RULES}:") for fault in tiny.faults()]
    assert [problem.split(": ")[0] for problem in problems] == ["1:8", "2:10", "4:33", "5:6", "6:3", "7:33", "7:54"]
    assert "there is no deck 'mein' (did you mean 'main'?)" in problems[2]
    assert "ids such as CG101 are cardgen's own" in problems[4]


def test_random_sentences_never_fail_otherwise(tiny: GameOnDisk) -> None:
    names = "level name abilities kind unit main glossary wanted resources word card key given missing unique empty at"
    signs = "least than between contains starts matches = != < <= > >= + - * / ( ) [ ] , : . 1 2.5 'x' \"y\""
    words = [*sorted(KEYWORDS), *FUNCTIONS, *f"entries entry {names} {signs}".split()]
    chance = random.Random(4)
    entries = []
    for number in range(3_000):
        sentence = " ".join(chance.choice(words) for _ in range(chance.randrange(1, 9)))
        if number % 3 == 0:
            sentence = f"level {chance.choice(['=', 'is', '<=', 'is in'])} {sentence}"
        with contextlib.suppress(SentenceError):
            parse_sentence(sentence)
            entries.append(sentence)
    assert len(entries) > 50
    for sentence in entries[:100]:
        tiny.write(RULES, f"{HEAD}rules:\n  r: {json.dumps(sentence)}\n")
        with contextlib.suppress(DataError):
            list(check_card_rules(tiny.load()))


# ---------------------------------------------------------------- keys of rules


def test_rules_may_be_in_game_yaml(tiny: GameOnDisk) -> None:
    tiny.change(GAME, "rules: rules.yaml", "rules:\n  few: level <= 2\n  many: {check: count >= 60, decks: [main]}")
    assert [str(finding).partition(" error ")[2] for finding in check_card_rules(tiny.load())] == [
        "few rule: card 'tank': level is 3, expected at most 2",
        "many rule: count is 57, expected at least 60 "
        "(counted: rifle × 12, tank × 11, depot × 5, guard × 24, store × 5)",
    ]
    tiny.change(GAME, "level <= 2", "levle <= 2")
    assert tiny.faults() == [f"{GAME}:21:8: 'levle' is no field, deck or value (did you mean 'level'?)"]


def test_conditions_and_decks_select_the_cards(tiny: GameOnDisk) -> None:
    assert findings(tiny, "level = 2", where={"kind": "resource"}) == []
    assert findings(tiny, "count is 2", decks=["glossary"]) == []
    assert findings(tiny, "count is 10", where={"level": {"at_least": 2, "at_most": 2}}) == []


def test_messages_are_in_each_language_with_values_filled_in(tiny: GameOnDisk) -> None:
    entry = {
        "check": "for each faction, count where kind = unit is wanted.unit",
        "message": {"en": "{group}: {value} units, not {expected}", "zh": "{group} 有 {value} 张"},
        "hint": "see {wanted.unit}",
    }
    tiny.write(RULES, f"{HEAD}rules:\n  r: {json.dumps(entry, ensure_ascii=False)}\n")
    (finding,) = check_card_rules(tiny.load())
    assert finding.in_language("en").endswith("error r rule: us: 23 units, not 24 (see 24)")
    assert "us 有 23 张（see 24）" in finding.in_language("zh-Hans")
    assert "us 有 23 张" in finding.in_language("zh-Hant")


def test_a_build_refuses_errors_and_not_warnings(tiny: GameOnDisk, tmp_path: Path) -> None:
    findings(tiny, "level < 3")
    project = Project(tiny.root, bundled=False)
    with pytest.raises(FindingsError):
        build_game(project, "tiny", tmp_path / "out", Options(dpi=30))
    findings(tiny, "level < 3", severity="warning")
    assert build_game(project, "tiny", tmp_path / "out", Options(dpi=30))
    game = tiny.load()
    (finding,) = check_game(game, layout_game(game)).findings
    assert (finding.code, finding.name, finding.severity, finding.card) == ("r", "rule", "warning", "tank")
    assert "card-rules" in registered_checks()


# ---------------------------------------------------------------- bounded work


def test_work_is_bounded(tiny: GameOnDisk) -> None:
    rows = "".join(
        f"  - {{id: c{n}, name: n{n}, kind: unit, faction: f{n % 4}, level: {n % 7}}}\n" for n in range(2_500)
    )
    tiny.write(CARDS, "cards:\n" + rows)
    assert findings(tiny, "name is unique and level <= max(level of cards of the same faction)") == []
    tiny.write(RULES, f"{HEAD}rules:\n  a: no other card has name = this.name\n  b: count is 3\n")
    (finding,) = check_card_rules(tiny.load(), steps=100_000)
    assert str(finding) == (
        f"{RULES}:4:6: error CG401 rule-not-checked: rule 'a': this takes too much work (compare fewer cards with each "
        "other, for example by `is unique`; 1 rule after it is not checked)"
    )


def test_a_pattern_that_takes_too_much_work_is_a_finding_at_the_pattern(tiny: GameOnDisk) -> None:
    tiny.write(CARDS, f"cards:\n  - {{id: one, name: {'ab' * 2_000}, kind: unit, faction: us, level: 1}}\n")
    tiny.write(RULES, f"{HEAD}rules:\n  a: name matches '.*a.{{900}}'\n")
    (finding,) = check_card_rules(tiny.load(), steps=20_000)
    assert str(finding) == (
        f"{RULES}:4:19: error CG401 rule-not-checked: rule 'a': this takes too much work (write the pattern with fewer "
        "repeats, or shorten the texts)"
    )


def test_values_that_cannot_be_compared_are_a_finding_at_the_sentence(tiny: GameOnDisk) -> None:
    (problem,) = findings(tiny, "name > 3")
    assert problem == f"{RULES}:4:17: rule 'r': 'Rifle' given, expected a number"
    (problem,) = findings(tiny, "level / 0 > 3")
    assert problem == f"{RULES}:4:17: rule 'r': division by 0"


# ---------------------------------------------------------------- schemas


def test_editors_know_rules(
    tiny: GameOnDisk, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    findings(tiny, "count is 59", decks=["main"], severity="warning", where={"kind": "unit"})
    game = tiny.load()
    validator = Draft202012Validator(rules_schema(game))
    value = parse_yaml(tiny.read(RULES), "f").value
    assert list(validator.iter_errors(value)) == []
    for wrong in ({"decks": ["mein"]}, {"severity": "fatal"}, {"where": {"knd": "unit"}}, {"chek": "x"}):
        assert not validator.is_valid({"rules": {"r": {"check": "count is 3", **wrong}}}), wrong
    validator = Draft202012Validator(game_schema())
    assert validator.is_valid(game.marked.value)
    assert validator.is_valid({**game.marked.value, "rules": {"a": "count is 3", "b": {"check": "count is 3"}}})
    _file, own = game_schema()["properties"]["rules"]["anyOf"]
    assert "sentence" in own["description"]
    (rule,) = own["patternProperties"].values()
    sentences = [option.get("properties", {"check": option})["check"] for option in rule["anyOf"]]
    assert len(sentences) == 2  # the short form, and the key `check`
    for sentence in sentences:
        assert sentence["examples"] == EXAMPLES == [snippet["body"] for snippet in sentence["defaultSnippets"]]
    for example in EXAMPLES:
        parse_sentence(example)
    monkeypatch.chdir(tiny.root)
    with pytest.raises(SystemExit):
        main(["schema", "rules"])
    assert "name is unique" in capsys.readouterr().out
