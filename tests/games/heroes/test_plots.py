"""Plot cards of nation war, as data: laid when they are drawn, used by the camp, recast when there are two."""

from __future__ import annotations

from functools import cache
from typing import Any

from cardgen.engines import CardData, GameContent
from cardgen.engines.effects.world import Player
from cardgen.engines.turn_game import play_game
from cardgen.engines.turn_logs import read_log, write_log
from cardgen.games.heroes.deck_rules import check_rules
from cardgen.games.heroes.notation import write_entry
from cardgen.games.heroes.positions import begin_with
from cardgen.games.heroes.rules import HeroesRules
from cardgen.games.heroes.state import HeroesStart, HeroesState
from cardgen.games.heroes.status import hand_limit
from cardgen.games.heroes.turn_game import GAME

from .positions import all_cards, codes, data, play, position

#: P1 is a standing order, P2 a use once a turn, P3 one that is discarded for it, P4 an answer to an event.
PLOTS: dict[str, list[dict[str, Any]]] = {
    "granary": [{"while": True, "modify": [{"value": "hand-limit", "of": "me", "add": 1}]}],
    "scouts": [{"use": "play", "limit": "once each turn", "do": [{"draw": 1}]}],
    "ambush": [
        {
            "use": "play",
            "choose": {"target": "others where in-range"},
            "cost": [{"discard": "this"}],
            "do": [{"damage": 1, "to": "target"}],
        }
    ],
    "relief": [{"when": "before dying of me", "may": True, "cost": [{"discard": "this"}], "do": [{"recover": 1}]}],
}
HEROES = ["rider+herder", "rider+herder", "scout+raider", "diver+diver"]


@cache
def rules() -> HeroesRules:
    values = data()
    for name, effects in PLOTS.items():
        names = {"zh": name, "en": name}
        values["cards"].append({"card": name, "names": names, "category": "plot", "effects": effects})
    return HeroesRules.model_validate({**values, "plots": list(PLOTS)})


def war(pile: str, **more: Any) -> HeroesState:
    return position(HEROES, mode="nation", rules=rules(), pile=pile, **more)


def drawn(state: HeroesState, seat: int, count: int = 1) -> HeroesState:
    return begin_with(state, "draw_cards", Player(seat), count)


def plots(state: HeroesState) -> list[list[str]]:
    return [seat["plots"] for seat in GAME.facts(state)["seats"]]


def legal(state: HeroesState) -> list[str]:
    return [write_entry(turn) for turn in GAME.legal_turns(state)]


def test_a_plot_card_is_laid_when_it_is_drawn_and_works_for_its_camp() -> None:
    state = drawn(war("P1 S2"), 0, 2)
    assert (plots(state), codes(state, state.seats[0].hand)) == ([["P1"], [], [], []], "S2")
    assert GAME.view(state, 3)["seats"][0]["plots"] == ["P1"]
    assert [hand_limit(state, seat) - state.seats[seat].hp for seat in range(4)] == [1, 1, 0, 0]


def test_it_works_for_its_owner_alone_until_the_heroes_are_shown() -> None:
    state = drawn(war("P1", shown={0: False, 1: False}), 0)
    assert [hand_limit(state, seat) - state.seats[seat].hp for seat in range(4)] == [1, 0, 0, 0]
    state = play(state, "0 show", "0 end", "1 show")
    assert [hand_limit(state, seat) - state.seats[seat].hp for seat in range(4)] == [1, 1, 0, 0]


def test_each_of_the_camp_uses_it_within_its_own_limit() -> None:
    state = drawn(war("P2"), 0)
    used = play(state, "0 skill scouts")
    assert "0 skill scouts" not in legal(used)
    assert "1 skill scouts" in legal(play(used, "0 end"))
    assert "2 skill scouts" not in legal(play(used, "0 end", "1 skill scouts", "1 end"))


def test_a_plot_card_may_be_spent() -> None:
    struck = play(drawn(war("P3"), 1), "0 skill ambush > 3")
    assert (struck.seats[3].hp, plots(struck)[1], codes(struck, struck.discards)) == (2, [], "P3")
    saved = play(begin_with(drawn(war("P4", hp={0: 1}), 1), "hit", None, Player(0), 1, "none"), "0 skill relief")
    assert (saved.seats[0].hp, saved.seats[0].alive, plots(saved)[1]) == (1, True, [])


def test_a_camp_recasts_until_it_has_one() -> None:
    state = drawn(drawn(war("P1 P2 S2"), 0), 1)
    assert legal(state) == ["1 choose P1", "1 choose P2"]
    for kept, gone in (("P2", "P1"), ("P1", "P2")):
        after = play(state, f"1 choose {gone}")
        assert ([code for held in plots(after) for code in held], codes(after, after.discards)) == ([kept], gone)
        assert codes(after, after.seats[1].hand) == "S2"
    # The camps of characters that are not shown are unknown: who shows recasts.
    hidden = drawn(drawn(war("P1 P2 S2", shown={0: False}), 1), 0)
    assert plots(hidden)[:2] == [["P2"], ["P1"]]
    assert legal(play(hidden, "0 show")) == ["0 choose P2", "0 choose P1"]


def test_it_is_discarded_with_its_dead_owner() -> None:
    dead = begin_with(drawn(war("P1"), 2), "kill", Player(2), None)
    assert (plots(dead)[2], codes(dead, dead.discards)) == ([], "P1")


def test_plot_cards_are_played_in_nation_war_only() -> None:
    content = GameContent({"plots": rules()}, {})
    for mode, players, count in (("identity", 4, 52), ("nation", 3, 56), ("realm", 5, 53)):
        played = play_game(GAME, HeroesStart("plots", mode, players, 3), content)  # type: ignore[arg-type]
        assert len(all_cards(played.state)) == count
        assert read_log(GAME, write_log(GAME, played), content).state.outcome == played.state.outcome


def test_the_plot_cards_of_a_ruleset_are_compared_with_the_printed_ones() -> None:
    fields = {"names": {"zh": "x", "en": "x"}, "category": "plot"}
    printed = [CardData(name, 1, {**fields, "kind": name}) for name in PLOTS]
    assert [problem.code for problem in check_rules(rules(), {"plots": printed})] == []
    assert [problem.code for problem in check_rules(rules(), {"plots": printed[1:]})] == ["HE601"]
    wrong = HeroesRules.model_validate({**rules().model_dump(mode="json"), "plots": ["strike", "granery"]})
    assert [problem.code for problem in check_rules(wrong, {})] == ["HE604", "HE604"]
