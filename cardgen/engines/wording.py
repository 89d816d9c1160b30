"""Words that studies share, in both languages: figures as people read them, lists, paragraphs, names of runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardgen.engines.studies import Estimate, Texts
from cardgen.engines.study_texts import SHARED

MINUS = "\N{MINUS SIGN}"


def percent(share: float) -> str:
    """Return a share as 12.3%."""
    return f"{100 * share:.1f}%"


def tenths(number: float) -> str:
    """Return a number as 12.3."""
    return decimal(number, 1)


def decimal(number: float, places: int = 2, signed: bool = False) -> str:
    """Return a number as 12.34, with a real minus sign; `signed` adds a plus sign. Zero has no sign."""
    text = f"{number:{'+' if signed else ''}.{places}f}"
    return text.replace("-", MINUS) if float(text) else text.lstrip("+-")


def format_estimate(estimate: Estimate, format_number: Callable[[float], str]) -> Texts:
    """Return the figure and its interval, `12.3% (11.0–13.9%)`; an exact figure has no interval."""
    value, low, high = map(format_number, (estimate.value, estimate.low, estimate.high))
    if estimate.low == estimate.high:
        return {"zh": value, "en": value}
    if MINUS in low + high:
        return {"zh": f"{value}（{low}至{high}）", "en": f"{value} ({low} to {high})"}
    span = f"{low.removesuffix('%')}–{high}"
    return {"zh": f"{value}（{span}）", "en": f"{value} ({span})"}


def join_words(words: Sequence[str], last: str = "and") -> str:
    """Return words as `T, I and O`, with `last` before the last one."""
    return ", ".join(words) if len(words) < 2 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def join_texts(texts: Sequence[Texts], comma: str = "、", last: str = "and") -> Texts:
    """Return texts as a list: with `comma` in Chinese, with `last` before the last one in English."""
    return {"zh": comma.join(text["zh"] for text in texts), "en": join_words([text["en"] for text in texts], last)}


def join_parts(parts: Sequence[Texts], zh: str = "，", en: str = ", ") -> Texts:
    """Return the parts of a name, separated by commas."""
    return {"zh": zh.join(part["zh"] for part in parts), "en": en.join(part["en"] for part in parts)}


def capitalised(name: Texts) -> Texts:
    """Return a name as a sentence begins with it."""
    return {**name, "en": name["en"][:1].upper() + name["en"][1:]}


def paragraph(sentences: Sequence[Texts]) -> Texts:
    """Return sentences as one paragraph."""
    return {"zh": "".join(text["zh"] for text in sentences), "en": " ".join(text["en"] for text in sentences)}


def common_sentences(parts: Sequence[Texts]) -> list[Texts]:
    """Return the sentence about the settings that all runs share; none without such settings."""
    return [SHARED("in-all-runs", names=join_parts(parts))] if parts else []


def name_runs(runs: Sequence[Sequence[Texts]]) -> tuple[list[Texts], list[Texts]]:
    """Return the parts that all runs' descriptions share, and a name for each run, made of its other parts.

    A single run shares nothing. A run without parts of its own, beside those with changed decks, has the deck as it is.
    """
    common = [part for part in runs[0] if all(part in run for run in runs)] if len(runs) > 1 else []
    own = [[part for part in run if part not in common] for run in runs]
    return common, [join_parts(parts) if parts else SHARED("as-it-is") for parts in own]
