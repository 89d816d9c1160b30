"""The plan of a game's files: which files its products make, and which decks they need."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Iterator

from cardgen.base.errors import Faults, Finding, Text, all_of
from cardgen.base.records import replace
from cardgen.cards.layout.cards import Laid, LaidCard, layout_deck
from cardgen.cards.layout.reuse import LayoutCache
from cardgen.data.model import Game
from cardgen.products.files import OutputFile
from cardgen.products.options import Options
from cardgen.products.orders import Order
from cardgen.products.product import Decks, products_for, products_of


def layout_game(
    game: Game,
    decks: Iterable[str] | None = None,
    cache: LayoutCache[Laid] | None = None,
    for_files: bool = False,
) -> dict[str, tuple[LaidCard, ...]]:
    """Lay out every card of the given decks, or of all. DataError with the faults of all of them.

    A `cache` keeps the cards for the next call, which lays out only those that may have changed. If all that is wanted
    are files, the faces of large decks are prepared for them by several processes.
    """
    laid: dict[str, tuple[LaidCard, ...]] = {}
    faults = Faults()
    for name in game.decks if decks is None else decks:
        with faults:
            laid[name] = layout_deck(game, game.decks[name], cache, for_files)
    faults.raise_all()
    return laid


def layout_cards(game: Game, keys: Collection[str]) -> dict[str, tuple[LaidCard, ...]]:
    """Lay out the cards with these keys, such as `heroes/ann`, and no others of their decks. DataError as for all."""
    laid: dict[str, tuple[LaidCard, ...]] = {}
    faults = Faults()
    for name, deck in game.decks.items():
        if cards := tuple(card for card in deck.cards if f"{name}/{card.id}" in keys):
            with faults:
                laid[name] = layout_deck(game, replace(deck, cards=cards))
    faults.raise_all()
    return laid


def decks_for(game: Game, options: Options) -> list[str]:
    """Return the decks that the wanted files show: all of them, unless only sheets are wanted."""
    shown = {path: decks for product in products_of(game) for path, decks in product.decks_of_files(game)}
    only_sheets = options.only and all(
        any(replace(options, only=(part,)).wants(path) for path in shown) for part in options.only
    )
    if not only_sheets:
        return list(game.decks)
    wanted = {deck for path, decks in shown.items() if options.wants(path) for deck in decks}
    return [deck for deck in game.decks if deck in wanted]


def plan_files(game: Game, decks: Decks, options: Options) -> list[OutputFile]:
    """Return every file that `options` ask for, sorted by path. Nothing is drawn yet.

    `decks` are those that `decks_for` names. DataError with the faults of all targets on all their papers.
    """
    plans = all_of(product.plan(game, decks, options) for product in products_for(game, options))
    return sorted(plans, key=lambda file: file.path)


def check_targets(
    game: Game,
    decks: Decks,
    options: Options = Options(),  # noqa: B008  # frozen
    progress: Callable[[], None] = lambda: None,
    check_pages: Callable[[Callable[[], None]], None] | None = None,
) -> None:
    """Raise DataError with every fault for which a file that `options` ask for cannot be made; books are laid out.

    `progress` is called after each file and page. `check_pages` finds the faults of books, for a caller that keeps them
    laid out; it is called with `progress`.
    """
    products = products_for(game, options)
    plans = all_of(product.plan(game, decks, options) for product in products)
    pages = all_of(product.check_pages(game, decks, options) for product in products)
    for _ in all_of((plans, pages if check_pages is None else _checked(check_pages, progress))):
        progress()


def _checked(check: Callable[[Callable[[], None]], None], progress: Callable[[], None]) -> Iterator[None]:
    check(progress)
    yield


def layout_targets(game: Game, options: Options = Options()) -> list[Laid]:  # noqa: B008  # frozen
    """Lay out the drawings that products have templates for, such as pages and boards. DataError as for a deck."""
    return [page for product in products_for(game, options) for page in product.layouts(game, options)]


def target_findings(game: Game, decks: Decks, options: Options = Options()) -> list[Finding]:  # noqa: B008  # frozen
    """Return the findings about the targets of a readable game and the files that options ask for, each once."""
    findings = {finding for product in products_of(game) for finding in product.findings(game)}
    for product in products_for(game, options):
        findings.update(product.deck_findings(game, decks, options))
    return sorted(findings)


def target_notes(game: Game, options: Options) -> list[Text]:
    """Return what people have to know of the files that options ask for, each once."""
    return list(dict.fromkeys(note for product in products_for(game, options) for note in product.notes(game, options)))


def orders_for(game: Game, decks: Decks, options: Options) -> list[Order]:
    """Return what the export that options ask for orders; nothing for a build."""
    products = products_for(game, options) if options.export else ()
    return [order for product in products for order in product.orders(game, decks, options)]


def unmade_files(
    game: Game,
    options: Options = Options(),  # noqa: B008  # frozen
    planned: Container[str] = (),
) -> list[tuple[str, Finding]]:
    """Return the path and the finding of each wanted file that cannot be made, though all others can."""
    return [pair for product in products_for(game, options) for pair in product.unmade(game, options, planned)]
