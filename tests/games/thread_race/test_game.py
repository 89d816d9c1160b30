"""Whole games: set-up, flips, plays, cores, wins and draws; random games end and are repeated to the byte."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from cardgen.engines.turn_states import read_state, write_played
from cardgen.games.thread_race.cards import Core, DeckOrder, ThreadRaceCard
from cardgen.games.thread_race.effects import Effect, read_effect
from cardgen.games.thread_race.game import ThreadRaceState, apply, legal_turns, new_game, start_game
from cardgen.games.thread_race.refusals import ThreadRaceError
from cardgen.games.thread_race.rules import ThreadRaceRules
from cardgen.games.thread_race.turn_game import GAME
from cardgen.games.thread_race.turns import ByHand, Choose, Flip, Pass, Play, PutAway, StartTurn, Turn, UseCore
from tests.games.thread_race.fields import card, idle
from tests.games.thread_race.playing import CONTENT, Game, random_game
from tests.games.thread_race.rulesets import BRIEF, FULL, RULESETS, changed
from tests.games.thread_race.starter import starter_deck

UP = StartTurn((True, True, True))
DRAW = (Effect("draw"),)


def deck(*cards: ThreadRaceCard, core: Core | None = None) -> DeckOrder:
    return DeckOrder(core or Core("core", 1, 1), cards)


def game(*decks: DeckOrder, rules: ThreadRaceRules = FULL) -> ThreadRaceState:
    """Return a game after the first cards, which lie face up."""
    state = start_game(decks, 0, rules)
    while state.stage == "start":
        state = apply(state, UP)
    return state


def apply_all(state: ThreadRaceState, turns: Sequence[Turn]) -> ThreadRaceState:
    for turn in turns:
        state = apply(state, turn)
    return state


def plain_deck(size: int = 23) -> DeckOrder:
    return deck(*(card(1, name=f"card {number}") for number in range(size)))


def alone(rules: ThreadRaceRules) -> Iterator[ThreadRaceState]:
    """Yield the states of a game alone: every card is played, then the others are put away."""
    state = game(plain_deck(), rules=rules)
    yield state
    while not state.over:
        turns = legal_turns(state)
        state = apply(state, next((turn for turn in turns if isinstance(turn, PutAway)), turns[0]))
        yield state


def test_a_deck_without_effects_wins_alone_on_turn_24_and_in_brief_on_21() -> None:
    *states, end = alone(FULL)
    assert (end.turn, end.winners) == (24, (0,))
    plays = [state.turn for state in states if state.seats[0].deck]
    assert plays == list(range(1, 21))
    *_, brief = alone(BRIEF)
    assert (brief.turn, brief.winners) == (21, (0,))
    *_, both = alone(changed(**{**BRIEF.model_dump(), "win": "deck-and-slots"}))
    assert both.turn == 24


def test_the_window_holds_the_next_three_cards_in_their_order() -> None:
    state = game(plain_deck())
    assert [now and now.card for now in state.seats[0].slots] == [0, 1, 2]
    assert state.seats[0].deck[:3] == (3, 4, 5)
    after = apply(state, Play(1, 0))
    assert after.seats[0].deck[:3] == (3, 5, 6)
    assert (after.seats[0].rebirth, after.turn) == ((0,), 2)
    with pytest.raises(ThreadRaceError, match="rule 25: 4 is not among the cards") as refused:
        apply(state, Play(3, 0))
    assert refused.value.code == "T25"
    assert isinstance(apply(game(plain_deck(), rules=changed(window=4)), Play(3, 0)), ThreadRaceState)


def test_the_first_cards_lie_as_their_owners_like_and_are_turned_up_in_the_flip_stage() -> None:
    spark = card(None, {"do": "draw"}, trigger="on-flip")
    state = start_game([deck(idle(1), spark, idle(2), idle(3)), plain_deck(4)], 0, FULL)
    assert (state.stage, state.to_move, len(legal_turns(state))) == ("start", 0, 8)
    state = apply_all(state, [StartTurn((True, False, False)), UP])
    assert (state.stage, state.to_move) == ("flips", 0)
    assert legal_turns(state) == [Flip(()), Flip((1,)), Flip((2,)), Flip((1, 2))]
    for wrong in (Flip((0,)), Flip((2, 1)), Flip((1, 1))):
        with pytest.raises(ThreadRaceError, match="rule 23"):
            apply(state, wrong)
    left = apply(state, Flip((2,)))
    assert [now and now.up for now in left.seats[0].slots] == [True, False, True]
    assert left.stage == "play"
    # The card that is drawn finds no empty slot.
    assert apply(state, Flip((1, 2))).seats[0].deck == (3,)


def test_a_flipped_card_draws_into_an_empty_slot() -> None:
    burns = card(5, {"do": "destroy", "owner": "self", "self_ok": True}, name="burns")
    spark = card(None, {"do": "draw"}, trigger="on-flip", name="spark")
    state = start_game([deck(burns, spark, idle(1), idle(2))], 0, FULL)
    state = apply_all(state, [StartTurn((True, False, True)), Choose(0, 0), Flip((1,))])
    assert [now and now.card for now in state.seats[0].slots] == [3, 1, 2]
    assert state.seats[0].deck == ()


def test_brief_begins_face_up_and_has_no_flip_stage() -> None:
    covers = card(5, {"do": "cover", "owner": "self"})
    state = start_game([deck(covers, idle(1), idle(2), idle(3))], 0, BRIEF)
    state = apply(state, Choose(0, 0))
    assert (state.stage, state.seats[0].slots[0] is not None) == ("play", True)


def test_a_player_with_an_empty_deck_may_put_a_card_away_and_wins_at_the_next_test() -> None:
    state = apply(game(plain_deck(4)), Play(0, 0))
    assert legal_turns(state) == [PutAway(0), PutAway(1), PutAway(2), Pass()]
    state = apply_all(state, [PutAway(0), PutAway(1), PutAway(2)])
    assert (state.over, state.winners, state.turn) == (True, (0,), 5)
    must = apply(game(plain_deck(4), rules=changed(put_away="must")), Play(0, 0))
    assert Pass() not in legal_turns(must)
    with pytest.raises(ThreadRaceError, match="rule 25"):
        apply(must, Pass())


def test_the_last_cards_put_away_in_one_stage_are_a_draw() -> None:
    state = game(plain_deck(4), plain_deck(4))
    state = apply_all(state, [Play(0, 0), Play(0, 0)])
    for slot in range(3):
        assert not state.over
        state = apply_all(state, [PutAway(slot), PutAway(slot)])
    assert (state.over, state.winners) == (True, (0, 1))
    with pytest.raises(ThreadRaceError, match="rule 24: the game is over"):
        apply(state, Pass())


def test_no_win_in_the_play_stage_in_which_the_last_card_leaves() -> None:
    state = apply_all(game(plain_deck(4), plain_deck(5)), [Play(0, 0), Play(0, 0)])
    for slot in range(2):
        state = apply_all(state, [PutAway(slot), Play(0, 0) if slot == 0 else PutAway(0)])
    state = apply(state, PutAway(2))
    assert (state.over, state.to_move) == (False, 1)
    state = apply(state, Pass())
    assert (state.over, state.winners) == (True, (0,))


def test_playing_is_compulsory_with_cards_in_the_deck() -> None:
    state = game(plain_deck())
    with pytest.raises(ThreadRaceError, match="must play one"):
        apply(state, Pass())
    with pytest.raises(ThreadRaceError, match="when the deck is empty"):
        apply(state, PutAway(0))
    assert apply(game(plain_deck(), rules=changed(play="may")), Pass()).turn == 2


def test_cards_are_played_face_down_where_the_rules_allow_it() -> None:
    with pytest.raises(ThreadRaceError, match="face up in this ruleset"):
        apply(game(plain_deck()), Play(0, 0, up=False))
    state = apply(game(plain_deck(), rules=changed(play_face="either")), Play(0, 0, up=False))
    assert [now and now.up for now in state.seats[0].slots] == [False, True, True]


def test_a_core_is_used_in_the_play_stage_as_often_as_it_says() -> None:
    core = Core("draws", 1, 2, DRAW)
    dies = [idle(1, cost=1, name=str(number)) for number in range(9)]
    state = game(deck(*dies, core=core))
    assert [now for now in state.seats[0].slots if now] == []
    state = apply(state, UseCore())
    assert (state.seats[0].uses, state.seats[0].slots[0] is not None, state.to_move) == (1, True, 0)
    with pytest.raises(ThreadRaceError, match="rule 26"):
        apply(state, UseCore())
    state = apply_all(state, [Play(0, 1), UseCore(), Play(0, 1)])
    assert state.seats[0].uses == 0
    assert UseCore() not in legal_turns(state)


def test_a_core_in_brief_is_used_in_each_play_stage() -> None:
    state = game(deck(*plain_deck(12).cards, core=Core("draws", 1, 1, DRAW)), rules=BRIEF)
    for _ in range(4):
        state = apply_all(state, [UseCore(), Play(0, 0)])
    assert state.seats[0].uses is None


def test_a_core_by_hand_stops_and_asks() -> None:
    state = game(deck(*plain_deck(6).cards, core=Core("core", 1, 1, by_hand="Something happens.")))
    state = apply(state, UseCore())
    assert state.question is not None
    assert state.question.text == "Something happens."
    with pytest.raises(ThreadRaceError, match="rule 10: this is not the time for play"):
        apply(state, Play(0, 0))
    state = apply(state, ByHand((read_effect({"do": "order", "amount": "top-to-bottom", "n": 1}),)))
    assert (state.seats[0].deck, state.seats[0].uses, state.question) == ((4, 5, 3), 0, None)


def test_a_card_that_is_played_gets_what_lies_on_the_slot() -> None:
    slot = card(5, {"do": "slot", "gives": "speed", "amount": -1}, name="slot")
    state = apply(game(deck(slot, idle(1), idle(1), idle(2), idle(1))), Play(0, 0))
    assert state.seats[0].rebirth == (0,)
    now = state.seats[0].slots[0]
    assert now is not None
    assert now.speed == 1
    gone = apply(game(deck(slot, idle(1), idle(1), idle(1), idle(1))), Play(0, 0))
    assert gone.seats[0].rebirth == (0, 3)


def test_targets_are_asked_for_one_by_one_and_the_steps_are_told_once() -> None:
    burns = card(3, {"do": "destroy", "owner": "self"}, {"do": "draw"})
    state = game(deck(burns, burns, idle(1), *plain_deck(4).cards))
    steps = list(state.steps)
    assert state.question is not None
    assert state.question.options == ((0, 0), (0, 1), (0, 2))
    state = apply(state, Choose(0, 2))
    steps += state.steps
    assert state.question is not None
    state = apply(state, Choose(0, 2))
    steps += state.steps
    acts = [(step.stage, step.slot) for step in steps if step.what == "act"]
    assert acts[:2] == [(3, 0), (3, 1)]
    assert [step.what for step in steps].count("destroy") == 2


@pytest.mark.parametrize("players", [1, 5])
def test_a_game_has_two_to_four_players(players: int) -> None:
    with pytest.raises(ValueError, match="the game is for 2 to 4 players"):
        new_game([starter_deck()] * players, 1, FULL)


def test_a_ruleset_may_be_for_two_alone() -> None:
    with pytest.raises(ValueError, match="3 given, the game is for 2 to 2 players"):
        new_game([starter_deck()] * 3, 1, changed(most_players=2))


def test_a_game_refuses_decks_that_break_a_check() -> None:
    whole = starter_deck()
    for cards, code in (
        (whole.cards[:22], "T1"),
        ((*whole.cards[:22], whole.cards[0]), "T2"),
        ((*whole.cards[:22], card(3, name="Reorder")), "T2"),
    ):
        with pytest.raises(ThreadRaceError) as refused:
            new_game([whole, DeckOrder(whole.core, cards)], 1, FULL)
        assert refused.value.code == code


# ---------------------------------------------------------------- random games


def play(seed: int, players: int, rules: ThreadRaceRules) -> Game:
    return random_game([starter_deck(seed % 2), *[starter_deck(1)] * (players - 1)], seed, rules)


def check_end(state: ThreadRaceState) -> None:
    """Every card is in exactly one zone, and somebody has won."""
    assert state.over
    assert state.winners
    for seat in state.seats:
        lying = [now.card for now in seat.slots if now]
        assert sorted([*lying, *seat.deck, *seat.rebirth]) == list(range(23))
    for player in state.winners:
        assert not state.seats[player].deck


@pytest.mark.parametrize("name", RULESETS)
def test_random_games_end(name: str) -> None:
    lengths = set()
    for seed in range(40):
        state = play(seed, 2 + seed % 3, RULESETS[name]).state
        check_end(state)
        lengths.add(state.turn)
    assert len(lengths) > 3


@pytest.mark.soak
@pytest.mark.parametrize("name", RULESETS)
def test_ten_thousand_random_games_end(name: str) -> None:
    for seed in range(10_000):
        check_end(play(seed, 2 + seed % 3, RULESETS[name]).state)


def test_a_state_that_no_game_can_be_in_is_refused() -> None:
    data = write_played(GAME, play(1, 2, FULL))
    for change, text in (
        ({"turns": [{"kind": "pass"}]}, "turns.0: rule 10"),
        ({"turns": [{"kind": "start", "up": [True], "slot": 1}]}, "a turn 'start' has the members up"),
        ({"turns": data["turns"] + [{"kind": "pass"}]}, "the game is over"),
        ({"decks": data["decks"][:1]}, "2 to 4 players"),
        ({"seed": 1.5}, "seed"),
        ({"extra": 1}, "extra"),
    ):
        with pytest.raises(ValueError, match=text):
            read_state(GAME, {**data, **change}, CONTENT)
