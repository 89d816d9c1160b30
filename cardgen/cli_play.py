"""`cardgen play …` and `cardgen engine`: the rules engine from the command line."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardgen.data.project import DEFAULT_GAME

if TYPE_CHECKING:
    from cardgen.data.model import Game

play = typer.Typer(help="Score, list, draw and play by the game's rules.", no_args_is_help=True, rich_markup_mode=None)

RulesName = Annotated[str, typer.Option("--rules", metavar="RULES", help="A ruleset of the game.")]
EngineGame = Annotated[str, typer.Option("--game", metavar="GAME", help="The game whose engine is asked.")]
ProjectFolder = Annotated[
    Path | None, typer.Option("--project", metavar="DIR", help="A folder with card_data and templates in it.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
FieldText = Annotated[
    str,
    typer.Argument(metavar="FIELD", help="A file, - for standard input, or rows top first, parted by /; '' is empty."),
]


@play.command()
def score(
    text: Annotated[str, typer.Argument(metavar="PLAY", help="Such as '1-3 2-3 | T2@2,0'.")],
    rules: RulesName = "standard",
    hand: Annotated[str, typer.Option(metavar="HAND", help="What the player holds: 'ZST / 1-0 x x'.")] = "",
    game: EngineGame = DEFAULT_GAME,
    project: ProjectFolder = None,
    as_json: AsJson = False,
) -> None:
    """Work a play out: what it clears and what it is worth, line by line, or the first step that is not legal."""
    engine, loaded = _engine(project, game)
    ruleset = _ruleset(loaded, rules)
    try:
        held = engine.parse_hand(hand) if hand else None
        scored = engine.score_play(engine.parse_play(text), ruleset, held)
    except engine.PlayError as error:
        if as_json:
            _print_json({"legal": False, "reason": error.code, "step": error.step, "message": error.messages})
        else:
            for lang in loaded.file.languages:
                print(f"{error.code}: {error.messages[lang]}", file=sys.stderr)
        raise typer.Exit(1) from error
    explained = engine.explain_play(scored)
    if as_json:
        told = {"legal": True, "play": engine.write_play(scored.play), "attack": scored.attack, "block": scored.block}
        _print_json({**told, "explanation": explained})
        return
    for lang in loaded.file.languages:
        print("\n".join(explained[lang]))


@play.command()
def moves(
    field: FieldText,
    block: Annotated[str, typer.Argument(metavar="BLOCK", help="A block's letter.")],
    rules: RulesName = "standard",
    game: EngineGame = DEFAULT_GAME,
    project: ProjectFolder = None,
    as_json: AsJson = False,
) -> None:
    """List every placement that a block can reach, in notation, with its spins."""
    engine, loaded = _engine(project, game)
    ruleset = _ruleset(loaded, rules)
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
    blocks: Annotated[str, typer.Argument(metavar="BLOCKS", help="A sequence of blocks, such as IOTLJ.")],
    rules: RulesName = "standard",
    game: EngineGame = DEFAULT_GAME,
    project: ProjectFolder = None,
    as_json: AsJson = False,
) -> None:
    """Count the sequences of distinct placements, ply by ply: how engines are compared."""
    engine, loaded = _engine(project, game)
    ruleset = _ruleset(loaded, rules)
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
    text: Annotated[str, typer.Argument(metavar="PLAY", help="Such as '1-3 2-3 | T2@2,0'.")],
    file: Annotated[Path, typer.Argument(metavar="FILE.svg", help="Where to write the picture.")],
    rules: RulesName = "standard",
    game: EngineGame = DEFAULT_GAME,
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
    seconds: Annotated[float, typer.Option(metavar="N", min=0, help="How long to search at most.")] = 10,
    rules: RulesName = "standard",
    drawing: Annotated[
        Path | None, typer.Option("--draw", metavar="FILE.svg", help="Draw the play as a strip of pictures.")
    ] = None,
    game: EngineGame = DEFAULT_GAME,
    project: ProjectFolder = None,
    as_json: AsJson = False,
) -> None:
    """Find the best play of a hand, and say whether it is proven that there is no better one.

    On a terminal, what is known so far is shown; Ctrl-C ends the search with the best play found.
    """
    engine, loaded = _engine(project, game)
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
    for lang in loaded.file.languages:
        print("\n".join(explained[lang]))
    print("Proven: no play of this hand is worth more." if found.proven else f"Not proven: at most {found.at_most}.")


@play.command("game")
def game_(
    seed: Annotated[int, typer.Option(metavar="N", help="The same seed, the same game.")] = 1,
    players: Annotated[int, typer.Option(metavar="N", help="How many play.")] = 4,
    rules: RulesName = "standard",
    game: EngineGame = DEFAULT_GAME,
    project: ProjectFolder = None,
    as_json: AsJson = False,
) -> None:
    """Play a whole random legal game, from the deal to the winner."""
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
    for number, (before, turn, _) in enumerate(turns, 1):
        print(f"{number:>4}  player {before.to_move}: {engine.write_turn(turn)}")
    winner = state.winner
    print("Nobody has won." if winner is None else f"Player {winner} wins after {len(turns)} steps.")


def engine_command(
    game: EngineGame = DEFAULT_GAME,
    project: ProjectFolder = None,
) -> None:
    """Speak the engine protocol: one JSON request a line in, one JSON answer a line out, until end of file."""
    engine, loaded = _engine(project, game)

    def write(line: str) -> None:
        sys.stdout.write(line)
        sys.stdout.flush()

    engine.serve(sys.stdin.buffer, write, loaded.rulesets)


# ---------------------------------------------------------------- helpers


def _engine(folder: Path | None, name: str) -> tuple[Any, Game]:
    """The engine of a game and the game itself, whose rulesets it plays by."""
    from cardgen.data.load import load_game
    from cardgen.data.project import find_project
    from cardgen.games import load_engine

    project = find_project(folder, name)
    loaded = load_game(project.game_folder(name), project.templates, Path.cwd())
    if loaded.file.engine is None:
        raise typer.BadParameter(f"--game {name}: this game has no rules engine")
    return load_engine(loaded.file.engine), loaded


def _ruleset(game: Game, name: str) -> Any:
    from cardgen.errors import did_you_mean

    if name not in game.rulesets:
        raise typer.BadParameter(f"--rules {name}: no such ruleset; {did_you_mean(name, list(game.rulesets))}")
    return game.rulesets[name]


def _write_strip(file: Path, diagrams: Any, game: Game, title: str) -> None:
    from cardgen.files import write_atomic
    from cardgen.formats.svg import to_svg
    from cardgen.layout.cards import cell_styles
    from cardgen.layout.strip import draw_strip

    write_atomic(file, to_svg(draw_strip(diagrams, cell_styles(game), game.file.languages, title)).encode())


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


def _field(engine: Any, text: str) -> int:
    """The field in a file, on standard input, or in the argument itself."""
    if text == "-":
        text = sys.stdin.read()
    elif text and not set(text) <= set("#.Xx/ \n"):
        try:
            text = Path(text).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise typer.BadParameter(f"FIELD {text!r}: neither rows of # and . nor a file that can be read") from error
    try:
        return int(engine.parse_field(text.replace("/", "\n").upper().replace("X", "#")))
    except ValueError as error:
        raise typer.BadParameter(f"FIELD: {error}") from error


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
