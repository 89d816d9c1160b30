"""Why a turn is not legal: the first rule that it breaks."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.engines.effects.resolving import RefusedUseError
from cardgen.engines.effects.world import Card, Player
from cardgen.games.heroes.game import view_of
from cardgen.games.heroes.refusals import HeroesError
from cardgen.games.heroes.state import HeroesState, Turn


def fault_of(state: HeroesState, turn: Turn, legal: Sequence[Turn]) -> HeroesError:
    """Return the first rule that a turn breaks which is not legal."""
    ask = state.ask
    assert ask is not None
    for code in turn.cards:
        card = state.table.card(code)
        if turn.verb in ("use", "play", "discard", "trade") and card not in state.seats[turn.seat].hand:
            return HeroesError("not-in-hand", code)
    if turn.verb == "use" and ask.kind == "play" and len(turn.cards) == len(turn.names) == 1:
        return _refused_use(state, turn)
    if turn.verb == "ally" and state.mode == "realm" and ask.kind == "play" and turn.targets:
        allies = [n for n in (turn.seat, turn.targets[0]) if n in state.living and state.seats[n].ally is not None]
        if allies:
            return HeroesError("has-ally")
    if turn.verb == "skill" and ask.kind == "play":
        return HeroesError("no-skill", " ".join(turn.names))
    verbs = list(dict.fromkeys(other.verb for other in legal))
    if turn.verb not in verbs:
        return HeroesError("wrong-verb", ", ".join(verbs))
    return HeroesError("not-offered", " ".join((turn.verb, *turn.names, *turn.cards, *map(str, turn.targets))))


def _refused_use(state: HeroesState, turn: Turn) -> HeroesError:
    """Return why a card cannot be used."""
    run, name, code = view_of(state), turn.names[0], turn.cards[0]
    player, card = Player(turn.seat), Card(state.table.card(code))
    try:
        active, scope = run.use_of(player, card, name)
    except RefusedUseError:
        return HeroesError("cannot-use", f"{code} {name}")
    for target in turn.targets:
        if target not in state.living:
            return HeroesError("nobody-there", target)
    if not run.has_use_left(active, scope):
        return HeroesError("strike-limit")
    if not run.holds(active.effect.when_if, scope):
        wounded = run.attribute(player, "wounded")
        return HeroesError("cannot-use", f"{code} {name}") if wounded else HeroesError("not-wounded", turn.seat)
    if len(turn.targets) == 1 and turn.targets[0] != turn.seat:
        seat = turn.targets[0]
        if any(state.table.cards[other].kind.card == name for other in state.seats[seat].judgement):
            return HeroesError("same-name", name)
        if len(active.effect.choices) == 1 and active.effect.choices[0].single:
            return HeroesError("out-of-range", seat)
    return HeroesError("wrong-targets", name)
