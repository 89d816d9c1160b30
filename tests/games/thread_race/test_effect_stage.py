"""The effect stage: section 5 of the rules' facts in `full`, and where it differs in `brief`; and each effect."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cardgen.base.records import replace
from cardgen.engines.effects.world import Card, Zone
from cardgen.games.thread_race.cards import kind_of
from cardgen.games.thread_race.effect_stage import run_choosing, run_effect_stage
from cardgen.games.thread_race.field import world_of
from cardgen.games.thread_race.refusals import ThreadRaceError
from cardgen.games.thread_race.resolution import Act
from tests.games.thread_race.fields import acted, card, idle, run, seat, speeds
from tests.games.thread_race.rulesets import BRIEF, FULL, changed

DOWN: dict[str, Any] = {"up": False}
SEALED: dict[str, Any] = {"sealed": True}
PLAIN_FOUR = card(None, {"do": "draw"}, trigger="on-flip")


# ---------------------------------------------------------------- clash and lock


def test_a_sealed_card_clashes_and_a_covered_or_plain_one_does_not() -> None:
    own = seat(idle(4))
    assert (acted(sealed := run(own, seat((idle(4), SEALED)))), sealed.skipped) == ([], (4,))
    assert (acted(down := run(own, seat((idle(4), DOWN)))), down.skipped) == ([(0, 1, 4)], ())
    assert (acted(plain := run(own, seat(PLAIN_FOUR))), plain.skipped) == ([(0, 1, 4)], ())


def test_nothing_clashes_in_brief_and_the_seats_act_in_order() -> None:
    both = run(seat(None, idle(4)), seat(idle(4)), rules=BRIEF)
    assert (acted(both), both.skipped) == ([(0, 2, 4), (1, 1, 4)], ())
    turned = run(seat(None, idle(4)), seat(idle(4)), rules=changed(clash=False, first="rotates"))
    assert acted(turned) == [(1, 1, 4), (0, 2, 4)]  # turn 2 begins with the second seat


def test_different_locks_free_a_stage_for_their_player_on_the_first_turn() -> None:
    fours_and_twos = (idle(4), idle(2))
    one, two = seat(*fours_and_twos, lock=4), seat(*fours_and_twos, lock=2)
    first = run(one, two, turn=1)
    assert (acted(first), first.skipped) == ([(0, 1, 4), (1, 2, 2)], ())
    equal = run(one, seat(*fours_and_twos, lock=4), turn=1)
    assert (acted(equal), equal.skipped) == ([], (4, 2))
    second = run(one, two, turn=2)
    assert (acted(second), second.skipped) == ([], (4, 2))
    assert acted(run(one, two, turn=1, rules=BRIEF)) == [(0, 1, 4), (1, 1, 4), (0, 2, 2), (1, 2, 2)]


def test_a_locked_stage_keeps_others_out_who_do_not_clash() -> None:
    locked = run(seat(idle(3), lock=4), seat(idle(4), lock=1), turn=1)
    assert acted(locked) == [(0, 1, 3)]


def test_a_lock_keeps_out_speed_cards_alone() -> None:
    sealed = card(None, {"do": "draw"}, trigger="while-sealed")
    stages = [
        act.stage for act in run(seat(idle(4), lock=4), seat((sealed, SEALED), lock=1), turn=1).acts if act.player
    ]
    assert stages == [5, 4, 3, 2, 1]


def test_a_lock_of_three_players_holds_if_one_alone_has_it() -> None:
    seats = [seat(idle(5), lock=5), seat(idle(5), lock=3), seat(idle(3), lock=3)]
    assert (acted(run(*seats, turn=1)), run(*seats, turn=1).skipped) == ([(0, 1, 5), (2, 1, 3)], ())
    seats[0] = seat(idle(3), lock=5)
    cancelled = run(*seats, turn=1)
    assert (acted(cancelled), cancelled.skipped) == ([], (3,))
    shared = run(*seats, turn=1, rules=changed(lock={"turns": 1, "shared": "acts"}))
    assert (acted(shared), shared.skipped) == ([(2, 1, 3)], ())


def test_a_clash_counts_when_the_stage_begins() -> None:
    # The act in stage 4 lowers the other card from 3 to 2: no clash in 3, and one in 2.
    headwind = card(4, {"do": "speed", "amount": -1, "owner": "opponent"})
    resolved = run(seat(headwind, idle(3), idle(2)), seat(idle(3)))
    assert (acted(resolved), resolved.skipped) == ([(0, 1, 4), (0, 2, 3)], (2,))


# ---------------------------------------------------------------- order, and acting again


def test_cards_act_in_slot_order_and_newcomers_after_them() -> None:
    draws = card(3, {"do": "draw"})
    resolved = run(seat(draws, None, idle(3), deck=[idle(3), idle(1)]))
    assert acted(resolved) == [(0, 1, 3), (0, 3, 3), (0, 2, 3)]


def test_an_opponents_newcomer_acts_after_the_others() -> None:
    headwind = card(3, {"do": "speed", "amount": -1, "owner": "opponent"})
    resolved = run(seat(headwind, idle(3)), seat(idle(4)))
    assert acted(resolved) == [(1, 1, 4), (0, 1, 3), (0, 2, 3), (1, 1, 3)]


def test_a_card_lowered_by_its_own_cost_acts_again_in_brief_alone() -> None:
    assert acted(run(seat(idle(4, cost=2)))) == [(0, 1, 4)]
    assert acted(run(seat(idle(4, cost=2)), rules=BRIEF)) == [(0, 1, 4), (0, 1, 2)]
    assert speeds(run(seat(idle(4, cost=2)))) == [2, None, None]


def test_a_card_lowered_by_another_acts_again() -> None:
    lowers = card(3, {"do": "speed", "amount": -2, "owner": "opponent"})
    resolved = run(seat(lowers), seat(idle(4)))
    assert acted(resolved) == [(1, 1, 4), (0, 1, 3), (1, 1, 2)]


def test_a_drop_in_part_from_its_own_cost_lets_it_act_again() -> None:
    lowers = card(2, {"do": "speed", "amount": -1, "owner": "opponent"})
    resolved = run(seat(lowers), seat(idle(4, cost=2)))
    # In stage 2 both show 2, so the stage is skipped; alone, the other card is lowered and acts in 1.
    assert (acted(resolved), resolved.skipped) == ([(1, 1, 4)], (2,))
    resolved = run(seat(card(3, {"do": "speed", "amount": -1, "owner": "opponent"})), seat(idle(4, cost=2)))
    assert acted(resolved) == [(1, 1, 4), (0, 1, 3), (1, 1, 1)]


def test_speed_1_and_cost_1_acts_and_is_destroyed_unless_fixed() -> None:
    gone = run(seat(idle(1, cost=1)))
    assert (acted(gone), speeds(gone), gone.seats[0].rebirth) == ([(0, 1, 1)], [None, None, None], (0,))
    fixed = run(seat((idle(1, cost=1), {"fixed": True})))
    assert (acted(fixed), speeds(fixed)) == ([(0, 1, 1)], [1, None, None])


def test_above_five_becomes_five_and_drops_from_there() -> None:
    up, down = ({"do": "speed", "amount": amount, "owner": "self", "self_ok": False} for amount in (1, -1))
    assert speeds(run(seat(idle(5), card(4, up)))) == [5, 4, None]
    both = (idle(5), card(4, up), card(3, down))
    assert speeds(run(seat(*both), answers=[(0, 0), (0, 0)])) == [4, 4, 3]
    assert speeds(run(seat(*both), answers=[(0, 0), (0, 0)], rules=changed(above_five="counted"))) == [5, 4, 3]


# ---------------------------------------------------------------- effects one by one


def test_a_sealed_card_has_no_text_and_keeps_its_speed() -> None:
    seals = card(5, {"do": "seal", "owner": "opponent", "speed": [1, 3]})
    resolved = run(seat(seals), seat(idle(3), idle(4)))
    assert acted(resolved) == [(0, 1, 5), (1, 2, 4)]
    assert [now and now.sealed for now in resolved.seats[1].slots] == [True, False, None]


def test_covered_cards_lose_everything_and_flips_restore_what_is_printed() -> None:
    covers = card(5, {"do": "cover", "owner": "opponent"})
    flips = card(4, {"do": "flip", "state": "face-down"})
    changed_card = (idle(3), {"speed": 1, "element": "fire", "fixed": True, "sealed": True})
    resolved = run(seat(covers, flips), seat(changed_card))
    now = resolved.seats[1].slots[0]
    assert now is not None
    assert (now.up, now.speed, now.element, now.fixed, now.sealed) == (True, 3, "heaven", False, False)
    assert acted(resolved) == [(0, 1, 5), (0, 2, 4), (1, 1, 3)]


def test_fix_holds_a_speed_until_the_card_is_nullified() -> None:
    fixes = card(5, {"do": "speed", "amount": "fix", "owner": "opponent"})
    lowers = card(4, {"do": "speed", "amount": -1, "owner": "opponent"})
    assert speeds(run(seat(fixes, lowers), seat(idle(3, cost=2))), 1) == [3, None, None]
    nullifies = card(4, {"do": "nullify", "owner": "opponent"})
    lowers = card(3, {"do": "speed", "amount": -1, "owner": "opponent"})
    assert speeds(run(seat(fixes, nullifies, lowers), seat(idle(2))), 1) == [1, None, None]


def test_nullify_restores_the_printed_card_with_its_own_cost() -> None:
    nullifies = card(2, {"do": "nullify", "owner": "opponent"})
    copied = idle(1, name="copied")
    resolved = run(seat(nullifies), seat((idle(4), {"speed": 1, "element": "fire", "text": copied})))
    now = resolved.seats[1].slots[0]
    assert now is not None
    assert (now.speed, now.element, now.text.name, now.nullified) == (4, "heaven", "speed 4", True)
    assert not acted(run(seat(nullifies), seat((idle(4), SEALED))))[1:]
    # A card that shows the speed of the stage again acts in it, after all others.
    assert acted(run(seat(nullifies, idle(2)), seat((idle(2), {"speed": 1})))) == [(0, 1, 2), (0, 2, 2), (1, 1, 2)]
    upright = run(seat(nullifies), seat((idle(1), SEALED)), rules=changed(nullify_unseals=True))
    assert acted(upright) == [(0, 1, 2), (1, 1, 1)]


def test_a_copied_text_has_its_own_cost() -> None:
    copies = card(5, {"do": "copy", "owner": "self", "self_ok": False}, cost=1, name="copies")
    resolved = run(seat(copies, idle(1, name="idle")), rules=BRIEF)
    assert acted(resolved) == [(0, 1, 5), (0, 1, 4), (0, 2, 1)]
    now = resolved.seats[0].slots[0]
    assert now is not None
    assert (now.text.name, now.speed) == ("idle", 4)


def test_destroy_then_draw_fills_the_lowest_empty_slot() -> None:
    burns = card(3, {"do": "destroy", "owner": "self"}, {"do": "draw"}, cost=2)
    resolved = run(seat(idle(1), burns, deck=[idle(2, name="drawn")]), answers=[(0, 0)])
    names = [now and now.text.name for now in resolved.seats[0].slots]
    assert (names, resolved.seats[0].rebirth, resolved.seats[0].deck) == (["drawn", "speed 3", None], (0,), ())
    assert acted(resolved) == [(0, 2, 3), (0, 1, 2)]
    itself = run(seat(idle(1), burns), answers=[(0, 1)])
    assert speeds(itself) == [1, None, None]


@pytest.mark.parametrize(("full", "left"), [("nothing", 1), ("rebirth", 0)])
def test_a_draw_without_an_empty_slot(full: str, left: int) -> None:
    resolved = run(seat(card(3, {"do": "draw"}), idle(1), idle(1), deck=[idle(2)]), rules=changed(draw_full=full))
    assert (len(resolved.seats[0].deck), len(resolved.seats[0].rebirth)) == (left, 1 - left)


def test_a_card_without_a_legal_target_cannot_act() -> None:
    assert acted(run(seat(card(4, {"do": "flip"}, cost=1)))) == []
    burns = card(3, {"do": "draw"}, {"do": "flip"}, cost=1)
    assert acted(run(seat(burns))) == [(0, 1, 3)]
    assert acted(run(seat(burns), rules=changed(needs="every"))) == []


def test_a_card_without_a_text_acts_or_rests() -> None:
    assert acted(run(seat(card(4)))) == [(0, 1, 4)]
    assert acted(run(seat(card(4)), rules=changed(without_effect="rests"))) == []


def test_optional_effects_are_asked_for() -> None:
    rules = changed(effects="optional")
    asked = run_effect_stage([seat(idle(4))], 1, rules).question
    assert asked is not None
    assert (asked.kind, asked.seat, asked.about) == ("act", 0, Card(0))
    assert acted(run(seat(idle(4)), rules=rules, answers=[False])) == []
    assert acted(run(seat(idle(4)), rules=rules, answers=[True])) == [(0, 1, 4)]


def test_effects_on_a_slot_apply_to_cards_that_enter_in_the_order_in_which_they_were_made() -> None:
    raises, fixes = ({"do": "slot", "owner": "self", "gives": "speed", "amount": amount} for amount in (1, "fix"))
    for first, second, speed in ((raises, fixes, 3), (fixes, raises, 2)):
        resolved = run(seat(card(5, first), card(4, second)), answers=[(0, 2), (0, 2)])
        effects = resolved.seats[0].slot_effects[2]
        assert [json.loads(effect) for effect in effects] == [
            {
                "when": "after enter of anyone where to is here and card.face != down",
                "do": [
                    {"set": "speed", "of": "event.card"}
                    | ({"fix": True} if one["amount"] == "fix" else {"add": one["amount"]})
                ],
            }
            for one in (first, second)
        ]
        draws = seat(card(4, {"do": "draw"}), idle(4), deck=[idle(2)])
        assert speeds(run(replace(draws, slot_effects=((), (), effects))))[2] == speed


def test_a_slot_effect_raises_what_is_drawn_into_it() -> None:
    furrow = card(5, {"do": "slot", "gives": "speed", "amount": 1}, {"do": "destroy", "owner": "self"}, {"do": "draw"})
    resolved = run(seat(furrow, deck=[idle(3, name="drawn")]))
    assert (speeds(resolved), acted(resolved)) == ([4, None, None], [(0, 1, 5), (0, 1, 4)])


def test_a_lasting_slot_effect_applies_at_once_and_when_turned_up_but_not_to_nullified_cards() -> None:
    slot = {"do": "slot", "owner": "opponent", "gives": "speed", "amount": 1, "lasts": "always"}
    lasting = card(5, slot)
    assert speeds(run(seat(lasting), seat(idle(2)), answers=[(1, 0)]), 1) == [3, None, None]
    flips = card(4, {"do": "flip"})
    turned = run(seat(lasting, flips), seat((idle(2), DOWN)), answers=[(1, 0)])
    assert (speeds(turned, 1), acted(turned)[-1]) == ([3, None, None], (1, 1, 3))
    assert speeds(run(seat(lasting), seat((idle(2), {"nullified": True})), answers=[(1, 0)]), 1) == [2, None, None]


def test_elements_change_and_are_targets() -> None:
    burns = card(5, {"do": "element", "amount": "fire", "owner": "opponent"})
    seals = card(4, {"do": "seal", "element": "fire"})
    resolved = run(seat(burns, seals), seat(idle(3), idle(2)), answers=[(1, 1)])
    assert [now and now.sealed for now in resolved.seats[1].slots] == [False, True, None]


def test_shuffles_follow_from_the_seed_and_never_move_the_whole_deck() -> None:
    shuffles = card(3, {"do": "order", "amount": "shuffle-top", "n": 5})
    deck = [idle(1, name=str(number)) for number in range(8)]
    orders = {seed: run_effect_stage([seat(shuffles, deck=deck)], 1, FULL, (), seed).seats[0].deck for seed in range(9)}
    assert orders[0] == run(seat(shuffles, deck=deck)).seats[0].deck
    assert len(set(orders.values())) > 5
    assert all(order[5:] == (6, 7, 8) and sorted(order[:5]) == [1, 2, 3, 4, 5] for order in orders.values())
    assert run(seat(shuffles, deck=deck[:5])).seats[0].deck == (1, 2, 3, 4, 5)


@pytest.mark.parametrize(
    ("change", "order"),
    [("top-to-bottom", (3, 4, 1, 2)), ("bottom-to-top", (3, 4, 1, 2))],
)
def test_cards_move_between_the_ends_of_the_deck(change: str, order: tuple[int, ...]) -> None:
    moves = card(3, {"do": "order", "amount": change, "n": 2})
    assert run(seat(moves, deck=[idle(1)] * 4)).seats[0].deck == order


# ---------------------------------------------------------------- plain cards


def test_a_plain_card_flipped_by_an_effect_acts_right_after_it() -> None:
    flips = card(3, {"do": "flip"})
    spark = card(None, {"do": "draw"}, trigger="on-flip")
    for rules in (FULL, BRIEF):
        resolved = run(seat(flips, (spark, DOWN), deck=[idle(3)]), rules=rules)
        assert resolved.acts == (Act(0, 0, 3), Act(0, 1, 3, "on-flip"), Act(0, 2, 3))


def test_a_plain_card_that_enters_acts_before_the_next_card_or_before_stage_5() -> None:
    draws, enters = (
        card(3, {"do": "draw"}),
        card(None, {"do": "speed", "amount": -1, "owner": "self"}, trigger="on-enter"),
    )
    full = run(seat(draws, idle(3), deck=[enters]), answers=[(0, 1)])
    assert full.acts == (Act(0, 0, 3), Act(0, 2, 3, "on-enter"), Act(0, 1, 2))
    brief = run(seat(draws, idle(3), deck=[enters]), rules=BRIEF)
    assert acted(brief) == [(0, 1, 3), (0, 2, 3)]
    setup, world = world_of([seat(idle(5), enters)], BRIEF, 2, 0)
    waiting = [(Card(1), kind_of(enters, enters.name).effects[0].key, "on-enter", Zone("slots", 0, 2))]
    waited = run_choosing(setup, world, (), lambda run: run.run_effects(waiting))
    assert waited.acts == (Act(0, 1, 6, "on-enter"), Act(0, 0, 4))


def test_a_destroyed_card_does_what_its_text_says_of_that() -> None:
    burns = card(3, {"do": "destroy", "owner": "self"})
    dies = card(None, {"do": "draw"}, trigger="on-destroyed")
    resolved = run(seat(burns, dies, deck=[idle(3)]), answers=[(0, 1)])
    assert resolved.acts == (Act(0, 0, 3), Act(0, 1, 3, "on-destroyed"), Act(0, 1, 3))


def test_a_card_that_acts_while_sealed_does_so_once_in_each_stage() -> None:
    sealed = card(None, {"do": "order", "amount": "top-to-bottom", "n": 1}, trigger="while-sealed")
    resolved = run(seat((sealed, SEALED), deck=[idle(1)] * 3), turn=2)
    assert [act.stage for act in resolved.acts] == [5, 4, 3, 2, 1]
    assert run(seat(sealed)).acts == ()
    assert [act.stage for act in run(seat((sealed, SEALED)), rules=BRIEF).acts] == [6]


# ---------------------------------------------------------------- questions


def test_the_owner_picks_among_several_targets_and_nobody_else_can_be_meant() -> None:
    seals = card(4, {"do": "seal", "owner": "opponent"})
    seats = [seat(seals), seat(idle(3), idle(2))]
    question = run_effect_stage(seats, 2, FULL).question
    assert question is not None
    assert (question.seat, question.kind, question.options) == (0, "pick", (Card(1), Card(2)))
    with pytest.raises(ThreadRaceError, match="rule 16: this is no target of speed 4") as refused:
        run_effect_stage(seats, 2, FULL, [(0, 0)])
    assert refused.value.code == "T16"


def test_a_text_without_records_stops_and_asks() -> None:
    unknown = card(4, by_hand="Everybody sings.", cost=1)
    question = run_effect_stage([seat(unknown)], 2, FULL).question
    assert question is not None
    assert (question.kind, question.about) == ("by-hand", (Card(0), "Everybody sings."))
    nothing = run(seat(unknown), answers=[()])
    assert (acted(nothing), speeds(nothing)) == ([(0, 1, 4)], [3, None, None])
    draws = run(seat(unknown, deck=[idle(1)]), answers=[('{"draw": 1}',)])
    assert acted(draws) == [(0, 1, 4), (0, 2, 1)]
    with pytest.raises(ThreadRaceError, match="asks for the effects"):
        run_effect_stage([seat(unknown)], 2, FULL, [True])


def test_a_condition_of_its_own_text_is_asked_for_in_each_stage() -> None:
    custom = card(None, {"do": "draw"}, trigger="custom")
    resolved = run(seat(custom), answers=[False, True, False, False, False])
    assert resolved.acts == (Act(0, 0, 4, "custom"),)
