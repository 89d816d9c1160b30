"""Find games and templates: first in the folders of a project, then among the games that come with cardgen."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cardgen.errors import DataError, Fault, Place, did_you_mean
from cardgen.records import dataclass
from cardgen.words.messages import joined, message

#: The default of the option for the game, for the help of commands.
ONLY_GAME = "the project's only one, or its default"

#: A file in `card_data` with the name of the default game of a project with several games.
_DEFAULT = "default.txt"
_MOST_IN_NAME = 1_000

_PACKAGE = Path(__file__).parent.parent


@dataclass(frozen=True, slots=True)
class Project:
    """A folder with `card_data` and `templates` in it; `bundled` for the one inside the installed package."""

    root: Path
    bundled: bool = False

    @property
    def games(self) -> list[str]:
        """The names of the games, sorted."""
        folder = self.root / "card_data"
        if not folder.is_dir():
            return []
        return sorted(path.name for path in folder.iterdir() if (path / "game.yaml").is_file())

    @property
    def default(self) -> str:
        """The game that `card_data/default.txt` names; "" without this file, or if it names no game of the project."""
        try:
            with (self.root / "card_data" / _DEFAULT).open(encoding="utf-8") as file:
                name = file.read(_MOST_IN_NAME).strip()
        except (OSError, UnicodeDecodeError):
            return ""
        return name if name in self.games else ""

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


def project_games(root: Path | None) -> list[str]:
    """Return the names of the games of the project at `root`, by default the current folder; none outside a project."""
    return Project(root or Path.cwd(), bundled=False).games


def default_game(root: Path | None = None) -> str:
    """Return the default game of the project at `root`, by default the current folder; or the bundled default."""
    return Project(root or Path.cwd(), bundled=False).default or bundled_project().default


def chosen_game(root: Path | None, name: str = "") -> str:
    """Return the game called `name`, or without a name the only game of the project at `root`, or the `default_game`.

    DataError if the project has several games and the default game is not among them.
    """
    games = project_games(root)
    if name or len(games) == 1:
        return name or games[0]
    default = default_game(root)
    if games and default not in games:
        raise ambiguous_game(root, games)
    return default


def all_games(root: Path | None) -> list[str]:
    """Return the games of the project at `root`, or outside a project, those that came with cardgen.

    DataError if the project has none.
    """
    games = project_games(root)
    if root is not None and not games:
        raise DataError(Fault(Place(str(root)), message("there are no games in this project")))
    return games or bundled_project().games


def ambiguous_game(root: Path | None, games: Sequence[str]) -> DataError:
    """Return the error for a command without a game in the project at `root`, which has several games."""
    place = Place(str((root or Path()) / "card_data"))
    return DataError(
        Fault(place, message("there are several games"), message("name one: {games}", games=joined(games)))
    )


def find_project(root: Path | None, game: str) -> Project:
    """Return the project that has `game`: the one at `root` if given, else the current folder's, else the bundled one.

    DataError if none has it.
    """
    if root is not None:
        project = Project(root, bundled=False)
        if not (root / "card_data").is_dir():
            raise DataError(Fault(Place(str(root)), message("not a project: it has no folder card_data")))
        if game not in project.games:
            raise DataError(_unknown_game(Place(str(root / "card_data")), game, project.games))
        return project
    current, bundled = Project(Path.cwd(), bundled=False), bundled_project()
    for project in (current, bundled):
        if game in project.games:
            return project
    raise DataError(_unknown_game(Place("card_data"), game, sorted({*current.games, *bundled.games})))


def _unknown_game(place: Place, game: str, games: Sequence[str]) -> Fault:
    return Fault(place, message("there is no game {game!r}", game=game), did_you_mean(game, games))


def declared(project: Project, game: str, key: str) -> Any:
    """Return what a game's game.yaml has under a key, unchecked; None if it has nothing there or cannot be read."""
    from cardgen.data.reading import Reader

    reader = Reader(project.game_folder(game))
    try:
        return reader.read_yaml(reader.find("game.yaml", Place())).value.get(key)
    except (DataError, AttributeError):
        return None


def engine_of(project: Project, game: str) -> str | None:
    """Return the engine that a game's game.yaml names; None if it names none or cannot be read. Reads nothing else."""
    engine = declared(project, game, "engine")
    return engine if isinstance(engine, str) else None
