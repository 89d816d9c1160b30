"""Charts and words that the studies share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from json import dumps, loads
from typing import Any, Literal, TypeVar

from cardgen.engines import Decks
from cardgen.engines.charts import chart_of, same_in_both
from cardgen.engines.estimates import Moments, Ratio
from cardgen.engines.studies import Chart, Estimate, Texts
from cardgen.games.thread_race.cards import DeckOrder
from cardgen.games.thread_race.decks import check_brought
from cardgen.games.thread_race.members import DeckMember, deck_data, read_deck
from cardgen.games.thread_race.reading import listed_deck


def deck_settings(decks: Decks) -> dict[str, Any]:
    """Return the settings that the project's decks decide. ValueError if they cannot be played."""
    brought = listed_deck(decks)
    check_brought(brought)
    return {"deck": dumps(deck_data(brought), sort_keys=True)}


@lru_cache(maxsize=8)
def studied_deck(text: str) -> DeckOrder:
    """Return the deck of a setting."""
    return read_deck(DeckMember.model_validate(loads(text)))


def check_deck_text(text: str) -> str:
    """Return a setting as it is. ValueError if it is no deck."""
    check_brought(studied_deck(text))
    return text


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
