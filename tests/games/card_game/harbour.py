"""A small card game as data, for tests."""

from __future__ import annotations

from typing import Any

from cardgen.engines import CardData, GameContent
from cardgen.games.card_game.rules import CardGameRules
from tests.cases import read_yaml

RULES = """
titles: {en: Standard, zh: 标准}
rounds: 20
score: points
vocabulary:
  areas:
    hand: {of: player, hidden: true, works: [use, as]}
    table: {of: player, works: [when, while, instead, as, use]}
    pile: {hidden: true}
    discards: {}
    market: {}
  pile: pile
  attributes:
    coins: {of: player, from: 3, least: 0}
    points: {of: player, is: sum of points of table}
    cost: {of: card}
  stages: [draw, main]
  windows: {main: {stage: main}}
  rules:
    - id: buy
      use: main
      limit: once each turn
      choose: {c: cards in market where cost <= me.coins}
      do: [{pay: c.cost, of: coins}, {move: c, to: me.hand}, {move: "top(1, pile)", to: market}]
    - {when: draw:start, do: [{draw: 1, who: current}, {set: coins, of: current, add: 1}]}
    - {when: at once, if: any player of players has points >= 9, do: [{win: players where points >= 9}]}
piles:
  - {deck: cards, area: pile}
begin:
  - {each: p, in: players, do: [{draw: 3, who: p}]}
  - {move: "top(4, pile)", to: market}
"""

CARDS = """
trader: {cost: 2, effects: [{use: main, do: [{set: coins, of: me, add: 2}]}]}
courier: {cost: 2, effects: [{use: main, do: [{draw: 2}]}]}
thief: {cost: 3, effects: [{use: main, choose: {p: others where hand is not empty}, do: [{take: 1, from: p.hand}]}]}
storm: {cost: 3, effects: [{use: main, do: [{each: p, in: others, do: [{discard: 1, who: p}]}]}]}
mill:
  cost: 3
  points: 1
  effects:
    - {use: main, in: hand, cost: [{pay: 1, of: coins}], do: [{move: this, to: me.table}]}
    - {when: turn-start:after of me, do: [{set: coins, of: me, add: 1}]}
tower:
  cost: 5
  points: 3
  effects: [{use: main, in: hand, cost: [{pay: 3, of: coins}], do: [{move: this, to: me.table}]}]
"""


def load_harbour(rules: str = RULES, cards: str = CARDS) -> GameContent:
    """Return the game; its rules and cards may be others."""
    deck = [CardData(name, 4, values) for name, values in read_yaml(cards).items()]
    return GameContent({"standard": CardGameRules.model_validate(read_yaml(rules))}, {"cards": deck})


def rules_with(**parts: Any) -> CardGameRules:
    """Return the ruleset with other parts."""
    return CardGameRules.model_validate({**read_yaml(RULES), **parts})
