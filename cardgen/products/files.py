"""Output files: their contents, and a key of everything that decides their bytes."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, assert_never

from cardgen.base.errors import DataError, Fault, Finding
from cardgen.base.records import dataclass, field, replace
from cardgen.base.temporary import Content
from cardgen.data.languages.editions import translation_files
from cardgen.data.model import Deck, Game

if TYPE_CHECKING:
    from cardgen.formats.png import Picture
    from cardgen.formats.press.settings import Press
    from cardgen.products.printers import Printer
    from cardgen.scene.items import Scene


@dataclass(frozen=True, slots=True)
class SizeLimit:
    """The most bytes of a file, and the finding about a file of more bytes."""

    most: int
    finding: Callable[[int], Finding]


@dataclass(frozen=True, slots=True, kw_only=True)
class _File:
    """A file that a build makes.

    `path` is below the game's output folder, `key` depends on everything that decides the bytes, `inputs` are the files
    that these come from, `facts` (pages, pixels …) are for the manifest. `limit` is how large it may be.
    """

    path: str
    key: str
    inputs: tuple[Path, ...]
    facts: Mapping[str, Any] = field(default_factory=dict)
    limit: SizeLimit | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BytesFile(_File):
    """A file whose content `make` returns."""

    make: Callable[[], Content]


@dataclass(frozen=True, slots=True, kw_only=True)
class PagesFile(_File):
    """A PDF of `scenes` that are laid out already, for a `press` or a `printer` if it has one.

    `titles` are its titles by language. If its target says how large it may be, `fit` returns its content and the facts
    that say how that was reached, or raises DataError.
    """

    make: Callable[[], bytes]
    scenes: Sequence[Scene]
    titles: Mapping[str, str] = field(default_factory=dict)
    fit: Callable[[], tuple[bytes, Mapping[str, Any]]] | None = None
    press: Press | None = None
    printer: Printer | None = None

    @property
    def size(self) -> tuple[float, float]:
        """Return the width and height of its pages, mm: portrait for a printer."""
        from cardgen.products.imposition.printed import printed_size

        return printed_size((self.scenes[0].width, self.scenes[0].height), self.printer)


@dataclass(frozen=True, slots=True, kw_only=True)
class PngFile(_File):
    """A PNG. A build renders the pictures of all such files together, in several processes."""

    picture: Picture


@dataclass(frozen=True, slots=True, kw_only=True)
class UnfinishedFile(_File):
    """A file whose planning is costly. `finish` is called if the file is stale; it may raise DataError.

    It may be called in a copy of this process: files of one `group` in the same. `prepare` is called before, in the
    process of the build, and reads the files that `finish` needs.
    """

    finish: Callable[[], BytesFile]
    prepare: Callable[[], object] = lambda: None
    group: object = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ListFile(_File):
    """A file that lists other files of the same build. It is made last: `make` gets the sha256 of each of `listed`."""

    listed: tuple[str, ...]
    make: Callable[[Sequence[str]], bytes]


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchiveFile(_File):
    """A file made of others of the same build. It is made last: `make` gets the content of each of `listed`."""

    listed: tuple[str, ...]
    make: Callable[[Sequence[bytes]], bytes]


FinishedFile: TypeAlias = BytesFile | PagesFile | PngFile | ListFile | ArchiveFile
OutputFile: TypeAlias = FinishedFile | UnfinishedFile
"""A file that a build makes, in one of these six ways."""


def in_folder(file: OutputFile, folder: str) -> OutputFile:
    """Return the file with its path below `folder`, if there is one."""
    return renamed(file, lambda path: f"{folder}/{path}") if folder else file


def renamed(file: OutputFile, rename: Callable[[str], str]) -> OutputFile:
    """Return the file with another path, and those that it lists."""
    path = rename(file.path)
    match file:
        case UnfinishedFile():
            finish = file.finish
            return replace(file, path=path, finish=lambda: replace(finish(), path=path))
        case ListFile() | ArchiveFile():
            return replace(file, path=path, listed=tuple(map(rename, file.listed)))
        case BytesFile() | PagesFile() | PngFile():
            return replace(file, path=path)
        case _:
            assert_never(file)


def key_of(*parts: object) -> str:
    """Return one key for everything in `parts`, by their text."""
    return key_of_all(parts)


def key_of_all(parts: Iterable[object]) -> str:
    """Return the key of parts that may be many."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(f"{part}\n".encode())
    return digest.hexdigest()


def limited_file(file: BytesFile | PagesFile, fit: Callable[[], tuple[Content, Mapping[str, Any]]]) -> UnfinishedFile:
    """Return a file of a limited size, which may turn out to be impossible, as one that is finished before others.

    `fit` returns its content and the facts that say how the size was reached.
    """

    def finish() -> BytesFile:
        content, facts = fit()
        return BytesFile(
            path=file.path, key=file.key, inputs=file.inputs, facts={**file.facts, **facts}, make=lambda: content
        )

    return UnfinishedFile(path=file.path, key=file.key, inputs=file.inputs, facts=file.facts, finish=finish)


def dpi_key(game: Game, own: int | None = None) -> tuple[str, ...]:
    """Return the part of keys that says how large pictures in PDFs are, by a target's `own`; none if as usual."""
    targets = game.file.targets
    is_given = own is not None or "picture_dpi" in targets.model_fields_set
    return (f"picture_dpi {own or targets.picture_dpi}",) if is_given else ()


def all_languages(game: Game, texts: Mapping[str, str]) -> str:
    """Return a text in all the game's languages, one after the other."""
    return " ".join(dict.fromkeys(texts[lang] for lang in game.file.languages if lang in texts))


def game_yaml(game: Game) -> Path:
    """Return the path of the game's main file."""
    return game.folder.resolve() / "game.yaml"


def glossary_files(game: Game) -> tuple[Path, ...]:
    """Return the file of the game's glossary, if it has one."""
    entry = game.file.glossary
    return () if entry is None else ((game.folder / entry.terms).resolve(),)


def licence_line(game: Game) -> str:
    """Return the author, if the game names one, and the licence, as sheets show them."""
    return " · ".join(filter(None, (game.file.author, game.file.licence.name)))


def deck_inputs(game: Game, deck: Deck) -> tuple[Path, ...]:
    """Return the files that a deck's faces come from."""
    folder = game.folder.resolve()
    roots = frozenset().union(*(side.roots for side in deck.template.sides.values()))
    rulesets = [folder / name for key, name in game.file.rulesets.items() if key in roots]
    crossed = game.file.decks[deck.id].crossed
    tables = [deck.file, *([(folder / crossed.cards).resolve()] if crossed else [])]
    pictures = [path for path in game.digests if path.is_relative_to(folder) and path.suffix not in (".yaml", ".md")]
    files = [*tables, *translation_files(game), *glossary_files(game), *deck.template.files, *rulesets, *pictures]
    return tuple(dict.fromkeys([game_yaml(game), *files]))


@contextlib.contextmanager
def located_at_target(game: Game, section: str, *name: str) -> Iterator[None]:
    """Turn a FitError into a DataError at the target in game.yaml."""
    from cardgen.products.imposition.plan import FitError

    try:
        yield
    except FitError as error:
        place = game.marked.key_place("targets", section, *name)
        raise DataError(Fault(place, fault.message, fault.hint) for fault in error.faults) from None
