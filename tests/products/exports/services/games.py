"""The tiny game with a print service."""

from __future__ import annotations

import csv
from pathlib import Path

from cardgen.building.build import Built
from cardgen.products.options import Options
from tests.commands import Done, run
from tests.games_on_disk import GameOnDisk

GAME, CARDS, TEMPLATE = "card_data/tiny/game.yaml", "card_data/tiny/cards.yaml", "templates/tiny.yaml"

#: A service of one's own: cards of 63 × 88 mm, 30 pixels of bleed at 254 dpi, which is 10 pixels a mm.
OWN = """\
title: The Corner Shop
link: https://shop.example
dpi: 254
products:
  small: {pixels: [690, 940], bleed: 30, safe: 30}
"""
OWN_FILE = "card_data/tiny/services/shop.yaml"


def add_exports(game: GameOnDisk, lines: str) -> None:
    """Name exports in game.yaml."""
    game.change(GAME, "targets:\n", f"targets:\n  exports:\n    {lines}\n")


def add_own_service(game: GameOnDisk, text: str = OWN, options: str = "") -> None:
    """Write the file of a service, and name it in game.yaml as the export `shop`."""
    game.write(OWN_FILE, text)
    add_exports(game, f"shop: {{service: services/shop.yaml{options}}}")


def differ_at_the_back(game: GameOnDisk) -> None:
    """Print the ids of cards on their backs, which players may see."""
    game.change(GAME, "    size: card\n", "    size: card\n    two_sided: true\n")
    own = 'own: {kind: text, box: [9, 9, 40, 9], text: "{id}", lang: en, colour: "#ffffff"}'
    game.change(TEMPLATE, 'fill: "#223344"}', f'fill: "#223344"}}\n    {own}')


def export(game: GameOnDisk, name: str, despite: bool = False) -> Built:
    """Make the files of an export, also `despite` findings."""
    return game.build(Options(export=name, despite_findings=despite))


def folder(game: GameOnDisk, name: str) -> Path:
    """Return the folder of an export."""
    return game.root / "output" / "tiny" / "exports" / name


def rows(game: GameOnDisk, name: str) -> list[dict[str, str]]:
    """Return the list of the pictures of an export."""
    with (folder(game, name) / "cards.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def cardgen(game: GameOnDisk, *arguments: str) -> Done:
    """Run a command in the folder of the game."""
    return run(*arguments, cwd=game.root)
