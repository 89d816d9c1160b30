"""What is proved of effects: each code with its exact text, its hint and the character; and what is not reported."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cardgen.games.heroes
import cardgen.games.thread_race
from cardgen.engines.effects.checking import CODES, EffectSource, GameFacts, check_effects, check_vocabulary
from cardgen.engines.effects.functions import FUNCTIONS
from cardgen.engines.effects.reading import Reader
from cardgen.engines.effects.verbs.kinds import BLOCKS, VERBS
from cardgen.engines.effects.vocabulary import Vocabulary
from tests.cases import for_cases
from tests.engines.effects.checked import FACTS, VOCABULARY, Found, faults_of, found
from tests.engines.effects.examples import Example, load_examples, load_vocabulary

TESTS = Path(__file__).parents[2]
STOPS = "in play it is stopped after 1,000 events"

MISTAKES: Mapping[str, list[Found]] = {
    # E1: words that nothing has
    "{when: after drw, do: []}": [("E1", "there is no event 'drw'", "did you mean 'draw'?", 0)],
    "{when: turn-start:aftr, do: []}": [("E1", "there is no step 'aftr' of turn-start", "did you mean 'after'?", 0)],
    "{use: main, do: {drw: 1}}": [("E1", "there is no verb 'drw'", "did you mean 'draw'?", 0)],
    "{use: main, do: {draw: 1, hwo: me}}": [("E1", "'draw' has no 'hwo'", "did you mean 'who'?", 0)],
    "{use: main, do: {draw: me.coinz}}": [("E1", "a player has no 'coinz'", "did you mean 'coins'?", 0)],
    "{use: main, do: {draw: 1 + coin}}": [("E1", "nothing has the name 'coin'", "", 4)],
    "{use: main, do: {discard: 1, from: 'me.hand where cots = 1'}}": [
        ("E1", "nothing has the name 'cots'", "did you mean 'cost'?", 14)
    ],
    "{use: main, do: {discard: 1, from: 'me.hand where suit = star'}}": [
        ("E1", "'suit' is never 'star'", "expected one of: heart, spade", 21)
    ],
    "{use: main, do: {discard: 1, from: 'me.hand where name = swrod'}}": [
        ("E1", "there is no card 'swrod'", "did you mean 'sword'?", 21)
    ],
    "{use: main, do: {draw: 'tpo(1, deck)'}}": [("E1", "there is no function 'tpo'", "did you mean 'top'?", 0)],
    # E2: values of another kind
    "{use: main, do: {draw: 1, discard: 1}}": [("E2", "'draw' and 'discard' are two steps: write two entries", "", 0)],
    "{use: main, do: {set: coins, of: me}}": [("E2", "`set` needs one of `to`, `add`, `fix`, `least`", "", 0)],
    "{use: main, limit: once, do: []}": [("E2", "'once' given, expected `each`", "such as 'once each turn'", 0)],
    "{use: main, if: me.coins > 'many', do: []}": [("E2", "\"'many'\" is a word, expected a number", "", 11)],
    "{use: main, if: me.coins = true, do: []}": [("E2", "'true' is true or false, expected a number", "", 11)],
    "{use: main, if: me.coins, do: []}": [("E2", "'me.coins' is a number, expected true or false", "", 0)],
    "{use: main, do: {draw: me.hand}}": [("E2", "'me.hand' is a place, expected a number", "", 0)],
    "{use: main, do: {draw: 1, who: market}}": [("E2", "'market' is a place, expected a player", "", 0)],
    "{use: main, do: {discard: 'top(2)'}}": [("E2", "'top' takes 2 values, 1 given", "", 0)],
    "{use: main, do: {win: 'between(me, 2)'}}": [("E2", "'2' is a number, expected a player", "", 12)],
    # E3: sentences that do not parse
    "{use: main, if: (me.coins > 3, do: []}": [("E3", "the sentence ends here, expected )", "", 13)],
    # E4: timings that cannot be
    "{use: night, do: []}": [("E4", "there is no window 'night'", "expected one of: main", 0)],
    "{when: turn-start:after, do: {draw: event.amount}}": [
        ("E4", "'event.amount' has no value: turn-start has who", "", 0)
    ],
    "{while: event.amount > 2, forbid: draw}": [
        ("E4", "'event.amount' has no value: no event is resolved here", "", 0)
    ],
    "{in: vault, when: turn-start:after, do: {draw: 1}}": [("E4", "no card is ever in 'vault'", "", 0)],
    # E5: choices and costs that are impossible
    "{use: main, cost: {discard: 1, from: 'me.hand where suit = heart'}, do: []}": [
        ("E5", "nobody can pay this: no card has suit 'heart'", "", 14)
    ],
    "{use: main, cost: {discard: 1, from: 'me.hand where cost > 3'}, do: []}": [
        ("E5", "nobody can pay this: no card meets 'cost > 3'", "", 14)
    ],
    "{use: main, cost: {discard: 20}, do: []}": [("E5", "nobody can pay this: there are 10 cards in all", "", 0)],
    "{use: main, cost: {pay: 2, of: gold}, do: []}": [("E5", "nobody can pay this: no player has 'gold'", "", 0)],
    "{use: main, cost: {pay: 3, of: gems}, do: []}": [
        ("E5", "nobody can pay this: 'gems' is never more than 2", "", 0)
    ],
    "{use: main, choose: {p: others where hp > max-hp}, do: []}": [
        ("E5", "there is nothing to choose: 'hp > max-hp' is never true", "", 13)
    ],
    "{use: main, choose: {p: others where hp > 3 and hp < 3}, do: []}": [
        ("E5", "there is nothing to choose: 'hp > 3 and hp < 3' is never true", "", 13)
    ],
    "{use: main, choose: {c: {from: market, number: 11}}, do: []}": [
        ("E5", "there is nothing to choose: there are 10 cards in all", "", 0)
    ],
    "{use: main, choose: {x: {value: [5, 2]}}, do: {draw: x}}": [
        ("E5", "there is nothing to choose: 5 is more than 2", "", 0)
    ],
    # E6: effects that never happen
    "{use: main, limit: 0 each turn, do: []}": [("E6", "this effect never happens: its limit is 0", "", 0)],
    "{use: main, if: 1 > 2, do: []}": [("E6", "this effect never happens: '1 > 2' is never true", "", 0)],
    "{when: judge:shown, do: []}": [("E6", "this effect never happens: nothing raises 'judge'", "", 0)],
    "{instead: damage of me, do: []}": [("E6", "this effect never happens: nothing raises 'damage'", "", 0)],
    "{when: turn-start:after, stages: 2, do: []}": [
        ("E6", "this effect never happens: `stages` count uses, and it has no `use`", "", 0)
    ],
    # E7, E8: effects without an end
    "{use: main, do: {repeat: while 1 < 2, do: {draw: 1}}}": [
        ("E7", "this never ends: its condition is always true", "", 0)
    ],
    "{use: main, do: {repeat: while me.gems > 1, do: {draw: 1}}}": [
        ("E7", "this never ends: nothing changes 'gems'", "", 0)
    ],
    "{when: after set of me, do: {set: coins, of: me, add: 1}}": [
        ("E7", "this never ends: 'well' raises 'set coins', which triggers 'well'", "", 0)
    ],
    "{when: after set of me, if: me.coins < 9, do: {set: coins, of: me, add: 1}}": [
        ("E8", "'well' may cause itself without an end", STOPS, 0)
    ],
    "[{id: a, when: after draw, do: {set: coins, of: me, add: 1}}, {id: b, when: after set of me, do: {draw: 1}}]": [
        ("E8", "'a' and 'b' may cause each other without an end", STOPS, 0)
    ],
    # E11: own texts
    "{use: main, do: {draw: 1}, text: {en: 'Draw 2.'}}": [("E11", "text says 'draw 2', the effect draws 1", "", 0)],
    "{use: main, do: {draw: 1}, text: {zh: 摸两张牌。}}": [("E11", "text says '摸两张', the effect draws 1", "", 0)],
    "{when: after draw, may: true, do: {discard: 1}, text: {en: Discard a card.}}": [
        ("E11", "text lacks 'may'", "", 0)
    ],
    "{use: main, limit: once each turn, do: {draw: 1}, text: {en: Draw one.}}": [
        ("E11", "text lacks 'once each turn'", "", 0)
    ],
    "{use: main, do: {draw: 1}, text: {en: Once a turn draw one.}}": [
        ("E11", "text says 'once', the effect has no limit", "", 0)
    ],
    "{use: main, choose: {c: me.hand where suit = spade}, do: {show: c}, text: {en: Show a heart.}}": [
        ("E11", "text says 'heart', the effect says 'spade'", "", 0)
    ],
    # E12, E13
    "{use: main, choose: {p: others}, do: {choose: {c: p.hand where cost > 1}, do: {take: c}}}": [
        ("E12", "'me' would choose among cards that 'me' cannot see", "", 0)
    ],
    "{use: main, do: {by-hand: sing}}": [("E13", "done by hand: 1 of 2 effects", "", 0)],
}

#: Effects that are right, or of which nothing is certain.
SILENT = [
    "{use: main, cost: {pay: 30, of: coins}, do: []}",  # coins are raised by the rules
    "{use: main, choose: {p: others where hp < max-hp}, do: []}",
    "{use: main, choose: {c: me.hand where suit is missing}, do: []}",
    "{when: after set of me where attribute = gems, do: {set: coins, of: me, add: 1}}",
    "{when: after set of me, limit: 3 each turn, do: {set: coins, of: me, add: 1}}",
    "{when: after draw of me, may: true, do: {draw: 1}}",
    "{use: main, choose: {p: others}, do: [{look: p.hand}, {choose: {c: p.hand where cost > 1}, do: {take: c}}]}",
    "{use: main, choose: {p: others}, do: {take: 1, from: p.hand}}",  # chosen blind, which is no secret
    "{use: main, do: {repeat: while me.coins > 0, do: {pay: 1, of: coins}}}",
    "{use: main, choose: {o: {option: [left, right]}}, do: {if: o = left, then: {draw: 1}}}",
    "{use: main, do: [{note: seen, is: me.coins}, {draw: this.seen}]}",
    "{when: at once, if: me.coins >= 10, do: {win: me}}",
    "{use: main, do: {draw: 2}, text: {en: 'Draw two cards.', zh: 摸两张牌。, de: 'Zieh 3.'}}",
    "{use: main, do: {draw: 1}, text: {en: own}}",
]


@for_cases("text", MISTAKES)
def test_a_mistake_has_its_code_message_hint_and_character(text: str) -> None:
    assert found(text) == MISTAKES[text]


def test_every_code_of_section_3_has_a_message() -> None:
    reported = {code for found in MISTAKES.values() for code, *_ in found}
    assert reported == set(CODES)


@for_cases("text", SILENT)
def test_what_is_not_certain_is_not_reported(text: str) -> None:
    assert found(text) == []


def test_a_fault_has_the_path_of_its_sentence() -> None:
    (fault,) = faults_of("[{use: main, do: []}, {use: main, do: [{draw: 1}, {draw: me.coinz}]}]")
    assert fault.path == (1, "do", 1, "draw")


def test_without_facts_of_the_game_nothing_is_said_of_events_and_areas() -> None:
    texts = ["{when: judge:shown, do: []}", "{in: vault, when: turn-start:after, do: {draw: 1}}"]
    assert [faults_of(text, GameFacts()) for text in texts] == [[], []]


# ---------------------------------------------------------------- the examples of all games


def sources_of(data: Mapping[str, Any], vocabulary: Vocabulary) -> list[EffectSource]:
    """Return all effects of an example."""
    sources = []

    def add(name: str, effects: Any, values: Mapping[str, Any] | None = None) -> None:
        reader = Reader(vocabulary, f"{name}/")
        sources.append(EffectSource(name, reader.effects(effects), values=values))
        assert not reader.faults

    for name, card in data.get("cards", {}).items():
        add(name, card.get("effects", []), {key: value for key, value in card.items() if key != "effects"})
    for name in ("strike", "dodge", "peach"):
        add(name, [], {})
    add("effect", [data["effect"]] if "effect" in data else data.get("effects", []))
    for name, group in data.get("groups", {}).items():
        add(name, group.get("effects", []))
    for name, part in data["run"]["state"].items():
        if isinstance(part, dict):
            add(name, part.get("skills", []))
            for place, effects in part.get("attached", {}).items():
                add(place, effects)
    for name, card in data["run"]["state"].get("board", {}).items():
        add(name, card.get("effects", []))
    return sources


VOCABULARIES = {
    TESTS / "engines" / "effects" / "examples.yaml": TESTS / "engines" / "effects" / "vocabulary.yaml",
    **{
        TESTS / "games" / Path(package.__path__[0]).name / "effect_examples.yaml": Path(package.__path__[0])
        / "effects.yaml"
        for package in (cardgen.games.heroes, cardgen.games.thread_race)
    },
}


@pytest.mark.parametrize("path", VOCABULARIES, ids=lambda path: path.parent.name)
def test_nothing_is_wrong_with_the_examples(path: Path) -> None:
    vocabulary = load_vocabulary(VOCABULARIES[path])
    for data in load_examples(path):
        places = [f"{letter}{number}" for letter in "AB" for number in range(1, 4)]
        facts = GameFacts(FUNCTIONS, names=(*"ABCDEF", *places, *data.get("groups", ())))
        own = Example.with_marks(vocabulary, data)
        assert [(fault.code, str(fault.problem)) for _, fault in check_effects(own, sources_of(data, own), facts)] == []


@pytest.mark.parametrize("path", VOCABULARIES.values(), ids=lambda path: path.parent.name)
def test_nothing_is_wrong_with_the_vocabularies(path: Path) -> None:
    vocabulary = load_vocabulary(path)
    assert check_vocabulary(vocabulary, [EffectSource("card", values={"distance": 0, "range": 0})]) == []


# ---------------------------------------------------------------- no data raises anything

WORDS = st.sampled_from(
    [
        *("main", "me", "others", "me.hand", "deck", "top(2, deck)", "coins", "cost", "suit", "event.amount", "x"),
        *(
            "others where hp > 2",
            "cards in me.hand where cost >= 2 and suit = heart",
            "count of others",
            "(",
            "me.coins",
        ),
        *("while me.coins > 2", "after draw of me", "damage of me", "turn-start:after", "at once", "once each turn"),
        *(
            "2 each turn",
            "all",
            "0 to all",
            "1 to 3",
            "if me.coins > 2 then 1 else 2",
            "every player of others has hp = 1",
        ),
    ]
)
KEYS = st.sampled_from(
    [
        *(
            "when",
            "use",
            "while",
            "instead",
            "as",
            "cards",
            "limit",
            "choose",
            "cost",
            "do",
            "else",
            "if",
            "may",
            "let",
        ),
        *("modify", "forbid", "allow", "grant", "effect", "to", "value", "of", "add", "from", "number", "id", "states"),
        *(*VERBS, *BLOCKS),
    ]
)
DATA = st.recursive(
    WORDS | st.integers(-3, 30) | st.booleans() | st.none() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=25,
)
EFFECTS = st.lists(
    st.fixed_dictionaries(
        {},
        optional={
            "when": WORDS,
            "use": WORDS,
            "if": WORDS,
            "choose": st.dictionaries(st.sampled_from("abc"), DATA, max_size=2),
            "do": st.lists(st.dictionaries(KEYS, DATA, max_size=3), max_size=3),
            "cost": DATA,
            "limit": WORDS,
        },
    )
    | DATA,
    max_size=3,
)


@settings(max_examples=300, deadline=None)
@given(EFFECTS)
def test_no_data_makes_a_check_fail(data: Any) -> None:
    reader = Reader(VOCABULARY, "card/")
    source = EffectSource("card", reader.effects(data), values={"cost": 2})
    for _, fault in check_effects(VOCABULARY, [source], FACTS):
        assert fault.code in CODES
        assert str(fault.problem)
