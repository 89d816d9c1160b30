"""Figures, lists and names of runs as text."""

from __future__ import annotations

from cardgen.engines.studies import Estimate, Texts
from cardgen.engines.wording import (
    capitalised,
    common_sentences,
    decimal,
    format_estimate,
    join_words,
    name_runs,
    paragraph,
    percent,
    tenths,
)


def text(word: str) -> Texts:
    return {"zh": f"{word}中", "en": word}


def test_format_of_numbers() -> None:
    assert decimal(-0.0004, 3, signed=True) == "0.000"
    assert decimal(0.0004, 3, signed=True) == "0.000"
    assert decimal(-0.0126, 3, signed=True) == "−0.013"
    assert decimal(0.5, 3, signed=True) == "+0.500"
    assert decimal(2.345) == "2.35"
    assert tenths(-12.34) == "−12.3"
    assert percent(0.1234) == "12.3%"


def test_a_figure_has_its_interval() -> None:
    assert format_estimate(Estimate(0.25, 0.2, 0.3, 9), percent) == {
        "zh": "25.0%（20.0–30.0%）",
        "en": "25.0% (20.0–30.0%)",
    }
    assert format_estimate(Estimate(1, -0.5, 2, 9), decimal) == {
        "zh": "1.00（−0.50至2.00）",
        "en": "1.00 (−0.50 to 2.00)",
    }
    assert format_estimate(Estimate(1, 1, 1, 9), decimal) == {"zh": "1.00", "en": "1.00"}


def test_words_are_joined() -> None:
    assert [join_words(words) for words in ([], ["T"], ["T", "I"], ["T", "I", "O"])] == [
        "",
        "T",
        "T and I",
        "T, I and O",
    ]
    assert join_words(["T", "I", "O"], "or") == "T, I or O"
    assert paragraph([text("One."), text("Two.")]) == {"zh": "One.中Two.中", "en": "One. Two."}


def test_runs_are_named_by_the_settings_that_differ() -> None:
    runs = [
        [text("Standard"), text("3 players"), text("greedy")],
        [text("Standard"), text("4 players"), text("greedy")],
    ]
    common, names = name_runs(runs)
    assert [part["en"] for part in common] == ["Standard", "greedy"]
    assert names == [text("3 players"), text("4 players")]
    assert name_runs(runs[:1]) == (
        [],
        [{"zh": "Standard中，3 players中，greedy中", "en": "Standard, 3 players, greedy"}],
    )
    _, names = name_runs([runs[0], [*runs[0], text("12 × x")]])
    assert names == [{"zh": "原有牌堆", "en": "the deck as it is"}, text("12 × x")]
    assert name_runs([]) == ([], [])


def test_sentences_begin_with_names_and_list_the_shared_settings() -> None:
    assert capitalised({"zh": "对局中的手牌", "en": "hands held in games"}) == {
        "zh": "对局中的手牌",
        "en": "Hands held in games",
    }
    assert common_sentences([text("Standard"), text("greedy")]) == [
        {"zh": "各组共用：Standard中，greedy中。", "en": "In all runs: Standard, greedy."}
    ]
    assert common_sentences([]) == []
