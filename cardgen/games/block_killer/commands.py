"""`cardgen play …` for Block-Killer. Each command imports the rules that it needs."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from cardgen import message
from cardgen.commands import (
    Drawing,
    GameOptions,
    GridText,
    LogFile,
    Picture,
    PlayersNumber,
    SeedNumber,
    argument_error,
    decimal,
    draw_play_of,
    draw_to_file,
    game_command,
    localised,
    message_of,
    play_randomly,
    print_json,
    print_lines,
    print_plies,
    print_row,
    read_game,
    read_rows,
    read_text,
    refuse_play,
    say,
    whole,
)

if TYPE_CHECKING:
    from cardgen.games.block_killer.placements import Placement
    from cardgen.games.block_killer.solver import Best

Result = TypeVar("Result")


@game_command(before="hand")
def score(
    options: GameOptions,
    text: Annotated[str, typer.Argument(metavar="PLAY", help="The play, such as '1-3 2-3 | T2@2,0'.")],
    hand: Annotated[str, typer.Option(metavar="HAND", help="The cards in hand, such as 'ZST / 1-0 x x'.")] = "",
) -> None:
    """Score a play, line by line, or report its first step that is not legal."""
    from cardgen.games.block_killer.explain import explain_play
    from cardgen.games.block_killer.notation import parse_hand, parse_play, write_play
    from cardgen.games.block_killer.plays import score_play
    from cardgen.games.block_killer.refusals import BlockKillerError

    ruleset = options.ruleset
    try:
        held = parse_hand(hand) if hand else None
        scored = score_play(parse_play(text), ruleset, held)
    except BlockKillerError as error:
        refuse_play(options.game, options.as_json, error)
    explanation = explain_play(scored)
    if options.as_json:
        result = {"legal": True, "play": write_play(scored.play), "attack": scored.attack, "block": scored.block}
        print_json({**result, "explanation": explanation})
        return
    print_lines(options.game, explanation)


@game_command()
def moves(
    options: GameOptions,
    field: GridText,
    block: Annotated[str, typer.Argument(metavar="BLOCK", help="The letter of a block, such as T.")],
) -> None:
    """List every placement that a block can reach, in notation, and mark the spins."""
    from cardgen.games.block_killer.placements import legal_placements

    ruleset = options.ruleset
    placements = legal_placements(_field(field), _block(block), ruleset)
    if options.as_json:
        print_json([{"placement": str(place), "cells": place.points(), "spin": _spin(place)} for place in placements])
        return
    for place in placements:
        print(f"{place!s:<10} {_spin(place)}".rstrip(" -"))
    spins = sum(place.spin for place in placements)
    say(message("placements: {placements}, spins: {spins}", placements=len(placements), spins=spins))


@game_command()
def perft(
    options: GameOptions,
    field: GridText,
    blocks: Annotated[str, typer.Argument(metavar="BLOCKS", help="A sequence of blocks, such as IOTLJ.")],
) -> None:
    """Count the sequences of distinct placements, ply by ply, to compare engines."""
    from dataclasses import asdict

    from cardgen.games.block_killer.sequences import perft

    ruleset = options.ruleset
    start = _field(field)
    sequence = "".join(_block(block) for block in blocks)
    if not options.as_json:
        print_row(
            (
                message("ply"),
                message("sequences"),
                message("spins"),
                message("minis"),
                message("lines"),
                message("boards"),
            ),
            _PERFT_WIDTHS,
        )
    plies = perft(start, sequence, ruleset.play.spin, ruleset.play.rotation)
    print_plies(map(asdict, plies), _PERFT_WIDTHS, options.as_json)


@game_command(as_json=False)
def draw(
    options: GameOptions,
    text: Annotated[str, typer.Argument(metavar="PLAY", help="The play, such as '1-3 2-3 | T2@2,0'.")],
    file: Picture,
) -> None:
    """Draw a play as a strip of pictures."""
    draw_play_of(options, text, file)


@game_command(before="drawing")
def best(
    options: GameOptions,
    text: Annotated[str, typer.Argument(metavar="HAND", help="The hand, such as 'ZSTTI / 1-0 1-0 2-3 x x 4-3'.")],
    seconds: Annotated[float, typer.Option(metavar="N", parser=decimal(0), help="The most seconds to search.")] = 10,
    drawing: Drawing = None,
) -> None:
    """Find the best play of a hand, and report whether it is proven to be the best.

    A terminal shows the best attack so far. Ctrl-C ends the search and prints the best play so far.
    """
    from cardgen.games.block_killer.explain import explain_play
    from cardgen.games.block_killer.notation import parse_hand, write_play
    from cardgen.games.block_killer.pictures import draw_scored
    from cardgen.games.block_killer.plays import score_play
    from cardgen.games.block_killer.solver import best_play

    ruleset = options.ruleset
    try:
        hand = parse_hand(text)
        result = _search(lambda report, stop: best_play(hand, ruleset, seconds, report, stop))
        scored = score_play(result.play, ruleset, hand)
    except ValueError as error:
        raise argument_error("HAND", message_of(error)) from error
    written, explanation = write_play(result.play), explain_play(scored)
    if drawing is not None:
        draw_to_file(drawing, draw_scored(scored), options.game, written)
    if options.as_json:
        figures = {name: getattr(result, name) for name in ("attack", "at_most", "proven", "positions")}
        print_json({"play": written, **figures, "block": scored.block, "explanation": explanation})
        return
    print(written)
    print_lines(options.game, explanation)
    if result.proven:
        say(message("Proven: no play of this hand has a greater attack."))
    else:
        say(message("Not proven: a play of this hand may have an attack of up to {attack}.", attack=result.at_most))


@game_command()
def analyse(
    options: GameOptions,
    text: Annotated[str, typer.Argument(metavar="HAND", help="The hand, such as 'ZSTTI / 1-0 1-0 2-3 x x 4-3'.")],
    own: Annotated[str, typer.Option("--play", metavar="PLAY", help="A play of the hand, to see what it misses.")] = "",
    seconds: Annotated[float, typer.Option(metavar="N", parser=decimal(0), help="The most seconds to search.")] = 10,
) -> None:
    """List the five best plays of a hand with different blocks, and the step at which a play loses attack.

    Ctrl-C ends the search and prints the result so far.
    """
    from cardgen.games.block_killer.notation import parse_hand, parse_play, write_block, write_play
    from cardgen.games.block_killer.solver import Analyser

    ruleset = options.ruleset
    name = "HAND"
    try:
        hand = parse_hand(text)
        Analyser(hand, ruleset)
        name = "--play"
        play = parse_play(own) if own else None
        analyser = Analyser(hand, ruleset, play)
    except ValueError as error:
        raise argument_error(name, message_of(error)) from error
    result = _until_interrupted(lambda stop: analyser.run(seconds, stop))
    if options.as_json:
        lines = [
            {"play": write_play(line.play), **{name: getattr(line, name) for name in ("attack", "block", "proven")}}
            for line in result.lines
        ]
        names = ("attack", "at_most", "own", "lost_at", "finished", "positions")
        steps = [{"attack": step.attack, "at_most": step.at_most} for step in result.steps]
        print_json({"lines": lines, **{name: getattr(result, name) for name in names}, "steps": steps})
        return
    for number, line in enumerate(result.lines, 1):
        text = message(
            "{number}. attack {attack}: {play}", number=number, attack=line.attack, play=write_play(line.play)
        )
        say(text)
    if result.finished:
        say(message("Proven: no other choice of blocks gives a better play."))
    else:
        say(message("Not proven: a play of this hand may have an attack of up to {attack}.", attack=result.at_most))
    if result.own is not None:
        say(message("Your play: attack {own} of {attack}.", own=result.own, attack=result.attack))
        for number, step in enumerate(result.steps):
            step_name = write_block(play.blocks[number - 1]) if number and play else message("the garbage")
            say(message("after {step}: attack {attack} is possible", step=step_name, attack=step.attack))


@game_command()
def puzzle(
    options: GameOptions,
    strength: Annotated[str, typer.Option(metavar="NAME", help="easy, medium or hard.")] = "medium",
    seed: SeedNumber = 1,
    date: Annotated[
        str, typer.Option(metavar="YYYY-MM-DD", help="The puzzle of a day, instead of a strength and a seed.")
    ] = "",
    number: Annotated[
        int, typer.Option("--number", metavar="N", parser=whole(1, 1000), help="How many: each has the next seed.")
    ] = 1,
    solution: Annotated[bool, typer.Option("--solution", help="Print a solution of each, too.")] = False,
) -> None:
    """Make puzzles: hands with the greatest attack that any play of them has, proven by the solver."""
    from cardgen.games.block_killer.copies import deck_copies
    from cardgen.games.block_killer.notation import write_hand, write_play
    from cardgen.games.block_killer.puzzles import STRENGTHS, make_puzzle, puzzle_of_day

    ruleset, copies = options.ruleset, deck_copies(options.decks)
    if strength not in STRENGTHS:
        names = ", ".join(STRENGTHS)
        text = message("there is no strength {strength!r}; there are {names}", strength=strength, names=names)
        raise argument_error("--strength", text)
    try:
        if date:
            strength, seed = puzzle_of_day(date)
        puzzles = [make_puzzle(strength, seed + more, ruleset, copies) for more in range(number)]
    except ValueError as error:
        raise argument_error("--date" if date else "--rules", message_of(error)) from error
    if options.as_json:
        print_json(
            [
                {
                    "strength": made.strength,
                    "seed": made.seed,
                    "hand": write_hand(made.hand),
                    "attack": made.attack,
                    **({"solution": write_play(made.solution)} if solution else {}),
                }
                for made in puzzles
            ]
        )
        return
    for made in puzzles:
        values = {"strength": made.strength, "seed": made.seed, "hand": write_hand(made.hand), "attack": made.attack}
        say(message("{strength} {seed}: {hand}: find attack {attack}", **values))
        if solution:
            print(f"    {write_play(made.solution)}")


@game_command(None, as_json=False)
def fumen(
    options: GameOptions,
    text: Annotated[str, typer.Argument(metavar="FUMEN", help="A fumen, such as v115@vhAAgH, or a link with one.")],
) -> None:
    """Write a fumen in the notation of this game, if its rows are garbage cards."""
    from cardgen.games.block_killer.fumen import play_of_fumen
    from cardgen.games.block_killer.notation import write_play
    from cardgen.games.block_killer.refusals import BlockKillerError

    try:
        play, _ = play_of_fumen(text)
    except BlockKillerError as error:
        refuse_play(options.game, False, error)
    print(write_play(play))


@game_command()
def play_random(options: GameOptions, seed: SeedNumber = 1, players: PlayersNumber = 4) -> None:
    """Play a random legal game from the deal to the winner, and print its log."""
    from cardgen.games.block_killer.turn_game import GAME
    from cardgen.games.block_killer.turns import describe_end

    played = play_randomly(GAME, options, seed, players=players)
    if not options.as_json:
        print(f"# {localised(describe_end(played.state, len(played.turns)))}")


@game_command()
def verify(
    options: GameOptions,
    log: LogFile,
) -> None:
    """Check the log of a game: print what each player has at its end, or the first line that breaks a rule."""
    from cardgen.engines.turn_states import write_played
    from cardgen.games.block_killer.turn_game import GAME
    from cardgen.games.block_killer.turns import describe_end, describe_players

    played = read_game(GAME, options, read_text(log, "LOG"))
    end, turns = played.state, len(played.turns)
    if options.as_json:
        state = write_played(GAME, played)
        print_json({"legal": True, "over": end.winner is not None, "turns": turns, "state": state})
        return
    for line in (describe_end(end, turns), *describe_players(end)):
        say(line)


#: Widths of the columns of the table that `perft` prints.
_PERFT_WIDTHS = (3, 14, 10, 8, 12, 10)

COMMANDS: Mapping[str, Callable[..., None]] = {
    "score": score,
    "moves": moves,
    "perft": perft,
    "draw": draw,
    "best": best,
    "analyse": analyse,
    "puzzle": puzzle,
    "fumen": fumen,
    "game": play_random,
    "verify": verify,
}


# ---------------------------------------------------------------- reading and searching


def _field(text: str) -> int:
    from cardgen.games.block_killer.field import parse_field

    rows = read_rows(text, "#.Xx", "# .").replace("X", "#")
    try:
        return parse_field(rows)
    except ValueError as error:
        raise argument_error("FIELD", message_of(error)) from error


def _block(letter: str) -> str:
    from cardgen.games.block_killer.placements import list_placements

    try:
        list_placements(0, letter)
    except KeyError as error:
        raise argument_error("BLOCK", message("there is no block {letter!r}", letter=letter)) from error
    return letter


def _spin(placement: Placement) -> str:
    return "mini" if placement.mini else "spin" if placement.spin else "-"


def _search(search: Callable[[Callable[[Best], None], Callable[[], bool]], Best]) -> Best:
    """Return the result of a search. A terminal shows its progress, and Ctrl-C ends it."""
    live = sys.stderr.isatty()

    def report(best: Best) -> None:
        if live:
            text = message("best attack {attack}, at most {most}", attack=best.attack, most=best.at_most)
            print("\r\x1b[K", localised(text), sep="", end="", file=sys.stderr, flush=True)

    try:
        return _until_interrupted(lambda stop: search(report, stop))
    finally:
        if live:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _until_interrupted(search: Callable[[Callable[[], bool]], Result]) -> Result:
    """Return the result of a search, which Ctrl-C ends."""
    stopped: list[bool] = []
    before = signal.signal(signal.SIGINT, lambda *_: stopped.append(True))
    try:
        return search(lambda: bool(stopped))
    finally:
        signal.signal(signal.SIGINT, before)
