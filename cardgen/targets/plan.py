"""The list of products: which files a game is made into, and which decks they need."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from cardgen.data.model import Game
from cardgen.errors import DataError, Fault, all_of
from cardgen.layout.cards import LaidCard, layout_deck
from cardgen.targets import cuts, sheets
from cardgen.targets.books import book_products, laid_books
from cardgen.targets.faces import face_products
from cardgen.targets.options import Options
from cardgen.targets.product import Product

#: What is printed beside cards and books, by the section of the targets that asks for it.
PRINTED: Mapping[str, Callable[[Game, Options], Iterator[Product]]] = {
    "diecuts": cuts.diecut_products,
    "boards": cuts.board_products,
    "cutouts": sheets.cutout_products,
    "pages": sheets.page_products,
    "tuckboxes": sheets.tuckbox_products,
    "calibration": sheets.calibration_products,
}


def layout_game(game: Game, decks: Iterable[str] | None = None) -> dict[str, tuple[LaidCard, ...]]:
    """Every card of the given decks, or of all, laid out. DataError with the faults of all of them."""
    laid: dict[str, tuple[LaidCard, ...]] = {}
    faults: list[Fault] = []
    for name in game.decks if decks is None else decks:
        try:
            laid[name] = layout_deck(game, game.decks[name])
        except DataError as error:
            faults += error.faults
    if faults:
        raise DataError(faults)
    return laid


def decks_for(game: Game, options: Options) -> list[str]:
    """The decks that the wanted files show: all of them, unless only sheets are wanted."""
    everywhere = replace(options, only=())
    shown = {
        path: target.decks
        for name, target in game.file.targets.sheets.items()
        for path, _ in everywhere.for_papers(name, target.papers)
    }
    shown |= dict.fromkeys(cuts.cut_paths(game), ())  # these show no faces
    only_sheets = options.only and all(
        any(replace(options, only=(part,)).wants(path) for path in shown) for part in options.only
    )
    if not only_sheets:
        return list(game.decks)
    wanted = {deck for path, decks in shown.items() if options.wants(path) for deck in decks}
    return [deck for deck in game.decks if deck in wanted]


def plan_products(game: Game, laid: Mapping[str, tuple[LaidCard, ...]], options: Options) -> list[Product]:
    """Every file that `options` ask for, in the order of their paths. Nothing is drawn yet.

    `laid` holds the decks that `decks_for` names. DataError with everything that cannot be made, of all targets on all
    their papers.
    """
    return sorted(_planned(game, laid, options), key=lambda product: product.path)


def check_targets(game: Game, laid: Mapping[str, tuple[LaidCard, ...]], options: Options = Options()) -> None:  # noqa: B008  # frozen
    """DataError with everything for which a file that `options` ask for could not be made; books are laid out, too."""
    for _ in all_of((_planned(game, laid, options), laid_books(game, laid, options))):
        pass


def _planned(game: Game, laid: Mapping[str, tuple[LaidCard, ...]], options: Options) -> Iterator[Product]:
    sections = (
        face_products(game, laid, options),
        sheets.sheet_products(game, laid, options),
        cuts.outline_products(game, options),
        *(products_of(game, options) for products_of in PRINTED.values()),
        book_products(game, laid, options),
    )
    return all_of(sections)
