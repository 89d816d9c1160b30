"""Each distinct face and back as a picture file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from cardgen.data.model import Game
from cardgen.errors import DataError, Fault, all_of
from cardgen.layout.cards import Laid, LaidCard
from cardgen.scene.items import Scene
from cardgen.scene.keys import content_key
from cardgen.targets.options import Options
from cardgen.targets.product import Product, deck_inputs, key_of
from cardgen.units import MM_PER_INCH

if TYPE_CHECKING:
    from cardgen.formats.png import Picture

#: Of a PNG: a poster of 800 × 800 mm at 300 dpi. Memory and patience end not far beyond.
MOST_PIXELS = 100_000_000


def face_products(game: Game, laid: Mapping[str, tuple[LaidCard, ...]], options: Options) -> Iterator[Product]:
    """Each distinct face and back, as SVG and PNG, cut at the trim and with its bleed.

    DataError for PNGs of more than MOST_PIXELS, once a deck.
    """
    target = game.file.targets.cards
    if target is not None:
        dpi = options.dpi or target.dpi
        yield from all_of(_deck_products(game, deck, laid[deck], options, dpi) for deck in target.decks if deck in laid)


def _deck_products(game: Game, name: str, cards: Sequence[LaidCard], options: Options, dpi: int) -> Iterator[Product]:
    inputs = deck_inputs(game, game.decks[name])
    for side in _distinct_sides(cards):
        scene = side.scene
        key = content_key(scene)
        for bleed in (False, True) if scene.bleed else (False,):
            stem = f"{scene.name}-bleed" if bleed else scene.name
            beyond = scene.bleed if bleed else 0.0
            size = [round(scene.width + 2 * beyond, 4), round(scene.height + 2 * beyond, 4)]
            svg, png = f"cards/svg/{stem}.svg", f"cards/png/{stem}.png"
            if options.wants(svg):
                yield Product(svg, key_of("svg", key, bleed), inputs, {"mm": size}, partial(_svg, scene, bleed))
            if options.wants(png):
                picture = _picture(scene, dpi, bleed)
                _check_pixels(game, name, picture, size)
                facts = {"pixels": list(picture.size), "dpi": dpi}
                yield Product(png, key_of("png", key, bleed, dpi), inputs, facts, picture=picture)


def _check_pixels(game: Game, deck: str, picture: Picture, size: Sequence[float]) -> None:
    width, height = picture.size
    if width * height > MOST_PIXELS:
        most = int(MM_PER_INCH * (MOST_PIXELS / (size[0] * size[1])) ** 0.5)
        told = f"a card of {deck} as a PNG has {width:,} × {height:,} pixels, expected at most {MOST_PIXELS:,} in all"
        raise DataError(Fault(game.marked.place("targets", "cards"), told, f"dpi: {most} is as fine as it goes"))


def _distinct_sides(cards: Sequence[LaidCard]) -> Iterator[Laid]:
    seen: set[str] = set()
    for card in cards:
        for _, side in card.sides:
            if side.scene.name not in seen:
                seen.add(side.scene.name)
                yield side


def _svg(scene: Scene, bleed: bool) -> bytes:
    from cardgen.formats.svg import to_svg

    return to_svg(scene, bleed).encode()


def _picture(scene: Scene, dpi: int, bleed: bool) -> Picture:
    from cardgen.formats.png import Picture

    return Picture(scene, dpi, bleed)
