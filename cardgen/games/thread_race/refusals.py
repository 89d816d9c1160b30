"""Reasons to refuse a turn, a log or a question: one code for each, in both languages of the game.

The code that bots get is the number of the check that is broken, `T25`; texts that cannot be read have codes of words.
"""

from __future__ import annotations

from collections.abc import Mapping

from cardgen.engines.serving import ListedError, Refusal

#: Code -> refusal. `{what}` is the card, the player or the word that is wrong.
REFUSALS: Mapping[str, Refusal] = {
    "unreadable": Refusal(None, "{what} cannot be read", "无法读懂 {what}"),
    "unknown-card": Refusal(None, "there is no card {what}", "没有卡 {what}"),
    "no-decks": Refusal(None, "the log names no decks before {what}", "{what} 之前没有写明牌序"),
    "deck-size": Refusal(1, "the deck has {what} cards, expected 23", "牌序有 {what} 张卡，应为 23 张"),
    "no-core": Refusal(1, "{what} is no core", "{what} 不是核心卡"),
    "core-in-deck": Refusal(1, "{what} is a core, and no card of a deck", "{what} 是核心卡，不能放进牌序"),
    "too-many": Refusal(2, "the deck has too many cards {what}", "牌序中 {what} 太多"),
    "two-cards": Refusal(2, "two different cards have the name {what}", "两张不同的卡同名：{what}"),
    "wrong-kind": Refusal(1, "{what} is neither a speed card nor a plain one", "{what} 既不是速度卡也不是无速度卡"),
    "wrong-value": Refusal(3, "this value is not allowed: {what}", "不允许这个值：{what}"),
    "target-outside": Refusal(
        5, "{what} has an effect with a target outside of the effect stage", "{what} 在效果发动阶段以外的效果取对象"
    ),
    "destroys-others": Refusal(6, "{what} destroys cards of others", "{what} 破坏他人的卡"),
    "wrong-start": Refusal(9, "the first cards lie face up in this ruleset", "此规则下最初三张卡正面朝上"),
    "wrong-stage": Refusal(10, "this is not the time for {what}", "现在不能进行：{what}"),
    "wrong-player": Refusal(10, "it is the turn of player {what}", "现在轮到玩家 {what}"),
    "game-over": Refusal(24, "the game is over", "游戏已经结束"),
    "not-a-target": Refusal(16, "this is no target of {what}", "{what} 不能以此为对象"),
    "not-yes-or-no": Refusal(16, "{what} asks for yes or no", "{what} 需要回答是或否"),
    "not-effects": Refusal(16, "{what} asks for the effects of its text", "{what} 需要写明其文字的效果"),
    "not-done": Refusal(16, "{what} is done by hand: answer done after it", "{what} 需要手动进行，完成后回答 done"),
    "wrong-adjustment": Refusal(None, "{what} cannot be done by hand now", "此时不能手动进行：{what}"),
    "missing-choice": Refusal(16, "a choice is missing: {what}", "缺少选择：{what}"),
    "too-many-choices": Refusal(16, "{what} choices are left over", "多余的选择：{what} 个"),
    "not-face-down": Refusal(23, "no own card lies face down in slot {what}", "卡位 {what} 没有自己盖放的卡"),
    "not-in-window": Refusal(25, "{what} is not among the cards to choose from", "第 {what} 张不在可选之列"),
    "no-slot": Refusal(25, "there is no slot {what}", "没有卡位 {what}"),
    "face-down": Refusal(25, "cards are played face up in this ruleset", "此规则下打出的卡须正面朝上"),
    "must-play": Refusal(25, "a player with cards in the deck must play one", "牌序还有卡的玩家必须打出一张"),
    "must-put-away": Refusal(25, "a player whose deck is empty must put a card away", "牌序已空的玩家必须收起一张卡"),
    "deck-not-empty": Refusal(25, "cards are put away when the deck is empty", "牌序空了才能收起卡"),
    "slot-empty": Refusal(25, "slot {what} is empty", "卡位 {what} 是空的"),
    "wrong-winners": Refusal(24, "the players who have won are: {what}", "获胜的玩家是：{what}"),
    "core-used": Refusal(26, "the core cannot be used again", "核心卡不能再用"),
}


class ThreadRaceError(ListedError):
    """A turn, a log or a question that is not legal. `code` is what bots get: `T25`, or the reason."""

    refusals, letter = REFUSALS, "T"
