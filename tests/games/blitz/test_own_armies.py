"""Armies of one's own: effects on cards and keywords of rulesets are checked, read, played and kept in states."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from cardgen.base.records import replace
from cardgen.data.playing import effect_texts
from cardgen.engines import CardData
from cardgen.engines.effects.checking import EffectSource, check_vocabulary
from cardgen.engines.turn_game import play_game
from cardgen.engines.turn_states import read_state, write_played
from cardgen.games.blitz.cards import BlitzCard
from cardgen.games.blitz.combat import is_supplied
from cardgen.games.blitz.deck import check_deck
from cardgen.games.blitz.deck_cards import read_decks
from cardgen.games.blitz.deck_rules import check_rules
from cardgen.games.blitz.game import apply, legal_turns
from cardgen.games.blitz.notation import parse_turn, write_turn
from cardgen.games.blitz.powers import own_keywords, vocabulary
from cardgen.games.blitz.refusals import BlitzError
from cardgen.games.blitz.rules import BlitzRules
from cardgen.games.blitz.state import NOTHING, BlitzState
from cardgen.games.blitz.turn_game import GAME, BlitzStart
from tests.cases import for_cases
from tests.games.blitz.playing import CONTENT, STARTER, answer, make_setup, parse_scenario
from tests.games.shipped import shipped

from .comparing import STANDARD, changed
from .decks import DECKS, with_card
from .test_abilities import card_of, load, position_of

DIG_IN: list[dict[str, Any]] = [{"while": True, "modify": [{"value": "defence", "of": "this", "add": 1}]}]


def own_cards() -> list[BlitzCard]:
    """Return the cards of all abilities."""
    entries = [entry for name in ("abilities.yaml", "sentences.yaml") for entry in load(name)]
    return [card_of(key.partition(":")[2], values) for entry in entries for key, values in entry["cards"].items()]


# ---------------------------------------------------------------- data


def test_effects_of_a_card_are_read_and_checked() -> None:
    decks = with_card("rifles", effects=DIG_IN)
    assert check_deck(decks) == []
    assert check_rules(STANDARD, decks) == []
    lines = ["players us wm", "map", *(f"{y} {'us:rifles' if y == 0 else '.'} . . ." for y in range(3, -4, -1))]
    state = parse_scenario("\n".join(lines), STANDARD, read_decks(decks)).state
    assert GAME.facts(state)["ground"][0]["defence"] == 3
    (problem,) = check_rules(STANDARD, with_card("rifles", effects=[{"when": "after attak of this", "do": []}]))
    assert (problem.code, problem.card, problem.field, problem.path) == ("E1", "rifles-us", "effects", (0, "when"))
    assert "attack" in problem.hint


@for_cases(
    ("effect", "code"),
    [
        ({"when": "after judge of me", "do": [{"draw": 1}]}, "E6"),
        ({"when": "after draw of me", "do": [{"draw": 1}]}, "E8"),
        ({"while": True, "modify": [{"value": "attack", "of": "my-unit", "add": 1}]}, "E1"),
        ({"when": "after move of this", "do": [{"draw": 2}]}, "E11"),
    ],
)
def test_effects_that_can_be_read_are_proved(effect: dict[str, Any], code: str) -> None:
    decks = with_card("rifles", effects=[effect], text={"en": "After it moves, draw three."})
    (problem,) = (one for one in check_rules(STANDARD, decks) if one.code != "E11" or code == "E11")
    assert (problem.code, problem.card, problem.path[:1]) == (code, "rifles-us", () if code == "E11" else (0,))


def test_nothing_is_wrong_with_the_abilities_and_their_vocabulary() -> None:
    for number, card in enumerate(own_cards()):
        data = CardData(f"{card.id}-{number}", 1, {"kind": card.kind, "effects": card.effects.value})
        assert check_rules(STANDARD, {**DECKS, "us": [*DECKS["us"], data]}) == []
    assert check_vocabulary(vocabulary(), [EffectSource("card")]) == []


def test_a_skill_with_effects_needs_no_keyword() -> None:
    effects = [{"use": "skill", "do": [{"draw": 1}]}]
    decks = with_card("feint", effect=None, effects=effects)
    assert check_deck(decks) == []
    setup = make_setup(("us", "wm"), STANDARD, read_decks(decks))
    assert not setup.powers.by_hand


def test_a_ruleset_adds_keywords_with_numbers() -> None:
    rules = changed(
        keywords={
            **own_keywords(),
            "tough n": {"while": True, "modify": [{"value": "defence", "of": "this", "add": "n"}]},
        }
    )
    assert check_rules(rules, with_card("rifles", abilities=["tough 3"])) == []
    decks = read_decks(with_card("rifles", abilities=["tough 3", "engineer"]))
    setup = make_setup(("us", "wm"), rules, decks)
    assert {setup.powers.values["defence"][n] for n, card in enumerate(setup.cards) if card.id == "rifles"} == {2, 5}
    wrong = changed(keywords={"storm": [{"use": "attack", "do": [{"turn": "this"}]}]})
    (problem,) = check_rules(wrong, with_card("rifles"))
    assert (problem.code, problem.path) == ("E2", ("keywords", "storm", 0, "do", 0))


def test_a_template_can_print_what_a_card_does() -> None:
    game = shipped("blitz")
    deck = replace(game.decks["us"], fields={**game.decks["us"].fields, "effects": "effects?"})
    mine = next(card for card in deck.cards if card.id == "mine-us")
    texts = effect_texts(game, deck, replace(mine, fields={**mine.fields, "affects": "both"}))
    assert texts == {
        "zh-Hant": "一支沒有工程能力的部隊移動到此格後，破壞此牌，然後破壞該部隊。",
        "en": "After a unit without engineering moves to this cell, destroy this card, then destroy that unit.",
        "zh-Hans": "一支没有工程能力的部队移动到此格后，破坏此牌，然后破坏该部队。",
    }


# ---------------------------------------------------------------- questions


def asked(state: BlitzState) -> dict[str, Any]:
    question: dict[str, Any] = GAME.facts(state)["question"]
    return question


def medics() -> BlitzState:
    (ability,) = (one for one in load("abilities.yaml") if one["id"] == "medics")
    return apply(position_of(ability), parse_turn("wm attack 1,0 by 1,1")[1])


def test_a_question_is_a_turn_of_who_decides() -> None:
    state = medics()
    assert (state.actor, [write_turn(turn) for turn in legal_turns(state)]) == (0, ["answer no", "answer yes"])
    assert (asked(state)["faction"], asked(state)["card"], asked(state)["options"]) == (
        "us",
        "us:medics",
        ["no", "yes"],
    )
    assert GAME.view(state, 1)["question"]["options"] == []
    after = apply(state, parse_turn("us answer no")[1])
    assert (len(after.discards[0]), after.asked, after.actor) == (1, None, 0)
    for text in ("us pass", "us answer maybe"):
        with pytest.raises(BlitzError) as caught:
            apply(state, parse_turn(text)[1])
        assert caught.value.code == "B29"
    with pytest.raises(BlitzError):
        apply(after, parse_turn("us answer yes")[1])


def test_the_table_does_by_hand_what_is_no_data() -> None:
    sing = {"kind": "skill", "effects": [{"use": "skill", "do": [{"by-hand": "Sing."}]}]}
    ability = {"cards": {"us:sing": sing}, "step": "us skill", "hands": {"us": "sing rifles"}}
    before = position_of({**ability, "map": {1: "wm:rifles wm:scouts . .", 0: "us:rifles . . ."}})
    state = apply(before, parse_turn("us skill sing")[1])
    assert [write_turn(turn) for turn in legal_turns(state)] == ["answer done"]
    for text in ("move 0,1 cell:2,2", "turn 1,1 sideways"):
        state = apply(state, parse_turn(f"us answer adjust {text}")[1])
    # For the first two there is no room.
    wrong = ("move us:rifles cell:0,0", "move 1,1 us.hand", "move 3,3 cell:1,1", "sing", "set 0,0 attack x")
    for text in wrong:
        with pytest.raises(BlitzError, match="is no answer"):
            apply(state, parse_turn(f"us answer adjust {text}")[1])
    state = apply(state, parse_turn("us answer done")[1])
    seat = state.actor
    faction = state.setup.factions[seat or 0]
    state = apply(state, parse_turn(f"{faction} answer adjust set 0,0 attack 7")[1])  # nobody has asked for it
    assert state.actor == seat
    ground = {tuple(card["cell"]): card for card in GAME.facts(state)["ground"]}
    assert {cell: card["card"] for cell, card in ground.items()} == {
        (0, 0): "us:rifles",
        (1, 1): "wm:scouts",
        (2, 2): "wm:rifles",
    }
    assert (ground[0, 0]["attack"], ground[1, 1]["ready"], len(state.hands[0])) == (7, False, 1)


def test_what_lasts_until_the_round_ends_ends_with_it() -> None:
    lines = ["players us wm", "turn us skill", "hand us emergency rifles", "hand wm rifles", "map"]
    rows = {0: "us:rifles . . .", 1: "wm:rifles . . ."}
    state = parse_scenario(
        "\n".join([*lines, *(f"{y} {rows.get(y, '. . . .')}" for y in range(3, -4, -1))]), STANDARD
    ).state
    state = apply(state, parse_turn("us skill emergency 0,0")[1])
    assert is_supplied(state, 12)
    while state.round == 1:
        state = apply(state, parse_turn("us pass")[1])
    assert not is_supplied(state, 12)
    assert state.memory is None or not state.memory.lasting


# ---------------------------------------------------------------- games


@pytest.mark.parametrize("policy", ["greedy", "planner"])
def test_policies_answer_what_effects_ask(policy: str) -> None:
    state = medics()
    turn = GAME.find_policy(policy)(state, random.Random(1))
    assert write_turn(turn) == "answer yes"


@pytest.mark.parametrize("seed", range(3))
def test_games_of_own_armies_keep_their_cards_and_can_be_read_again(seed: int) -> None:
    chance, factions = random.Random(seed), ("us", "wm")
    decks = {one: (*STARTER[one][:6], *STARTER[one][12:], *chance.sample(own_cards(), 8)) for one in factions}
    setup = make_setup(factions, changed(rounds=4), decks)
    start = BlitzStart(setup.rules, setup.factions, seed, dict(zip(setup.factions, setup.decks, strict=True)))
    played = play_game(GAME, start, CONTENT)
    for state in played.states:
        piles = (
            *state.hands,
            *state.decks,
            *state.discards,
            state.ground,
            state.traps,
            [card for card, _ in state.beyond],
        )
        cards = sorted(card for pile in piles for card in pile if card != NOTHING)
        assert cards == list(range(len(setup.cards)))
    again = read_state(GAME, json.loads(json.dumps(write_played(GAME, played))), CONTENT)
    assert (again.state.discards, again.state.result) == (played.state.discards, played.state.result)


def test_the_protocol_takes_an_army_with_effects() -> None:
    guard = {"id": "guard", "kind": "unit", "copies": 39, "attack": 2, "reach": [[0, 1]], "effects": DIG_IN}
    request = {"op": "new_game", "seed": 1, "decks": {"us": [guard]}}
    state = json.loads(answer(json.dumps(request), {"standard": STANDARD}))["state"]
    assert state["decks"]["us"][0]["effects"] == DIG_IN
    view = json.loads(answer(json.dumps({"op": "view", "state": state, "seat": 0}), {"standard": STANDARD}))
    assert view["hands"][0] == ["guard"] * 8
    wrong = {**request, "decks": {"us": [{**guard, "effects": 3}]}}
    assert "error" in json.loads(answer(json.dumps(wrong), {"standard": STANDARD}))


def test_the_bundled_ruleset_has_the_keywords_of_the_game() -> None:
    assert BlitzRules.model_validate({"titles": {"zh": "a", "en": "a"}}).keywords.value == own_keywords()
