"""The reasons why a play or a turn is refused: a code and a text in both languages of the game for each."""

from __future__ import annotations

from collections.abc import Mapping

from cardgen.engines.serving import Answer, RuleError

#: Code -> (English, Chinese). `{what}` is the wrong card, block or word.
REFUSALS: Mapping[str, tuple[str, str]] = {
    # the writing
    "no-bar": ("a play must be written as garbage, one |, blocks", "打法应写作：垃圾牌、一个 |、方块牌"),
    "no-slash": ("a hand must be written as blocks, one /, garbage", "手牌应写作：方块牌、一个 /、垃圾牌"),
    "unknown-garbage": ("there is no garbage card {what}", "没有垃圾牌 {what}"),
    "unknown-block": ("there is no block {what}", "没有方块 {what}"),
    "unreadable-block": (
        "{what} is not a placed block, such as T2@3,0",
        "{what} 不是方块的写法；正确写法如 T2@3,0",
    ),
    # a fumen
    "fumen-unreadable": ("this fumen cannot be read: it may be incomplete", "无法读取这段 fumen，可能不完整"),
    "fumen-version": (
        "fumen {what} cannot be read, only versions 115 and 110",
        "无法读取 {what} 版的 fumen，只支持 115 和 110 版",
    ),
    "fumen-row": (
        "row {what} of the fumen is no garbage card of this game: only such rows can be laid",
        "fumen 的第 {what} 行不是本游戏的垃圾牌，只能放置垃圾牌组成的行",
    ),
    "fumen-order": (
        "the coloured blocks of the fumen cannot be placed in any order",
        "fumen 中的彩色方块无论按什么顺序都无法放置",
    ),
    "fumen-edited": (
        "page {what} of the fumen changes the field other than by its blocks",
        "fumen 的第 {what} 页不是通过放置方块改变场地的",
    ),
    "fumen-empty": ("the fumen is empty", "fumen 是空的"),
    # the garbage
    "garbage-not-held": ("garbage card {what} is not in the hand", "手中没有垃圾牌 {what}"),
    "garbage-used-twice": (
        "garbage card {what} is used more often than it is in the hand",
        "垃圾牌 {what} 的使用次数超过持有张数",
    ),
    "merge-not-checkerboards": (
        "{what} cannot be merged: only two checkerboards can",
        "{what} 不能合并：只有两张棋盘垃圾可以合并",
    ),
    "too-many-solid-rows": ("a play has at most {what} solid rows", "一次打法最多有 {what} 个实心行"),
    "too-little-garbage": ("a play lays at least {what} garbage cards", "一次打法至少要放 {what} 张垃圾牌"),
    # the blocks
    "no-block": ("no block is placed", "没有放置方块"),
    "too-few-blocks": ("at least {what} blocks must be placed this turn", "本回合至少要放置 {what} 个方块"),
    "block-not-held": ("block {what} is not in the hand", "手中没有方块 {what}"),
    "block-used-twice": (
        "block {what} is used more often than it is in the hand",
        "方块 {what} 的使用次数超过持有张数",
    ),
    "wrong-shape": ("these cells are not block {what}", "这些格子不是方块 {what}"),
    "mirrored": ("these cells are the mirror image of block {what}", "这些格子是方块 {what} 的镜像"),
    "outside": ("block {what} sticks out of the field", "方块 {what} 超出场地"),
    "overlaps": ("block {what} overlaps filled cells", "方块 {what} 与已有格子重叠"),
    "floating": ("block {what} could still move down", "方块 {what} 还能下落"),
    "unreachable": ("block {what} cannot reach these cells", "方块 {what} 无法到达该处"),
    # the turn
    "game-over": ("the game is over", "游戏已经结束"),
    "draw-first": ("a turn begins with a draw", "回合开始时须先摸牌"),
    "no-draw-now": ("no draw is allowed now", "现在不能摸牌"),
    "draw-not-offered": (
        "drawing only block cards requires {what} garbage cards in hand",
        "持有 {what} 张垃圾牌才可以只摸方块牌",
    ),
    "must-play": ("too many block cards in hand to pass", "方块牌过多，不能跳过"),
    "no-target": ("the play names no player to attack", "打法须指明攻击哪位玩家"),
    # the log
    "unreadable-turn": (
        "{what} cannot be read; a turn is draw each, draw blocks, pass, or play 1: 1-3 | T2@2,0",
        "无法读懂 {what}；回合写作 draw each、draw blocks、pass 或 play 1: 1-3 | T2@2,0",
    ),
    "no-game": ("a log begins with the players and the seed: game 3 seed 7", "记录须以人数和种子开头：game 3 seed 7"),
    "wrong-players": ("the rules do not allow {what} players", "规则不允许 {what} 名玩家"),
    "wrong-player": ("it is the turn of player {what}", "轮到玩家 {what}"),
    "wrong-winner": ("the winner is {what}", "获胜者是 {what}"),
    "bad-target": ("player {what} cannot be attacked", "不能攻击玩家 {what}"),
}


class BlockKillerError(RuleError):
    """A play or a turn that is not legal.

    `code` is a key of REFUSALS. `step` counts from 1, first the garbage rows from the floor up, then the blocks in
    order; it is 0 for the play as a whole.
    """

    def __init__(self, code: str, step: int = 0, what: object = "") -> None:
        english, chinese = (text.format(what=what) for text in REFUSALS[code])
        super().__init__(code, english, chinese, step=step)

    def place(self) -> Answer:
        """Return the line of a log, or the step, 0 for a play as a whole, as members of an answer."""
        return {"step": self.step} if self.line is None else {"line": self.line}
