"""Where games and templates lie: a project's own folders first, then the games that come with cardgen."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cardgen.errors import DataError, Fault, Place, did_you_mean

#: The game that is meant where none is named and a project has not just one.
DEFAULT_GAME = "block-killer"

#: How a command's help tells that.
ONLY_GAME = f"the project's only one, or {DEFAULT_GAME}"

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
        return (
            sorted(each.name for each in folder.iterdir() if (each / "game.yaml").is_file()) if folder.is_dir() else []
        )

    def game_folder(self, name: str) -> Path:
        return self.root / "card_data" / name

    @property
    def templates(self) -> Path:
        return self.root / "templates"


def bundled_project() -> Project:
    """The games that came with cardgen: inside the wheel, or beside the package in a working copy."""
    inside = _PACKAGE / "bundled"
    return Project(inside if inside.is_dir() else _PACKAGE.parent, bundled=True)


def project_games(root: Path | None) -> list[str]:
    """The names of the games of the project at `root` (or here); none outside a project."""
    return Project(root or Path.cwd(), bundled=False).games


def chosen_game(root: Path | None, name: str = "", default: str = DEFAULT_GAME) -> str:
    """The game that is meant: the one called `name`, or the only one of the project at `root` (or here).

    Where no name is given, one of several is `default` when it is there, and where there is no project at all it is
    meant as well. DataError when it could be any.
    """
    games = project_games(root)
    if name or len(games) == 1:
        return name or games[0]
    if games and default not in games:
        place = Place(str((root or Path()) / "card_data"))
        raise DataError(Fault(place, "holds several games", f"name one: {', '.join(games)}"))
    return default


def find_project(root: Path | None, game: str) -> Project:
    """The project that has `game`: the one at `root` when given, else the current folder's, else the bundled one.

    DataError when none has it.
    """
    if root is not None:
        project = Project(root, bundled=False)
        if not (root / "card_data").is_dir():
            raise DataError(Fault(Place(str(root)), "not a project: it has no folder card_data"))
        if game not in project.games:
            raise DataError(
                Fault(Place(str(root / "card_data")), f"there is no game {game!r}", did_you_mean(game, project.games))
            )
        return project
    here, bundled = Project(Path.cwd(), bundled=False), bundled_project()
    for project in (here, bundled):
        if game in project.games:
            return project
    known = sorted({*here.games, *bundled.games})
    raise DataError(Fault(Place("card_data"), f"there is no game {game!r}", did_you_mean(game, known)))
