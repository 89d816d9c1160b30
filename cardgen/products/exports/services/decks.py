"""Which decks of a game become which products of a print service, and what is wrong with the options that say so."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cardgen.base.errors import DataError, Fault, Text, did_you_mean
from cardgen.base.records import dataclass, replace
from cardgen.base.words.messages import Message, joined, message
from cardgen.data.model import Game
from cardgen.data.targets import TargetSource
from cardgen.products.exports.export import ExportContext, decks_to_export
from cardgen.products.exports.services.fitting import Cut, Fit, cut_of, difference, fit_deck, nearest_product
from cardgen.products.exports.services.model import PictureProduct, PictureService, Service
from cardgen.products.exports.services.options import PageOptions, ServiceOptions
from cardgen.products.orders import OrderLine


@dataclass(frozen=True, slots=True)
class FittedDeck:
    """A deck of a game, the product that it becomes, and how its cards fit that."""

    deck: str
    product: str
    fit: Fit


def fitted_decks(game: Game, service: Service, options: ServiceOptions) -> tuple[list[FittedDeck], list[str]]:
    """Return the decks that the service makes, and the names of those that it has no product for.

    A deck becomes the product that the options name for it, or the nearest in size.
    """
    fitted: list[FittedDeck] = []
    without: list[str] = []
    for name in decks_to_export(game, "order", options):
        deck = game.decks[name]
        product = options.products.get(name) or nearest_product(deck, service, options.is_scaled)
        if product is None:
            without.append(name)
        else:
            cut = _with_bleed(cut_of(service, product, deck), options)
            fitted.append(FittedDeck(name, product, fit_deck(deck, cut, options.is_scaled)))
    return fitted, without


def _with_bleed(cut: Cut, options: ServiceOptions) -> Cut:
    """Return a cut with the bleed that the options of pages ask for."""
    if not isinstance(options, PageOptions) or options.bleed is None:
        return cut
    bleed = (options.bleed, options.bleed)
    return replace(cut, bleed=bleed, least_beyond=bleed)


def decks_to_make(name: str, service: Service, game: Game, options: ServiceOptions) -> list[FittedDeck]:
    """Return the decks that the service makes. DataError if there are none, or for one that the options name."""
    place = game.marked.key_place("targets", "exports", name)
    if not game.decks:
        what = message("the game has no cards to make images of")
        raise DataError(Fault(place, what, message("pages and boards are among the files of a build")))
    if not decks_to_export(game, "order", options):
        raise DataError(Fault(place, message("no deck of the game is for orders"), message("name one with decks:")))
    fitted, without = fitted_decks(game, service, options)
    wrong = without if options.decks or not fitted else []
    if wrong:
        faults = (Fault(place, _no_product(service, game, deck), _nearest(service, game, deck)) for deck in wrong)
        raise DataError(faults)
    return fitted


def _no_product(service: Service, game: Game, deck: str) -> Message:
    size = game.decks[deck].size
    template = "{service} has no product for the deck {deck!r}: its cards are {width:g} × {height:g} mm"
    return message(template, service=service.title, deck=deck, width=size.width, height=size.height)


def _nearest(service: Service, game: Game, name: str) -> Message:
    """Return a hint: the product whose card differs least from the deck's."""
    deck = game.decks[name]
    cuts = {product: cut_of(service, product, deck) for product in service.products}
    product = min(cuts, key=lambda key: difference(deck, cuts[key]))
    width, height = cuts[product].trim
    template = "the nearest is {product}, {width:.4g} × {height:.4g} mm; products: chooses one for a deck"
    return message(template, product=product, width=width, height=height)


def deck_faults(name: str, service: Service, options: ServiceOptions, source: TargetSource) -> Iterator[Fault]:
    """Yield a fault for each deck with a product that the game does not have, and each product that there is not."""
    yield from source.deck_faults(options.products, "exports", name, "products")
    products = list(service.products)
    for deck, product in options.products.items():
        if product not in products:
            place = source.marked.place("targets", "exports", name, "products", deck)
            what = message("{service} has no product {product!r}", service=service.title, product=product)
            yield Fault(place, what, did_you_mean(product, products))


def service_notes(service: Service, game: Game, options: ServiceOptions) -> Iterator[Text]:
    """Yield what people have to know of the files: decks that are left out, and figures that nobody has verified."""
    fitted, without = fitted_decks(game, service, options)
    sizes: dict[tuple[float, float], list[str]] = {}
    for deck in without if fitted else ():
        size = game.decks[deck].size
        sizes.setdefault((size.width, size.height), []).append(deck)
    for (width, height), decks in sizes.items():
        template = (
            "{service} has no product for cards of {width:g} × {height:g} mm, so these decks are left out: {decks}"
        )
        yield message(template, service=service.title, width=width, height=height, decks=joined(decks))
    for product in dict.fromkeys(deck.product for deck in fitted):
        if not service.products[product].verified:
            what = "{service}: the cut of {product} is not verified; order one copy first, and compare"
            yield message(what, service=service.title, product=product)


def order_lines(service: Service, context: ExportContext[Any]) -> Iterator[OrderLine]:
    """Yield the decks of each product, with the bracket or the sheets that an order of it is priced by."""
    game = context.game
    decks: dict[str, dict[str, int]] = {}
    for deck in fitted_decks(game, service, context.options)[0]:
        decks.setdefault(deck.product, {})[deck.deck] = game.decks[deck.deck].count
    for name, counts in decks.items():
        product, count = service.products[name], sum(counts.values())
        bracket = bracket_of(service, count) if isinstance(service, PictureService) else 0
        sheet = (product.sheet or 0) if isinstance(product, PictureProduct) else 0
        yield OrderLine(name, counts, bracket, -(-count // sheet) if sheet else 0, sheet)


def bracket_of(service: PictureService, count: int) -> int:
    """Return the number of cards that an order of `count` is priced by; 0 if the service has no such number."""
    return min((bracket for bracket in service.brackets if bracket >= count), default=0)


def is_order(service: Service) -> bool:
    """Return True if the service takes an order, which names a back for each card."""
    return isinstance(service, PictureService) and service.copies == "order"
