"""What the commands of `cardgen play` share: their options, the game that they open, reading and printing.

A command of an engine is a function that typer reads. It names its game in the parameters `game` and `project`:

    def moves(position: GridText, rules: RulesName = "standard", game: GameName = "", project: ProjectFolder = None):
        loaded = open_game(project, game)
        ruleset = ruleset_of(loaded, rules)
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardgen.data.languages.own_words import worded
from cardgen.data.project import ONLY_GAME, chosen_game, find_project
from cardgen.errors import did_you_mean
from cardgen.words.messages import message

if TYPE_CHECKING:
    from cardgen.data.model import Game
    from cardgen.engines import Diagram, Ruleset

RulesName = Annotated[str, typer.Option("--rules", metavar="RULES", help="A ruleset of the game.")]
GameName = Annotated[
    str, typer.Option("--game", metavar="GAME", help="The game by whose rules to play.", show_default=ONLY_GAME)
]
ProjectFolder = Annotated[
    Path | None, typer.Option("--project", metavar="DIR", help="A folder with card_data and templates in it.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
GridText = Annotated[
    str,
    typer.Argument(
        metavar="FIELD", help="A file, - for standard input, or rows top first, separated by /; '' is empty."
    ),
]
Drawing = Annotated[Path | None, typer.Option("--draw", metavar="FILE.svg", help="Draw the play, or the board, here.")]
Picture = Annotated[Path, typer.Argument(metavar="FILE.svg", help="Where to write the picture.")]


def open_game(project: Path | None, name: str) -> Game:
    """Load the game called `name`, or the one that is meant without a name. DataError with everything wrong in it."""
    from cardgen.data.load import load_game

    name = chosen_game(project, name)
    found = find_project(project, name)
    return load_game(found.game_folder(name), found.templates, Path.cwd())


def ruleset_of(game: Game, name: str) -> Ruleset:
    """Return a ruleset of the game. BadParameter if it has none of this name."""
    if name not in game.rulesets:
        hint = did_you_mean(name, list(game.rulesets))
        raise typer.BadParameter(message("--rules {name}: no such ruleset; {hint}", name=name, hint=hint))
    return game.rulesets[name]


def draw_to_file(file: Path, diagrams: Sequence[Diagram], game: Game, title: str) -> None:
    """Write a play as a strip of pictures under its `title`, or positions on a board under the game's title."""
    from cardgen.files import write_atomic
    from cardgen.formats.svg import to_svg
    from cardgen.layout.diagrams import draw_diagrams

    write_atomic(file, to_svg(draw_diagrams(diagrams, game, title)).encode())


def draw_play(text: str, file: Path, rules: str, game: str, project: Path | None) -> None:
    """Draw a play by the engine of the game. Exit code 1 if it is not legal."""
    from cardgen.engines.capabilities import DrawsPlays
    from cardgen.engines.registry import find_capability

    loaded = open_game(project, game)
    engine = find_capability(loaded.file.engine, DrawsPlays)
    assert engine is not None, "an engine that brings this command draws plays"
    try:
        diagrams = engine.draw_play(text, ruleset_of(loaded, rules))
    except ValueError as error:
        print(message("cardgen: this play cannot be made: {error}", error=error), file=sys.stderr)
        raise typer.Exit(1) from error
    draw_to_file(file, diagrams, loaded, text)
    print(message("{file}: {pictures} pictures.", file=file, pictures=len(diagrams)))


def read_text(name: str, refusal: str) -> str:
    """Return the text of a file, or of standard input for `-`. BadParameter with `refusal` if it cannot be read."""
    try:
        return sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError, ValueError) as error:
        raise typer.BadParameter(refusal) from error


def read_rows(text: str, marks: str, described: str) -> str:
    """Return the rows, made of `marks`, that are in a file, on standard input, or in the argument `text` itself."""
    if text and not set(text) <= set(f"{marks}/ \n"):
        refusal = message(
            "FIELD {text!r}: neither rows of {marks} nor a file that can be read", text=text, marks=described
        )
        text = read_text(text, refusal)
    return text.replace("/", "\n").upper()


def print_lines(game: Game, texts: Mapping[str, Sequence[str]]) -> None:
    """Print lines by language, in each of the game's languages that they have."""
    for lang in worded(game.file.languages, texts):
        print("\n".join(texts[lang]))


def print_refusal(game: Game, code: str, messages: Mapping[str, str]) -> None:
    """Print why a play is not legal, to standard error, in each of the game's languages."""
    for lang in worded(game.file.languages, messages):
        print(f"{code}: {messages[lang]}", file=sys.stderr)


def print_json(value: Any) -> None:
    """Print a value as JSON."""
    import json

    print(json.dumps(value, ensure_ascii=False, indent=2))
