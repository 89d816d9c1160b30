"""The slow twin of the engine: dicts and sets, written directly from the rules with the tables of `decks`.

It shares nothing with the engine, so that the two can be compared. `Table.turns` lists the legal turns as tuples,
`Table.play` makes one. Cards are (name, faction). Shuffles are not repeated: a table is set up from a position.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import chain, combinations
from typing import Any

from .decks import OTHERS, RESOURCES, SIDES, UNITS

Cell = tuple[int, int]
Card = tuple[str, str]
Move = tuple[Any, ...]

UNIT = {
    name: (class_, attack, defence, level, cells, ability)
    for name, class_, attack, defence, level, cells, ability in UNITS
}
RESOURCE = {name: (level, cells) for name, _, level, cells in RESOURCES}
OTHER = {name: fields for name, _, fields in OTHERS}
STEPS = ["draw", "deploy", "facility", "skill", "attack"]


def kind(card: Card) -> str:
    name = card[0]
    return "unit" if name in UNIT else "resource" if name in RESOURCE else str(OTHER[name]["kind"])


def toward(faction: str) -> int:
    return 1 if SIDES[faction] == "allied" else -1


def foes(one: str, other: str) -> bool:
    return SIDES[one] != SIDES[other]


def aims(faction: str, cell: Cell, cells: Iterable[Cell]) -> set[Cell]:
    sign = toward(faction)
    return {(cell[0] + sign * dx, cell[1] + sign * dy) for dx, dy in cells}


def next_to(cell: Cell) -> set[Cell]:
    x, y = cell
    return {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}


@dataclass
class Table:
    """A position. `choices` are the fields of the ruleset that the tests change."""

    factions: list[str]
    choices: dict[str, Any]
    round: int
    step: str
    actor: str | None
    hands: dict[str, list[str]]
    decks: dict[str, list[str]]
    discards: dict[str, list[str]]
    ground: dict[Cell, Card] = field(default_factory=dict)
    traps: dict[Cell, Card] = field(default_factory=dict)
    beyond: list[tuple[Card, int]] = field(default_factory=list)
    moved: dict[Cell, int] = field(default_factory=dict)  # by where the card is now
    fresh: set[Cell] = field(default_factory=set)  # deployed in this round
    forced: set[Cell] = field(default_factory=set)
    sideways: set[Cell] = field(default_factory=set)
    resting: set[Cell] = field(default_factory=set)
    supplied: set[Cell] = field(default_factory=set)
    laid: dict[str, int] = field(default_factory=dict)
    fielded: set[str] = field(default_factory=set)
    passes: int = 0
    drawn: int = 0
    result: tuple[str, str, str] | None = None

    @property
    def width(self) -> int:
        return len(self.factions) // 2 + 3

    def cells(self) -> set[Cell]:
        return {(x, y) for x in range(self.width) for y in range(-3, 4)}

    def order(self) -> list[str]:
        order = list(self.factions)
        if len(order) == 4 or self.choices["two_players"] == "rotate":
            for _ in range(self.round - 1):
                order.append(order.pop(0))
        return order

    def area(self, faction: str) -> set[Cell]:
        rows = {-toward(faction) * depth for depth in (1, 2, 3)} | ({0} if self.choices["deploy_on_front"] else set())
        columns = set(range(self.width))
        if self.choices["team_area"] == "halves" and len(self.factions) == 4:
            columns = {0, 1, 2} if faction in self.factions[:2] else {2, 3, 4}
        return {(x, y) for x, y in self.cells() if x in columns and y in rows}

    def barred(self, cell: Cell, card: Card) -> bool:
        """Is there an obstacle for this card?"""
        if cell not in self.traps or self.traps[cell][0] != "obstacle":
            return False
        return card[0] in UNIT and UNIT[card[0]][0] == "vehicle"

    # ------------------------------------------------------------ what a player can do

    def turns(self) -> set[Move]:
        me = self.actor
        if me is None:
            return set()
        if self.step == "draw":
            return {("skip",)} | {("discard", name) for name in self.hands[me]}
        if self.step == "deploy":
            moves = set(chain(self.deploys(me), self.moves(me)))
            return moves if any(self.ground[cell][1] == me for cell in self.forced) else moves | {("pass",)}
        listed = {"facility": self.layings, "skill": self.skills, "attack": self.attacks}[self.step]
        return set(listed(me)) | {("pass",)}

    def deploys(self, me: str) -> Iterator[Move]:
        for name in set(self.hands[me]):
            if kind((name, me)) in ("unit", "resource"):
                for cell in self.area(me) - set(self.ground):
                    if not self.barred(cell, (name, me)):
                        yield ("deploy", name, cell)

    def moves(self, me: str) -> Iterator[Move]:
        for cell, card in self.ground.items():
            fresh = cell in self.fresh and not self.choices["move_when_deployed"]
            if card[1] == me and not fresh and self.moved.get(cell, 0) < self.choices["moves"]:
                for to in self.ways(cell, card):
                    if cell not in self.forced or abs(to[1]) == 4:
                        yield ("move", cell, to)

    def ways(self, cell: Cell, card: Card) -> set[Cell]:
        """Every cell that the card can go to, a step at a time."""
        steps = 2 if card[0] in UNIT and UNIT[card[0]][5] == "move 2" else 1
        ends = {cell}
        for _ in range(steps):
            for start in list(ends):
                if abs(start[1]) == 4:
                    continue
                for near in next_to(start):
                    if near in self.cells():
                        if near not in self.ground and not self.barred(near, card):
                            ends.add(near)
                    elif near[1] == 4 * toward(card[1]) and kind(card) == "unit":
                        ends.add(near)
        return ends - {cell}

    def layings(self, me: str) -> Iterator[Move]:
        cells = self.cells() if self.choices["facility_area"] == "anywhere" else self.area(me)
        if self.laid.get(me, 0) < self.choices["facilities"]:
            for name in set(self.hands[me]):
                if kind((name, me)) == "facility":
                    yield from (("lay", name, cell) for cell in cells - set(self.traps))

    def skills(self, me: str) -> Iterator[Move]:
        for cell, card in self.ground.items():
            if kind(card) == "unit":
                if "emergency" in self.hands[me] and card[1] == me and cell not in self.supplied:
                    yield ("skill", "emergency", cell)
                if "feint" in self.hands[me] and foes(me, card[1]) and cell not in self.sideways | self.resting:
                    yield ("skill", "feint", cell)

    def has_supply(self, cell: Cell) -> bool:
        name, me = self.ground[cell]
        for at, (resource, owner) in self.ground.items():
            if resource in RESOURCE and not foes(me, owner):
                level, cells = RESOURCE[resource]
                mine = owner == me or self.choices["team_supply"]
                if mine and level >= UNIT[name][3] and cell in aims(owner, at, cells):
                    return True
        return cell in self.supplied

    def able(self, me: str, target: Cell) -> list[Cell]:
        """The cells of this player's units that can attack a cell."""
        return [
            cell
            for cell, card in self.ground.items()
            if card[1] == me
            and kind(card) == "unit"
            and cell not in self.sideways | self.resting
            and target in aims(me, cell, UNIT[card[0]][4])
            and self.has_supply(cell)
        ]

    def strength(self, group: Iterable[Cell]) -> int:
        values = [UNIT[self.ground[cell][0]][1] for cell in group]
        return sum(values) if self.choices["joint_attack"] == "sum" else max(values)

    def attacks(self, me: str) -> Iterator[Move]:
        for target, card in self.ground.items():
            if foes(me, card[1]) and (kind(card) == "unit" or self.choices["attack_objects"]):
                defence = UNIT[card[0]][2] if kind(card) == "unit" else 0
                able = sorted(self.able(me, target))
                for group in chain(*(combinations(able, size) for size in range(1, len(able) + 1))):
                    yield ("attack", target, group, None)
                    if self.strength(group) > defence:
                        for cell in group:
                            near = self.choices["advance"] == "any" or cell in next_to(target)
                            if near and not self.barred(target, self.ground[cell]):
                                yield ("attack", target, group, cell)
        for target, card in self.traps.items():
            if foes(me, card[1]) and self.choices["attack_objects"]:
                able = sorted(self.able(me, target))
                for group in chain(*(combinations(able, size) for size in range(1, len(able) + 1))):
                    yield ("raid", target, group)

    # ------------------------------------------------------------ doing it

    def play(self, turn: Move) -> Table:
        """The position after a legal turn."""
        after = deepcopy(self)
        after.do(*turn)
        return after

    def do(self, name: str, *parts: Any) -> None:
        me = self.actor
        assert me is not None
        self.passes = self.passes + 1 if name == "pass" else 0
        if name == "discard":
            self.throw_away((parts[0], me), self.hands[me])
            self.draw(me)
        elif name == "deploy":
            card, cell = parts
            self.hands[me].remove(card)
            self.ground[cell] = (card, me)
            self.fresh.add(cell)
            if card in UNIT:
                self.fielded.add(SIDES[me])
        elif name == "move":
            self.moved[parts[0]] = self.moved.get(parts[0], 0) + 1
            self.go(*parts)
        elif name == "lay":
            self.hands[me].remove(parts[0])
            self.traps[parts[1]] = (parts[0], me)
            self.laid[me] = self.laid.get(me, 0) + 1
        elif name == "skill":
            self.throw_away((parts[0], me), self.hands[me])
            (self.supplied if parts[0] == "emergency" else self.sideways).add(parts[1])
        elif name == "attack":
            self.attack(*parts)
        elif name == "raid":
            self.sideways |= set(parts[1])
            if self.strength(parts[1]) > 0:
                self.throw_away(self.traps.pop(parts[0]))
        self.go_on()

    def attack(self, target: Cell, group: tuple[Cell, ...], advance: Cell | None) -> None:
        self.sideways |= set(group)
        card = self.ground[target]
        if self.strength(group) > (UNIT[card[0]][2] if kind(card) == "unit" else 0):
            self.take_away(target)
            if advance is not None:
                self.go(advance, target)

    def marks(self) -> list[set[Cell]]:
        return [self.fresh, self.forced, self.sideways, self.resting, self.supplied]

    def take_away(self, cell: Cell) -> None:
        """Discard the unit or resource of a cell."""
        self.throw_away(self.ground.pop(cell))
        for mark in self.marks():
            mark.discard(cell)
        self.moved.pop(cell, None)

    def throw_away(self, card: Card, hand: list[str] | None = None) -> None:
        if hand is not None:
            hand.remove(card[0])
        self.discards[card[1]].append(card[0])

    def go(self, start: Cell, to: Cell) -> None:
        card = self.ground[start]
        trap = self.traps.get(to)
        if trap and trap[0] == "mine" and foes(trap[1], card[1]) and card[0] in UNIT and card[0] != "engineers":
            self.throw_away(self.traps.pop(to))
            self.take_away(start)
            return
        del self.ground[start]
        if abs(to[1]) == 4:
            self.beyond.append((card, to[0]))
        else:
            self.ground[to] = card
        for mark in self.marks():
            if start in mark:
                mark.remove(start)
                mark.add(to)
        if start in self.moved:
            self.moved[to] = self.moved.pop(start)

    def draw(self, me: str) -> None:
        if self.decks[me]:
            self.hands[me].append(self.decks[me].pop())

    # ------------------------------------------------------------ steps and ends

    def go_on(self) -> None:
        """Find who acts next, and in which step."""
        if self.finished_at_once():
            return
        order = self.order()
        if self.step == "draw":
            self.drawn += 1
            self.draw_all()
        elif self.passes == len(order):
            self.next_step()
        else:
            assert self.actor is not None
            self.actor = order[(order.index(self.actor) + 1) % len(order)]

    def draw_all(self) -> None:
        """Draw for everybody who has nothing to decide; stop at a player who has."""
        order = self.order()
        while self.drawn < len(order):
            me = order[self.drawn]
            if len(self.hands[me]) >= 8:
                if self.decks[me]:
                    self.actor = me
                    return
            else:
                self.draw(me)
            self.drawn += 1
        self.next_step()

    def next_step(self) -> None:
        if self.step == "facility":
            self.clear_up()
            if self.finished_at_once():
                return
        self.passes = 0
        if self.step == "attack":
            self.end_round()
            return
        self.step = STEPS[STEPS.index(self.step) + 1]
        self.actor = self.order()[0]
        if self.step == "deploy":
            if self.choices["no_hand"] == "after-draw" and not all(self.hands.values()):
                self.judge("28a")
                return
            self.forced = {
                cell
                for cell, card in self.ground.items()
                if kind(card) == "unit" and cell[1] == 3 * toward(card[1]) and card[0] != "command-post"
            }
            if any(self.helpless(me) for me in self.factions):
                self.judge("28b")

    def helpless(self, me: str) -> bool:
        return not any([*able(me)] for able in (self.deploys, self.moves, self.layings, self.skills, self.attacks))

    def clear_up(self) -> None:
        """Rule 19, all at once."""
        gone, swept = [], []
        for cell, (name, owner) in self.ground.items():
            if name in RESOURCE:
                near = [self.ground[one] for one in next_to(cell) if one in self.ground]
                if any(kind(card) == "unit" and foes(card[1], owner) for card in near):
                    gone.append(cell)
        for cell, (_, owner) in self.traps.items():
            cells = next_to(cell) | ({cell} if self.choices["engineer_on_cell"] else set())
            near = [self.ground[one] for one in cells if one in self.ground]
            if any(card[0] == "engineers" and foes(card[1], owner) for card in near):
                swept.append(cell)
        for cell in gone:
            self.take_away(cell)
        for cell in swept:
            self.throw_away(self.traps.pop(cell))

    def end_round(self) -> None:
        if self.choices["no_hand"] == "settlement" and not all(self.hands.values()):
            self.judge("28a")
        elif self.choices["rounds"] is not None and self.round >= self.choices["rounds"]:
            self.judge("rounds")
        else:
            self.resting = self.sideways if self.choices["ready_up"] == "round-after" else set()
            self.sideways, self.supplied, self.fresh, self.forced = set(), set(), set(), set()
            self.moved, self.laid, self.drawn = {}, {}, 0
            self.round += 1
            self.step = "draw"
            self.draw_all()

    def finished_at_once(self) -> bool:
        if self.beyond:
            self.end(SIDES[self.beyond[0][0][1]], "27c", "28d")
            return True
        left = {"allied": 0, "german": 0}
        for card in self.ground.values():
            left[SIDES[card[1]]] += kind(card) == "unit"
        if self.choices["last_unit"] == "everywhere":
            for me in self.factions:
                left[SIDES[me]] += sum(name in UNIT for name in self.hands[me] + self.decks[me])
        elif len(self.fielded) < 2:
            left = {"allied": 1, "german": 1}
        if not left["allied"] or not left["german"]:
            self.end("allied" if left["allied"] else "german" if left["german"] else "draw", "27a", "28d")
            return True
        if self.choices["no_hand"] == "at-once" and not all(self.hands.values()):
            self.judge("28a")
            return True
        return False

    def judge(self, why: str) -> None:
        held = {"allied": 0, "german": 0}
        strong = {"allied": 0, "german": 0}
        for cell, card in self.ground.items():
            if kind(card) == "unit":
                strong[SIDES[card[1]]] += 1
                held[SIDES[card[1]]] += cell[1] * toward(card[1]) > 0
        for count in (held, strong) if self.choices["equal"] == "units" else (held,):
            if count["allied"] != count["german"]:
                self.end(max(count, key=lambda side: count[side]), "27b", why)
                return
        self.end("draw", "27b", why)

    def end(self, *result: str) -> None:
        self.result, self.actor = (result[0], result[1], result[2]), None

    def count(self, depth: int) -> int:
        """The number of sequences of turns."""
        turns = self.turns()
        return len(turns) if depth == 1 else sum(self.play(turn).count(depth - 1) for turn in turns)
