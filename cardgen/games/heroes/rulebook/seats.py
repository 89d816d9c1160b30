"""`seats RULES`: tables with claims about them, which the rules engine proves and the pictures show.

The body has for each picture a scene (see `cardgen.games.heroes.rulebook.scenes`), a line `---`, and its options as
YAML; a line `---` also separates the pictures. A claim that the engine refutes is a fault at its place. A scene without
seats has no picture: its claims are about numbers.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from cardgen import DataError, Fault, Faults, Place, dataclass, message
from cardgen.blocks import BlockContext, Drawing, Fence, Figure, FigureBody, Panel, Picture, Sources, find_rules, plain
from cardgen.drawing import Group, scale
from cardgen.games.heroes.rulebook.claims import verify_scene
from cardgen.games.heroes.rulebook.marks import describe_claim, marks_above, marks_below
from cardgen.games.heroes.rulebook.ring import Ring, RingLook
from cardgen.games.heroes.rulebook.scenes import SceneError, SeatScene


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
    rules = find_rules(fence, context)
    parts = fence.parts()
    if len(parts) % 2:
        raise DataError(Fault(fence.place, message("after each table, options follow below a line ---")))
    panels: list[Panel] = []
    faults = Faults()
    across, scene = None, None
    for (skip, text), (below, options) in zip(parts[::2], parts[1::2], strict=True):
        with faults:
            body, marked = fence.parse_yaml(SeatsBody, options, below)
            scene = _verified(text, rules, scene, fence, skip)
            across = body.across or across
            if scene.state is not None and scene.state.seats:
                caption = context.words(body.caption, marked.place("caption"))
                look = RingLook(context.lang, body.open)
                picture = SeatsPicture(scene, look, body.most)
                panels.append(Panel(picture, caption, f"{plain(caption)} {describe_scene(scene, look)}".strip()))
    faults.raise_all()
    across = across or min(2, len(panels))
    lines = [tuple(panels[first : first + across]) for first in range(0, len(panels), max(1, across))]
    figures = tuple(Figure(line, across, (), fence.place) for line in lines)
    return figures[0] if len(figures) == 1 else figures


def _verified(text: str, rules: Any, before: SeatScene | None, fence: Fence, skip: int) -> SeatScene:
    try:
        return verify_scene(text, rules, before)
    except SceneError as error:
        place = Place(fence.file, fence.line + skip + error.line, error.column)
        reason = message("the engine refutes this table: {reason}", reason=error.reason)
        raise DataError(Fault(place, reason, error.hint)) from error


def describe_scene(scene: SeatScene, look: RingLook) -> str:
    """Return who sits where with what, and what the claims say, in words."""
    ring = Ring(scene, look)
    seats = [ring.described(number) for number in ring.numbers]
    facts = [words for claim in scene.claims if (words := describe_claim(claim, look.column))]
    return look.choose("；", "; ").join([*([look.choose("、", ", ").join(seats)] if ring.plain else seats), *facts])
