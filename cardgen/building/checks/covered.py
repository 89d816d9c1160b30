"""Check that no text is covered by what is painted after it, or crosses other text."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import cache
from typing import TypeAlias

from cardgen.base.errors import Code, Finding, Own
from cardgen.base.words.messages import Message, message
from cardgen.building.checks.context import Check, CheckContext
from cardgen.building.checks.painting import Layer, ink_points, layers_of, letters_of, overlaps
from cardgen.building.checks.sides import SideCheck
from cardgen.cards.layout.box_findings import box_around, box_finding, text_box_around
from cardgen.cards.layout.cards import Laid
from cardgen.scene.items import GlyphRun, Rect

TEXT_COVERED = Code("CG114", "text-covered", message("a text that is covered by what is painted after it"))
TEXT_CROSSED = Code("CG115", "text-crossed", message("two texts of which one is painted over the other"))

#: Returns the letters of a run. Those of a side are kept while it is checked.
Letters: TypeAlias = Callable[[Layer], tuple[Layer, ...]]

#: A letter is covered if more than this share of its ink is. An underline hides less of a letter that it crosses.
_LEAST_SHARE = 0.1
#: Paint of less opacity tints what is under it, and fainter text is a decoration.
_LEAST_OPACITY = 0.5
#: No share of a letter's ink.
_NOTHING: tuple[float, Rect] = (0.0, (0.0, 0.0, 0.0, 0.0))
#: The beginning of a text that a message quotes.
_MOST_QUOTED = 24


def _run(context: CheckContext) -> Iterator[Finding]:
    return _SIDES.run([*context.sides, *context.pages])


def _find(side: Laid, _: Hashable = None) -> Iterator[Finding]:
    """Yield a finding for the first text of each box that is covered, and for the first that is crossed."""
    layers = layers_of(side.scene)
    letters = cache(letters_of)
    reported: set[tuple[str, str]] = set()
    for index, layer in enumerate(layers):
        if not isinstance(layer.item, GlyphRun) or layer.opacity < _LEAST_OPACITY:
            continue
        over = [other for other in layers[index + 1 :] if overlaps(other.bounds, layer.bounds)]
        if not over:
            continue
        box = text_box_around(side, layer.bounds).name
        finding = _cover(side, layer, over, letters)
        if finding is None and (box, TEXT_CROSSED.code) not in reported:
            finding = _crossing(side, layer, over, letters)
        if finding is not None and (box, finding.code) not in reported:
            reported.add((box, finding.code))
            yield finding


def _cover(side: Laid, layer: Layer, over: list[Layer], letters: Letters) -> Finding | None:
    """Return the finding about a run of text that layers over it cover, if they do."""
    paint = [other for other in over if not isinstance(other.item, GlyphRun)]
    share, spot = _worst(letters(layer), paint) if paint else _NOTHING
    if share <= _LEAST_SHARE:
        return None
    cover = next(other for other in reversed(paint) if overlaps(other.bounds, spot))
    problem = message(
        "{text!r} is covered by the box {other}, which is painted after it",
        text=_quoted(layer),
        other=box_around(side, cover.bounds).name,
    )
    hint = message("move one of the boxes, or put the text after the other box")
    return _finding(TEXT_COVERED, side, layer, problem, hint, share, spot)


def _crossing(side: Laid, layer: Layer, over: list[Layer], letters: Letters) -> Finding | None:
    """Return the finding about a run of text and the first text over it that crosses it, if there is one."""
    for other in over:
        if not isinstance(other.item, GlyphRun) or _same_words(layer, other) or other.opacity < _LEAST_OPACITY:
            continue
        lower = [letter for letter in letters(layer) if overlaps(letter.bounds, other.bounds)]
        upper = [letter for letter in letters(other) if overlaps(letter.bounds, layer.bounds)]
        share, spot = max(_worst(lower, upper), _worst(upper, lower))
        if share > _LEAST_SHARE:
            problem = message(
                "{text!r} crosses the text {other!r} of the box {box}",
                text=_quoted(layer),
                other=_quoted(other),
                box=text_box_around(side, other.bounds).name,
            )
            return _finding(TEXT_CROSSED, side, layer, problem, message("move one of them"), share, spot)
    return None


def _finding(
    code: Code, side: Laid, layer: Layer, problem: Message, hint: Message, share: float, spot: Rect
) -> Finding:
    box = text_box_around(side, layer.bounds)
    return box_finding(code, side, box, problem, hint, rect=spot, own=Own(("text", "other"), share))


def _worst(letters: Sequence[Layer], over: Sequence[Layer]) -> tuple[float, Rect]:
    """Return the largest share of a letter's ink that other layers cover, and the rectangle around that letter."""
    shares = [
        (_share(letter, near), letter.bounds)
        for letter in letters
        if (near := [other for other in over if overlaps(other.bounds, letter.bounds)])
    ]
    return max(shares, default=_NOTHING)


def _share(letter: Layer, over: Sequence[Layer]) -> float:
    """Return the share of a letter's ink that is less than half visible under other layers."""
    points = ink_points(letter)
    visible = [1.0] * len(points)
    for layer in over:
        visible = [part * (1 - opacity) for part, opacity in zip(visible, layer.opacities(points), strict=True)]
    return sum(part < 1 - _LEAST_OPACITY for part in visible) / len(points)


def _same_words(first: Layer, second: Layer) -> bool:
    """Return True if a text is painted twice: a shadow, or an outline."""
    assert isinstance(first.item, GlyphRun)
    assert isinstance(second.item, GlyphRun)
    return first.item.text.strip() == second.item.text.strip()


def _quoted(layer: Layer) -> str:
    assert isinstance(layer.item, GlyphRun)
    text = layer.item.text.strip()
    return text if len(text) <= _MOST_QUOTED else f"{text[: _MOST_QUOTED - 1]}…"


_SIDES = SideCheck(_find)

CHECK = Check((TEXT_COVERED, TEXT_CROSSED), _run)
