"""Shared by the commands of `cardgen play`: their options, opening the game, reading, printing, random games.

A command of an engine is a function that typer reads. It names its game in the parameters `game` and `project`:

    def moves(position: GridText, rules: RulesName = "standard", game: GameName = "", project: ProjectFolder = None):
        loaded = open_game(project, game)
        ruleset = ruleset_of(loaded, rules)

`game_command` adds these parameters, and opens the game:

    @game_command()
    def moves(options: GameOptions, position: GridText) -> None:
        ruleset = options.ruleset
"""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import update_wrapper
from inspect import Parameter, Signature, signature
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, get_type_hints

import typer

from cardgen.base.errors import DataError, Fault, Place, Text, did_you_mean
from cardgen.base.words.language import localised
from cardgen.base.words.messages import message, plural
from cardgen.cli.options import AsJson, ProjectFolder, game_option, load_chosen
from cardgen.cli.printing import print_json as print_json
from cardgen.cli.printing import say, warn
from cardgen.cli.values import whole
from cardgen.data.languages.own_words import choose_languages, with_traditional

if TYPE_CHECKING:
    from cardgen.data.model import Game
    from cardgen.engines import Decks, Diagram, Ruleset
    from cardgen.engines.serving import RefusedError

RulesName = Annotated[str, typer.Option("--rules", metavar="RULES", help="The ruleset to play by.")]
FirstRules = Annotated[
    str, typer.Option("--rules", metavar="RULES", help="The ruleset to play by.", show_default=False)
]
#: The game to play.
GameName = Annotated[str, game_option("The game to play.")]
GridText = Annotated[
    str,
    typer.Argument(
        metavar="FIELD", help="A file, - for standard input, or rows separated by /, top row first; '' is empty."
    ),
]
Drawing = Annotated[Path | None, typer.Option("--draw", metavar="FILE.svg", help="Write a picture to this file.")]
Picture = Annotated[Path, typer.Argument(metavar="FILE.svg", help="The file for the picture.")]
SeedNumber = Annotated[
    int, typer.Option("--seed", metavar="N", parser=whole(), help="The same seed gives the same game.")
]
PlayersNumber = Annotated[int, typer.Option("--players", metavar="N", parser=whole(), help="The number of players.")]


def open_game(project: str | PathLike[str] | None, name: str) -> Game:
    """Load the game called `name`, by default that of the project. DataError with all its faults."""
    return load_chosen(None if project is None else Path(project), name)[1]


def ruleset_of(game: Game, name: str) -> Ruleset:
    """Return a ruleset of the game to play by.

    DataError if it has none of this name, or if its engine cannot play with the cards of the game.
    """
    playable_decks(game)
    if name not in game.rulesets:
        raise argument_error(
            "--rules", message("there is no ruleset {name!r}", name=name), did_you_mean(name, list(game.rulesets))
        )
    return game.rulesets[name]


def playable_decks(game: Game) -> Decks:
    """Return the decks of a game as its engine plays with them. DataError if it cannot."""
    from cardgen.data import playing

    return playing.playable_decks(game)


class GameOptions:
    """The game that a command is about, opened, and the values of the options `--rules` and `--json`."""

    def __init__(self, rules: str, game: str, project: Path | None, as_json: bool = False) -> None:
        self.game = open_game(project, game)
        self.rules, self.as_json = rules, as_json

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset to play by. DataError as for `ruleset_of`."""
        return ruleset_of(self.game, self.rules)

    @property
    def decks(self) -> Decks:
        """The decks of the game. DataError if its engine cannot play with them."""
        return playable_decks(self.game)


def game_command(
    rules: str | None = "standard", *, before: str = "", as_json: bool = True
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator of commands that take `GameOptions` first: it adds the options to their parameters.

    `rules` is the default of `--rules`, "" for the first ruleset of a game; None for a command without this option,
    which is otherwise listed before the parameter `before`.
    """

    def add(function: Callable[..., None]) -> Callable[..., None]:
        hints = get_type_hints(function, include_extras=True)
        own = list(signature(function).parameters.values())[1:]
        listed = [(parameter.name, hints[parameter.name], parameter.default) for parameter in own]
        if rules is not None:
            names = [name for name, _, _ in listed]
            place = names.index(before) if before else len(names)
            listed.insert(place, ("rules", RulesName if rules else FirstRules, rules))
        listed += [("game", GameName, ""), ("project", ProjectFolder, None)]
        listed += [("as_json", AsJson, False)] if as_json else []

        shape = Signature(
            [
                Parameter(name, Parameter.POSITIONAL_OR_KEYWORD, default=default, annotation=hint)
                for name, hint, default in listed
            ]
        )

        def command(*arguments: Any, **values: Any) -> None:
            bound = shape.bind(*arguments, **values)
            bound.apply_defaults()
            options = [bound.arguments.pop(name, None) for name in ("rules", "game", "project", "as_json")]
            function(GameOptions(*options), **bound.arguments)

        update_wrapper(command, function)
        del command.__wrapped__  # type: ignore[attr-defined]
        command.__signature__ = shape  # type: ignore[attr-defined]
        command.__annotations__ = {name: hint for name, hint, _ in listed}
        return command

    return add


def argument_error(name: str, text: Text, hint: Text = "") -> DataError:
    """Return the error of an option or argument that cannot be used. `name` is its name in the help."""
    return DataError(Fault(Place(name), text, hint))


def message_of(error: Exception) -> Text:
    """Return the message of an error, with its template: str() of the error would be the English text only."""
    text = error.args[0] if error.args else ""
    return text if isinstance(text, str) else str(error)


# ---------------------------------------------------------------- pictures


def draw_to_file(file: str | PathLike[str], diagrams: Sequence[Diagram], game: Game, title: str) -> None:
    """Write a play as a strip of pictures under its `title`, or positions on a board under the game's title."""
    from cardgen.base.files import write_atomic
    from cardgen.cards.layout.diagrams import draw_diagrams
    from cardgen.formats.svg import to_svg

    write_atomic(file, to_svg(draw_diagrams(diagrams, game, title)).encode())


def draw_play(text: str, file: str | PathLike[str], rules: str, game: str, project: str | PathLike[str] | None) -> None:
    """Draw a play by the engine of the game. Exit code 1 if it is not legal."""
    draw_play_of(GameOptions(rules, game, None if project is None else Path(project)), text, file)


def draw_play_of(options: GameOptions, text: str, file: str | PathLike[str], title: str | None = None) -> None:
    """Draw a play as `draw_play` does, under a title, by default the play as it is written."""
    from cardgen.engines.capabilities import DrawsPlays
    from cardgen.engines.registry import find_capability

    engine = find_capability(options.game.file.engine, DrawsPlays)
    assert engine is not None, "an engine that brings this command draws plays"
    try:
        diagrams = engine.draw_play(text, options.ruleset, options.decks)
    except ValueError as error:
        warn(message("cardgen: this play is not legal: {reason}", reason=message_of(error)))
        raise typer.Exit(1) from error
    draw_to_file(file, diagrams, options.game, text if title is None else title)
    say(plural("{file}: {count} picture.", "{file}: {count} pictures.", len(diagrams), file=file))


# ---------------------------------------------------------------- reading


def read_text(name: str, argument: str, problem: Text = "") -> str:
    """Return the text of a file, or of standard input for `-`.

    DataError about `argument` if it cannot be read; `problem` is its message.
    """
    try:
        return sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError, ValueError) as error:
        problem = problem or message("cannot read the file {name!r}", name=name)
        raise argument_error(argument, problem) from error


def read_rows(text: str, marks: str, described: str) -> str:
    """Return the rows, made of `marks`, that are in a file, on standard input, or in the argument `text` itself."""
    if text and not set(text) <= set(f"{marks}/ \n"):
        problem = message("{text!r} is neither a file nor rows of {marks}", text=text, marks=described)
        text = read_text(text, "FIELD", problem)
    return text.replace("/", "\n").upper()


# ---------------------------------------------------------------- printing


def print_lines(game: Game, texts: Mapping[str, Sequence[str]]) -> None:
    """Print lines by language, in each of the game's languages that they have."""
    whole = with_traditional({lang: "\n".join(lines) for lang, lines in texts.items()}, game.file.languages)
    for lang in choose_languages(game.file.languages, whole):
        print(whole[lang])


def print_comments(game: Game, texts: Mapping[str, Sequence[str]]) -> None:
    """Print lines by language as comments of a log, in each of the game's languages that they have."""
    print_lines(game, {lang: [f"# {line}" for line in lines] for lang, lines in texts.items()})


def print_plies(plies: Iterable[Mapping[str, object]], widths: Sequence[int], as_json: bool) -> None:
    """Print the counts of each ply of a perft as soon as it is counted: a row with its number, or all as JSON."""
    counted = []
    for number, ply in enumerate(plies, 1):
        counted.append(ply)
        if not as_json:
            print_row((number, *ply.values()), widths)
    if as_json:
        print_json(counted)


def print_refusal(game: Game, code: str, messages: Mapping[str, str]) -> None:
    """Print why a play is not legal, to standard error, in each of the game's languages."""
    texts = with_traditional(messages, game.file.languages)
    for lang in choose_languages(game.file.languages, texts):
        print(f"{code}: {texts[lang]}", file=sys.stderr)


def refuse_play(game: Game, as_json: bool, error: RefusedError) -> NoReturn:
    """Print why a play is not legal, as JSON with its place, and end with exit code 1."""
    data = error.data()
    if as_json:
        print_json({"legal": False, **data})
    else:
        print_refusal(game, data["reason"], data["message"])
    raise typer.Exit(1)


def print_row(cells: Sequence[object], widths: Sequence[int]) -> None:
    """Print a row of a table, each cell at the right edge of its column. `widths` are those of the columns."""
    texts = [str(localised(cell)) for cell in cells]
    print(" ".join(" " * (width - _width(text)) + text for text, width in zip(texts, widths, strict=True)), flush=True)


def _width(text: str) -> int:
    """Return the columns of a terminal that a text takes: a Chinese character takes two."""
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)
