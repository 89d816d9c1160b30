"""The closed lists of words of the game, each with its name in both languages: factions, suits, skill types, timings.

The three lists of timings are in the order in which things happen. Skills that meet at one timing follow seat order.
"""

from __future__ import annotations

from collections.abc import Mapping

Names = Mapping[str, Mapping[str, str]]


def _named(rows: str) -> dict[str, dict[str, str]]:
    """Return word -> its names, from lines of `word  中文  English`, separated by two spaces."""
    parts = [row.split("  ") for row in rows.strip().splitlines()]
    return {word.strip(): {"zh": zh, "en": en} for word, zh, en in parts}


FACTIONS: Names = _named("""
han  汉  Han
yi  夷  Yi
rong  戎  Rong
man  蛮  Man
di  狄  Di
""")

#: The identities of the identity mode.
IDENTITIES: Names = _named("""
lord  主公  lord
loyalist  忠臣  loyalist
rebel  反贼  rebel
spy  内奸  spy
""")

#: All camps that a character may be known to be of.
CAMPS: Names = {**IDENTITIES, **FACTIONS, **_named("ambition  野心家  ambitionist")}

MODES: Names = _named("""
identity  身份模式  identity
nation  国战模式  nation war
realm  逐鹿天下  realm
""")

SUITS: Names = _named("""
heart  红桃  heart
spade  黑桃  spade
diamond  方片  diamond
club  梅花  club
""")

CATEGORIES: Names = _named("""
basic  基本牌  basic
trick  锦囊牌  trick
equipment  装备牌  equipment
plot  谋攻牌  plot
""")

#: The places of equipment.
SUBS: Names = _named("""
weapon  武器  weapon
armour  防具  armour
mount  坐骑  mount
treasure  宝物  treasure
""")

ELEMENTS: Names = _named("""
none  无属性  plain
fire  火  fire
thunder  雷  thunder
water  水  water
""")

SKILL_TYPES: Names = _named("""
active  主动技  active
locked  锁定技  locked
limited  限定技  limited
awakening  觉醒技  awakening
lord  主公技  lord
switch  转换技  switch
hidden  隐匿技  hidden
building  筑建技  building
law  立法技  law
party  结党技  party
formation  阵法技  formation
""")

#: The phases of a turn, in order.
PHASES: Names = _named("""
prepare  准备阶段  preparation phase
draw  摸牌阶段  draw phase
play  出牌阶段  play phase
discard  弃牌阶段  discard phase
end  结束阶段  end phase
""")

#: Timings of the use of a skill.
SKILL_TIMINGS: Names = _named("""
skill:about-to-use  准备发动技能时  about to use a skill
skill:about-to-choose-targets  准备选择目标时  about to choose a skill's targets
skill:choosing  选择目标时  choosing a skill's targets
skill:using  发动技能时  using a skill
skill:designating  指定目标时  designating a skill's targets
skill:designated  指定目标后  a skill's targets designated
""")

#: Timings of the use of a card.
CARD_TIMINGS: Names = _named("""
card:choosing  选择牌时  choosing a card
card:about-to-use  准备使用牌时  about to use a card
card:about-to-choose-targets  准备选择牌的目标时  about to choose targets
card:choosing-targets  选择牌的目标时  choosing targets
card:about-to-designate  准备指定牌的目标时  about to designate
card:designating  指定牌的目标时  designating
card:using  使用牌时  using a card
card:becoming-target  成为牌的目标时  becoming the target
card:after-designating  指定牌的目标后  after designating
card:after-becoming-target  成为牌的目标后  after becoming the target
card:answering  响应（打出）牌时  answering
card:being-answered  牌被响应时  being answered
card:after-being-answered  牌被响应后  after being answered
card:resolving  牌生效时  resolving
card:after-use  使用牌后  after use
card:entering-discards  牌进入弃牌堆时  entering the discards
card:after-entering  牌进入弃牌堆后  after entering the discards
""")

#: Timings of damage.
DAMAGE_TIMINGS: Names = _named("""
damage:about-to-be  伤害将要发生时  damage about to be
damage:about-to-deal  将要造成伤害时  about to deal damage
damage:prevent-dealing  防止造成伤害时  preventing it before it is dealt
damage:dealing  造成伤害时  dealing damage
damage:taking  受到伤害时  taking damage
damage:prevent-taking  防止受到伤害时  preventing it before it is taken
damage:after-dealing  造成伤害后  after dealing damage
damage:after-taking  受到伤害后  after taking damage
""")

#: All timings that a skill may have.
TIMINGS: Names = {**PHASES, **SKILL_TIMINGS, **CARD_TIMINGS, **DAMAGE_TIMINGS}

#: Number -> how it is printed.
RANKS = {1: "A", **{number: str(number) for number in range(2, 11)}, 11: "J", 12: "Q", 13: "K"}
#: Suit -> its letter in notation.
SUIT_LETTERS = {"heart": "H", "spade": "S", "diamond": "D", "club": "C"}
#: The jade seal in notation.
SEAL = "SEAL"
#: What plot cards without suit and number begin with in notation: P1, P2.
PLOT_LETTER = "P"
#: The number of terms of the glossary.
TERM_COUNT = 112
#: The most players at a table, and the least.
MOST_PLAYERS, FEWEST_PLAYERS = 10, 2
