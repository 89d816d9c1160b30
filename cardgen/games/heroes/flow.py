"""The flow of a game: frames are taken off the stack and done until a seat has to decide."""

from __future__ import annotations

from collections.abc import Collection

from cardgen import replace
from cardgen.games.heroes.acting import (
    after_break,
    die,
    discard,
    draw_cards,
    equip,
    finish,
    lose_hp,
    recover,
    top_card,
)
from cardgen.games.heroes.outcomes import HeroesOutcome
from cardgen.games.heroes.rules import Skill, Trigger
from cardgen.games.heroes.seating import from_seat
from cardgen.games.heroes.state import (
    AfterBreak,
    Ask,
    Damage,
    Deal,
    Dying,
    Effect,
    Frame,
    HeroesState,
    NextTurn,
    Phase,
    Use,
    UseSkill,
    count_use,
    forget_uses,
)
from cardgen.games.heroes.status import cards_to_discard, names_of, passive, seal_owner, skills_of
from cardgen.games.heroes.vocabulary import CARD_TIMINGS, DAMAGE_TIMINGS, PHASES, SKILL_TIMINGS

_PHASES = tuple(PHASES)
_CARD = tuple(CARD_TIMINGS)
_DAMAGE = tuple(DAMAGE_TIMINGS)
_SKILL = tuple(SKILL_TIMINGS)
_ANSWERING = _CARD.index("card:answering")
_ANSWERED = _CARD.index("card:after-being-answered")
_RESOLVING = _CARD.index("card:resolving")
_ENTERING = _CARD.index("card:entering-discards")
_TAKEN = _DAMAGE.index("damage:prevent-taking")
#: The card timings at which the targets' skills have their turn; at the others it is the user's.
_OF_TARGETS = {"card:becoming-target", "card:after-becoming-target", "card:answering"}
#: The damage timings of the source; the others are the target's.
_OF_SOURCE = {"damage:about-to-deal", "damage:dealing", "damage:after-dealing"}


def advance(state: HeroesState) -> HeroesState:
    """Return the state when the next decision is due, or at the end of the game."""
    while state.outcome is None and not isinstance(state.stack[-1], Ask):
        state = _step(state.pop(), state.stack[-1])
    return state


def _step(state: HeroesState, frame: Frame) -> HeroesState:
    """Return the state after one step of a frame, which has been taken off the stack."""
    match frame:
        case Phase():
            return _phase(state, frame)
        case Use():
            return _use(state, frame)
        case UseSkill():
            return _use_skill(state, frame)
        case Damage():
            return _damage(state, frame)
        case Dying():
            return _dying(state, frame)
        case Effect():
            return _effect(state, frame)
        case NextTurn(after):
            return _next_turn(state, after)
        case Deal():
            for seat in state.living:
                state = draw_cards(state, seat, state.table.rules.choices.hand)
            return state.push(NextTurn(-1))
        case AfterBreak():
            return after_break(state, frame)
    raise AssertionError(frame)


# ---------------------------------------------------------------- turns and phases


def _next_turn(state: HeroesState, after: int) -> HeroesState:
    """Return the state at the beginning of the next turn. A hero that is turned over is turned up and skipped."""
    seat = from_seat(state.living, after + 1)[0]
    if seat <= after or after < 0:
        if state.round == state.table.rules.choices.most_rounds:
            return finish(state, HeroesOutcome((), "rounds"))
        seats = tuple(forget_uses(other, ("round",)) for other in state.seats)
        state = replace(state, round=state.round + 1, seats=seats)
    character = forget_uses(state.seats[seat], ("turn", "phase"))
    state = replace(state.with_seat(seat, replace(character, turned=False)), current=seat)
    return state.push(NextTurn(seat) if character.turned else Phase(seat, _PHASES[0]))


def _phase(state: HeroesState, phase: Phase) -> HeroesState:
    seat = phase.seat
    if not state.seats[seat].alive:
        return state.push(NextTurn(seat))
    if phase.step == 0:
        state = state.push(replace(phase, step=1), *_triggers(state, phase.name, {seat}))
        if state.seats[seat].ally is not None and phase.name in ("prepare", "end"):
            state = state.push(Ask("break", seat, about=state.seats[seat].ally or 0))
        return state
    if phase.name == state.table.rules.choices.judge_in and state.seats[seat].judgement:
        return _judge(state, phase)
    match phase.name:
        case "draw":
            count = state.table.rules.choices.draw + passive(state, seat, "draw")
            seal = state.table.rules.choices.seal_draw if seal_owner(state) == seat else 0
            state = draw_cards(state, seat, max(0, count) + seal)
        case "play" if phase.step == 1 and not phase.skip_play:
            return state.push(phase, Ask("play", seat))
        case "discard" if cards_to_discard(state, seat):
            return state.push(phase, Ask("discard", seat))
        case "end":
            return state.push(NextTurn(seat))
    following = _PHASES[_PHASES.index(phase.name) + 1]
    return state.push(Phase(seat, following, skip_play=phase.skip_play))


def _judge(state: HeroesState, phase: Phase) -> HeroesState:
    """Return the state after the judgement of the delayed trick that was laid last."""
    character = state.seats[phase.seat]
    trick = character.judgement[-1]
    state = state.with_seat(phase.seat, replace(character, judgement=character.judgement[:-1]))
    state, card = top_card(state)
    black = card is not None and state.table.cards[card].colour == "black"
    state = discard(state, [trick] if card is None else [card, trick])
    skips = black and state.table.cards[trick].kind.effect == "skip-play"
    return state.push(replace(phase, skip_play=phase.skip_play or skips))


# ---------------------------------------------------------------- skills at their timing


def _triggers(state: HeroesState, timing: str, subjects: Collection[int]) -> list[Effect]:
    """Return the triggers of a timing, the last one in order first: in seat order from the seat whose turn it is."""
    if timing not in state.table.triggered:
        return []
    effects = []
    for seat in from_seat(state.living, max(0, state.current)):
        for skill in skills_of(state, seat):
            for record in skill.records if skill.timing == timing else ():
                if isinstance(record, Trigger) and (record.whose == "any" or seat in subjects):
                    effects.append(Effect(seat, skill.skill, record.effect, record.amount))
    return effects[::-1]


def skill_of(state: HeroesState, seat: int, name: str) -> Skill | None:
    """Return a skill of a character by name, if it may still be used in its span."""
    for skill in skills_of(state, seat):
        if skill.skill == name:
            span, limit = skill_span(skill)
            return skill if limit is None or state.seats[seat].used(f"{span}:{name}") < limit else None
    return None


def skill_span(skill: Skill) -> tuple[str, int | None]:
    """Return the span in which the uses of a skill are counted, and their limit; a limited skill has 1 a game."""
    if "limited" in skill.types:
        return "game", 1
    return skill.per or "game", skill.limit


def _effect(state: HeroesState, effect: Effect) -> HeroesState:
    """Return the state after a trigger: a locked skill happens, of any other its owner is asked."""
    skill = skill_of(state, effect.seat, effect.skill)
    if skill is None or not state.seats[effect.seat].alive:
        return state
    if "locked" in skill.types:
        return do_effect(state, effect)
    return state.push(effect, Ask("skill", effect.seat, need=effect.skill))


def do_effect(state: HeroesState, effect: Effect) -> HeroesState:
    """Return the state after the effect of a trigger on its owner."""
    skill = skill_of(state, effect.seat, effect.skill)
    if skill is not None:
        seat = count_use(state.seats[effect.seat], f"{skill_span(skill)[0]}:{skill.skill}")
        state = state.with_seat(effect.seat, seat)
    if effect.effect == "prevent":
        return _prevent(state)
    return affect(state, effect.seat, effect.effect, effect.amount)


def affect(state: HeroesState, seat: int, effect: str, amount: int) -> HeroesState:
    """Return the state after a character draws, recovers, loses HP or is chained."""
    match effect:
        case "draw":
            return draw_cards(state, seat, amount)
        case "recover":
            return recover(state, seat, amount)
        case "lose":
            return lose_hp(state, seat, amount)
    character = state.seats[seat]
    return state.with_seat(seat, replace(character, chained=not character.chained))


def _use_skill(state: HeroesState, use: UseSkill) -> HeroesState:
    """Return the state after a timing of a skill in use, or after its effect."""
    if use.stage == len(_SKILL):
        for seat in use.targets:
            state = affect(state, seat, use.effect, use.amount) if state.seats[seat].alive else state
        return state
    if not use.fired:
        return state.push(replace(use, fired=True), *_triggers(state, _SKILL[use.stage], {use.seat}))
    return state.push(replace(use, stage=use.stage + 1, fired=False))


def _prevent(state: HeroesState) -> HeroesState:
    """Return the state with the damage that is being resolved prevented."""
    for index in range(len(state.stack) - 1, -1, -1):
        frame = state.stack[index]
        if isinstance(frame, Damage):
            stack = (*state.stack[:index], replace(frame, prevented=True), *state.stack[index + 1 :])
            return replace(state, stack=stack)
    return state


# ---------------------------------------------------------------- cards in use


def _use(state: HeroesState, use: Use) -> HeroesState:
    if _ANSWERING < use.stage <= _ANSWERED and not use.answered:
        use = replace(use, stage=_RESOLVING)
    timing = _CARD[use.stage]
    target = use.targets[use.target] if use.target < len(use.targets) else None
    if timing in state.table.triggered and not use.fired:
        subjects = set(use.targets) if timing in _OF_TARGETS else {use.seat}
        return state.push(replace(use, fired=True), *_triggers(state, timing, subjects))
    following = replace(use, stage=use.stage + 1, fired=False)
    if use.stage == _ANSWERING:
        if target is None or not state.seats[target].alive:
            return state.push(_next_target(use))
        if state.table.kinds[use.name].effect in ("strike", "volley") and answers(state, target, "dodge"):
            return state.push(following, Ask("answer", target, about=use.seat, need="dodge"))
    elif use.stage == _ANSWERED and use.answered:
        return state.push(_next_target(use))
    elif use.stage == _RESOLVING and target is not None:
        return _resolve(state, use, target)
    elif use.stage == _ENTERING:
        return discard(state, use.cards).push(replace(following, cards=()))
    return state if following.stage == len(_CARD) else state.push(following)


def _next_target(use: Use) -> Use:
    """Return the use at the answer of its next target, or after the last one."""
    more = use.target + 1 < len(use.targets)
    stage = _ANSWERING if more else _RESOLVING + 1
    return replace(use, stage=stage, target=use.target + 1, answered=False, fired=False)


def answers(state: HeroesState, seat: int, *names: str) -> list[int]:
    """Return the cards of a hand that can be played as one of these names."""
    effects = set(names)
    return [
        card
        for card in state.seats[seat].hand
        if any(state.table.kinds[name].effect in effects for name in names_of(state, seat, card))
    ]


def _resolve(state: HeroesState, use: Use, target: int) -> HeroesState:
    """Return the state after the effect of a card on one target."""
    kind, following = state.table.kinds[use.name], _next_target(use)
    match kind.effect:
        case "strike" | "volley":
            return state.push(following, Damage(use.seat, target, kind.amount, kind.element))
        case "peach":
            return recover(state, target, kind.amount).push(following)
        case "draw":
            return draw_cards(state, target, kind.amount).push(following)
        case "equip":
            return equip(state, target, use.cards[0]).push(replace(following, cards=()))
        case "skip-play":
            character = state.seats[target]
            state = state.with_seat(target, replace(character, judgement=(*character.judgement, use.cards[0])))
            return state.push(replace(following, cards=()))
        case "chain":
            return affect(state, target, "chain", 1).push(following)
    return state.push(following)


# ---------------------------------------------------------------- damage and dying


def _damage(state: HeroesState, damage: Damage) -> HeroesState:
    target = state.seats[damage.target]
    if not target.alive or (damage.prevented and damage.stage <= _TAKEN):
        return state
    if damage.stage == len(_DAMAGE):
        return state.push(*_spread(state, damage)) if damage.chained else state
    timing = _DAMAGE[damage.stage]
    if timing in state.table.triggered and not damage.fired:
        subject = damage.source if timing in _OF_SOURCE else damage.target
        effects = _triggers(state, timing, set() if subject is None else {subject})
        return state.push(replace(damage, fired=True), *effects)
    following = replace(damage, stage=damage.stage + 1, fired=False)
    if damage.stage != _TAKEN:
        return state.push(following)
    if damage.element != "none" and target.chained:
        following = replace(following, chained=not damage.spread)
        state = state.with_seat(damage.target, replace(target, chained=False))
    return lose_hp(state.push(following), damage.target, damage.amount, damage.source)


def _spread(state: HeroesState, damage: Damage) -> list[Damage]:
    """Return the damage of the other chained characters, the last one in seat order first."""
    chained = [seat for seat in from_seat(state.living, damage.target) if state.seats[seat].chained]
    return [Damage(damage.source, seat, damage.amount, damage.element, spread=True) for seat in reversed(chained)]


def _dying(state: HeroesState, dying: Dying) -> HeroesState:
    character = state.seats[dying.seat]
    if not character.alive or character.hp > 0:
        return state
    for seat in from_seat(state.living, max(0, state.current)):
        if seat not in dying.asked and rescues(state, seat, dying.seat):
            return state.push(dying, Ask("rescue", seat, about=dying.seat))
    return die(state, dying.seat, dying.killer)


def rescues(state: HeroesState, seat: int, dying: int) -> list[int]:
    """Return the cards of a hand that save a dying character: peach, and for oneself wine."""
    return answers(state, seat, "peach", *(["wine"] if seat == dying else []))
