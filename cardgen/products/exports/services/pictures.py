"""The pictures of a service: the files of the cards that become its products."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from cardgen.base.records import dataclass
from cardgen.base.units import MM_PER_INCH
from cardgen.data.model import Game
from cardgen.products.exports.images import ListedCard, decks_of, image_rows, pictured_sides
from cardgen.products.exports.services.decks import FittedDeck
from cardgen.products.exports.services.fitting import Fit
from cardgen.products.exports.services.model import PictureService
from cardgen.products.files import PngFile, deck_inputs, key_of
from cardgen.products.product import Decks
from cardgen.scene.items import Placed, Scene, then, translate
from cardgen.scene.keys import content_key

if TYPE_CHECKING:
    from cardgen.formats.png import Picture


@dataclass(frozen=True, slots=True)
class PictureFit:
    """The pictures of a deck: how its cards fit the product, the size of a picture in pixels, and its resolution."""

    fit: Fit
    pixels: tuple[int, int]
    dpi: int

    @property
    def margins(self) -> tuple[float, float]:
        """The pixels at each side that the bleed of the card does not reach, across and down."""
        across, down = (
            max(0.0, bleed - beyond) / MM_PER_INCH * self.dpi
            for bleed, beyond in zip(self.fit.cut.bleed, self.fit.beyond, strict=True)
        )
        return across, down

    def picture(self, scene: Scene, is_back: bool) -> Scene:
        """Return a side of a card as a scene of exactly the size of the picture."""
        width, height = (count / self.dpi * MM_PER_INCH for count in self.pixels)
        trim = self.fit.cut.trim
        middle = translate((width - trim[0]) / 2, (height - trim[1]) / 2)
        placed = Placed(scene, then(self.fit.matrix(scene, is_back), middle))
        return Scene(
            width,
            height,
            (placed,),
            name=scene.name,
            title=scene.title,
            description=scene.description,
            lang=scene.lang,
        )


def picture_fits(service: PictureService, fitted: Sequence[FittedDeck], dpi: int) -> dict[str, PictureFit]:
    """Return how the cards of each deck become pictures at a resolution."""
    fits: dict[str, PictureFit] = {}
    for one in fitted:
        width, height = (round(pixels * dpi / service.dpi) for pixels in service.products[one.product].pixels)
        fits[one.deck] = PictureFit(one.fit, (width, height), dpi)
    return fits


def rows_by_product(
    game: Game, laid: Decks, fitted: Sequence[FittedDeck], each_copy: bool
) -> dict[str, list[ListedCard]]:
    """Return the rows of each product's pictures. The pictures of a product are in a folder of its name."""
    decks: dict[str, list[str]] = {}
    for one in fitted:
        decks.setdefault(one.product, []).append(one.deck)
    return {
        product: [row.below(product) for row in image_rows(game, laid, names, each_copy)]
        for product, names in decks.items()
    }


def picture_files(
    game: Game, rows: Sequence[ListedCard], fits: Mapping[str, PictureFit], optimise: bool
) -> Iterator[PngFile]:
    """Yield the file of each face, and of each back once. Files that show the same share their picture."""
    from cardgen.formats.png import Picture

    inputs = {deck.id: deck_inputs(game, deck) for deck in decks_of(rows)}
    pictures: dict[tuple[Scene, PictureFit, bool], Picture] = {}
    for path, row, side, is_back in pictured_sides(rows):
        fit = fits[row.deck.id]
        key = side.scene, fit, is_back
        if key not in pictures:
            pictures[key] = Picture(fit.picture(side.scene, is_back), fit.dpi, False, optimise, fit.margins)
        yield PngFile(
            path=path,
            key=key_of("service", content_key(side.scene), fit, is_back, optimise),
            inputs=inputs[row.deck.id],
            facts={"pixels": list(fit.pixels), "dpi": fit.dpi},
            picture=pictures[key],
        )
