"""Findings that are alike: one mistake of a template is on many cards, and is read once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from cardgen.base.errors import ONE_CARD, Finding, Text, about_card, join_hints
from cardgen.base.records import replace
from cardgen.base.words.messages import Message, joined, message

#: At most this many cards or characters are named.
_MOST_NAMED = 12


def merge_similar(findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings as people read them: one that many cards share once, where it is worst, with their names.

    Findings are alike if they differ only in their card and in what they call the card's own (`Own`).
    """
    groups: dict[object, list[Finding]] = {}
    for finding in findings:
        groups.setdefault(_shared_part(finding), []).append(finding)
    return _in_several_decks(_merge(group) if len(group) > 1 else group[0] for group in groups.values())


def _in_several_decks(findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings, those that read alike as one: a deck that extends another has cards of the same names."""
    groups: dict[object, list[Finding]] = {}
    for finding in findings:
        texts = _without(finding.message, ()), _without(finding.hint, ())
        groups.setdefault((finding.place, finding.code, finding.severity, finding.card, *texts), []).append(finding)
    return [
        replace(group[0], hint=join_hints(group[0].hint, _decks(group))) if len(group) > 1 else group[0]
        for group in groups.values()
    ]


def _shared_part(finding: Finding) -> object:
    """Return what findings that are alike have in common."""
    own = finding.own.values
    hint = "" if own else finding.hint  # it may be about the card's own values
    # A message that names no card is about a template, whichever deck uses it.
    deck = finding.deck if _names_card(finding.message) else ""
    return finding.place, finding.code, finding.severity, deck, _without(finding.message, own), hint


def _without(text: Any, own: Sequence[str]) -> object:
    """Return a message, as something to compare, without its card and without the values named in `own`."""
    if not isinstance(text, Message):
        return str(text)
    left_out = {*own, "card"} if text.template == ONE_CARD else own
    values = [(name, "" if name in left_out else _without(value, own)) for name, value in text.values.items()]
    return text.template, text.plural_template, tuple(values)


def _names_card(text: Text) -> bool:
    """Return True if the message, or the problem that it is about, names one card."""
    if not isinstance(text, Message):
        return False
    return text.template == ONE_CARD or _names_card(text.values.get("problem", ""))


def _with_more_cards(text: Text, more: int) -> Text:
    """Return a message that names a card as one about that card and so many more."""
    if not isinstance(text, Message):
        return text
    if text.template == ONE_CARD:
        return about_card(text.values["card"], text.values["problem"], more)
    values = {**text.values, "problem": _with_more_cards(text.values["problem"], more)}
    return Message(text.template, values, text.plural_template)


def _merge(group: list[Finding]) -> Finding:
    """Return findings that are alike as one: the worst of them, or the first if none is worse."""
    worst = max(group, key=lambda finding: finding.own.amount)
    text, cards = worst.message, _others([finding.card for finding in group], worst.card)
    if _names_card(text):
        text = _with_more_cards(text, len(cards))
    else:
        cards = []
    characters = list(dict.fromkeys(filter(None, (finding.own.character for finding in group))))[1:]
    hint = join_hints(
        worst.hint,
        message("{count} more of them: {characters}", count=len(characters), characters=" ".join(_first(characters)))
        if characters
        else "",
        message("also {cards}", cards=joined(_first(cards))) if cards else "",
        _decks(group),
    )
    return replace(worst, message=text, hint=hint)


def _decks(group: list[Finding]) -> Text:
    """Return a hint with the decks of findings, if there are several."""
    decks = list(dict.fromkeys(finding.deck for finding in group))
    return message("in the decks {decks}", decks=joined(_first(decks))) if len(decks) > 1 else ""


def _others(names: Iterable[str], left_out: str) -> list[str]:
    return [name for name in dict.fromkeys(names) if name != left_out]


def _first(names: list[str]) -> list[str]:
    """Return the first names, and an ellipsis if there are more."""
    return [*names[:_MOST_NAMED], "…"] if len(names) > _MOST_NAMED else names
