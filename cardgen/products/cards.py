"""Card faces: each distinct face and back as an SVG and a PNG file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from cardgen.base.errors import DataError, Fault, all_of
from cardgen.base.records import replace
from cardgen.base.units import MM_PER_INCH
from cardgen.base.words.messages import message
from cardgen.data.card_shapes import CORNERS_WORDS, RECTANGLE, Corners, cut_outline
from cardgen.data.kinds import DeckNames, FileModel
from cardgen.data.model import Game
from cardgen.data.targets import Section, TargetSource
from cardgen.products.files import BytesFile, OutputFile, PngFile, deck_inputs, key_of
from cardgen.products.options import Options
from cardgen.products.product import Decks, Product
from cardgen.scene.items import Command, Group, Scene
from cardgen.scene.items import Path as Shape
from cardgen.scene.keys import content_key

if TYPE_CHECKING:
    from cardgen.cards.layout.cards import Laid, LaidCard

#: The most pixels of a PNG: a poster of 800 × 800 mm at 300 dpi. Larger ones need too much memory and time.
MOST_PIXELS = 100_000_000


class CardsTarget(FileModel):
    """Each distinct face and back as files, with and without bleed."""

    decks: DeckNames
    dpi: Annotated[int, Field(ge=36, le=2400)] = 300
    corners: Corners | None = Field(None, description=CORNERS_WORDS)


def _check(target: CardsTarget | None, source: TargetSource) -> Iterator[Fault]:
    yield from source.deck_faults(target.decks if target else (), "cards", "decks")


CARDS: Section[CardsTarget | None] = Section("cards", CardsTarget | None, None, order=10, check=_check)


def _plan(game: Game, decks: Decks, options: Options) -> Iterator[OutputFile]:
    """Yield the files of the wanted decks. DataError for PNGs of more than MOST_PIXELS, once a deck."""
    target = CARDS.of(game.file)
    if target is not None:
        dpi = options.dpi or target.dpi
        yield from all_of(_plan_deck(game, deck, decks[deck], options, dpi) for deck in target.decks if deck in decks)


PRODUCT = Product(CARDS, _plan)


def _plan_deck(game: Game, deck: str, cards: Sequence[LaidCard], options: Options, dpi: int) -> Iterator[OutputFile]:
    sides = cache(lambda: _distinct_sides(cards))

    def is_stem(stem: str) -> bool:
        # A deck may have many thousands of names: they are not made if none can be meant.
        return stem.startswith(deck) and (stem in sides() or stem.removesuffix("-bleed") in sides())

    if not options.may_want_in("cards", is_stem):
        return
    inputs = deck_inputs(game, game.decks[deck])
    target = CARDS.of(game.file)
    for side in sides().values():
        outline = side_cut(game, side, target.corners if target else None)
        for with_bleed in (False, True) if side.scene.bleed else (False,):
            cut = () if with_bleed else outline
            yield from _plan_side(game, deck, side.scene, inputs, with_bleed, cut, options, dpi)


def side_cut(game: Game, side: Laid, corners: Corners | None) -> tuple[Command, ...]:
    """Return the outline outside of which a picture of a side is transparent; nothing if it has square corners."""
    scene, size = side.scene, game.decks[side.owner.deck].size
    if corners != "transparent" and size.shape == RECTANGLE:
        return ()
    return cut_outline(size, scene.width, scene.height, corners, is_back=side.owner.side == "back")


def _plan_side(
    game: Game,
    deck: str,
    scene: Scene,
    inputs: tuple[Path, ...],
    with_bleed: bool,
    outline: tuple[Command, ...],
    options: Options,
    dpi: int,
) -> Iterator[OutputFile]:
    name = f"{scene.name}-bleed" if with_bleed else scene.name
    svg, png = f"cards/svg/{name}.svg", f"cards/png/{name}.png"
    if options.wants(svg):
        bleed = scene.bleed if with_bleed else 0.0
        yield BytesFile(
            path=svg,
            key=key_of("svg", content_key(scene), with_bleed, *([outline] if outline else [])),
            inputs=inputs,
            facts={"mm": [round(scene.width + 2 * bleed, 4), round(scene.height + 2 * bleed, 4)]},
            make=partial(_svg, scene, with_bleed, outline),
        )
    if options.wants(png):
        yield side_picture(game, deck, scene, png, inputs, dpi, with_bleed, options.optimise, outline)


def side_picture(
    game: Game,
    deck: str,
    scene: Scene,
    path: str,
    inputs: tuple[Path, ...],
    dpi: int,
    bleed: bool,
    optimise: bool,
    outline: tuple[Command, ...] = (),
) -> PngFile:
    """Return a side of a card of `deck` as a PNG at `path`, transparent outside of its outline if it has one.

    DataError if it has more than MOST_PIXELS.
    """
    from cardgen.formats.png import Picture

    picture = Picture(scene, dpi, bleed, optimise, outline=outline)
    width, height = picture.size
    if width * height > MOST_PIXELS:
        problem = message(
            "a card of {deck} as a PNG has {width:,} × {height:,} pixels, expected at most {most:,} in all",
            deck=deck,
            width=width,
            height=height,
            most=MOST_PIXELS,
        )
        margin = 2 * scene.bleed if bleed else 0.0
        area = (scene.width + margin) * (scene.height + margin)
        hint = message("use dpi: {dpi} or less", dpi=int(MM_PER_INCH * (MOST_PIXELS / area) ** 0.5))
        raise DataError(Fault(game.marked.place("targets", "cards"), problem, hint))
    return PngFile(
        path=path,
        key=key_of("png", content_key(scene), bleed, dpi, optimise, *([outline] if outline else [])),
        inputs=inputs,
        facts={"pixels": list(picture.size), "dpi": dpi},
        picture=picture,
    )


def _distinct_sides(cards: Sequence[LaidCard]) -> dict[str, Laid]:
    """Return the sides by the names of their pictures. Cards may share a side."""
    sides: dict[str, Laid] = {}
    for card in cards:
        for _, side in card.sides:
            sides.setdefault(side.scene.name, side)
    return sides


def _svg(scene: Scene, bleed: bool, outline: tuple[Command, ...]) -> bytes:
    from cardgen.formats.svg import to_svg

    if outline:
        scene = replace(scene, items=(Group(scene.items, clip=Shape(outline, fill="#ffffff")),))
    return to_svg(scene, bleed).encode()
