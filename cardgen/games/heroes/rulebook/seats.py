"""`seats RULES`: tables with claims about them, which the rules engine proves and the pictures show.

The body has for each picture a scene (see `cardgen.games.heroes.rulebook.scenes`), a line `---`, and its options as
YAML; a line `---` also separates the pictures. A claim that the engine refutes is a fault at its place. A scene without
seats has no picture: its claims are about numbers.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated

from pydantic import Field

from cardgen import dataclass
from cardgen.blocks import (
    BlockContext,
    Drawing,
    Fence,
    Figure,
    FigureBody,
    Marked,
    Picture,
    Sources,
    find_rules,
    read_scenes,
)
from cardgen.drawing import Group, Item, Path, ellipse, polyline, rectangle, scale
from cardgen.games.heroes.rulebook.claims import NONE, others, verify_scene
from cardgen.games.heroes.rulebook.ring import DARK, FADED, GOLD, GREEN, INK, PAPER, RED, WHITE, Point, Ring, RingLook
from cardgen.games.heroes.rulebook.scenes import SEATS, Claim, SeatScene


class SeatsBody(FigureBody):
    """`open`: identities that lie face down are shown; `most`: the greatest scale."""

    open: bool = False
    most: Annotated[float, Field(ge=0.4, le=1.5)] = 0.85


@dataclass(frozen=True, slots=True)
class SeatsPicture(Picture):
    """A table at the end of a scene, and a mark for each claim."""

    scene: SeatScene
    look: RingLook
    most: float = 1.0

    def draw(self, width: float, sources: Sources) -> Drawing:
        ring = Ring(self.scene, self.look, sources.fonts)
        claims = self.scene.claims
        below = [item for claim in claims for item in marks_below(ring, claim)]
        above = [item for claim in claims for item in marks_above(ring, claim)]
        middle = () if above and not ring.plain else tuple(ring.direction())
        factor = min(self.most, width / ring.width)
        items = (*ring.ground(), *middle, *below, *ring.seats(), *ring.rings(), *above)
        return Drawing((Group(items, scale(factor)),), ring.width * factor, ring.height * factor)

    def labels(self) -> tuple[str, ...]:
        ring = Ring(self.scene, self.look)
        return tuple(ring.described(number) for number in ring.numbers)


def read_seats(fence: Fence, context: BlockContext) -> Figure | tuple[Figure, ...]:
    """Return the tables, a figure for each line of them, so that a page can end between two lines.

    DataError at each claim that the engine refutes.
    """
    rules, scene = find_rules(fence, context), None

    def draw(text: str, body: SeatsBody, _: Marked) -> tuple[Picture, str] | None:
        nonlocal scene
        scene = verify_scene(text, rules, scene)
        look = RingLook(context.lang, body.open)
        is_drawn = scene.state is not None and scene.state.seats
        return (SeatsPicture(scene, look, body.most), describe_scene(scene, look)) if is_drawn else None

    panels, across = read_scenes(fence, context, SeatsBody, draw)
    lines = [tuple(panels[first : first + across]) for first in range(0, len(panels), max(1, across))]
    figures = tuple(Figure(line, across, (), fence.place) for line in lines)
    return figures[0] if len(figures) == 1 else figures


def describe_scene(scene: SeatScene, look: RingLook) -> str:
    """Return who sits where with what, and what the claims say, in words."""
    ring = Ring(scene, look)
    seats = [ring.described(number) for number in ring.numbers]
    facts = [words for claim in scene.claims if (words := describe_claim(claim, look.column))]
    return look.choose("；", "; ").join([*([look.choose("、", ", ").join(seats)] if ring.plain else seats), *facts])


# ---------------------------------------------------------------- marks


_DASH = (1.5, 1.1)
#: Seats with less room between them have a bent arrow, mm.
_NEAR = 9.0
#: The beginning of a curve, the point that it bends to, and its end.
Curve = tuple[Point, Point, Point]
#: First word of a claim -> how it is put in words: (Chinese, English). `{0}` and so on are the words after it.
_WORDS: Mapping[str, tuple[str, str]] = {
    "distance": ("{0}到{1}的距离：{answer}", "distance from {0} to {1}: {answer}"),
    "distances": ("从{0}起依次的距离：{answer}", "distances from {0} in seat order: {answer}"),
    "range": ("{0}的攻击范围：{answer}", "attack range of {0}: {answer}"),
    "reaches": ("{0}可以杀到：{answer}", "in reach of {0}: {answer}"),
    "neighbours": ("{0}的上家与下家：{answer}", "before and after {0}: {answer}"),
    "between": ("{0}与{1}之间：{answer}", "between {0} and {1}: {answer}"),
    "sieges": ("围攻：{answer}", "sieges: {answer}"),
    "lines": ("队列：{answer}", "lines: {answer}"),
    "winner": ("获胜：{answer}", "winners: {answer}"),
    "explosion": ("{0}处爆炸的伤害：{answer}", "damage of an explosion at {0}: {answer}"),
    "execution": ("{0}斩杀{1}的伤害：{answer}", "damage of an execution of {1} by {0}: {answer}"),
}


def describe_claim(claim: Claim, column: int) -> str:
    """Return a claim in words, Chinese for column 0; empty for one without a mark."""
    name, *words = claim.question.split()
    if name == "can":
        return f"{' '.join(words).replace(' >', ' →')} {'✓' if claim.answer == 'yes' else '✗'}"
    return _WORDS[name][column].format(*words, answer=claim.answer) if name in _WORDS else ""


def marks_below(ring: Ring, claim: Claim) -> Iterator[Item]:
    """Yield the marks of a claim that are behind the seats."""
    name = claim.question.split()[0]
    if name == "lines":
        for triple in _triples(claim):
            points = [ring.middle(seat) for seat in triple]
            yield Path(polyline(*points), stroke=GOLD, stroke_width=7, opacity=0.45)
            yield Path(polyline(*points), stroke=DARK, stroke_width=0.5)
    elif name == "between":
        size = ring.size
        for word in claim.answer.replace("|", " ").split():
            if word in SEATS:
                x, y = ring.middle(SEATS.index(word))
                frame = rectangle(x - size[0] / 2 - 1.6, y - size[1] / 2 - 1.6, size[0] + 3.2, size[1] + 3.2, 3)
                yield Path(frame, fill="#f6e3b4", stroke=GOLD, stroke_width=0.5, dash=_DASH)


def marks_above(ring: Ring, claim: Claim) -> Iterator[Item]:
    """Yield the marks of a claim that are on top of the seats."""
    name, *words = claim.question.split()
    if name in _ABOVE:
        yield from _ABOVE[name](ring, claim, words)


def _distance(ring: Ring, claim: Claim, words: Sequence[str]) -> Iterator[Item]:
    """Yield an arrow with the distance on it."""
    curve = _curve(ring, *(SEATS.index(word) for word in words))
    yield from _arrow(curve, DARK)
    yield from _disc(ring, _point(curve, 0.45), claim.answer, DARK)


def _distances(ring: Ring, claim: Claim, words: Sequence[str]) -> Iterator[Item]:
    """Yield the distance at each seat, on the side of the middle: solid if the seat is in reach."""
    seat = SEATS.index(words[0])
    reached = _reached(ring, words[0])
    for other, steps in zip(others(claim.state, seat), claim.answer.split(), strict=True):
        inside = reached is None or other in reached
        yield from _disc(ring, ring.border(other, ring.centre, 2.6), steps, DARK, solid=inside)
    yield from _eye(ring.border(seat, ring.centre, 2.4))


def _reaches(ring: Ring, claim: Claim, words: Sequence[str]) -> Iterator[Item]:
    """Yield a tick at each seat that can be struck, a cross at the others."""
    seat = SEATS.index(words[0])
    for other in others(claim.state, seat):
        x, y = ring.middle(other)
        corner = 0.72 if ring.plain else 1.0
        at = (x + corner * ring.size[0] / 2 + 0.4, y - corner * ring.size[1] / 2 - 0.4)
        yield from _sign(at, SEATS[other] in claim.answer.split())


def _sieges(ring: Ring, claim: Claim, words: Sequence[str]) -> Iterator[Item]:
    """Yield arrows from both besiegers at the one between them."""
    del words
    for a, b, c in _triples(claim):
        for seat in (a, c):
            yield from _arrow(_curve(ring, seat, b), RED)


def _winner(ring: Ring, claim: Claim, words: Sequence[str]) -> Iterator[Item]:
    del words
    for word in claim.answer.partition(" by ")[0].split():
        if word in SEATS:
            x, y = ring.middle(SEATS.index(word))
            yield from _star((x + ring.size[0] / 2 + 0.8, y - ring.size[1] / 2 - 0.8))


def _explosion(ring: Ring, claim: Claim, words: Sequence[str]) -> Iterator[Item]:
    """Yield the damage at each seat, with rays at the one hit."""
    for part in claim.answer.split():
        seat = SEATS.index(part[0])
        at = ring.border(seat, ring.centre, 2.2)
        if part[0] == words[0]:
            yield from _burst(at)
        yield from _disc(ring, at, f"−{part[1:]}", RED)


def _execution(ring: Ring, claim: Claim, words: Sequence[str]) -> Iterator[Item]:
    """Yield an arrow with the damage, dashed with a cross if the execution is not legal."""
    curve, legal = _curve(ring, SEATS.index(words[0]), SEATS.index(words[1])), claim.answer != NONE
    yield from _arrow(curve, RED, solid=legal)
    at = _point(curve, 0.45)
    yield from _disc(ring, at, f"−{claim.answer}", RED) if legal else _sign(at, False)


def _can(ring: Ring, claim: Claim, words: Sequence[str]) -> Iterator[Item]:
    """Yield an arrow at the target of a turn with a tick, dashed with a cross if it is not legal."""
    targets = words[words.index(">") + 1 :] if ">" in words else []
    legal = claim.answer == "yes"
    for target in targets:
        if target != words[0]:
            curve = _curve(ring, SEATS.index(words[0]), SEATS.index(target))
            yield from _arrow(curve, GREEN if legal else RED, solid=legal)
            yield from _sign(_point(curve, 0.45), legal)


_ABOVE: Mapping[str, Callable[[Ring, Claim, Sequence[str]], Iterator[Item]]] = {
    "distance": _distance,
    "distances": _distances,
    "reaches": _reaches,
    "sieges": _sieges,
    "winner": _winner,
    "explosion": _explosion,
    "execution": _execution,
    "can": _can,
}


# ---------------------------------------------------------------- parts


def _triples(claim: Claim) -> list[tuple[int, int, int]]:
    words = [] if claim.answer == NONE else claim.answer.split()
    return [(SEATS.index(word[0]), SEATS.index(word[2]), SEATS.index(word[4])) for word in words]


def _reached(ring: Ring, seat: str) -> list[int] | None:
    """Return whom the claims say that a seat reaches; None if none does."""
    for claim in ring.scene.claims:
        if claim.question == f"reaches {seat}":
            return [SEATS.index(word) for word in claim.answer.split() if word in SEATS]
    return None


def _curve(ring: Ring, a: int, b: int) -> Curve:
    """Return the line of an arrow from one seat to another; between neighbours it bends to the middle of the ring."""
    (x1, y1), (x2, y2), (x, y) = ring.middle(a), ring.middle(b), ring.centre
    halfway = ((x1 + x2) / 2, (y1 + y2) / 2)
    if math.dist(ring.border(a, halfway), ring.border(b, halfway)) < _NEAR:
        halfway = (x + (halfway[0] - x) * 0.3, y + (halfway[1] - y) * 0.3)
    return ring.border(a, halfway, 0.8), halfway, ring.border(b, halfway, 0.8)


def _point(curve: Curve, share: float) -> Point:
    """Return a point of a curve: 0 is its beginning, 1 its end."""
    (x1, y1), (x2, y2), (x3, y3) = curve
    first, second, third = (1 - share) ** 2, 2 * share * (1 - share), share**2
    return first * x1 + second * x2 + third * x3, first * y1 + second * y2 + third * y3


def _arrow(curve: Curve, colour: str, *, solid: bool = True) -> Iterator[Item]:
    """Yield an arrow along a curve, on a white line; dashed if not solid."""
    end, before = curve[2], _point(curve, 0.9)
    across, down = end[0] - before[0], end[1] - before[1]
    length = math.hypot(across, down) or 1.0
    ux, uy = across / length, down / length
    neck = (end[0] - ux * 2.4, end[1] - uy * 2.4)
    points = [point for point in (_point(curve, step / 12) for step in range(12)) if math.dist(point, end) > 2.6]
    for width, tint in ((1.9, WHITE), (1.0, colour)):
        dash = () if solid or tint == WHITE else _DASH
        yield Path(polyline(*points, neck), stroke=tint, stroke_width=width, dash=dash)
    head = (end, (neck[0] - uy * 1.5, neck[1] + ux * 1.5), (neck[0] + uy * 1.5, neck[1] - ux * 1.5))
    yield Path(polyline(*head, close=True), fill=colour, stroke=WHITE, stroke_width=0.3)


def _disc(ring: Ring, at: Point, text: str, colour: str, *, solid: bool = True) -> Iterator[Item]:
    """Yield a number in a disc: white on dark, or dark in a dashed circle."""
    x, y = at
    if solid:
        yield Path(ellipse(x, y, 2.5), fill=colour, stroke=WHITE, stroke_width=0.4)
    else:
        yield Path(ellipse(x, y, 2.5), fill=WHITE, stroke=FADED, stroke_width=0.4, dash=(1.0, 0.8))
    yield from ring.text(text, (x - 2.4, y - 2.1, 4.8, 4.2), PAPER if solid else INK, 3.6, "bold")


def _sign(at: Point, good: bool) -> Iterator[Item]:
    """Yield a tick or a cross in a disc."""
    x, y = at
    yield Path(ellipse(x, y, 2.0), fill=GREEN if good else RED, stroke=WHITE, stroke_width=0.4)
    if good:
        yield Path(
            polyline((x - 1.0, y + 0.1), (x - 0.2, y + 0.9), (x + 1.0, y - 0.8)), stroke=WHITE, stroke_width=0.55
        )
    else:
        for turn in (1, -1):
            bar = polyline((x - 0.8, y - 0.8 * turn), (x + 0.8, y + 0.8 * turn))
            yield Path(bar, stroke=WHITE, stroke_width=0.55)


def _eye(at: Point) -> Iterator[Item]:
    """Yield an eye: the one who looks."""
    x, y = at
    above, below = ((x - 1.2, y + down, x + 1.2, y + down) for down in (-2.3, 2.3))
    lid = (("M", x - 2.6, y), ("C", *above, x + 2.6, y), ("C", *below[2:], *below[:2], x - 2.6, y), ("Z",))
    yield Path(lid, fill=WHITE, stroke=DARK, stroke_width=0.4)
    yield Path(ellipse(x, y, 1.0), fill=DARK)


def _star(at: Point) -> Iterator[Item]:
    x, y = at
    points = []
    for step in range(10):
        radius, angle = (2.9, 1.25)[step % 2], math.radians(36 * step)
        points.append((x + radius * math.sin(angle), y - radius * math.cos(angle)))
    yield Path(polyline(*points, close=True), fill=GOLD, stroke=DARK, stroke_width=0.35)


def _burst(at: Point) -> Iterator[Item]:
    """Yield rays around a point."""
    x, y = at
    for step in range(12):
        angle = math.radians(30 * step)
        inner = (x + 2.6 * math.sin(angle), y - 2.6 * math.cos(angle))
        outer = (x + 4.1 * math.sin(angle), y - 4.1 * math.cos(angle))
        yield Path(polyline(inner, outer), stroke=RED, stroke_width=0.6)
