"""`cardgen play …` and `cardgen engine`: the rules engine from the command line."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardgen.cli.values import decimal, whole
from cardgen.data.languages.own_words import worded
from cardgen.data.project import DEFAULT_GAME, ONLY_GAME, chosen_game

if TYPE_CHECKING:
    from cardgen.data.model import Game

play = typer.Typer(help="Score, list, draw and play by the game's rules.", no_args_is_help=True, rich_markup_mode=None)

RulesName = Annotated[str, typer.Option("--rules", metavar="RULES", help="A ruleset of the game.")]
EngineGame = Annotated[
    str, typer.Option("--game", metavar="GAME", help="The game whose engine is asked.", show_default=ONLY_GAME)
]
ProjectFolder = Annotated[
    Path | None, typer.Option("--project", metavar="DIR", help="A folder with card_data and templates in it.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
FieldText = Annotated[
    str,
    typer.Argument(metavar="FIELD", help="A file, - for standard input, or rows top first, parted by /; '' is empty."),
]
Drawing = Annotated[Path | None, typer.Option("--draw", metavar="FILE.svg", help="Draw the play, or the board, here.")]


@play.command()
def score(
    text: Annotated[str, typer.Argument(metavar="PLAY", help="Such as '1-3 2-3 | T2@2,0'.")],
    rules: RulesName = "standard",
    hand: Annotated[str, typer.Option(metavar="HAND", help="What the player holds: 'ZST / 1-0 x x'.")] = "",
    game: EngineGame = "",
    project: ProjectFolder = None,
    as_json: AsJson = False,
) -> None:
    """Work a play out: what it clears and what it is worth, line by line, or the first step that is not legal."""
    engine, loaded = _engine(project, game, "score_play")
    ruleset = _ruleset(loaded, rules)
    try:
        held = engine.parse_hand(hand) if hand else None
        scored = engine.score_play(engine.parse_play(text), ruleset, held)
    except engine.PlayError as error:
        if as_json:
            _print_json({"legal": False, "reason": error.code, "step": error.step, "message": error.messages})
        else:
            for lang in worded(loaded.file.languages, error.messages):
                print(f"{error.code}: {error.messages[lang]}", file=sys.stderr)
        raise typer.Exit(1) from error
    explained = engine.explain_play(scored)
    if as_json:
        told = {"legal": True, "play": engine.write_play(scored.play), "attack": scored.attack, "block": scored.block}
        _print_json({**told, "explanation": explained})
        return
    for lang in worded(loaded.file.languages, explained):
        print("\n".join(explained[lang]))


@play.command()
def moves(
    field: FieldText,
    block: Annotated[str, typer.Argument(metavar="BLOCK", help="A block's letter; in Blokus a colour.")],
    rules: RulesName = "standard",
    game: EngineGame = "",
    project: ProjectFolder = None,
    as_json: AsJson = False,
) -> None:
    """List every placement that a block can reach, in notation, with its spins; in Blokus those of a colour."""
    engine, loaded = _engine(project, game, "list_placements")
    ruleset = _ruleset(loaded, rules)
    if _has_positions(engine):
        _print_moves(engine, _position(engine, field, ruleset), _colour(block, ruleset), ruleset, as_json)
        return
    found = engine.legal_placements(_field(engine, field), _block(engine, block), ruleset)
    if as_json:
        _print_json([{"placement": _written(each), "cells": each.points(), "spin": _spin(each)} for each in found])
        return
    for each in found:
        print(f"{_written(each):<10} {_spin(each)}".rstrip(" -"))
    print(f"{len(found)} placements, {sum(each.spin for each in found)} spins")


@play.command()
def perft(
    field: FieldText,
    blocks: Annotated[
        str,
        typer.Argument(
            metavar="BLOCKS",
            help="A sequence of blocks, such as IOTLJ; in Blokus how many placements, and who begins: 3, 'blue 3'.",
        ),
    ],
    rules: RulesName = "standard",
    game: EngineGame = "",
    project: ProjectFolder = None,
    as_json: AsJson = False,
) -> None:
    """Count the sequences of distinct placements, ply by ply: how engines are compared."""
    engine, loaded = _engine(project, game, "perft")
    ruleset = _ruleset(loaded, rules)
    if _has_positions(engine):
        _print_perft(engine, _position(engine, field, ruleset), blocks, ruleset, as_json)
        return
    start = _field(engine, field)
    sequence = [_block(engine, block) for block in blocks]
    if not as_json:
        print(f"{'ply':>3} {'sequences':>14} {'spins':>10} {'minis':>8} {'lines':>12} {'boards':>10}")
    plies = []
    for number, ply in enumerate(engine.perft(start, "".join(sequence), ruleset.play.spin, ruleset.play.rotation), 1):
        plies.append({name: getattr(ply, name) for name in ("sequences", "spins", "minis", "lines", "boards")})
        if not as_json:
            counts = f"{ply.sequences:>14} {ply.spins:>10} {ply.minis:>8} {ply.lines:>12} {ply.boards:>10}"
            print(f"{number:>3} {counts}", flush=True)
    if as_json:
        _print_json(plies)


@play.command()
def draw(
    text: Annotated[str, typer.Argument(metavar="PLAY", help="Such as '1-3 2-3 | T2@2,0'; in Blokus a log.")],
    file: Annotated[Path, typer.Argument(metavar="FILE.svg", help="Where to write the picture.")],
    rules: RulesName = "standard",
    game: EngineGame = "",
    project: ProjectFolder = None,
) -> None:
    """Draw a play as a strip of pictures."""
    engine, loaded = _engine(project, game)
    try:
        diagrams = engine.draw_play(text, _ruleset(loaded, rules))
    except ValueError as error:
        print(f"cardgen: this play cannot be made: {error}", file=sys.stderr)
        raise typer.Exit(1) from error
    _write_strip(file, diagrams, loaded, text)
    print(f"{file}: {len(diagrams)} pictures.")


@play.command()
def best(
    text: Annotated[str, typer.Argument(metavar="HAND", help="Such as 'ZSTTI / 1-0 1-0 2-3 x x 4-3'.")],
    seconds: Annotated[float, typer.Option(metavar="N", parser=decimal(0), help="How long to search at most.")] = 10,
    rules: RulesName = "standard",
    drawing: Drawing = None,
    game: EngineGame = "",
    project: ProjectFolder = None,
    as_json: AsJson = False,
) -> None:
    """Find the best play of a hand, and say whether it is proven that there is no better one.

    On a terminal, what is known so far is shown; Ctrl-C ends the search with the best play found.
    """
    engine, loaded = _engine(project, game, "best_play")
    ruleset = _ruleset(loaded, rules)
    try:
        hand = engine.parse_hand(text)
        found = _search(lambda report, stop: engine.best_play(hand, ruleset, seconds, report, stop))
        scored = engine.score_play(found.play, ruleset, hand)
    except ValueError as error:
        print(f"cardgen: {error}", file=sys.stderr)
        raise typer.Exit(2) from error
    written, explained = engine.write_play(found.play), engine.explain_play(scored)
    if drawing is not None:
        _write_strip(drawing, engine.draw_scored(scored), loaded, written)
    if as_json:
        told = {name: getattr(found, name) for name in ("attack", "at_most", "proven", "positions")}
        _print_json({"play": written, **told, "block": scored.block, "explanation": explained})
        return
    print(written)
    for lang in worded(loaded.file.languages, explained):
        print("\n".join(explained[lang]))
    print("Proven: no play of this hand is worth more." if found.proven else f"Not proven: at most {found.at_most}.")


@play.command("game")
def game_(
    seed: Annotated[int, typer.Option(metavar="N", parser=whole(), help="The same seed, the same game.")] = 1,
    players: Annotated[int, typer.Option(metavar="N", parser=whole(), help="How many play.")] = 4,
    rules: RulesName = "standard",
    game: EngineGame = "",
    project: ProjectFolder = None,
    as_json: AsJson = False,
) -> None:
    """Play a whole random legal game, from the deal to the winner. A game of Blokus is printed as a log."""
    engine, loaded = _engine(project, game)
    ruleset = _ruleset(loaded, rules)
    try:
        states = engine.play_game(players, seed, ruleset)
        _, state = next(states)
    except ValueError as error:
        raise typer.BadParameter(f"--players {players}: {error}") from error
    turns = []
    for turn, after in states:
        turns.append((state, turn, after))
        state = after
    if as_json:
        written = [{"player": before.to_move, "turn": engine.write_turn(turn)} for before, turn, _ in turns]
        _print_json(
            {"players": players, "seed": seed, "rules": rules, "turns": written, "end": engine.state_data(state)}
        )
        return
    if hasattr(engine, "write_log"):
        print(engine.write_log(state), end="")
        standings = engine.tell_standings(state)
        for lang in worded(loaded.file.languages, standings):
            print("".join(f"# {line}\n" for line in standings[lang]), end="")
        return
    for number, (before, turn, _) in enumerate(turns, 1):
        print(f"{number:>4}  player {before.to_move}: {engine.write_turn(turn)}")
    winner = state.winner
    print("Nobody has won." if winner is None else f"Player {winner} wins after {len(turns)} steps.")


@play.command()
def verify(
    log: Annotated[str, typer.Argument(metavar="LOG", help="A file with a game's log, or - for standard input.")],
    rules: RulesName = "standard",
    drawing: Drawing = None,
    game: EngineGame = "",
    project: ProjectFolder = None,
    as_json: AsJson = False,
) -> None:
    """Go through the log of a whole game: how the players stand at its end, or the first line that breaks a rule."""
    engine, loaded = _engine(project, game, "verify_log", default="blokus")
    ruleset = _ruleset(loaded, rules)
    text = _read(log, f"LOG {log!r}: not a file that can be read")
    try:
        state = engine.verify_log(text, ruleset)
    except engine.PlayError as error:
        if as_json:
            told = {"reason": error.code, "line": error.line, "rule": error.rule, "cell": error.cell}
            _print_json({"legal": False, **told, "message": error.messages})
        else:
            for lang in worded(loaded.file.languages, error.messages):
                print(f"{error.code}: {error.messages[lang]}", file=sys.stderr)
        raise typer.Exit(1) from error
    picture = engine.draw_state(state)
    if drawing is not None:
        _write_strip(drawing, [picture], loaded, text)
    standing = engine.tell_standings(state)
    if as_json:
        _print_json({"legal": True, "over": state.over, "board": picture.rows, "standing": standing})
        return
    for lang in worded(loaded.file.languages, _STATES):
        print(_STATES[lang][state.over].format(len(state.moves)))
        print("\n".join(standing[lang]))


#: What `verify` says of a game that goes on, and of one that is over.
_STATES = {
    "zh": ("已放置 {} 枚棋子，游戏尚未结束。", "已放置 {} 枚棋子，游戏结束。"),
    "en": ("{} placements; the game is not over.", "{} placements; the game is over."),
}


def engine_command(
    game: EngineGame = "",
    project: ProjectFolder = None,
) -> None:
    """Speak the engine protocol: one JSON request a line in, one JSON answer a line out, until end of file."""
    from cardgen.engines.serving import read_lines

    engine, loaded = _engine(project, game)

    def write(line: str) -> None:
        sys.stdout.write(line)
        sys.stdout.flush()

    engine.serve(read_lines(sys.stdin.buffer), write, loaded.rulesets)


# ---------------------------------------------------------------- helpers


def _engine(folder: Path | None, name: str, needed: str = "", default: str = DEFAULT_GAME) -> tuple[Any, Game]:
    """The engine of a game, which has to offer the function `needed`, and the game, whose rulesets it plays by."""
    from cardgen.data.load import load_game
    from cardgen.data.project import find_project
    from cardgen.engines import load_engine

    name = chosen_game(folder, name, default)
    project = find_project(folder, name)
    loaded = load_game(project.game_folder(name), project.templates, Path.cwd())
    if loaded.file.engine is None:
        raise typer.BadParameter(f"--game {name}: this game has no rules engine")
    engine = load_engine(loaded.file.engine)
    if needed and not hasattr(engine, needed):
        raise typer.BadParameter(f"--game {name}: the rules engine of this game cannot do this")
    return engine, loaded


def _ruleset(game: Game, name: str) -> Any:
    from cardgen.errors import did_you_mean

    if name not in game.rulesets:
        raise typer.BadParameter(f"--rules {name}: no such ruleset; {did_you_mean(name, list(game.rulesets))}")
    return game.rulesets[name]


def _write_strip(file: Path, diagrams: Any, game: Game, title: str) -> None:
    """Draw a play under its title, or positions on a board under the game's."""
    from cardgen.files import write_atomic
    from cardgen.formats.svg import to_svg
    from cardgen.layout.diagrams import draw_diagrams

    write_atomic(file, to_svg(draw_diagrams(diagrams, game, title)).encode())


def _search(search: Callable[[Callable[[Any], None], Callable[[], bool]], Any]) -> Any:
    """What a search finds; it shows how it stands on a terminal, and Ctrl-C ends it."""
    import signal

    live, stopped = sys.stderr.isatty(), []

    def report(best: Any) -> None:
        if live:
            print(f"\rbest {best.attack}, at most {best.at_most}  ", end="", file=sys.stderr, flush=True)

    before = signal.signal(signal.SIGINT, lambda *_: stopped.append(True))
    try:
        return search(report, lambda: bool(stopped))
    finally:
        signal.signal(signal.SIGINT, before)
        if live:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _read(name: str, refusal: str) -> str:
    """The text of a file, or of standard input for `-`."""
    try:
        return sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError, ValueError) as error:
        raise typer.BadParameter(refusal) from error


def _drawing(text: str, marks: str, told: str) -> str:
    """The rows, made of `marks`, in a file, on standard input, or in the argument itself."""
    if text and not set(text) <= set(f"{marks}/ \n"):
        text = _read(text, f"FIELD {text!r}: neither rows of {told} nor a file that can be read")
    return text.replace("/", "\n").upper()


def _field(engine: Any, text: str) -> int:
    """The field of a block game."""
    rows = _drawing(text, "#.Xx", "# and .").replace("X", "#")
    try:
        return int(engine.parse_field(rows))
    except ValueError as error:
        raise typer.BadParameter(f"FIELD: {error}") from error


def _has_positions(engine: Any) -> bool:
    """Is it a game on a board, where colours place pieces?"""
    return hasattr(engine, "parse_position")


def _position(engine: Any, text: str, rules: Any) -> Any:
    """The position of a game on a board."""
    rows = _drawing(text, ".RGBYrgby", "R G B Y and .").split()
    try:
        return engine.parse_position(rows, rules) if rows else engine.empty_position(rules)
    except ValueError as error:
        raise typer.BadParameter(f"FIELD: {error}") from error


def _colour(word: str, rules: Any) -> str:
    from cardgen.errors import did_you_mean

    if word not in rules.order:
        raise typer.BadParameter(f"{word!r}: no such colour; {did_you_mean(word, list(rules.order))}")
    return word


def _print_moves(engine: Any, position: Any, colour: str, rules: Any, as_json: bool) -> None:
    found = [(each.shape, each.points()) for each in engine.list_placements(position, colour, rules)]
    written = [(engine.write_entry(engine.Placed(colour, shape, cells)), cells) for shape, cells in found]
    if as_json:
        _print_json([{"placement": text, "cells": cells} for text, cells in written])
        return
    for text, _ in written:
        print(text)
    print(f"{len(written)} placements")


def _print_perft(engine: Any, position: Any, text: str, rules: Any, as_json: bool) -> None:
    """The plies of `3`, or of `blue 3`."""
    *first, depth = text.split() or [""]
    if len(first) > 1 or not (depth.isascii() and depth.isdigit() and len(depth) < 3):
        raise typer.BadParameter(f"BLOCKS {text!r}: expected how many placements, and who begins: 3, or 'blue 3'")
    plies = []
    for number, sequences in enumerate(
        engine.perft(position, _colour(first[0] if first else rules.order[0], rules), int(depth), rules), 1
    ):
        plies.append({"sequences": sequences})
        if not as_json:
            print(f"{number:>3} {sequences:>14}", flush=True)
    if as_json:
        _print_json(plies)


def _block(engine: Any, letter: str) -> str:
    try:
        engine.list_placements(0, letter)
    except KeyError as error:
        raise typer.BadParameter(f"BLOCK {letter!r}: no such block") from error
    return letter


def _written(placement: Any) -> str:
    return f"{placement.block}{placement.orientation}@{placement.x},{placement.y}"


def _spin(placement: Any) -> str:
    return "mini" if placement.mini else "spin" if placement.spin else "-"


def _print_json(value: Any) -> None:
    import json

    print(json.dumps(value, ensure_ascii=False, indent=2))
