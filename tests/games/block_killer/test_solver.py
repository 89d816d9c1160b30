"""The best play compared with every play: what is proved must be the optimum."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from cardgen.games.block_killer.attack import Chain
from cardgen.games.block_killer.cards import BLOCK_COPIES, GARBAGE_COPIES, GARBAGE_ROWS
from cardgen.games.block_killer.field import FULL_ROW, field_height
from cardgen.games.block_killer.notation import Hand, parse_hand, write_hand, write_play
from cardgen.games.block_killer.plays import discarded_cards, score_play
from cardgen.games.block_killer.refusals import BlockKillerError
from cardgen.games.block_killer.rules import BlockKillerRules
from cardgen.games.block_killer.solver import Best, SolverDefectError, best_play
from cardgen.games.block_killer.solver import best as best_module
from cardgen.games.block_killer.solver.best import build_play
from cardgen.games.block_killer.solver.bound import Bound
from cardgen.games.block_killer.solver.clear_values import BLOCK_UNIT, ROW_NEED, ClearValues
from cardgen.games.block_killer.solver.kernel import new_searcher
from cardgen.games.block_killer.solver.moves import BlockPosition, FoundPlay
from cardgen.games.block_killer.solver.search import Searcher
from tests.examples import trials

from .enumeration import Judge, Value, best_value
from .rulesets import NO_MERCY, RULESETS, STANDARD, changed
from .test_open_placements import random_rows

#: Ruleset, hand and value of the best play, found by enumeration: `python -m tests.games.block_killer.test_solver`.
ANSWERS = Path(__file__).with_name("best_plays.txt")


@cache
def ruleset(name: str) -> BlockKillerRules:
    """Return a ruleset by words: name, spin rule, mini, rotation, and "demanding" if a play must lay garbage."""
    base, spin, mini, rotation, *more = name.split()
    rules = changed(RULESETS[base], play={"spin": spin, "mini": mini, "rotation": rotation})
    return changed(rules, play={"least_garbage": 2, "most_solid_rows": 1}) if more else rules


NAMES = [
    f"{base} {spin} {mini} {rotation}{more}"
    for base in RULESETS
    for spin in ("immobile", "immobile", "three-corner", "any", "never")
    for mini in ("off", "kicked")
    for rotation in ("srs", "srs", "srs", "plain")
    for more in ("", "", "", "", " demanding")
]
POOLS = (
    sorted(GARBAGE_ROWS),
    sorted(GARBAGE_ROWS),
    ["x", "x", "1-4", "3-3", "2-4"],  # solid rows and checkerboards
    ["3-3", "2-3", "2-4", "1-4", "4-3"],  # overhangs in the middle
    ["3-0", "2-0", "1-0", "2-1"],  # and at the wall
)


def random_hand(chance: random.Random, most_blocks: int) -> Hand:
    """Return a hand small enough for enumeration, with few kinds of cards, so that they fit together."""
    number = chance.choices((1, 2, 3), (4, 4, 1))[0]
    number = min(number, most_blocks)
    garbage = chance.choice({1: (2, 3, 3, 4), 2: (1, 2, 2, 3), 3: (0, 1, 1)}[number])
    blocks = chance.choices("ZSJLTOIM", (4, 4, 4, 4, 5, 2, 4, 1), k=number)
    pool = chance.choice(POOLS)
    return Hand(tuple(blocks), tuple(chance.choice(pool) for _ in range(garbage)))


def solve(
    hand: Hand, rules: BlockKillerRules, searcher: Searcher | None = None, earlier_special: bool = False
) -> Value:
    """The value of the best play, each of its three numbers proved by the search, with no clock."""
    searcher = searcher or Searcher(hand, rules, lambda: None, earlier_special)
    result = next(reached for target in range(searcher.most(), -1, -1) if (reached := searcher.reach(target)))
    while better := searcher.reach_tie(result.attack, result.discarded + 1, len(hand.blocks)):
        result = better
    while better := searcher.reach_tie(result.attack, result.discarded, len(result.moves) - 1):
        result = better
    play = build_play(result, hand, rules)
    scored = score_play(play, rules, hand, earlier_special=earlier_special)
    assert scored.attack == result.attack
    assert len(discarded_cards(play, scored.cleared)) == result.discarded
    return result.attack, result.discarded, -len(play.blocks)


def answers() -> Iterator[tuple[str, Hand, Value]]:
    for line in ANSWERS.read_text(encoding="utf-8").splitlines():
        name, hand, value = line.split(" | ")
        attack, discarded, used = map(int, value.split())
        yield name, parse_hand(hand), (attack, discarded, used)


# ----------------------------------------------------------------------------------------------------------------------
# Against enumeration


@pytest.mark.parametrize("part", [*range(4), *(pytest.param(part, marks=pytest.mark.soak) for part in range(4, 8))])
def test_the_best_play_is_the_best_of_all_plays(part: int) -> None:
    kept = list(answers())
    assert len(kept) == 2000
    assert {name.split()[1] for name, _, _ in kept} == {"immobile", "three-corner", "any", "never"}
    for name, hand, value in kept[part::32]:  # an eighth, and a fourth with `make soak`; the kernel has more
        assert solve(hand, ruleset(name)) == value, f"{name} | {write_hand(hand)}"


def test_the_stored_answers_are_those_of_enumeration() -> None:
    chance = random.Random("some")
    small = [answer for answer in answers() if len(answer[1].blocks) == 1 or len(answer[1].garbage) <= 1]
    for name, hand, value in chance.sample([answer for answer in small if len(answer[1].blocks) < 3], 20):
        assert best_value(hand, ruleset(name)) == value, f"{name} | {write_hand(hand)}"


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(10))
def test_the_best_play_is_the_best_of_all_plays_at_length(seed: int) -> None:
    chance = random.Random(f"at length {seed}")
    for _ in range(400):
        name, hand = chance.choice(NAMES), random_hand(chance, 3)
        value = best_value(hand, ruleset(name))
        if value is not None:
            assert solve(hand, ruleset(name)) == value, f"{name} | {write_hand(hand)}"


def test_back_to_back_across_plays() -> None:
    across = changed(STANDARD, attack={"back_to_back": {"bonus": 1, "across_plays": True}})
    hand = parse_hand("T / 1-4 3-3 2-4")
    for rules, special, attack in ((across, True, 5), (across, False, 4), (STANDARD, True, 4)):
        value = best_value(hand, rules, special)
        assert value is not None
        assert value[0] == attack
        assert solve(hand, rules, earlier_special=special) == value
        assert best_play(hand, rules, earlier_special=special).attack == attack


# ----------------------------------------------------------------------------------------------------------------------
# Each part of the search alone


@pytest.mark.parametrize("exact_blocks", [0, 2, 4])
@pytest.mark.parametrize("rules", [STANDARD, NO_MERCY, ruleset("no-mercy any kicked srs")], ids=["a", "b", "c"])
def test_no_play_is_worth_more_than_the_bound(rules: BlockKillerRules, exact_blocks: int) -> None:
    chance = random.Random(exact_blocks)
    judge, bound = Judge(rules), Bound(ClearValues(rules, 8, 7), exact_blocks)
    for _ in range(40):
        field = random_rows(chance, 5)
        blocks = "".join(sorted(chance.choices("ZSJLTOIM", k=chance.choice((1, 1, 2)))))
        chain = Chain(chance.random() < 0.5, chance.randrange(4))
        rows = [field >> 10 * y & FULL_ROW for y in range(field_height(field))]
        attack, _, _ = judge.best_from(field, (), tuple(blocks), chain)
        needs, packed = sum(ROW_NEED[row] for row in rows), sum(BLOCK_UNIT[block] for block in blocks)
        most = bound.most(needs, packed, 2 * chain.combo + chain.special)
        assert attack <= most, (rows, blocks, chain)
        firsts = [bound.most_with(needs, packed, 2 * chain.combo + chain.special, block, 0) for block in set(blocks)]
        assert most == max(firsts)


def walk(chance: random.Random, hand: Hand, rules: BlockKillerRules) -> None:
    """Place all blocks at random; no move has more attack than the bounds before and after it allow.

    No attack follows the last block, so with all moves this would prove the bound.
    """
    searcher = Searcher(hand, rules, lambda: None)
    bound, locks = searcher.bound, searcher.clear_values.locks
    solids, position = chance.choice(list(searcher.roots()))
    needs = searcher.card_needs(position.cards)
    while position.blocks:
        block = chance.choice([letter for letter, unit in BLOCK_UNIT.items() if position.blocks // unit & 15])
        rest = position.blocks - BLOCK_UNIT[block]
        moves = searcher.moves(position, block, solids, most_forms=3)
        assert moves
        most = bound.most_with(needs, position.blocks, position.chain, block, solids)
        for move in chance.sample(moves, min(40, len(moves))) + [move for move in moves if move.lines][:200]:
            attack, chain = locks[move.kind][move.lines][position.chain]
            assert attack + (bound.most(move.needs, rest, chain) if rest else 0) <= most, (hand, position, move)
        clearing = [move for move in moves if move.lines]
        move = chance.choice(clearing if clearing and chance.random() < 0.7 else moves)
        _, chain = locks[move.kind][move.lines][position.chain]
        position = BlockPosition(move.field, move.filled, move.cards, move.garbage, rest, chain)
        needs, solids = move.needs, 0


def deal(chance: random.Random, blocks: int, garbage: int) -> Hand:
    """A hand from the full decks."""
    block_cards = [block for block, copies in BLOCK_COPIES.items() for _ in range(copies)]
    garbage_cards = [code for code, copies in GARBAGE_COPIES.items() for _ in range(copies)]
    return Hand(tuple(chance.sample(block_cards, blocks)), tuple(chance.sample(garbage_cards, garbage)))


def test_a_move_never_has_more_attack_than_the_bound() -> None:
    chance = random.Random("walks")
    for blocks, garbage in ((3, 4), (4, 4), (4, 6), (5, 6), (6, 4), (7, 5)):
        for _ in range(trials(25, few=2)):
            walk(chance, deal(chance, blocks, garbage), ruleset(chance.choice(NAMES).replace(" demanding", "")))


def test_no_play_discards_more_than_the_bound() -> None:
    chance = random.Random(5)
    judge, bound = Judge(changed(STANDARD, attack=NOTHING)), Bound(ClearValues(STANDARD, 8, 7), 4)
    for _ in range(30):
        field, blocks = random_rows(chance, 4), chance.choice(("T", "I", "JO", "SZ", "IM"))
        height = field_height(field)
        _, discarded, _ = judge.best_from(field, (1,) * height, tuple(blocks), Chain())
        needs = sum(ROW_NEED[field >> 10 * y & FULL_ROW] for y in range(height))
        assert discarded <= bound.most_rows(needs, sum(BLOCK_UNIT[block] for block in blocks))


NOTHING: dict[str, Any] = {
    "non_spin": [0],
    "spin": [0],
    "combo": [0],
    "back_to_back": {"bonus": 0, "across_plays": False},
}


class Forgetful(dict[Any, Any]):
    """A table that stores nothing."""

    def __setitem__(self, key: Any, value: Any) -> None: ...


def test_the_answer_does_not_depend_on_the_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random("tables")
    for name, hand, value in chance.sample([answer for answer in answers() if len(answer[1].blocks) <= 2], 40):
        searcher = Searcher(hand, ruleset(name), lambda: None)
        monkeypatch.setattr(searcher, "_failed", Forgetful())
        monkeypatch.setattr(searcher, "_moves", Forgetful())
        assert solve(hand, ruleset(name), searcher) == value


def test_the_answer_does_not_depend_on_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Bound, "most", lambda *_: 99)
    monkeypatch.setattr(Bound, "most_with", lambda *_: 99)
    monkeypatch.setattr(Bound, "most_rows", lambda *_: 99)
    monkeypatch.setattr(Searcher, "most", lambda _: 12)
    chance = random.Random("bounds")
    for name, hand, value in chance.sample([answer for answer in answers() if len(answer[1].blocks) <= 2], 25):
        if value[0] <= 12:
            assert solve(hand, ruleset(name)) == value


def test_a_beam_reports_only_real_plays() -> None:
    for name, hand, value in list(answers())[::9]:
        rules, best = ruleset(name), -1
        searcher = Searcher(hand, rules, lambda: None)
        plays: list[FoundPlay] = []
        while searcher.beam(4, best, plays.append) and len(plays) < 3:
            best += 1
        for play in plays:
            assert score_play(build_play(play, hand, rules), rules, hand).attack == play.attack <= value[0]


# ----------------------------------------------------------------------------------------------------------------------
# best_play


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every turn of the search enough time, also on a slow machine."""
    monkeypatch.setattr(best_module, "FIRST_TURN", 1000)


@pytest.mark.usefixtures("unhurried")
def test_the_best_play_of_a_hand() -> None:
    hand = parse_hand("TS / 1-4 3-3 2-4")
    best = best_play(hand, STANDARD)
    assert (best.attack, best.at_most, best.proven) == (5, 5, True)
    assert score_play(best.play, STANDARD, hand).attack == 5
    assert best.positions > 0
    assert write_play(best_play(hand, STANDARD).play) == write_play(best.play)


def test_every_report_is_a_real_play_and_better_than_the_last() -> None:
    hand = parse_hand("JLI / 3-0 1-3 1-1 2-1")
    reports: list[Best] = []

    def report(best: Best) -> None:
        assert score_play(best.play, STANDARD, hand).attack == best.attack <= best.at_most
        assert best.proven == (best.attack == best.at_most)
        reports.append(best)

    best = best_play(hand, STANDARD, report=report)
    assert reports[-1].play == best.play
    for earlier, later in pairwise(reports):
        assert later.attack >= earlier.attack
        assert later.at_most <= earlier.at_most
    assert (best.attack, best.proven) == (8, True)


BIG = "IIZSJLT / 1-0 1-0 1-2 2-0 2-3 3-0 3-1 4-3 x x 1-4 2-4"


def test_there_is_a_play_when_there_is_no_time() -> None:
    hand = parse_hand(BIG)
    best = best_play(hand, STANDARD, seconds=0)
    assert score_play(best.play, STANDARD, hand).attack == best.attack
    assert best.attack <= best.at_most
    assert not best.proven


def test_a_budget_of_positions_gives_the_same_answer_however_long_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = parse_hand("ZSTTI / 1-0 1-0 2-3 x x 4-3")
    quick = [best_play(hand, STANDARD, positions=budget) for budget in (1_000, 30_000)]
    ticks = iter(range(10**9))
    monkeypatch.setattr(time, "monotonic", lambda: 10.0 * next(ticks))
    assert [best_play(hand, STANDARD, positions=budget) for budget in (1_000, 30_000)] == quick
    assert quick[0].positions == 1_000
    assert quick[1].positions == 30_000
    assert quick[0].attack < quick[1].attack


def test_the_search_ends_by_stop_and_by_report() -> None:
    hand = parse_hand(BIG)
    reports: list[Best] = []

    def stop_at_first(best: Best) -> bool:
        reports.append(best)
        return True

    best = best_play(hand, STANDARD, stop=lambda: bool(reports), report=reports.append)
    assert not best.proven
    reports.clear()
    best = best_play(hand, STANDARD, report=stop_at_first)
    assert reports == [best]
    assert not best.proven


def test_hands_without_a_legal_play() -> None:
    for text, rules, code in (
        ("/ 1-0", STANDARD, "no-block"),
        ("T / 1-0", changed(STANDARD, play={"least_garbage": 2}), "too-little-garbage"),
    ):
        with pytest.raises(BlockKillerError) as caught:
            best_play(parse_hand(text), rules)
        assert caught.value.code == code
    for text in ("TTTTTTTT / 1-0", "T / " + "1-0 " * 13):
        with pytest.raises(ValueError, match="at most 7 blocks and 12 garbage cards"):
            best_play(parse_hand(text), STANDARD)


def test_a_hand_of_blocks_alone() -> None:
    best = best_play(parse_hand("IO /"), STANDARD)
    assert (best.attack, best.proven, len(best.play.rows)) == (0, True, 0)


@pytest.mark.usefixtures("unhurried")
def test_more_discarded_cards_then_fewer_blocks_are_preferred() -> None:
    best = best_play(parse_hand("TT / 1-0 x x"), STANDARD)
    value = best_value(parse_hand("TT / 1-0 x x"), STANDARD)
    scored = score_play(best.play, STANDARD)
    assert (best.attack, len(discarded_cards(best.play, scored.cleared)), -len(best.play.blocks)) == value


def test_a_play_that_the_engine_does_not_confirm_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = type(new_searcher(parse_hand("T / 1-4"), STANDARD, lambda: None))
    reach = kind.reach
    monkeypatch.setattr(kind, "reach", lambda *given: (f := reach(*given)) and f._replace(attack=f.attack + 1))
    with pytest.raises(SolverDefectError):
        best_play(parse_hand("T / 1-4 3-3"), STANDARD)


def write_answers(number: int) -> None:
    """Write the file of answers by enumeration alone. It takes about ten minutes."""
    chance = random.Random("answers")
    lines: list[str] = []
    while len(lines) < number:
        name, hand = chance.choice(NAMES), random_hand(chance, 3)
        value = best_value(hand, ruleset(name))
        if value is not None and (value[0] or chance.random() < 0.2):
            lines.append(f"{name} | {write_hand(hand)} | {' '.join(map(str, value))}\n")
    ANSWERS.write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    write_answers(2000)
