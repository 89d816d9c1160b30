"""The requests of the engine protocol as strict, closed models, and how their members are read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from cardgen.engines.serving import Members, Request, RequestError, RulesetRequest
from cardgen.games.block_killer.blocks import BLOCKS
from cardgen.games.block_killer.cards import CHECKERBOARD, CODES_OF_ROWS, GARBAGE_ROWS
from cardgen.games.block_killer.notation import SOLID_ROW, Hand, Placed, Play, Row
from cardgen.games.block_killer.refusals import BlockKillerError
from cardgen.games.block_killer.rules import Mini, Rotation, SpinRule
from cardgen.games.block_killer.solver.clear_values import MOST_BLOCKS, MOST_GARBAGE

Letter = Annotated[str, StringConstraints(pattern=f"^[{BLOCKS}]$")]
BoardRow = Annotated[str, StringConstraints(pattern=r"^[#.]{10}$")]
Board = Annotated[list[BoardRow], Field(max_length=500)]
Points = Annotated[int, Field(ge=0, le=10**6)]


class SpinMembers(Request):
    """The rules that decide placements."""

    spin_rule: SpinRule = "immobile"
    rotation: Rotation = "srs"


class RulesMembers(RulesetRequest):
    """A ruleset by name, and changes of it."""

    mini: Mini | None = None
    spin_rule: SpinRule | None = None
    rotation: Rotation | None = None


class PlacementsRequest(SpinMembers):
    """Every placement of a block."""

    board: Board
    block: Letter


class BlockKillerPerftRequest(SpinMembers):
    """The counts of the placements of a sequence of blocks."""

    board: Board
    sequence: Annotated[str, StringConstraints(pattern=f"^[{BLOCKS}]*$", max_length=40)]


class RowMember(Members):
    """A garbage row of a play: a card, or two merged ones."""

    card: int | None = None
    turned: bool = False
    solid: Annotated[list[int], Field(min_length=2, max_length=2)] | None = None


class BlockMember(Members):
    """A block of a play and the cells that it covers."""

    block: str
    cells: Annotated[list[Annotated[list[int], Field(min_length=2, max_length=2)]], Field(max_length=16)]


class PlayRequest(RulesMembers):
    """A play and the hand that it is played from."""

    block_hand: Annotated[list[Letter], Field(max_length=200)]
    garbage_hand: Annotated[list[str], Field(max_length=200)]
    rows: Annotated[list[RowMember], Field(max_length=200)]
    blocks: Annotated[list[BlockMember], Field(max_length=100)]


class TextRequest(Request):
    """A play in notation, to be read."""

    text: Annotated[str, StringConstraints(max_length=10_000)]


class WriteRequest(PlayRequest):
    """A play to be written in notation. The block cards in hand do not matter."""

    block_hand: Annotated[list[Letter], Field(max_length=200)] = []


class BestRequest(RulesMembers):
    """A hand to search the best play of, and the most seconds to search."""

    block_hand: Annotated[list[Letter], Field(max_length=MOST_BLOCKS)]
    garbage_hand: Annotated[list[str], Field(max_length=MOST_GARBAGE)]
    seconds: Annotated[float, Field(ge=0, le=3600)] = 10


class AnalyseRequest(BestRequest):
    """A hand to analyse, and a play of it; a play has `rows`, and `blocks` if any is placed."""

    rows: Annotated[list[RowMember], Field(max_length=200)] | None = None
    blocks: Annotated[list[BlockMember], Field(max_length=100)] = []


class PuzzleRequest(RulesMembers):
    """A puzzle to make: by its strength and its seed, or by its date."""

    strength: Literal["easy", "medium", "hard"] | None = None
    seed: Annotated[int, Field(ge=0, lt=10**15)] | None = None
    date: str | None = None
    solution: bool = False


class ResolveRequest(RulesMembers):
    """An attack and its answer."""

    attack: Points
    answer_attack: Points
    answer_block: Points


class TurnMember(Members):
    """A turn. Only a draw has `cards`; only a play has `target`, `rows` and `blocks`."""

    kind: Literal["draw", "pass", "play"]
    cards: Literal["each", "blocks"] | None = None
    target: int | None = None
    rows: Annotated[list[RowMember], Field(max_length=200)] | None = None
    blocks: Annotated[list[BlockMember], Field(max_length=100)] | None = None


class GarbageHand:
    """A garbage hand in which cards are identified by index, and the cards that the rows of a play have used so far.

    An entry is a row of ten characters, as the card is in the hand, or a garbage code.
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
        """Use a card with this code. Return its index, and whether it is turned in the hand."""
        for index, (held, turned) in enumerate(self._cards):
            if held == code and index not in self._used:
                self._used.add(index)
                return index, turned
        raise BlockKillerError("garbage-not-held", what=code)

    def lay(self, member: RowMember, step: int) -> tuple[Row, list[int]]:
        """Return the row of a play that a member describes, and its cards' indexes. RuleError if it is not legal."""
        if (member.card is None) == (member.solid is None) or (member.solid is not None and member.turned):
            raise RequestError("bad-value", f"rows.{step - 1}: expected either card (and turned) or solid")
        indexes = [member.card] if member.card is not None else list(member.solid or ())
        for index in indexes:
            if not 0 <= index < len(self._cards):
                raise BlockKillerError("garbage-not-held", step, f"[{index}]")
            if index in self._used:
                raise BlockKillerError("garbage-used-twice", step, self._cards[index][0])
            self._used.add(index)
        if member.solid is None:
            code, turned_in_hand = self._cards[indexes[0]]
            return Row(code, turned_in_hand != member.turned), indexes
        codes = [self._cards[index][0] for index in indexes]
        if codes != [CHECKERBOARD, CHECKERBOARD]:
            raise BlockKillerError("merge-not-checkerboards", step, "+".join(codes))
        return SOLID_ROW, indexes


def read_play(
    rows: Sequence[RowMember], blocks: Sequence[BlockMember], garbage: Sequence[str]
) -> tuple[Play, list[list[int]], Hand]:
    """Return a play, the garbage indexes of each of its rows, and the garbage hand (a hand without blocks).

    BlockKillerError if a row is not legal. The blocks are not checked, because `score_play` checks them in order.
    """
    hand = GarbageHand(garbage)
    laid = [hand.lay(member, step) for step, member in enumerate(rows, 1)]
    placed = [Placed(member.block, tuple(sorted((x, y) for x, y in member.cells))) for member in blocks]
    play = Play(tuple(row for row, _ in laid), tuple(placed))
    return play, [indexes for _, indexes in laid], Hand((), hand.codes)


def play_members(play: Play) -> dict[str, Any]:
    """Return a play as members of a request, with a hand of exactly the cards that it uses."""
    garbage = [GARBAGE_ROWS[code] for row in play.rows for code in row.cards]
    hand = {"block_hand": [placed.block for placed in play.blocks], "garbage_hand": garbage}
    return hand | members_in_hand(play, garbage)


def members_in_hand(play: Play, garbage: Sequence[str]) -> dict[str, Any]:
    """Return a play as `rows` and `blocks` whose cards are indexes into its garbage hand."""
    hand = GarbageHand(garbage)
    rows: list[dict[str, Any]] = []
    for row in play.rows:
        used_cards = [hand.take(code) for code in row.cards]
        if row.solid:
            rows.append({"solid": [index for index, _ in used_cards]})
        else:
            index, turned_in_hand = used_cards[0]
            rows.append({"card": index, "turned": row.turned != turned_in_hand})
    blocks = [{"block": placed.block, "cells": [list(cell) for cell in placed.cells]} for placed in play.blocks]
    return {"rows": rows, "blocks": blocks}
