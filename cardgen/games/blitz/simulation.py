"""The study `simulate`: whole games, played by policies.

A trial is a game from the deal to the result. The trials show which side wins, which policy wins, how many rounds games
last, and how they end. A policy plays for all players of its side; every two policies play each other on both sides.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations
from typing import Annotated, Any, Literal

from pydantic import Field

from cardgen import dataclass, field, replace
from cardgen.engines import Decks
from cardgen.engines.card_figures import CardTally, card_charts, card_sentences
from cardgen.engines.charts import chart_of, same_in_both, texts
from cardgen.engines.estimates import Moments, share
from cardgen.engines.rulesets import Closed
from cardgen.engines.studies import Chart, Estimate, Run, Summary, Texts
from cardgen.engines.summaries import DISTINCT, endless, existing, summarise_runs
from cardgen.engines.verdicts import FEWEST_GAMES, judge_draws, judge_length, judge_wins, write_verdicts
from cardgen.engines.wording import capitalised, format_estimate, join_parts, paragraph, percent, tenths
from cardgen.games.blitz.cards import Deck, Faction
from cardgen.games.blitz.deck_cards import read_decks
from cardgen.games.blitz.game import DEFAULT_FACTIONS, apply, new_game
from cardgen.games.blitz.rules import BlitzRules
from cardgen.games.blitz.turn_game import GAME

__all__ = ["NAME", "TITLE", "VERSION", "Settings", "deck_settings", "describe", "summarise", "trial", "trial_count"]

NAME = "simulate"
TITLE: Texts = {"zh": "整局模拟", "en": "Whole games"}
VERSION = 3
trial_count = endless

#: Why games end, in the order of the charts, and in words.
_ENDS: dict[str, Texts] = {
    "27c": {"zh": "突破", "en": "a breakthrough"},
    "27a": {"zh": "一方没有部队", "en": "a side without units"},
    "28a": {"zh": "一名玩家没有手牌", "en": "a player without cards in hand"},
    "28b": {"zh": "一名玩家无事可做", "en": "a player who can do nothing"},
    "rounds": {"zh": "达到回合上限", "en": "the last round"},
}
_SIDES: tuple[Texts, Texts] = ({"zh": "盟军", "en": "the allied side"}, {"zh": "德军", "en": "the German side"})
#: The mean number of rounds that is expected; docs/balance.md has the minutes that they take.
_FEWEST_ROUNDS, _MOST_EXPECTED = 10, 20
_MOST_ROUNDS = 30


Name = Annotated[str, Field(min_length=1, max_length=200), existing(GAME.find_policy)]
Names = Annotated[tuple[Name, ...], Field(min_length=1, max_length=6, strict=False), DISTINCT]


class Settings(Closed):
    """Everything that decides a game's result. ValueError if a policy does not exist."""

    rules: BlitzRules
    players: Literal[2, 4] = Field(default=2, description="number of players")
    policies: Names = Field(default=("planner",), description="names of policies, which play each other on both sides")
    seed: int = Field(default=1, ge=0, description="the same seed gives the same games")
    decks: tuple[tuple[Faction, Deck], ...] = Field(description="the deck of each faction")


def deck_settings(decks: Decks) -> dict[str, Any]:
    """Return the settings that the project's decks decide."""
    return {"decks": tuple(read_decks(decks).items())}


def trial(settings: Settings, number: int) -> dict[str, Any]:
    """Return the result of game `number` as JSON values.

    `policies`: the indexes of the policies of the allied and of the German side. `winner`: the index of the side, None
    for a draw. `end`: 27a, 27c, 28a, 28b or rounds. `rounds` and `turns`: how many there were. `cards`: the `card_uses`
    of the game, `winners`: the players who have won.
    """
    pairs = list(permutations(range(len(settings.policies)), 2)) or [(0, 0)]
    pair = pairs[number % len(pairs)]
    chosen = [GAME.find_policy(settings.policies[index]) for index in pair]
    # Both games of two policies have the same deal.
    seed = int(random.Random(f"{settings.seed}/{number // 2}").random() * 2**53)
    chance = random.Random(f"{settings.seed}/{number}/turns")
    decks: dict[str, Deck] = {str(faction): deck for faction, deck in settings.decks}
    state = new_game(DEFAULT_FACTIONS[settings.players], seed, settings.rules, decks)
    while state.actor is not None:
        policy = chosen[state.setup.sides[state.actor] == "german"]
        state = apply(state, policy(state, chance))
    result = state.result
    assert result is not None
    winner = {"allied": 0, "german": 1}.get(result.winner)
    end = result.by if result.by != "27b" else result.ended
    cards = {name: [*uses] for name, uses in GAME.card_uses(state).items()}
    facts = {"rounds": state.round, "turns": len(state.turns), "winners": list(GAME.winners(state)), "cards": cards}
    return {"policies": list(pair), "winner": winner, "end": end, **facts}


def describe(settings: Settings) -> Texts:
    """Return the settings in a few words."""
    return join_parts(_parts(settings))


def summarise(runs: Sequence[Run]) -> Summary:
    """Return sentences and charts that compare the runs. Each run's results are read once and only counted."""
    named = [replace(run, titles=_titles_in_play(run)) for run in runs]
    return summarise_runs(named, _tally, _parts, _sentences, _charts)


def _titles_in_play(run: Run) -> dict[str, Texts]:
    """Return what readers call the cards, whose ids are without their faction while they are played."""
    short = {
        card.removesuffix(f"-{faction}"): title
        for faction, _ in run.settings.decks
        for card, title in run.titles.items()
    }
    return {**short, **run.titles}


def _parts(settings: Settings) -> list[Texts]:
    return [
        settings.rules.titles.model_dump(),
        {"zh": f"{settings.players}人", "en": f"{settings.players} players"},
        {"zh": "、".join(settings.policies), "en": ", ".join(settings.policies)},
    ]


# ---------------------------------------------------------------- counting


@dataclass(slots=True)
class _Tally:
    """The counts of a run. `played` and `won` are by the index of the policy."""

    settings: Settings
    name: Texts
    games: int = 0
    wins: Counter[int | None] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)
    played: Counter[int] = field(default_factory=Counter)
    won: Counter[int] = field(default_factory=Counter)
    lasted: Counter[int] = field(default_factory=Counter)
    rounds: Moments = field(default_factory=Moments)
    turns: Moments = field(default_factory=Moments)
    cards: CardTally = field(default_factory=CardTally)


def _tally(settings: Settings, results: Iterable[Any]) -> _Tally:
    tally = _Tally(settings, {"zh": "", "en": ""})
    for result in results:
        tally.games += 1
        tally.wins[result["winner"]] += 1
        tally.ends[result["end"]] += 1
        tally.lasted[min(result["rounds"], _MOST_ROUNDS)] += 1
        tally.rounds.add(result["rounds"])
        tally.turns.add(result["turns"])
        tally.cards.add(result["cards"], result["winners"])
        for side, policy in enumerate(result["policies"]):
            tally.played[policy] += 1
            tally.won[policy] += result["winner"] == side
    return tally


# ---------------------------------------------------------------- words and charts


def _sentences(tallies: Sequence[_Tally]) -> Iterator[Texts]:
    """Return the sentences about one run, or a paragraph about each of several."""
    if len(tallies) == 1:
        return _answers(tallies[0])
    return (paragraph(list(_answers(tally))) for tally in tallies)


def _answers(tally: _Tally) -> Iterator[Texts]:
    name = capitalised(tally.name)
    if tally.games < FEWEST_GAMES:
        text = {"zh": f"{tally.games}局，不足以得出结论。", "en": f"{tally.games} games, too few for a conclusion."}
        yield {lang: f"{name[lang]}{'：' if lang == 'zh' else ': '}{text[lang]}" for lang in ("zh", "en")}
        return
    allied, german = (share(tally.wins[side], tally.games) for side in (0, 1))
    drawn, rounds = share(tally.wins[None], tally.games), tally.rounds.estimate()
    assert allied is not None
    assert german is not None
    assert drawn is not None
    assert rounds is not None
    one, two = (format_estimate(estimate, percent) for estimate in (allied, german))
    length = format_estimate(rounds, tenths)
    yield {
        "zh": f"{name['zh']}：{tally.games:,}局中，盟军赢{one['zh']}，德军赢{two['zh']}，平均{length['zh']}回合。",
        "en": f"{name['en']}: of {tally.games:,} games the allied side wins {one['en']} and the German side "
        f"{two['en']}; a game lasts {length['en']} rounds.",
    }
    yield _most_common_end(tally)
    if allied.low > german.high or german.low > allied.high:
        zh, en = ("盟军", "allied") if allied.value > german.value else ("德军", "German")
        yield {"zh": f"{zh}占优。", "en": f"The {en} side is at an advantage."}
    yield from write_verdicts(
        [
            judge_length(rounds, _FEWEST_ROUNDS, _MOST_EXPECTED, {"zh": "回合", "en": "rounds"}),
            judge_draws(drawn),
            judge_wins([allied, german], _SIDES, {"zh": "一方", "en": "side"}),
        ]
    )
    yield from card_sentences(tally.cards)


def _most_common_end(tally: _Tally) -> Texts:
    end, count = max(tally.ends.items(), key=lambda one: one[1])
    part = share(count, tally.games)
    assert part is not None
    figure, text = format_estimate(part, percent), _ENDS[end]
    return {
        "zh": f"最常见的结局是{text['zh']}，占{figure['zh']}。",
        "en": f"Most often games end by {text['en']}: {figure['en']}.",
    }


def _charts(tallies: Sequence[_Tally]) -> Iterator[Chart]:
    yield chart_of(
        "sides",
        ("各方的胜率", "Who wins, by side"),
        ("占全部对局的比例。", "Of all games."),
        ("一方", "side"),
        ("占对局的比例", "share of games"),
        texts(("盟军", "allied"), ("德军", "German"), ("平局", "draw")),
        tallies,
        lambda tally: [share(tally.wins[side], tally.games) for side in (0, 1, None)],
        unit="%",
    )
    names = list(dict.fromkeys(name for tally in tallies for name in tally.settings.policies))
    yield chart_of(
        "policies",
        ("各策略的胜率", "Who wins, by policy"),
        ("每个策略两方都打，平局不算胜。", "Each policy plays both sides. A draw is no win."),
        ("策略", "policy"),
        ("占其对局的比例", "share of its games"),
        same_in_both(names),
        tallies,
        lambda tally: [_policy_share(tally, name) for name in names],
        unit="%",
    )
    yield chart_of(
        "ends",
        ("对局如何结束", "How games end"),
        ("占全部对局的比例。", "Of all games."),
        ("结束的原因", "end"),
        ("占对局的比例", "share of games"),
        list(_ENDS.values()),
        tallies,
        lambda tally: [share(tally.ends[end], tally.games) for end in _ENDS],
        unit="%",
    )
    longest = max((max(tally.lasted, default=1) for tally in tallies), default=1)
    yield chart_of(
        "rounds",
        ("对局持续多少回合", "How many rounds games last"),
        (
            f"第{_MOST_ROUNDS}项包括所有更长的对局。",
            f"Games of more than {_MOST_ROUNDS} rounds count as {_MOST_ROUNDS}.",
        ),
        ("回合", "rounds"),
        ("占对局的比例", "share of games"),
        same_in_both(range(1, longest + 1)),
        tallies,
        lambda tally: [share(tally.lasted[number], tally.games) for number in range(1, longest + 1)],
        kind="lines",
        unit="%",
    )
    yield chart_of(
        "length",
        ("一局的平均数字", "A game in figures"),
        ("每局的平均值。", "The mean of all games."),
        ("数字", "figure"),
        ("每局", "per game"),
        texts(("回合", "rounds"), ("行动", "turns")),
        tallies,
        lambda tally: [tally.rounds.estimate(), tally.turns.estimate()],
    )
    yield from card_charts(tallies)


def _policy_share(tally: _Tally, name: str) -> Estimate | None:
    if name not in tally.settings.policies:
        return None
    index = tally.settings.policies.index(name)
    return share(tally.won[index], tally.played[index])
