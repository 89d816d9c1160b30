"""What a print service would refuse, or would print wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial

from cardgen.base.errors import Code, Finding, Own
from cardgen.base.records import replace
from cardgen.base.words.messages import Message, message
from cardgen.cards.boxes.ink import text_beyond
from cardgen.cards.layout.box_findings import box_around, box_finding, text_box_around
from cardgen.cards.layout.cards import Laid, LaidCard
from cardgen.data.model import Game
from cardgen.products.exports.export import ExportContext
from cardgen.products.exports.services.decks import FittedDeck, fitted_decks, is_order
from cardgen.products.exports.services.fitting import MOST_LOST, has_bleed, not_lost
from cardgen.products.exports.services.model import PageService, Service
from cardgen.products.exports.services.options import ServiceOptions
from cardgen.products.files import OutputFile, SizeLimit
from cardgen.scene.finishes import finished_paths
from cardgen.scene.items import IDENTITY, GlyphRun, Path, Rect, Scene, bounds_of, walk
from cardgen.scene.paths import path_bounds
from cardgen.text.ink import ink_of

SERVICE_TEXT = Code(
    "CG501", "service-safe-area", message("text that reaches out of the safe area of the product of a print service")
)
SERVICE_CUT = Code(
    "CG502", "service-cut", message("cards of which a print service would cut off more than 1 mm at a side")
)
SERVICE_BLEED = Code("CG503", "service-bleed", message("cards whose bleed ends too near to the cut of a print service"))
SERVICE_COUNT = Code("CG504", "service-count", message("more cards than a print service takes in one order"))
SERVICE_BACK = Code("CG505", "service-back", message("cards without a back in an order that needs one for each card"))
FOIL = Code("CG506", "service-foil", message("foil too near to the cut of a print service, or too thin to be pressed"))
SERVICE_FILE = Code("CG507", "service-file", message("a file that is larger than a print service takes"))

CODES = (SERVICE_TEXT, SERVICE_CUT, SERVICE_BLEED, SERVICE_COUNT, SERVICE_BACK, FOIL, SERVICE_FILE)

#: Text may reach so far out of a service's safe area, mm: less than the tenth part of what its cut may be off.
_TOLERANCE = 0.1

#: A megabyte, as services count.
_BYTES = 1_000_000


def service_findings(name: str, service: Service, context: ExportContext[ServiceOptions]) -> Iterator[Finding]:
    """Yield what is wrong with the cards of a game for a service."""
    game = context.game
    fitted, _ = fitted_decks(game, service, context.options)
    for one in fitted:
        yield from _size_findings(name, service, game, one)
        yield from _text_findings(service, one, context.decks[one.deck])
        if isinstance(service, PageService):
            yield from foil_findings(one, context.decks[one.deck])
        if is_order(service) and any(card.back is None for card in context.decks[one.deck]):
            what = message(
                "the cards of {deck!r} have no back, and {service} needs one", deck=one.deck, service=service.title
            )
            place = game.marked.key_place("decks", one.deck)
            yield SERVICE_BACK.finding(place, what, message("add a back to the template"), deck=one.deck)
    yield from _count_findings(name, service, game, fitted)


def _size_findings(name: str, service: Service, game: Game, one: FittedDeck) -> Iterator[Finding]:
    fit, place = one.fit, game.marked.key_place("targets", "exports", name)
    hint = message("make the bleed larger, choose another product with products:, or write fit: scale or fit: pad")
    if not not_lost(fit):
        template = (
            "{service} would cut off {lost:.1f} mm of the cards of {deck!r} as {product}, expected at most {most:g} mm"
        )
        what = message(
            template, service=service.title, lost=max(fit.lost), deck=one.deck, product=one.product, most=MOST_LOST
        )
        yield SERVICE_CUT.finding(place, what, hint, deck=one.deck)
    elif not has_bleed(fit):
        template = (
            "{service}: the cards of {deck!r} as {product} end {beyond:.1f} mm beyond the cut, expected {least:g} mm"
        )
        what = message(
            template,
            service=service.title,
            deck=one.deck,
            product=one.product,
            beyond=min(fit.beyond),
            least=min(fit.cut.least_beyond),
        )
        yield SERVICE_BLEED.finding(place, what, hint, deck=one.deck)


def _text_findings(service: Service, one: FittedDeck, cards: tuple[LaidCard, ...]) -> Iterator[Finding]:
    """Yield a finding for each side with text out of the product's safe area: about the text that is furthest out."""
    sides: dict[int, Laid] = {id(side.scene): side for card in cards for _, side in card.sides}
    for side in sides.values():
        area, rounding = one.fit.safe_area(side.scene)
        beyond = one.fit.factor * text_beyond(side.scene.items, IDENTITY, area, rounding)
        if beyond > _TOLERANCE:
            template = "text reaches {beyond:.2f} mm out of the safe area of {product} of {service}"
            what = message(template, beyond=beyond, product=one.product, service=service.title)
            rect = _furthest_text(side.scene, area, rounding)
            hint = message("move it inwards, or make it smaller")
            own = Own(("beyond",), beyond)
            yield box_finding(SERVICE_TEXT, side, text_box_around(side, rect), what, hint, rect=rect, own=own)


def _furthest_text(scene: Scene, area: Rect, rounding: float) -> Rect:
    """Return the place of the text that reaches furthest out of an area."""
    runs = [(item, matrix) for matrix, item in walk(scene.items) if isinstance(item, GlyphRun) and item.text.strip()]
    run, matrix = max(runs, key=lambda pair: text_beyond((pair[0],), pair[1], area, rounding))
    return bounds_of(matrix, ink_of(run))


def _count_findings(name: str, service: Service, game: Game, fitted: list[FittedDeck]) -> Iterator[Finding]:
    counts: Counter[str] = Counter()
    for one in fitted:
        counts[one.product] += game.decks[one.deck].count
    for product, count in counts.items():
        if service.most_cards is not None and count > service.most_cards:
            template = "{count:,} cards of {product}, expected at most {most:,} in one order of {service}"
            what = message(template, count=count, product=product, most=service.most_cards, service=service.title)
            hint = message("name fewer decks with decks:, and export the others as a second order")
            yield SERVICE_COUNT.finding(game.marked.key_place("targets", "exports", name), what, hint)


def limit_files(name: str, service: Service, game: Game, files: Iterable[OutputFile]) -> Iterator[OutputFile]:
    """Yield the files of a service, with the most bytes that it takes of each."""
    if service.most_mb is None:
        yield from files
        return
    most = int(service.most_mb * _BYTES)
    for file in files:
        yield replace(file, limit=SizeLimit(most, partial(_too_large, name, service, game, file.path)))


def _too_large(name: str, service: Service, game: Game, path: str, size: int) -> Finding:
    template = "{file} has {size:.1f} MB, and {service} takes at most {most:g}"
    what = message(template, file=path, size=size / _BYTES, service=service.title, most=service.most_mb)
    place = game.marked.key_place("targets", "exports", name)
    return SERVICE_FILE.finding(place, what, message("use a lower dpi, or smaller pictures"))


# ---------------------------------------------------------------- foil


#: Figures of Pinguindruck: the least distance of foil from the cut, and the width of its thinnest line, mm.
LEAST_FROM_CUT = 1.5
LEAST_WIDTH = 0.38

#: Rounding, mm.
_ROUNDING = 0.005


def foil_findings(one: FittedDeck, cards: Iterable[LaidCard]) -> Iterator[Finding]:
    """Yield a finding for each side with foil that is too near to the cut, and for each with foil that is too thin."""
    sides = {id(side.scene): side for card in cards for _, side in card.sides}
    for side in sides.values():
        yield from _side_findings(one, side)


def _side_findings(one: FittedDeck, side: Laid) -> Iterator[Finding]:
    left, top, across, down = one.fit.area_on(side.scene, one.fit.cut.trim)
    placed: list[tuple[float, float, Rect]] = []
    for matrix, path in finished_paths(side.scene.items, "foil"):
        box = path_bounds(path.commands)
        if box is None:
            continue
        half = path.stroke_width / 2
        rect = bounds_of(matrix, (box[0] - half, box[1] - half, box[2] + 2 * half, box[3] + 2 * half))
        right, bottom = left + across - rect[0] - rect[2], top + down - rect[1] - rect[3]
        from_cut = min(rect[0] - left, rect[1] - top, right, bottom)
        placed.append((from_cut * one.fit.factor, _width(path, rect) * one.fit.factor, rect))
    if not placed:
        return
    from_cut, _, rect = min(placed)
    if from_cut < LEAST_FROM_CUT - _ROUNDING:
        what = message(
            "foil is {from_cut:.2f} mm from the cut, expected at least {least:g} mm",
            from_cut=from_cut,
            least=LEAST_FROM_CUT,
        )
        yield _finding(side, what, message("move it inwards, or make it smaller"), rect, Own(("from_cut",), -from_cut))
    _, width, rect = min(placed, key=lambda entry: entry[1])
    if width < LEAST_WIDTH - _ROUNDING:
        what = message("foil is {width:.2f} mm wide, expected at least {least:g} mm", width=width, least=LEAST_WIDTH)
        yield _finding(side, what, message("make it wider"), rect, Own(("width",), -width))


def _width(path: Path, rect: Rect) -> float:
    """Return the width of a line, or of the narrower side of an area."""
    return path.stroke_width or min(rect[2:])


def _finding(side: Laid, what: Message, hint: Message, rect: Rect, own: Own) -> Finding:
    return box_finding(FOIL, side, box_around(side, rect), what, hint, rect=rect, own=own)
