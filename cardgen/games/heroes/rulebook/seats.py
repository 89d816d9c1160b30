"""`seats RULES`: tables with claims about them, which the rules engine proves and the pictures show.

The body has for each picture a scene (see `cardgen.games.heroes.rulebook.scenes`), a line `---`, and its options as
YAML; a line `---` also separates the pictures. A claim that the engine refutes is a fault at its place. A scene without
seats has no picture: its claims are about numbers.
"""

from __future__ import annotations

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
from cardgen.drawing import Group, scale
from cardgen.games.heroes.rulebook.claims import verify_scene
from cardgen.games.heroes.rulebook.marks import describe_claim, marks_above, marks_below
from cardgen.games.heroes.rulebook.ring import Ring, RingLook
from cardgen.games.heroes.rulebook.scenes import SeatScene


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
