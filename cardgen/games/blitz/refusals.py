"""Reasons to refuse a turn, a log or a question: each belongs to a numbered rule and is in both languages."""

from __future__ import annotations

from collections.abc import Mapping

from cardgen.engines.serving import ListedError, Refusal

#: Name -> refusal. `{what}` is a word or a number, `{cell}` the wrong cell.
REFUSALS: Mapping[str, Refusal] = {
    "unreadable": Refusal(None, "{what} cannot be read", "无法读懂 {what}"),
    "copies": Refusal(1, "there is no further card {what}", "没有更多的 {what} 牌"),
    "players": Refusal(
        8,
        "{what}: two players are one of us, uk against one of ss, wm; four players are all of them",
        "{what}：两人时一方为 us 或 uk，另一方为 ss 或 wm；四人时四个阵营都参加",
    ),
    "outside": Refusal(8, "{cell} is not on the board", "{cell} 不在棋盘内"),
    "actor": Refusal(10, "it is the turn of {what}", "现在轮到 {what}"),
    "step": Refusal(10, "this is not done in the step {what}", "{what} 步骤中不能这样做"),
    "hand": Refusal(12, "{what} is not in hand", "手牌中没有 {what}"),
    "kind": Refusal(12, "{what} cannot be used like this", "{what} 不能这样使用"),
    "not-own": Refusal(12, "no card of this player is at {cell}", "{cell} 处没有该玩家的牌"),
    "moved": Refusal(12, "the card at {cell} cannot move again in this round", "{cell} 处的牌本回合不能再移动"),
    "area": Refusal(13, "{cell} is not in the player's own area", "{cell} 不在己方阵地内"),
    "too-far": Refusal(14, "the card cannot reach {cell}, its most is {what}", "牌到不了 {cell}，最多移动 {what} 格"),
    "taken": Refusal(15, "{cell} already has a card", "{cell} 已有牌"),
    "resource-through": Refusal(16, "a resource may not go to {cell}", "资源牌不能进入 {cell}"),
    "forced": Refusal(17, "the unit at {cell} has to break through", "{cell} 处的部队必须突破"),
    "facility-area": Refusal(18, "no facility may be laid at {cell}", "{cell} 不能布置设施"),
    "facilities": Refusal(18, "no more than {what} facilities may be laid in a round", "每回合最多布置 {what} 张设施"),
    "skill-target": Refusal(20, "the skill cannot be used on {cell}", "技能不能用于 {cell}"),
    "no-target": Refusal(21, "no enemy unit is at {cell}", "{cell} 处没有敌方部队"),
    "no-attacker": Refusal(
        21, "an attack needs at least one unit, each named once", "进攻至少要有一个部队，且不得重复"
    ),
    "not-unit": Refusal(21, "no unit of this player is at {cell}", "{cell} 处没有该玩家的部队"),
    "not-ready": Refusal(21, "the unit at {cell} is not ready", "{cell} 处的部队已横置"),
    "range": Refusal(21, "the target is out of range of {cell}", "目标不在 {cell} 的攻击范围内"),
    "supply": Refusal(22, "the unit at {cell} is not supplied", "{cell} 处的部队没有补给"),
    "advance": Refusal(25, "nobody can advance from {cell} to the target", "{cell} 处的部队不能进占目标格"),
    "over": Refusal(28, "the game is over", "游戏已经结束"),
    "obstacle": Refusal(29, "a card keeps this one out of {cell}", "有牌不让这张牌进入 {cell}"),
    "forbidden": Refusal(29, "a card forbids the attack: {cell}", "有牌禁止这次进攻：{cell}"),
    "no-effect": Refusal(29, "the card at {cell} has no effect {what}", "{cell} 处的牌没有效果 {what}"),
    "no-use": Refusal(29, "{what} cannot be used now", "现在不能使用 {what}"),
    "answer": Refusal(29, "a question has to be answered first: {what}", "须先回答问题：{what}"),
    "wrong-answer": Refusal(29, "{what} is no answer to the question", "{what} 不是这个问题的答案"),
    "no-question": Refusal(29, "nothing is asked", "现在没有问题"),
    "question": Refusal(None, "the answer is {what}", "答案应为 {what}"),
}


class BlitzError(ListedError):
    """A turn, a log or a position that is not legal. `code` is B and the number of the broken rule, or the reason."""

    refusals, letter = REFUSALS, "B"
