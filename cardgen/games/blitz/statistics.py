"""The study `stats`: what each unit can reach and destroy, and the chances of opening hands. All figures are exact.

A trial is one faction: its units against those of the other side. Factions with the same cards and enemies are one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

from pydantic import Field

from cardgen import dataclass
from cardgen.engines import Decks
from cardgen.engines.rulesets import Closed
from cardgen.engines.studies import Chart, Estimate, Run, Series, Summary, Texts
from cardgen.engines.study_texts import StudyTexts, same_in_both
from cardgen.engines.wording import common_sentences, join_parts, name_runs, percent
from cardgen.games.blitz.board import cells_of, hit_cells
from cardgen.games.blitz.cards import SIDES, BlitzCard, Deck, Faction, Offset
from cardgen.games.blitz.chances import hand_chances
from cardgen.games.blitz.deck_cards import read_decks, short_id
from cardgen.games.blitz.rules import BlitzRules

__all__ = ["NAME", "TITLE", "VERSION", "Settings", "deck_settings", "describe", "summarise", "trial", "trial_count"]

NAME = "stats"
TITLE: Texts = {"zh": "部队能打到和消灭什么", "en": "What units reach and destroy"}
VERSION = 1

#: Kinds of cards of which an opening hand should have at least one: without, it is drawn again.
_NEEDED = ("unit", "resource")
TEXTS = StudyTexts(__file__)


class Settings(Closed):
    """Everything that decides a result."""

    rules: BlitzRules
    seed: int = Field(default=1, ge=0, description="of no effect: nothing is random")
    decks: tuple[tuple[Faction, Deck], ...] = Field(description="the deck of each faction")
    names: tuple[tuple[str, str, str], ...] = Field(
        default=(), description="the id of each card, its Chinese and its English name"
    )


def deck_settings(decks: Decks) -> dict[str, Any]:
    """Return the settings that the project's decks decide."""
    names: dict[str, tuple[str, str, str]] = {}
    for faction in SIDES:
        for card in decks.get(faction, ()):
            name, texts = short_id(card, faction), card.fields.get("names")
            by_language = texts if isinstance(texts, Mapping) else {}
            chinese = [by_language[lang] for lang in ("zh-Hans", "zh", "zh-Hant") if by_language.get(lang)]
            english = by_language.get("en") or name
            names.setdefault(name, (name, str(chinese[0] if chinese else english), str(english)))
    return {"decks": tuple(read_decks(decks).items()), "names": tuple(names.values())}


def trial_count(settings: Settings) -> int | None:
    """Return the number of different factions."""
    return len(_factions(settings))


def trial(settings: Settings, number: int) -> dict[str, Any]:
    """Return the facts about the units of a faction as JSON values.

    `factions`: those with these cards. `units` and `targets`: see `unit_facts`. `hand`: kind -> the chances of 0, 1, …
    cards of it in the opening hand, first and after the redraw.
    """
    factions, deck, enemies = _factions(settings)[number]
    return {
        "factions": list(factions),
        "cards": sum(card.copies for card in deck),
        "units": unit_facts(deck, enemies),
        "targets": target_facts(deck, enemies, settings.rules),
        "hand": _hand(deck, settings.rules),
    }


def describe(settings: Settings) -> Texts:
    """Return the settings in a few words."""
    return dict(settings.rules.titles.model_dump())


def summarise(runs: Sequence[Run]) -> Summary:
    """Return a line for each unit and for each target, and charts of the same figures."""
    common, names = name_runs([[run.settings.rules.titles.model_dump()] for run in runs])
    tables = [
        _Table(result, {name: {"zh": zh, "en": en} for name, zh, en in run.settings.names}, name, len(runs) > 1)
        for run, name in zip(runs, names, strict=True)
        for result in run.results
    ]
    sentences = [*common_sentences(common)] if len(runs) > 1 else []
    sentences += [line for table in tables for line in table.lines()]
    return Summary(sentences, [chart for table in tables for chart in table.charts()], names, common)


# ---------------------------------------------------------------- the factions


def _factions(settings: Settings) -> list[tuple[tuple[str, ...], Deck, tuple[BlitzCard, ...]]]:
    """Return the factions with the same cards and enemies together: their names, their deck, the enemy's units."""
    decks: dict[str, Deck] = {str(faction): deck for faction, deck in settings.decks}
    groups: dict[tuple[Deck, tuple[BlitzCard, ...]], list[str]] = {}
    for faction, side in SIDES.items():
        others = [deck for other, deck in decks.items() if SIDES[other] != side]
        enemies = tuple(dict.fromkeys(unit for deck in others for unit in units_of(deck)))
        groups.setdefault((decks[faction], enemies), []).append(faction)
    return [(tuple(names), deck, enemies) for (deck, enemies), names in groups.items()]


def _hand(deck: Deck, rules: BlitzRules) -> dict[str, list[list[float]]]:
    counts: dict[str, int] = {}
    for card in deck:
        counts[card.kind] = counts.get(card.kind, 0) + card.copies
    first = hand_chances(counts, rules.hand.opening)
    kept = hand_chances(counts, rules.hand.opening, _NEEDED if rules.hand.redraw else ())
    return {kind: [[float(chance) for chance in chances[kind]] for chances in (first, kept)] for kind in _NEEDED}


# ---------------------------------------------------------------- lines and charts


@dataclass(frozen=True, slots=True)
class _Table:
    """The result of a trial in words: `names` are those of the cards, `run` that of the run if there are `several`."""

    result: Mapping[str, Any]
    names: Mapping[str, Texts]
    run: Texts
    several: bool

    def name(self, card: str) -> Texts:
        return {"zh": card, "en": card, **self.names.get(card, {})}

    def listed(self, cards: Sequence[str]) -> Texts:
        """Return names as a list; a dash for none."""
        return join_parts([self.name(card) for card in cards] or same_in_both("–"), "、")

    def heading(self) -> Texts:
        """Return whose units these are."""
        factions = ", ".join(faction.upper() for faction in self.result["factions"])
        return TEXTS("heading", run=TEXTS("of-run", run=self.run) if self.several else "", factions=factions)

    def lines(self) -> Iterator[Texts]:
        """Yield the text table: a heading, a line for each unit, and one for each target."""
        count, hand = self.result["cards"], self.result["hand"]
        yield TEXTS("deck", heading=self.heading(), count=count)
        means = {
            kind: f"{sum(number * chance for number, chance in enumerate(first)):.3f}"
            for kind, (first, _) in hand.items()
        }
        yield TEXTS("hand", dealt=len(hand["unit"][0]) - 1, **means)
        for unit in self.result["units"]:
            yield TEXTS(
                "of-unit",
                name=self.name(unit["id"]),
                values=f"{unit['attack']}/{unit['defence']}/{unit['level']}",
                share=f"{unit['copies']}/{count} = {percent(unit['share'])}",
                size=len(unit["cells"]),
                cells=" ".join(f"({x},{y})" for x, y in unit["cells"]),
                supply=self.listed(unit["supply"]),
                alone=self.listed(unit["alone"]),
            )
        for target in self.result["targets"]:
            name, alone, pairs = self.name(target["id"]), self.listed(target["alone"]), target["pairs"]
            words = {"count": len(pairs), "word": "pair" if len(pairs) == 1 else "pairs", "pairs": self.pairs(pairs)}
            yield TEXTS("of-target", name=name, defence=target["defence"], alone=alone, **words)

    def pairs(self, pairs: Sequence[Sequence[str]]) -> Texts:
        """Return pairs as a list, those with the same first unit together; a dash for none."""
        partners: dict[str, list[str]] = {}
        for one, two in pairs:
            partners.setdefault(one, []).append(two)
        parts = [TEXTS("pair", one=self.name(one), others=self.listed(two)) for one, two in partners.items()]
        return join_parts(parts or same_in_both("–"), "；", "; ")

    def charts(self) -> Iterator[Chart]:
        """Yield the charts of the same figures, and those of the opening hand."""
        units, targets, hand = self.result["units"], self.result["targets"], self.result["hand"]
        unit_names, target_names = ([self.name(one["id"]) for one in group] for group in (units, targets))
        unit_series = {name: [len(unit[key]) for unit in units] for name, key in _OF_UNITS.items()}
        target_series = {name: [len(target[name]) for target in targets] for name in ("alone", "pairs")}
        yield self._chart("units", unit_names, unit_series)
        yield self._chart("targets", target_names, target_series)
        for kind, (first, redrawn) in hand.items():
            numbers = same_in_both(range(len(first)))
            yield self._chart("hand", numbers, {"first": first, "redrawn": redrawn}, kind)

    def _chart(
        self, words: str, labels: Sequence[Texts], series: Mapping[str, Sequence[float]], kind: str = ""
    ) -> Chart:
        id_ = "-".join([words, *filter(None, [kind]), *self.result["factions"]])
        more = {"kind": TEXTS(kind)} if kind else {}
        rows = [Series(TEXTS(name), [_exact(value) for value in values]) for name, values in series.items()]
        return TEXTS.chart(id_, rows, lambda row: row.estimates, labels, words, heading=self.heading(), **more)


#: Series of the chart of units -> the member of a unit that has so many entries.
_OF_UNITS = {"range": "cells", "destroyed": "alone", "resources": "supply"}


def _exact(value: float) -> Estimate:
    return Estimate(value, value, value, 1)


# ---------------------------------------------------------------- facts about units


#: Columns of the board of two players, on which pairs have to find room.
_WIDTH = 4


def unit_facts(deck: Deck, enemies: Sequence[BlitzCard]) -> list[dict[str, Any]]:
    """Return the facts of each unit of a deck against the units of its enemies, as JSON values.

    Its values, its share of the deck, the offsets of its range, what it destroys `alone`, and as `supply` the resources
    whose level is enough for it.
    """
    total = sum(card.copies for card in deck)
    return [
        {
            "id": unit.id,
            "attack": unit.attack,
            "defence": unit.defence,
            "level": unit.level,
            "copies": unit.copies,
            "share": unit.copies / total,
            "cells": [list(offset) for offset in unit.reach],
            "alone": [enemy.id for enemy in enemies if unit.attack > enemy.defence],
            "supply": [card.id for card in deck if card.kind == "resource" and card.level >= unit.level],
        }
        for unit in units_of(deck)
    ]


def target_facts(deck: Deck, enemies: Sequence[BlitzCard], rules: BlitzRules) -> list[dict[str, Any]]:
    """Return for each enemy unit which units of a deck destroy it `alone`, and which `pairs` of which neither does.

    Two copies of a unit are a pair, too. A pair has to reach a common target from two cells of the board.
    """
    units = units_of(deck)
    pairs = [
        (one, two)
        for one, two in combinations_with_replacement(units, 2)
        if (one is not two or one.copies > 1) and can_join(one.reach, two.reach)
    ]
    return [
        {
            "id": enemy.id,
            "defence": enemy.defence,
            "alone": [unit.id for unit in units if unit.attack > enemy.defence],
            "pairs": [
                [one.id, two.id]
                for one, two in pairs
                if max(one.attack, two.attack) <= enemy.defence < rules.joint((one.attack, two.attack))
            ],
        }
        for enemy in enemies
    ]


def units_of(deck: Deck) -> list[BlitzCard]:
    """Return the different units of a deck."""
    return [card for card in deck if card.kind == "unit"]


@cache
def can_join(one: tuple[Offset, ...], two: tuple[Offset, ...]) -> bool:
    """Return True if two units with these ranges can hit the same cell of the board from two different cells."""
    cells = list(cells_of(_WIDTH))
    hits = [{cell: set(hit_cells("allied", cell, reach, _WIDTH)) for cell in cells} for reach in (one, two)]
    return any(hits[0][first] & hits[1][second] for first in cells for second in cells if first != second)
