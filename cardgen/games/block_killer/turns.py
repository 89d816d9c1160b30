"""The notation of turns, and their results.

draw each                         draw a block and a garbage card
draw blocks                       draw block cards only
play 0: 1-3 1-3~ | T2@2,0         an attack on player 0
play: 1-3 | T2@2,0                an answer
pass                              no play, or no answer
"""

from __future__ import annotations

import re

from cardgen import Message, message, plural
from cardgen.engines.serving import Answer, shortened
from cardgen.games.block_killer.game import BlockKillerState, Draw, MakePlay, Pass, Turn
from cardgen.games.block_killer.notation import parse_play, write_hand, write_play
from cardgen.games.block_killer.refusals import BlockKillerError

_PLAY = re.compile(r"play(?: ([0-9]{1,2}))?:(.*)")


def write_turn(turn: Turn) -> str:
    """Return a turn as text."""
    if isinstance(turn, Draw):
        return f"draw {turn.cards}"
    if isinstance(turn, MakePlay):
        return ("play: " if turn.target is None else f"play {turn.target}: ") + write_play(turn.play)
    return "pass"


def parse_turn(text: str) -> Turn:
    """Return the turn that `write_turn` has written. BlockKillerError if it cannot be read."""
    text = " ".join(text.split())
    if text in ("draw each", "draw blocks"):
        return Draw("each" if text == "draw each" else "blocks")
    if text == "pass":
        return Pass()
    match = _PLAY.fullmatch(text)
    if match is None:
        raise unreadable_turn(text)
    return MakePlay(parse_play(match[2]), None if match[1] is None else int(match[1]))


def unreadable_turn(text: str) -> BlockKillerError:
    """Return the error about a text that is no turn."""
    return BlockKillerError("unreadable-turn", what=shortened(text))


def turn_result(before: BlockKillerState, after: BlockKillerState) -> Answer:
    """Return the result of a turn: its attack points, the garbage cards that players draw, and who is out by it."""
    players = list(zip(before.players, after.players, strict=True))
    return {
        "points": 0 if after.attack is None else after.attack.points,
        "gained": [len(new.garbage) - len(old.garbage) for old, new in players],
        "out": [seat for seat, (old, new) in enumerate(players) if new.out and not old.out],
    }


def describe_end(state: BlockKillerState, turns: int) -> Message:
    """Return who has won after so many turns."""
    if state.winner is None:
        return plural("{count} turn; nobody has won.", "{count} turns; nobody has won.", turns)
    return plural(
        "{count} turn; player {player} wins.", "{count} turns; player {player} wins.", turns, player=state.winner
    )


def describe_players(state: BlockKillerState) -> list[Message]:
    """Return a line for each player: the hand, or that the player is out of the game."""
    return [
        message("player {player}: out of the game", player=number)
        if player.out
        else message("player {player}: hand {hand}", player=number, hand=write_hand(player.hand))
        for number, player in enumerate(state.players)
    ]
