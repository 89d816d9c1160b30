"""Block-Killer as a game of turns: what the operations, logs and tables of all such games need to know of it.

Its log, in which players count from 0:

# text after a number sign is a comment
game 3 seed 7                         the players and the seed, from which the deal follows
2 draw each                           a turn on each line: the player, and the turn, as in `turns`
2 play 0: 1-3 1-3~ | T2@2,0
0 pass
winner 2                              optional, the last line
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import Field

from cardgen import dataclass
from cardgen.engines import GameContent
from cardgen.engines.card_figures import CardUses
from cardgen.engines.policies import Policy
from cardgen.engines.serving import Answer, NewGame, RequestError, Seed, read_model, read_ruleset
from cardgen.engines.turn_game import TurnGame
from cardgen.games.block_killer import game
from cardgen.games.block_killer.cards import BLOCK_COPIES, GARBAGE_COPIES
from cardgen.games.block_killer.copies import COPIES, Copies, deal_game, deck_copies, find_copies_fault
from cardgen.games.block_killer.game import (
    BlockKillerState,
    Draw,
    MakePlay,
    MayPlay,
    Option,
    Pass,
    Turn,
    check_turn,
)
from cardgen.games.block_killer.notation import Play
from cardgen.games.block_killer.refusals import BlockKillerError
from cardgen.games.block_killer.requests import RulesMembers, TurnMember, read_play
from cardgen.games.block_killer.rules import BlockKillerRules
from cardgen.games.block_killer.solver import SOLVER
from cardgen.games.block_killer.turns import parse_turn, turn_result, unreadable_turn, write_turn

#: The positions that a policy's solver searches for a turn: as in simulations.
CHOICE_BUDGET = 10_000
#: The longest turn of a state in characters.
_MOST_TURN = 400

_OPENING = re.compile(r"game ([0-9]{1,2}) seed (-?[0-9]{1,18})")
_WINNER = re.compile(r"winner ([0-9]{1,2})")
_TURN = re.compile(r"([0-9]{1,2}) (\S.*)")


class BlockKillerOptions(NewGame, RulesMembers):
    """A request for a new game."""

    players: int


@dataclass(frozen=True, slots=True)
class BlockKillerStart:
    """All that a game follows from. `copies` are those of the cards, if they differ from the rules."""

    rules: BlockKillerRules
    players: Annotated[int, Field(ge=2, le=20)]
    seed: Seed
    copies: Copies = COPIES


class BlockKiller(TurnGame[BlockKillerStart, BlockKillerState, Turn]):
    """The game of turns. A turn is written in notation, also in states; a bot may give it by its members."""

    engine = "block-killer"
    start_type = BlockKillerStart
    turn_type = Turn
    options = BlockKillerOptions
    ruleset = BlockKillerRules
    most_turns = 10_000
    has_secrets = True
    #: The options of the player to move. A play is one option, whatever it is.
    legal_turns: Any = staticmethod(game.legal_turns)
    apply = staticmethod(game.apply)

    def rules_of(self, options: RulesMembers, content: GameContent) -> BlockKillerRules:
        """Return the ruleset of a request, with its changes. RequestError for an unknown name."""
        rules: BlockKillerRules = super().rules_of(options, content)
        changes = {"mini": options.mini, "spin": options.spin_rule, "rotation": options.rotation}
        changes = {name: value for name, value in changes.items() if value is not None}
        return rules.model_copy(update={"play": rules.play.model_copy(update=changes)}) if changes else rules

    def prepare(self, options: BlockKillerOptions, content: GameContent) -> BlockKillerStart:
        rules = self.rules_of(options, content)
        return BlockKillerStart(rules, options.players, options.seed, deck_copies(content.decks))

    def begin(self, start: BlockKillerStart, content: GameContent) -> BlockKillerState:
        if fault := find_copies_fault(start.copies):
            raise ValueError(f"copies: {fault}")
        return deal_game(start.players, start.seed, start.rules, start.copies)

    def card_uses(self, state: BlockKillerState) -> CardUses:
        """Return how often each player has placed each block, and cleared each garbage card."""
        used = [Counter(player.used) for player in state.players]
        held = [Counter((*player.blocks, *player.garbage)) for player in state.players]
        return {
            card: ([count[card] for count in used], [count[card] for count in held])
            for card in (*BLOCK_COPIES, *GARBAGE_COPIES)
        }

    # ---------------------------------------------------------------- what is shown

    def facts(self, state: BlockKillerState) -> Answer:
        """Return the facts of a state. Hands are those of all players."""
        return {
            "turn": state.turn,
            "phase": state.phase,
            "attack": None if state.attack is None else {"target": state.attack.target, "points": state.attack.points},
            "winner": state.winner,
            "players": [
                {"blocks": list(player.blocks), "garbage": list(player.garbage), "out": player.out}
                for player in state.players
            ],
            "decks": {"blocks": len(state.decks.blocks), "garbage": len(state.decks.garbage)},
            "discards": {"blocks": len(state.discards.blocks), "garbage": len(state.discards.garbage)},
            "most_garbage": state.rules.most_garbage,
            "most_blocks": state.rules.most_blocks,
        }

    def view(self, state: BlockKillerState, seat: int | None) -> Answer:
        """Return the facts that a seat may see: the cards of other hands are "". At the end all cards are open."""
        facts = self.facts(state)
        if state.winner is None:
            for number, player in enumerate(facts["players"]):
                if number != seat:
                    player["blocks"] = [""] * len(player["blocks"])
                    player["garbage"] = [""] * len(player["garbage"])
        return facts

    def describe(self, before: BlockKillerState, turn: Turn, after: BlockKillerState) -> Answer:
        return {"results": turn_result(before, after)}

    def about(self, content: GameContent) -> Answer:
        return {"solver": SOLVER}

    # ---------------------------------------------------------------- turns as data

    def list_turns(self, state: BlockKillerState) -> list[Any]:
        return [_option_data(option) for option in game.legal_turns(state)]

    def write_data(self, turn: Turn, before: BlockKillerState) -> str:
        return write_turn(turn)

    def read_data(self, data: Any, before: BlockKillerState) -> Turn:
        if isinstance(data, str):
            if len(data) > _MOST_TURN:
                raise ValueError(f"{len(data)} characters, at most {_MOST_TURN}")
            return parse_turn(data)
        return _turn_of(read_model(TurnMember, data), before)

    # ---------------------------------------------------------------- logs

    def write_head(self, start: BlockKillerStart) -> list[str]:
        return [f"game {start.players} seed {start.seed}"]

    def read_head(
        self, entries: Sequence[tuple[int, str]], ruleset: str, content: GameContent
    ) -> tuple[BlockKillerStart, int]:
        rules: BlockKillerRules = read_ruleset(ruleset, content.rulesets)
        match = _OPENING.fullmatch(entries[0][1]) if entries else None
        if match is None:
            raise BlockKillerError("no-game")
        if not rules.players.least <= int(match[1]) <= rules.players.most:
            raise BlockKillerError("wrong-players", what=match[1])
        return BlockKillerStart(rules, int(match[1]), int(match[2]), deck_copies(content.decks)), 1

    def write_turn(self, turn: Turn, before: BlockKillerState) -> str:
        return f"{before.to_move} {write_turn(turn)}"

    def read_turn(self, text: str, before: BlockKillerState) -> Turn | None:
        if text.startswith("winner"):
            match = _WINNER.fullmatch(text)
            if match is None or int(match[1]) != before.winner:
                raise BlockKillerError("wrong-winner", what="-" if before.winner is None else before.winner)
            return None
        match = _TURN.fullmatch(text)
        if match is None:
            raise unreadable_turn(text)
        if before.to_move is None:
            raise BlockKillerError("game-over")
        if int(match[1]) != before.to_move:
            raise BlockKillerError("wrong-player", what=before.to_move)
        return parse_turn(match[2])

    def write_result(self, state: BlockKillerState) -> str:
        return f"winner {state.winner}"

    # ---------------------------------------------------------------- policies

    def policies(self) -> Mapping[str, Policy]:
        from cardgen.games.block_killer.policies import POLICIES

        return POLICIES

    def choose(self, state: BlockKillerState, policy: Policy, chance: random.Random) -> Turn:
        from cardgen.games.block_killer.policy_context import PolicyContext
        from cardgen.games.block_killer.views import view_state

        turn: Turn = policy(view_state(state), PolicyContext(state.rules, CHOICE_BUDGET, chance))
        return turn


GAME = BlockKiller()


def _option_data(option: Option) -> Answer:
    match option:
        case Draw(cards):
            return {"kind": "draw", "cards": cards}
        case Pass():
            return {"kind": "pass"}
        case MayPlay(targets, least_blocks):
            return {"kind": "play", "targets": list(targets), "least_blocks": least_blocks}


def _turn_of(member: TurnMember, state: BlockKillerState) -> Turn:
    """Return the turn of a bot in a state. BlockKillerError for cards that the player does not have."""
    members = member.model_fields_set - {"kind"}
    allowed = {"draw": {"cards"}, "pass": set(), "play": {"target", "rows", "blocks"}}[member.kind]
    if members - allowed:
        raise RequestError("unknown-member", f"turn: a {member.kind} has no {', '.join(sorted(members - allowed))}")
    if member.kind == "draw":
        return Draw(member.cards or "each")
    if member.kind == "pass":
        return Pass()
    if member.rows is None or member.blocks is None:
        raise RequestError("missing-member", "turn: a play needs rows and blocks")
    # Check this before the cards, because it decides whose hand they are in.
    check_turn(state, MakePlay(Play((), ()), member.target))
    assert state.to_move is not None
    play, _, _ = read_play(member.rows, member.blocks, state.players[state.to_move].garbage)
    return MakePlay(play, member.target)
