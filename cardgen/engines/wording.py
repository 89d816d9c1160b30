"""Words that studies share, in both languages: figures as people read them, lists, paragraphs, runs told apart."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardgen.engines.studies import Estimate, Texts

MINUS = "\N{MINUS SIGN}"
#: What a run is called beside others that have changed decks.
_AS_IT_IS: Texts = {"zh": "原有牌堆", "en": "the deck as it is"}


def percent(share: float) -> str:
    """12.3%."""
    return f"{100 * share:.1f}%"


def tenths(number: float) -> str:
    """12.3."""
    return decimal(number, 1)


def decimal(number: float, places: int = 2, signed: bool = False) -> str:
    """12.34, with a minus that is one; a change has its sign, but nothing has none."""
    text = f"{number:{'+' if signed else ''}.{places}f}"
    return text.replace("-", MINUS) if float(text) else text.lstrip("+-")


def figure(estimate: Estimate, tell: Callable[[float], str]) -> Texts:
    """The figure and its interval, `12.3% (11.0–13.9%)`; an exact one has none."""
    value, low, high = map(tell, (estimate.value, estimate.low, estimate.high))
    if estimate.low == estimate.high:
        return {"zh": value, "en": value}
    if MINUS in low + high:
        return {"zh": f"{value}（{low}至{high}）", "en": f"{value} ({low} to {high})"}
    span = f"{low.removesuffix('%')}–{high}"
    return {"zh": f"{value}（{span}）", "en": f"{value} ({span})"}


def listed(words: Sequence[str], last: str = "and") -> str:
    """`T, I and O`, with `last` for the last comma."""
    return ", ".join(words) if len(words) < 2 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def parted(parts: Sequence[Texts]) -> Texts:
    """Parts of a name, with commas between them."""
    return {"zh": "，".join(part["zh"] for part in parts), "en": ", ".join(part["en"] for part in parts)}


def opening(name: Texts) -> Texts:
    """A name as a sentence begins with it."""
    return {**name, "en": name["en"][:1].upper() + name["en"][1:]}


def paragraph(sentences: Sequence[Texts]) -> Texts:
    """Sentences one after the other."""
    return {"zh": "".join(each["zh"] for each in sentences), "en": " ".join(each["en"] for each in sentences)}


def in_common(parts: Sequence[Texts]) -> list[Texts]:
    """The sentence that tells what all runs have in common; none where that is nothing."""
    told = parted(parts)
    return [{"zh": f"各组共用：{told['zh']}。", "en": f"In all runs: {told['en']}."}] if parts else []


def tell_apart(runs: Sequence[Sequence[Texts]]) -> tuple[list[Texts], list[Texts]]:
    """(what all runs have in common, a name for each of the rest), of the parts of each run's description.

    One run has nothing in common with another. A run that differs by nothing of its own is the one with the usual deck.
    """
    common = [part for part in runs[0] if all(part in run for run in runs)] if len(runs) > 1 else []
    own = [[part for part in run if part not in common] for run in runs]
    return common, [parted(parts) if parts else _AS_IT_IS for parts in own]
