"""The shipped ruleset, changed copies of it, and positions to test from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, TypeAlias

from cardgen.base.records import replace
from cardgen.data.load import load_game
from cardgen.engines import GameContent
from cardgen.engines.effects.world import Player
from cardgen.engines.turn_game import Played, play_game
from cardgen.engines.turn_logs import read_log, write_log
from cardgen.games.heroes.notation import parse_entry
from cardgen.games.heroes.positions import position_of
from cardgen.games.heroes.rules import HeroesRules, Mode
from cardgen.games.heroes.state import BOARD, HeroesSeat, HeroesStart, HeroesState, Turn, numbers
from cardgen.games.heroes.table import make_table
from cardgen.games.heroes.turn_game import GAME
from tests.games_on_disk import REPOSITORY

Game: TypeAlias = Played[HeroesStart, HeroesState, Turn]


@cache
def standard() -> HeroesRules:
    """Return the shipped ruleset."""
    rules = load_game(REPOSITORY / "card_data" / "heroes", REPOSITORY / "templates", REPOSITORY).rulesets["standard"]
    assert isinstance(rules, HeroesRules)
    return rules


@cache
def content() -> GameContent:
    """Return the game with the shipped ruleset."""
    return GameContent({"standard": standard()}, {})


def random_game(players: int, seed: int, mode: Mode = "identity", policy: str = "random") -> Game:
    """Return a game between players of one policy."""
    return play_game(GAME, HeroesStart("standard", mode, players, seed), content(), [policy])


def new_game(players: int, seed: int, rules: HeroesRules, mode: Mode = "identity") -> HeroesState:
    """Return a game in which the first seat keeps its heroes."""
    return GAME.begin(HeroesStart("", mode, players, seed), GameContent({"": rules}, {}))


def with_stored(state: HeroesState, seat: int | None, **values: Any) -> HeroesState:
    """Return the state with other stored values of a seat, or of the game (None)."""
    world = state.before.copy()
    for name, value in values.items():
        world.store(BOARD if seat is None else Player(seat), name.replace("_", "-"), value)
    return GAME.resume(state, world, state.answers)


def log_of(played: Game) -> str:
    return write_log(GAME, played)


def verify_log(text: str) -> HeroesState:
    return read_log(GAME, text, content()).state


def data() -> dict[str, Any]:
    """Return the shipped ruleset as data that may be changed."""
    return standard().model_dump(mode="json")


def changed(
    choices: Mapping[str, Any] | None = None, heroes: Sequence[Any] = (), **kinds: Mapping[str, Any]
) -> HeroesRules:
    """Return the shipped rules with other choices, more heroes, and cards with other values."""
    rules = data()
    rules["choices"].update(choices or {})
    rules["heroes"] += heroes
    for kind in rules["cards"]:
        kind.update(kinds.get(kind["card"], {}))
    return HeroesRules.model_validate(rules)


def hero(
    name: str, *effects: Any, timing: str = "play", types: Sequence[str] = ("locked",), **more: Any
) -> dict[str, Any]:
    """Return a hero with one skill, called as the hero is."""
    skill = {"skill": name, "types": types, "timing": timing, "effects": list(effects)}
    skill |= {key: more.pop(key) for key in ("limit", "per") if key in more}
    plain = {"hero": name, "names": {"zh": name, "en": name}, "faction": "han", "max_hp": 4, "skills": [skill]}
    return plain | more


def position(
    heroes: Sequence[str],
    hands: Mapping[int, str] | None = None,
    *,
    rules: HeroesRules | None = None,
    mode: Mode = "identity",
    camps: Sequence[str] = (),
    equipment: Mapping[int, str] | None = None,
    pile: str = "",
    discarded: bool = False,
    left: int = 99,
    turn: int = 0,
    **seats: Mapping[int, Any],
) -> HeroesState:
    """Return a position in the play phase of a seat. A hero is written `rider`, or `rider+scout`, first the main one.

    Other fields of seats are given by name: `hp={0: 1}`. Cards that nobody has are in the pile, those of `pile` on top,
    or all `discarded`; only `left` of them are in the game.
    """
    table = make_table(rules or standard())
    usual = ["lord", "rebel", "rebel", "loyalist", "spy", "rebel", "rebel", "loyalist", "rebel", "spy"]
    characters = []
    for number, names in enumerate(heroes):
        kept = tuple(names.split("+"))
        main = table.heroes[kept[0]]
        camp = {"identity": usual[number], "nation": main.faction, "realm": f"seat:{number}"}[mode]
        fields = {name: values[number] for name, values in seats.items() if number in values}
        hand = tuple(table.card(code) for code in (hands or {}).get(number, "").split())
        worn = [table.card(code) for code in (equipment or {}).get(number, "").split()]
        places = tuple((table.cards[card].kind.sub or "", card) for card in worn)
        seat = HeroesSeat(camps[number] if camps else camp, (), kept, True, main.max_hp, main.max_hp, hand, places)
        characters.append(replace(seat, **fields))
    used = {
        card for seat in characters for card in (*seat.hand, *(card for _, card in seat.equipment), *seat.judgement)
    }
    top = [table.card(code) for code in pile.split()]
    rest = [card for card in table.pile(mode) if card not in used and card not in top][:left]
    pile_now, discards = ((), tuple(rest)) if discarded else ((*top, *rest), ())
    showing = [number for number, seat in enumerate(characters) if seat.shown]
    return position_of(table, mode, characters, turn, pile_now, discards, showing)


def play(state: HeroesState, *lines: str) -> HeroesState:
    """Return the state after these turns in notation."""
    for line in lines:
        turn = parse_entry(line)
        assert isinstance(turn, Turn)
        state = GAME.apply(state, turn)
    return state


def codes(state: HeroesState, cards: Sequence[int]) -> str:
    """Return the codes of cards."""
    return " ".join(state.table.cards[card].code for card in cards)


def all_cards(state: HeroesState) -> list[int]:
    """Return every card of the game wherever it is, sorted."""
    return sorted(card for zone in state.now.zones if zone.area != "box" for card in numbers(state.now, zone))
