"""The gestures that people make at a free table: each is a small mapping whose `do` names what is done.

No rule forbids a gesture. It is refused if its data are wrong, or if it reaches into somebody else's hand.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cardgen.base.errors import did_you_mean, join_hints
from cardgen.base.records import dataclass, replace
from cardgen.base.words.messages import message
from cardgen.engines.free_table.model import (
    FARTHEST,
    MOST_COUNT,
    MOST_TEXT,
    MOST_THINGS,
    Gesture,
    GestureError,
    Point,
    Setup,
    Stack,
    State,
    Thing,
    laid_out,
)

#: The space between cards that are laid out in a row, as a part of their width.
_GAP, _OVERLAP = 1.08, 0.32


@dataclass(frozen=True, slots=True)
class Line:
    """What happened, for everybody: a code, and values. They name a card only if all could see its face."""

    code: str
    values: Mapping[str, Any]


class Draft:
    """A table while a gesture is made on it."""

    def __init__(self, setup: Setup, state: State, seat: int, seed: int) -> None:
        self.setup, self.seat, self.random = setup, seat, random.Random(seed)
        self.before = state
        self.things, self.stacks = dict(state.things), dict(state.stacks)
        self.hands = [list(hand) for hand in state.hands]
        self.next = state.next

    def state(self) -> State:
        """Return the table as it is now. Things that are as before are not kept twice: a game has a state a step."""
        things = self.before.things if self.things == self.before.things else self.things
        return State(things, self.stacks, tuple(map(tuple, self.hands)), self.next)

    def is_public(self, number: int) -> bool:
        """Return True if everybody sees what a thing is: it is face up, and on the top of a stack."""
        thing = self.things[number]
        return thing.up and any(stack.things and stack.things[-1] == number for stack in self.stacks.values())

    def card_names(self, numbers: Sequence[int]) -> list[str]:
        """Return what the things are, if everybody sees all of them and they are few; otherwise nothing."""
        if len(numbers) > _MOST_NAMED or not all(map(self.is_public, numbers)):
            return []
        return [self.things[number].what for number in numbers if self.things[number].kind != "note"]

    def amount(self, numbers: Sequence[int]) -> dict[str, Any]:
        """Return how many things these are, and their kind, "" if they are of several."""
        kinds = {self.things[number].kind for number in numbers}
        return {"count": len(numbers), "kind": kinds.pop() if len(kinds) == 1 else ""}

    def take(self, numbers: Sequence[int]) -> None:
        """Take things off the stacks and the own hand. Stacks without things and without a name are removed."""
        taken = set(numbers)
        for stack_number, stack in list(self.stacks.items()):
            if taken.isdisjoint(stack.things):
                continue
            rest = tuple(one for one in stack.things if one not in taken)
            if rest or stack.name:
                self.stacks[stack_number] = replace(stack, things=rest)
            else:
                del self.stacks[stack_number]
        self.hands[self.seat] = [one for one in self.hands[self.seat] if one not in taken]

    def lay(self, numbers: Sequence[int], x: float, y: float) -> int:
        """Lay things on the cloth as a new stack, and return its number."""
        number, self.next = self.next, self.next + 1
        self.stacks[number] = Stack(tuple(numbers), _within(x), _within(y))
        return number

    def is_taken(self, place: Point, size: Point) -> bool:
        """Return True if the middle of a stack is below a thing of a size at a place."""
        x, y = place
        return any(abs(x - stack.x) < size[0] / 2 and abs(y - stack.y) < size[1] / 2 for stack in self.stacks.values())

    def snapped(self, number: int, x: float, y: float) -> Point:
        """Return the nearest free place for a thing in the zone at a place, or that place itself."""
        zone = self.setup.zone_at(x, y)
        size = self.setup.size_of(self.things[number])
        places = zone.places(size) if zone else ()
        free = [place for place in places if not self.is_taken(place, size)]
        return min(free, key=lambda place: math.dist(place, (x, y)), default=(x, y))

    def turn_over(self, numbers: Sequence[int], up: bool) -> None:
        for number in numbers:
            self.things[number] = replace(self.things[number], up=up)


#: The most cards that a line names.
_MOST_NAMED = 3


def make_gesture(setup: Setup, state: State, seat: int, gesture: object, seed: int) -> tuple[State, Line]:
    """Return the table after a gesture of a seat, and what all may know of it. GestureError if it is refused.

    Chance is decided by the seed, so that the same gestures give the same table.
    """
    if not isinstance(gesture, Mapping):
        raise _wrong("do")
    name = gesture.get("do")
    make = GESTURES.get(name) if isinstance(name, str) else None
    if make is None:
        hint = did_you_mean(str(name), sorted(GESTURES))
        raise GestureError("unknown-gesture", join_hints(message("there is no gesture {name!r}", name=str(name)), hint))
    draft = Draft(setup, state, seat, seed)
    values = make(draft, gesture)
    if len(draft.things) > MOST_THINGS:
        raise GestureError("too-many", message("there are {most} things on the table already", most=MOST_THINGS))
    return draft.state(), Line(str(name), values)


# ---------------------------------------------------------------- piles


def _draw(draft: Draft, gesture: Gesture) -> dict[str, Any]:
    _, stack = _stack(draft, gesture)
    numbers = _top(stack, _count(gesture, "count", 1))
    draft.take(numbers)
    draft.hands[draft.seat] += reversed(numbers)
    return {"count": len(numbers), "pile": stack.name}


def _deal(draft: Draft, gesture: Gesture) -> dict[str, Any]:
    _, stack = _stack(draft, gesture)
    count = _count(gesture, "count", 1)
    numbers = list(reversed(_top(stack, count * len(draft.hands))))
    draft.take(numbers)
    for at, one in enumerate(numbers):
        draft.hands[at % len(draft.hands)].append(one)
    return {"count": count, "pile": stack.name}


def _turn_up(draft: Draft, gesture: Gesture) -> dict[str, Any]:
    """Lay cards of a pile face up in a row beside it, or at the free places of a `zone`."""
    _, stack = _stack(draft, gesture)
    numbers = list(reversed(_top(stack, _count(gesture, "count", 1))))
    size = draft.setup.size_of(draft.things[numbers[0]])
    step = size[0] * _GAP
    places = [(stack.x + step * at, stack.y) for at in range(1, len(numbers) + 1)]
    if "zone" in gesture:
        zone = draft.setup.zone(str(gesture["zone"])) or _wrong_value("zone")
        all_places = list(zone.places(size, len(numbers)))
        free = [place for place in all_places if not draft.is_taken(place, size)]
        places = free if len(free) >= len(numbers) else all_places
    draft.take(numbers)
    draft.turn_over(numbers, True)
    for one, place in zip(numbers, places, strict=False):
        draft.lay([one], *place)
    return {"count": len(numbers), "cards": draft.card_names(numbers), "pile": stack.name}


def _split(draft: Draft, gesture: Gesture) -> dict[str, Any]:
    """Lay the upper things of a stack beside it, half of them without a `count`."""
    _, stack = _stack(draft, gesture)
    numbers = _top(stack, _count(gesture, "count", max(1, len(stack.things) // 2)))
    size = draft.setup.size_of(draft.things[numbers[0]])
    draft.take(numbers)
    x, y = stack.x + size[0] * _GAP, stack.y
    draft.lay(numbers, x, y + size[1] * _OVERLAP if draft.is_taken((x, y), size) else y)
    return {**draft.amount(numbers), "pile": stack.name}


def _shuffle(draft: Draft, gesture: Gesture) -> dict[str, Any]:
    """Shuffle a pile: what its numbers stand for is exchanged, so that nobody can follow a card through it."""
    number, stack = _stack(draft, gesture)
    contents = [draft.things[one] for one in stack.things]
    draft.random.shuffle(contents)
    draft.things.update(zip(stack.things, contents, strict=True))
    draft.stacks[number] = replace(stack, lookers=())
    return {"count": len(contents), "pile": stack.name}


def _fan(draft: Draft, gesture: Gesture) -> dict[str, Any]:
    """Lay the things of a stack beside each other, so that each can be seen."""
    _, stack = _stack(draft, gesture)
    numbers = _top(stack, len(stack.things))
    step = draft.setup.size_of(draft.things[numbers[0]])[0] * _OVERLAP
    draft.take(numbers)
    for at, one in enumerate(numbers):
        draft.lay([one], stack.x + at * step, stack.y)
    return {"count": len(numbers), "pile": stack.name}


def _look(draft: Draft, gesture: Gesture) -> dict[str, Any]:
    """Look through a pile. That somebody looks is public, what they see is not."""
    number, stack = _stack(draft, gesture)
    draft.stacks[number] = replace(stack, lookers=tuple(sorted({*stack.lookers, draft.seat})))
    return {"pile": stack.name}


def _close(draft: Draft, gesture: Gesture) -> dict[str, Any]:
    number, stack = _stack(draft, gesture)
    draft.stacks[number] = replace(stack, lookers=tuple(one for one in stack.lookers if one != draft.seat))
    return {"pile": stack.name}


# ---------------------------------------------------------------- things


def _move(draft: Draft, gesture: Gesture) -> dict[str, Any]:
    """Move whole stacks by a distance. One alone goes to a place of the zone below it if it is to `snap`."""
    numbers = _stacks(draft, gesture)
    dx, dy = _place(gesture, "dx"), _place(gesture, "dy")
    for number in numbers:
        stack = draft.stacks.pop(number)
        x, y = stack.x + dx, stack.y + dy
        if stack.things and len(numbers) == 1 and _flag(gesture, "snap"):
            x, y = draft.snapped(stack.things[-1], x, y)
        draft.stacks[number] = replace(stack, x=_within(x), y=_within(y))  # over all others
    tops = [draft.stacks[number].things[-1] for number in numbers if draft.stacks[number].things]
    return {**draft.amount(tops), "cards": draft.card_names(tops)}


def _lay(draft: Draft, gesture: Gesture) -> dict[str, Any]:
    """Lay things of stacks or of the own hand on the cloth, as one stack. Cards of a hand are turned up.

    They go to a place of the zone below them if they are to `snap`.
    """
    numbers = _things(draft, gesture)
    from_hand = [one for one in numbers if one in draft.hands[draft.seat]]
    up = _flag(gesture, "up")
    x, y = _place(gesture, "x"), _place(gesture, "y")
    draft.take(numbers)
    draft.turn_over(from_hand if up is None else numbers, up is not False)
    if _flag(gesture, "snap"):
        x, y = draft.snapped(numbers[-1], x, y)
    draft.lay(numbers, x, y)
    return {**draft.amount(numbers), "cards": draft.card_names(numbers[-1:]), "hand": bool(from_hand)}


def _put(draft: Draft, gesture: Gesture) -> dict[str, Any]:
    """Put things, or all things of stacks, on a stack or under it. They lie as its top does."""
    target, stack = _stack(draft, gesture, "onto")
    numbers = _numbers(draft, gesture, without=target)
    pile = draft.setup.pile(stack.name)
    lies_up = draft.things[stack.things[-1]].up if stack.things else bool(pile and pile.up)
    up = _flag(gesture, "up")
    draft.take(numbers)
    draft.turn_over(numbers, lies_up if up is None else up)
    rest = draft.stacks[target].things if target in draft.stacks else ()
    things = (*numbers, *rest) if _flag(gesture, "under") else (*rest, *numbers)
    draft.stacks[target] = replace(stack, things=things)
    cards = draft.card_names(numbers[-1:])
    return {**draft.amount(numbers), "under": bool(_flag(gesture, "under")), "cards": cards, "pile": stack.name}


def _give(draft: Draft, gesture: Gesture) -> dict[str, Any]:
    """Give things, or all things of stacks, into a hand."""
    numbers = _numbers(draft, gesture)
    seat = gesture.get("to", draft.seat)
    if type(seat) is not int or not 0 <= seat < len(draft.hands):
        raise _wrong("to")
    cards = draft.card_names(numbers)
    draft.take(numbers)
    draft.hands[seat] += numbers
    return {**draft.amount(numbers), "to": seat, "cards": cards}


def _flip(draft: Draft, gesture: Gesture) -> dict[str, Any]:
    """Turn things over, or a whole stack, whose lowest thing is then its top."""
    if "stack" in gesture:
        number, stack = _stack(draft, gesture)
        draft.stacks[number] = replace(stack, things=stack.things[::-1])
        numbers = list(stack.things)
    else:
        numbers = _things(draft, gesture)
    before = draft.card_names(numbers)
    for one in numbers:
        draft.things[one] = replace(draft.things[one], up=not draft.things[one].up)
    return {**draft.amount(numbers), "cards": before or draft.card_names(numbers)}


def _turn(draft: Draft, gesture: Gesture) -> dict[str, Any]:
    """Turn things clockwise by degrees: by 90 to tap a card, by -90 to untap it."""
    numbers, by = _things(draft, gesture), gesture.get("by", 90)
    if type(by) is not int or abs(by) > 360:
        raise _wrong("by")
    for one in numbers:
        draft.things[one] = replace(draft.things[one], turned=(draft.things[one].turned + by) % 360)
    return {**draft.amount(numbers), "by": by, "cards": draft.card_names(numbers)}


def _add(draft: Draft, gesture: Gesture) -> dict[str, Any]:
    """Add a number to counters."""
    numbers, by = _things(draft, gesture, "counter"), gesture.get("by", 1)
    if type(by) is not int or abs(by) > MOST_COUNT:
        raise _wrong("by")
    for one in numbers:
        thing = draft.things[one]
        draft.things[one] = replace(thing, value=max(-MOST_COUNT, min(MOST_COUNT, thing.value + by)))
    first = draft.things[numbers[0]]
    return {"by": by, "what": first.what, "value": first.value}


def _roll(draft: Draft, gesture: Gesture) -> dict[str, Any]:
    values, dice = [], _things(draft, gesture, "die")
    for one in dice:
        piece = draft.setup.piece(draft.things[one].what)
        values.append(draft.random.randint(1, piece.sides if piece else 6))
        draft.things[one] = replace(draft.things[one], value=values[-1])
    return {"values": values, "sum": sum(values), "dice": dice}


def _note(draft: Draft, gesture: Gesture) -> dict[str, Any]:
    """Lay a note on the cloth, write it anew, or take it away by an empty text.

    A new one can be about a `card` that all see.
    """
    text = gesture.get("text")
    if not isinstance(text, str) or len(text) > MOST_TEXT:
        raise _wrong("text")
    if "thing" in gesture:
        (number,) = _things(draft, {"things": [gesture["thing"]]}, "note")
        if text:
            draft.things[number] = replace(draft.things[number], text=text)
        else:
            draft.take([number])
            del draft.things[number]
    elif text:
        number, draft.next = draft.next, draft.next + 1
        card = gesture.get("card", "")
        if card and not any(thing.what == card and draft.is_public(one) for one, thing in draft.things.items()):
            raise _wrong("card")
        draft.things[number] = Thing("note", card, text=text)
        draft.lay([number], _place(gesture, "x"), _place(gesture, "y"))
    return {"text": text}


def _set_up(draft: Draft, _: Gesture) -> dict[str, Any]:
    """Lay out the game anew, and make the gestures of its set-up. All cards are in their piles again."""
    state = laid_out(draft.setup)
    by_name = {stack.name: number for number, stack in state.stacks.items() if stack.name}
    for step in draft.setup.steps:
        if not state.stacks[by_name[step["stack"]]].things:
            continue
        asked = {**step, "stack": by_name[step["stack"]]}
        seat = step.get("seat", draft.seat)
        state, _line = make_gesture(draft.setup, state, seat, asked, draft.random.getrandbits(48))
    draft.things, draft.stacks, draft.next = dict(state.things), dict(state.stacks), state.next
    draft.hands = [list(hand) for hand in state.hands]
    return {"count": len(draft.hands)}


GESTURES: Mapping[str, Callable[[Draft, Gesture], dict[str, Any]]] = {
    "draw": _draw,
    "deal": _deal,
    "turn-up": _turn_up,
    "shuffle": _shuffle,
    "split": _split,
    "fan": _fan,
    "look": _look,
    "close": _close,
    "move": _move,
    "lay": _lay,
    "put": _put,
    "give": _give,
    "flip": _flip,
    "turn": _turn,
    "add": _add,
    "roll": _roll,
    "note": _note,
    "set-up": _set_up,
}
"""The gestures by their names."""


# ---------------------------------------------------------------- members of gestures


def _wrong(name: str) -> GestureError:
    return GestureError("bad-gesture", message("the gesture needs a valid {name!r}", name=name))


def _wrong_value(name: str) -> Any:
    raise _wrong(name)


def _flag(gesture: Gesture, name: str) -> bool | None:
    value = gesture.get(name)
    if value is not None and type(value) is not bool:
        raise _wrong(name)
    return value


def _count(gesture: Gesture, name: str, usual: int) -> int:
    value = gesture.get(name, usual)
    if type(value) is not int or not 1 <= value <= MOST_THINGS:
        raise _wrong(name)
    return value


def _place(gesture: Gesture, name: str) -> float:
    value = gesture.get(name)
    if not isinstance(value, int | float) or isinstance(value, bool) or not abs(value) <= FARTHEST:
        raise _wrong(name)
    return float(value)


def _within(place: float) -> float:
    return round(max(-FARTHEST, min(FARTHEST, place)), 2)


def _stack(draft: Draft, gesture: Gesture, name: str = "stack") -> tuple[int, Stack]:
    number = gesture.get(name)
    if type(number) is not int or number not in draft.stacks:
        raise _wrong(name)
    return number, draft.stacks[number]


def _stacks(draft: Draft, gesture: Gesture) -> list[int]:
    numbers = gesture.get("stacks")
    if not isinstance(numbers, list) or not numbers or len(set(map(str, numbers))) != len(numbers):
        raise _wrong("stacks")
    return [_stack(draft, {"stack": number})[0] for number in numbers]


def _things(draft: Draft, gesture: Gesture, kind: str = "") -> list[int]:
    """Return the numbers of things. They lie on the cloth or in the own hand: no other hand can be reached into."""
    numbers = gesture.get("things")
    if not isinstance(numbers, list) or not numbers or len(set(map(str, numbers))) != len(numbers):
        raise _wrong("things")
    reachable = {one for stack in draft.stacks.values() for one in stack.things} | {*draft.hands[draft.seat]}
    for number in numbers:
        if type(number) is not int or number not in draft.things or (kind and draft.things[number].kind != kind):
            raise _wrong("things")
        if number not in reachable:
            raise GestureError("not-yours", message("this card is in somebody else's hand"))
    return numbers


def _numbers(draft: Draft, gesture: Gesture, without: int | None = None) -> list[int]:
    """Return the numbers of things, or of all things of stacks."""
    if "stacks" not in gesture:
        return _things(draft, gesture)
    stacks = [number for number in _stacks(draft, gesture) if number != without]
    return [one for number in stacks for one in draft.stacks[number].things] or _empty()


def _top(stack: Stack, count: int) -> list[int]:
    """Return the upper things of a stack, at most `count`, the highest last."""
    return list(stack.things[-count:]) or _empty()


def _empty() -> Any:
    raise GestureError("empty", message("this pile is empty"))
