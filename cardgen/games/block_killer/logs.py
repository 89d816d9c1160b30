"""Logs of games: replayed turn by turn, up to the first broken rule. Players count from 0.

# text after a number sign is a comment
game 3 seed 7                         the players and the seed, from which the deal follows
2 draw each                           a turn on each line: the player, and the turn
2 play 0: 1-3 1-3~ | T2@2,0           an attack on player 0
0 pass                                no answer
winner 2                              optional, the last line
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from cardgen.engines.serving import Answer, RefusedError
from cardgen.games.block_killer.copies import COPIES, Copies, deal_game
from cardgen.games.block_killer.game import Draw, MakePlay, Pass, State, Turn, apply
from cardgen.games.block_killer.notation import parse_play, write_hand
from cardgen.games.block_killer.playout import write_turn
from cardgen.games.block_killer.refusals import PlayError
from cardgen.games.block_killer.rules import Rules
from cardgen.words.messages import Message, message, plural

_OPENING = re.compile(r"game ([0-9]{1,2}) seed (-?[0-9]{1,18})")
_WINNER = re.compile(r"winner ([0-9]{1,2})")
_TURN = re.compile(r"([0-9]{1,2}) (\S.*)")
_PLAY = re.compile(r"play(?: ([0-9]{1,2}))?:(.*)")

#: Characters of an unreadable line that its message quotes.
_MOST_QUOTED = 60


class LogError(RefusedError):
    """A line of a log that is not legal: its number from 1, a code, and the reason by language."""

    def __init__(self, line: int, code: str, messages: Mapping[str, str]) -> None:
        self.line, self.code = line, code
        self.messages = {
            "en": f"Line {line}: {messages['en'][0].lower()}{messages['en'][1:]}",
            "zh": f"第 {line} 行：{messages['zh']}",
        }
        super().__init__(self.messages["en"])

    def data(self) -> Answer:
        """Return the refusal as members of an answer."""
        return {**super().data(), "line": self.line}


def parse_turn(text: str) -> Turn:
    """Return the turn that `write_turn` has written. PlayError if it cannot be read."""
    text = " ".join(text.split())
    if text in ("draw each", "draw blocks"):
        return Draw("each" if text == "draw each" else "blocks")
    if text == "pass":
        return Pass()
    match = _PLAY.fullmatch(text)
    if match is None:
        raise PlayError("unreadable-turn", what=_short(text))
    return MakePlay(parse_play(match[2]), None if match[1] is None else int(match[1]))


def verify_log(text: str, rules: Rules, copies: Copies = COPIES) -> tuple[int, int, tuple[str, ...]]:
    """Return the players, the seed and the turns of a log that keeps all rules. The game may go on.

    The decks have these `copies`.
    LogError with the first line that breaks a rule.
    """
    players, seed, turns = 0, 0, list[str]()
    for _, state, turn in follow_log(text, rules, copies):
        players, seed = len(state.players), state.seed
        turns += [] if turn is None else [write_turn(turn)]
    return players, seed, tuple(turns)


def follow_log(text: str, rules: Rules, copies: Copies = COPIES) -> Iterator[tuple[int, State, Turn | None]]:
    """Yield the number of the line, the state after it and its turn: first the deal, without one. LogError as above."""
    state: State | None = None
    number = 1
    for number, line in enumerate(text.split("\n"), 1):
        content = " ".join(line.split("#")[0].split())
        if not content:
            continue
        try:
            if state is None:
                state = _begin(content, rules, copies)
                yield number, state, None
            elif not content.startswith("winner"):
                turn = _read_turn(content, state)
                state = apply(state, turn)
                yield number, state, turn
            elif (match := _WINNER.fullmatch(content)) is None or int(match[1]) != state.winner:
                raise PlayError("wrong-winner", what="-" if state.winner is None else state.winner)
        except PlayError as error:
            raise LogError(number, error.code, error.messages) from None
    if state is None:
        nothing = PlayError("no-game")
        raise LogError(number, nothing.code, nothing.messages)


def write_log(players: int, seed: int, states: Sequence[State], turns: Sequence[str]) -> str:
    """Return the log of a game: the state before each of its turns and at the end, and the turns."""
    entries = [(state.to_move, turn) for state, turn in zip(states, turns, strict=False)]
    return write_entries(players, seed, entries, states[-1].winner)


def write_entries(players: int, seed: int, turns: Sequence[tuple[int | None, str]], winner: int | None) -> str:
    """Return the log of a game: each turn with its player, and the winner, None if nobody has won."""
    lines = [f"game {players} seed {seed}", *(f"{player} {turn}" for player, turn in turns)]
    lines += [] if winner is None else [f"winner {winner}"]
    return "\n".join(lines) + "\n"


def describe_end(state: State, turns: int) -> Message:
    """Return who has won after so many turns."""
    if state.winner is None:
        return plural("{count} turn; nobody has won.", "{count} turns; nobody has won.", turns)
    return plural(
        "{count} turn; player {player} wins.", "{count} turns; player {player} wins.", turns, player=state.winner
    )


def describe_players(state: State) -> list[Message]:
    """Return a line for each player: the hand, or that the player is out of the game."""
    return [
        message("player {player}: out of the game", player=number)
        if player.out
        else message("player {player}: hand {hand}", player=number, hand=write_hand(player.hand))
        for number, player in enumerate(state.players)
    ]


def _begin(line: str, rules: Rules, copies: Copies) -> State:
    match = _OPENING.fullmatch(line)
    if match is None:
        raise PlayError("no-game")
    try:
        return deal_game(int(match[1]), int(match[2]), rules, copies)
    except ValueError:
        raise PlayError("wrong-players", what=match[1]) from None


def _read_turn(line: str, state: State) -> Turn:
    match = _TURN.fullmatch(line)
    if match is None:
        raise PlayError("unreadable-turn", what=_short(line))
    if state.to_move is None:
        raise PlayError("game-over")
    if int(match[1]) != state.to_move:
        raise PlayError("wrong-player", what=state.to_move)
    return parse_turn(match[2])


def _short(text: str) -> str:
    return text if len(text) <= _MOST_QUOTED else text[:_MOST_QUOTED] + "…"
