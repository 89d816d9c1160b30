"""Whole games: what is legal can be applied, no card is lost, the same seed gives the same game, and how games end."""

from __future__ import annotations

import random
from itertools import product

import pytest

from cardgen.base.records import replace
from cardgen.engines import GameContent
from cardgen.engines.turn_logs import read_log, write_log
from cardgen.engines.turn_states import read_state, write_played
from cardgen.games.blitz.board import cells_of
from cardgen.games.blitz.cards import SIDES, BlitzCard
from cardgen.games.blitz.game import DEFAULT_FACTIONS, apply, by_hand, legal_turns
from cardgen.games.blitz.notation import parse_turn, write_turn
from cardgen.games.blitz.refusals import BlitzError
from cardgen.games.blitz.rules import BlitzRules
from cardgen.games.blitz.sequences import perft
from cardgen.games.blitz.state import NOTHING, BlitzState, Turn, round_order
from cardgen.games.blitz.turn_game import GAME
from tests.cases import for_cases
from tests.examples import trials
from tests.games.blitz.decks import DECKS
from tests.games.blitz.playing import (
    CONTENT,
    new_game,
    parse_scenario,
    play_game,
    random_game,
    starter_deck,
)

from .comparing import LITERAL, OTHERS, STANDARD, changed, to_twin


def cards_somewhere(state: BlitzState) -> list[int]:
    """The cards of all places together, sorted."""
    cells = [card for card in (*state.ground, *state.traps) if card != NOTHING]
    piles = [card for pile in (*state.hands, *state.decks, *state.discards) for card in pile]
    return sorted([*cells, *piles, *(card for card, _ in state.beyond)])


def play_and_count(players: int, seed: int, rules: BlitzRules) -> BlitzState:
    """Play a random game in which no card is ever lost or twice; return its end, which has a result by the rules."""
    state = None
    for _, state in play_game(DEFAULT_FACTIONS[players], seed, rules):
        assert cards_somewhere(state) == list(range(39 * players))
    assert state is not None
    assert state.over
    assert state.result is not None
    assert state.result.ended in ("28a", "28b", "28d", "rounds")
    assert (state.result.by == "27b") == (state.result.ended != "28d")
    return state


def ask(state: BlitzState, text: str) -> BlitzState:
    faction, turn = parse_turn(text)
    assert state.actor is not None
    assert state.setup.factions[state.actor] == faction
    return apply(state, turn)


# ---------------------------------------------------------------- set-up and order


@for_cases("factions", [("us",), ("us", "uk"), ("us", "us"), ("us", "ss", "wm"), ("us", "xx"), ()])
def test_rule_8_allows_two_players_of_both_sides_or_all_four(factions: tuple[str, ...]) -> None:
    with pytest.raises(BlitzError) as caught:
        new_game(factions, 1, STANDARD)
    assert caught.value.code == "B8"


def test_the_board_and_the_hands_of_a_new_game() -> None:
    two, four = (new_game(DEFAULT_FACTIONS[players], 1, STANDARD) for players in (2, 4))
    assert (len(two.ground), len(four.ground)) == (28, 35)
    assert (len(list(cells_of(4))), len(list(cells_of(5)))) == (28, 35)
    assert new_game(("ss", "uk"), 1, STANDARD).setup.factions == ("uk", "ss")
    assert four.setup.factions == ("us", "ss", "uk", "wm")
    assert [len(hand) for hand in four.hands] == [8] * 4
    assert [len(deck) for deck in four.decks] == [31] * 4
    assert len(four.setup.cards) == 156


def test_the_order_rotates_so_that_allies_never_act_in_succession() -> None:
    names = ["us", "ss", "uk", "wm"]
    assert [names[player] for player in round_order(4, 1)] == ["us", "ss", "uk", "wm"]
    assert [names[player] for player in round_order(4, 2)] == ["ss", "uk", "wm", "us"]
    assert round_order(4, 5) == round_order(4, 1)
    assert round_order(2, 2) == (1, 0)
    assert round_order(2, 2, rotate=False) == (0, 1)
    for number in range(1, 5):
        sides = [SIDES[names[player]] for player in round_order(4, number)]
        assert sides in (["allied", "german"] * 2, ["german", "allied"] * 2)


def test_a_hand_is_drawn_again_once() -> None:
    state = new_game(("us", "wm"), 3, STANDARD)
    assert legal_turns(state) == [Turn("keep"), Turn("redraw")]
    after = ask(ask(state, "us redraw"), "wm keep")
    assert (after.hands[0] != state.hands[0], after.hands[1] == state.hands[1]) == (True, True)
    assert (after.step, len(after.hands[0]), len(after.decks[0])) == ("draw", 8, 31)
    assert new_game(("us", "wm"), 3, changed(hand={"redraw": False})).step == "draw"
    with pytest.raises(BlitzError) as caught:
        ask(after, "us redraw")
    assert caught.value.code == "B10"


def test_a_deck_smaller_than_the_hand_is_dealt_whole() -> None:
    few = (BlitzCard("rifles", "unit", 5, 2, 2, 1, ((0, 1),)),)
    state = new_game(("us", "wm"), 3, STANDARD, {"us": few})
    assert (len(state.hands[0]), state.decks[0]) == (5, ())


def test_with_a_full_hand_a_player_skips_the_draw_or_discards_first() -> None:
    state = ask(ask(new_game(("us", "wm"), 3, STANDARD), "us keep"), "wm keep")
    kinds = {turn.kind for turn in legal_turns(state)}
    assert kinds == {"skip", "discard"}
    name = state.setup.cards[state.hands[0][0]].id
    after = ask(ask(state, f"us discard {name}"), "wm skip")
    assert [len(pile) for pile in (after.hands[0], after.decks[0], after.discards[0])] == [8, 30, 1]
    assert (after.step, after.round, len(after.decks[1])) == ("deploy", 1, 31)


@pytest.mark.parametrize(("empty_deck", "expected"), [("nothing", (7, 0, 32)), ("reshuffle", (8, 31, 0))])
def test_an_empty_deck_draws_nothing_or_is_made_anew(empty_deck: str, expected: tuple[int, int, int]) -> None:
    state = opening(2, 1, changed(empty_deck=empty_deck))
    hand, deck = state.hands[0], state.decks[0]
    state = replace(
        state,
        hands=(hand[1:], state.hands[1]),
        decks=((), state.decks[1]),
        discards=((hand[0], *deck), ()),
    )
    while state.round == 1:
        state = apply(state, Turn("pass"))
    while state.step == "draw":
        state = apply(state, Turn("skip"))
    assert tuple(len(piles[0]) for piles in (state.hands, state.decks, state.discards)) == expected
    assert cards_somewhere(state) == list(range(78))


# ---------------------------------------------------------------- legal turns


def every_turn(state: BlitzState) -> list[Turn]:
    """Return many turns, most of them illegal: all words on all cells, also beside the board."""
    width = state.setup.width
    cells = [(x, y) for x in range(-1, width + 1) for y in range(-5, 6)]
    names = [card.id for card in starter_deck()]
    some = [Turn(kind) for kind in ("keep", "redraw", "skip", "pass")]
    some += [Turn("discard", name) for name in names]
    some += [Turn(kind, name, to=to) for kind in ("deploy", "lay", "skill") for name in names for to in cells]
    taken = [cell for cell, card in zip(cells_of(width), state.ground, strict=True) if card != NOTHING]
    some += [Turn("move", at=at, to=to) for at, to in product([*taken, (0, 9)], cells)]
    some += [Turn("attack", to=to, units=(at,), advance=go) for to, at in product(taken, taken) for go in (None, at)]
    return some


@pytest.mark.parametrize("name", ["literal", "free", "strict"])
def test_what_is_legal_can_be_applied_and_nothing_else(name: str) -> None:
    chance = random.Random(name)
    state = new_game(DEFAULT_FACTIONS[4 if name == "strict" else 2], 5, OTHERS[name])
    for number in range(160):
        if state.over:
            break
        legal = legal_turns(state)
        if number % 32 == 0:
            for turn in every_turn(state):
                if turn in legal:
                    assert apply(state, turn).turns[-1] == turn
                else:
                    with pytest.raises(BlitzError):
                        apply(state, turn)
        state = apply(state, chance.choice(legal))
    assert number > 20


def test_turns_are_written_and_read() -> None:
    kinds = set()
    for seed in range(3):
        for turn, state in play_game(DEFAULT_FACTIONS[4], seed, OTHERS["free"]):
            if turn is not None:
                kinds.add(turn.kind)
                assert parse_turn(f"us {write_turn(turn)}") == ("us", turn)
            assert state.to_move == state.actor
    assert kinds >= {"deploy", "move", "lay", "skill", "attack", "raid", "pass", "discard"}
    for text in ("us", "fr pass", "us pass 1,1", "us move 1,1", "us move 1;1 2,2", "us attack 1,1 at 2,2", "us fly"):
        with pytest.raises(BlitzError, match="cannot be read"):
            parse_turn(text)


# ---------------------------------------------------------------- conservation, ends, replay


@pytest.mark.parametrize("name", ["standard", *OTHERS])
def test_no_card_is_lost_in_random_games(name: str) -> None:
    rules = {"standard": STANDARD, **OTHERS}[name]
    for seed in range(trials(2_000, few=10)):
        play_and_count(2 + seed % 2 * 2, seed, rules)


def test_a_random_game_is_the_same_on_every_machine() -> None:
    lines = write_log(GAME, random_game(DEFAULT_FACTIONS[2], 7, LITERAL)).splitlines()
    assert lines[:5] == ["game us wm seed 7", "us keep", "wm redraw", "us discard machine-gun", "wm discard depot"]
    assert (len(lines), lines[-1]) == (32, "result allied 27b 28a")


def test_a_state_that_no_game_can_reach_is_refused() -> None:
    data = write_played(GAME, read_log(GAME, "game us wm seed 1", GameContent({"": STANDARD}, DECKS)))
    for changes, expected in (
        ({"turns": [{"kind": "pass"}]}, "turns.0: rule 10: this is not done in the step hand"),
        ({"factions": ["us", "uk"]}, "rule 8"),
        ({"decks": {**data["decks"], "us": [{"id": "a", "kind": "unit"}] * 2}}, "decks.us"),
    ):
        with pytest.raises(ValueError, match=expected):
            read_state(GAME, {**data, **changes}, CONTENT)


def test_both_sides_may_agree_on_a_stalemate() -> None:
    state = ask(new_game(("us", "wm"), 1, STANDARD), "us stalemate")
    assert state.over
    assert state.result is not None
    assert (state.result.winner, state.result.by, state.result.ended) == ("draw", "27b", "28c")
    with pytest.raises(BlitzError) as caught:
        apply(state, Turn("pass"))
    assert caught.value.code == "B28"


# ---------------------------------------------------------------- cards that the rules do not know


def test_unknown_text_is_done_by_hand_and_reported() -> None:
    song = BlitzCard("song", "skill", 38, keywords=("sing",))
    decks = {"us": (song, BlitzCard("rifles", "unit", 1, 2, 2, 1, ((0, 1),)))}
    state = new_game(("us", "wm"), 1, changed(hand={"redraw": False, "opening": 8, "limit": 9}), decks)
    assert by_hand(state) == {"us": ["song"]}
    assert by_hand(new_game(("us", "wm"), 1, STANDARD)) == {}
    while state.step != "skill":
        state = apply(state, Turn("pass"))
    assert Turn("skill", "song") in legal_turns(state)
    after = ask(state, "us skill song")
    assert len(after.discards[0]) == len(state.discards[0]) + 1
    assert after.ground == state.ground
    with pytest.raises(BlitzError) as caught:
        ask(state, "us skill song 1,1")
    assert caught.value.code == "B20"


# ---------------------------------------------------------------- perft


def opening(players: int, seed: int, rules: BlitzRules = STANDARD) -> BlitzState:
    """Return the first deployment after hands that were kept and draws that were skipped."""
    state = new_game(DEFAULT_FACTIONS[players], seed, rules)
    while state.step in ("hand", "draw"):
        state = apply(state, Turn("keep" if state.step == "hand" else "skip"))
    return state


@pytest.mark.parametrize(
    ("players", "seed", "expected"),
    [pytest.param(2, 78, [37, 3145, 95953], marks=pytest.mark.full), (4, 78, [46, 4876])],
)
def test_the_twins_count_the_same_sequences_of_the_opening(players: int, seed: int, expected: list[int]) -> None:
    state = opening(players, seed)
    counts = list(perft(state, len(expected)))
    table = to_twin(state)
    assert counts == [table.count(depth) for depth in range(1, len(expected) + 1)] == expected


def test_the_first_turns_are_about_the_hands() -> None:
    assert list(perft(new_game(DEFAULT_FACTIONS[4], 1, STANDARD), 3)) == [2, 4, 8]


def test_random_positions_of_scenarios_have_no_effect_on_each_other() -> None:
    """States are values: a turn leaves the state before it as it was."""
    text = "players us wm\nturn us deploy\nhand us rifles\nhand wm rifles\nmap\n" + "".join(
        f"{y} . . . .\n" for y in range(3, -4, -1)
    )
    state = parse_scenario(text, STANDARD).state
    before = repr(state)
    assert apply(state, GAME.choose_randomly(state, random.Random(1))) != state
    assert repr(state) == before
