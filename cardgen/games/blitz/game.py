"""A game, from the deal to the result: pure functions of a state and a turn to the next state.

All random choices follow from the seed: the same seed and the same turns give the same game, on every machine and with
every Python.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from cardgen import replace
from cardgen.games.blitz.board import DEPTH, ROWS, cell_at, depth, number
from cardgen.games.blitz.cards import FactionDecks
from cardgen.games.blitz.combat import check_attack, check_skill, list_attacks, list_skills
from cardgen.games.blitz.endings import immediate_result, is_stuck, judged_result, lost_objects
from cardgen.games.blitz.moves import (
    check_deploy,
    check_laying,
    check_move,
    check_pass,
    list_deploys,
    list_layings,
    list_moves,
)
from cardgen.games.blitz.refusals import BlitzError
from cardgen.games.blitz.rules import BlitzRules
from cardgen.games.blitz.state import (
    NOTHING,
    STEPS,
    BlitzState,
    Setup,
    Turn,
    blows_up,
    forced_units,
    in_hand,
    make_setup,
    order_of,
    pieces,
)

#: Number of players -> the factions that play if none are named.
DEFAULT_FACTIONS = {2: ("us", "wm"), 4: ("us", "ss", "uk", "wm")}
PASS = Turn("pass")


def new_game(factions: Sequence[str], seed: int, rules: BlitzRules, decks: FactionDecks) -> BlitzState:
    """Return a game after the deal. BlitzError if rule 8 does not allow these factions.

    ValueError if one of them has no deck.
    """
    setup = make_setup(factions, rules, decks)
    players = range(len(setup.factions))
    piles = [_shuffled(setup, seed, player, "deal") for player in players]
    dealt = [_deal(pile, rules) for pile in piles]
    nothing = (NOTHING,) * (setup.width * ROWS)
    state = BlitzState(
        setup,
        seed,
        (),
        0,
        "hand",
        None,
        tuple(hand for hand, _ in dealt),
        tuple(deck for _, deck in dealt),
        ((),) * len(piles),
        nothing,
        nothing,
        laid=(0,) * len(piles),
    )
    return _begin_step(state, "hand" if rules.hand.redraw else "draw")


def legal_turns(state: BlitzState) -> list[Turn]:
    """Return every legal turn of the player to move, in a fixed order; none when the game is over.

    `stalemate` is legal, too, until the game is over.
    """
    player = state.actor
    if player is None:
        return []
    turns: list[Turn] = []
    match state.step:
        case "hand":
            return [Turn("keep"), Turn("redraw")]
        case "draw":
            names = dict.fromkeys(state.setup.cards[card].id for card in state.hands[player])
            return [Turn("skip"), *(Turn("discard", name) for name in names)]
        case "deploy":
            turns = [*list_deploys(state, player), *list_moves(state, player)]
            return turns if forced_units(state, player) else [*turns, PASS]
        case "facility":
            turns = list_layings(state, player)
        case "skill":
            turns = list_skills(state, player)
        case "attack":
            turns = list(list_attacks(state, player))
    return [*turns, PASS]


def by_hand(state: BlitzState) -> dict[str, list[str]]:
    """Return faction -> the cards of its deck whose text the rules do not know, so that people have to do it."""
    setup = state.setup
    cards = {
        faction: [card.id for card in deck if card.by_hand]
        for faction, deck in zip(setup.factions, setup.decks, strict=True)
    }
    return {faction: names for faction, names in cards.items() if names}


def apply(state: BlitzState, turn: Turn) -> BlitzState:
    """Return the state after a turn. BlitzError with the rule that it breaks; its `code` is B and the number."""
    player = state.actor
    if player is None:
        raise BlitzError("over")
    step = state.step
    state = replace(state, turns=(*state.turns, turn))
    if turn.kind == "stalemate":
        return _end(state, "28c")
    if turn.kind not in _STEPS_OF:
        raise BlitzError("unreadable", repr(turn.kind))
    if step not in _STEPS_OF[turn.kind]:
        raise BlitzError("step", step)
    state = _TURNS[turn.kind](state, player, turn)
    result = immediate_result(state)
    if result is not None:
        return replace(state, result=result, actor=None)
    if state.setup.rules.no_hand == "at-once" and not all(state.hands) and state.step != "hand":
        return _end(state, "28a")
    return _next_actor(state)


# ---------------------------------------------------------------- turns


def _keep(state: BlitzState, _player: int, _turn: Turn) -> BlitzState:
    return replace(state, acted=state.acted + 1)


def _redraw(state: BlitzState, player: int, _turn: Turn) -> BlitzState:
    hand, deck = _deal(_shuffled(state.setup, state.seed, player, "redraw"), state.setup.rules)
    return replace(
        state,
        acted=state.acted + 1,
        hands=_with(state.hands, player, hand),
        decks=_with(state.decks, player, deck),
    )


def _discard_and_draw(state: BlitzState, player: int, turn: Turn) -> BlitzState:
    card = in_hand(state, player, turn.card)
    return _draw(_discarded(_without(state, player, card), card), player)


def _skip(state: BlitzState, _player: int, _turn: Turn) -> BlitzState:
    return replace(state, acted=state.acted + 1)


def _deploy(state: BlitzState, player: int, turn: Turn) -> BlitzState:
    card = check_deploy(state, player, turn)
    assert turn.to is not None
    state = _without(state, player, card)
    fielded = state.fielded
    if state.setup.cards[card].kind == "unit":
        fielded |= {state.setup.sides[player]}
    return replace(
        state,
        ground=_with(state.ground, number(turn.to, state.setup.width), card),
        deployed=state.deployed | {card},
        fielded=fielded,
        passes=0,
    )


def _move(state: BlitzState, player: int, turn: Turn) -> BlitzState:
    card = check_move(state, player, turn)
    assert turn.at is not None
    assert turn.to is not None
    width = state.setup.width
    ground = _with(state.ground, number(turn.at, width), NOTHING)
    state = replace(state, ground=ground, moved=(*state.moved, card), passes=0)
    if depth(turn.to, state.setup.side_of(card)) > DEPTH:
        return replace(state, beyond=(*state.beyond, (card, turn.to[0])))
    return _arrive(state, card, number(turn.to, width))


def _arrive(state: BlitzState, card: int, index: int) -> BlitzState:
    """Put a card on a cell. A mine may discard it, and itself."""
    if blows_up(state, index, card):
        mine = state.traps[index]
        state = replace(state, traps=_with(state.traps, index, NOTHING))
        return _discarded(_discarded(state, mine), card)
    return replace(state, ground=_with(state.ground, index, card))


def _pass(state: BlitzState, player: int, _turn: Turn) -> BlitzState:
    check_pass(state, player)
    return replace(state, passes=state.passes + 1)


def _lay(state: BlitzState, player: int, turn: Turn) -> BlitzState:
    card = check_laying(state, player, turn)
    assert turn.to is not None
    state = _without(state, player, card)
    return replace(
        state,
        traps=_with(state.traps, number(turn.to, state.setup.width), card),
        laid=_with(state.laid, player, state.laid[player] + 1),
        passes=0,
    )


def _use_skill(state: BlitzState, player: int, turn: Turn) -> BlitzState:
    skill, unit = check_skill(state, player, turn)
    state = replace(_discarded(_without(state, player, skill), skill), passes=0)
    if unit == NOTHING:
        return state
    if state.setup.cards[skill].effect == "supply":
        return replace(state, supplied=state.supplied | {unit})
    return replace(state, turned=state.turned | {unit})


def _attack(state: BlitzState, player: int, turn: Turn) -> BlitzState:
    target, group, destroyed = check_attack(state, player, turn)
    state = replace(state, turned=state.turned | {state.ground[index] for index in group}, passes=0)
    if not destroyed:
        return state
    if turn.kind == "raid":
        trap = state.traps[target]
        return _discarded(replace(state, traps=_with(state.traps, target, NOTHING)), trap)
    state = _discarded(state, state.ground[target])
    ground = _with(state.ground, target, NOTHING)
    if turn.advance is None:
        return replace(state, ground=ground)
    start = number(turn.advance, state.setup.width)
    return _arrive(replace(state, ground=_with(ground, start, NOTHING)), state.ground[start], target)


_TURNS: Mapping[str, Callable[[BlitzState, int, Turn], BlitzState]] = {
    "keep": _keep,
    "redraw": _redraw,
    "skip": _skip,
    "discard": _discard_and_draw,
    "deploy": _deploy,
    "move": _move,
    "lay": _lay,
    "skill": _use_skill,
    "attack": _attack,
    "raid": _attack,
    "pass": _pass,
}
#: Kind of turn -> the steps in which it is legal.
_STEPS_OF: Mapping[str, Sequence[str]] = {
    "keep": ("hand",),
    "redraw": ("hand",),
    "skip": ("draw",),
    "discard": ("draw",),
    "deploy": ("deploy",),
    "move": ("deploy",),
    "lay": ("facility",),
    "skill": ("skill",),
    "attack": ("attack",),
    "raid": ("attack",),
    "pass": STEPS[2:],
}


# ---------------------------------------------------------------- steps and rounds


def _next_actor(state: BlitzState) -> BlitzState:
    """Return the state with the next player to act, in this step or a later one."""
    order = order_of(state)
    if state.step in ("hand", "draw"):
        if state.acted < len(order):
            return _draw_or_ask(state)
        return _end_step(state)
    if state.passes == len(order):
        return _end_step(state)
    assert state.actor is not None
    place = order.index(state.actor)
    return replace(state, actor=order[(place + 1) % len(order)])


def _draw_or_ask(state: BlitzState) -> BlitzState:
    """Give the next player of the order a choice of hand or draw; draw for those who have no choice."""
    order = order_of(state)
    while state.acted < len(order):
        player = order[state.acted]
        if state.step == "hand":
            return replace(state, actor=player)
        if len(state.hands[player]) >= state.setup.rules.hand.limit:
            if state.decks[player] or (state.setup.rules.empty_deck == "reshuffle" and state.discards[player]):
                return replace(state, actor=player)
            state = replace(state, acted=state.acted + 1)
        else:
            state = _draw(state, player)
    return _end_step(state)


def _end_step(state: BlitzState) -> BlitzState:
    following = STEPS.index(state.step) + 1
    if state.step == "facility":
        state = _settle_deployment(state)
        result = immediate_result(state)
        if result is not None:
            return replace(state, result=result, actor=None)
    if following == len(STEPS):
        return _settle(state)
    return _begin_step(state, STEPS[following])


def _begin_step(state: BlitzState, step: str) -> BlitzState:
    if step == "draw":
        return _draw_or_ask(replace(state, step=step, acted=0, round=state.round + 1))
    if step == "hand":
        return _draw_or_ask(replace(state, step=step, acted=0))
    state = replace(state, step=step, passes=0, actor=order_of(state)[0])
    if step == "deploy":
        if state.setup.rules.no_hand == "after-draw" and not all(state.hands):
            return _end(state, "28a")
        state = replace(state, forced=must_break_through(state))
        if any(is_stuck(state, player) for player in order_of(state)):
            return _end(state, "28b")
    return state


def must_break_through(state: BlitzState) -> frozenset[int]:
    """Return the units at depth 3 that no card excuses."""
    setup = state.setup
    return frozenset(
        card
        for index, card in pieces(state)
        if setup.cards[card].kind == "unit"
        and not setup.cards[card].hold
        and depth(cell_at(index, setup.width), setup.side_of(card)) == DEPTH
    )


def _settle_deployment(state: BlitzState) -> BlitzState:
    resources, facilities = lost_objects(state)
    lost = [state.ground[index] for index in resources] + [state.traps[index] for index in facilities]
    for index in resources:
        state = replace(state, ground=_with(state.ground, index, NOTHING))
    for index in facilities:
        state = replace(state, traps=_with(state.traps, index, NOTHING))
    for card in lost:
        state = _discarded(state, card)
    return state


def _settle(state: BlitzState) -> BlitzState:
    """End the round: the units become upright, and a new round begins unless the game ends."""
    rules = state.setup.rules
    if rules.no_hand == "settlement" and not all(state.hands):
        return _end(state, "28a")
    if rules.rounds is not None and state.round >= rules.rounds:
        return _end(state, "rounds")
    state = replace(
        state,
        moved=(),
        deployed=frozenset(),
        forced=frozenset(),
        supplied=frozenset(),
        laid=(0,) * len(state.hands),
        turned=frozenset(),
        resting=state.turned if rules.ready_up == "round-after" else frozenset(),
    )
    return _begin_step(state, "draw")


def _end(state: BlitzState, ended: str) -> BlitzState:
    return replace(state, result=judged_result(state, ended), actor=None)


# ---------------------------------------------------------------- cards


def _draw(state: BlitzState, player: int) -> BlitzState:
    """Draw a card for a player; nothing from an empty deck, unless it is made anew from the discard pile."""
    state = replace(state, acted=state.acted + 1)
    deck = state.decks[player]
    if not deck and state.setup.rules.empty_deck == "reshuffle":
        deck = _shuffle(state.discards[player], f"{state.seed}/{player}/{state.round}")
        state = replace(state, discards=_with(state.discards, player, ()))
    if not deck:
        return state
    hand = tuple(sorted((*state.hands[player], deck[-1])))
    return replace(state, hands=_with(state.hands, player, hand), decks=_with(state.decks, player, deck[:-1]))


def _without(state: BlitzState, player: int, card: int) -> BlitzState:
    hand = tuple(one for one in state.hands[player] if one != card)
    return replace(state, hands=_with(state.hands, player, hand))


def _discarded(state: BlitzState, card: int) -> BlitzState:
    """Return the state with a card on top of its owner's discard pile. It loses all marks."""
    owner = state.setup.owners[card]
    return replace(
        state,
        discards=_with(state.discards, owner, (*state.discards[owner], card)),
        turned=state.turned - {card},
        resting=state.resting - {card},
        supplied=state.supplied - {card},
        deployed=state.deployed - {card},
        forced=state.forced - {card},
    )


def _deal(pile: tuple[int, ...], rules: BlitzRules) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the opening hand and the rest of a shuffled deck."""
    left = max(0, len(pile) - rules.hand.opening)
    return tuple(sorted(pile[left:])), pile[:left]


def _shuffled(setup: Setup, seed: int, player: int, name: str) -> tuple[int, ...]:
    cards = [card for card, owner in enumerate(setup.owners) if owner == player]
    return _shuffle(cards, f"{seed}/{player}/{name}")


def _shuffle(cards: Sequence[int], seed: str) -> tuple[int, ...]:
    chance, pile = random.Random(seed), list(cards)
    for last in range(len(pile) - 1, 0, -1):
        other = int(chance.random() * (last + 1))
        pile[last], pile[other] = pile[other], pile[last]
    return tuple(pile)


def _with(values: tuple, index: int, value: object) -> tuple:  # type: ignore[type-arg]
    """Return a tuple with one entry replaced."""
    return (*values[:index], value, *values[index + 1 :])
