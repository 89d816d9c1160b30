"""Where games and templates are: a project's own folders first, then the games that come with cardgen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cardgen.errors import DataError, Fault, Place, did_you_mean
from cardgen.words.messages import joined, message

#: Which game a command takes if none is named, as its help says it.
ONLY_GAME = "the project's only one, or its default"

#: A file in `card_data` with the name of the game that is taken if none is named and the project has several.
_DEFAULT = "default.txt"
_MOST_IN_NAME = 1_000

_PACKAGE = Path(__file__).parent.parent


@dataclass(frozen=True, slots=True)
class Project:
    """A folder with `card_data` and `templates` in it; `bundled` for the one inside the installed package."""

    root: Path
    bundled: bool

    @property
    def games(self) -> list[str]:
        """The names of its games, in order."""
        folder = self.root / "card_data"
        if not folder.is_dir():
            return []
        return sorted(path.name for path in folder.iterdir() if (path / "game.yaml").is_file())

    @property
    def default(self) -> str:
        """The game that its `card_data/default.txt` names; "" without such a file, or if it names no game here."""
        try:
            with (self.root / "card_data" / _DEFAULT).open(encoding="utf-8") as file:
                name = file.read(_MOST_IN_NAME).strip()
        except (OSError, UnicodeDecodeError):
            return ""
        return name if name in self.games else ""

    def game_folder(self, name: str) -> Path:
        """The folder of the game called `name`."""
        return self.root / "card_data" / name

    @property
    def templates(self) -> Path:
        """The folder of its templates."""
        return self.root / "templates"


def bundled_project() -> Project:
    """Return the games that came with cardgen: inside the wheel, or beside the package in a working copy."""
    inside = _PACKAGE / "bundled"
    return Project(inside if inside.is_dir() else _PACKAGE.parent, bundled=True)


def project_games(root: Path | None) -> list[str]:
    """Return the names of the games of the project at `root` (or here); none outside a project."""
    return Project(root or Path.cwd(), bundled=False).games


def default_game(root: Path | None = None) -> str:
    """Return the game that the project at `root` (or here) names as its default; otherwise the bundled default."""
    return Project(root or Path.cwd(), bundled=False).default or bundled_project().default


def chosen_game(root: Path | None, name: str = "") -> str:
    """Return the game that is meant: the one called `name`, or the only one of the project at `root` (or here).

    If no name is given and the project has several games or there is no project, that is the `default_game`. DataError
    if the project has several games and that one is not among them.
    """
    games = project_games(root)
    if name or len(games) == 1:
        return name or games[0]
    default = default_game(root)
    if games and default not in games:
        raise ambiguous_game(root, games)
    return default


def ambiguous_game(root: Path | None, games: Sequence[str]) -> DataError:
    """Return the error of a command that could mean any of these games of the project at `root` (or here)."""
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


def engine_of(project: Project, game: str) -> str | None:
    """Return the engine that a game's game.yaml names; None if it names none or cannot be read. Reads nothing else."""
    from cardgen.data.reading import Reader

    reader = Reader(project.game_folder(game))
    try:
        engine = reader.read_yaml(reader.find("game.yaml", Place())).value.get("engine")
    except (DataError, AttributeError):
        return None
    return engine if isinstance(engine, str) else None
