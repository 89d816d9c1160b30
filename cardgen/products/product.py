"""The interface of a printed product: its section of game.yaml, and the plan of its files.

A product is a plug-in of the kind `products` that names a `Product`:

    [project.entry-points."cardgen.products"]
    bookmarks = "my_package.bookmarks:PRODUCT"
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from cardgen.base.errors import Code, Finding, Text
from cardgen.base.plugins import load_plugin
from cardgen.base.records import dataclass
from cardgen.data.model import Game
from cardgen.data.targets import Section
from cardgen.products.files import OutputFile, PagesFile
from cardgen.products.options import CONTACT_FOLDER, EXPORTS_FOLDER, Options

if TYPE_CHECKING:
    from cardgen.cards.layout.cards import Laid, LaidCard
    from cardgen.products.orders import Order

Decks: TypeAlias = "Mapping[str, tuple[LaidCard, ...]]"
"""The cards of each deck, laid out."""


def _none(*_: Any) -> Iterable[Any]:
    return ()


@dataclass(frozen=True, slots=True, eq=False)
class Product:
    """A printed product. Only its section and its plan are needed; every function may raise DataError.

    `section`: its key below `targets:` in game.yaml.
    `plan`: the files that the options ask for. Nothing is drawn yet; `decks` are those that `decks_of_files` asks for.
    `is_listed`: its files are PagesFiles under sheets/, which the review lists beside the sheets of cards.
    `listed`: PagesFiles elsewhere that the review lists as well. They are laid out when it is called.
    `decks_of_files`: pairs of the path of each of its files under sheets/ and the decks whose faces the file shows.
    `layouts`: drawings by templates that the options ask for; their findings are those of the game.
    `findings`: defects of the targets of a readable game; no file is made before they are corrected.
    `deck_findings`: defects of the files that the options ask for, which only the laid out cards show. They stop a
    build as well.
    `codes`: those of its findings.
    `notes`: what people have to know of the files that the options ask for.
    `orders`: what the exports that the options ask for order.
    `unmade`: pairs of the path and the finding of each file that cannot be made, though all others can. It gets the
    paths of those that are known to be planned.
    `check_pages`: lays out what `plan` leaves for later, to find its faults.
    """

    section: Section[Any]
    plan: Callable[[Game, Decks, Options], Iterable[OutputFile]]
    is_listed: bool = False
    listed: Callable[[Game, Decks], Iterable[PagesFile]] = _none
    decks_of_files: Callable[[Game], Iterable[tuple[str, tuple[str, ...]]]] = _none
    layouts: Callable[[Game, Options], Iterable[Laid]] = _none
    findings: Callable[[Game], Iterable[Finding]] = _none
    deck_findings: Callable[[Game, Decks, Options], Iterable[Finding]] = _none
    codes: tuple[Code, ...] = ()
    notes: Callable[[Game, Options], Iterable[Text]] = _none
    orders: Callable[[Game, Decks, Options], Iterable[Order]] = _none
    unmade: Callable[[Game, Options, Container[str]], Iterable[tuple[str, Finding]]] = _none
    check_pages: Callable[[Game, Decks, Options], Iterable[object]] = _none


def products_of(game: Game) -> list[Product]:
    """Return the products that make files of a game, in the order of their sections."""
    return [load_plugin("products", name) for name in game.file.targets.products]


def products_for(game: Game, options: Options) -> list[Product]:
    """Return the products that make the files of a build: for an export that of exports alone, and likewise sheets."""
    only = EXPORTS_FOLDER if options.export else "sheets" if options.since else ""
    only = CONTACT_FOLDER if options.contact else only
    return [load_plugin("products", only)] if only else products_of(game)
