"""Check that no box comes out empty: without text, without paint, with a blank picture, or off the card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cardgen.base.errors import Code, Finding, Place, Text
from cardgen.base.words.messages import message
from cardgen.building.checks.context import Check, CheckContext, distinct_sides
from cardgen.building.checks.painting import is_blank, layers_of, overlaps
from cardgen.cards.boxes.registry import load_box_kind
from cardgen.cards.layout.box_findings import box_around, box_finding
from cardgen.cards.layout.cards import Laid
from cardgen.cards.layout.laid import LaidBox
from cardgen.data.templates.box_models import ContainerBox
from cardgen.data.templates.forms import BoxForm
from cardgen.formats.paint import shown_rect
from cardgen.scene.items import GlyphRun, Image, Path

EMPTY_BOX = Code(
    "CG118",
    "empty-box",
    message("a box that shows nothing: no text, no paint, a blank picture, or a place off the card"),
    "warning",
)


def _run(context: CheckContext) -> Iterator[Finding]:
    game = context.game
    templates = [*(deck.template for deck in game.decks.values()), *game.pages.values()]
    forms = [side.boxes for template in templates for side in template.sides.values()]
    anchors = {place for boxes in forms for place in _anchors(boxes)}
    continuing = {place for boxes in forms for place in _continuing(boxes)}
    for cards in context.decks.values():
        yield from _check_sides(distinct_sides({"": cards}), anchors, continuing)
    yield from _check_sides(context.pages, anchors, continuing)


def _anchors(forms: Mapping[str, BoxForm]) -> Iterator[Place]:
    """Yield the places of boxes that other boxes are placed by: such a box may paint nothing."""
    needed = {name for form in forms.values() for name in form.needs}
    for name, form in forms.items():
        if name in needed:
            yield form.marked.place()
        yield from _anchors(form.inside)


def _continuing(forms: Mapping[str, BoxForm]) -> Iterator[Place]:
    """Yield the places of boxes that continue others: a short text does not reach them."""
    for form in forms.values():
        if form.marked.value.get("continues"):
            yield form.marked.place()
        yield from _continuing(form.inside)


def _check_sides(sides: Sequence[Laid], anchors: set[Place], continuing: set[Place]) -> Iterator[Finding]:
    """Yield a finding for each empty box that layout has not reported.

    A container may be empty on some cards, such as a repeat of an empty list.
    """
    filled = {box.place for side in sides for box in side.boxes if not box.is_empty and _is_container(box)}
    may_be_empty = filled | continuing
    # Layout has reported why these are not drawn as they should be.
    wrong = {(side.owner.side, finding.rect) for side in sides for finding in side.findings}
    for side in sides:
        shown = shown_rect(side.scene, bleed=True)
        for box in side.boxes:
            if (side.owner.side, box.rect) in wrong:
                continue
            is_meant = box.place in may_be_empty or (box.place in anchors and box.kind != "text")
            if box.is_empty and not is_meant:
                yield _finding(side, box, *_reason(box))
            elif not box.is_empty and not overlaps(box.rect, shown) and min(box.rect[2:]) > 0:
                problem = message("the whole box is off the card")
                yield _finding(side, box, problem, message("expected a place on the card or in its bleed"))
        yield from _check_pictures(side)


def _check_pictures(side: Laid) -> Iterator[Finding]:
    """Yield a finding for each picture without a pixel that can be seen."""
    for layer in layers_of(side.scene) if _has_images(side) else ():
        if isinstance(layer.item, Image) and is_blank(layer.item.file, layer.item.digest, layer.item.page):
            problem = message("the picture {file} is transparent everywhere", file=layer.item.file.name)
            yield _finding(side, box_around(side, layer.bounds), problem, "")


def _has_images(side: Laid) -> bool:
    return any(not isinstance(item, Path | GlyphRun) for item in side.scene.items)


def _is_container(box: LaidBox) -> bool:
    return issubclass(load_box_kind(box.kind).model, ContainerBox)


def _reason(box: LaidBox) -> tuple[Text, Text]:
    """Return what is wrong with an empty box, and a hint."""
    if _is_container(box):
        return message("nothing in it is drawn on any card"), message("remove it, or correct what it holds")
    if box.kind == "text":
        hint = message("leave the value out of the card, or draw the box only `when` it is given")
        return message("the text is blank"), hint
    return message("it paints nothing"), message("give it a fill, a stroke or content, or remove it")


def _finding(side: Laid, box: LaidBox, problem: Text, hint: Text) -> Finding:
    return box_finding(EMPTY_BOX, side, box, problem, hint, rect=box.rect)


CHECK = Check((EMPTY_BOX,), _run)
