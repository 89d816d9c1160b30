"""The explanation of a scored play, line by line: the stack, each block, and the sum."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.games.block_killer.attack import Clear
from cardgen.games.block_killer.cards import BLOCK_NAMES
from cardgen.games.block_killer.notation import Play, write_row
from cardgen.games.block_killer.plays import PlayStep, ScoredPlay

_LINES = {1: "single", 2: "double", 3: "triple", 4: "quad"}


def explain_play(scored: ScoredPlay) -> dict[str, list[str]]:
    """Return lines in English ("en") and Chinese ("zh"): one for the stack, one for each block, and one for the sum.

    Rows and columns are numbered as in the notation, from 0, up from the floor and from the left.
    """
    play, steps = scored.play, scored.steps
    returned = [index for index in range(len(play.rows)) if index not in scored.cleared]
    returned_codes, discarded_codes = _codes(play, returned), _codes(play, scored.cleared)
    english = [f"Garbage from the floor up: {_codes(play, range(len(play.rows)))}." if play.rows else "No garbage."]
    chinese = [f"垃圾牌，自下而上：{_codes(play, range(len(play.rows)))}。" if play.rows else "没有放垃圾牌。"]
    combo = False  # True if the block before cleared a row
    for step in steps:
        english.append(_explain_in_english(step, combo))
        chinese.append(_explain_in_chinese(step, combo))
        combo = step.clear is not None
    english.append(
        f"Attack {scored.attack}, block {scored.block}."
        + (f" Discarded: {discarded_codes}." if discarded_codes else "")
        + (f" Back to hand: {returned_codes}." if returned_codes else "")
    )
    chinese.append(
        f"攻击值 {scored.attack}，抵挡值 {scored.block}。"
        + (f"弃掉：{discarded_codes}。" if discarded_codes else "")
        + (f"收回手中：{returned_codes}。" if returned_codes else "")
    )
    return {"en": english, "zh": chinese}


def _codes(play: Play, indexes: Sequence[int]) -> str:
    return " ".join(write_row(play.rows[index]) for index in indexes)


def _explain_in_english(step: PlayStep, combo: bool) -> str:
    clear, placed = step.clear, step.placement
    if clear is None:
        return f"{placed}: no row is full" + (", so the combo ends." if combo else ".")
    name = _LINES.get(clear.lines, f"clear of {clear.lines} lines")
    if clear.spin:
        mini = "mini " if clear.mini else ""
        name = f"{mini}{step.placement.block}-spin {name}"
    rows = ("row " if clear.lines == 1 else "rows ") + ", ".join(map(str, step.rows))
    terms = [f"{clear.table} for {clear.lines} line{'s' * (clear.lines > 1)}{_table_in_english(clear)}"]
    if clear.back_to_back:
        terms.append(f"{clear.back_to_back} back-to-back")
    if clear.combo_bonus:
        terms.append(f"{clear.combo_bonus} for combo {clear.combo}")
    block = f", block {clear.block}" if clear.block else ""
    return f"{placed}: {name}, {rows}: {' + '.join(terms)} = attack {clear.attack}{block}."


def _table_in_english(clear: Clear) -> str:
    return " without a spin" if clear.mini else " with a spin" if clear.spin else ""


def _explain_in_chinese(step: PlayStep, combo: bool) -> str:
    clear, placed = step.clear, step.placement
    if clear is None:
        return f"{placed}：没有填满的行" + ("，连击中断。" if combo else "。")
    block = BLOCK_NAMES[step.placement.block]["zh"].removesuffix("方块")
    name = f"{'迷你' if clear.mini else ''}{block}旋转消 {clear.lines} 行" if clear.spin else f"消 {clear.lines} 行"
    rows = "、".join(map(str, step.rows))
    table = "非旋转" if clear.mini or not clear.spin else "旋转"
    terms = [f"{table} {clear.lines} 行 {clear.table}"]
    if clear.back_to_back:
        terms.append(f"背靠背 {clear.back_to_back}")
    if clear.combo_bonus:
        terms.append(f"连击 {clear.combo} 加 {clear.combo_bonus}")
    points = f"，抵挡值 {clear.block}" if clear.block else ""
    return f"{placed}：{name}（第 {rows} 行）：{' + '.join(terms)} = 攻击值 {clear.attack}{points}。"
