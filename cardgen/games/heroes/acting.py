"""What happens to cards and characters: drawing, discarding, HP, dying, death, heroes shown. State in, state out."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

from cardgen import replace
from cardgen.games.heroes.outcomes import HeroesOutcome, ambition_threshold
from cardgen.games.heroes.seating import from_seat
from cardgen.games.heroes.state import AfterBreak, Ask, Dying, HeroesState, Use
from cardgen.games.heroes.status import outcome_of, seal_owner
from cardgen.games.heroes.vocabulary import FACTIONS

Item = TypeVar("Item")


def shuffled(items: Sequence[Item], seed: str) -> tuple[Item, ...]:
    """Return the items in an order that follows from the seed, on every machine and with every Python."""
    chance, rest = random.Random(seed), list(items)
    for last in range(len(rest) - 1, 0, -1):
        other = int(chance.random() * (last + 1))
        rest[last], rest[other] = rest[other], rest[last]
    return tuple(rest)


# ---------------------------------------------------------------- cards


def top_card(state: HeroesState) -> tuple[HeroesState, int | None]:
    """Return the state without the top card of the pile, and that card; None if there are no cards left at all.

    An empty pile is first refilled from the shuffled discards.
    """
    if not state.pile:
        if not state.discards:
            return state, None
        pile = shuffled(state.discards, f"{state.seed}/shuffle/{state.shuffles}")
        state = replace(state, pile=pile, discards=(), shuffles=state.shuffles + 1)
    return replace(state, pile=state.pile[1:]), state.pile[0]


def draw_cards(state: HeroesState, seat: int, count: int) -> HeroesState:
    """Return the state after a character draws cards; fewer if there are not as many. The jade seal is used at once."""
    for _ in range(count):
        state, card = top_card(state)
        if card is None:
            break
        if card == state.table.seal:
            state = equip(break_alliance(state, seat), seat, card)
        else:
            character = state.seats[seat]
            state = state.with_seat(seat, replace(character, hand=(*character.hand, card)))
    return state


def take_from_hand(state: HeroesState, seat: int, card: int) -> HeroesState:
    """Return the state with a card taken out of a hand; it is nowhere until it is put somewhere."""
    character = state.seats[seat]
    return state.with_seat(seat, replace(character, hand=tuple(other for other in character.hand if other != card)))


def discard(state: HeroesState, cards: Sequence[int]) -> HeroesState:
    """Return the state with these cards in the discards."""
    return replace(state, discards=(*state.discards, *cards)) if cards else state


def equip(state: HeroesState, seat: int, card: int) -> HeroesState:
    """Return the state with a piece of equipment in its place; what was there is discarded."""
    character, place = state.seats[seat], state.table.cards[card].kind.sub or ""
    old = [other for sub, other in character.equipment if sub == place]
    equipment = (*(pair for pair in character.equipment if pair[0] != place), (place, card))
    return discard(state.with_seat(seat, replace(character, equipment=equipment)), old)


def break_alliance(state: HeroesState, seat: int) -> HeroesState:
    """Return the state with a character and its ally without an ally."""
    ally = state.seats[seat].ally
    for number in (seat, ally) if ally is not None else ():
        state = state.with_seat(number, replace(state.seats[number], ally=None))
    return state


# ---------------------------------------------------------------- HP


def recover(state: HeroesState, seat: int, amount: int) -> HeroesState:
    """Return the state with more HP, up to the max HP."""
    character = state.seats[seat]
    return state.with_seat(seat, replace(character, hp=min(character.max_hp, character.hp + amount)))


def lose_hp(state: HeroesState, seat: int, amount: int, killer: int | None = None) -> HeroesState:
    """Return the state with less HP. A character with 0 HP or less is dying, which is inserted at once."""
    character = state.seats[seat]
    state = state.with_seat(seat, replace(character, hp=character.hp - amount))
    dying = any(isinstance(frame, Dying) and frame.seat == seat for frame in state.stack)
    if character.hp - amount <= 0 and not dying:
        return state.push(Dying(seat, killer))
    return state


# ---------------------------------------------------------------- death


def die(state: HeroesState, seat: int, killer: int | None) -> HeroesState:
    """Return the state after a death: identity shown, seal moved, end tested, cards discarded, rewards."""
    state = show_heroes(break_alliance(state, seat), seat)
    dead = replace(state.seats[seat], alive=False, hp=0)
    state = state.with_seat(seat, dead)
    if killer is not None and (killer == seat or not state.seats[killer].alive):
        killer = None
    if state.mode == "realm":
        state = _move_seal(state, seat, killer)
    state = end_if_won(state)
    if state.outcome is not None:
        return state
    dead = state.seats[seat]
    cards = (*dead.hand, *(card for _, card in dead.equipment), *dead.judgement)
    state = discard(state.with_seat(seat, replace(dead, hand=(), equipment=(), judgement=())), cards)
    return state if killer is None or state.mode != "identity" else _reward(state, seat, killer)


def _move_seal(state: HeroesState, dead: int, killer: int | None) -> HeroesState:
    """Return the state with the seal at the killer: from the dead owner, or from the cards if nobody has it."""
    seal = state.table.seal
    if killer is None or seal_owner(state) is not None:
        return state
    character = state.seats[dead]
    equipment = tuple(pair for pair in character.equipment if pair[1] != seal)
    state = replace(
        state.with_seat(dead, replace(character, equipment=equipment)),
        pile=tuple(card for card in state.pile if card != seal),
        discards=tuple(card for card in state.discards if card != seal),
    )
    return equip(state, killer, seal)


def _reward(state: HeroesState, dead: int, killer: int) -> HeroesState:
    if state.seats[dead].camp == "rebel":
        return draw_cards(state, killer, state.table.rules.choices.rebel_reward)
    if state.seats[dead].camp == "loyalist" and state.seats[killer].camp == "lord":
        lord = state.seats[killer]
        return discard(state.with_seat(killer, replace(lord, hand=())), lord.hand)
    return state


def end_if_won(state: HeroesState) -> HeroesState:
    """Return the state, at its end if a camp has won. In nation war the last camp shows its heroes first."""
    outcome = outcome_of(state)
    if outcome is not None and state.mode == "nation":
        for seat in from_seat(state.living, max(0, state.current)):
            state = show_heroes(state, seat)
        outcome = outcome_of(state)
        if outcome is not None and not state.split:
            state, outcome = _split_monarchs(state, outcome)
    return state if outcome is None else finish(state, outcome)


def finish(state: HeroesState, outcome: HeroesOutcome) -> HeroesState:
    """Return the state at the end of the game. Cards in use go to the discards."""
    used = [card for frame in state.stack if isinstance(frame, Use) for card in frame.cards]
    seats = tuple(replace(seat, shown=True) for seat in state.seats)
    return replace(discard(state, used), stack=(), seats=seats, outcome=outcome)


# ---------------------------------------------------------------- nation war


def show_heroes(state: HeroesState, seat: int) -> HeroesState:
    """Return the state with the heroes of a character shown.

    In nation war a character becomes an ambitionist if its faction would have more than half of all as shown ones.
    """
    character = state.seats[seat]
    if character.shown:
        return state
    camp = character.camp
    if state.mode == "nation" and camp in FACTIONS:
        shown = sum(other.shown and other.camp == camp for other in state.seats)
        if shown + 1 > ambition_threshold(len(state.seats)):
            camp = f"ambition:{seat}"
    state = state.with_seat(seat, replace(character, shown=True, camp=camp))
    return _crown(replace(state, showing=(*state.showing, seat)), camp)


def is_monarch(state: HeroesState, seat: int) -> bool:
    """Return True if the main hero of a character is a monarch."""
    heroes = state.seats[seat].heroes
    return bool(heroes) and state.table.heroes[heroes[0]].monarch


def _crown(state: HeroesState, camp: str) -> HeroesState:
    """Return the state with more max HP for the monarch of a faction that has three shown characters."""
    members = [number for number in state.living if state.seats[number].shown and state.seats[number].camp == camp]
    if len(members) < 3:
        return state
    for number in members:
        character = state.seats[number]
        if is_monarch(state, number) and not character.monarch:
            max_hp = character.max_hp + state.table.rules.choices.monarch_bonus
            state = state.with_seat(number, replace(character, max_hp=max_hp, monarch=True))
    return state


def living_monarchs(state: HeroesState) -> list[int]:
    """Return the living characters whose main hero is a monarch, in the order in which they were shown."""
    return [seat for seat in state.showing if state.seats[seat].alive and is_monarch(state, seat)]


def _split_monarchs(state: HeroesState, outcome: HeroesOutcome) -> tuple[HeroesState, HeroesOutcome | None]:
    """Return the state in which all monarchs but the first shown are ambitionists, and the others are asked to join."""
    monarchs = living_monarchs(state)
    if len(monarchs) < 2:
        return state, outcome
    for seat in monarchs[1:]:
        state = state.with_seat(seat, replace(state.seats[seat], camp=f"ambition:{seat}"))
    others = [seat for seat in from_seat(state.living, max(0, state.current)) if seat not in monarchs]
    state = replace(state, split=True).push(*(Ask("join", seat) for seat in reversed(others)))
    return state, None


# ---------------------------------------------------------------- alliances


def after_break(state: HeroesState, frame: AfterBreak) -> HeroesState:
    """Return the state after the strike that ends an alliance: recover 1 if the ally died of it, else lose 1."""
    if not state.seats[frame.seat].alive:
        return state
    return lose_hp(state, frame.seat, 1) if state.seats[frame.ally].alive else recover(state, frame.seat, 1)
