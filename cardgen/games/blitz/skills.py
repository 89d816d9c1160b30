"""Effects that players use, of skills in hand and of cards on the board: legal turns, and what is wrong with others."""

from __future__ import annotations

from typing import TypeAlias

from cardgen.engines.effects.evaluating import Active
from cardgen.engines.effects.world import Card
from cardgen.games.blitz.board import cell_at
from cardgen.games.blitz.refusals import BlitzError
from cardgen.games.blitz.runs import view_of
from cardgen.games.blitz.state import NOTHING, BlitzState, Turn, different_in_hand, in_hand, index_of

Use: TypeAlias = tuple[Active, Card | None]
"""An effect, and the card on the board that it is used on, if that is named with it."""


def list_skills(state: BlitzState, player: int, window: str = "skill") -> list[Turn]:
    """Return the skills and other effects that a player can use in a window: `skill`, `deploy` or `attack`.

    One that is about a single card on the board names its cell. A skill that is done by hand has no cell.
    """
    powers, turns = state.setup.powers, []
    able = powers.windows.get(window)
    if not able and (window != "skill" or not powers.by_hand):
        return []
    for card in different_in_hand(state, player, "skill"):
        name = state.setup.cards[card].id
        if window == "skill" and card in powers.by_hand:
            turns.append(Turn("skill", name))
        elif able and card in able:
            turns += [Turn("skill", name, to=to) for _, to, _ in view_of(state).uses(card, window)]
    for index, pair in enumerate(zip(state.ground, state.traps, strict=True)):
        for card in pair:
            if able and card in able and state.setup.owners[card] == player:
                at = cell_at(index, state.setup.width)
                turns += [
                    Turn("use", effect_name(state, card, active), at=at, to=to)
                    for active, to, _ in view_of(state).uses(card, window)
                ]
    return list(dict.fromkeys(turns))


def effect_name(state: BlitzState, card: int, active: Active) -> str:
    """Return the name of an effect of a card: its id, or its number among all effects of the card."""
    return active.effect.id or str(state.setup.powers.effects[card].index(active.effect) + 1)


def check_skill(state: BlitzState, player: int, turn: Turn) -> tuple[int, Use | None]:
    """Return the skill, and its use, None if it is done by hand. BlitzError with the rule that the turn breaks."""
    skill = in_hand(state, player, turn.card)
    if state.setup.cards[skill].kind != "skill":
        raise BlitzError("kind", turn.card)
    if skill in state.setup.powers.by_hand:
        if state.step != "skill":
            raise BlitzError("step", state.step)
        if turn.to is not None:
            raise BlitzError("skill-target", cell=turn.to)
        return skill, None
    return skill, _chosen(state, skill, turn)


def check_use(state: BlitzState, player: int, turn: Turn) -> Use:
    """Return the use of an effect of a card on the board. BlitzError with the rule that the turn breaks."""
    if turn.at is None:
        raise BlitzError("unreadable", "a use without a cell")
    index = index_of(state, turn.at)
    for card in (state.ground[index], state.traps[index]):
        if card != NOTHING and state.setup.owners[card] == player:
            names = {effect.id or str(n) for n, effect in enumerate(state.setup.powers.effects[card], 1)}
            if turn.card in names:
                return _chosen(state, card, turn)
    raise BlitzError("no-effect", turn.card, turn.at)


def _chosen(state: BlitzState, card: int, turn: Turn) -> Use:
    """Return the effect of a card that a turn uses, and on which card."""
    if turn.to is not None:
        index_of(state, turn.to)
    uses = [
        (active, to, target)
        for active, to, target in view_of(state).uses(card, state.step)
        if turn.kind == "skill" or effect_name(state, card, active) == turn.card
    ]
    if not uses:
        raise BlitzError("no-use", turn.card)
    for active, to, target in uses:
        if to == turn.to:
            return active, target
    if turn.to is None:
        raise BlitzError("unreadable", "a skill without a unit")
    raise BlitzError("skill-target", cell=turn.to)
