"""The checks of a ruleset, alone and with the deck. Each finding is proved; possible mistakes are not reported.

Codes are stable: BK5xx is about a ruleset and the deck under it. The checks are fast; nothing is played or searched.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby, pairwise

from cardgen import message, plural
from cardgen.engines import CardData, Decks, RulesProblem
from cardgen.engines.card_fields import text_field
from cardgen.games.block_killer.blocks import BLOCKS, block_cells, distinct_orientations
from cardgen.games.block_killer.cards import CHECKERBOARD, GARBAGE_ROWS, WIDTH, hole_runs, turn_row
from cardgen.games.block_killer.rules import AttackRules, BlockKillerRules

#: Code -> its short name.
RULES_CODES = {
    "BK501": "table-decreases",
    "BK502": "spin-below-non-spin",
    "BK503": "endless-combo",
    "BK504": "never-cleared",
    "BK505": "endless-game",
}


def check_rules(rules: BlockKillerRules, decks: Decks) -> list[RulesProblem]:
    """Return the mistakes of `rules` with the decks `blocks` and `garbage`.

    These are: a table in which more lines or a longer combo are worth less; spins worth less than no spin; a combo
    bonus without end; garbage cards that no blocks can clear; a game that cannot end. Checks that need a missing deck
    are skipped.
    """
    blocks, garbage = (decks.get(name, ()) for name in ("blocks", "garbage"))
    problems = [*_check_tables(rules.attack), *_check_spins(rules)]
    if "blocks" in decks:
        problems += _check_combo(rules, blocks)
    if "blocks" in decks and "garbage" in decks:
        problems += _check_cleared(rules, blocks, garbage)
        problems += _check_end(rules, blocks, garbage)
    return problems


def most_blocks_in_hand(rules: BlockKillerRules, blocks: int) -> int:
    """Return the most block cards that a player can have in hand before a play, for a deck of so many.

    A turn begins with the cards dealt, or with the most that a turn may end with, and then draws. But if a play must
    lay garbage cards, a player without any may pass with any number of block cards, turn after turn.
    """
    if rules.play.least_garbage > 0:
        return blocks
    drawn = rules.draw.blocks
    if rules.two_blocks.from_garbage <= rules.most_garbage:
        drawn = max(drawn, rules.two_blocks.blocks)
    return min(blocks, max(rules.deal.blocks, rules.most_blocks) + drawn)


# ---------------------------------------------------------------- tables


def _check_tables(attack: AttackRules) -> Iterator[RulesProblem]:
    for name, table in (("non_spin", attack.non_spin), ("spin", attack.spin)):
        for index, (before, value) in enumerate(pairwise(table), 1):
            if value < before:
                text = plural(
                    "{table}: {more} lines are worth {value}, but {count} line is worth {before}",
                    "{table}: {more} lines are worth {value}, but {count} lines are worth {before}",
                    index,
                    table=name,
                    more=index + 1,
                    value=value,
                    before=before,
                )
                yield RulesProblem("BK501", text, ("attack", name, index), hint=message("a table never decreases"))
    for index, (before, value) in enumerate(pairwise(attack.combo), 1):
        if value < before:
            text = message(
                "combo {more} is worth {value}, but combo {less} is worth {before}",
                more=index + 1,
                value=value,
                less=index,
                before=before,
            )
            yield RulesProblem("BK501", text, ("attack", "combo", index), hint=message("a table never decreases"))


def _check_spins(rules: BlockKillerRules) -> Iterator[RulesProblem]:
    """Report the numbers of lines in either table for which a spin is worth less than no spin."""
    attack = rules.attack
    if rules.play.spin == "never":
        return
    for lines in range(1, max(len(attack.spin), len(attack.non_spin)) + 1):
        spin = _attack_of(attack.spin, attack.further_line.spin, lines)
        plain = _attack_of(attack.non_spin, attack.further_line.non_spin, lines)
        if spin < plain:
            in_table = lines <= len(attack.spin)
            path = ("attack", "spin", lines - 1) if in_table else ("attack", "further_line", "spin")
            text = plural(
                "{count} line with a spin is worth {spin}, but {plain} without one",
                "{count} lines with a spin are worth {spin}, but {plain} without one",
                lines,
                spin=spin,
                plain=plain,
            )
            yield RulesProblem("BK502", text, path, hint=message("a spin is worth at least as much"))


def _attack_of(table: Sequence[int], further: int, lines: int) -> int:
    return table[min(lines, len(table)) - 1] + further * max(0, lines - len(table))


def _check_combo(rules: BlockKillerRules, blocks: Sequence[CardData]) -> Iterator[RulesProblem]:
    attack, most_held = rules.attack, most_blocks_in_hand(rules, _copies(blocks))
    if attack.combo_past_end == "last" and attack.combo[-1] > 0 and most_held > len(attack.combo):
        text = message(
            "the combo table ends at combo {end}, but a hand can hold {held} block cards, and each further clear adds "
            "{bonus} again",
            end=len(attack.combo),
            held=most_held,
            bonus=attack.combo[-1],
        )
        hint = message("give the table {count} entries, or write combo_past_end: zero", count=most_held)
        yield RulesProblem("BK503", text, ("attack", "combo_past_end"), hint=hint)


# ---------------------------------------------------------------- garbage that stays


def _check_cleared(
    rules: BlockKillerRules, blocks: Sequence[CardData], garbage: Sequence[CardData]
) -> Iterator[RulesProblem]:
    """Report garbage cards that can never be cleared.

    A row is cleared when all its ten columns are filled. Only cells of blocks can fill its holes, because garbage is
    laid before the first block and falls in whole rows. The cells of a block in one row are side by side, so they fill
    a part of one run of holes, and their number is the number of cells that the block has in one row in some
    orientation. So every run of holes consists of such parts, each of another block card of the hand. If the most
    blocks of a hand, of any kinds in the deck, cannot make up all runs, the card is never cleared. The check ignores
    how blocks reach the holes, the other rows and spins, because these can only make clears impossible. Two merged
    checkerboards are full without any block, and the first block placed clears them.
    """
    copies = {card.id: card.copies for card in blocks if card.id in BLOCKS}
    if len(copies) < len(blocks):
        return  # an unknown block may have any shape; the check of the deck reports it
    most = most_blocks_in_hand(rules, sum(copies.values()))
    kinds = _kinds(copies, most)
    for card in garbage:
        row = text_field(card, "row")
        if card.copies <= 0 or len(row) != WIDTH or set(row) != {"#", "."}:
            continue
        runs = tuple(sorted((width for _, width in hole_runs(row)), reverse=True))
        if _fills(runs, kinds, most) or (most > 0 and _can_merge(rules, card, row)):
            continue
        text = message(
            "the block cards of a hand, {most} at most, can never fill its holes ({widths})",
            most=most,
            widths=" + ".join(map(str, runs)),
        )
        yield RulesProblem("BK504", text, deck="garbage", card=card.id, field="row")


def _can_merge(rules: BlockKillerRules, card: CardData, row: str) -> bool:
    checkerboard = GARBAGE_ROWS[CHECKERBOARD]
    if row not in (checkerboard, turn_row(checkerboard)):
        return False
    return rules.play.most_solid_rows != 0 and min(card.copies, rules.most_garbage) >= 2


Kinds = tuple[tuple[tuple[int, ...], int], ...]
"""For each kind of block the numbers of cells that it can have in one row, and how many of the kind a hand can have."""


def _kinds(copies: dict[str, int], most: int) -> Kinds:
    """Return the blocks by the numbers of cells that they can fill; blocks with the same numbers are one kind."""
    filled = sorted((_cells_in_a_row(block), count) for block, count in copies.items() if count > 0)
    return tuple(
        (cells, min(most, sum(count for _, count in alike)))
        for cells, alike in groupby(filled, key=lambda pair: pair[0])
    )


@cache
def _cells_in_a_row(block: str) -> tuple[int, ...]:
    rows = [
        [y for _, y in block_cells(block, orientation)] for orientation in distinct_orientations(block)
    ]  # in each row, the cells of every tetromino and of the monomino are side by side
    return tuple(sorted({ys.count(y) for ys in rows for y in ys}))


@cache
def _fills(runs: tuple[int, ...], kinds: Kinds, most: int) -> bool:
    """Return True if at most `most` blocks of these kinds can make up all runs of holes, largest first."""
    if not runs:
        return True
    if sum(runs) > 4 * most:
        return False
    for index, (sizes, count) in enumerate(kinds):
        if not count:
            continue
        rest = (*kinds[:index], (sizes, count - 1), *kinds[index + 1 :])
        for size in sizes:
            if size <= runs[0]:
                rest_of_runs = (runs[0] - size, *runs[1:]) if size < runs[0] else runs[1:]
                if _fills(tuple(sorted(rest_of_runs, reverse=True)), rest, most - 1):
                    return True
    return False


# ---------------------------------------------------------------- the end


def _check_end(
    rules: BlockKillerRules, blocks: Sequence[CardData], garbage: Sequence[CardData]
) -> Iterator[RulesProblem]:
    """Report rules under which no player can ever have more than `most_garbage` garbage cards, so that none is out."""
    total = _copies(garbage)
    if total <= rules.most_garbage:
        text = message(
            "a player is out with more than {most} garbage cards, but the deck has only {total}",
            most=rules.most_garbage,
            total=total,
        )
        yield RulesProblem("BK505", text, ("most_garbage",), hint=message("no player can ever be out"))
    elif rules.draw.garbage == 0 and (_no_attack(rules.attack) or most_blocks_in_hand(rules, _copies(blocks)) == 0):
        text = message("no garbage cards are drawn at the start of a turn, and no attack makes a player draw any")
        yield RulesProblem("BK505", text, ("draw", "garbage"), hint=message("no player can ever be out"))


def _no_attack(attack: AttackRules) -> bool:
    further = (attack.further_line.non_spin, attack.further_line.spin, attack.back_to_back.bonus)
    return not any((*attack.non_spin, *attack.spin, *attack.combo, *further))


def _copies(cards: Sequence[CardData]) -> int:
    return sum(card.copies for card in cards)
