"""The attack of a clear, and the draws after an attack and its answer. Pure arithmetic on a ruleset."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cardgen import dataclass
from cardgen.games.block_killer.rules import BlockKillerRules


class Chain(NamedTuple):
    """The state of a play that its next lock depends on: was the last clear special, and the combo so far."""

    special: bool = False
    combo: int = 0


@dataclass(frozen=True, slots=True)
class Clear:
    """A lock that cleared `lines` rows, and its attack and block points.

    `mini` is True only if the ruleset scores minis with the non-spin table. `table` is the table's value for the lines,
    including lines past its end. `back_to_back` is the bonus for following a special clear. `combo` is the number of
    clearing blocks in a row, including this one, and `combo_bonus` is its bonus.
    """

    lines: int
    spin: bool
    mini: bool
    special: bool
    table: int
    back_to_back: int
    combo: int
    combo_bonus: int
    block: int

    @property
    def attack(self) -> int:
        """The attack of the clear: table value, back-to-back and combo bonus."""
        return self.table + self.back_to_back + self.combo_bonus


class Draws(NamedTuple):
    """How many garbage cards the defender and the attacker draw."""

    defender: int
    attacker: int


def score_lock(lines: int, spin: bool, mini: bool, chain: Chain, rules: BlockKillerRules) -> tuple[Clear | None, Chain]:
    """Return the clear of a lock that fills `lines` rows (None for 0), and the chain after it.

    `spin` and `mini` are those of the placement. A lock that clears nothing ends the combo. Back-to-back depends on the
    last clear of the play, even if other locks were between.
    """
    if lines == 0:
        return None, Chain(chain.special, 0)
    attack = rules.attack
    mini = spin and mini and rules.play.mini == "kicked"
    if spin and not mini:
        table, further = attack.spin, attack.further_line.spin
    else:
        table, further = attack.non_spin, attack.further_line.non_spin
    past_end = max(0, lines - len(table))
    special = spin or lines >= attack.special_lines
    combo = chain.combo + 1
    clear = Clear(
        lines=lines,
        spin=spin,
        mini=mini,
        special=special,
        table=table[min(lines, len(table)) - 1] + past_end * further,
        back_to_back=attack.back_to_back.bonus if special and chain.special else 0,
        combo=combo,
        combo_bonus=_combo_bonus(combo, attack.combo, attack.combo_past_end == "last"),
        block=past_end * attack.further_line.block,
    )
    return clear, Chain(special, combo)


def _combo_bonus(combo: int, table: Sequence[int], last_again: bool) -> int:
    if combo <= len(table):
        return table[combo - 1]
    return table[-1] if last_again else 0


def resolve_defence(attack: int, answer_attack: int, answer_block: int, rules: BlockKillerRules) -> Draws:
    """Return the draws after an attack and its answer. No answer is an answer of 0 and 0.

    The answer's block points are used first, then its attack points; each cancels one point of the attack. The defender
    draws the rest of the attack. The attacker draws the answer's attack points that are left over, divided by the
    ruleset's counter divisor and rounded up. Block points left over are lost. ValueError for a negative number.
    """
    if min(attack, answer_attack, answer_block) < 0:
        raise ValueError("attack and block points must not be negative")
    after_block = max(0, attack - answer_block)
    left_over = max(0, answer_attack - after_block)
    return Draws(max(0, after_block - answer_attack), -(-left_over // rules.defence.counter_divisor))
