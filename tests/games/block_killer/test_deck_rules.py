"""Wrong rulesets, and cards that can never be cleared: each finding is reported if and only if it is true."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

import pytest

from cardgen.engines import CardData, Decks, RulesProblem
from cardgen.games.block_killer.blocks import BLOCKS, block_cells, distinct_orientations
from cardgen.games.block_killer.cards import BLOCK_COPIES, GARBAGE_COPIES, GARBAGE_ROWS, turn_row
from cardgen.games.block_killer.deck_rules import RULES_CODES, check_rules, most_blocks_in_hand
from cardgen.games.block_killer.field import lock, stack_rows
from cardgen.games.block_killer.placements import legal_placements
from cardgen.games.block_killer.rules import BlockKillerRules
from tests.cases import for_cases
from tests.games.block_killer.rulesets import NO_MERCY, RULESETS, STANDARD, changed


def decks_of(blocks: Mapping[str, int] = BLOCK_COPIES, garbage: Mapping[str, int] = GARBAGE_COPIES) -> Decks:
    return {
        "blocks": [CardData(block, copies, {}) for block, copies in blocks.items()],
        "garbage": [CardData(code, copies, {"row": GARBAGE_ROWS[code]}) for code, copies in garbage.items()],
    }


def codes(problems: list[RulesProblem]) -> list[str]:
    return [problem.code for problem in problems]


def with_attack(rules: BlockKillerRules = STANDARD, **attack: Any) -> BlockKillerRules:
    return changed(rules, attack=attack)


@pytest.mark.parametrize("name", RULESETS)
def test_the_bundled_rulesets_are_sound(name: str) -> None:
    assert check_rules(RULESETS[name], decks_of()) == []


@pytest.mark.parametrize(
    ("rules", "path", "message"),
    [
        (
            with_attack(non_spin=[0, 2, 1, 4]),
            ("non_spin", 2),
            "non_spin: 3 lines are worth 1, but 2 lines are worth 2",
        ),
        (with_attack(spin=[5, 4, 6]), ("spin", 1), "spin: 2 lines are worth 4, but 1 line is worth 5"),
        (
            with_attack(combo=[0, 1, 1, 1, 2, 2, 0]),
            ("combo", 6),
            "combo 7 is worth 0, but combo 6 is worth 2",
        ),
    ],
)
def test_a_table_that_decreases_is_reported_at_the_lesser_entry(
    rules: BlockKillerRules, path: tuple[Any, ...], message: str
) -> None:
    (problem,) = check_rules(rules, decks_of())
    assert (problem.code, problem.message, problem.path) == ("BK501", message, ("attack", *path))


def test_every_decrease_is_reported() -> None:
    problems = check_rules(with_attack(NO_MERCY, non_spin=[2, 1, 4, 3, 9]), decks_of())
    assert [problem.path[-1] for problem in problems] == [1, 3]


@for_cases(
    ("rules", "path", "message"),
    [
        (with_attack(non_spin=[0, 1, 7, 7]), ("spin", 2), "3 lines with a spin are worth 6, but 7 without one"),
        (
            with_attack(non_spin=[0, 1, 2, 7]),
            ("further_line", "spin"),
            "4 lines with a spin are worth 6, but 7 without one",
        ),
        (with_attack(spin=[2], non_spin=[0, 1]), None, ""),
        (changed(with_attack(non_spin=[5, 5]), play={"spin": "never"}), None, ""),
    ],
)
def test_a_spin_is_worth_no_less_than_the_same_lines_without(
    rules: BlockKillerRules, path: tuple[Any, ...] | None, message: str
) -> None:
    problems = [problem for problem in check_rules(rules, decks_of()) if problem.code == "BK502"]
    if path is None:
        assert problems == []
    else:
        assert (problems[0].path, problems[0].message) == (("attack", *path), message)


# ---------------------------------------------------------------- combos


def test_a_combo_table_shorter_than_a_hand_has_no_end() -> None:
    short = [0, 1, 1, 1, 2, 2]
    (problem,) = check_rules(with_attack(combo=short), decks_of())
    assert (problem.code, problem.path) == ("BK503", ("attack", "combo_past_end"))
    assert problem.message == (
        "the combo table ends at combo 6, but a hand can hold 7 block cards, and each further clear adds 2 again"
    )
    assert check_rules(with_attack(combo=short, combo_past_end="zero"), decks_of()) == []
    assert check_rules(with_attack(combo=[0]), decks_of()) == []
    assert check_rules(changed(with_attack(combo=short), two_blocks={"blocks": 1}), decks_of()) == []
    assert check_rules(changed(with_attack(combo=short), two_blocks={"from_garbage": 13}), decks_of()) == []


@for_cases(
    ("rules", "most"),
    [
        (STANDARD, 7),
        (changed(STANDARD, two_blocks={"blocks": 0}), 6),
        (changed(STANDARD, deal={"blocks": 9}), 11),
        (changed(STANDARD, most_blocks=100), 90),
        (changed(STANDARD, play={"least_garbage": 1}), 90),
    ],
)
def test_the_most_blocks_in_a_hand(rules: BlockKillerRules, most: int) -> None:
    assert most_blocks_in_hand(rules, 90) == most


# ---------------------------------------------------------------- garbage that is never cleared


def small(most: int, **play: Any) -> BlockKillerRules:
    """Return a ruleset in which a hand has at most so many blocks, and checkerboards cannot be merged."""
    return changed(
        STANDARD,
        deal={"blocks": most},
        draw={"blocks": 0},
        two_blocks={"blocks": 0},
        most_blocks=most,
        play={"most_solid_rows": 0, **play},
    )


def never_cleared(rules: BlockKillerRules, decks: Decks) -> list[str | None]:
    return [problem.card for problem in check_rules(rules, decks) if problem.code == "BK504"]


#: Cards that can never be cleared, found by hand: an O is two wide, an I one or four, two T cannot fill five single
#: holes.
BY_HAND = {
    ("O", 2): "1-0 1-1 1-2 1-3 1-4 3-0 3-1 3-2 3-3 x",
    ("I", 2): "3-0 3-1 3-2 3-3 x",
    ("I", 1): "2-0 2-1 2-2 2-3 2-4 3-0 3-1 3-2 3-3 x",
    ("T", 2): "x",
    ("S", 2): "x",
    ("ZM", 2): "x",
    ("LM", 2): "x",
    ("OT", 2): "x",
    ("J", 1): "4-3 x",
    ("M", 3): "4-3 x",
}


@pytest.mark.parametrize(("blocks", "most"), BY_HAND)
def test_reported_cards_can_never_be_cleared_and_others_can(blocks: str, most: int) -> None:
    """Compare with a plain search: the card alone, above and below another row, either way up, every placement."""
    rules = small(most)
    decks = decks_of(dict.fromkeys(blocks, 12))
    assert never_cleared(rules, decks) == BY_HAND[blocks, most].split()
    for code in GARBAGE_ROWS:
        assert any(
            _clears(stack, row, hand, rules)
            for hand in combinations_with_replacement(blocks, most)
            for stack, row in _stacks(code)
        ) == (code not in BY_HAND[blocks, most].split()), code


def _stacks(code: str) -> Iterator[tuple[int, int]]:
    """Yield fields with the card, and the number of its row."""
    for row in {GARBAGE_ROWS[code], turn_row(GARBAGE_ROWS[code])}:
        yield stack_rows([row]), 0
        for other in ("1-0", "2-0", "x", "4-3"):
            for beside in {GARBAGE_ROWS[other], turn_row(GARBAGE_ROWS[other])}:
                yield stack_rows([beside, row]), 1
                yield stack_rows([row, beside]), 0


def _clears(field: int, row: int, hand: tuple[str, ...], rules: BlockKillerRules) -> bool:
    @cache
    def go(field: int, row: int, left: tuple[str, ...]) -> bool:
        for block in sorted(set(left)):
            rest = list(left)
            rest.remove(block)
            for placement in legal_placements(field, block, rules):
                after, rows = lock(field, placement.cells)
                if row in rows or (rest and go(after, row - sum(y < row for y in rows), tuple(rest))):
                    return True
        return False

    return go(field, row, hand)


def test_the_assumption_of_the_proof_is_true_for_all_blocks() -> None:
    """In every orientation, the cells of a block in one row are side by side."""
    for block in BLOCKS:
        for orientation in distinct_orientations(block):
            cells = block_cells(block, orientation)
            for y in {y for _, y in cells}:
                columns = [x for x, row in cells if row == y]
                assert max(columns) - min(columns) + 1 == len(columns) <= 4


def test_a_checkerboard_that_can_be_merged_is_cleared() -> None:
    assert never_cleared(small(4), decks_of()) == ["x"]
    assert never_cleared(small(5), decks_of()) == []
    assert never_cleared(small(4, most_solid_rows=None), decks_of()) == []
    assert never_cleared(small(4, most_solid_rows=1), decks_of()) == []
    assert never_cleared(small(4, most_solid_rows=1), decks_of(garbage={**GARBAGE_COPIES, "x": 1})) == ["x"]


def test_the_copies_of_a_deck_limit_what_a_hand_fills() -> None:
    decks = decks_of({"O": 12, "M": 1})
    assert never_cleared(small(4, most_solid_rows=1), decks) == []
    assert never_cleared(small(4), decks_of({"O": 1, "M": 1})) == ["4-3", "x"]
    assert never_cleared(small(4, most_solid_rows=1), decks_of({"T": 0})) == list(GARBAGE_ROWS)


def test_unknown_blocks_and_wrong_rows_are_not_reported() -> None:
    assert never_cleared(small(2), decks_of({"O": 12, "N": 12})) == []
    odd = [CardData("9-9", 3, {"row": "#.#"}), CardData("8-8", 3, {}), CardData("x", 0, {"row": "#.#.#.#.#."})]
    assert never_cleared(small(2), {**decks_of(), "garbage": odd}) == []
    assert check_rules(small(2), {}) == []


def test_the_message_has_the_card_and_its_holes() -> None:
    (problem,) = check_rules(changed(small(4), play={"most_solid_rows": 0}), decks_of())
    assert (problem.deck, problem.card, problem.field, problem.path) == ("garbage", "x", "row", ())
    assert problem.message == "the block cards of a hand, 4 at most, can never fill its holes (1 + 1 + 1 + 1 + 1)"


# ---------------------------------------------------------------- the end


NOTHING = {
    "non_spin": [0],
    "spin": [0],
    "combo": [0],
    "further_line": {"non_spin": 0, "spin": 0, "block": 1},
    "back_to_back": {"bonus": 0, "across_plays": False},
}


def test_a_game_in_which_no_player_is_ever_out_does_not_end() -> None:
    hundred = decks_of(garbage={**GARBAGE_COPIES, "4-3": 0, "x": 7})
    (problem,) = check_rules(changed(STANDARD, most_garbage=100), hundred)
    assert (problem.code, problem.path) == ("BK505", ("most_garbage",))
    assert check_rules(changed(STANDARD, most_garbage=99), hundred) == []
    (problem,) = check_rules(changed(STANDARD, draw={"garbage": 0}, attack=NOTHING), decks_of())
    assert (problem.code, problem.path) == ("BK505", ("draw", "garbage"))


@for_cases(
    "parts",
    [
        {"draw": {"garbage": 1}},
        {"attack": {"non_spin": [0, 1]}},
        {"attack": {"spin": [1]}},
        {"attack": {"combo": [0, 1, 1, 1, 1, 1, 1]}},
        {"attack": {"further_line": {"non_spin": 0, "spin": 1, "block": 0}}},
        {"attack": {"back_to_back": {"bonus": 1, "across_plays": False}}},
    ],
)
def test_one_way_to_be_put_out_is_enough(parts: dict[str, Any]) -> None:
    rules = changed(STANDARD, draw={"garbage": 0}, attack=NOTHING)
    assert "BK505" not in codes(check_rules(changed(rules, **parts), decks_of()))


def test_without_blocks_there_is_no_attack() -> None:
    rules = changed(STANDARD, draw={"garbage": 0})
    assert codes(check_rules(rules, decks_of())) == []
    problems = check_rules(rules, decks_of(dict.fromkeys(BLOCK_COPIES, 0)))
    assert set(codes(problems)) == {"BK504", "BK505"}


def test_codes_are_named() -> None:
    assert list(RULES_CODES) == sorted(RULES_CODES)
    assert all(code.startswith("BK5") for code in RULES_CODES)
