"""The scripts that text is written in (UAX #24, Unicode 17.0.0), as ISO 15924 tags such as Latn, Hani, Arab or Deva.

`script_of(character)` is the script of a character: COMMON for those that several scripts share (spaces, figures, most
marks), INHERITED for marks that are set on others, UNKNOWN for unassigned ones. `split_scripts(text)` splits a text
into runs for shaping: (start, end, script). Shared characters have the script of the text before them, at the beginning
of a text the one after them; a closing bracket or quotation mark has the script of the opening one. A text of shared
characters alone is one run of COMMON.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TypeAlias

from cardgen.text.unicode_tables.lookup import ValueOfCharacter

COMMON, INHERITED, UNKNOWN = "Zyyy", "Zinh", "Zzzz"

#: Start, end and script.
ScriptRun: TypeAlias = tuple[int, int, str]

# A script is a letter, by its place in TAGS of the table: the first three are COMMON, INHERITED and UNKNOWN.
_FIRST = 0x100
_SHARED = "\u0100\u0101"

# Quotation marks that are paired, besides the brackets of UAX #9.
_QUOTES = "“”«»‹›"


def script_of(character: str) -> str:
    """Return the ISO 15924 tag of a character's script."""
    return _tag(character.translate(_scripts()))


@lru_cache(maxsize=16_384)
def split_scripts(text: str) -> tuple[ScriptRun, ...]:
    """Return the runs of a text, in order, each of one script."""
    if text.isascii():
        return _whole_ascii(text)
    scripts = text.translate(_scripts())
    used = set(scripts).difference(_SHARED)
    if len(used) < 2:
        return ((0, len(text), _tag(used.pop()) if used else COMMON),)
    letters = "".join(sorted(used))
    runs = _runs_and_shared(letters).findall(scripts)
    beginning = len(text) - sum(map(len, runs))
    runs[0] = runs[0][0] * beginning + runs[0]
    if _paired().search(text):
        runs = _runs(letters).findall(_pair(text, scripts, "".join([run[0] * len(run) for run in runs])))
    result: list[ScriptRun] = []
    end = 0
    for run in runs:
        start, end = end, end + len(run)
        result.append((start, end, _tag(run[0])))
    return tuple(result)


def _whole_ascii(text: str) -> tuple[ScriptRun, ...]:
    if not text:
        return ()
    return ((0, len(text), "Latn" if _latin().search(text) else COMMON),)


def _pair(text: str, own: str, scripts: str) -> str:
    """Return the scripts with those of the opening brackets for the closing ones, and for shared characters after them.

    `own` are the scripts of the characters by themselves.
    """
    result = list(scripts)
    closing_of = _pairs()
    opened: list[tuple[str, str]] = []
    for match in _paired().finditer(text):
        position, character = match.start(), match[0]
        if character in closing_of:
            opened.append((closing_of[character], result[position]))
            continue
        for number in range(len(opened) - 1, -1, -1):
            if opened[number][0] == character:
                end = position + 1
                while end < len(text) and own[end] in _SHARED:
                    end += 1
                result[position:end] = opened[number][1] * (end - position)
                del opened[number:]
                break
    return "".join(result)


def _tag(letter: str) -> str:
    return _tags()[ord(letter) - _FIRST]


# ---------------------------------------------------------------- tables and patterns, made when they are first needed


@cache
def _latin() -> re.Pattern[str]:
    return re.compile("[A-Za-z]")


@cache
def _paired() -> re.Pattern[str]:
    return re.compile(f"[{re.escape(''.join((*_pairs(), *_pairs().values())))}]")


@lru_cache(maxsize=256)
def _runs(letters: str) -> re.Pattern[str]:
    return re.compile("|".join(f"{letter}+" for letter in letters))


@lru_cache(maxsize=256)
def _runs_and_shared(letters: str) -> re.Pattern[str]:
    """Return a pattern for the runs of scripts with the shared characters in them and after them."""
    return re.compile("|".join(f"{letter}[{letter}{_SHARED}]*" for letter in letters))


@cache
def _pairs() -> dict[str, str]:
    """Return the opening brackets and quotation marks with the ones that close them."""
    from cardgen.text.unicode_tables.bidi_class import BRACKETS

    pairs = BRACKETS + _QUOTES
    return dict(zip(pairs[::2], pairs[1::2], strict=True))


@cache
def _tags() -> list[str]:
    from cardgen.text.unicode_tables.script import TAGS

    return TAGS.split()


@cache
def _scripts() -> ValueOfCharacter:
    from cardgen.text.unicode_tables.script import STARTS, VALUES

    return ValueOfCharacter(STARTS, VALUES)
