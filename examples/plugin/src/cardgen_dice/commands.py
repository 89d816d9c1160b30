"""`cardgen play roll`."""

from __future__ import annotations

from typing import Annotated

import typer

from cardgen.commands import GameName, ProjectFolder, RulesName, open_game, playable_decks, ruleset_of
from cardgen_dice.engine import shuffled


def roll(
    seed: Annotated[int, typer.Option(metavar="N", help="The same seed, the same cards.")] = 1,
    rules: RulesName = "standard",
    game: GameName = "",
    project: ProjectFolder = None,
) -> None:
    """Shuffle the deck and print its cards in order."""
    loaded = open_game(project, game)
    print(*shuffled(seed, ruleset_of(loaded, rules), playable_decks(loaded)))
