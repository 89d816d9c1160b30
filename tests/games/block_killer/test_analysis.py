"""The analysis of a hand and of a play, compared with every play of small hands."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

from cardgen.games.block_killer.attack import Chain, score_lock
from cardgen.games.block_killer.cards import GARBAGE_ROWS
from cardgen.games.block_killer.field import stack_rows
from cardgen.games.block_killer.notation import Hand, parse_hand, parse_play, write_hand
from cardgen.games.block_killer.plays import score_play
from cardgen.games.block_killer.refusals import BlockKillerError
from cardgen.games.block_killer.rules import BlockKillerRules
from cardgen.games.block_killer.solver import analysis as analysis_module
from cardgen.games.block_killer.solver.analysis import Analyser, LastAnalysis
from cardgen.games.block_killer.solver.kernel import KernelSearcher
from cardgen.games.block_killer.solver.moves import BlockStart
from cardgen.games.block_killer.solver.search import Searcher

from .enumeration import Judge, best_value
from .rulesets import NO_MERCY, STANDARD


def some_hand(chance: random.Random) -> Hand:
    return Hand(tuple(chance.choices("ZSJLTI", k=2)), tuple(chance.choices(sorted(GARBAGE_ROWS), k=2)))


def attack_of(hand: Hand, rules: BlockKillerRules) -> int:
    value = best_value(hand, rules)
    return value[0] if value else 0


def lines_by_enumeration(hand: Hand, rules: BlockKillerRules) -> list[tuple[int, str]]:
    """Return the attack and the blocks of every choice of blocks that needs each of its blocks, the best five first."""
    choices = {
        tuple(sorted(part)) for size in range(1, len(hand.blocks) + 1) for part in combinations(hand.blocks, size)
    }
    attacks = {choice: attack_of(Hand(choice, hand.garbage), rules) for choice in choices}
    needed = [
        (-attack, len(choice), "".join(choice))
        for choice, attack in attacks.items()
        if attack and all(attacks.get((*choice[:n], *choice[n + 1 :]), 0) < attack for n in range(len(choice)))
    ]
    return sorted((-attack, blocks) for attack, _, blocks in sorted(needed)[:5])


@pytest.mark.parametrize("seed", range(4))
def test_the_lines_are_the_best_plays_of_all_choices_of_blocks(seed: int) -> None:
    chance = random.Random(f"lines {seed}")
    hand, rules = some_hand(chance), chance.choice([STANDARD, NO_MERCY])
    result = Analyser(hand, rules).run()
    assert result.finished
    assert result.attack == result.at_most == attack_of(hand, rules)
    lines = [line for line in result.lines if line.attack]
    listed = sorted((line.attack, "".join(sorted(placed.block for placed in line.play.blocks))) for line in lines)
    assert [attack for attack, _ in listed] == [attack for attack, _ in lines_by_enumeration(hand, rules)], write_hand(
        hand
    )
    assert [line.attack for line in result.lines] == sorted((line.attack for line in result.lines), reverse=True)
    for line in result.lines:
        scored = score_play(line.play, rules, hand)
        assert (scored.attack, scored.block) == (line.attack, line.block)
        assert line.proven


def best_after(field: int, blocks: tuple[str, ...], chain: Chain, rules: BlockKillerRules) -> int:
    return max(0, Judge(rules).best_from(field, (), blocks, chain)[0])


@pytest.mark.parametrize(
    "text", ["1-1 3-0 2-1 | T2@0,0", "1-1 3-0 | I0@3,0 T2@0,0", "x+x 1-1 | T0@0,1", "1-1 3-0 2-1 |"]
)
def test_each_step_can_reach_what_enumeration_finds(text: str) -> None:
    hand, play = parse_hand("TI / 1-1 3-0 2-1 x x"), parse_play(text)
    result = Analyser(hand, STANDARD, play).run()
    scored = score_play(play, STANDARD, hand) if play.blocks else None
    blocks, chain, attack = Counter(hand.blocks), Chain(), 0
    field = stack_rows(row.text for row in play.rows)
    expected = [best_after(field, tuple(sorted(blocks.elements())), chain, STANDARD)]
    for step in scored.steps if scored else ():
        placed = step.placement
        _, chain = score_lock(len(step.rows), placed.spin, placed.mini, chain, STANDARD)
        attack += step.clear.attack if step.clear else 0
        blocks[placed.block] -= 1
        expected.append(attack + best_after(step.after, tuple(sorted(blocks.elements())), chain, STANDARD))
    assert [(step.attack, step.at_most) for step in result.steps] == [(value, value) for value in expected]
    assert result.own == (scored.attack if scored else 0)
    lost = next((n for n, value in enumerate(expected) if value < result.attack), None)
    early = len(expected) if result.own < result.attack else None
    assert result.lost_at == (early if lost is None else lost)


def test_the_kernel_and_python_search_from_a_field_alike() -> None:
    chance = random.Random("fields")
    for _ in range(12):
        rows = chance.choices(sorted(GARBAGE_ROWS.values()), k=chance.randint(1, 4))
        hand = Hand(tuple(chance.choices("ZSJLTIO", k=2)), ("1-0",) * len(rows))
        start = BlockStart(stack_rows(rows), chance.randint(0, 5))
        compiled = KernelSearcher(hand, STANDARD, lambda: None, start=start)
        plain = Searcher(hand, STANDARD, lambda: None, start=start)
        assert compiled.most() == plain.most()
        for target in range(1, plain.most() + 1):
            assert (compiled.reach(target) is None) == (plain.reach(target) is None)
            assert compiled.positions == plain.positions


def test_an_analysis_is_interrupted_and_continued() -> None:
    hand, play = parse_hand("TZ / 1-1 3-0 2-1"), parse_play("1-1 3-0 2-1 | T2@0,0")
    analyser = Analyser(hand, STANDARD, play)
    begun = analyser.run(stop=lambda: True)
    assert not begun.finished
    assert begun.own == 4
    ended = analyser.run()
    assert ended.finished
    assert (ended.attack, ended.own, ended.lost_at) == (5, 4, 2)


def test_the_last_question_is_continued(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []

    class Counted(Analyser):
        def __init__(self, *arguments: object) -> None:
            made.append(arguments)
            super().__init__(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(analysis_module, "Analyser", Counted)
    last, hand = LastAnalysis(), parse_hand("TZ / 1-1 3-0")
    first = last.run(hand, STANDARD, None, 0)
    assert not first.finished
    assert last.run(hand, STANDARD, None, 60).finished
    assert len(made) == 1
    last.run(hand, NO_MERCY, None, 60)
    assert len(made) == 2


@pytest.mark.parametrize(
    ("hand", "play", "error"),
    [
        ("T / 1-0", "1-1 | T0@0,1", BlockKillerError),
        (" / 1-0", "", BlockKillerError),
        ("TTTTTTTT /", "", ValueError),
    ],
)
def test_what_cannot_be_analysed_is_refused(hand: str, play: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        Analyser(parse_hand(hand), STANDARD, parse_play(play) if play else None)


def test_a_hand_without_any_attack_has_one_line() -> None:
    result = Analyser(parse_hand("O / x"), STANDARD).run()
    assert result.finished
    assert [line.attack for line in result.lines] == [0]
