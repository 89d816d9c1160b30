"""Studies of a game: questions about its balance that many small trials answer.

A trial is a pure function of a study's settings and its own number, so trials can run anywhere and in any order, be
kept, and never be counted twice. Their results are plain JSON values. A summary of them is a list of charts, in which
every figure is an estimate with its interval.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol, runtime_checkable

from cardgen.base.records import dataclass, field
from cardgen.base.words.messages import Message

if TYPE_CHECKING:
    from cardgen.engines import Decks

Texts = Mapping[str, str]
"""A text in several languages, by language code: {"zh": ..., "en": ...}."""

Result = Mapping[str, Any]
"""The result of one trial: JSON values only."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure and its 95 % confidence interval; `low == high` for an exact figure."""

    value: float
    low: float
    high: float
    samples: int


@dataclass(frozen=True, slots=True)
class Series:
    """One estimate for each label of the chart; None if there is nothing to estimate."""

    name: Texts
    estimates: Sequence[Estimate | None]


@dataclass(frozen=True, slots=True)
class Chart:
    """The answer to one question: a plot and a table of the same figures.

    `bars` compare labels side by side, `lines` follow labels that are numbers in order. With the unit `%`, estimates
    are shares, 0 to 1.
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
    """The summary of a study: sentences with the answers, then the charts."""

    sentences: Sequence[Texts]
    charts: Sequence[Chart]
    #: The name of each run in them, and the settings that all runs share; both empty for a single run.
    names: Sequence[Texts] = ()
    common: Sequence[Texts] = ()


@dataclass(frozen=True, slots=True)
class Run:
    """The results of one choice of settings, in the order of their trials' numbers."""

    settings: Any
    results: Iterable[Result]
    #: The number of trials in `results`.
    count: int = field(compare=False, default=0)
    #: What readers call the project's cards, by id and by English name.
    titles: Mapping[str, Texts] = field(compare=False, default_factory=dict)


@dataclass(frozen=True, slots=True)
class StudyOption:
    """An option of a study on the command line. It decides one setting, or the number of trials.

    The value is a `text`, a whole `number`, a `flag` or the name of a `policy`: one of `policies`, of an installed
    package, or `module:function`. Any other name is refused before the first trial. With `several`, it is a list with
    commas: of `runs`, each of which has one of the values, or of the values in one setting, a `tuple`. Names of common
    options are not allowed.
    """

    #: `--players`; `--values/--no-values` for a flag
    name: str
    help: Message
    #: the field of the settings; "" for the number of trials
    setting: str = ""
    metavar: str = ""
    kind: Literal["text", "number", "flag", "policy"] = "text"
    #: the policies of the engine itself
    policies: Sequence[str] = ()
    several: Literal["", "runs", "tuple"] = ""
    #: None if the settings decide
    default: str | int | bool | None = None
    #: the default as the help shows it; "" to show `default`
    default_text: str = ""


@dataclass(frozen=True, slots=True)
class StudyOptions:
    """The options of a study besides those that all studies have: the number of trials of a run, and others."""

    trials: StudyOption
    others: Sequence[StudyOption] = ()


class Study(Protocol):
    """A study: a module of an engine, or `Matches` of a game of turns.

    Settings are a strict, closed, frozen pydantic model.

    Settings have the fields `rules`, a ruleset of the engine, and `seed`, a whole number. They hold everything that
    decides a result, but not the number of trials, so that a longer run continues a shorter one.
    """

    #: one word, used for files
    NAME: str
    TITLE: Texts
    #: increased whenever the same settings and number would give another result than before
    VERSION: int

    @property
    def Settings(self) -> type[Any]:  # noqa: N802
        """The model of the settings."""

    def trial(self, settings: Any, number: int) -> Result:
        """Return the result of trial `number`, 0 and up. It is the same on every machine, whatever ran before."""

    def trial_count(self, settings: Any) -> int | None:
        """Return the number of all trials if there are finitely many and the answer can be exact; None otherwise."""

    def describe(self, settings: Any) -> Texts:
        """Return the settings in a few words, to distinguish the runs of a report."""

    def summarise(self, runs: Sequence[Run]) -> Summary:
        """Return the summary of the results, with the runs compared. Reads each run's results once, one at a time."""


@runtime_checkable
class DeckStudy(Study, Protocol):
    """A study of the project's own decks: some of its settings depend on them."""

    def deck_settings(self, decks: Decks) -> Mapping[str, Any]:
        """Return the settings that the decks decide, such as `copies`.

        ValueError, a line for each fault, if the decks cannot be studied.
        """
