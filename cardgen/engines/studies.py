"""Studies of a game: questions about its balance that many small trials answer.

A trial is a pure function of a study's settings and its own number, so trials can run anywhere and in any order, be
kept, and never be counted twice. Their results are plain JSON values. What they say together is a list of charts, in
which every figure is an estimate with its interval.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Protocol, runtime_checkable

if TYPE_CHECKING:
    from cardgen.engines import Decks

Texts = Mapping[str, str]
"""One text a language, by language code: {"zh": ..., "en": ...}."""

Result = Mapping[str, Any]
"""What one trial found: JSON values only."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure and the interval in which the true one lies 95 times out of 100; `low == high` for an exact one."""

    value: float
    low: float
    high: float
    samples: int


@dataclass(frozen=True, slots=True)
class Series:
    """One estimate a label of the chart; None where there is nothing to say."""

    name: Texts
    estimates: Sequence[Estimate | None]


@dataclass(frozen=True, slots=True)
class Chart:
    """One question answered: a plot and a table of the same figures.

    `bars` compare labels that stand side by side, `lines` follow labels that are numbers in order. With the unit `%`
    estimates are shares, 0 to 1.
    """

    id: str
    title: Texts
    note: Texts
    kind: Literal["bars", "lines"]
    label_title: Texts
    value_title: Texts
    labels: Sequence[Texts]
    series: Sequence[Series]
    unit: Literal["", "%"] = ""


@dataclass(frozen=True, slots=True)
class Summary:
    """What a study says: sentences that answer first, then the charts."""

    sentences: Sequence[Texts]
    charts: Sequence[Chart]
    #: What each run is called in them, and what all runs have in common and no name says; nothing for a single run.
    names: Sequence[Texts] = ()
    common: Sequence[Texts] = ()


@dataclass(frozen=True, slots=True)
class Run:
    """The results of one choice of settings, in the order of their trials' numbers."""

    settings: Any
    results: Iterable[Result]
    #: Trials done, which the results are of.
    count: int = field(compare=False, default=0)


class Study(Protocol):
    """What an engine's module offers for one study. Settings are a strict, closed, frozen pydantic model.

    Settings hold everything that decides a result: the rules, the seed, the budget; not how many trials are asked for,
    so that a longer run goes on from a shorter one.
    """

    #: one word, used for files
    NAME: str
    TITLE: Texts
    #: raised whenever the same settings and number would give another result than before
    VERSION: int
    Settings: type[Any]

    def trial(self, settings: Any, number: int) -> Result:
        """The result of trial `number`, 0 and up. The same on every machine, whatever ran before."""

    def trial_count(self, settings: Any) -> int | None:
        """How many trials there are, where all can be tried and the answer is exact; None where they never end."""

    def describe(self, settings: Any) -> Texts:
        """The settings in a few words, to tell runs apart in one report."""

    def summarise(self, runs: Sequence[Run]) -> Summary:
        """What the results say, runs compared. Reads each run's results once, one at a time."""


@runtime_checkable
class DeckStudy(Study, Protocol):
    """A study of the project's own decks: some of its settings depend on them."""

    def deck_settings(self, decks: Decks) -> Mapping[str, Any]:
        """Return the settings that the decks decide, such as `copies`.

        ValueError, a line for each fault, if the decks cannot be studied.
        """
