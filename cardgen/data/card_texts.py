"""A card's own values in its texts: `Gain {cost}` in the data of a card is filled in as in a template.

Only names of the deck's fields, `id` and `copies` are filled in; other braces are marks of the text, such as icons.
Whatever reads the fields of a card later finds the values in its texts. Files for translators have the placeholders.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from cardgen.base.errors import Fault, Text, about_card
from cardgen.base.records import replace
from cardgen.base.words.messages import message
from cardgen.data.fields import LIST, LISTS, TEXT, TEXTS, field_kind, is_optional
from cardgen.data.languages.chains import FallbackText
from cardgen.data.model import Card
from cardgen.data.placeholders import (
    MARKED_BRACES,
    PLACEHOLDER,
    Path,
    PlaceholderError,
    fill_text,
    inserted_text,
    look_up,
    roots_of,
    spoken,
)

#: Characters of a text with its values filled in: as many as one that is written may have.
MOST_CHARACTERS = 10_000

#: The kinds of fields whose texts may name values of the card.
_KINDS = (TEXT, TEXTS, LIST, LISTS)


def fill_cards(
    cards: Sequence[Card], fields: Mapping[str, str], language: object, main: str
) -> tuple[tuple[Card, ...], tuple[Card, ...], list[Fault]]:
    """Return the cards with their own values in their texts, those of them without faults, and the faults.

    `fields` are the kinds of their fields. Texts that name no language are in that of the deck as it is declared, or in
    the `main` one of the game. Cards whose texts name no values stay the same objects.
    """
    main = language if isinstance(language, str) else main
    names = [name for name, kind in fields.items() if field_kind(kind) in _KINDS]
    optional = {name for name, kind in fields.items() if is_optional(kind)}
    filled: list[Card] = []
    right: list[Card] = []
    faults: dict[Fault, None] = {}
    for card in cards:
        texts = {name: card.fields[name] for name in names if _has_braces(card.fields[name])}
        values = _CardTexts(card, texts, optional, main) if texts else None
        filled.append(card if values is None else values.filled())
        if values is None or not values.faults:
            right.append(filled[-1])
        else:
            faults |= dict.fromkeys(values.faults)
    same = all(after is before for after, before in zip(filled, cards, strict=True))
    return tuple(cards) if same else tuple(filled), tuple(right), list(faults)


def _has_braces(value: Any) -> bool:
    if isinstance(value, str):
        return "{" in value
    if isinstance(value, Mapping):
        return any(map(_has_braces, value.values()))
    return isinstance(value, tuple) and any(map(_has_braces, value))


class _FaultyError(Exception):
    """A text names a field that has a fault, which is reported there."""


class _CardTexts(Mapping[str, Any]):
    """The values of a card by name, with those in its `texts` filled in when they are first needed."""

    def __init__(self, card: Card, texts: Mapping[str, Any], optional: Collection[str], main: str) -> None:
        self.faults: list[Fault] = []
        self._card, self._texts, self._optional, self._main = card, texts, optional, main
        self._values = {"id": card.id, "copies": card.copies, **card.fields}
        self._left = set(texts)
        self._open: list[str] = []
        self._faulty: set[str] = set()
        self._gaps: dict[str, str] = {}

    def filled(self) -> Card:
        """Return the card with all values filled in; `faults` then has what is wrong."""
        for name in self._texts:
            if name in self._left:
                self._fill(name)
        if all(self._values[name] is text for name, text in self._texts.items()):
            return self._card
        return replace(self._card, fields={name: self._values[name] for name in self._card.fields})

    def __getitem__(self, name: str) -> Any:
        if name in self._open:
            names = " → ".join([*self._open[self._open.index(name) :], name])
            raise PlaceholderError(message("these texts name each other in a circle: {names}", names=names))
        if name in self._left:
            self._fill(name)
        if name in self._faulty:
            raise _FaultyError
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def _fill(self, name: str) -> None:
        self._left.discard(name)
        self._open.append(name)
        value = self._values[name]
        if isinstance(value, Mapping):
            texts = {lang: self._part(name, text, (lang,), lang) for lang, text in value.items()}
            empty = all(text is None for text in texts.values())
            # A translation may be one line where the text has two.
            filled: Any = None if empty else {lang: "" if text is None else text for lang, text in texts.items()}
            if all(filled and filled[lang] is text for lang, text in value.items()):
                filled = value
        else:
            filled = self._part(name, value, (), self._main)
        if filled is None and name not in self._optional and name not in self._faulty:
            problem = message("every line names a value that the card leaves out")
            self._report(
                name,
                (),
                "",
                problem,
                message("write {placeholder} to keep the line", placeholder=self._gaps.get(name, "")),
            )
        self._values[name] = filled
        self._open.pop()

    def _part(self, name: str, value: Any, path: Path, lang: str) -> Any:
        """Return a text of a field, or all texts in a part of it, with its values; None if no line is left."""
        if isinstance(value, str):
            return self._text(name, value, path, value.lang if isinstance(value, FallbackText) else lang)
        if not _has_braces(value):
            return value
        if isinstance(value, Mapping):
            return {key: self._part(name, part, (*path, key), lang) for key, part in value.items()}
        entries = [self._part(name, entry, (*path, number), lang) for number, entry in enumerate(value)]
        if all(entry is before for entry, before in zip(entries, value, strict=True)):
            return value
        return tuple(entry for entry, before in zip(entries, value, strict=True) if before is None or entry is not None)

    def _text(self, name: str, text: str, path: Path, lang: str) -> str | None:
        braces = [match[0] for match in MARKED_BRACES.finditer(text)] if "{" in text else []
        own = {written for written in braces if self._is_own(written)}
        if not own:
            return text
        marks = {written[1:-1] for written in braces if written not in own}
        try:
            self._check_length(text, braces, own, lang)
            filled = fill_text(text, self, (lang,), marks)
            if filled is None:
                gap = next(written for written in braces if written in own and self._value(written, lang) is None)
                self._gaps[name] = f"{{{gap[1:-1]}?}}"
                return None
            filled = inserted_text(filled, text)
        except PlaceholderError as error:
            self._report(name, path, lang if path and isinstance(path[0], str) else "", error.text, error.hint)
            return text
        except _FaultyError:
            self._faulty.add(name)
            return text
        return FallbackText(filled, text.lang) if isinstance(text, FallbackText) else filled

    def _value(self, written: str, lang: str) -> Any:
        return spoken(look_up(self, written[1:-1].removesuffix("?")), (lang,))

    def _is_own(self, written: str) -> bool:
        """Return True for the placeholder of a value of the card."""
        match = PLACEHOLDER.fullmatch(written)
        return match is not None and match[1] is not None and roots_of(match[1])[0] in self._values

    def _check_length(self, text: str, braces: Sequence[str], own: Collection[str], lang: str) -> None:
        """PlaceholderError if a text is too long with its values: each text may name another one several times."""
        count = len(text)
        for written in braces:
            if written in own:
                count += len(inserted_text(self._value(written, lang), written))
        if count > MOST_CHARACTERS:
            problem = message("the text has {count:,} characters with its values", count=count)
            raise PlaceholderError(problem, message("at most {limit:,}", limit=MOST_CHARACTERS))

    def _report(self, name: str, path: Path, lang: str, problem: Text, hint: Text) -> None:
        self._faulty.add(name)
        text = message("{key}: {problem}", key=name, problem=problem)
        if lang:
            text = message("{key} in {language!r}: {problem}", key=name, language=lang, problem=problem)
        place = self._card.marked.place(name, *path)
        self.faults.append(Fault(place, about_card(self._card.id, text), hint))
