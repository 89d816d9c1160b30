"""A turn: cards used and played, equipment, judgement, dying, rewards; and the starter heroes' skills."""

from __future__ import annotations

import pytest

from cardgen.engines.effects.world import Card, Player
from cardgen.games.heroes.game import view_of
from cardgen.games.heroes.notation import write_entry
from cardgen.games.heroes.refusals import HeroesError
from cardgen.games.heroes.rules import HeroesRules
from cardgen.games.heroes.state import HeroesState
from cardgen.games.heroes.status import (
    attack_range,
    cards_to_discard,
    distance_between,
    hand_limit,
    strikes_left,
)
from cardgen.games.heroes.turn_game import GAME

from .positions import all_cards, changed, codes, data, hero, new_game, play, position, standard

PLAIN = ["raider", "scout", "scout", "scout", "scout"]


def refusal(state: HeroesState, line: str) -> tuple[str, str]:
    with pytest.raises(HeroesError) as error:
        play(state, line)
    return error.value.code, error.value.reason


def hp(state: HeroesState) -> list[int]:
    return [seat.hp for seat in state.seats]


def lines(state: HeroesState) -> list[str]:
    return [write_entry(turn) for turn in GAME.legal_turns(state)]


# ---------------------------------------------------------------- set-up


def test_a_game_of_identities_is_set_up() -> None:
    state = new_game(5, 3, standard())
    assert state.seats[0].camp == "lord"
    assert sorted(seat.camp for seat in state.seats) == ["lord", "loyalist", "rebel", "rebel", "spy"]
    assert [len(seat.dealt) for seat in state.seats] == [5] * 5
    while state.ask and state.ask.kind == "keep":
        assert state.current == -1
        state = GAME.apply(state, GAME.legal_turns(state)[0])
    first = state.seats[0]
    hero = state.table.heroes[first.heroes[0]]
    assert (first.max_hp, first.hp) == (hero.max_hp + 1, hero.max_hp + 1)
    assert all(seat.max_hp == state.table.heroes[seat.heroes[0]].max_hp for seat in state.seats[1:])
    assert [len(seat.hand) for seat in state.seats[1:]] == [4] * 4
    assert len(first.hand) in (6, 7)  # it has drawn: a boatman 3
    assert (state.current, state.round, state.ask and state.ask.kind) == (0, 1, "play")


def test_a_mode_is_for_its_number_of_players() -> None:
    for players, mode, reason in (
        (3, "identity", "player-count"),
        (4, "realm", "realm-players"),
        (11, "nation", "seat-count"),
    ):
        with pytest.raises(HeroesError) as error:
            new_game(players, 1, standard(), mode)  # type: ignore[arg-type]
        assert error.value.reason == reason
    assert len(new_game(2, 1, standard(), "nation").seats) == 2
    few = standard().model_copy(update={"heroes": standard().heroes[1:]})
    with pytest.raises(HeroesError, match="there are 57"):
        new_game(10, 1, few, "nation")


# ---------------------------------------------------------------- strike, dodge, peach, wine


def test_a_strike_is_answered_or_hits() -> None:
    state = position(PLAIN, {0: "S7 C8", 1: "D4", 2: "H3"})
    hit = play(state, "0 use S7 strike > 1")
    assert (hit.to_move, hit.ask and hit.ask.kind, hit.ask and hit.ask.need) == (1, "answer", "dodge")
    assert lines(hit) == ["1 play D4", "1 pass"]
    answered = play(hit, "1 play D4")
    assert hp(answered) == hp(state)
    assert codes(answered, answered.discards) == "D4 S7"
    taken = play(hit, "1 pass")
    assert hp(taken) == [4, 2, 3, 3, 3]
    assert codes(taken, taken.discards) == "S7"
    assert refusal(taken, "0 use C8 strike > 1") == ("H15", "strike-limit")
    assert refusal(taken, "0 use C9 strike > 1") == ("H15", "not-in-hand")
    assert refusal(state, "1 end") == ("H14", "wrong-seat")
    assert refusal(hit, "1 end") == ("H14", "wrong-verb")
    assert refusal(hit, "1 play H3") == ("H15", "not-in-hand")
    assert play(state, "0 use S7 strike > 4").to_move == 0  # nobody is asked who has no dodge


def test_a_strike_needs_range() -> None:
    state = position(PLAIN, {0: "S7 DA"})
    assert refusal(state, "0 use S7 strike > 2") == ("H13", "out-of-range")
    assert refusal(state, "0 use S7 strike > 0")[0] == "H15"
    assert refusal(state, "0 use S7 strike > 9") == ("H11", "nobody-there")
    armed = play(state, "0 use DA war-bow > 0")
    assert attack_range(armed, 0) == 4
    assert hp(play(armed, "0 use S7 strike > 2"))[2] == 2
    nobody = changed({}, (), **{"war-bow": {"range": 0}})
    assert refusal(position(PLAIN, {0: "S7"}, equipment={0: "DA"}, rules=nobody), "0 use S7 strike > 1")[0] == "H13"


def test_a_peach_heals_only_the_wounded() -> None:
    state = position(PLAIN, {0: "H3 D4 C9"}, hp={0: 2})
    healed = play(state, "0 use H3 peach > 0")
    assert hp(healed)[0] == 3
    assert refusal(position(PLAIN, {0: "H3"}), "0 use H3 peach > 0") == ("H20", "not-wounded")
    for line in ("0 use D4 dodge > 0", "0 use C9 wine > 0", "0 use H3 strike > 1"):
        assert refusal(state, line) == ("H19", "cannot-use")


def test_the_dying_are_saved_by_anybodys_peach_or_their_own_wine() -> None:
    state = position(PLAIN, {0: "S7", 1: "C9", 3: "H3"}, hp={1: 1})
    dying = play(state, "0 use S7 strike > 1")
    assert (dying.to_move, dying.ask and dying.ask.kind) == (1, "rescue")  # from the seat whose turn it is on
    assert lines(dying) == ["1 play C9", "1 pass"]
    assert hp(play(dying, "1 play C9"))[1] == 1
    asked = play(dying, "1 pass")
    assert asked.to_move == 3
    assert hp(play(asked, "3 play H3"))[1] == 1
    dead = play(asked, "3 pass")
    assert not dead.seats[1].alive
    assert dead.living == (0, 2, 3, 4)
    assert distance_between(dead, 0, 2) == 1
    assert codes(dead, dead.discards) == "C9 S7"
    assert len(dead.seats[0].hand) == 3  # the killer of a rebel draws 3


def test_a_lord_who_kills_a_loyalist_discards_the_hand() -> None:
    state = position(
        ["raider", *PLAIN[1:]], {0: "S7 D4 D5", 1: "H2"}, camps=["lord", "loyalist", "rebel", "spy", "rebel"], hp={1: 1}
    )
    dead = play(state, "0 use S7 strike > 1", "1 pass")
    assert dead.seats[0].hand == ()
    assert sorted(codes(dead, dead.discards).split()) == ["D4", "D5", "H2", "S7"]


def test_the_game_ends_with_the_lord() -> None:
    state = position(PLAIN, {1: "S7"}, turn=1, hp={0: 1})
    over = play(state, "1 use S7 strike > 0")
    assert over.outcome is not None
    assert (over.outcome.winners, over.outcome.by) == ((1, 2), "lord-dead")
    assert over.to_move is None
    assert GAME.legal_turns(over) == []
    assert codes(over, over.discards) == "S7"
    with pytest.raises(HeroesError, match="the game is over"):
        play(over, "1 end")
    alone = position(["scout", "scout"], {1: "S7"}, turn=1, hp={0: 1}, camps=["lord", "spy"])
    assert getattr(play(alone, "1 use S7 strike > 0").outcome, "by", "") == "spy-alone"


# ---------------------------------------------------------------- tricks, equipment, phases


def test_a_volley_asks_all_others_in_seat_order() -> None:
    state = position(PLAIN, {0: "SA", 2: "D4", 4: "D5"})
    first = play(state, "0 use SA volley > 1 2 3 4")
    assert first.to_move == 2
    second = play(first, "2 play D4")
    assert second.to_move == 4
    assert hp(play(second, "4 pass")) == [4, 2, 3, 2, 2]


def test_supplies_draw_and_equipment_replaces() -> None:
    state = position(PLAIN, {0: "HA S5 SQ H5"}, pile="C2 C3")
    state = play(state, "0 use HA supplies > 0")
    assert codes(state, state.seats[0].hand) == "S5 SQ H5 C2 C3"
    state = play(state, "0 use S5 short-spear > 0", "0 use SQ dagger-axe > 0")
    assert codes(state, [card for _, card in state.seats[0].equipment]) == "SQ"
    assert codes(state, state.discards) == "HA S5"
    assert (attack_range(state, 0), distance_between(state, 0, 2)) == (3, 2)
    state = play(state, "0 use H5 courser > 0")
    assert (attack_range(state, 0), distance_between(state, 0, 2), distance_between(state, 2, 0)) == (3, 1, 2)
    inward = changed(courser={"distance": 1})
    far = position(PLAIN, equipment={0: "H5"}, rules=inward)
    assert (distance_between(far, 0, 2), distance_between(far, 2, 0)) == (2, 3)


@pytest.mark.parametrize(("top", "asked"), [("S2", "1 discard"), ("H2", "1 play")])
def test_a_snare_is_judged_in_the_preparation_phase(top: str, asked: str) -> None:
    state = position(PLAIN, {0: "SK", 1: "D2 D3 D4 D5"}, pile=top)
    laid = play(state, "0 use SK snare > 1")
    assert codes(laid, laid.seats[1].judgement) == "SK"
    after = play(laid, "0 end")
    assert f"{after.to_move} {after.ask and after.ask.kind}" == asked
    assert set(codes(after, after.discards).split()) == {"SK", top}
    assert len(after.seats[1].hand) == 6


def test_no_two_cards_of_one_name_to_judge() -> None:
    snare = next(kind for kind in standard().cards if kind.card == "snare")
    rules = changed(volley={"delayed": True, "answer": None, "effects": snare.effects})
    state = position(PLAIN, {0: "SK"}, rules=rules, judgement={1: (standard_card("SA"),)})
    assert codes(state, play(state, "0 use SK snare > 1").seats[1].judgement) == "SA SK"
    twice_laid = data()
    next(pile for pile in twice_laid["deck"] if pile["card"] == "volley")["card"] = "snare"
    two = HeroesRules.model_validate(twice_laid)
    twice = position(PLAIN, {0: "SK"}, judgement={1: (standard_card("SA"),)}, rules=two)
    assert refusal(twice, "0 use SK snare > 1") == ("H17", "same-name")


def standard_card(code: str) -> int:
    return position(PLAIN).table.card(code)


def test_discard_down_to_hp_only_in_the_discard_phase() -> None:
    state = position(PLAIN, {0: "D2 D3 D4 D5 D6 D7"}, hp={0: 3})
    assert (hand_limit(state, 0), cards_to_discard(state, 0)) == (3, 3)
    state = play(state, "0 end", "0 discard D2", "0 discard D3", "0 discard D4")
    assert state.current == 1
    assert codes(state, state.seats[0].hand) == "D5 D6 D7"
    assert hand_limit(position(PLAIN, rules=changed({"hand_limit": "max-hp"}), hp={0: 1}), 0) == 4


def test_a_hero_turned_over_skips_a_turn() -> None:
    state = position(PLAIN, turned={1: True})
    after = play(state, "0 end")
    assert (after.current, after.seats[1].turned) == (2, False)
    assert len(after.seats[1].hand) == 0


def test_an_empty_pile_is_refilled_from_the_discards() -> None:
    state = position(["scout", "scout"], {0: "HA"}, camps=["lord", "rebel"], discarded=True)
    state = play(state, "0 use HA supplies > 0")
    assert (len(state.discards), len(state.pile), len(state.seats[0].hand)) == (1, 49, 2)
    assert all_cards(state) == list(range(52))


def test_a_game_without_end_is_a_draw() -> None:
    state = position(["scout", "scout"], camps=["lord", "rebel"], rules=changed({"most_rounds": 2, "draw": 0}))
    for turn in ("0 end", "1 end", "0 end"):
        assert state.outcome is None
        state = play(state, turn)
    over = play(state, "1 end")
    assert over.outcome is not None
    assert (over.outcome.winners, over.outcome.by) == ((), "rounds")


# ---------------------------------------------------------------- skills of the starter heroes


def test_the_crossbowman_has_more_range_with_a_weapon() -> None:
    state = position(["crossbowman", *PLAIN[1:]], {0: "S5"})
    assert attack_range(state, 0) == 1
    assert attack_range(play(state, "0 use S5 short-spear > 0"), 0) == 3


def test_the_physician_heals_another_once() -> None:
    state = position(["physician", *PLAIN[1:]], {0: "D2 D3"}, hp={1: 1, 2: 2, 0: 1})
    assert [line for line in lines(state) if "remedy" in line] == ["0 skill remedy > 1", "0 skill remedy > 2"]
    asked = play(state, "0 skill remedy > 1")
    assert lines(asked) == ["0 choose D2", "0 choose D3"]
    healed = play(asked, "0 choose D2")
    assert (hp(healed), codes(healed, healed.discards)) == ([1, 2, 2, 3, 3], "D2")
    assert refusal(healed, "0 skill remedy > 2") == ("H3", "no-skill")


def test_the_boatman_draws_three_and_keeps_one_less() -> None:
    state = position(["scout", "boatman", *PLAIN[2:]])
    after = play(state, "0 end")
    assert (len(after.seats[1].hand), hand_limit(after, 1)) == (3, 3)


def test_the_diver_uses_a_dodge_as_a_strike() -> None:
    state = position(["diver", *PLAIN[1:]], {0: "D2"})
    assert list(view_of(state).card_names(Player(0), Card(state.table.card("D2")))) == ["dodge", "strike"]
    assert hp(play(state, "0 use D2 strike > 1"))[1] == 2
    assert refusal(position(PLAIN, {0: "D2"}), "0 use D2 strike > 1") == ("H19", "cannot-use")


def test_the_rider_is_nearer_to_others() -> None:
    state = position(["rider", *["scout"] * 5], {0: "S7"}, equipment={0: "S5", 3: "S6"})
    assert (distance_between(state, 0, 3), distance_between(state, 3, 0)) == (2, 3)
    assert hp(play(state, "0 use S7 strike > 3"))[3] == 2


def test_the_herder_may_draw_after_damage() -> None:
    state = position(["raider", "herder", *PLAIN[2:]], {0: "S7"}, pile="C2")
    hit = play(state, "0 use S7 strike > 1")
    assert lines(hit) == ["1 skill gather", "1 pass"]
    assert codes(hit, play(hit, "1 skill gather").seats[1].hand) == "C2"
    assert play(hit, "1 pass").seats[1].hand == ()


def test_the_hunters_first_strike_is_not_counted() -> None:
    state = position(["hunter", *PLAIN[1:]], {0: "S7 S8 S9"})
    assert [strikes_left(state, 0), strikes_left(position(PLAIN), 0)] == [2, 1]
    state = play(state, "0 use S7 strike > 1", "0 use S8 strike > 1")
    assert refusal(state, "0 use S9 strike > 1") == ("H15", "strike-limit")


def test_the_drummer_lets_the_camp_draw_once_a_game() -> None:
    camps = ["lord", "loyalist", "rebel", "loyalist", "spy"]
    state = position(["drummer", *PLAIN[1:]], camps=camps)
    drummed = play(state, "0 skill drums", "0 skill drums", "1 skill drums", "3 skill drums")
    assert [len(seat.hand) for seat in drummed.seats] == [1, 1, 0, 1, 0]
    later = play(drummed, "0 end", "1 end", "2 end", "3 end", "4 end")
    assert later.current == 0
    assert refusal(later, "0 skill drums") == ("H3", "no-skill")


def test_the_raider_strikes_the_left_neighbour_at_any_distance() -> None:
    far = changed(courser={"distance": 1})
    state = position(PLAIN, {0: "S7"}, equipment={4: "H5", 1: "CK"}, rules=far)
    assert (distance_between(state, 0, 4), distance_between(state, 0, 1)) == (2, 2)
    assert hp(play(state, "0 use S7 strike > 4"))[4] == 2
    assert refusal(state, "0 use S7 strike > 1") == ("H13", "out-of-range")


def test_a_lord_skill_is_only_the_lords() -> None:
    draws = {"while": True, "modify": [{"value": "draws", "of": "me", "add": 2}]}
    lord = hero("duke", draws, timing="draw", types=["lord", "locked"])
    rules = changed(heroes=[lord])
    others = [position(["scout", "duke"], camps=camps, rules=rules) for camps in (["rebel", "lord"], ["lord", "rebel"])]
    assert [len(play(state, "0 end").seats[1].hand) for state in others] == [4, 2]


# ---------------------------------------------------------------- by hand


def test_the_table_adjusts_by_hand() -> None:
    state = position(PLAIN, {0: "S7", 1: "D4"})
    moved = play(state, "0 adjust move D4 0.hand", "0 adjust set 2 hp 1", "0 adjust move S7 discards")
    assert (codes(moved, moved.seats[0].hand), codes(moved, moved.discards)) == ("D4", "S7")
    assert hp(moved)[2] == 1
    assert all_cards(moved) == all_cards(state)
    assert write_entry(moved.moves[0]) == "0 adjust move D4 0.hand"
    states = play(state, "0 adjust set 1 chained true", "0 adjust set 1 turned true", "0 adjust set 1 role spy")
    assert (states.seats[1].chained, states.seats[1].turned, states.seats[1].camp) == (True, True, "spy")
    of_di = play(state, "0 adjust set 1 faction di")
    assert view_of(of_di).attribute(Player(1), "faction") == "di"
    nation = position(["raider+raider", "scout+scout"], mode="nation")
    assert play(nation, "0 adjust set 1 faction man").seats[1].camp == "man"
    wrong_ones = ("move D4 9.hand", "set 2 hp x", "set 0 role spy", "set 1 role lord")
    for wrong in ("0 adjust", *(f"0 adjust {words}" for words in wrong_ones)):
        assert refusal(state, wrong) == ("H14", "not-offered")
    assert refusal(play(state, "0 use S7 strike > 1"), "1 adjust set 1 hp 4") == ("H14", "not-offered")


def test_a_skill_in_words_is_done_by_hand() -> None:
    odd = hero("odd", {"use": "play", "limit": "once each phase", "do": [{"by-hand": "Swap two hands."}]})
    state = position(["odd", *PLAIN[1:]], {0: "S7", 1: "D4"}, rules=changed(heroes=[odd]))
    asked = play(state, "0 skill odd")
    assert (asked.ask and asked.ask.kind, lines(asked)) == ("by-hand", ["0 done"])
    swapped = play(asked, "0 adjust move S7 1.hand", "0 adjust move D4 0.hand", "0 done")
    assert [codes(swapped, seat.hand) for seat in swapped.seats[:2]] == ["D4", "S7"]
    assert swapped.ask is not None
    assert swapped.ask.kind == "play"
