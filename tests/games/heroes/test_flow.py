"""Insertions: the three lists of timings, chains, prevention, dying inside of damage."""

from __future__ import annotations

from typing import Any

import pytest

from cardgen.games.heroes.state import HeroesState
from cardgen.games.heroes.vocabulary import CARD_TIMINGS, DAMAGE_TIMINGS, SKILL_TIMINGS, Names

from .positions import changed, codes, hero, play, position, standard


def draw(timing: str, of: str = "me", may: bool = False, **more: Any) -> dict[str, Any]:
    """Return an effect that draws a card at a timing, a list's name and a step."""
    name, _, step = timing.partition(":")
    event = {"card": "use", "skill": "skill", "damage": "damage"}[name]
    return {"when": f"{event}:{step} of {of}", **({"may": True} if may else {}), "do": [{"draw": 1}], **more}


def asked(state: HeroesState) -> list[str]:
    """Return the skills whose owners are asked, in order, when each of them passes."""
    names = []
    while state.ask is not None and state.ask.kind == "skill":
        names.append(f"{state.ask.seat} {state.ask.need}")
        state = play(state, f"{state.ask.seat} pass")
    return names


def watchers(timings: list[str], whose: str) -> list[dict[str, Any]]:
    """Return a hero with an optional skill for each timing, called as the timing is."""
    heroes = []
    for timing in timings:
        name = timing.replace(":", "-")
        of = "me" if whose == "self" else "anyone"
        heroes.append(hero(name, draw(timing, of, may=True), timing=timing, types=["active"]))
    return heroes


def test_the_lists_have_6_17_and_8_timings() -> None:
    assert [len(timings) for timings in (SKILL_TIMINGS, CARD_TIMINGS, DAMAGE_TIMINGS)] == [6, 17, 8]


@pytest.mark.parametrize("timings", [CARD_TIMINGS, DAMAGE_TIMINGS])
def test_the_timings_of_a_strike_that_hits_come_in_the_order_of_the_list(timings: Names) -> None:
    watching = watchers(list(timings), "any")
    order: list[str] = []
    for start in range(0, len(timings), 4):  # a hero has four skills at most
        skills = [one["skills"][0] for one in watching[start : start + 4]]
        rules = changed(heroes=[{**hero("watcher"), "skills": skills}])
        state = position(["scout", "watcher", "scout"], {0: "S7"}, rules=rules)
        order += [line.split(" ")[1] for line in asked(play(state, "0 use S7 strike > 1"))]
    answered = {"card:being-answered", "card:after-being-answered"}
    assert order == [name.replace(":", "-") for name in timings if name not in answered]


def test_damage_lies_inside_of_the_card_that_deals_it() -> None:
    names = ["card:resolving", "damage:taking", "damage:after-taking", "card:after-use"]
    skills = [one["skills"][0] for one in watchers(names, "any")]
    rules = changed(heroes=[{**hero("watcher"), "skills": skills}])
    state = position(["scout", "watcher", "scout"], {0: "S7"}, rules=rules)
    expected = ["1 card-resolving", "1 damage-taking", "1 damage-after-taking", "1 card-after-use"]
    assert asked(play(state, "0 use S7 strike > 1")) == expected


def test_an_answered_card_is_not_resolved() -> None:
    names = ["card:answering", "card:being-answered", "card:after-being-answered", "card:resolving"]
    skills = [one["skills"][0] for one in watchers(names, "any")]
    rules = changed(heroes=[{**hero("watcher"), "skills": skills}])
    state = play(position(["scout", "watcher", "scout"], {0: "S7", 1: "D2"}, rules=rules), "0 use S7 strike > 1")
    state = play(state, "1 pass")  # the skill at `answering`
    assert asked(play(state, "1 play D2")) == ["1 card-being-answered", "1 card-after-being-answered"]


def test_skill_timings_come_in_the_order_of_the_list() -> None:
    first, last = watchers(list(SKILL_TIMINGS), "self")[:3], watchers(list(SKILL_TIMINGS), "self")[3:]
    order = []
    for part in (first, last):
        skills = [one["skills"][0] for one in part]
        rules = changed(heroes=[{**hero("watcher"), "skills": skills}])
        state = position(["drummer+watcher", "scout"], camps=["lord", "rebel"], rules=rules)
        order += [name for name in asked(play(state, "0 skill drums")) if name != "0 drums"]  # each may draw at last
    assert order == [f"0 {name.replace(':', '-')}" for name in SKILL_TIMINGS]


def test_ties_are_in_seat_order_from_the_seat_whose_turn_it_is() -> None:
    rules = changed(heroes=watchers(["damage:taking"], "any"))
    heroes = ["damage-taking"] * 4
    state = position(heroes, {2: "S7"}, rules=rules, turn=2, camps=["lord", "spy", "rebel", "rebel"])
    assert asked(play(state, "2 use S7 strike > 3")) == [f"{seat} damage-taking" for seat in (2, 3, 0, 1)]


def test_a_skill_of_ones_own_timing_is_the_sources_or_the_targets() -> None:
    rules = changed(heroes=watchers(["damage:dealing", "damage:taking", "card:becoming-target", "card:using"], "self"))
    heroes = ["damage-dealing+card-using", "damage-taking+card-becoming-target", "damage-taking+card-using"]
    state = position(heroes, {0: "S7"}, rules=rules)
    expected = ["0 card-using", "1 card-becoming-target", "0 damage-dealing", "1 damage-taking"]
    assert asked(play(state, "0 use S7 strike > 1")) == expected


def test_locked_skills_happen_and_limited_ones_once() -> None:
    taking = "damage:after-taking"
    locked = hero("locked", draw(taking), timing=taking)
    limited = hero("limited", draw(taking, limit="once each game"), timing=taking, types=["limited", "locked"])
    turn = hero("turn", draw(taking, limit="once each turn"), timing=taking, limit=1, per="turn")
    rules = changed(heroes=[locked, limited, turn], choices={"strikes": 9})
    for name, drawn in (("locked", 2), ("limited", 1), ("turn", 1)):
        state = position(["scout", name, "scout"], {0: "S7 S8"}, rules=rules)
        state = play(state, "0 use S7 strike > 1", "0 use S8 strike > 1")
        assert len(state.seats[1].hand) == drawn, name


def test_damage_can_be_prevented() -> None:
    prevention = {"when": "damage:prevent-taking of me", "may": True, "do": [{"prevent": "all"}]}
    prevents = hero("shield", prevention, timing="damage:prevent-taking", types=["active"])
    state = position(["scout", "shield", "scout"], {0: "S7"}, rules=changed(heroes=[prevents]))
    state = play(state, "0 use S7 strike > 1")
    assert play(state, "1 skill shield").seats[1].hp == 4
    assert play(state, "1 pass").seats[1].hp == 3


FIRE = {"damage": 2, "to": "target", "element": "fire"}


def strike() -> dict[str, Any]:
    """Return what the strike of the shipped rules does."""
    effect: dict[str, Any] = next(kind.effects[0] for kind in standard().cards if kind.card == "strike")
    return effect


def test_elemental_damage_runs_through_the_chained() -> None:
    fire = changed(strike={"element": "fire", "effects": [{**strike(), "do": [FIRE]}]})
    chained = {0: True, 1: True, 3: True}
    state = position(["raider"] * 5, {0: "S7"}, rules=fire, chained=chained)
    after = play(state, "0 use S7 strike > 1")
    assert [seat.hp for seat in after.seats] == [2, 2, 4, 2, 4]
    assert not any(seat.chained for seat in after.seats)
    plain = play(position(["raider"] * 5, {0: "S7"}, chained=chained), "0 use S7 strike > 1")
    assert ([seat.hp for seat in plain.seats], plain.seats[3].chained) == ([4, 3, 4, 4, 4], True)
    killed = play(position(["raider"] * 5, {0: "S7"}, rules=fire, chained=chained, hp={1: 1}), "0 use S7 strike > 1")
    assert ([seat.alive for seat in killed.seats], killed.seats[3].hp) == ([True, False, True, True, True], 2)
    apart = play(position(["raider"] * 5, {0: "S7"}, rules=fire, chained={2: True, 3: True}), "0 use S7 strike > 1")
    assert [seat.hp for seat in apart.seats] == [4, 2, 4, 4, 4]


def test_a_card_can_chain() -> None:
    effect = {"use": "play", "choose": {"target": "players"}, "do": [{"turn": "target", "to": "sideways"}]}
    chain = changed(supplies={"effects": [effect]})
    state = play(position(["scout", "scout"], {0: "HA CA"}, rules=chain), "0 use HA supplies > 1")
    assert state.seats[1].chained
    assert not play(state, "0 use CA supplies > 1").seats[1].chained


def test_the_dying_are_saved_inside_of_the_damage_and_the_rest_goes_on() -> None:
    state = position(
        ["scout", "herder", "scout", "scout"], {0: "SA", 1: "H3"}, hp={1: 1}, camps=["lord", "spy", "rebel", "rebel"]
    )
    state = play(state, "0 use SA volley > 1 2 3", "1 play H3")
    assert state.ask is not None
    assert (state.ask.kind, state.ask.need) == ("skill", "gather")
    after = play(state, "1 pass")
    assert [seat.hp for seat in after.seats] == [3, 1, 2, 2]
    assert codes(after, after.discards) == "H3 SA"
    dead = play(position(["scout", "herder", "scout", "scout"], {0: "SA"}, hp={1: 1}), "0 use SA volley > 1 2 3")
    assert dead.ask is not None
    assert (dead.ask.kind, dead.living) == ("play", (0, 2, 3))  # the dead are not asked


def test_a_loss_that_is_not_damage_can_kill_without_a_killer() -> None:
    effect = {"use": "play", "choose": {"target": "others"}, "do": [{"lose": 4, "who": "target"}]}
    bleed = hero("bleed", effect)
    state = position(["bleed", "scout", "scout"], rules=changed(heroes=[bleed]), camps=["lord", "rebel", "rebel"])
    after = play(state, "0 skill bleed > 1")
    assert (after.living, after.seats[0].hand) == ((0, 2), ())  # no reward
