"""Smallest groups and most targets, compared with trying every way to share out the attackers."""

from __future__ import annotations

import random
from itertools import chain, combinations, product

import pytest

from cardgen.games.blitz.attackers import destroy_most, smallest_group
from cardgen.games.blitz.board import cells_of, number
from cardgen.games.blitz.game import apply
from cardgen.games.blitz.positions import Layout, make_position
from cardgen.games.blitz.rules import BlitzRules
from cardgen.games.blitz.runs import resolve
from cardgen.games.blitz.state import BlitzState, Turn
from tests.games.blitz.playing import make_setup

from .comparing import STANDARD, changed, to_twin
from .decks import UNITS
from .twin import UNIT, Cell, Table


def random_position(seed: int, rules: BlitzRules) -> BlitzState:
    """Return a position with resources, up to six own units and up to four enemies, close together."""
    chance = random.Random(seed)
    cells = [(x, y) for x, y in cells_of(4) if -2 <= y <= 1]
    chance.shuffle(cells)
    names = [name for name, *_ in UNITS] * 2
    chance.shuffle(names)
    own = [(cells.pop(), "us", names.pop()) for _ in range(chance.randint(3, 6))]
    foes = [(cells.pop(), "wm", names.pop()) for _ in range(chance.randint(1, 4))]
    objects = [(cells.pop(), "us", chance.choice(["railhead", "column"])) for _ in range(2)]
    turned = [cell for cell, _, _ in own if chance.random() < 0.1]
    state = make_position(make_setup(("us", "wm"), rules), Layout([*own, *foes, *objects], turned=turned))
    helped = [state.ground[number(cell, 4)] for cell, _, _ in own if chance.random() < 0.7]
    return resolve(state, lambda run: [run.set_value(run.numbered[card], "supplied", True) for card in helped])


def sharings(table: Table, targets: list[Cell]) -> int:
    """The most targets that are destroyed, of all ways to give each attacker one of its targets or none."""
    able = {target: table.able("us", target) for target in targets}
    attackers = sorted(set(chain(*able.values())))
    options = [[None, *(target for target in targets if attacker in able[target])] for attacker in attackers]
    best = 0
    for chosen in product(*options):
        groups = {
            target: [attacker for attacker, aim in zip(attackers, chosen, strict=True) if aim == target]
            for target in targets
        }
        best = max(best, sum(bool(group) and destroys(table, target, group) for target, group in groups.items()))
    return best


def destroys(table: Table, target: Cell, group: list[Cell]) -> bool:
    return table.strength(group) > UNIT[table.ground[target][0]][2]


@pytest.mark.parametrize("rules", [STANDARD, changed(joint_attack="highest")])
def test_the_answers_are_those_of_trying_everything(rules: BlitzRules) -> None:
    most = []
    for seed in range(60):
        state = random_position(seed, rules)
        table = to_twin(state)
        targets = [cell for cell, (name, faction) in table.ground.items() if faction == "wm" and name in UNIT]
        for target in targets:
            able = table.able("us", target)
            sizes = [len(g) for n in range(1, 7) for g in combinations(able, n) if destroys(table, target, list(g))]
            group = smallest_group(state, 0, number(target, 4))
            assert (None if group.units is None else len(group.units)) == min(sizes, default=None)
            assert group.defence == UNIT[table.ground[target][0]][2] >= group.one_fewer
            assert group.units is None or set(group.units) <= set(able)
        answer = destroy_most(state, 0)
        assert len(answer.groups) == sharings(table, targets)
        most.append(len(answer.groups))
        used = [cell for _, units in answer.groups for cell in units]
        assert len(used) == len(set(used))
        for target, units in answer.groups:
            if state.actor == 0:
                state = apply(state, Turn("attack", to=target, units=units))
                assert state.ground[number(target, 4)] == -1
                state = state if state.over else apply(state, Turn("pass"))
    assert max(most) >= 2
