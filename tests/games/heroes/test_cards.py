"""The tricks and the armour of the starter deck."""

from __future__ import annotations

from cardgen.games.heroes.notation import parse_entry, write_entry
from cardgen.games.heroes.state import HeroesState
from cardgen.games.heroes.turn_game import GAME

from .positions import codes, play, position

PLAIN = ["raider", "scout", "scout", "scout", "scout"]


def hp(state: HeroesState) -> list[int]:
    return [seat.hp for seat in state.seats]


def lines(state: HeroesState) -> list[str]:
    return [write_entry(turn) for turn in GAME.legal_turns(state)]


def test_a_duel_is_lost_by_whoever_plays_no_strike_first() -> None:
    state = position(PLAIN, {0: "DK S7", 2: "S8 S9"})
    asked = play(state, "0 use DK duel > 2")
    assert lines(asked) == ["2 play S8", "2 play S9", "2 pass"]
    assert hp(play(asked, "2 pass"))[:3] == [4, 3, 2]
    lost = play(asked, "2 play S8", "0 play S7", "2 play S9")
    assert (hp(lost)[:3], codes(lost, lost.discards)) == ([3, 3, 3], "S8 S7 S9 DK")


def test_a_card_is_dismantled_in_any_area_and_seen_only_where_it_is_open() -> None:
    state = position(PLAIN, {0: "D8", 3: "H3 D4"}, equipment={3: "S5"})
    assert not [line for line in lines(state) if "dismantle > 1" in line]
    asked = play(state, "0 use D8 dismantle > 3")
    assert sorted(lines(asked)) == ["0 choose S5", "0 choose hidden-1", "0 choose hidden-2"]
    assert [write_entry(parse_entry(line)) for line in lines(asked)] == lines(asked)
    assert play(asked, "0 choose S5").seats[3].equipment == ()
    assert len(play(asked, "0 choose hidden-2").seats[3].hand) == 1


def test_a_card_is_stolen_at_distance_1() -> None:
    state = position(PLAIN, {0: "HJ", 1: "D4", 2: "D5"})
    assert [line for line in lines(state) if "steal" in line] == ["0 use HJ steal > 1"]
    stolen = play(state, "0 use HJ steal > 1")
    assert (codes(stolen, stolen.seats[0].hand), stolen.seats[1].hand) == ("D4", ())


def test_a_counter_cancels_a_trick_for_one_target() -> None:
    state = position(PLAIN, {0: "SA D9", 3: "DJ"})
    asked = play(state, "0 use SA volley > 1 2 3 4")
    assert (lines(asked), asked.ask and asked.ask.about) == (["3 skill counter", "3 pass"], 1)
    saved = play(asked, "3 pass", "3 pass", "3 skill counter")
    assert (hp(saved), codes(saved, saved.discards)) == ([4, 2, 2, 3, 2], "DJ SA")


def test_a_blockade_skips_the_draw_phase_after_a_red_judgement() -> None:
    laid = [play(position(PLAIN, {0: "SJ"}, pile=top), "0 use SJ blockade > 1", "0 end") for top in ("H2", "S2")]
    assert [len(state.seats[1].hand) for state in laid] == [0, 2]
    assert all(state.seats[1].judgement == () for state in laid)


def test_a_lucky_mail_offsets_a_strike_by_a_red_judgement() -> None:
    for top, left in (("H2", 3), ("S2", 2)):
        asked = play(position(PLAIN, {0: "S7"}, equipment={1: "D10"}, pile=top), "0 use S7 strike > 1")
        assert lines(asked) == ["1 skill lucky-mail", "1 pass"]
        assert hp(play(asked, "1 skill lucky-mail"))[1] == left


def test_a_thick_mail_takes_1_off_the_damage_of_tricks() -> None:
    state = position(PLAIN, {0: "SA S7"}, equipment={1: "HQ"})
    assert hp(play(state, "0 use SA volley > 1 2 3 4")) == [4, 3, 2, 2, 2]
    assert hp(play(state, "0 use S7 strike > 1"))[1] == 2


def test_one_armour_is_worn() -> None:
    state = play(position(PLAIN, {0: "D10 HQ"}), "0 use D10 lucky-mail > 0", "0 use HQ thick-mail > 0")
    assert codes(state, [card for _, card in state.seats[0].equipment]) == "HQ"
