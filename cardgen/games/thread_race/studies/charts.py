"""Charts and words that the studies share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, TypeVar

from cardgen.engines.charts import chart_of, same_in_both
from cardgen.engines.estimates import Moments, Ratio
from cardgen.engines.studies import Chart, Estimate, Texts

_Tally = TypeVar("_Tally", bound=Any)


def bars(
    name: tuple[str, str, str],
    labels: tuple[str, str, Sequence[object]],
    tallies: Sequence[_Tally],
    figures: Callable[[_Tally], Iterable[Estimate | None]],
    unit: Literal["", "%"] = "%",
) -> Chart:
    """Return a bar chart of shares, or of turns: its id and title, the title of its labels and the labels.

    A label is a text by language, or the same in both languages.
    """
    id_, title = name[0], name[1:]
    label_title = labels[:2]
    texts = [label if isinstance(label, Mapping) else same_in_both([label])[0] for label in labels[2]]
    value = ("比例", "share") if unit else ("回合", "turns")
    return chart_of(id_, title, ("", ""), label_title, value, texts, tallies, figures, unit=unit)


def estimate_of(figure: Moments | Ratio | None) -> Estimate | None:
    """Return the estimate of a figure; None if there is no figure."""
    return None if figure is None else figure.estimate()


def seed_part(seed: int) -> Texts:
    """Return the seed as a part of a description."""
    return {"zh": f"种子 {seed}", "en": f"seed {seed}"}
