"""Icons with text for a box: how many cards it has, for how many players, of what age, for how long."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from cardgen.base.records import dataclass
from cardgen.base.words.messages import Message, joined, printed, printed_plural
from cardgen.data.model import GameFile
from cardgen.data.numbers import Numbers
from cardgen.scene.items import Command, Group, Item, Path, Pen, ellipse, polyline, rectangle, scale, then, translate
from cardgen.scene.items import turn as turned

Icon: TypeAlias = Callable[[str], tuple[Item, ...]]

#: The side of the square that icons are drawn in.
SQUARE = 10.0

_ROUND = Pen(cap="round", join="round")


@dataclass(frozen=True, slots=True)
class Fact:
    """An icon and its text."""

    icon: Icon
    text: Message


def facts_of(file: GameFile, cards: int) -> tuple[Fact, ...]:
    """Return what a box says: the number of its cards, and what game.yaml states of players, playing time and age."""
    facts = [Fact(draw_cards, printed_plural("{count} card", "{count} cards", cards))]
    if file.players is not None:
        facts.append(Fact(draw_players, _players(file.players)))
    if file.minutes is not None:
        facts.append(Fact(draw_clock, _minutes(file.minutes)))
    if file.age is not None:
        facts.append(Fact(draw_cake, printed("age {age}+", age=file.age)))
    return tuple(facts)


def _players(numbers: Numbers) -> Message:
    if numbers.least == numbers.most:
        return printed_plural("{count} player", "{count} players", numbers.least)
    if numbers.least + numbers.step == numbers.most and numbers.step > 1:
        return printed("{least} or {most} players", least=numbers.least, most=numbers.most)
    if numbers.step > 1:
        return printed("{numbers} players", numbers=joined(numbers.all))
    return printed("{least}–{most} players", least=numbers.least, most=numbers.most)


def _minutes(numbers: Numbers) -> Message:
    if numbers.least == numbers.most:
        return printed("{count} min", count=numbers.least)
    return printed("{least}–{most} min", least=numbers.least, most=numbers.most)


def place_icon(icon: Icon, colour: str, x: float, y: float, side: float) -> Group:
    """Draw an icon in a square of `side` mm with its upper left corner at (x, y)."""
    return Group(icon(colour), then(scale(side / SQUARE), translate(x, y)))


# ---------------------------------------------------------------- drawings


def _line(commands: Sequence[Command], colour: str, width: float = 0.9) -> Path:
    return Path(tuple(commands), stroke=colour, stroke_width=width, pen=_ROUND)


def draw_cards(colour: str) -> tuple[Item, ...]:
    """Draw a card before another that is turned a little."""
    behind = Group((Path(rectangle(4.7, 0.9, 4.0, 6.6, 0.7), fill=colour, opacity=0.55),), turned(14, 6.7, 5))
    return (behind, Path(rectangle(1.2, 1.6, 5.2, 7.8, 0.9), fill=colour))


def draw_players(colour: str) -> tuple[Item, ...]:
    """Draw a person between two others."""
    items: list[Item] = []
    for x, size, opacity in ((2.2, 0.72, 0.55), (7.8, 0.72, 0.55), (5.0, 1.0, 1.0)):
        head = ellipse(0, -5.4, 1.75)
        body: tuple[Command, ...] = (
            ("M", -3.0, 0.0),
            ("C", -3.0, -4.2, 3.0, -4.2, 3.0, 0.0),
            ("Z",),
        )
        person = (Path((*head, *body), fill=colour, opacity=opacity),)
        items.append(Group(person, then(scale(size), translate(x, 9.2))))
    return tuple(items)


def draw_clock(colour: str) -> tuple[Item, ...]:
    """Draw the face of a clock with its hands."""
    hands = polyline((5, 2.4), (5, 5), (6.9, 6.2))
    return (_line(ellipse(5, 5, 4.2), colour), _line(hands, colour))


def draw_cake(colour: str) -> tuple[Item, ...]:
    """Draw a cake with a candle."""
    flame: tuple[Command, ...] = (
        ("M", 5, 0.3),
        ("C", 6.3, 1.7, 6.0, 2.7, 5, 2.7),
        ("C", 4.0, 2.7, 3.7, 1.7, 5, 0.3),
        ("Z",),
    )
    cake: tuple[Command, ...] = (
        ("M", 1.0, 9.4),
        ("L", 1.0, 6.6),
        ("C", 1.0, 5.6, 1.6, 5.2, 2.4, 5.2),
        ("L", 7.6, 5.2),
        ("C", 8.4, 5.2, 9.0, 5.6, 9.0, 6.6),
        ("L", 9.0, 9.4),
        ("Z",),
    )
    return (
        Path(flame, fill=colour),
        _line(polyline((5, 3.4), (5, 5.2)), colour),
        Path(cake, fill=colour),
    )
