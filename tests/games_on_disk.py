"""Games in a temporary folder for tests to change: a copy of a shipped game, and a tiny one."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardgen.base.errors import DataError
from cardgen.building.build import Built, build_game
from cardgen.building.check import Report, check_game
from cardgen.building.plan import layout_game
from cardgen.cards.layout.cards import LaidCard
from cardgen.data.load import load_game
from cardgen.data.model import Game
from cardgen.data.project import Project
from cardgen.products.options import Options

REPOSITORY = Path(__file__).parent.parent

#: The folders of cardgen's games and of the examples. A game of an example with a package has a test with its package.
GAME_FOLDERS = sorted(
    file.parent
    for pattern in ("card_data/*/game.yaml", "examples/*/card_data/*/game.yaml")
    for file in REPOSITORY.glob(pattern)
)

#: A complete game in three small files.
TINY = {
    "card_data/tiny/game.yaml": """\
titles: {zh: 小, en: Tiny}
author: Nobody
licence: {name: CC0-1.0, link: "https://creativecommons.org/publicdomain/zero/1.0/"}
languages: [en, zh]
sizes:
  card: {width: 63, height: 88}
decks:
  main:
    titles: {zh: 牌, en: Cards}
    cards: cards.yaml
    template: tiny.yaml
    size: card
    fields: {name: text}
targets:
  cards: {decks: [main]}
""",
    "card_data/tiny/cards.yaml": """\
cards:
  - {id: one, name: First}
  - {id: two, name: Second, copies: 3}
""",
    "templates/tiny.yaml": """\
face:
  description: {en: "Card {id}", zh: "牌 {id}"}
  boxes:
    ground: {kind: rect, box: bleed, fill: "#ffffff"}
    name: {kind: text, box: [5, 5, 53, 8], text: "{name}", lang: en}
back:
  description: {en: A back, zh: 背面}
  boxes:
    ground: {kind: rect, box: bleed, fill: "#223344"}
""",
}


@dataclass(frozen=True, slots=True)
class GameOnDisk:
    """A project in a folder, and one of its games. Paths, also in messages, are relative to the folder."""

    root: Path
    name: str

    def path(self, name: str) -> Path:
        """Return the path of a file of the project."""
        return self.root / name

    def read(self, name: str) -> str:
        """Return the text of a file."""
        return self.path(name).read_text(encoding="utf-8")

    def write(self, name: str, text: str | bytes) -> None:
        """Write a file, and create its folder."""
        path = self.path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())

    def write_all(self, files: Mapping[str, str | bytes | None]) -> None:
        """Write files, and remove those without content."""
        for name, content in files.items():
            if content is None:
                self.path(name).unlink(missing_ok=True)
            else:
                self.write(name, content)

    def change(self, name: str, old: str, new: str) -> None:
        """Replace `old`, which must be in the file exactly once, by `new`."""
        text = self.read(name)
        assert text.count(old) == 1, f"{old!r} is {text.count(old)} times in {name}"
        self.write(name, text.replace(old, new))

    def load(self) -> Game:
        """Load the game."""
        return load_game(self.root / "card_data" / self.name, self.root / "templates", self.root)

    def layout(self) -> Mapping[str, tuple[LaidCard, ...]]:
        """Return the laid out cards of each deck."""
        return layout_game(self.load())

    def build(self, options: Options = Options(), out: str = "output", **more: Any) -> Built:  # noqa: B008  # frozen
        """Build the game into a folder below that of the project."""
        return build_game(Project(self.root, bundled=False), self.name, self.root / out, options, **more)

    def check(self) -> Report:
        """Return the report of all checks."""
        game = self.load()
        return check_game(game, layout_game(game))

    def codes(self) -> list[str]:
        """Return the codes of all findings, sorted."""
        return sorted(finding.code for finding in self.check().findings)

    def faults(self) -> list[str]:
        """Return the faults of loading, or of layout if loading has none."""
        try:
            layout_game(self.load())
        except DataError as error:
            return [str(fault) for fault in error.faults]
        return []


def shipped_game_in(folder: Path, name: str) -> GameOnDisk:
    """Copy a game that comes with cardgen into a folder."""
    shutil.copytree(REPOSITORY / "card_data" / name, folder / "card_data" / name)
    shutil.copytree(REPOSITORY / "templates", folder / "templates")
    return GameOnDisk(folder, name)


def table_game_in(folder: Path, name: str) -> GameOnDisk:
    """Copy a game that comes with cardgen, for its table: without rulebooks, and with almost nothing to print."""
    game = shipped_game_in(folder, name)
    print_only(game)
    return game


def block_killer_in(folder: Path) -> GameOnDisk:
    """Copy Block-Killer into a folder."""
    return shipped_game_in(folder, "block-killer")


def block_killer_decks_in(folder: Path) -> GameOnDisk:
    """Copy the decks and rulesets of Block-Killer, without its books, pages and boxes, which take longest to make."""
    game = block_killer_in(folder)
    print_only(game, "  cards: {decks: [blocks, garbage, aids]}\n")
    return game


def print_only(game: GameOnDisk, targets: str = "") -> None:
    """Replace the targets of a shipped game, and remove its rulebooks: laying out and drawing them takes most time.

    `targets` is what is below `targets:` in game.yaml; by default the game prints only its calibration sheet.
    """
    name = f"card_data/{game.name}/game.yaml"
    text = re.sub(r"^(rulebooks|books|targets):.*?(?=^\w|\Z)", "", game.read(name), flags=re.DOTALL | re.MULTILINE)
    game.write(name, f"{text}targets:\n{targets or '  calibration: [a4]'}\n")


def tiny_game_in(folder: Path) -> GameOnDisk:
    """Write the tiny game into a folder."""
    game = GameOnDisk(folder, "tiny")
    for name, text in TINY.items():
        game.write(name, text)
    return game


def files_in(folder: Path) -> dict[str, bytes]:
    """Return every file in the folder and below, by its path from there."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }
