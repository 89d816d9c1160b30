"""A game's editions laid out, and the files of all of them: each edition's in a folder of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from cardgen.data.languages.editions import editions_of
from cardgen.data.model import Game
from cardgen.errors import Finding, all_of
from cardgen.layout.cards import LaidCard
from cardgen.targets.options import Options
from cardgen.targets.plan import check_targets, decks_for, layout_game, plan_products
from cardgen.targets.product import Product
from cardgen.targets.sheets import unmade_files


@dataclass(frozen=True, slots=True)
class Edition:
    """A game in one language, what is wanted of it, and the cards that this takes laid out; in `lang` "" when the game
    is made in all its languages at once."""

    lang: str
    game: Game
    options: Options
    laid: Mapping[str, tuple[LaidCard, ...]]


def layout_editions(game: Game, options: Options) -> list[Edition]:
    """The editions that `options` ask for, laid out as far as they ask. DataError with the faults of all of them."""

    def laid_out(lang: str, each: Game) -> Iterator[Edition]:
        # Of an edition, everything is in its language.
        wishes = replace(options, languages=() if lang else options.languages, edition=lang)
        yield Edition(lang, each, wishes, layout_game(each, decks_for(each, wishes)))

    return list(all_of(laid_out(*each) for each in editions_of(game, options.languages).items()))


def plan_editions(editions: Sequence[Edition]) -> list[Product]:
    """Every file that is asked for, in the order of their paths. Nothing is drawn yet. DataError as for one edition,
    with the faults of all."""
    return sorted(all_of(map(_planned, editions)), key=lambda product: product.path)


def _planned(edition: Edition) -> Iterator[Product]:
    for product in plan_products(edition.game, edition.laid, edition.options):
        yield _in_folder(product, edition.lang)


def unmade_in(editions: Sequence[Edition]) -> dict[str, Finding]:
    """The files that are asked for and cannot be made while all others can: their paths and findings."""
    return {
        f"{each.lang}/{path}" if each.lang else path: finding
        for each in editions
        for path, finding in unmade_files(each.game, each.options)
    }


def check_editions(editions: Sequence[Edition]) -> None:
    """DataError with everything for which a file that is asked for could not be made; books are laid out, too."""

    def checked(each: Edition) -> Iterator[None]:
        check_targets(each.game, each.laid, each.options)
        yield

    list(all_of(map(checked, editions)))


def _in_folder(product: Product, folder: str) -> Product:
    if not folder:
        return product
    moved = replace(product, path=f"{folder}/{product.path}")
    finish = product.finish
    return replace(moved, finish=lambda: _in_folder(finish(), folder)) if finish else moved
