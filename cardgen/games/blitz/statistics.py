"""The study `stats`: what each unit can reach and destroy, and the chances of opening hands. All figures are exact.

A trial is one faction: its units against those of the other side. Factions with the same cards and enemies are one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import Field

from cardgen import dataclass
from cardgen.engines import Decks
from cardgen.engines.rulesets import Closed
from cardgen.engines.studies import Chart, Estimate, Run, Series, Summary, Texts
from cardgen.engines.wording import common_sentences, name_runs, percent
from cardgen.games.blitz.cards import SIDES, BlitzCard, Deck, Faction
from cardgen.games.blitz.chances import hand_chances
from cardgen.games.blitz.deck_cards import read_decks, short_id
from cardgen.games.blitz.rules import BlitzRules
from cardgen.games.blitz.unit_facts import target_facts, unit_facts, units_of

__all__ = ["NAME", "TITLE", "VERSION", "Settings", "deck_settings", "describe", "summarise", "trial", "trial_count"]

NAME = "stats"
TITLE: Texts = {"zh": "部队能打到和消灭什么", "en": "What units reach and destroy"}
VERSION = 1

#: Kinds of cards of which an opening hand should have at least one: without, it is drawn again.
_NEEDED = ("unit", "resource")
_KINDS: Mapping[str, Texts] = {
    "unit": {"zh": "部队", "en": "units"},
    "resource": {"zh": "资源", "en": "resources"},
}


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

    def name(self, card: str, lang: str) -> str:
        return self.names.get(card, {}).get(lang, card)

    def listed(self, cards: Sequence[str], lang: str) -> str:
        """Return names as a list; a dash for none."""
        return ("、" if lang == "zh" else ", ").join(self.name(card, lang) for card in cards) or "–"

    def heading(self) -> Texts:
        """Return whose units these are."""
        factions = ", ".join(faction.upper() for faction in self.result["factions"])
        run = {lang: f"{self.run[lang]} · " if self.several else "" for lang in ("zh", "en")}
        return {lang: f"{run[lang]}{factions}" for lang in ("zh", "en")}

    def lines(self) -> Iterator[Texts]:
        """Yield the text table: a heading, a line for each unit, and one for each target."""
        heading, count = self.heading(), self.result["cards"]
        yield {"zh": f"{heading['zh']}：{count}张牌", "en": f"{heading['en']}: {count} cards"}
        means = {
            kind: f"{sum(number * chance for number, chance in enumerate(first)):.3f}"
            for kind, (first, _) in self.result["hand"].items()
        }
        dealt = len(self.result["hand"]["unit"][0]) - 1
        yield {
            "zh": f"起始手牌{dealt}张，平均有部队{means['unit']}张、资源{means['resource']}张",
            "en": f"Opening hand of {dealt}: {means['unit']} units and {means['resource']} resources on average",
        }
        for unit in self.result["units"]:
            cells = " ".join(f"({x},{y})" for x, y in unit["cells"])
            values = f"{unit['attack']}/{unit['defence']}/{unit['level']}"
            share = f"{unit['copies']}/{count} = {percent(unit['share'])}"
            alone, supply = (
                {lang: self.listed(unit[key], lang) for lang in ("zh", "en")} for key in ("alone", "supply")
            )
            yield {
                "zh": f"{self.name(unit['id'], 'zh')} {values}，{share}；范围{len(unit['cells'])}格 {cells}；"
                f"可供给：{supply['zh']}；单独消灭：{alone['zh']}",
                "en": f"{self.name(unit['id'], 'en')} {values}, {share}; range of {len(unit['cells'])}: {cells}; "
                f"supplied by {supply['en']}; destroys alone: {alone['en']}",
            }
        for target in self.result["targets"]:
            number = len(target["pairs"])
            yield {
                "zh": f"消灭{self.name(target['id'], 'zh')}（防御{target['defence']}）：单独 "
                f"{self.listed(target['alone'], 'zh')}；{number}对：{self.pairs(target['pairs'], 'zh')}",
                "en": f"To destroy {self.name(target['id'], 'en')} (defence {target['defence']}): alone "
                f"{self.listed(target['alone'], 'en')}; {number} {'pair' if number == 1 else 'pairs'}: "
                f"{self.pairs(target['pairs'], 'en')}",
            }

    def pairs(self, pairs: Sequence[Sequence[str]], lang: str) -> str:
        """Return pairs as a list, those with the same first unit together; a dash for none."""
        partners: dict[str, list[str]] = {}
        for one, two in pairs:
            partners.setdefault(one, []).append(two)
        parts = [f"{self.name(one, lang)} + {self.listed(others, lang)}" for one, others in partners.items()]
        return ("；" if lang == "zh" else "; ").join(parts) or "–"

    def charts(self) -> Iterator[Chart]:
        """Yield the charts of the same figures, and those of the opening hand."""
        key = "-".join(self.result["factions"])
        units, targets = self.result["units"], self.result["targets"]
        labels = [{lang: self.name(unit["id"], lang) for lang in ("zh", "en")} for unit in units]
        yield self._chart(
            f"units-{key}",
            ("部队：打到和消灭", "Units: reach and destroy"),
            (
                "范围的格数、单独消灭的敌方部队种数、级别足够的资源种数。",
                "Cells in range, kinds of enemy units destroyed alone, kinds of resources with a level high enough.",
            ),
            ("部队", "unit"),
            labels,
            [
                (("范围", "range"), [len(unit["cells"]) for unit in units]),
                (("单独消灭", "destroyed alone"), [len(unit["alone"]) for unit in units]),
                (("资源", "resources"), [len(unit["supply"]) for unit in units]),
            ],
        )
        yield self._chart(
            f"targets-{key}",
            ("目标：由谁消灭", "Targets: destroyed by"),
            (
                "单独能消灭它的部队种数，以及单独都不能、合起来能的部队对数。",
                "Kinds of units that destroy it alone, and pairs of which neither does.",
            ),
            ("目标", "target"),
            [{lang: self.name(target["id"], lang) for lang in ("zh", "en")} for target in targets],
            [
                (("单独", "alone"), [len(target["alone"]) for target in targets]),
                (("两个一起", "pairs"), [len(target["pairs"]) for target in targets]),
            ],
        )
        for kind, (first, kept) in self.result["hand"].items():
            yield self._chart(
                f"hand-{kind}-{key}",
                (f"起始手牌的{_KINDS[kind]['zh']}", f"Opening hand: {_KINDS[kind]['en']}"),
                (
                    "没有部队或没有资源的手牌重抽一次。",
                    "A hand without units or without resources is drawn again once.",
                ),
                ("张数", "cards"),
                [{"zh": str(number), "en": str(number)} for number in range(len(first))],
                [(("第一次", "first hand"), first), (("重抽之后", "with the redraw"), kept)],
                unit="%",
            )

    def _chart(
        self,
        chart_id: str,
        title: tuple[str, str],
        note: tuple[str, str],
        label: tuple[str, str],
        labels: Sequence[Texts],
        series: Sequence[tuple[tuple[str, str], Sequence[float]]],
        unit: str = "",
    ) -> Chart:
        def texts(pair: tuple[str, str]) -> Texts:
            return {"zh": pair[0], "en": pair[1]}

        heading = self.heading()
        whole: Texts = {
            lang: f"{text}（{heading[lang]}）" if lang == "zh" else f"{text} ({heading[lang]})"
            for lang, text in texts(title).items()
        }
        rows = [Series(texts(name), [_exact(value) for value in values]) for name, values in series]
        value = texts(("占比", "chance")) if unit else texts(("数目", "number"))
        return Chart(chart_id, whole, texts(note), "bars", texts(label), value, labels, rows, "%" if unit else "")


def _exact(value: float) -> Estimate:
    return Estimate(value, value, value, 1)
