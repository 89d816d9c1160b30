"""Whole games: set-up, flips, plays, cores, wins and draws; random games end and are repeated to the byte."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cardgen.engines.effects.world import Card
from cardgen.engines.turn_states import read_state, write_played
from cardgen.games.thread_race.cards import Core, DeckOrder, ThreadRaceCard
from cardgen.games.thread_race.refusals import ThreadRaceError
from cardgen.games.thread_race.rules import ThreadRaceRules
from cardgen.games.thread_race.turn_game import GAME, ThreadRaceState, start_of
from tests.examples import trials
from tests.games.thread_race.fields import card, idle
from tests.games.thread_race.playing import (
    CONTENT,
    Game,
    apply,
    apply_all,
    legal,
    log_of,
    random_game,
    seats,
    verify_log,
)
from tests.games.thread_race.rulesets import BRIEF, FULL, RULESETS, changed
from tests.games.thread_race.starter import starter_deck

UP = "up-up-up"
DRAW = '[{"use": "core", "do": [{"draw": 1}]}]'


def deck(*cards: ThreadRaceCard, core: Core | None = None) -> DeckOrder:
    return DeckOrder(core or Core("core", 1, 1), cards)


def game(*decks: DeckOrder, rules: ThreadRaceRules = FULL) -> ThreadRaceState:
    """Return a game after the first cards, which lie face up."""
    state = GAME.start_game(decks, 0, rules)
    while state.now.position.stage == "start":
        state = apply(state, UP)
    return state


def plain_deck(size: int = 23) -> DeckOrder:
    return deck(*(card(1, name=f"card {number}") for number in range(size)))


def alone(rules: ThreadRaceRules) -> Iterator[ThreadRaceState]:
    """Yield the states of a game alone: every card is played, then the others are put away."""
    state = game(plain_deck(), rules=rules)
    yield state
    while not state.now.over:
        answers = legal(state)
        state = apply(state, next((answer for answer in answers if answer.startswith("away")), answers[0]))
        yield state


def test_a_deck_without_effects_wins_alone_on_turn_24_and_in_brief_on_21() -> None:
    *states, end = alone(FULL)
    assert (end.now.turn, end.now.winners) == (24, (0,))
    plays = [state.now.turn for state in states if seats(state)[0].deck]
    assert plays == list(range(1, 21))
    *_, brief = alone(BRIEF)
    assert (brief.now.turn, brief.now.winners) == (21, (0,))
    *_, both = alone(changed(**{**BRIEF.model_dump(), "win": "deck-and-slots"}))
    assert both.now.turn == 24


def test_the_window_holds_the_next_three_cards_in_their_order() -> None:
    state = game(plain_deck())
    assert [now and now.card for now in seats(state)[0].slots] == [0, 1, 2]
    assert seats(state)[0].deck[:3] == (3, 4, 5)
    after = apply(state, "play-2-1")
    assert seats(after)[0].deck[:3] == (3, 5, 6)
    assert (seats(after)[0].rebirth, after.now.turn) == ((0,), 2)
    with pytest.raises(ThreadRaceError, match="rule 25: 4 is not among the cards") as refused:
        apply(state, "play-4-1")
    assert refused.value.code == "T25"
    assert apply(game(plain_deck(), rules=changed(window=4)), "play-4-1").now.turn == 2


def test_the_first_cards_lie_as_their_owners_like_and_are_turned_up_in_the_flip_stage() -> None:
    spark = card(None, {"do": "draw"}, trigger="on-flip")
    state = GAME.start_game([deck(idle(1), spark, idle(2), idle(3)), plain_deck(4)], 0, FULL)
    assert (state.now.position.stage, state.to_move, len(legal(state))) == ("start", 0, 8)
    state = apply_all(state, ["up-down-down", UP])
    assert (state.now.position.stage, state.to_move) == ("flips", 0)
    assert legal(state) == ["", "1.2", "1.3", "1.2 1.3"]
    for wrong in (["1.1"], ["1.2", "1.2"]):
        with pytest.raises(ThreadRaceError, match="rule 23"):
            apply(state, *wrong)
    left = apply(state, "1.3")
    assert [now and now.up for now in seats(left)[0].slots] == [True, False, True]
    assert left.now.position.stage == "play"
    # The card that is drawn finds no empty slot.
    assert seats(apply(state, "1.2", "1.3"))[0].deck == (3,)


def test_a_flipped_card_draws_into_an_empty_slot() -> None:
    burns = card(5, {"do": "destroy", "owner": "self", "self_ok": True}, name="burns")
    spark = card(None, {"do": "draw"}, trigger="on-flip", name="spark")
    state = GAME.start_game([deck(burns, spark, idle(1), idle(2))], 0, FULL)
    state = apply_all(state, ["up-down-up", "1.1", "1.2"])
    assert [now and now.card for now in seats(state)[0].slots] == [3, 1, 2]
    assert seats(state)[0].deck == ()


def test_brief_begins_face_up_and_has_no_flip_stage() -> None:
    covers = card(5, {"do": "cover", "owner": "self"})
    state = GAME.start_game([deck(covers, idle(1), idle(2), idle(3))], 0, BRIEF)
    state = apply(state, "1.1")
    assert (state.now.position.stage, seats(state)[0].slots[0] is not None) == ("play", True)


def test_a_player_with_an_empty_deck_may_put_a_card_away_and_wins_at_the_next_test() -> None:
    state = apply(game(plain_deck(4)), "play-1-1")
    assert legal(state) == ["away-1", "away-2", "away-3", "pass"]
    state = apply_all(state, ["away-1", "away-2", "away-3"])
    assert (state.now.over, state.now.winners, state.now.turn) == (True, (0,), 5)
    must = apply(game(plain_deck(4), rules=changed(put_away="must")), "play-1-1")
    assert "pass" not in legal(must)
    with pytest.raises(ThreadRaceError, match="rule 25"):
        apply(must, "pass")


def test_the_last_cards_put_away_in_one_stage_are_a_draw() -> None:
    state = game(plain_deck(4), plain_deck(4))
    state = apply_all(state, ["play-1-1", "play-1-1"])
    for slot in range(3):
        assert not state.now.over
        state = apply_all(state, [f"away-{slot + 1}", f"away-{slot + 1}"])
    assert (state.now.over, state.now.winners) == (True, (0, 1))
    with pytest.raises(ThreadRaceError, match="rule 24: the game is over"):
        apply(state, "pass")


def test_no_win_in_the_play_stage_in_which_the_last_card_leaves() -> None:
    state = apply_all(game(plain_deck(4), plain_deck(5)), ["play-1-1", "play-1-1"])
    for slot in range(2):
        state = apply_all(state, [f"away-{slot + 1}", "play-1-1" if slot == 0 else "away-1"])
    state = apply(state, "away-3")
    assert (state.now.over, state.to_move) == (False, 1)
    state = apply(state, "pass")
    assert (state.now.over, state.now.winners) == (True, (0,))


def test_playing_is_compulsory_with_cards_in_the_deck() -> None:
    state = game(plain_deck())
    with pytest.raises(ThreadRaceError, match="must play one"):
        apply(state, "pass")
    with pytest.raises(ThreadRaceError, match="when the deck is empty"):
        apply(state, "away-1")
    assert apply(game(plain_deck(), rules=changed(play="may")), "pass").now.turn == 2


def test_cards_are_played_face_down_where_the_rules_allow_it() -> None:
    with pytest.raises(ThreadRaceError, match="face up in this ruleset"):
        apply(game(plain_deck()), "play-1-1-down")
    state = apply(game(plain_deck(), rules=changed(play_face="either")), "play-1-1-down")
    assert [now and now.up for now in seats(state)[0].slots] == [False, True, True]


def test_a_core_is_used_in_the_play_stage_as_often_as_it_says() -> None:
    core = Core("draws", 1, 2, DRAW)
    dies = [idle(1, cost=1, name=str(number)) for number in range(9)]
    state = game(deck(*dies, core=core))
    assert [now for now in seats(state)[0].slots if now] == []
    state = apply(state, "core")
    assert (seats(state)[0].uses, seats(state)[0].slots[0] is not None, state.to_move) == (1, True, 0)
    with pytest.raises(ThreadRaceError, match="rule 26"):
        apply(state, "core")
    state = apply_all(state, ["play-1-2", "core", "play-1-2"])
    assert seats(state)[0].uses == 0
    assert "core" not in legal(state)


def test_a_core_in_brief_is_used_in_each_play_stage() -> None:
    state = game(deck(*plain_deck(12).cards, core=Core("draws", 1, 1, DRAW)), rules=BRIEF)
    for _ in range(4):
        state = apply_all(state, ["core", "play-1-1"])
    assert seats(state)[0].uses is None


def test_a_core_by_hand_stops_and_asks() -> None:
    state = game(deck(*plain_deck(6).cards, core=Core("core", 1, 1, by_hand="Something happens.")))
    state = apply(state, "core")
    assert state.question is not None
    assert state.question.about == (Card(6), "Something happens.")
    with pytest.raises(ThreadRaceError, match="rule 10: this is not the time for play"):
        apply(state, "play-1-1")
    with pytest.raises(ThreadRaceError, match="rule 16: core is done by hand"):
        apply(state, "yes")
    state = apply_all(state, ["adjust move deck1.1 deck1", "done"])
    assert (seats(state)[0].deck, seats(state)[0].uses) == ((4, 5, 3), 0)


def test_the_table_adjusts_by_hand() -> None:
    before = game(plain_deck(), plain_deck())
    moves = ["move 1.2 rebirth1", "move deck2.1 deck2", "move 2.1 slot1.2", "turn 1.1 sideways", "set 1.2 speed 4"]
    state = apply_all(before, [f"adjust {move}" for move in moves])
    first, second = seats(state)
    assert (first.rebirth, second.deck[-1], second.slots[0]) == ((1,), 26, None)
    assert first.slots[0] is not None
    assert first.slots[0].sealed
    assert first.slots[1] is not None
    assert (first.slots[1].card, first.slots[1].speed) == (23, 4)
    assert set(state.now.where) == set(before.now.where)
    assert legal(state) == legal(before)
    assert state.now.log[-1] == "adjust set 1.2 speed 4"
    for wrong in ("move 1.1 slot1.2", "move core1.1 deck1", "turn deck1.1 down", "set 1.1 speed 6", "draw 1"):
        with pytest.raises(ThreadRaceError) as refused:
            apply_all(state, [f"adjust {wrong}"])
        assert refused.value.code == "wrong-adjustment"
    slow = apply_all(state, ["adjust set 1.2 speed 0"])
    assert seats(slow)[1].rebirth == (23,)


def test_a_card_that_is_played_gets_what_lies_on_the_slot() -> None:
    slot = card(5, {"do": "slot", "gives": "speed", "amount": -1}, name="slot")
    state = apply(game(deck(slot, idle(1), idle(1), idle(2), idle(1))), "play-1-1")
    assert seats(state)[0].rebirth == (0,)
    now = seats(state)[0].slots[0]
    assert now is not None
    assert now.speed == 1
    gone = apply(game(deck(slot, idle(1), idle(1), idle(1), idle(1))), "play-1-1")
    assert seats(gone)[0].rebirth == (0, 3)


def test_targets_are_asked_for_one_by_one_and_the_steps_are_noted_once() -> None:
    burns = card(3, {"do": "destroy", "owner": "self"}, {"do": "draw"})
    state = game(deck(burns, burns, idle(1), *plain_deck(4).cards))
    assert legal(state) == ["1.1", "1.2", "1.3"]
    state = apply_all(state, ["1.3", "1.3"])
    steps = state.now.position.steps
    acts = [(step.stage, step.slot) for step in steps if step.what == "act"]
    assert acts[:2] == [(3, 0), (3, 1)]
    assert [step.what for step in steps].count("destroy") == 2


@pytest.mark.parametrize("players", [1, 5])
def test_a_game_has_two_to_four_players(players: int) -> None:
    with pytest.raises(ValueError, match="the game is for 2 to 4 players"):
        GAME.begin(start_of(FULL, 1, [starter_deck()] * players), CONTENT)


def test_a_ruleset_may_be_for_two_alone() -> None:
    with pytest.raises(ValueError, match="3 given, the game is for 2 to 2 players"):
        GAME.begin(start_of(changed(most_players=2), 1, [starter_deck()] * 3), CONTENT)


def test_a_game_refuses_decks_that_break_a_check() -> None:
    whole = starter_deck()
    for cards, code in (
        (whole.cards[:22], "T1"),
        ((*whole.cards[:22], whole.cards[0]), "T2"),
        ((*whole.cards[:22], card(3, name="Reorder")), "T2"),
    ):
        with pytest.raises(ThreadRaceError) as refused:
            GAME.begin(start_of(FULL, 1, [whole, DeckOrder(whole.core, cards)]), CONTENT)
        assert refused.value.code == code


# ---------------------------------------------------------------- random games


def play(seed: int, players: int, rules: ThreadRaceRules) -> Game:
    return random_game([starter_deck(seed % 2), *[starter_deck(1)] * (players - 1)], seed, rules)


def check_end(state: ThreadRaceState) -> None:
    """Every card is in exactly one zone, and somebody has won."""
    assert state.now.over
    assert state.now.winners
    numbers: list[int] = []
    for seat in seats(state):
        lying = [now.card for now in seat.slots if now]
        numbers += [*lying, *seat.deck, *seat.rebirth]
    assert sorted(numbers) == list(range(23 * len(seats(state))))
    for player in state.now.winners:
        assert not seats(state)[player].deck


@pytest.mark.parametrize("name", RULESETS)
def test_random_games_end(name: str) -> None:
    lengths = set()
    for seed in range(trials(1_000, few=2)):
        played = play(seed, 2 + seed % 3, RULESETS[name])
        check_end(played.state)
        assert verify_log(log_of(played), RULESETS[name]).now.zones == played.state.now.zones
        lengths.add(played.state.now.turn)
    assert len(lengths) > 1


def test_a_state_that_no_game_can_be_in_is_refused() -> None:
    data = write_played(GAME, play(1, 2, FULL))
    for change, text in (
        ({"turns": [{"seat": 0, "answer": ["pass"]}]}, "turns.0: rule 10"),
        ({"turns": [{"seat": 0, "answer": ["up"]}]}, "turns.0: rule 9"),
        ({"turns": [{"seat": 1, "answer": [UP]}]}, "turns.0: rule 10"),
        ({"turns": data["turns"] + [{"seat": 0, "answer": ["pass"]}]}, "the game is over"),
        ({"decks": data["decks"][:1]}, "2 to 4 players"),
    ):
        with pytest.raises(ValueError, match=text):
            read_state(GAME, {**data, **change}, CONTENT)
