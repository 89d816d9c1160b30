"""A game's editions laid out, and the files of all of them: each edition's in a folder of its own."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import partial

from cardgen.base.errors import DataError, Fault, Finding, all_of
from cardgen.base.records import dataclass, replace
from cardgen.base.words.messages import Message
from cardgen.building.plan import check_targets, decks_for, layout_game, plan_files, unmade_files
from cardgen.cards.layout.inked import save_decks
from cardgen.data.languages.editions import editions_of
from cardgen.data.model import Game
from cardgen.products.files import OutputFile, in_folder, renamed
from cardgen.products.options import EXPORTS_FOLDER, Options, inked_path
from cardgen.products.product import Decks
from cardgen.products.scene_files import CUT_ENDINGS
from cardgen.products.sheets import LAST_ENDINGS


@dataclass(frozen=True, slots=True)
class Edition:
    """A game in one language, the options for its files, and the decks that these need, laid out.

    `lang` is "" if the game is made in all its languages at once.
    """

    lang: str
    game: Game
    options: Options
    laid: Decks


def layout_editions(game: Game, options: Options) -> list[Edition]:
    """Lay out the editions that `options` ask for, as far as they ask. DataError with the faults of all of them."""

    def layout(lang: str, edition: Game) -> Iterator[Edition]:
        # An edition is in one language: all its files are wanted, not only those of some languages.
        own = replace(options, languages=() if lang else options.languages, edition=lang)
        laid: Decks = layout_game(edition, decks_for(edition, own), for_files=not (options.draft or options.ink))
        laid = _marked(edition, laid) if options.draft else laid
        if options.ink:
            edition, laid = replace(edition, ink=options.ink), save_decks(laid, options.ink)
        yield Edition(lang, edition, own, laid)

    return list(all_of(layout(lang, edition) for lang, edition in editions_of(game, options.languages).items()))


#: Different cards of a game that is laid out only to find its other faults: a second or two of work.
_MOST_LAID = 1_000


def all_faults(error: DataError) -> DataError:
    """Return the error of a game that cannot be read, with the faults of laying out what can be, too.

    Faults are only left for another round if the game is large, or if its cards cannot be laid out at all.
    """
    game = error.partial
    if not isinstance(game, Game) or sum(len(deck.cards) for deck in game.decks.values()) > _MOST_LAID:
        return error
    try:
        layout_editions(game, Options())
    except DataError as more:
        known = {str(fault.message) for fault in error.faults}  # a missing picture is missing for its box, too
        return DataError([*error.faults, *(fault for fault in more.faults if _problem_of(fault) not in known)])
    return error


def _problem_of(fault: Fault) -> str:
    values = fault.message.values if isinstance(fault.message, Message) else {}
    return str(values.get("problem", fault.message))


def _marked(game: Game, decks: Decks) -> Decks:
    """Return the cards of a draft, which say so: in the edge that the safe area leaves, unless it is round."""
    from cardgen.cards.layout.drafts import mark_decks

    sizes = {name: game.decks[name].size for name in decks}
    free = {name: 0.0 if size.corner > size.width / 4 else size.safe for name, size in sizes.items()}
    return mark_decks(decks, free, game.file.languages)


def plan_editions(editions: Sequence[Edition]) -> list[OutputFile]:
    """Return every file that is asked for, sorted by path. Nothing is drawn yet.

    DataError with the faults of all editions.
    """

    def plan(edition: Edition) -> Iterator[OutputFile]:
        for file in plan_files(edition.game, edition.laid, edition.options):
            if not edition.options.ink:
                yield in_folder(file, edition.lang)
            elif _shows_ink(file):
                yield renamed(in_folder(file, edition.lang), partial(inked_path, ink=edition.options.ink))

    return sorted(all_of(map(plan, editions)), key=lambda file: file.path)


def _shows_ink(file: OutputFile) -> bool:
    """Return True for a file that people print and that looks different with less ink."""
    is_other = file.path.startswith((f"{EXPORTS_FOLDER}/", "sheets/calibration")) or file.path.endswith(".html")
    return not is_other and not file.path.endswith((*CUT_ENDINGS, *LAST_ENDINGS))


def unmade_in(editions: Sequence[Edition], planned: Collection[str]) -> dict[str, Finding]:
    """Return the files that are asked for and not `planned`, because they cannot be made: their paths and findings."""
    unmade: dict[str, Finding] = {}
    for edition in editions:
        folder = f"{edition.lang}/" if edition.lang else ""
        own = {path.removeprefix(folder) for path in planned if path.startswith(folder)}
        unmade.update((folder + path, finding) for path, finding in unmade_files(edition.game, edition.options, own))
    return unmade


def check_editions(editions: Sequence[Edition]) -> None:
    """Raise DataError with every fault for which a file that is asked for cannot be made; books are laid out, too."""

    def check(edition: Edition) -> Iterator[None]:
        check_targets(edition.game, edition.laid, edition.options)
        yield

    list(all_of(map(check, editions)))
