"""The functions of effects' sentences. Each takes the parts of the sentence, and evaluates those that it needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias, TypeVar

from cardgen.base.records import dataclass
from cardgen.base.sentences.syntax import Node
from cardgen.base.sentences.values import as_number
from cardgen.engines.effects.evaluating import Evaluator, Scope, half_up
from cardgen.engines.effects.world import Player

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class EffectFunction:
    """A function: what it does with its arguments, and a line for the docs.

    `takes` and `gives` are the kinds of its arguments and of its value, for checks; empty if they are not checked. A
    `name` is a word, and `alike` a sentence about a player.
    """

    apply: Callable[[Evaluator, Sequence[Node], Scope], Any]
    summary: str
    takes: tuple[str, ...] = ()
    gives: str = ""


Arguments: TypeAlias = Sequence[Node]
"""The parts of a sentence that a function is given."""


def whole_number(facts: Evaluator, node: Node, scope: Scope) -> int:
    """Return an argument that is a number, rounded half up."""
    return half_up(as_number(facts.evaluate(node, scope)))


def _numbers(facts: Evaluator, values: Sequence[Node], scope: Scope) -> list[Any]:
    return [as_number(facts.evaluate(value, scope)) for value in values]


def _top(facts: Evaluator, values: Sequence[Node], scope: Scope, is_bottom: bool = False) -> Any:
    count, cards = whole_number(facts, values[0], scope), facts.as_set(facts.evaluate(values[1], scope))
    return () if count <= 0 else cards[-count:] if is_bottom else cards[:count]


def _of_two(answer: Callable[[Evaluator, Any, Any], Any]) -> Callable[[Evaluator, Sequence[Node], Scope], Any]:
    """Return the function of sentences that answers something about two players."""
    return lambda facts, values, scope: answer(facts, *(_player(facts, value, scope) for value in values))


def steps_between(ring: Sequence[Item], one: Item, other: Item) -> int:
    """Return the steps from one player or seat to another, the shorter way round. ValueError if one is not there."""
    apart = abs(ring.index(one) - ring.index(other))
    return min(apart, len(ring) - apart)


def distance(facts: Evaluator, one: Any, other: Any) -> int | None:
    """Return the distance from one player to another: the steps, and what effects at work change of it."""
    ring = facts.ring()
    if one not in ring or other not in ring:
        return None
    if one == other:
        return 0
    changes = [facts.attribute(one, "distance-out"), facts.attribute(other, "distance-in")]
    total = steps_between(ring, one, other) + sum(number for number in changes if isinstance(number, int))
    return max(1, total)


def in_range(facts: Evaluator, one: Any, other: Any) -> bool:
    """Return True if a player reaches another one."""
    apart, reach = distance(facts, one, other), facts.attribute(one, "attack-range")
    return apart is not None and isinstance(reach, int) and 0 < apart <= reach


def _between(facts: Evaluator, one: Any, other: Any) -> Any:
    ring = facts.ring()
    if one not in ring or other not in ring:
        return ()
    first, last = ring.index(one), ring.index(other)
    forth = [ring[(first + n) % len(ring)] for n in range(1, (last - first) % len(ring))]
    back = [ring[(last + n) % len(ring)] for n in range(1, (first - last) % len(ring))]
    return tuple(forth) if len(forth) <= len(back) else tuple(reversed(back))


def _alike(facts: Evaluator, node: Node, scope: Scope, player: Player) -> Any:
    return facts.evaluate(node, scope.at(player))


def _besieged(facts: Evaluator, values: Sequence[Node], scope: Scope) -> Any:
    """Return whom a player besieges: neighbours that are unlike the player, between two that are alike."""
    player, ring = _player(facts, values[0], scope), facts.ring()
    if player not in ring or len(ring) < 3:
        return ()
    at, own = ring.index(player), _alike(facts, values[1], scope, player)
    found = []
    for way in (1, -1):
        between, beyond = ring[(at + way) % len(ring)], ring[(at + 2 * way) % len(ring)]
        alike = beyond != player and _alike(facts, values[1], scope, beyond) == own
        if alike and _alike(facts, values[1], scope, between) != own and between not in found:
            found.append(between)
    return tuple(found)


def _line(facts: Evaluator, values: Sequence[Node], scope: Scope) -> Any:
    """Return the neighbours in a row that are alike, with the player, in the order of seats."""
    player, ring = _player(facts, values[0], scope), facts.ring()
    if player not in ring:
        return ()
    at, own, found = ring.index(player), _alike(facts, values[1], scope, player), [player]
    for way in (1, -1):
        for step in range(1, len(ring)):
            other = ring[(at + way * step) % len(ring)]
            if other in found or _alike(facts, values[1], scope, other) != own:
                break
            found = [*found, other] if way == 1 else [other, *found]
    return tuple(found)


def _used(facts: Evaluator, values: Sequence[Node], scope: Scope) -> int:
    name, span = _word(values[0]), _word(values[1])
    me = scope.names.get("me")
    owner = me.seat if isinstance(me, Player) else -1
    counts = facts.world.counts.items()
    return sum(
        uses.get(span, 0) for (key, seat, target), uses in counts if seat == owner and target is None and key == name
    )


def _happened(facts: Evaluator, values: Sequence[Node], scope: Scope) -> int:
    del scope
    return facts.world.happened.get((_word(values[0]), _word(values[1])), 0)


def _word(node: Node) -> str:
    return ".".join(getattr(node, "path", ())) or str(getattr(node, "value", ""))


def _player(facts: Evaluator, node: Node, scope: Scope) -> Any:
    found = facts.as_set(facts.evaluate(node, scope))
    return found[0] if found else None


def _round(facts: Evaluator, values: Sequence[Node], scope: Scope) -> Any:
    return half_up(_numbers(facts, values, scope)[0])


_TWO = ("player", "player")

FUNCTIONS: Mapping[str, EffectFunction] = {
    "top": EffectFunction(_top, "`top(n, place)`: the first n cards of a place", ("number", ""), "card"),
    "bottom": EffectFunction(
        partial(_top, is_bottom=True), "`bottom(n, place)`: the last n cards of a place", ("number", ""), "card"
    ),
    "distance": EffectFunction(
        _of_two(distance), "`distance(a, b)`: the distance from one player to another", _TWO, "number"
    ),
    "in-range": EffectFunction(
        _of_two(in_range), "`in-range(a, b)`: whether b is in the attack range of a", _TWO, "truth"
    ),
    "between": EffectFunction(
        _of_two(_between), "`between(a, b)`: the players between two, on the shorter side", _TWO, "player"
    ),
    "besieged": EffectFunction(
        _besieged, "`besieged(p, alike)`: neighbours between p and one who is like p", ("player", "alike"), "player"
    ),
    "line": EffectFunction(
        _line, "`line(p, alike)`: the players in a row with p who are like p", ("player", "alike"), "player"
    ),
    "used": EffectFunction(
        _used, "`used(id, span)`: how often the owner used an effect or a card", ("name", "name"), "number"
    ),
    "happened": EffectFunction(
        _happened, "`happened(event, span)`: how often an event has happened", ("name", "name"), "number"
    ),
    "round": EffectFunction(_round, "a number rounded half up", ("number",), "number"),
    "round-up": EffectFunction(lambda *a: -(-_numbers(*a)[0] // 1), "a number rounded up", ("number",), "number"),
    "round-down": EffectFunction(lambda *a: _numbers(*a)[0] // 1, "a number rounded down", ("number",), "number"),
}
"""The functions by name."""
