"""Check that cards which differ in colours alone can still be told apart where ink is saved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from cardgen.base.errors import Code, Finding
from cardgen.base.records import replace
from cardgen.base.words.messages import message
from cardgen.building.checks.context import CheckContext
from cardgen.cards.layout.cards import LaidCard
from cardgen.scene.colour import difference
from cardgen.scene.items import GlyphRun, Gradient, Group, Item, Path, Placed, Scene, walk
from cardgen.scene.keys import content_key
from cardgen.scene.low_ink import full_ink

COLOURS_LOST = Code(
    "CG122",
    "colours-lost",
    message(
        "faces of a deck that differ in colours alone, by 15 or more (CIEDE2000), and by less where ink is saved: "
        "nobody tells them apart"
    ),
    only_on_paper=True,
)

#: Faces of one form that are compared, each with each.
_MOST_COMPARED = 100


def check_told_apart(context: CheckContext, least: float) -> Iterator[Finding]:
    """Yield a finding for each face that is less than `least` apart from another with this ink, and more in full."""
    if not context.game.ink:
        return
    for deck, cards in context.decks.items():
        for alike in _of_one_form(cards):
            reported: set[str] = set()
            for first, second in combinations(alike[:_MOST_COMPARED], 2):
                if second.card.id not in reported and _are_lost(first.face.scene, second.face.scene, least):
                    reported.add(second.card.id)
                    yield COLOURS_LOST.finding(
                        second.card.place(),
                        message(
                            "{second} looks like {first} with this ink: they differ in colours alone",
                            first=first.card.id,
                            second=second.card.id,
                        ),
                        message("give them a letter, a pattern or a shape as well, or write `ink: keep` for a colour"),
                        deck=deck,
                        card=second.card.id,
                        side="face",
                    )


def _of_one_form(cards: Iterable[LaidCard]) -> Iterator[list[LaidCard]]:
    """Yield the cards whose full faces are equal but for their colours, two or more; equal faces once."""
    forms: dict[str, dict[tuple[str, ...], LaidCard]] = {}
    for card in cards:
        scene = full_ink(card.face.scene)
        form = content_key(replace(scene, items=_colourless(scene.items), name="", title="", description=""))
        forms.setdefault(form, {}).setdefault(tuple(_colours(scene)), card)
    yield from (list(faces.values()) for faces in forms.values() if len(faces) > 1)


def _colourless(items: Iterable[Item]) -> tuple[Item, ...]:
    return tuple(map(_without_colour, items))


def _without_colour(item: Item) -> Item:
    match item:
        case GlyphRun():
            return replace(item, colour="")
        case Path():
            return replace(item, fill=item.fill and "", stroke=item.stroke and "")
        case Group():
            return replace(item, items=_colourless(item.items), description="")
        case Placed():
            return replace(item, scene=replace(item.scene, items=_colourless(item.scene.items)))
        case _:
            return item


def _colours(scene: Scene) -> Iterator[str]:
    for _, item in walk(scene.items):
        if isinstance(item, GlyphRun):
            yield item.colour
        elif isinstance(item, Path):
            stops = item.fill.stops if isinstance(item.fill, Gradient) else ()
            yield from (stop.colour for stop in stops)
            yield from (paint for paint in (item.fill, item.stroke) if isinstance(paint, str) and paint)


def _are_lost(first: Scene, second: Scene, least: float) -> bool:
    """Return True if two faces look alike with little ink, and do not in full."""
    return _distance(first, second) < least <= _distance(full_ink(first), full_ink(second))


def _distance(first: Scene, second: Scene) -> float:
    """Return how far apart the colours of two scenes are, at the place where they differ most (CIEDE2000)."""
    ones, others = list(_colours(first)), list(_colours(second))
    if len(ones) != len(others):
        return 100.0
    return max((difference(a, b) for a, b in set(zip(ones, others, strict=True)) if a != b), default=0.0)
