"""One file to be made, and what may be asked for."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardgen.data.languages.editions import translation_files
from cardgen.data.model import Deck, Game
from cardgen.errors import DataError

if TYPE_CHECKING:
    from cardgen.formats.png import Picture
    from cardgen.scene.items import Scene


@dataclass(frozen=True, slots=True)
class Product:
    """A file to be made: `make` returns its bytes; a PNG comes with its `picture` instead, to be made in a batch.

    `facts` (pages, pixels, …) go into the manifest; `inputs` are the files that it came from. `finish`, where there
    is one, is called once the file is known to be stale: it does the costly part of the planning, may find faults,
    and returns the product complete. A PDF of `scenes` that are laid out already has them, and what it is called in
    the game's languages.
    """

    path: str
    key: str
    inputs: tuple[Path, ...]
    facts: Mapping[str, Any] = field(default_factory=dict)
    make: Callable[[], bytes] | None = None
    picture: Picture | None = None
    finish: Callable[[], Product] | None = None
    scenes: Sequence[Scene] = ()
    titles: Mapping[str, str] = field(default_factory=dict)


def key_of(*parts: object) -> str:
    """One key for everything in `parts`, by their text."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(f"{part}\n".encode())
    return digest.hexdigest()


def told(game: Game, texts: Mapping[str, str]) -> str:
    """A text in all the game's languages, one after the other."""
    return " ".join(dict.fromkeys(texts[lang] for lang in game.file.languages if lang in texts))


def deck_inputs(game: Game, deck: Deck) -> tuple[Path, ...]:
    """The files that a deck's faces come from."""
    folder = game.folder.resolve()
    roots = frozenset().union(*(side.roots for side in deck.template.sides.values()))
    rulesets = [folder / name for key, name in game.file.rulesets.items() if key in roots]
    crossed = game.file.decks[deck.id].crossed
    tables = [deck.file, *([(folder / crossed.cards).resolve()] if crossed else [])]
    pictures = [path for path in game.digests if path.is_relative_to(folder) and path.suffix not in (".yaml", ".md")]
    files = [*tables, *translation_files(game), *deck.template.files, *rulesets, *pictures]
    return tuple(dict.fromkeys([folder / "game.yaml", *files]))


@contextlib.contextmanager
def placed(game: Game, section: str, name: str) -> Iterator[None]:
    """Tells what does not fit at the place of its target."""
    from cardgen.sheets.plan import FitError

    try:
        yield
    except FitError as error:
        place = game.marked.key_place("targets", section, name)
        raise DataError(replace(fault, place=place) for fault in error.faults) from None
