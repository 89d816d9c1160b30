"""One test for each kind of skill: groups, laws, parties, formations, switches, hidden and awakening skills, duels."""

from __future__ import annotations

from cardgen.base.records import replace
from cardgen.engines.effects.world import Group
from cardgen.games.heroes.notation import parse_entry, write_entry
from cardgen.games.heroes.state import HeroesState, Turn
from cardgen.games.heroes.status import attack_range, can_reach, hand_limit, strikes_left
from cardgen.games.heroes.turn_game import GAME

from .positions import codes, play, position, with_stored

PLAIN = ["raider", "scout", "scout", "scout", "scout"]


def hp(state: HeroesState) -> list[int]:
    return [seat.hp for seat in state.seats]


def lines(state: HeroesState) -> list[str]:
    return [write_entry(turn) for turn in GAME.legal_turns(state)]


def members(state: HeroesState, name: str, owner: int = 0) -> list[int]:
    """Return the seats of the members of a group."""
    return [member.seat for member in state.now.groups[Group(name, owner)][1]]


def built(state: HeroesState, name: str, member: int, progress: int, owner: int = 0) -> HeroesState:
    """Return the state with a member of a building and its progress."""
    world = state.before.copy()
    group = Group(name, owner)
    kind, _ = world.groups[group]
    world.begin_group(group, kind, [player for player in world.players if player.seat == member])
    world.store(group, f"progress/{member}", progress)
    return with_stored(replace(state, before=world), None)


def own_turn(state: HeroesState, seat: int = 0) -> HeroesState:
    """Return the state in the next turn of a seat: nobody does anything, and the last cards are discarded."""
    state = play(state, f"{state.current} end")
    while state.current != seat or state.ask is None or state.ask.kind != "play":
        ends = [turn for turn in GAME.legal_turns(state) if turn.verb in ("end", "discard")]
        state = GAME.apply(state, ends[-1])
    return state


def progress(state: HeroesState, name: str, owner: int = 0) -> dict[int, int]:
    """Return the progress of each member of a building."""
    facts = next(group for group in GAME.facts(state)["groups"] if (group["name"], group["owner"]) == (name, owner))
    return dict(zip(facts["members"], facts["values"]["progress"], strict=True))


# ---------------------------------------------------------------- buildings


def test_a_building_has_one_member_whose_progress_grows_once_a_phase() -> None:
    state = position(["mason", *PLAIN[1:]])
    assert [line for line in lines(state) if "rampart" in line] == [f"0 skill rampart > {seat}" for seat in range(5)]
    founded = play(state, "0 skill rampart > 2")
    assert progress(founded, "rampart") == {2: 1}
    assert not [line for line in lines(founded) if "rampart" in line]
    again = own_turn(founded)
    assert [line for line in lines(again) if "rampart" in line] == ["0 skill rampart > 2"]
    assert progress(play(again, "0 skill rampart > 2"), "rampart") == {2: 2}


def test_a_building_of_defence_prevents_deadly_damage_for_half_of_its_progress() -> None:
    state = built(position(["raider", "mason", *PLAIN[2:]], {0: "S7"}, hp={4: 1}), "rampart", 4, 3, owner=1)
    hit = play(state, "0 use S7 strike > 4")
    assert lines(hit) == ["4 skill rampart-defence", "4 pass"]
    saved = play(hit, "4 skill rampart-defence")
    assert (hp(saved)[4], progress(saved, "rampart", 1)) == (1, {4: 1})
    assert not play(hit, "4 pass").seats[4].alive
    unfinished = built(position(["raider", "mason", *PLAIN[2:]], {0: "S7"}, hp={4: 1}), "rampart", 4, 0, owner=1)
    assert not play(unfinished, "0 use S7 strike > 4").seats[4].alive


def test_a_building_of_attack_adds_a_point_that_makes_somebody_dying() -> None:
    heroes = ["mason", *PLAIN[1:]]
    state = built(position(heroes, {0: "S7"}, hp={0: 1, 1: 2}), "siege-tower", 0, 2)
    hit = play(state, "0 use S7 strike > 1")
    assert lines(hit) == ["0 skill siege-tower-attack", "0 pass"]
    dead = play(hit, "0 skill siege-tower-attack")
    assert (dead.seats[1].alive, progress(dead, "siege-tower")) == (False, {0: 1})
    strong = built(position(heroes, {0: "S7"}, hp={0: 1, 1: 3}), "siege-tower", 0, 2)
    assert hp(play(strong, "0 use S7 strike > 1"))[1] == 2


def test_a_building_of_link_shares_the_range_of_its_member_for_a_turn() -> None:
    heroes = ["signaller", *PLAIN[1:], "scout"]
    state = built(position(heroes, {0: "S7"}, hp={2: 2}, equipment={2: "S5"}), "beacon", 2, 2)
    assert (attack_range(state, 0), can_reach(state, 0, 3)) == (1, False)
    linked = play(state, "0 skill beacon-link > 2")
    assert (progress(linked, "beacon"), can_reach(linked, 0, 3)) == ({2: 1}, True)
    assert hp(play(linked, "0 use S7 strike > 3"))[3] == 2
    assert not can_reach(play(linked, "0 end"), 0, 3)


def test_a_building_of_economy_gives_a_card_and_a_place_in_the_hand() -> None:
    state = built(position(["shipwright", *PLAIN[1:]], hp={1: 2}), "shipyard", 1, 2)
    after = play(state, "0 end")
    assert (len(after.seats[1].hand), hand_limit(after, 1), hand_limit(after, 2)) == (3, 3, 3)


def test_a_group_ends_with_its_owner_and_loses_its_dead() -> None:
    state = position(["raider", "mason", "signaller", *PLAIN[3:]], {0: "S7"}, hp={1: 1})
    state = built(built(state, "rampart", 4, 1, owner=1), "beacon", 1, 1, owner=2)
    dead = play(state, "0 use S7 strike > 1")
    assert [(group.name, group.owner) for group in dead.now.groups] == [("beacon", 2)]
    assert members(dead, "beacon", 2) == []


# ---------------------------------------------------------------- laws, parties


def test_a_law_forbids_strikes_and_gives_a_card_until_the_owners_next_turn() -> None:
    state = position(["magistrate", *PLAIN[1:]], {1: "S7"})
    law = play(state, "0 skill curfew > 1", "0 end")
    assert (members(law, "curfew"), len(law.seats[1].hand)) == ([1], 4)
    broken = play(law, "1 use S7 strike > 2")
    assert lines(broken) == ["0 skill curfew", "0 pass"]
    assert hp(play(broken, "0 skill curfew"))[1:3] == [2, 2]
    assert hp(play(broken, "0 pass"))[1:3] == [3, 2]
    assert members(own_turn(law), "curfew") == []


def test_nobody_is_in_two_parties_and_the_owner_is_always_in() -> None:
    state = position(["outlaw", "outlaw", *PLAIN[2:]])
    assert members(state, "band") == [0]
    asked = play(state, "0 skill sworn-band > 2")
    assert lines(asked) == ["2 agree", "2 refuse"]
    assert members(play(asked, "2 refuse"), "band") == [0]
    joined = play(asked, "2 agree")
    assert (members(joined, "band"), hand_limit(joined, 2), hand_limit(joined, 3)) == ([0, 2], 4, 3)
    other = play(joined, "0 end", "1 skill sworn-band > 2", "2 agree")
    assert (members(other, "band"), members(other, "band", 1)) == ([0, 2], [1])


def test_an_impeachment_discards_the_named_cards_and_costs_a_card_for_damage_from_outside() -> None:
    state = position(["outlaw", *PLAIN[1:]], {2: "S8", 3: "D2 D3 H3"})
    assert not [line for line in lines(state) if "impeach" in line]
    state = play(state, "0 skill sworn-band > 1", "1 agree")
    named = play(state, "0 skill impeach > 3")
    assert lines(named) == ["0 choose strike", "0 choose dodge", "0 choose peach"]
    done = play(named, "0 choose dodge")
    assert codes(done, done.seats[3].hand) == "H3"
    hit = play(done, "0 end", "1 end", "2 use S8 strike > 3")
    assert (hp(hit)[3], hit.seats[3].hand) == (2, ())


def test_an_impeachment_that_fails_may_be_answered_in_kind() -> None:
    state = play(position(["outlaw", *PLAIN[1:]], {0: "S7 D4", 3: "H3"}), "0 skill sworn-band > 1", "1 agree")
    failed = play(state, "0 skill impeach > 3", "0 choose strike")
    assert lines(failed) == ["3 agree", "3 refuse"]
    answered = play(failed, "3 agree", "3 choose dodge")
    assert (codes(answered, answered.seats[0].hand), codes(answered, answered.discards)) == ("S7", "D4")


# ---------------------------------------------------------------- formations, switches, hidden and awakening skills


def test_a_siege_hurts_whoever_is_between_two_of_a_faction() -> None:
    state = position(["trapper", "rider", "scout", "rider", "rider"], {0: "D4 D5"})
    assert [line for line in lines(state) if "pincer" in line] == ["0 skill pincer > 1"]
    assert hp(play(state, "0 skill pincer > 1", "0 choose D4"))[1] == 3
    assert not [line for line in lines(position(["trapper", *PLAIN[1:]], {0: "D4"})) if "pincer" in line]


def test_a_line_of_a_faction_draws_more() -> None:
    state = position(["rider", "scout", "trapper", "scout", "rider"])
    assert len(play(state, "0 end").seats[1].hand) == 3
    assert len(play(position(["rider", "scout", "trapper", "rider", "rider"]), "0 end").seats[1].hand) == 2


def test_a_switch_changes_its_state_with_each_use() -> None:
    state = position(["tide-caller", *PLAIN[1:]], {0: "D4 D5"}, pile="S2 S3")
    yang = play(state, "0 skill tides", "0 choose D4")
    assert codes(yang, yang.seats[0].hand) == "D5 S2 S3"
    yin = play(own_turn(yang), "0 skill tides", "0 choose D5", "0 choose > 1")
    assert hp(yin)[1] == 2


def test_a_hidden_skill_is_not_seen_by_others() -> None:
    state = position(["shaman", *PLAIN[1:]], {1: "S7"})
    turn = parse_entry("0 skill omen > 2")
    assert isinstance(turn, Turn)
    after = GAME.apply(state, turn)
    assert [GAME.is_secret(state, turn, after, seat) for seat in (0, 1)] == [(), ("names", "cards", "targets")]
    assert len(play(after, "0 end", "1 use S7 strike > 2").seats[0].hand) == 1
    assert GAME.view(after, 1)["seats"][2] == GAME.view(state, 1)["seats"][2]


def test_a_skill_of_three_stages_draws_burns_and_explodes() -> None:
    state = position(["shaman", *PLAIN[1:]], {0: "D4 D5 D6"}, pile="S2 S3")
    used = ("0 skill fire-jars > 1", "0 choose D4")
    first = play(state, *used)
    assert codes(first, first.seats[0].hand) == "D5 D6 S2"
    second = play(own_turn(first), "0 skill fire-jars > 1", "0 choose D5")
    assert hp(second)[1] == 2
    third = play(own_turn(second), "0 skill fire-jars > 1", "0 choose D6")
    assert hp(third)[:3] == [2, 0, 2]
    assert not third.seats[1].alive


def test_an_awakening_happens_at_once_with_1_hp() -> None:
    state = position(["raider", "berserker", *PLAIN[2:]], {0: "S7"}, hp={1: 2})
    woken = play(state, "0 use S7 strike > 1")
    assert (woken.seats[1].max_hp, len(woken.seats[1].hand), strikes_left(woken, 1)) == (3, 2, 2)
    assert hp(woken)[1] == 1


def test_an_execution_is_for_the_weak() -> None:
    state = position(["berserker", *PLAIN[1:]], {0: "D4 D5"}, hp={0: 3, 1: 1, 2: 1, 4: 2})
    assert [line for line in lines(state) if "behead" in line] == ["0 skill behead > 1", "0 skill behead > 2"]
    assert not play(state, "0 skill behead > 1").seats[1].alive


def test_a_duel_of_points_hurts_the_loser() -> None:
    state = position(["chieftain", *PLAIN[1:]], {0: "DK S2", 1: "H3 CJ"})
    duel = play(state, "0 skill challenge > 1", "0 choose DK", "1 choose CJ")
    assert (hp(duel), codes(duel, duel.discards)) == ([4, 2, 3, 3, 3], "DK CJ")
    assert hp(play(state, "0 skill challenge > 1", "0 choose S2", "1 choose H3"))[:2] == [3, 3]
    asked = play(state, "0 skill challenge > 1")
    turn = parse_entry("0 choose DK")
    assert isinstance(turn, Turn)
    assert GAME.is_secret(asked, turn, GAME.apply(asked, turn), 1)


def test_a_gambit_is_won_by_the_counter_only() -> None:
    state = position(["signaller", *PLAIN[1:]], {1: "H3"}, pile="S2")
    won = play(state, "0 skill feint > 1", "0 choose advance", "1 choose pursuit")
    assert (codes(won, won.seats[0].hand), won.seats[1].hand) == ("H3", ())
    lost = play(state, "0 skill feint > 1", "0 choose retreat", "1 choose pursuit")
    assert codes(lost, lost.seats[1].hand) == "H3 S2"


def test_a_lord_skill_counts_the_lords_faction() -> None:
    heroes = ["chieftain", "rider", "herder", "scout"]
    assert hand_limit(position(heroes), 0) == 6
    assert hand_limit(position(["scout", *heroes], camps=["lord", "rebel", "loyalist", "spy", "rebel"]), 1) == 4
