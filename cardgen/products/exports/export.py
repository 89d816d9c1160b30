"""An export: the files of a game as another service or program takes them.

An export is a plug-in of the kind `exports` that names an `Export`:

    [project.entry-points."cardgen.exports"]
    my-shop = "my_package.my_shop:EXPORT"
"""

from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar

from cardgen.base.errors import Code, Fault, Finding, Text
from cardgen.base.records import dataclass, field
from cardgen.base.words.messages import Message
from cardgen.data.kinds import FileModel
from cardgen.data.model import Game
from cardgen.data.targets import TargetSource
from cardgen.data.uses import Use
from cardgen.products.files import OutputFile
from cardgen.products.orders import OrderLine
from cardgen.products.product import Decks

Options = TypeVar("Options", bound=FileModel)


class NoOptions(FileModel):
    """The options of an export that has none."""


@dataclass(frozen=True, slots=True)
class ExportContext(Generic[Options]):
    """What an export makes its files of: a game of one edition, its cards, and the export's options.

    `decks` are the cards that the export takes, laid out: those of the decks that its options name, or of all that are
    for its use. `all_decks` are all cards of the game, for books that show some of them. `dpi` is the resolution of the
    game's pictures; if `optimise`, PNGs are made as small as possible. `folder` is the address of the export's folder
    on this computer, `file:///…`; `edition` is the language of the edition, "" for a game without editions.
    """

    game: Game
    decks: Decks
    options: Options
    dpi: int
    optimise: bool = False
    folder: str = ""
    edition: str = ""
    all_decks: Decks = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The name for a file of the whole game: files of several editions may be in one folder."""
        return f"{self.game.id}-{self.edition}" if self.edition else self.game.id


def _none(*_: Any) -> Iterable[Any]:
    return ()


def count_decks(context: ExportContext[Any]) -> Iterable[OrderLine]:
    """Yield one line with the number of cards of each deck."""
    counts = {name: context.game.decks[name].count for name in context.decks}
    if counts:
        yield OrderLine("", counts)


@dataclass(frozen=True, slots=True, eq=False)
class Export(Generic[Options]):
    """An export: the files of a game as another service or program takes them.

    `name`: its name on the command line and below `targets: exports:` in game.yaml, called as the entry point.
    `description`: a line that says which files it makes.
    `options`: the strict, closed model of its options in game.yaml. All of them have defaults.
    `files`: the files, with paths below the folder of the export. Nothing is drawn yet. It may raise DataError.
    `steps`: how to use the files, a line each.
    `check`: what is wrong with the options, besides `decks` that the game does not have.
    `findings`: what its destination would refuse, or print wrong. An export with errors among them is not made.
    `codes`: those of its findings.
    `notes`: what people have to know of the files, such as decks that the destination does not take.
    `use`: what a deck has to be for if the options do not name it: an "order", or a "table".
    `order`: the decks and cards of each product, and what is priced, which people see before anything is written.
    """

    name: str
    description: Message
    options: type[Options]
    files: Callable[[ExportContext[Options]], Iterable[OutputFile]]
    steps: tuple[Message, ...] = ()
    check: Callable[[Options, TargetSource], Iterable[Fault]] = _none
    findings: Callable[[ExportContext[Options]], Iterable[Finding]] = _none
    codes: tuple[Code, ...] = ()
    notes: Callable[[Game, Options], Iterable[Text]] = _none
    use: Use = "order"
    order: Callable[[ExportContext[Options]], Iterable[OrderLine]] = count_decks


def decks_to_export(game: Game, use: Use, options: FileModel) -> list[str]:
    """Return the names of the decks that an export takes: those that its options name, or all that are for its use."""
    return list(getattr(options, "decks", None) or game.decks_for(use))
