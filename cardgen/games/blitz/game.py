"""A game, from the deal to the result: pure functions of a state and a turn to the next state.

All random choices follow from the seed: the same seed and the same turns give the same game, on every machine and with
every Python.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cardgen import replace
from cardgen.engines.effects.adjusting import ADJUST
from cardgen.engines.effects.questions import PendingError, WrongAnswerError
from cardgen.engines.effects.vocabulary import stage_event
from cardgen.games.blitz.asking import list_answers, read_answer, read_by_hand
from cardgen.games.blitz.board import DEPTH, ROWS, cell_at, depth, number
from cardgen.games.blitz.cards import FactionDecks
from cardgen.games.blitz.combat import check_attack, list_attacks, target_at
from cardgen.games.blitz.endings import immediate_result, is_stuck, judged_result, lost_objects
from cardgen.games.blitz.memory import forget_uses, lasts_until
from cardgen.games.blitz.moves import check_move, check_pass, check_placing, held_units, list_moves, list_placings
from cardgen.games.blitz.piles import changed, deal, discard, draw_card, enter, put_away, shuffled_deck
from cardgen.games.blitz.refusals import BlitzError
from cardgen.games.blitz.rules import BlitzRules
from cardgen.games.blitz.runs import resolve
from cardgen.games.blitz.skills import check_skill, check_use, list_skills
from cardgen.games.blitz.state import (
    NOTHING,
    STEPS,
    Asked,
    BlitzState,
    Turn,
    in_hand,
    make_setup,
    order_of,
    pieces,
)
from cardgen.games.blitz.values import is_heard, value_of

#: Number of players -> the factions that play if none are named.
DEFAULT_FACTIONS = {2: ("us", "wm"), 4: ("us", "ss", "uk", "wm")}
PASS = Turn("pass")


def new_game(factions: Sequence[str], seed: int, rules: BlitzRules, decks: FactionDecks) -> BlitzState:
    """Return a game after the deal. BlitzError if rule 8 does not allow these factions.

    ValueError if one of them has no deck.
    """
    setup = make_setup(factions, rules, decks)
    players = range(len(setup.factions))
    piles = [shuffled_deck(setup, seed, player, "deal") for player in players]
    dealt = [deal(pile, rules) for pile in piles]
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
    return _carry_out(state, None, ())


def legal_turns(state: BlitzState) -> list[Turn]:
    """Return every legal turn of the player to move, in a fixed order; none when the game is over.

    `stalemate` is legal, too, until the game is over.
    """
    player = state.actor
    if player is None:
        return []
    if state.asked is not None:
        return list_answers(state, state.asked)
    turns: list[Turn] = []
    match state.step:
        case "hand":
            return [Turn("keep"), Turn("redraw")]
        case "draw":
            names = dict.fromkeys(state.setup.cards[card].id for card in state.hands[player])
            return [Turn("skip"), *(Turn("discard", name) for name in names)]
        case "deploy":
            turns = [
                *list_placings(state, player, "deploy"),
                *list_moves(state, player),
                *list_skills(state, player, "deploy"),
            ]
            return turns if held_units(state, player) else [*turns, PASS]
        case "facility":
            turns = list_placings(state, player, "lay")
        case "skill":
            turns = list_skills(state, player)
        case "attack":
            turns = [*list_attacks(state, player), *list_skills(state, player, "attack")]
    return [*turns, PASS]


def by_hand(state: BlitzState) -> dict[str, list[str]]:
    """Return faction -> the cards of its deck whose text the rules do not know, so that people have to do it."""
    setup = state.setup
    cards: dict[str, dict[str, None]] = {}
    for card in sorted(setup.powers.by_hand):
        cards.setdefault(setup.factions[setup.owners[card]], {})[setup.cards[card].id] = None
    return {faction: list(cards[faction]) for faction in setup.factions if faction in cards}


def apply(state: BlitzState, turn: Turn) -> BlitzState:
    """Return the state after a turn. BlitzError with the rule that it breaks; its `code` is B and the number."""
    player = state.actor
    if player is None:
        raise BlitzError("over")
    turns = (*state.turns, turn)
    if turn.kind == "stalemate":
        return _end(replace(state, turns=turns, asked=None), "28c")
    asked = state.asked
    if turn.kind == "answer":
        if asked is None and (state.step == "hand" or turn.answer[:1] != (ADJUST,)):
            raise BlitzError("no-question")
        try:
            if asked is None:
                change = read_by_hand(state, turn.answer)
                return replace(resolve(state, lambda run: run.adjust(change)), turns=turns)
            answer = read_answer(state, asked.question, turn.answer)
            return _carry_out(asked.before, asked.turn, (*asked.answers, answer), turns)
        except WrongAnswerError:
            raise BlitzError("wrong-answer", " ".join(turn.answer) or "-") from None
    if asked is not None:
        raise BlitzError("answer", asked.question.kind)
    return _carry_out(state, turn, (), turns)


def _carry_out(
    state: BlitzState, turn: Turn | None, answers: tuple[tuple[Any, ...], ...], turns: tuple[Turn, ...] = ()
) -> BlitzState:
    """Return the state after a turn, or the same state with a question that has to be answered first.

    Without a turn it is the beginning of the game.
    """
    passes = state.passes + 1 if turn == PASS else 0
    try:
        after = _perform(replace(state, turns=turns, answers=answers, passes=passes), turn)
    except PendingError as pending:
        question = pending.question
        asked = Asked(state, turn, answers, question)
        return replace(state, turns=turns, asked=asked, actor=question.seat)
    return replace(after, answers=()) if after.answers else after


def _perform(state: BlitzState, turn: Turn | None) -> BlitzState:
    if turn is None:
        return _begin_step(state, "hand" if state.setup.rules.hand.redraw else "draw")
    player, step = state.actor, state.step
    assert player is not None
    if turn.kind not in _KINDS[step]:
        known = any(turn.kind in kinds for kinds in _KINDS.values())
        raise BlitzError("step", step) if known else BlitzError("unreadable", repr(turn.kind))
    state = _end_at_once(_make_turn(state, player, turn))
    if state.over:
        return state
    if state.setup.rules.no_hand == "at-once" and not all(state.hands) and state.step != "hand":
        return _end(state, "28a")
    return _next_actor(state)


# ---------------------------------------------------------------- turns


#: Step -> the kinds of turns that are legal in it.
_KINDS: Mapping[str, Sequence[str]] = {
    "hand": ("keep", "redraw"),
    "draw": ("skip", "discard"),
    "deploy": ("deploy", "move", "skill", "use", "pass"),
    "facility": ("lay", "pass"),
    "skill": ("skill", "use", "pass"),
    "attack": ("attack", "raid", "skill", "use", "pass"),
}


def _make_turn(state: BlitzState, player: int, turn: Turn) -> BlitzState:
    """Return the state after what a player does, before anything that follows from it."""
    match turn.kind:
        case "redraw":
            hand, deck = deal(shuffled_deck(state.setup, state.seed, player, "redraw"), state.setup.rules)
            hands, decks = changed(state.hands, player, hand), changed(state.decks, player, deck)
            return replace(state, acted=state.acted + 1, hands=hands, decks=decks)
        case "discard":
            return draw_card(discard(state, [in_hand(state, player, turn.card)]), player)
        case "deploy":
            card, to = check_placing(state, player, turn)
            return enter(state, "deploy", card, to, deployed=state.deployed | {card}, played=(*state.played, card))
        case "move":
            card, to = check_move(state, player, turn)
            return enter(state, "move", card, to, moved=(*state.moved, card))
        case "lay":
            card, to = check_placing(state, player, turn)
            laid = changed(state.laid, player, state.laid[player] + 1)
            return enter(state, "lay", card, to, laid=laid, played=(*state.played, card))
        case "skill":
            card, use = check_skill(state, player, turn)
            state = replace(state, played=(*state.played, card))
            return discard(state, [card]) if use is None else resolve(state, lambda run: run.use_power(*use))
        case "use":
            own = check_use(state, player, turn)
            return resolve(state, lambda run: run.use_power(*own))
        case "attack" | "raid":
            return _attack(state, player, turn)
        case "pass":
            check_pass(state, player)
            return state
    return replace(state, acted=state.acted + 1)


def _attack(state: BlitzState, player: int, turn: Turn) -> BlitzState:
    target, group, destroyed = check_attack(state, player, turn)
    units = [state.ground[index] for index in group]
    card = target_at(state, target, turn.kind == "raid")
    unit = NOTHING if turn.advance is None else state.ground[number(turn.advance, state.setup.width)]
    heard = is_heard(state, "attack", "turn", "destroy", "discard")
    if heard or (unit != NOTHING and is_heard(state, "move", card=unit, index=target)):
        return resolve(state, lambda run: run.attack_with(card, units, unit))
    state = replace(state, turned=state.turned | {*units})
    if destroyed:
        state = put_away(state, card)
    return state if unit == NOTHING else enter(state, "move", unit, cell_at(target, state.setup.width))


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
            state = draw_card(state, player)
    return _end_step(state)


def _end_step(state: BlitzState) -> BlitzState:
    following = STEPS.index(state.step) + 1
    state = _pass_stage(state, state.step, "end")
    if state.step == "facility":
        resources, facilities = lost_objects(state)
        state = discard(state, [*(state.ground[at] for at in resources), *(state.traps[at] for at in facilities)])
    if state.step == "facility" or state.won is not None:
        state = _end_at_once(state)
    if state.over:
        return state
    if following == len(STEPS):
        return _settle(state)
    return _begin_step(state, STEPS[following])


def _begin_step(state: BlitzState, step: str) -> BlitzState:
    memory = forget_uses(state.memory, "phase", "stage")
    if step == "draw":
        state = replace(state, step=step, memory=memory, acted=0, round=state.round + 1)
    elif step == "hand":
        return _draw_or_ask(replace(state, step=step, acted=0))
    else:
        state = replace(state, step=step, memory=memory, passes=0, actor=order_of(state)[0])
    state = _pass_stage(state, step, "start")
    if state.won is not None or state.memory is not None:
        state = _end_at_once(state)
    if state.over:
        return state
    if step == "draw":
        return _draw_or_ask(state)
    if step == "deploy":
        if state.setup.rules.no_hand == "after-draw" and not all(state.hands):
            return _end(state, "28a")
        state = replace(state, forced=must_break_through(state))
        if any(is_stuck(state, player) for player in order_of(state)):
            return _end(state, "28b")
    return state


def _pass_stage(state: BlitzState, step: str, part: str) -> BlitzState:
    """Let what effects do at the start or the end of a step happen."""
    name = stage_event(step)
    if step == "hand" or not (is_heard(state, name) or lasts_until(state.memory, name)):
        return state
    parts = ("start", "before") if part == "start" else ("after", "end")
    return resolve(state, lambda run: run.pass_stage(step, parts))


def must_break_through(state: BlitzState) -> frozenset[int]:
    """Return the units at depth 3 that no card excuses."""
    setup = state.setup
    return frozenset(
        card
        for index, card in pieces(state)
        if setup.cards[card].kind == "unit"
        and depth(cell_at(index, setup.width), setup.side_of(card)) == DEPTH
        and value_of(state, card, "forced")
    )


def _settle(state: BlitzState) -> BlitzState:
    """End the round: the units become upright, and a new round begins unless the game ends."""
    rules = state.setup.rules
    if rules.no_hand == "settlement" and not all(state.hands):
        return _end(state, "28a")
    if rules.rounds is not None and state.round >= rules.rounds:
        return _end(state, "rounds")
    if is_heard(state, "round") or lasts_until(state.memory, "round"):
        state = _end_at_once(resolve(state, lambda run: run.end_round()))
        if state.over:
            return state
    state = replace(
        _ready_up(state),
        moved=(),
        deployed=frozenset(),
        forced=frozenset(),
        laid=(0,) * len(state.hands),
        memory=forget_uses(state.memory, "turn", "round"),
    )
    return _begin_step(state, "draw")


def _ready_up(state: BlitzState) -> BlitzState:
    """Return the state with all units upright again, or those of the round before, if no effect forbids it."""
    is_late = state.setup.rules.ready_up == "round-after"
    rising = state.resting if is_late else state.turned | state.resting
    waiting = state.turned - rising
    if rising and is_heard(state, "turn"):
        state = resolve(state, lambda run: [run.turn(run.numbered[card], "up") for card in sorted(rising)])
        return replace(state, turned=rising & (state.turned | state.resting), resting=waiting & state.turned)
    return replace(state, turned=frozenset(), resting=waiting)


def _end(state: BlitzState, ended: str) -> BlitzState:
    return replace(state, result=judged_result(state, ended), actor=None)


def _end_at_once(state: BlitzState) -> BlitzState:
    """Return the state with its result, if a side has broken through or has no unit left."""
    result = immediate_result(state)
    return state if result is None else replace(state, result=result, actor=None)
