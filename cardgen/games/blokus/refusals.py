"""Reasons to refuse a placement, a position or a log: one code for each, in both languages of the game."""

from __future__ import annotations

from collections.abc import Mapping

from cardgen.engines.serving import Answer, ListedError, Refusal

#: Code -> refusal. `{what}` is the wrong word, shape or colour, `{cell}` the wrong cell.
REFUSALS: Mapping[str, Refusal] = {
    # the text
    "unreadable": Refusal(
        None,
        "{what} cannot be read; a placement is written like red I2 (0,0)(1,0)",
        "无法读懂 {what}；放置的正确写法如 red I2 (0,0)(1,0)",
    ),
    "unknown-colour": Refusal(None, "no colour {what} plays", "没有颜色 {what}"),
    "unknown-shape": Refusal(None, "there is no shape {what}", "没有形状 {what}"),
    "board-size": Refusal(None, "the board is not {what} rows of {what} cells", "棋盘应为 {what} 行，每行 {what} 格"),
    "board-mark": Refusal(
        None, "{what} at {cell} is neither . nor a colour that plays", "{cell} 处的 {what} 不是 . 也不是颜色"
    ),
    # the placement
    "shape-used": Refusal(5, "shape {what} is placed already", "形状 {what} 已经放置过"),
    "wrong-shape": Refusal(5, "these cells are not shape {what}", "这些格子不是形状 {what}"),
    "outside": Refusal(6, "{cell} is not on the board", "{cell} 不在棋盘内"),
    "occupied": Refusal(7, "{cell} is taken by {what}", "{cell} 已被{what}色占据"),
    "off-the-start": Refusal(
        8, "the first piece does not cover the start point {cell}", "第一枚棋子没有盖住起始点 {cell}"
    ),
    "side-touches": Refusal(9, "{cell} shares an edge with a piece of the same colour", "{cell} 与同色棋子的边相接"),
    "no-corner": Refusal(
        10,
        "no cell touches a piece of the same colour at a corner, neither {cell} nor the others",
        "{cell} 等各格都没有与同色棋子角对角相接",
    ),
    # the turn
    "wrong-turn": Refusal(12, "it is the turn of {what}", "现在轮到{what}色"),
    "can-place": Refusal(12, "{what} can still place a piece and may not pass", "{what}色还能放置，不能跳过"),
    "game-over": Refusal(14, "the game is over: no colour can place anything", "游戏已经结束：各颜色都无处可放"),
    "not-over": Refusal(14, "the game is not over: {what} can still place a piece", "游戏尚未结束：{what}色还能放置"),
    "wrong-scores": Refusal(15, "the scores are {what}", "正确的得分是 {what}"),
    # the position
    "not-a-piece": Refusal(
        18, "the {what} cells at {cell} are none of the shapes", "{cell} 处的{what}色格子不是任何形状"
    ),
    "piece-twice": Refusal(
        18, "shape {what} at {cell} is on the board twice in one colour", "{cell} 处的形状 {what} 在同一颜色中出现两次"
    ),
    "start-empty": Refusal(18, "no {what} piece covers the start point {cell}", "没有{what}色棋子盖住起始点 {cell}"),
    "not-joined": Refusal(
        18,
        "the {what} piece at {cell} is not joined to the others at a corner",
        "{cell} 处的{what}色棋子没有与其他同色棋子以角相连",
    ),
}


class BlokusError(ListedError):
    """A placement, position or log that is not legal. `code` is a key of REFUSALS, `cell` the wrong cell."""

    refusals = REFUSALS

    def place(self) -> Answer:
        """Return the rule, the line and the cell, as members of an answer."""
        return {**super().place(), "cell": None if self.cell is None else list(self.cell)}
