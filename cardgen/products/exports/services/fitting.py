"""How the cards of a deck become pictures or pages of a product: their scale, their turn, and what is cut off.

Lengths are in mm, and in the product's orientation: across and down, as the service shows its card.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from cardgen.base.records import dataclass
from cardgen.base.units import MM_PER_INCH
from cardgen.data.model import CardSize, Deck
from cardgen.products.exports.services.model import PageProduct, PictureProduct, PictureService, Service, Shape
from cardgen.scene.items import Matrix, Rect, Scene, scale, then, translate, turn

#: The most of a card that may be cut off at an edge, mm: home cutters and services are as far off.
MOST_LOST = 1.0
#: Art in a picture has to reach this far beyond the cut, mm; further out, its outermost pixels are repeated.
LEAST_BEYOND = 1.5
#: A product fits a deck unasked if its card is no wider or narrower, higher or lower than this, mm.
_NEAR = 1.5

#: Rounding, mm.
_ROUNDING = 0.01


@dataclass(frozen=True, slots=True)
class Cut:
    """What a service cuts out: the size of its card, how far the picture or page goes beyond it, and the safe area.

    Art has to reach `least_beyond` beyond the cut.
    """

    trim: tuple[float, float]
    bleed: tuple[float, float]
    safe: tuple[float, float]
    shape: Shape
    least_beyond: tuple[float, float]

    @property
    def size(self) -> tuple[float, float]:
        """The width and height of the picture or page."""
        return self.trim[0] + 2 * self.bleed[0], self.trim[1] + 2 * self.bleed[1]


@dataclass(frozen=True, slots=True)
class Fit:
    """The cards of a deck as a product.

    A card is drawn `factor` times as large and turned by `degrees` clockwise in the middle of the cut; its back is
    turned the other way, so that top meets top. `lost` is how much of it is cut off at each side, `beyond` how far its
    bleed reaches beyond the cut.
    """

    cut: Cut
    factor: float
    degrees: float
    lost: tuple[float, float]
    beyond: tuple[float, float]

    def matrix(self, scene: Scene, is_back: bool) -> Matrix:
        """Return where a side of a card is drawn, from the top left corner of the cut."""
        width, height = self.cut.trim
        centred = translate(-scene.width / 2, -scene.height / 2)
        turned = then(centred, turn(-self.degrees if is_back else self.degrees))
        return then(then(turned, scale(self.factor)), translate(width / 2, height / 2))

    def safe_area(self, scene: Scene) -> tuple[Rect, float]:
        """Return the safe area on a side of a card, in the card's own coordinates, and the radius of its corners."""
        area = self.area_on(scene, self.cut.safe)
        return area, min(area[2:]) / 2 if self.cut.shape == "circle" else 0.0

    def area_on(self, scene: Scene, size: Sequence[float]) -> Rect:
        """Return the area of a size in the middle of the cut, on a side of a card, in the card's own coordinates."""
        across, down = (length / self.factor for length in (reversed(size) if self.degrees else size))
        return ((scene.width - across) / 2, (scene.height - down) / 2, across, down)


# ---------------------------------------------------------------- cuts


def cut_of(service: Service, product: str, deck: Deck) -> Cut:
    """Return what a service cuts out of a product; of a product without a size, the card of the deck."""
    if isinstance(service, PictureService):
        return _picture_cut(service, service.products[product])
    return _page_cut(service.products[product], deck)


def _picture_cut(service: PictureService, product: PictureProduct) -> Cut:
    mm = MM_PER_INCH / service.dpi
    trim, bleed, safe, least = [], [], [], []
    for axis, pixels in enumerate(product.pixels):
        inset = (pixels * mm - product.trim[axis]) / 2 if product.trim else (product.bleed or (0, 0))[axis] * mm
        bleed.append(inset)
        trim.append(pixels * mm - 2 * inset)
        safe.append(trim[axis] - 2 * product.safe[axis] * mm)
        least.append(min(LEAST_BEYOND, inset))
    return Cut((trim[0], trim[1]), (bleed[0], bleed[1]), (safe[0], safe[1]), product.shape, (least[0], least[1]))


def _page_cut(product: PageProduct, deck: Deck) -> Cut:
    width, height = product.trim or deck.trim
    bleed = (product.bleed, product.bleed)
    return Cut((width, height), bleed, (width - 2 * product.safe, height - 2 * product.safe), product.shape, bleed)


# ---------------------------------------------------------------- fits


def fit_deck(deck: Deck, cut: Cut, is_scaled: bool) -> Fit:
    """Return how the cards of a deck become what a service cuts out, whether that is good or not.

    The card is made as large as the product's, and its bleed as far as it has to reach; or if not `is_scaled`, it is
    drawn in its own size.
    """
    card = deck.trim
    is_turned = (card[0] - card[1]) * (cut.trim[0] - cut.trim[1]) < 0
    if is_turned:
        card = card[1], card[0]
    bleed = deck.size.bleed
    reached = [(cut.trim[i] + 2 * cut.least_beyond[i]) / (card[i] + 2 * bleed) for i in (0, 1)]
    factor = max(cut.trim[0] / card[0], cut.trim[1] / card[1], *reached) if is_scaled else 1.0
    lost = [max(0.0, (card[i] * factor - cut.trim[i]) / 2) for i in (0, 1)]
    beyond = [((card[i] + 2 * bleed) * factor - cut.trim[i]) / 2 for i in (0, 1)]
    return Fit(cut, factor, 90.0 if is_turned else 0.0, (lost[0], lost[1]), (beyond[0], beyond[1]))


def is_good(fit: Fit) -> bool:
    """Return True if the cut leaves the whole card, and no edge white."""
    return not_lost(fit) and has_bleed(fit)


def not_lost(fit: Fit) -> bool:
    """Return True if no more of the card than MOST_LOST is cut off at any side."""
    return max(fit.lost) <= MOST_LOST + _ROUNDING


def has_bleed(fit: Fit) -> bool:
    """Return True if the art reaches as far beyond the cut as it has to."""
    return all(beyond >= least - _ROUNDING for beyond, least in zip(fit.beyond, fit.cut.least_beyond, strict=True))


def nearest_product(deck: Deck, service: Service, is_scaled: bool) -> str | None:
    """Return the product whose card is nearest in size to the deck's, or one for cards of any size.

    None if all differ too much or in shape.
    """
    near: list[tuple[float, str]] = []
    for name, product in service.products.items():
        if isinstance(product, PictureProduct) and product.named_only:
            continue
        cut = cut_of(service, name, deck)
        if isinstance(product, PageProduct) and product.trim is None:
            near.append((0.0, name))
        elif cut.shape == shape_of(deck.size) and is_good(fit_deck(deck, cut, is_scaled)):
            near.append((round(difference(deck, cut), 3), name))
    far, nearest = min(near, key=lambda pair: pair[0], default=(_NEAR + 1, None))
    return nearest if far <= _NEAR else None


def difference(deck: Deck, cut: Cut) -> float:
    """Return by how much a deck's cards are wider, narrower, higher or lower than what is cut out, mm."""
    sizes = zip(sorted(deck.trim), sorted(cut.trim), strict=True)
    return max(abs(own - other) for own, other in sizes)


def shape_of(size: CardSize) -> Shape:
    """Return the shape of cards of a size: round if nothing is left of its edges."""
    is_round = math.isclose(size.width, size.height) and 2 * size.corner >= size.width - _ROUNDING
    return "circle" if is_round else "rectangle"
