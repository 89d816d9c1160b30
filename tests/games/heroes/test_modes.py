"""Nation war: showing, ambitionists, monarchs. Realm: the jade seal, alliances."""

from __future__ import annotations

import pytest

from cardgen.engines.effects.world import Player
from cardgen.games.heroes.notation import write_entry
from cardgen.games.heroes.positions import begin_with
from cardgen.games.heroes.refusals import HeroesError
from cardgen.games.heroes.rules import HeroesRules
from cardgen.games.heroes.state import HeroesState
from cardgen.games.heroes.status import attack_range, seal_owner
from cardgen.games.heroes.turn_game import GAME

from .positions import all_cards, changed, codes, data, new_game, play, position, standard, with_stored


def hidden(state: HeroesState) -> HeroesState:
    """Return a position of nation war in which no heroes are shown."""
    for seat in range(len(state.seats)):
        state = with_stored(state, seat, shown=False)
    return with_stored(state, None, showing=())


def test_two_heroes_are_kept_and_two_factions_make_an_ambitionist() -> None:
    state = new_game(4, 1, standard(), "nation")
    same = next(turn for turn in GAME.legal_turns(state) if one_faction(state, turn.names))
    assert GAME.apply(state, same).seats[0].camp in ("han", "yi", "rong", "man", "di")
    other = next(turn for turn in GAME.legal_turns(state) if not one_faction(state, turn.names))
    kept = GAME.apply(state, other).seats[0]
    assert (kept.camp, kept.hp) == ("ambition:0", state.table.heroes[other.names[0]].max_hp)
    with pytest.raises(HeroesError) as error:
        play(state, "0 keep rider")
    assert error.value.code == "H14"


def one_faction(state: HeroesState, names: tuple[str, ...]) -> bool:
    return len({state.table.heroes[name].faction for name in names}) == 1


def test_any_six_heroes_of_five_factions_hold_two_of_one() -> None:
    for seed in range(20):
        state = new_game(10, seed, standard(), "nation")
        for seat in state.seats:
            assert len({state.table.heroes[name].faction for name in seat.dealt}) < 6 == len(seat.dealt)
        assert any(one_faction(state, turn.names) for turn in GAME.legal_turns(state))


def test_skills_work_when_the_heroes_are_shown() -> None:
    state = hidden(position(["crossbowman+physician", "scout+raider"], {0: "S5"}, mode="nation"))
    state = play(state, "0 use S5 short-spear > 0")
    assert attack_range(state, 0) == 2
    shown = play(state, "0 show")
    assert attack_range(shown, 0) == 3
    assert not shown.over
    with pytest.raises(HeroesError):
        play(shown, "0 show")
    open_rules = changed({"skills_when_hidden": True})
    state = hidden(
        position(["crossbowman+physician", "scout+raider"], equipment={0: "S5"}, mode="nation", rules=open_rules)
    )
    assert attack_range(state, 0) == 3


def test_more_than_half_of_all_in_one_faction_make_an_ambitionist() -> None:
    state = hidden(position(["rider+herder"] * 3 + ["scout+raider"] * 2, mode="nation"))
    for line in ("0 show", "0 end", "1 show", "1 end", "2 show"):
        state = play(state, line)
    assert [seat.camp for seat in state.seats] == ["rong", "rong", "ambition:2", "di", "di"]


def test_the_last_camp_shows_its_heroes_and_wins() -> None:
    heroes = ["rider+herder", "rider+herder", "scout+raider", "scout+raider"]
    state = hidden(position(heroes, {0: "S7"}, mode="nation", hp={3: 1}))
    state = with_stored(state, 2, alive=False)
    over = play(state, "0 use S7 strike > 3")
    assert over.outcome is not None
    assert (over.outcome.winners, over.outcome.by) == ((0, 1), "one-camp")
    # Three of one faction among four are too many: the third is an ambitionist, and the game goes on.
    heroes[2] = "rider+herder"
    state = hidden(position(heroes, {0: "S7"}, mode="nation", hp={3: 1}))
    on = play(state, "0 use S7 strike > 3")
    assert on.outcome is None
    assert [seat.camp for seat in on.seats] == ["rong", "rong", "ambition:2", "di"]


def monarchs(*names: str) -> HeroesRules:
    rules = data()
    for hero in rules["heroes"]:
        hero["monarch"] = hero["hero"] in names
    return HeroesRules.model_validate(rules)


def test_a_monarch_gains_max_hp_with_three_shown_characters() -> None:
    heroes = ["rider+herder", "herder+rider", "herder+rider", *["scout+raider"] * 3]
    state = hidden(position(heroes, mode="nation", rules=monarchs("rider")))
    for line in ("0 show", "0 end", "1 show", "1 end"):
        state = play(state, line)
    assert state.seats[0].max_hp == 4
    assert play(state, "2 show").seats[0].max_hp == 5


def test_of_several_monarchs_all_but_the_first_shown_are_ambitionists() -> None:
    heroes = ["herder+rider", "rider+herder", "rider+herder", "scout+raider"]
    state = hidden(position(heroes, {0: "S7"}, mode="nation", rules=monarchs("rider"), hp={3: 1}, turn=0))
    for seat in range(4):
        state = with_stored(state, seat, shown=True)
    state = with_stored(state, None, showing=(2, 1, 0, 3))
    asked = play(state, "0 use S7 strike > 3")
    assert [write_entry(turn) for turn in GAME.legal_turns(asked)] == ["0 join > 2", "0 join > 1"]
    assert [seat.camp for seat in asked.seats[:3]] == ["rong", "ambition:1", "rong"]
    for target, camp in ((1, "ambition:1"), (2, "rong")):
        joined = play(asked, f"0 join > {target}")
        assert (joined.seats[0].camp, joined.outcome) == (camp, None)


# ---------------------------------------------------------------- realm

REALM = ["scout"] * 5


def test_the_seal_is_used_at_once_and_breaks_an_alliance() -> None:
    state = position(REALM, mode="realm", pile="SEAL C2 C3 C4", ally={0: 1, 1: 0})
    after = begin_with(state, "draw_cards", Player(0), 2)
    assert seal_owner(after) == 0
    # The alliance is broken whole: 2 cards, a virtual strike at the ally, 1 HP lost since the ally lives.
    assert sorted(codes(after, after.seats[0].hand).split()) == ["C2", "C3", "C4"]
    assert [seat.ally for seat in after.seats] == [None] * 5
    assert [seat.hp for seat in after.seats[:2]] == [2, 2]
    assert "0 ally > 2" not in [write_entry(turn) for turn in GAME.legal_turns(after)]  # nor with anybody else
    round_later = play(after, "0 end", "0 discard C2", "1 end", "2 end", "3 end", "4 end")
    assert len(round_later.seats[0].hand) == 2 + 4  # draws 2 more


def test_a_killer_who_takes_the_seal_breaks_its_alliance() -> None:
    state = position(REALM, {0: "S7"}, mode="realm", hp={1: 1}, ally={0: 3, 3: 0}, pile="C2 C3")
    after = play(state, "0 use S7 strike > 1")
    assert (seal_owner(after), after.seats[0].ally, after.seats[3].ally) == (0, None, None)
    assert [after.seats[0].hp, after.seats[3].hp] == [2, 2]
    assert len(after.seats[0].hand) == 2


def test_two_allies_are_one_camp() -> None:
    state = position(["drummer", *REALM[1:]], mode="realm", ally={0: 2, 2: 0})
    drummed = play(state, "0 skill drums", "0 skill drums", "2 skill drums")
    assert [len(seat.hand) for seat in drummed.seats] == [1, 0, 1, 0, 0]


def test_the_dead_do_not_count_for_ambition() -> None:
    heroes = ["rider+herder"] * 3 + ["scout+raider"]
    state = with_stored(hidden(position(heroes, mode="nation")), 1, shown=True, alive=False)
    state = play(play(state, "0 show"), "0 end")
    assert [seat.camp for seat in play(state, "2 show").seats] == ["rong", "rong", "rong", "di"]


def test_the_seal_goes_to_the_killer() -> None:
    state = position(REALM, {0: "S7"}, mode="realm", equipment={1: "SEAL S5"}, hp={1: 1})
    after = play(state, "0 use S7 strike > 1")
    assert (seal_owner(after), seal_owner(state)) == (0, 1)
    assert codes(after, after.discards) == "S5 S7"
    assert all_cards(after) == list(range(53))
    taken = play(position(REALM, {0: "S7"}, mode="realm", hp={1: 1}), "0 use S7 strike > 1")  # nobody has it
    assert seal_owner(taken) == 0
    assert all_cards(taken) == list(range(53))
    kept = play(position(REALM, {0: "S7"}, mode="realm", equipment={2: "SEAL"}, hp={1: 1}), "0 use S7 strike > 1")
    assert seal_owner(kept) == 2


def test_the_last_one_wins_with_the_seal() -> None:
    state = position(["scout", "scout"], {0: "S7"}, mode="realm", equipment={1: "SEAL"}, hp={1: 1})
    outcome = play(state, "0 use S7 strike > 1").outcome
    assert outcome is not None
    assert (outcome.winners, outcome.by) == ((0,), "seal")


def test_an_alliance_is_a_pair() -> None:
    state = position(REALM, {0: "S7"}, mode="realm", pile="C2 C3")
    offered = play(state, "0 ally > 2")
    assert [write_entry(turn) for turn in GAME.legal_turns(offered)] == ["2 agree", "2 refuse"]
    assert play(offered, "2 refuse").seats[0].ally is None
    with pytest.raises(HeroesError):
        play(offered, "2 refuse", "0 ally > 3")  # once a play phase
    pair = play(offered, "2 agree")
    assert (pair.seats[0].ally, pair.seats[2].ally) == (2, 0)
    traded = play(pair, "0 trade S7 > 2")
    assert (codes(traded, traded.seats[0].hand), codes(traded, traded.seats[2].hand)) == ("C2", "C3")
    with pytest.raises(HeroesError):
        play(traded, "0 trade C2 > 2")
    later = play(traded, "0 end", "0 pass")  # asked at the end of the turn whether to break it
    for target in (0, 2):
        with pytest.raises(HeroesError) as error:
            play(later, f"1 ally > {target}")
        assert (error.value.code, error.value.reason) == ("H33", "has-ally")


@pytest.mark.parametrize(("left", "hp"), [(1, 3), (3, 1)])
def test_breaking_an_alliance_is_a_virtual_strike(left: int, hp: int) -> None:
    state = position(REALM, mode="realm", ally={0: 2, 2: 0}, hp={2: left, 0: 2}, pile="C2 C3 C4 C5")
    broken = play(state, "0 end", "0 break")
    assert broken.seats[0].ally is broken.seats[2].ally is None
    assert broken.seats[0].hp == hp  # recovers 1 if the ally died, else loses 1
    assert broken.seats[2].alive == (left > 1)
    assert len(broken.seats[0].hand) == 2
