"""A table as a picture: a ring of seats, the first one below, in the order of turns anticlockwise.

A seat has its letter, what everybody knows of its side, its hero, a dot for each point of HP (an empty one if it is
lost), and its cards. A table without heroes has only the letters. Colour is never the only cue: sides have their names,
what lies face down has a lattice, the dead are grey in a dashed frame.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from cardgen import dataclass
from cardgen.drawing import (
    BUNDLED,
    Align,
    FontSet,
    Group,
    Item,
    Path,
    Span,
    ellipse,
    place_in_middle,
    polyline,
    rectangle,
    translate,
)
from cardgen.games.heroes.rulebook.scenes import SEATS, SeatScene
from cardgen.games.heroes.rules import CardKind
from cardgen.games.heroes.state import HeroesSeat, HeroesState
from cardgen.games.heroes.vocabulary import CAMPS

Point = tuple[float, float]

INK, PAPER, WHITE, GOLD, DARK, RED = "#211814", "#f8f0dd", "#fffdf8", "#dba540", "#4e1a17", "#b3202f"
LINE, FADED, GREEN = "#c9b68e", "#5d5346", "#2f6b46"
#: The colours of factions and identities, as on the cards.
_TINTS = {
    "han": "#9c352b",
    "yi": "#2a6489",
    "rong": "#8a5c14",
    "man": "#3f7038",
    "di": "#64518a",
    "lord": "#a8322b",
    "loyalist": "#735613",
    "rebel": "#2f6b46",
    "spy": "#3b4a86",
    "ambition": "#211814",
}
#: A seat with a hero, one without, the free margin around the ring, and a line of words in a seat, mm.
WIDE, PLAIN, EDGE, ROW = 21.0, 4.4, 2.8, 3.3
_HEAD = 13.4
#: Number of seats -> how far the ring is from its middle, in widths and heights of a seat.
_RADII = {
    2: (1.1, 0.9),
    3: (1.0, 1.0),
    4: (1.05, 1.0),
    5: (1.02, 1.15),
    6: (1.18, 1.12),
    7: (1.4, 1.5),
    8: (1.5, 1.45),
    9: (1.8, 1.85),
    10: (1.95, 2.0),
}
_WORDS: Mapping[str, tuple[str, str]] = {
    "dead": ("阵亡", "dead"),
    "chained": ("横置", "chained"),
    "turned": ("翻面", "turned over"),
    "ally": ("盟友", "ally"),
    "hidden": ("未亮出", "not shown"),
    "face-down": ("背面朝上", "face down"),
    "turn": ("出牌阶段", "play phase"),
    "hand": ("手牌", "hand"),
    "no-hero": ("座位", "seat"),
}


@dataclass(frozen=True, slots=True)
class RingLook:
    """The language of the words in a picture. `open`: identities that lie face down are shown."""

    language: str = "en"
    open: bool = False

    @property
    def column(self) -> int:
        """The place of this language in pairs of words."""
        return 0 if self.language.startswith("zh") else 1

    def word(self, name: str) -> str:
        return _WORDS[name][self.column]

    def choose(self, chinese: str, english: str) -> str:
        """Return the one of two texts that is in this language."""
        return (chinese, english)[self.column]


@dataclass(frozen=True, slots=True)
class Ring:
    """The table at the end of a scene, with (0, 0) at the upper left corner of its picture."""

    scene: SeatScene
    look: RingLook
    fonts: FontSet = BUNDLED

    @property
    def state(self) -> HeroesState:
        assert self.scene.state is not None
        return self.scene.state

    @property
    def plain(self) -> bool:
        """True if no seat has a hero."""
        return not any(seat.heroes for seat in self.state.seats)

    @property
    def size(self) -> Point:
        """The width and height of a seat, mm."""
        if self.plain:
            return 2 * PLAIN, 2 * PLAIN
        rows = max(len(self._notes(seat)) for seat in self.state.seats)
        return WIDE, _HEAD + ROW * rows

    @property
    def radii(self) -> Point:
        """The radii of the ring, mm."""
        if self.plain:
            radius = 5.0 + 1.6 * len(self.state.seats)
            return radius * 1.12, radius
        (wide, high), (across, down) = self.size, _RADII[len(self.state.seats)]
        return (wide + 2) * across, max((high + 2) * down, 15.5)

    @property
    def width(self) -> float:
        """The width before scaling, mm."""
        return 2 * max(abs(self.middle(n)[0] - self.centre[0]) for n in self.numbers) + self.size[0] + 2 * EDGE

    @property
    def height(self) -> float:
        """The height before scaling, mm."""
        return max(self.middle(n)[1] for n in self.numbers) + self.size[1] / 2 + EDGE

    @property
    def numbers(self) -> range:
        return range(len(self.state.seats))

    @property
    def centre(self) -> Point:
        """The middle of the ring."""
        across = max(abs(self._unit(n)[0]) for n in self.numbers) * self.radii[0]
        above = -min(self._unit(n)[1] for n in self.numbers) * self.radii[1]
        return across + self.size[0] / 2 + EDGE, above + self.size[1] / 2 + EDGE

    def _unit(self, seat: int) -> Point:
        """Return where a seat is on a circle around (0, 0): the first below, then anticlockwise."""
        angle = 2 * math.pi * seat / len(self.state.seats)
        return math.sin(angle), math.cos(angle)

    def middle(self, seat: int) -> Point:
        x, y = self._unit(seat)
        return self.centre[0] + x * self.radii[0], self.centre[1] + y * self.radii[1]

    def border(self, seat: int, towards: Point, gap: float = 0.0) -> Point:
        """Return the point at which a line from the middle of a seat leaves it, and `gap` mm further."""
        (x, y), (wide, high) = self.middle(seat), self.size
        across, down = towards[0] - x, towards[1] - y
        length = math.hypot(across, down) or 1.0
        across, down = across / length, down / length
        if self.plain:
            inside = PLAIN
        else:
            inside = min(wide / 2 / abs(across) if across else math.inf, high / 2 / abs(down) if down else math.inf)
        return x + across * (inside + gap), y + down * (inside + gap)

    # ------------------------------------------------------------ items

    def ground(self) -> Iterator[Item]:
        """Yield the ring through the seats, and in its middle the direction of play."""
        (x, y), (rx, ry) = self.centre, self.radii
        yield Path(ellipse(x, y, rx, ry), stroke=LINE, stroke_width=0.4, dash=(1.6, 1.2))
        for number in self.numbers:
            ally = self.state.seats[number].ally
            if ally is not None and number < ally:
                yield from self._alliance(number, ally)

    def direction(self) -> Iterator[Item]:
        """Yield an arrow in the middle that turns in the direction of play."""
        (x, y), radius = self.centre, 3.6
        points = [
            (x + radius * math.sin(math.radians(angle)), y + radius * math.cos(math.radians(angle)))
            for angle in range(-60, 241, 15)
        ]
        yield Path(polyline(*points), stroke=LINE, stroke_width=0.7)
        end, before = points[-1], points[-2]
        across, down = end[0] - before[0], end[1] - before[1]
        tip = (end[0] + across * 1.6, end[1] + down * 1.6)
        head = polyline(tip, (end[0] - down * 1.3, end[1] + across * 1.3), (end[0] + down * 1.3, end[1] - across * 1.3))
        yield Path((*head, ("Z",)), fill=LINE)

    def _alliance(self, one: int, other: int) -> Iterator[Item]:
        """Yield a double line between two allies, with two rings in its middle."""
        start, end = self.middle(one), self.middle(other)
        for width, colour in ((2.0, GREEN), (1.0, WHITE)):
            yield Path(polyline(start, end), stroke=colour, stroke_width=width)

    def rings(self) -> Iterator[Item]:
        """Yield two linked rings in the middle of each alliance."""
        for number in self.numbers:
            ally = self.state.seats[number].ally
            if ally is not None and number < ally:
                (x1, y1), (x2, y2) = self.middle(number), self.middle(ally)
                x, y = (x1 + x2) / 2, (y1 + y2) / 2
                yield Path(ellipse(x, y, 3.4, 2.6), fill=WHITE)
                for shift in (-1.0, 1.0):
                    yield Path(ellipse(x + shift, y, 1.6), stroke=GREEN, stroke_width=0.6)

    def seats(self) -> Iterator[Item]:
        """Yield the seats with all that lies there."""
        for number in self.numbers:
            x, y = self.middle(number)
            wide, high = self.size
            items = tuple(self._plain(number) if self.plain else self._seat(number))
            yield Group(items, translate(x - wide / 2, y - high / 2))
            if self.plain and not self.state.seats[number].alive:
                for turn in (1, -1):
                    bar = polyline((x - PLAIN, y - turn * PLAIN), (x + PLAIN, y + turn * PLAIN))
                    yield Path(bar, stroke=INK, stroke_width=0.6)

    def _plain(self, number: int) -> Iterator[Item]:
        alive = self.state.seats[number].alive
        fill, ink = (DARK, PAPER) if alive else (WHITE, FADED)
        yield Path(ellipse(PLAIN, PLAIN, PLAIN), fill=fill, stroke=GOLD if alive else FADED, stroke_width=0.5)
        yield from self.text(SEATS[number], (0, 0, 2 * PLAIN, 2 * PLAIN), ink, 5.2, "bold")

    def _seat(self, number: int) -> Iterator[Item]:
        seat, (wide, high) = self.state.seats[number], self.size
        side, tint = self.side(number)
        yield Path(rectangle(0, 0, wide, high, 1.4), fill=WHITE if seat.alive else "#e3dbc8")
        yield Path(rectangle(0, 0, wide, 5, 1.4), fill=tint or DARK)
        yield Path(rectangle(0, 3, wide, 2), fill=tint or DARK)
        yield from self.text(SEATS[number], (0.6, 0.1, 4.6, 4.8), PAPER, 4.4, "bold")
        if side:
            yield from self.text(side, (5, 0.3, wide - 5.8, 4.5), WHITE, 3.3, "medium", "end")
        elif self.state.mode != "realm":
            yield from _lattice((wide - 6.2, 0.8))
        yield from self.text(self.hero(seat), (0.6, 5.2, wide - 1.2, 4.2), INK, 3.2, "medium")
        if seat.alive:
            yield from self._hp(seat)
        else:
            yield from self.text(self.look.word("dead"), (0.6, 9.0, wide - 1.2, 3.8), INK, 3.0, "medium")
        for row, note in enumerate(self._notes(seat)):
            yield from self.text(note, (0.5, _HEAD - 0.3 + row * ROW, wide - 1, ROW), INK, 2.7)
        edge = 0.9 if self.scene.turn and number == self.state.current and not self.state.over else 0.4
        colour = GOLD if edge > 0.5 else tint or DARK
        yield Path(
            rectangle(0, 0, wide, high, 1.4), stroke=colour, stroke_width=edge, dash=() if seat.alive else (1.0, 0.8)
        )
        if edge > 0.5:
            yield Path(
                polyline((-2.6, 0.9), (-0.4, 2.5), (-2.6, 4.1), close=True), fill=GOLD, stroke=DARK, stroke_width=0.2
            )

    def _hp(self, seat: HeroesSeat) -> Iterator[Item]:
        """Yield a dot for each point of HP, an empty one if it is lost, and the number of cards in the hand."""
        cards = 6.0 if self._shows_hands() else 0.0
        step = min(2.9, (WIDE - 2 - cards) / seat.max_hp)
        left = (WIDE - cards - step * (seat.max_hp - 1)) / 2
        for point in range(seat.max_hp):
            full = point < seat.hp
            dot = ellipse(left + point * step, 10.8, 1.05)
            yield Path(dot, fill=RED if full else WHITE, stroke=RED if full else FADED, stroke_width=0.3)
        if cards:
            x = WIDE - 6.4
            yield Path(rectangle(x + 0.9, 9.0, 2.6, 3.4, 0.4), fill=WHITE, stroke=FADED, stroke_width=0.25)
            yield Path(rectangle(x, 9.3, 2.6, 3.4, 0.4), fill=GREEN, stroke=WHITE, stroke_width=0.2)
            yield from self.text(str(len(seat.hand)), (x + 3.0, 9.2, 3.0, 3.6), INK, 2.8, "medium")

    def _shows_hands(self) -> bool:
        return any(seat.hand for seat in self.state.seats)

    # ------------------------------------------------------------ words

    def hero(self, seat: HeroesSeat) -> str:
        """Return the names of the heroes of a seat, as far as everybody may know them."""
        if not seat.heroes:
            return self.look.word("no-hero")
        if not seat.shown:
            return self.look.word("hidden")
        names = [self.state.table.heroes[name].names for name in seat.heroes]
        return "+".join(self.look.choose(name.zh, name.en) for name in names)

    def side(self, number: int) -> tuple[str, str]:
        """Return the side of a seat and its colour, both empty if it is not known."""
        heroes, camp = self.state.seats[number].heroes, self.state.known_camp(number, self.look.open)
        if self.state.mode == "realm" and heroes:
            camp = self.state.table.heroes[heroes[0]].faction
        return (CAMPS[camp][self.look.choose("zh", "en")], _TINTS[camp]) if camp else ("", "")

    def _notes(self, seat: HeroesSeat) -> list[str]:
        """Return what lies at a seat, and the states that it is in, a line each."""
        cards = self.state.table.cards
        lying = (*(card for _, card in seat.equipment), *seat.judgement)
        notes = [self._card(cards[card].kind) for card in lying]
        states = [word for word, holds in (("chained", seat.chained), ("turned", seat.turned)) if holds]
        return notes + [f"[{self.look.word(word)}]" for word in states]

    def _card(self, kind: CardKind) -> str:
        """Return the name of a card, with the range of a weapon and the distance of a mount."""
        name = self.look.choose(kind.names.zh, kind.names.en)
        value = kind.range if kind.range is not None else kind.distance
        return name if value is None else f"{name} {value}".replace("-", "−")

    def described(self, number: int) -> str:
        """Return a seat in words."""
        seat, (side, _) = self.state.seats[number], self.side(number)
        if self.plain:
            return SEATS[number]
        hp = f"{seat.hp}/{seat.max_hp}" if seat.alive else self.look.word("dead")
        hidden = self.look.word("face-down") if not side and self.state.mode == "identity" else ""
        hand = f"{self.look.word('hand')} {len(seat.hand)}" if self._shows_hands() else ""
        ally = "" if seat.ally is None else f"{self.look.word('ally')} {SEATS[seat.ally]}"
        parts = [side or hidden, hp, *self._notes(seat), hand, ally]
        joint = self.look.choose("，", ", ")
        return f"{SEATS[number]} {self.hero(seat)}{joint}{joint.join(filter(None, parts))}"

    def text(
        self,
        text: str,
        area: tuple[float, float, float, float],
        colour: str,
        size: float,
        font: str = "regular",
        align: Align = "centre",
    ) -> Sequence[Item]:
        """Return a text in the middle of an area, smaller if it does not fit."""
        spans = self.fonts.of_game([Span(text, font, colour, self.look.language)])
        return place_in_middle(spans, size, area, floor=1.8, align=align)


def _lattice(corner: Point) -> Iterator[Item]:
    """Yield a small card face down."""
    x, y = corner
    yield Path(rectangle(x, y, 5, 3.4, 0.5), fill="#18233a", stroke=PAPER, stroke_width=0.3)
    for step in (1, 2, 3, 4):
        yield Path(polyline((x + step, y + 0.3), (x + step, y + 3.1)), stroke=GOLD, stroke_width=0.18)
    for down in (0.9, 1.7, 2.5):
        yield Path(polyline((x + 0.3, y + down), (x + 4.7, y + down)), stroke=GOLD, stroke_width=0.18)
