"""Reasons to refuse a turn, a log or a question: the number of the broken rule, and the sentence in both languages."""

from __future__ import annotations

from collections.abc import Mapping

from cardgen.engines.serving import Answer, ListedError, Refusal

#: Reason -> refusal. `{what}` is the wrong word, card or number.
REFUSALS: Mapping[str, Refusal] = {
    "unreadable": Refusal(
        None,
        "{what} cannot be read; a line is written like 2 use S7 strike > 3",
        "无法读懂 {what}；正确写法如 2 use S7 strike > 3",
    ),
    "no-game": Refusal(
        None, "a log begins with a line like game identity 5 seed 7", "记录第一行应如 game identity 5 seed 7"
    ),
    "unknown-card": Refusal(None, "there is no card {what}", "没有牌 {what}"),
    # set-up
    "player-count": Refusal(7, "{what} players have no table of identities", "{what} 名玩家没有身份分配表"),
    "too-few-heroes": Refusal(6, "there are {what}", "武将不足：{what}"),
    "realm-players": Refusal(9, "the realm mode needs more than {what} players", "逐鹿天下不能只有 {what} 名玩家"),
    "seat-count": Refusal(11, "there are 2 to 10 seats, not {what}", "座位应为 2 至 10 个，而不是 {what} 个"),
    # turns
    "game-over": Refusal(14, "the game is over", "游戏已经结束"),
    "wrong-seat": Refusal(14, "it is the turn of seat {what}", "现在轮到座位 {what}"),
    "wrong-verb": Refusal(14, "expected one of: {what}", "此时只能：{what}"),
    "not-offered": Refusal(14, "{what} is not among the legal turns", "{what} 不是合法的行动"),
    "not-in-hand": Refusal(15, "{what} is not in the hand", "手牌中没有 {what}"),
    "strike-limit": Refusal(15, "no more strikes this turn", "本回合不能再使用杀"),
    "cannot-use": Refusal(19, "{what} cannot be used now", "此时不能使用 {what}"),
    "wrong-targets": Refusal(15, "wrong targets for {what}", "{what} 的目标不对"),
    "out-of-range": Refusal(13, "seat {what} is out of the attack range", "座位 {what} 不在攻击范围内"),
    "same-name": Refusal(17, "the judgement area already holds {what}", "判定区已有 {what}"),
    "not-wounded": Refusal(20, "seat {what} is not wounded", "座位 {what} 没有受伤"),
    "no-skill": Refusal(3, "no skill {what} can be used now", "此时没有可发动的技能 {what}"),
    "has-ally": Refusal(33, "one of the two has an ally already", "其中一方已有盟友"),
    "wrong-end": Refusal(None, "the right result is {what}", "正确的结果是 {what}"),
    "not-over": Refusal(None, "the game is not over", "游戏尚未结束"),
    # questions
    "nobody-there": Refusal(11, "nobody lives at seat {what}", "座位 {what} 没有存活角色"),
    "still-alive": Refusal(20, "seat {what} is not dead", "座位 {what} 没有死亡"),
    "same-seat": Refusal(12, "a distance is between two seats", "距离须在两个座位之间"),
    "no-execution": Refusal(23, "no characters have these numbers", "没有角色有这样的数值"),
    "wrong-identities": Refusal(
        29, "expected an identity for each seat, one of them the lord", "每个座位应有身份，其中一名主公"
    ),
    "wrong-factions": Refusal(30, "expected a faction for each seat", "每个座位应有势力"),
    "wrong-owner": Refusal(32, "the owner of the jade seal is not at the table", "玉玺的持有者不在座"),
    "wrong-hand": Refusal(16, "a hand has 0 cards or more, and HP is at most max HP", "手牌数不小于 0，体力不超过上限"),
}


class HeroesError(ListedError):
    """A turn, a log or a question that is not legal. `code` is H and the number of the broken rule, or the reason."""

    refusals, letter = REFUSALS, "H"

    def data(self) -> Answer:
        """Return the refusal as members of an answer, with the reason instead of the code."""
        return {**super().data(), "reason": self.reason}
