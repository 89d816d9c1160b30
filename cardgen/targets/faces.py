"""Each distinct face and back as a picture file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from cardgen.data.model import Game
from cardgen.draw.scene import Scene, content_key
from cardgen.layout.cards import Laid, LaidCard
from cardgen.targets.product import Options, Product, deck_inputs, key_of
from cardgen.units import pixels

if TYPE_CHECKING:
    from cardgen.formats.png import Picture


def face_products(game: Game, laid: Mapping[str, tuple[LaidCard, ...]], options: Options) -> Iterator[Product]:
    """Each distinct face and back, as SVG and PNG, cut at the trim and with its bleed."""
    target = game.file.targets.cards
    if target is None:
        return
    dpi = options.dpi or target.dpi
    for name in [deck for deck in target.decks if deck in laid]:
        inputs = deck_inputs(game, game.decks[name])
        for side in _distinct_sides(laid[name]):
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
                    facts = {"pixels": [pixels(length, dpi) for length in size], "dpi": dpi}
                    yield Product(
                        png, key_of("png", key, bleed, dpi), inputs, facts, picture=_picture(scene, dpi, bleed)
                    )


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
