"""Find the project and the game that a command is about.

The project is the folder that is given, or else the current folder or the nearest one above it with a folder
`card_data`. A game that comes with cardgen is used only if it is named. docs/commands.md describes the rule.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from cardgen.base.errors import DataError, Fault, Place, did_you_mean
from cardgen.base.records import dataclass
from cardgen.base.words.messages import joined, message

#: The default of the option for the game, for the help of commands.
ONLY_GAME = "the project's only one, or its default"

#: A file in `card_data` with the name of the default game of a project with several games.
_DEFAULT = "default.txt"
_MOST_IN_NAME = 1_000

_PACKAGE = Path(__file__).parent.parent


def _with_numbers(name: str) -> tuple[list[str | int], str]:
    """Return a key that sorts names with the numbers in them by size."""
    return [int(part) if at % 2 else part for at, part in enumerate(re.split(r"(\d+)", name))], name


@dataclass(frozen=True, slots=True)
class Project:
    """A folder with `card_data` and `templates` in it; `bundled` for the one inside the installed package."""

    root: Path
    bundled: bool = False

    @property
    def games(self) -> list[str]:
        """The names of the games, sorted: `game-2` before `game-10`."""
        folder = self.root / "card_data"
        if not folder.is_dir():
            return []
        return sorted((path.name for path in folder.iterdir() if (path / "game.yaml").is_file()), key=_with_numbers)

    @property
    def default(self) -> str:
        """The game that `card_data/default.txt` names; "" without this file, or if it names no game of the project."""
        try:
            with (self.root / "card_data" / _DEFAULT).open(encoding="utf-8") as file:
                name = file.read(_MOST_IN_NAME).strip()
        except (OSError, UnicodeDecodeError):
            return ""
        return name if name in self.games else ""

    def game_around(self, folder: str | PathLike[str]) -> str:
        """The game in whose folder `folder` is; "" if it is in none."""
        data = (self.root / "card_data").resolve()
        inside = Path(folder).relative_to(data).parts if Path(folder).is_relative_to(data) else ()
        return inside[0] if inside and inside[0] in self.games else ""

    def game_folder(self, name: str) -> Path:
        """Return the folder of the game called `name`."""
        return self.root / "card_data" / name

    @property
    def templates(self) -> Path:
        """The folder of the templates."""
        return self.root / "templates"


def bundled_project() -> Project:
    """Return the games that came with cardgen: inside the wheel, or beside the package in a working copy."""
    inside = _PACKAGE / "bundled"
    return Project(inside if inside.is_dir() else _PACKAGE.parent, bundled=True)


def current_project(folder: Path | None = None) -> Project | None:
    """Return the project that `folder` belongs to, by default the current folder; None outside of a project.

    It is the nearest folder with a folder `card_data`, looking upwards, at the home folder last.
    """
    start = folder or Path.cwd()
    home = Path(os.path.expanduser("~"))  # noqa: PTH111  (Path.home() fails without one)
    for candidate in (start, *start.parents):
        if (candidate / "card_data").is_dir():
            return Project(candidate) if candidate == start or _is_trusted(candidate / "card_data", start) else None
        if candidate == home:
            break
    return None


def _is_trusted(card_data: Path, start: Path) -> bool:
    """Return True if a folder belongs to the user or to the owner of `start`: anybody can create `/tmp/card_data`."""
    return os.name == "nt" or card_data.stat().st_uid in (os.getuid(), start.stat().st_uid)


def open_project(root: Path | None) -> Project:
    """Return the project at `root`, by default the one that the current folder belongs to. DataError without one."""
    if root is None:
        project = current_project()
        if project is None:
            problem = message("there is no project here: neither this folder nor one above it has a folder card_data")
            games = joined(bundled_project().games)
            hint = message("use --project DIR, or name a game that comes with cardgen: {games}", games=games)
            raise DataError(Fault(Place(), problem, hint))
        return project
    if not (root / "card_data").is_dir():
        raise DataError(Fault(Place(str(root)), message("not a project: it has no folder card_data")))
    return Project(root)


def chosen_game(root: Path | None, name: str = "") -> str:
    """Return the game called `name`; without a name, the one of the project at `root` that is meant.

    That is the game in whose folder the current folder is, else the project's only game, else its default.
    DataError if there is no such game or no project.
    """
    if name:
        return name
    project = open_project(root)
    games = all_games(root)
    game = project.game_around(Path.cwd()) or (games[0] if len(games) == 1 else project.default)
    if not game:
        raise ambiguous_game(root, games)
    return game


def all_games(root: Path | None) -> list[str]:
    """Return the games of the project at `root`, by default of the one here. DataError without a project or a game."""
    project = open_project(root)
    if not project.games:
        hint = message("`cardgen init DIR` creates one")
        raise DataError(Fault(Place(_shown(project.root)), message("there are no games in this project"), hint))
    return project.games


def games_to_name(root: Path | None) -> list[str]:
    """Return the games that can be named, sorted: those of the project at `root`, or of the one here and bundled ones.

    DataError if there is no project at `root`.
    """
    if root is not None:
        return open_project(root).games
    here = current_project()
    return sorted({*(here.games if here else ()), *bundled_project().games}, key=_with_numbers)


def output_folder(root: Path | None) -> Path:
    """Return the folder that commands write to by default: `output` in the project at `root`, or in the one here.

    Outside of a project it is in the current folder.
    """
    project = None if root is not None else current_project()
    return (root or Path(os.path.relpath(project.root if project else Path()))) / "output"


def ambiguous_game(root: Path | None, games: Sequence[str]) -> DataError:
    """Return the error for a command without a game in the project at `root`, which has several games."""
    place = Place(_shown(open_project(root).root / "card_data"))
    return DataError(
        Fault(place, message("there are several games"), message("name one: {games}", games=joined(games)))
    )


def find_project(root: str | PathLike[str] | None, game: str) -> Project:
    """Return the project that has `game`: the one at `root` if given, else the one here, else the bundled one.

    DataError if none has it.
    """
    root = None if root is None else Path(root)
    project = open_project(root) if root is not None else current_project()
    if project is not None and game in project.games:
        return project
    if root is None and game in bundled_project().games:
        return bundled_project()
    place = Place(_shown(project.root / "card_data") if project else "card_data")
    hint = did_you_mean(game, games_to_name(root))
    raise DataError(Fault(place, message("there is no game {game!r}", game=game), hint))


def _shown(path: Path) -> str:
    """Return a path as it is shown: relative to the current folder if it is below it."""
    folder = Path.cwd()
    return str(path.relative_to(folder) if path.is_relative_to(folder) else path)


def declared(project: Project, game: str, key: str) -> Any:
    """Return what a game's game.yaml has under a key, unchecked; None if it has nothing there or cannot be read."""
    from cardgen.data.reading import Reader

    reader = Reader(project.game_folder(game))
    try:
        return reader.read_yaml(reader.find("game.yaml", Place())).value.get(key)
    except (DataError, AttributeError):
        return None


def declared_editions(project: Project, game: str) -> list[str]:
    """Return the languages of the editions that a game's game.yaml has, unchecked, the first edition first."""
    editions = declared(project, game, "editions")
    return [language for language in editions if isinstance(language, str)] if isinstance(editions, list) else []


def engine_of(project: Project, game: str) -> str | None:
    """Return the engine that a game's game.yaml names; None if it names none or cannot be read. Reads nothing else."""
    engine = declared(project, game, "engine")
    return engine if isinstance(engine, str) else None
