"""Blokus as a game of turns: what the operations, logs and tables of all such games need to know of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cardgen import dataclass, message
from cardgen.engines import GameContent
from cardgen.engines.card_figures import CardUses
from cardgen.engines.policies import Policy
from cardgen.engines.serving import Answer, NewGame, Seed, read_ruleset
from cardgen.engines.turn_game import TurnGame
from cardgen.games.blokus import game
from cardgen.games.blokus.checking import check_colour
from cardgen.games.blokus.game import BlokusState, new_game, time_allowed
from cardgen.games.blokus.notation import Passed, Scores, ShapeMove, parse_entry, write_entry
from cardgen.games.blokus.placements import count_placements, free_corners
from cardgen.games.blokus.position import unused_shapes, write_position
from cardgen.games.blokus.refusals import BlokusError
from cardgen.games.blokus.rules import COLOUR_NAMES, BlokusRules, Clock, player_of
from cardgen.games.blokus.scores import standings, winner
from cardgen.games.blokus.shapes import SHAPES, Cells


class BlokusOptions(NewGame):
    """A request for a new game. By default it has as many players as the ruleset has seats, and its clock."""

    players: int | None = None
    clock: Clock | None = None


@dataclass(frozen=True, slots=True)
class BlokusStart:
    """All that a game follows from."""

    rules: BlokusRules
    seed: Seed


class Blokus(TurnGame[BlokusStart, BlokusState, ShapeMove]):
    """The game of turns.

    `simulate` has no verdict on its length: no description says how long a game takes. At most 84 pieces are placed, so
    it ends in any case.
    """

    engine = "blokus"
    start_type = BlokusStart
    turn_type = ShapeMove
    options = BlokusOptions
    ruleset = BlokusRules
    most_turns = 4 * len(SHAPES)
    separator = ";"
    legal_turns = staticmethod(game.legal_turns)
    settle = staticmethod(game.settle)
    apply = staticmethod(game.apply)

    def prepare(self, options: BlokusOptions, content: GameContent) -> BlokusStart:
        rules: BlokusRules = read_ruleset(options.ruleset, content.rulesets)
        if options.players not in (None, len(rules.seats)):
            problem = "{count} given, the ruleset is for {seats} players"
            raise ValueError(message(problem, count=options.players, seats=len(rules.seats)))
        if "clock" in options.model_fields_set:
            rules = rules.model_copy(update={"clock": options.clock})
        return BlokusStart(rules, options.seed)

    def begin(self, start: BlokusStart, content: GameContent) -> BlokusState:
        return new_game(start.seed, start.rules)

    def seats(self, start: BlokusStart) -> int:
        return len(start.rules.seats)

    def winners(self, state: BlokusState) -> Sequence[int]:
        first = winner(state)
        return () if first is None else (first,)

    def card_uses(self, state: BlokusState) -> CardUses:
        """Return how often each player has placed each shape, and how many each has left."""
        rules, seats = state.rules, len(state.rules.seats)
        uses: dict[str, tuple[list[int], list[int]]] = {shape: ([0] * seats, [0] * seats) for shape in SHAPES}
        shared = 0
        for move in state.moves:
            seat = player_of(rules, move.colour)
            if seat is None:  # the players place the shared colour by turns
                seat, shared = shared % seats, shared + 1
            uses[move.shape][0][seat] += 1
        for colour in rules.order:
            owner = player_of(rules, colour)
            if owner is not None:
                for shape in unused_shapes(state.position, colour, rules):
                    uses[shape][1][owner] += 1
        return uses

    # ---------------------------------------------------------------- what is shown

    def facts(self, state: BlokusState) -> Answer:
        rules, position = state.rules, state.position
        return {
            "colour": state.colour,
            "seats": [list(seat) for seat in rules.seats],
            "shared": rules.shared,
            "board": list(write_position(position, rules)),
            "placements": {colour: count_placements(position, colour, rules) for colour in rules.order},
            "corners": {colour: cell_members(free_corners(position, colour, rules)) for colour in rules.order},
            "unused": {colour: list(unused_shapes(position, colour, rules)) for colour in rules.order},
            "time_left": None if state.time_left is None else list(state.time_left),
            "milliseconds": time_allowed(state),
            "standings": [
                {"player": row.player, "remaining": row.remaining, "score": row.score, "rank": row.rank}
                for row in standings(state)
            ],
        }

    def list_turns(self, state: BlokusState) -> list[Any]:
        turns = super().list_turns(state)
        return [*turns, {"automatic": True}] if turns else []

    # ---------------------------------------------------------------- logs

    def write_head(self, start: BlokusStart) -> list[str]:
        return []

    def read_head(
        self, entries: Sequence[tuple[int, str]], ruleset: str, content: GameContent
    ) -> tuple[BlokusStart, int]:
        """Return a game without a clock: a log has no times."""
        rules: BlokusRules = read_ruleset(ruleset, content.rulesets)
        return BlokusStart(rules.model_copy(update={"clock": None}), 0), 0

    def write_turn(self, turn: ShapeMove, before: BlokusState) -> str:
        return write_entry(turn)

    def read_turn(self, text: str, before: BlokusState) -> ShapeMove | None:
        """Return the move of an entry; None for a pass of a colour without placements, and for the right scores.

        The turn is checked before the placement.
        """
        entry = parse_entry(text)
        if isinstance(entry, Scores):
            if before.colour is not None:
                raise BlokusError("not-over", COLOUR_NAMES[before.colour])
            right = _scores(before)
            if entry != right:
                raise BlokusError("wrong-scores", " ".join(map(str, right.values)))
            return None
        check_colour(entry.colour, before.rules)
        if isinstance(entry, Passed):
            if count_placements(before.position, entry.colour, before.rules):
                raise BlokusError("can-place", COLOUR_NAMES[entry.colour])
            return None
        if before.colour is None:
            raise BlokusError("game-over")
        if entry.colour != before.colour:
            raise BlokusError("wrong-turn", COLOUR_NAMES[before.colour])
        return entry

    def write_result(self, state: BlokusState) -> str:
        return write_entry(_scores(state))

    # ---------------------------------------------------------------- policies

    def policies(self) -> Mapping[str, Policy]:
        from cardgen.games.blokus.policies import POLICIES

        return {"random": self.choose_randomly, **POLICIES}


GAME = Blokus()


def cell_members(cells: Cells) -> list[list[int]]:
    """Return cells as JSON values."""
    return [[x, y] for x, y in cells]


def _scores(state: BlokusState) -> Scores:
    return Scores(tuple(standing.score for standing in standings(state)))
