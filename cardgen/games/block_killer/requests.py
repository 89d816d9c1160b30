"""The requests of the engine protocol as strict, closed models, and turning their members into the engine's data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from cardgen.engines.serving import Members, Request, RequestError, read_ruleset
from cardgen.games.block_killer.blocks import BLOCKS
from cardgen.games.block_killer.cards import CHECKERBOARD, CODES_OF_ROWS, GARBAGE_ROWS
from cardgen.games.block_killer.notation import SOLID_ROW, Hand, Placed, Play, Row
from cardgen.games.block_killer.refusals import PlayError
from cardgen.games.block_killer.rules import Mini, Rotation, Rules, SpinRule
from cardgen.games.block_killer.solver.worth import MOST_BLOCKS, MOST_GARBAGE

Letter = Annotated[str, StringConstraints(pattern=f"^[{BLOCKS}]$")]
BoardRow = Annotated[str, StringConstraints(pattern=r"^[#.]{10}$")]
Board = Annotated[list[BoardRow], Field(max_length=500)]
Points = Annotated[int, Field(ge=0, le=10**6)]


class SpinMembers(Request):
    """The rules that placements depend on."""

    spin_rule: SpinRule = "immobile"
    rotation: Rotation = "srs"


class RulesMembers(Request):
    """A ruleset by name, and what is changed in it."""

    ruleset: str = "standard"
    mini: Mini | None = None
    spin_rule: SpinRule | None = None
    rotation: Rotation | None = None


class PlacementsRequest(SpinMembers):
    """Every placement of a block."""

    board: Board
    block: Letter


class PerftRequest(SpinMembers):
    """The placements of a sequence of blocks, counted."""

    board: Board
    sequence: Annotated[str, StringConstraints(pattern=f"^[{BLOCKS}]*$", max_length=40)]


class RowMember(Members):
    """A garbage row of a play: a card, or two merged ones."""

    card: int | None = None
    turned: bool = False
    solid: Annotated[list[int], Field(min_length=2, max_length=2)] | None = None


class BlockMember(Members):
    """A block of a play and the cells it is to cover."""

    block: str
    cells: Annotated[list[Annotated[list[int], Field(min_length=2, max_length=2)]], Field(max_length=16)]


class PlayRequest(RulesMembers):
    """A play and the hand it is made from."""

    block_hand: Annotated[list[Letter], Field(max_length=200)]
    garbage_hand: Annotated[list[str], Field(max_length=200)]
    rows: Annotated[list[RowMember], Field(max_length=200)]
    blocks: Annotated[list[BlockMember], Field(max_length=100)]


class TextRequest(Request):
    """A play in notation, to be taken apart."""

    text: Annotated[str, StringConstraints(max_length=10_000)]


class WriteRequest(PlayRequest):
    """A play to be written down. The block cards held make no difference."""

    block_hand: Annotated[list[Letter], Field(max_length=200)] = []


class BestRequest(RulesMembers):
    """A hand whose best play is asked for, and for how long to search."""

    block_hand: Annotated[list[Letter], Field(max_length=MOST_BLOCKS)]
    garbage_hand: Annotated[list[str], Field(max_length=MOST_GARBAGE)]
    seconds: Annotated[float, Field(ge=0, le=3600)] = 10


class ResolveRequest(RulesMembers):
    """An attack and its answer."""

    attack: Points
    answer_attack: Points
    answer_block: Points


class NewGameRequest(RulesMembers):
    """A game to be dealt."""

    players: int
    seed: Annotated[int, Field(ge=-(2**63), lt=2**63)]


class TurnsRequest(Request):
    """A state whose legal turns are asked for."""

    state: dict[str, Any]


class TurnMember(Members):
    """A turn. `cards` belongs to a draw; `target`, `rows` and `blocks` to a play."""

    kind: Literal["draw", "pass", "play"]
    cards: Literal["each", "blocks"] | None = None
    target: int | None = None
    rows: Annotated[list[RowMember], Field(max_length=200)] | None = None
    blocks: Annotated[list[BlockMember], Field(max_length=100)] | None = None


class ApplyRequest(TurnsRequest):
    """A state and the turn to be taken in it."""

    turn: TurnMember


def read_rules(request: RulesMembers, rulesets: Mapping[str, Rules]) -> Rules:
    """The ruleset a request names, with its changes. RequestError for an unknown name."""
    rules = read_ruleset(request.ruleset, rulesets)
    changes = {"mini": request.mini, "spin": request.spin_rule, "rotation": request.rotation}
    changes = {name: value for name, value in changes.items() if value is not None}
    if not changes:
        return rules
    return rules.model_copy(update={"play": rules.play.model_copy(update=changes)})


class GarbageHand:
    """A garbage hand whose cards are told apart by their index, and which of them each row of a play uses.

    An entry is a row of ten characters, as the card is held, or a garbage code.
    """

    def __init__(self, entries: Sequence[str]) -> None:
        self._cards = []
        for entry in entries:
            card = (entry, False) if entry in GARBAGE_ROWS else CODES_OF_ROWS.get(entry)
            if card is None:
                raise RequestError("bad-value", f"garbage_hand: {entry!r} is not a garbage card")
            self._cards.append(card)
        self._used: set[int] = set()

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of the cards."""
        return tuple(code for code, _ in self._cards)

    def take(self, code: str) -> tuple[int, bool]:
        """The index of a card of that code that is not used yet, and whether it is held turned; it is used now."""
        for index, (held, turned) in enumerate(self._cards):
            if held == code and index not in self._used:
                self._used.add(index)
                return index, turned
        raise PlayError("garbage-not-held", what=code)

    def lay(self, member: RowMember, step: int) -> tuple[Row, list[int]]:
        """The row of a play that a member describes, and the indexes of its cards. PlayError when it cannot lie."""
        if (member.card is None) == (member.solid is None) or (member.solid is not None and member.turned):
            raise RequestError("bad-value", f"rows.{step - 1}: expected either card (and turned) or solid")
        indexes = [member.card] if member.card is not None else list(member.solid or ())
        for index in indexes:
            if not 0 <= index < len(self._cards):
                raise PlayError("garbage-not-held", step, f"[{index}]")
            if index in self._used:
                raise PlayError("garbage-used-twice", step, self._cards[index][0])
            self._used.add(index)
        if member.solid is None:
            code, held_turned = self._cards[indexes[0]]
            return Row(code, held_turned != member.turned), indexes
        codes = [self._cards[index][0] for index in indexes]
        if codes != [CHECKERBOARD, CHECKERBOARD]:
            raise PlayError("merge-not-checkerboards", step, "+".join(codes))
        return SOLID_ROW, indexes


def read_play(
    rows: Sequence[RowMember], blocks: Sequence[BlockMember], garbage: Sequence[str]
) -> tuple[Play, list[list[int]], Hand]:
    """A play, the garbage indexes behind each of its rows, and the garbage hand (its blocks left empty).

    PlayError when a row cannot lie. The blocks are not looked at yet: an earlier one may be the first that is wrong.
    """
    hand = GarbageHand(garbage)
    laid = [hand.lay(member, step) for step, member in enumerate(rows, 1)]
    placed = [Placed(member.block, tuple(sorted((x, y) for x, y in member.cells))) for member in blocks]
    play = Play(tuple(row for row, _ in laid), tuple(placed))
    return play, [indexes for _, indexes in laid], Hand((), hand.codes)


def play_members(play: Play) -> dict[str, Any]:
    """A play as members of a request, made from a hand of just the cards it uses."""
    garbage: list[str] = []
    rows: list[dict[str, Any]] = []
    for row in play.rows:
        first = len(garbage)
        garbage += [GARBAGE_ROWS[code] for code in row.cards]
        rows.append({"solid": [first, first + 1]} if row.solid else {"card": first, "turned": row.turned})
    return {
        "block_hand": [placed.block for placed in play.blocks],
        "garbage_hand": garbage,
        "rows": rows,
        "blocks": _block_members(play),
    }


def _block_members(play: Play) -> list[dict[str, Any]]:
    return [{"block": placed.block, "cells": [list(cell) for cell in placed.cells]} for placed in play.blocks]


def held_members(play: Play, garbage: Sequence[str]) -> dict[str, Any]:
    """A play as `rows` and `blocks` whose cards are indexes into the garbage hand that it is made from."""
    hand = GarbageHand(garbage)
    rows: list[dict[str, Any]] = []
    for row in play.rows:
        taken = [hand.take(code) for code in row.cards]
        if row.solid:
            rows.append({"solid": [index for index, _ in taken]})
        else:
            index, held_turned = taken[0]
            rows.append({"card": index, "turned": row.turned != held_turned})
    return {"rows": rows, "blocks": _block_members(play)}
