"""Tic-tac-toe: its rules, as a game of turns. Bots, logs, a table and simulations follow from them."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from pydantic import BaseModel, ConfigDict, Field

from cardgen import GameContent, NewGame, Policy, RuleError, TurnEngine, TurnGame


class Rules(BaseModel):
    """A ruleset: the columns and rows of the board, and how many marks in a row win."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    size: int = Field(default=3, ge=3, le=9)
    row: int = Field(default=3, ge=3, le=9)


@dataclass(frozen=True)
class Start:
    """All that a game follows from."""

    rules: Rules
    seed: int


@dataclass(frozen=True)
class Mark:
    """A turn: a mark in a cell, counted from the upper left one, 0."""

    cell: int


@dataclass(frozen=True)
class State:
    """A board, row by row: `X`, `O`, or `.` for an empty cell."""

    rules: Rules
    board: str

    @property
    def winner(self) -> str:
        """The mark that has a row; "" if none has."""
        size, row = self.rules.size, self.rules.row
        for cell, mark in enumerate(self.board):
            for x, y in ((1, 0), (0, 1), (1, 1), (-1, 1)):
                fits = 0 <= cell % size + x * (row - 1) < size and cell // size + y * (row - 1) < size
                if fits and mark != "." and {self.board[cell + step * (x + y * size)] for step in range(row)} == {mark}:
                    return mark
        return ""


class TicTacToe(TurnGame[Start, State, Mark]):
    """The game of turns."""

    engine, ruleset, options, start_type, turn_type = "tic-tac-toe", Rules, NewGame, Start, Mark

    def prepare(self, options: NewGame, content: GameContent) -> Start:
        return Start(self.rules_of(options, content), options.seed)

    def begin(self, start: Start, content: GameContent) -> State:
        return State(start.rules, "." * start.rules.size**2)

    def to_move(self, state: State) -> int | None:
        return None if state.winner or "." not in state.board else len(state.board.replace(".", "")) % 2

    def legal_turns(self, state: State) -> list[Mark]:
        return [Mark(cell) for cell, mark in enumerate(state.board) if mark == "." and not state.winner]

    def apply(self, state: State, turn: Mark) -> State:
        if turn not in self.legal_turns(state):
            raise RuleError("not-free", f"cell {turn.cell} cannot be marked", f"不能标记格子 {turn.cell}")
        return self.marked(state, turn, "XO"[self.to_move(state) or 0])

    def marked(self, state: State, turn: Mark, mark: str) -> State:
        return replace(state, board=state.board[: turn.cell] + mark + state.board[turn.cell + 1 :])

    def winners(self, state: State) -> list[int]:
        return ["XO".index(state.winner)] if state.winner else []

    def facts(self, state: State) -> dict[str, object]:
        return {"board": state.board, "size": state.rules.size, "winner": state.winner}

    def policies(self) -> dict[str, Policy]:
        return {"random": self.choose_randomly, "careful": self.choose_carefully}

    def choose_carefully(self, state: State, chance: random.Random) -> Mark:
        """Return a turn that wins, else one that keeps the other from winning, else any."""
        for mark in "XO" if self.to_move(state) == 0 else "OX":
            for turn in self.legal_turns(state):
                if self.marked(state, turn, mark).winner:
                    return turn
        return self.choose_randomly(state, chance)


GAME = TicTacToe()
ENGINE = TurnEngine("cardgen_tictactoe.game:GAME")
