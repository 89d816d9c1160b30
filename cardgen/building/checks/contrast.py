"""Check the contrast of text with its background, measured on the picture of each side without its text."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from cardgen.base.errors import Code, Finding, about_card
from cardgen.base.records import dataclass, replace
from cardgen.base.units import MM_PER_INCH, pixels, sum_floats
from cardgen.base.words.messages import message
from cardgen.building.checks.context import Check, CheckContext
from cardgen.cards.layout.box_findings import text_box_at
from cardgen.cards.layout.cards import Laid
from cardgen.cards.layout.laid import LaidBox, Owner, in_box
from cardgen.scene.colour import LEAST_CONTRAST, contrast, to_hex
from cardgen.scene.items import GlyphRun, Group, Item, Rect, Scene, bounds_of, walk
from cardgen.scene.keys import content_key
from cardgen.text.ink import ink_of

if TYPE_CHECKING:
    from PIL.Image import Image

LOW_CONTRAST = Code(
    "CG105",
    "low-contrast",
    message("text with a contrast of less than 4.5:1 to what is under it (WCAG 2.2), measured on the picture"),
)

_DPI = 150
#: The most pixels of one side. Large boards are seen from farther away, so a coarser picture is enough.
_MOST_PIXELS = 25_000_000
#: A colour with a smaller share of a text's background belongs to the edge of something beside it.
_LEAST_SHARE = 0.04
#: The number of colours that a photograph is reduced to.
_FEW_COLOURS = 8


def _run(context: CheckContext) -> Iterator[Finding]:
    return check_contrast([*context.sides, *context.pages])


#: The findings about sides that have been checked, by their scenes: few sides change while a game is reviewed.
_checked: WeakKeyDictionary[Scene, tuple[Owner, tuple[LaidBox, ...], tuple[Finding, ...]]] = WeakKeyDictionary()


def check_contrast(sides: Iterable[Laid]) -> Iterator[Finding]:
    """Yield a finding for each box of each side with text of too little contrast."""
    unchecked: list[Laid] = []
    for side in sides:
        owner, boxes, findings = _checked.get(side.scene, (None, (), ()))
        if owner == side.owner and boxes is side.boxes:
            yield from findings
        else:
            unchecked.append(side)
    for side, findings in _check_sides(unchecked):
        _checked[side.scene] = (side.owner, side.boxes, findings)
        yield from findings


def _check_sides(sides: Iterable[Laid]) -> Iterator[tuple[Laid, tuple[Finding, ...]]]:
    """Yield each side with its findings. Sides that are alike without their text are drawn once."""
    by_ground: dict[str, tuple[Scene, list[Laid]]] = {}
    for side in sides:
        bare = replace(side.scene, items=_without_text(side.scene.items), name="", title="", description="")
        by_ground.setdefault(content_key(bare), (bare, []))[1].append(side)
    grounds = render_grounds([bare for bare, _ in by_ground.values()])
    for (_, same), ground in zip(by_ground.values(), grounds, strict=True):
        for side in same:
            yield side, tuple(_check_side(side, ground))


@dataclass(frozen=True, slots=True)
class Ground:
    """A side without its text, as pixels: `across` and `down` are the pixels per mm."""

    image: Image
    across: float
    down: float

    def colours(self, rect: Rect) -> list[str]:
        """Return the colours that cover a considerable part of a rectangle (mm)."""
        # Whole pixels inside the rectangle: a pixel on its edge also shows what is beside the text.
        left, top = math.ceil(rect[0] * self.across), math.ceil(rect[1] * self.down)
        right, bottom = int((rect[0] + rect[2]) * self.across), int((rect[1] + rect[3]) * self.down)
        left, top = min(max(left, 0), self.image.width - 1), min(max(top, 0), self.image.height - 1)
        # Text beyond the edge of the side has no ground.
        right, bottom = min(max(right, left + 1), self.image.width), min(max(bottom, top + 1), self.image.height)
        part = self.image.crop((left, top, right, bottom))
        shares = _main_colours(part)
        if sum_floats(share for share, _ in shares) <= 0.5:  # a photograph: hardly any two pixels have the same colour
            shares = _main_colours(part.quantize(_FEW_COLOURS).convert("RGB"))
        return [colour for _, colour in shares]


def _main_colours(image: Image) -> list[tuple[float, str]]:
    """Return the colours of an image with their shares of it, without the rare ones."""
    total = image.width * image.height
    counted: list[tuple[int, tuple[int, int, int]]] = image.getcolors(total) or []  # type: ignore[assignment]
    shares = [(count / total, to_hex(*colour)) for count, colour in counted]
    return [(share, colour) for share, colour in shares if share >= _LEAST_SHARE]


def _check_side(side: Laid, ground: Ground) -> Iterator[Finding]:
    """Yield a finding for the first text of each box that does not stand out from its ground."""
    reported: set[str] = set()
    owner = side.owner
    for matrix, item in walk(side.scene.items):
        if not isinstance(item, GlyphRun) or item.invisible or not item.text.strip():
            continue
        rect = bounds_of(matrix, ink_of(item))
        worst = min(ground.colours(rect), key=lambda colour: contrast(item.colour, colour))
        ratio = contrast(item.colour, worst)
        box = text_box_at(side, rect)
        # Rounded as it is printed: a message must not call 4.50:1 too little.
        if round(ratio, 2) < LEAST_CONTRAST and box.name not in reported:
            reported.add(box.name)
            problem = message(
                "text in {colour} on {ground} has a contrast of {ratio:.2f}:1",
                colour=item.colour,
                ground=worst,
                ratio=ratio,
            )
            yield LOW_CONTRAST.finding(
                box.place,
                about_card(owner.card if owner.deck else "", in_box(box.name, problem)),
                message("expected at least {least}:1", least=LEAST_CONTRAST),
                deck=owner.deck,
                card=owner.card,
                side=owner.side,
                rect=rect,
            )


def _without_text(items: tuple[Item, ...]) -> tuple[Item, ...]:
    kept = [item for item in items if not isinstance(item, GlyphRun)]
    return tuple(replace(item, items=_without_text(item.items)) if isinstance(item, Group) else item for item in kept)


def render_grounds(scenes: list[Scene]) -> Iterator[Ground]:
    """Yield each scene as pixels, one at a time: all of them would not fit into memory."""
    if not scenes:  # a game may be a rulebook alone
        return
    from cardgen.formats.pdf import Page, pdf_bytes
    from cardgen.formats.rendering import opened_pdf, render

    with opened_pdf(pdf_bytes(Page(scene, bleed=False) for scene in scenes)) as document:
        for number, scene in enumerate(scenes):
            across = math.sqrt(scene.width * scene.height) / MM_PER_INCH
            dpi = min(_DPI, math.sqrt(_MOST_PIXELS) / across)
            width, height = (pixels(side, dpi) for side in (scene.width, scene.height))
            image = render(document, number, width, height).to_picture()
            yield Ground(image, width / scene.width, height / scene.height)


CHECK = Check((LOW_CONTRAST,), _run, by_side=True)
