"""A turn as a picture: the five speed stages as stations of a thread, below them the slots of each player.

Cards lie as they do before the turn; a number on a card is its place among all that act. Below a card is what it has
become. Colour is never the only cue: skipped stages are dashed and crossed out, cards that lie face down have bars.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cardgen import dataclass, field
from cardgen.drawing import (
    BUNDLED,
    INK,
    QUIET,
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
    then,
    translate,
    turn,
)
from cardgen.games.thread_race.field import FieldCard, ThreadRaceSeat
from cardgen.games.thread_race.resolution import locking
from cardgen.games.thread_race.rulebook.scenes import PLAYERS, FieldScene
from cardgen.games.thread_race.rules import SLOTS, STAGES

#: A card, the distance from one slot to the next, and the column with the names of the players, mm.
WIDE, HIGH, PITCH, LEFT = 14.0, 18.0, 20.0, 12.0
#: The line of stages, a row of slots with what becomes of the cards, and the gap before the cards of the deck.
LINE, ROW, GAP = 10.0, 27.0, 6.0

_WHITE, _GLOW, _NIGHT, _NO, _THREAD, _EMPTY = "#ffffff", "#f2b632", "#12162a", "#b3262e", "#7f8fd6", "#eef0f6"
_DASH = (1.2, 1.0)
#: The lines of the trigrams from the top down: True is unbroken.
_TRIGRAMS = {
    "heaven": (True, True, True),
    "marsh": (False, True, True),
    "fire": (True, False, True),
    "thunder": (False, False, True),
    "wind": (True, True, False),
    "water": (False, True, False),
    "mountain": (True, False, False),
    "earth": (False, False, False),
}
_WORDS = {
    "down": ("盖放", "face down"),
    "sealed": ("封印", "sealed"),
    "fixed": ("固定", "fixed"),
    "gone": ("往生", "rebirth"),
    "nullified": ("无效", "nullified"),
    "up": ("翻开", "face up"),
    "lock": ("锁", "lock"),
    "top": ("牌序最上面", "top of the deck"),
    "slot": ("卡位", "slot"),
}


@dataclass(frozen=True, slots=True)
class FieldLook:
    """The language of the words in a picture, the printed names of cards by id, and the colours of the elements."""

    language: str = "en"
    names: Mapping[str, str] = field(default_factory=dict)
    colours: Mapping[str, str] = field(default_factory=dict)

    def word(self, name: str) -> str:
        chinese, english = _WORDS[name]
        return chinese if self.language.startswith("zh") else english


@dataclass(frozen=True, slots=True)
class Field:
    """The picture of a scene, with (0, 0) at its upper left corner. `deck`: with the cards at the top of the decks."""

    scene: FieldScene
    look: FieldLook
    fonts: FontSet = BUNDLED
    line: bool = True
    deck: bool = False

    @property
    def width(self) -> float:
        """The width before scaling, mm."""
        cards = max((len(seat.deck) for seat in self.scene.before), default=0) if self.deck else 0
        return LEFT + SLOTS * PITCH + (GAP + cards * (WIDE + 1.6) if cards else 0)

    @property
    def height(self) -> float:
        """The height before scaling, mm."""
        return LINE * self.line + ROW * len(self.scene.before)

    def items(self) -> Iterator[Item]:
        """Yield everything in the picture."""
        if self.line:
            yield from self._stages()
        for player, seat in enumerate(self.scene.before):
            top = LINE * self.line + ROW * player
            yield from self._head(player, top)
            for slot in range(SLOTS):
                yield from self._slot(player, slot, (LEFT + slot * PITCH, top))
            if self.deck and seat.deck:
                yield from self._deck_top(seat, top)

    # ------------------------------------------------------------ stages

    def _stages(self) -> Iterator[Item]:
        """Yield the line of stages: dark where cards act, crossed out where the stage is skipped for clash."""
        scene, y, step = self.scene, LINE / 2 - 0.6, SLOTS * PITCH / len(STAGES)
        yield Path(polyline((LEFT - 6, y), (LEFT + SLOTS * PITCH - 2, y)), stroke=_THREAD, stroke_width=0.6)
        acted = {act.stage for act in scene.resolved.acts}
        locks = [seat.core.lock for seat in scene.before]
        for number, stage in enumerate(STAGES):
            x = LEFT + (number + 0.5) * step - 2
            skipped, active = stage in scene.resolved.skipped, stage in acted
            ground = _NIGHT if active else _WHITE
            edge = _NO if skipped else _NIGHT
            yield Path(ellipse(x, y, 2.8), fill=ground, stroke=edge, stroke_width=0.5, dash=_DASH if skipped else ())
            yield from self.text(str(stage), (x - 3, y - 2.3, 6, 4.6), _WHITE if active else INK, 4.0, "bold")
            if skipped:
                yield Path(polyline((x - 2.3, y + 2.3), (x + 2.3, y - 2.3)), stroke=_NO, stroke_width=0.7)
            for player in locking(locks, stage, scene.turn, scene.rules):
                yield Path(rectangle(x + 3.0, y - 2.2, 6.0, 4.4, 1), fill=_WHITE)
                yield from self._padlock(x + 3.9, y + 0.3)
                yield from self.text(PLAYERS[player], (x + 5.1, y - 2.3, 2.8, 4.6), INK, 3.0, "bold")

    def _padlock(self, x: float, y: float) -> Iterator[Item]:
        yield Path(ellipse(x + 0.6, y - 0.9, 0.8), stroke=INK, stroke_width=0.4)
        yield Path(rectangle(x - 0.6, y - 0.7, 2.4, 2.0, 0.3), fill=INK)

    # ------------------------------------------------------------ slots

    def _head(self, player: int, top: float) -> Iterator[Item]:
        """Yield the letter of a player; in turns with a lock, also the speed that the core locks."""
        scene = self.scene
        if len(scene.before) > 1:
            yield Path(ellipse(4, top + 6, 3.4), fill=_NIGHT)
            yield from self.text(PLAYERS[player], (0.6, top + 3.4, 6.8, 5.2), _WHITE, 4.4, "bold")
        if scene.rules.lock is not None and scene.turn <= scene.rules.lock.turns and self.line:
            yield from self._padlock(1.6, top + 13)
            yield from self.text(str(scene.before[player].core.lock), (4.4, top + 10.6, 4, 4.6), INK, 4.0, "bold")

    def _slot(self, player: int, slot: int, corner: tuple[float, float]) -> Iterator[Item]:
        x, top = corner
        before, after = self.scene.before[player], self.scene.after[player]
        now, later = before.slots[slot], after.slots[slot]
        place = rectangle(x - 0.8, top - 0.2, WIDE + 1.6, HIGH + 1.2, 1.4)
        if now is None:
            yield Path(place, fill=_EMPTY, stroke=QUIET, stroke_width=0.25, dash=_DASH)
            yield from self.text(f"{slot + 1}", (x, top + 6, WIDE, 6), "#6c7488", 4.4)
            if later is not None:
                yield from self._card(after, later, (x, top), dash=True)
        else:
            yield from self._card(before, now, (x, top))
            yield from self._change(player, slot, (x - 2, top + HIGH + 1.6))
        yield from self._order(player, slot, (x, top))

    def _order(self, player: int, slot: int, corner: tuple[float, float]) -> Iterator[Item]:
        """Yield the numbers of the acts in a slot: the first act of all is 1."""
        numbers = [
            number for number, act in enumerate(self.scene.resolved.acts, 1) if (act.player, act.slot) == (player, slot)
        ]
        for place, number in enumerate(reversed(numbers)):
            x, y = corner[0] + WIDE + 0.6 - place * 5.2, corner[1] - 0.2
            yield Path(ellipse(x, y, 2.5), fill=_GLOW, stroke=_WHITE, stroke_width=0.5)
            yield from self.text(str(number), (x - 2.5, y - 2.1, 5, 4.2), INK, 3.5, "bold")

    def _card(
        self, seat: ThreadRaceSeat, now: FieldCard, corner: tuple[float, float], *, dash: bool = False
    ) -> Iterator[Item]:
        x, y = corner[0] + WIDE / 2, corner[1] + HIGH / 2
        matrix = then(translate(-WIDE / 2, -HIGH / 2), turn(-90 if now.sealed else 0))
        items = tuple(self._face(seat, now, dash) if now.up else self._back())
        yield Group(items, then(matrix, translate(x, y)))

    def _back(self) -> Iterator[Item]:
        yield Path(rectangle(0, 0, WIDE, HIGH, 1.2), fill=_NIGHT)
        for number in range(len(STAGES)):
            y = HIGH / 2 + (number - 2) * 2.6
            yield Path(polyline((2, y), (WIDE - 2, y)), stroke=_THREAD, stroke_width=0.5)

    def _face(self, seat: ThreadRaceSeat, now: FieldCard, dash: bool) -> Iterator[Item]:
        card = seat.cards[now.card]
        dark = self.look.colours.get(now.element, _NIGHT)
        yield Path(rectangle(0, 0, WIDE, HIGH, 1.2), fill=_WHITE)
        yield Path(rectangle(0, 0, WIDE, 7.4, 1.2), fill=dark)
        yield Path(rectangle(0, 5, WIDE, 2.4), fill=dark)
        yield Path(rectangle(0, 0, WIDE, HIGH, 1.2), stroke=dark, stroke_width=0.6, dash=_DASH if dash else ())
        shown = now.shown_speed
        yield from self.text("–" if shown is None else str(shown), (0.8, 0.9, 5, 5.8), _WHITE, 5.6, "bold")
        yield from _trigram(now.element, (7.4, 2.1))
        yield from self.text(self._name(card.id, card.name), (0.4, 7.9, WIDE - 0.8, 4.6), INK, 3.3, "medium")
        if card.cost:
            yield from self.text(f"−{card.cost}", (0.6, HIGH - 5, WIDE - 1.2, 4.4), QUIET, 3.3)
        if now.fixed:
            yield from self._padlock(2, HIGH - 3)

    def _name(self, card: str, name: str) -> str:
        return self.look.names.get(card, name)

    # ------------------------------------------------------------ what becomes of a card

    def _change(self, player: int, slot: int, corner: tuple[float, float]) -> Iterator[Item]:
        """Yield an arrow and what a card has become, if it has changed."""
        words = self._changed(player, slot)
        if not words:
            return
        x, y = corner[0] + 0.6, corner[1] + 2.3
        yield Path(polyline((x, y), (x + 2.8, y)), stroke=INK, stroke_width=0.5)
        head = polyline((x + 3.8, y), (x + 2.2, y - 1.1), (x + 2.2, y + 1.1), close=True)
        yield Path(head, fill=INK)
        yield from self.text(words, (x + 4.3, corner[1], PITCH - 5.2, 4.6), INK, 3.4, "medium", "start")

    def _changed(self, player: int, slot: int) -> str:
        seat = self.scene.after[player]
        now, later = self.scene.before[player].slots[slot], seat.slots[slot]
        assert now is not None
        if later is None:
            return self.look.word("gone")
        if later.card != now.card:
            entered = seat.cards[later.card]
            return f"{self._name(entered.id, entered.name)} {later.shown_speed or ''}".strip()
        words = []
        if later.up != now.up:
            words.append(self.look.word("up" if later.up else "down"))
        if later.up and later.speed != now.speed and later.speed is not None:
            words.append(str(later.shown_speed))
        words += [
            self.look.word(name)
            for name in ("sealed", "fixed", "nullified")
            if getattr(later, name) and not getattr(now, name)
        ]
        if later.text != now.text:
            words.append(f"= {self._name(later.text.id, later.text.name)}")
        return " ".join(words)

    # ------------------------------------------------------------ the deck

    def _deck_top(self, seat: ThreadRaceSeat, top: float) -> Iterator[Item]:
        """Yield the cards at the top of a deck; those that may be chosen are framed."""
        left, step = LEFT + SLOTS * PITCH + GAP - 2, WIDE + 1.6
        count = min(self.scene.rules.window, len(seat.deck))
        frame = rectangle(left - 1.2, top - 1.2, count * step + 0.8, HIGH + 2.4, 1.8)
        yield Path(frame, fill="#fdf3d8", stroke=_GLOW, stroke_width=0.6)
        for number, card in enumerate(seat.deck):
            printed = seat.cards[card]
            now = FieldCard(card, printed.speed, printed.element, printed)
            yield from self._card(seat, now, (left + number * step, top))
        yield from self.text(
            self.look.word("top"), (left, top + HIGH + 1.8, len(seat.deck) * step, 4.6), INK, 3.3, align="start"
        )

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


def _trigram(element: str, corner: tuple[float, float]) -> Iterator[Item]:
    x, y = corner
    for number, whole in enumerate(_TRIGRAMS[element]):
        for left, width in ((0, 5.0),) if whole else ((0, 2.1), (2.9, 2.1)):
            yield Path(rectangle(x + left, y + number * 1.25, width, 0.8), fill=_WHITE)
