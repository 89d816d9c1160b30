"""Questions of the engine protocol about single rules: their boards are made of nothing but what a request gives."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.engines.serving import Answer
from cardgen.games.blitz.board import DEPTH, ENEMY, FORWARD, WIDTHS, Cell
from cardgen.games.blitz.cards import ENGINEER, BlitzCard
from cardgen.games.blitz.combat import check_attack
from cardgen.games.blitz.endings import immediate_result, judged_result, lost_objects
from cardgen.games.blitz.game import DEFAULT_FACTIONS
from cardgen.games.blitz.positions import Layout, custom_setup, make_position
from cardgen.games.blitz.refusals import BlitzError
from cardgen.games.blitz.requests import AttackRequest, CardOnBoard, SettleRequest, WinnerRequest
from cardgen.games.blitz.rules import BlitzRules
from cardgen.games.blitz.state import BlitzState, Turn

#: Width -> the number of players.
_PLAYERS = {width: players for players, width in WIDTHS.items()}
#: Side -> the faction that has all its cards.
_OWNER = {"allied": "us", "german": "wm"}


class _Board:
    """A board that is being filled: its cards by faction, and where they are."""

    def __init__(self, rules: BlitzRules, width: int) -> None:
        self.rules, self.width = rules, width
        self.cards: dict[str, list[BlitzCard]] = {"us": [], "wm": []}
        self.layout = Layout()

    def put(self, card: BlitzCard, side: str, cell: Cell) -> None:
        self.cards[_OWNER[side]].append(card)
        (self.layout.traps if card.kind == "facility" else self.layout.ground).append((cell, _OWNER[side], card.id))

    def state(self, side: str = "allied") -> BlitzState:
        """Return the position, in which this side may attack."""
        setup = custom_setup(self.rules, DEFAULT_FACTIONS[_PLAYERS[self.width]], self.cards)
        return make_position(setup, self.layout, "attack", setup.factions.index(_OWNER[side]))


def answer_attack(request: AttackRequest, rules: BlitzRules) -> Answer:
    """Return whether an attack is legal, whether it destroys its target, and the number of the rule that it breaks."""
    board, side = _Board(rules, request.width), request.attackers[0].side if request.attackers else "allied"
    for number, unit in enumerate(request.attackers):
        card = BlitzCard(f"unit{number}", "unit", 1, unit.attack, 0, unit.level, _offsets(unit.offsets))
        board.put(card, unit.side, _cell(unit.cell))
        if not unit.ready:
            board.layout.turned.append(_cell(unit.cell))
    for number, resource in enumerate(request.resources):
        card = BlitzCard(f"resource{number}", "resource", level=resource.level, reach=_offsets(resource.offsets))
        board.put(card, resource.side, _cell(resource.cell))
    target = _cell(request.target.cell)
    board.put(BlitzCard("target", "unit", defence=request.target.defence), ENEMY[side], target)
    state = board.state(side)
    assert state.actor is not None
    units = tuple(sorted(_cell(unit.cell) for unit in request.attackers))
    try:
        _, _, destroyed = check_attack(state, state.actor, Turn("attack", to=target, units=units))
    except BlitzError as error:
        return {"legal": False, "destroyed": False, "reason": error.code, "message": error.messages}
    return {"legal": True, "destroyed": destroyed, "reason": None}


def answer_settle(request: SettleRequest, rules: BlitzRules) -> Answer:
    """Return the indexes of the resources and facilities that are discarded at the end of the deploy stage."""
    board = _Board(rules, request.width)
    _put_pieces(board, request.units, request.resources, beyond=False)
    for number, piece in enumerate(request.facilities):
        board.put(BlitzCard(f"facility{number}", "facility"), piece.side, _cell(piece.cell))
    state = board.state()
    resources, facilities = lost_objects(state)

    def numbers(kind: str, cards: Sequence[int]) -> list[int]:
        return sorted(int(state.setup.cards[card].id.removeprefix(kind)) for card in cards)

    return {
        "discarded": {
            "resources": numbers("resource", [state.ground[index] for index in resources]),
            "facilities": numbers("facility", [state.traps[index] for index in facilities]),
        }
    }


def answer_winner(request: WinnerRequest, rules: BlitzRules) -> Answer:
    """Return the winner and the rule, or null if nobody has won and the game has not ended."""
    board = _Board(rules, request.width)
    _put_pieces(board, request.units, request.resources, beyond=True)
    nobody = not request.units and not request.elsewhere.allied and not request.elsewhere.german
    for side in ("allied", "german"):
        for number in range(getattr(request.elsewhere, side)):
            board.cards[_OWNER[side]].append(BlitzCard(f"elsewhere{side}{number}", "unit"))
    state = board.state()
    result = None if nobody else immediate_result(state)
    if result is None and request.ended:
        result = judged_result(state, "28c")
    return {"winner": result.winner if result else None, "by": result.by if result else None}


def _put_pieces(board: _Board, units: Sequence[CardOnBoard], resources: Sequence[CardOnBoard], beyond: bool) -> None:
    for number, piece in enumerate(units):
        cell = _cell(piece.cell)
        if not beyond and cell[1] == FORWARD[piece.side] * (DEPTH + 1):
            raise BlitzError("outside", cell=cell)
        board.put(BlitzCard(f"unit{number}", "unit", keywords=(ENGINEER,) if piece.engineer else ()), piece.side, cell)
    for number, piece in enumerate(resources):
        board.put(BlitzCard(f"resource{number}", "resource"), piece.side, _cell(piece.cell))


def _cell(member: Sequence[int]) -> Cell:
    return member[0], member[1]


def _offsets(members: Sequence[Sequence[int]]) -> tuple[tuple[int, int], ...]:
    return tuple((x, y) for x, y in members)
