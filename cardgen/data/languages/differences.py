"""What a translation loses or gains: icons, placeholders and numbers that only one of two texts has."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from typing import NamedTuple

_BRACES = re.compile(r"\{([^{}|\s]+)\}")
_NUMBER = re.compile(r"\d+(?:[.,'\u00a0\u202f]\d+)*")
_SEPARATORS = re.compile(r"\D")

#: How languages write the numbers from 0 to 12: the beginnings of words. An article counts as one.
_WORDS = {
    "de": "kein null|ein erst|zwei beide doppel|drei dritt|vier|fünf|sechs|sieb|acht|neun|zehn|elf|zwölf",
    "en": (
        "no none zero|a an one once first single another|two twice second both pair double|three third triple"
        "|four|five fifth|six|seven|eight|nine ninth|ten|eleven|twelve twelfth"
    ),
    "es": (
        "ning cero|un prim|dos segund ambos ambas doble|tres terc|cuat cuart|cinco quint|seis sext|siete sépt"
        "|ocho octav|nueve noven|diez décim|once|doce"
    ),
    "fr": "aucun zéro|un prem|deux second|trois|quatr|cinq|six|sept|huit|neu|dix|onz|douz",
}

#: The largest number that texts write as a word: in a language that _WORDS lacks, it may be missing.
_LARGEST_WORD = 12

#: How Chinese writes the digits, besides those of `_chinese`.
_CHINESE_DIGITS = "零一二三四五六七八九"
_CHINESE_WORDS = {0: "〇没沒无無", 1: "首", 2: "两兩双雙"}


class Differences(NamedTuple):
    """The names in braces and the numbers that a translation `lost`, and those that it `gained`."""

    lost: tuple[str, ...]
    gained: tuple[str, ...]


def compare_texts(
    source: str, source_language: str, text: str, language: str, languages: Collection[str]
) -> Differences:
    """Return what a translation lost and gained. How often and in which order each occurs may differ.

    A placeholder may end in a language of the game, `{names.de}` for `{names.en}`, and a number may be a word.
    """
    if not any(brace in source or brace in text for brace in "{0123456789") and source.isascii() and text.isascii():
        return Differences((), ())
    ours, theirs = _names(source, languages), _names(text, languages)
    lost = [f"{{{name}}}" for name in ours if name not in theirs]
    gained = [f"{{{name}}}" for name in theirs if name not in ours]
    numbers, others = _numbers(source), _numbers(text)
    lost += [number for number in numbers if number not in others and not _has_word(text, language, number)]
    gained += [number for number in others if number not in numbers and not _has_word(source, source_language, number)]
    return Differences(tuple(lost), tuple(gained))


def _names(text: str, languages: Collection[str]) -> list[str]:
    """Return the names in braces, each once: icons and placeholders, without the language at their end."""
    paths = (name.rpartition(".") for name in _BRACES.findall(text))
    return list(dict.fromkeys(head if end in languages else head + dot + end for head, dot, end in paths))


def _numbers(text: str) -> list[str]:
    """Return the numbers that a text has as digits, each once, without separators."""
    plain = unicodedata.normalize("NFKC", _BRACES.sub(" ", text))
    return list(dict.fromkeys(_SEPARATORS.sub("", number) for number in _NUMBER.findall(plain)))


def _has_word(text: str, language: str, number: str) -> bool:
    """Return True if a text has a number as a word, or may have it in a language whose words are not known."""
    value, base = int(number[:4]), language.split("-")[0]
    if base == "zh":
        words = [*_CHINESE_WORDS.get(value, ""), _chinese(value)] if value < 100 else []
        return any(word in text for word in words)
    if value > _LARGEST_WORD or base not in _WORDS:
        return value <= _LARGEST_WORD
    return any(re.search(rf"\b{word}", text, re.IGNORECASE) for word in _WORDS[base].split("|")[value].split())


def _chinese(value: int) -> str:
    """Return a number below 100 as Chinese writes it: 二十三."""
    tens, ones = divmod(value, 10)
    start = (_CHINESE_DIGITS[tens] if tens > 1 else "") + "十" if tens else ""
    return start + (_CHINESE_DIGITS[ones] if ones or not tens else "")
