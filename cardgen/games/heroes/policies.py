"""Policies: functions that choose a turn, for simulations. A policy sees what its seat may see, and no more.

`random` chooses a verb and then one of its turns by chance. `careful` equips, heals, and attacks whoever it takes for
an enemy: in identity mode by what seats have done, in nation war by the factions that are shown, in the realm mode
everybody but its ally, the owner of the jade seal first. `hasty` makes half of its turns as `careful` does, and the
others by chance: it is in between.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from cardgen import message
from cardgen.engines.chance import pick
from cardgen.engines.effects.parts import verbs_in
from cardgen.engines.effects.turns import EffectsGame
from cardgen.games.heroes.rules import CardKind
from cardgen.games.heroes.state import HeroesSeat, HeroesState, Turn
from cardgen.games.heroes.status import seal_owner
from cardgen.games.heroes.table import HeroesTable

Game = EffectsGame[Any, HeroesState, Turn]

#: How a seat ranks the cards of its hand: the least is discarded first, but for the strikes of the next turns.
_WORTH = {"peach": 9, "dodge": 8, "wine": 7, "draw": 6, "equip": 4, "strike": 3}
#: So many strikes are kept: whoever discards them all cannot attack, and two such players never end a game.
_KEPT_STRIKES, _KEPT = 2, 8.5


def random_turn(game: Game, state: HeroesState, chance: random.Random) -> Turn:
    """Return one of the legal turns: first a verb, then one of its turns, each with the same probability.

    A play phase ends by a chance of one in eight only, so that games end.
    """
    turns = game.legal_turns(state)
    verbs = list(dict.fromkeys(turn.verb for turn in turns))
    if "end" in verbs and len(verbs) > 1 and chance.random() < 7 / 8:
        verbs.remove("end")
    verb = pick(verbs, chance)
    chosen = [turn for turn in turns if turn.verb == verb]
    return pick(chosen, chance)


def careful_turn(game: Game, state: HeroesState, chance: random.Random) -> Turn:
    """Return the turn of the careful policy. ValueError if the game is over."""
    ask, turns = state.ask, game.legal_turns(state)
    if ask is None:
        raise ValueError(message("the game is over"))
    me = ask.seat
    match ask.kind:
        case "keep":
            return _best_heroes(state, turns, chance)
        case "choose" if turns[-1].cards:
            return _chosen_cards(state, turns)
        case "choose" if turns[-1].targets:
            liked, sign = feelings(state, me), -1 if _harms(state.table, ask.need) else 1
            return max(turns, key=lambda turn: sign * sum(liked.get(seat, 0) for seat in turn.targets))
        case "play":
            return _best_play(state, turns, chance)
        case "skill":
            return turns[0 if _wants(state, ask.about, ask.need) else -1]
        case "answer" | "agree":
            return turns[0]
        case "rescue":
            saved = ask.about == me or feelings(state, me).get(ask.about, 0) > 0
            return turns[0 if saved else -1]
        case "discard":
            return _least_card(state, turns)
        case "alliance":
            return turns[0 if len(state.living) > 2 else 1]
        case "break":
            return turns[0 if len(state.living) == 2 or state.seats[ask.about].hp == 1 else 1]
    return pick(turns, chance)


def hasty_turn(game: Game, state: HeroesState, chance: random.Random) -> Turn:
    """Return a careful turn in half of the cases, and a random one otherwise. ValueError if the game is over."""
    return (careful_turn if chance.random() < 0.5 else random_turn)(game, state, chance)


POLICIES: Mapping[str, Callable[[Game, HeroesState, random.Random], Turn]] = {
    "random": random_turn,
    "hasty": hasty_turn,
    "careful": careful_turn,
}


# ---------------------------------------------------------------- friends and enemies


def feelings(state: HeroesState, me: int) -> dict[int, float]:
    """Return each other living seat -> how much it is a friend (above 0) or an enemy (below 0) of `me`, as me knows."""
    others = [seat for seat in state.living if seat != me]
    own = state.seats[me]
    if state.mode == "realm":
        owner = seal_owner(state)
        return {seat: 1 if seat == own.ally else -2 if seat == owner else -1 for seat in others}
    if state.mode == "nation":
        return {seat: _nation_feeling(own, state.seats[seat]) for seat in others}
    if len(others) == 1:  # the game goes on, so the last two are of different sides
        return dict.fromkeys(others, -9)
    sides = lord_sides(state)
    match own.camp:
        case "lord" | "loyalist":
            return {seat: 9 if state.seats[seat].camp == "lord" else sides[seat] for seat in others}
        case "rebel":
            return {seat: -9 if state.seats[seat].camp == "lord" else -sides[seat] or -0.1 for seat in others}
    # The spy wants the lord to be the last one beside it, and so neither side to be strong.
    return {seat: 1 if state.seats[seat].camp == "lord" else -0.6 - 0.02 * sides[seat] for seat in others}


def _nation_feeling(own: HeroesSeat, other: HeroesSeat) -> float:
    if not other.shown:
        return -0.5
    return 1 if other.camp == own.camp else -2


def lord_sides(state: HeroesState) -> list[float]:
    """Return for each seat how far its attacks so far speak for the lord (above 0) or against (below 0)."""
    lord = next(number for number, seat in enumerate(state.seats) if seat.camp == "lord")
    sides = [0.0] * len(state.seats)
    for turn in state.moves:
        if turn.verb in ("use", "skill") and len(turn.targets) == 1 and _harms(state.table, turn.names[0]):
            for target in turn.targets:
                if target == lord:
                    sides[turn.seat] -= 2
                elif turn.seat != lord:
                    sides[turn.seat] -= 0.5 * max(-1, min(1, sides[target]))
                else:
                    sides[target] -= 0.5
    return sides


# ---------------------------------------------------------------- choices


#: So much enmity is needed for what is no strike: whom one is not sure of is spared.
_SURE = 0.4
#: Verbs of steps that are bad for whom they are about.
_BAD = {"damage", "execute", "explode", "lose", "take", "discard", "skip", "compete", "alternate"}


@lru_cache(maxsize=8)
def _bad_effects(table: HeroesTable) -> frozenset[str]:
    """Return the ids of effects of skills, groups and cards that are bad for whom they are about."""
    effects = [one for effects in table.skills.values() for one in effects]
    effects += [one for groups in table.groups.values() for group in groups for one in group.effects]
    effects += [one for kind in table.played.values() for one in kind.effects]
    return frozenset(one.id for one in effects if one.id and _BAD & verbs_in(one.do))


@lru_cache(maxsize=8)
def _verbs_called(table: HeroesTable) -> Mapping[str, frozenset[str]]:
    """Return the verbs of the steps of each skill, by the ids of effects."""
    return {one.id: verbs_in(one.do) for effects in table.skills.values() for one in effects}


def _verbs_of_card(table: HeroesTable, name: str) -> frozenset[str]:
    return verbs_in(step for effect in table.played[name].effects for step in effect.do)


def _loses(state: HeroesState, name: str) -> bool:
    """Return True if a duel is likely to be lost: too few strikes for a card, too low numbers for points."""
    table = state.table
    cards = [table.cards[card] for card in state.seats[state.to_move or 0].hand]
    if name in table.played:
        strikes = [card for card in cards if use_of(table, card.kind) == "strike"]
        return "alternate" in _verbs_of_card(table, name) and len(strikes) < 2
    is_duel = "compete" in _verbs_called(table).get(name, ())
    return is_duel and max((card.number for card in cards), default=0) < 11


def _harms(table: HeroesTable, name: str) -> bool:
    """Return True if a card or an effect is bad for whom it is about."""
    return name in _bad_effects(table) or (name in table.played and bool(_BAD & _verbs_of_card(table, name)))


def _wants(state: HeroesState, about: int, name: str) -> bool:
    """Return True if a seat uses an effect that it is asked for: not against friends, nor to save enemies."""
    me = state.to_move
    assert me is not None
    feeling = 1.0 if about in (me, -1) else feelings(state, me).get(about, 0)
    if name in state.table.played and not state.table.played[name].values.get("sub"):
        return feeling > 0
    return feeling < 0 if about not in (me, -1) and _harms(state.table, name) else True


def _chosen_cards(state: HeroesState, turns: Sequence[Turn]) -> Turn:
    """Return the choice of cards of the least worth, or of most worth if they are taken from others."""
    me = turns[0].seat
    hand = {state.table.cards[card].code for card in state.seats[me].hand}
    if "compete" in _verbs_called(state.table).get(state.ask.need if state.ask else "", ()):
        return max(turns, key=lambda turn: state.table.cards[state.table.card(turn.cards[0])].number)
    if all(set(turn.cards) <= hand for turn in turns):
        return min(turns, key=lambda turn: (len(turn.cards), *(_worth(state, code) for code in turn.cards)))
    return max(turns, key=lambda turn: sum(_worth(state, code) for code in turn.cards if code not in hand))


def _worth(state: HeroesState, code: str) -> int:
    return _WORTH.get(_effect(state, code), 2) if code in state.table.codes else 0


def _least_card(state: HeroesState, turns: Sequence[Turn]) -> Turn:
    """Return the discard of the card of the least worth."""
    strikes = [turn for turn in turns if _effect(state, turn.cards[0]) == "strike"]
    kept = strikes if len(strikes) <= _KEPT_STRIKES else []
    return min(turns, key=lambda turn: _KEPT if turn in kept else _worth(state, turn.cards[0]))


def _effect(state: HeroesState, code: str) -> str:
    return use_of(state.table, state.table.cards[state.table.card(code)].kind)


def use_of(table: HeroesTable, kind: CardKind) -> str:
    """Return in a word what a card is good for."""
    if kind.category == "equipment":
        return "equip"
    if kind.saves is not None:
        return "peach" if kind.saves == "anyone" else "wine"
    if any(other.answer is not None and other.answer.play == kind.card for other in table.kinds.values()):
        return "dodge"
    if kind.delayed:
        return "snare"
    if kind.damage:
        return "strike" if kind.category == "basic" else "volley"
    verbs = _verbs_of_card(table, kind.card)
    return "draw" if "draw" in verbs else "harm" if _BAD & verbs else "other"


def _best_heroes(state: HeroesState, turns: Sequence[Turn], chance: random.Random) -> Turn:
    """Return the heroes with most HP; in nation war two of one faction, if there are any."""

    def rank(turn: Turn) -> tuple[bool, bool, float]:
        heroes = [state.table.heroes[name] for name in turn.names]
        one_faction = len({hero.faction for hero in heroes}) == 1
        return one_faction, len(set(turn.names)) == len(turn.names), heroes[0].max_hp + chance.random() * 2

    return max(turns, key=rank)


def _best_play(state: HeroesState, turns: Sequence[Turn], chance: random.Random) -> Turn:
    """Return the turn of the play phase with the highest value; ties by chance."""
    liked = feelings(state, turns[0].seat)
    return max(turns, key=lambda turn: _value(state, turn, liked) + chance.random() * 0.01)


def _value(state: HeroesState, turn: Turn, liked: Mapping[int, float]) -> float:
    """Return how good a turn of the play phase is; ending it is 0."""
    match turn.verb:
        case "show":
            return 20
        case "use":
            return _use_value(state, turn, liked)
        case "skill":
            return _skill_value(state, turn, liked)
        case "ally":
            return 1 if len(state.living) > 2 and turn.targets[0] != seal_owner(state) else -1
        case "trade":
            return 0.5 if _worth(state, turn.cards[0]) < 5 else -1
    return 0


def _use_value(state: HeroesState, turn: Turn, liked: Mapping[int, float]) -> float:
    kind, own = state.table.kinds[turn.names[0]], state.seats[turn.seat]
    enmity = -sum(liked.get(target, 0) for target in turn.targets)
    match use_of(state.table, kind):
        case "equip":
            worn = dict(own.equipment).get(kind.sub or "")
            old = None if worn is None else state.table.cards[worn].kind
            better = old is None or (kind.range or 0) > (old.range or 0)  # an armour that is worn is kept
            return 10 if better else -1
        case "draw":  # of fewer cards, it would draw itself again and again
            return 9 if len(state.pile) + len(state.discards) > 3 else -1
        case "peach":
            return 8
        case "strike":
            return 5 + enmity - 0.1 * state.seats[turn.targets[0]].hp if enmity > 0 else -1
        case "snare" | "volley":
            return 4 + enmity if enmity > 0 else -1
        case "harm":
            return 4 + enmity if enmity >= _SURE and not _loses(state, turn.names[0]) else -1
    return -1


def _skill_value(state: HeroesState, turn: Turn, liked: Mapping[int, float]) -> float:
    """Return the value of a skill: for all of one's camp, or for a friend, paid with a card of little worth."""
    name, hand = turn.names[0], state.seats[turn.seat].hand
    own = [one for _, effects in state.table.skills_of(state.seats[turn.seat].heroes) for one in effects]
    own += [one for group in state.table.groups_of(state.seats[turn.seat].heroes) for one in group.effects]
    costs = any(one.cost for one in own if one.id == name)
    if costs and hand and min(_worth(state, state.table.cards[card].code) for card in hand) >= 7:
        return -1
    if not turn.targets:
        return 7
    if _loses(state, name):
        return -1
    feeling = 0.5 if turn.targets[0] == turn.seat else liked.get(turn.targets[0], 0)
    if _harms(state.table, name):
        return 3 - feeling if -feeling >= _SURE else -1
    return 3 + feeling if feeling >= 0 else -1
