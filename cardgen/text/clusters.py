"""Characters as people count them: extended grapheme clusters (UAX #29, Unicode 17.0.0).

`cluster_starts(text)` returns one byte for each position from 0 to the length of the text: 1 where a cluster begins,
and 1 at the end; an empty text has the one byte 0. A letter with its marks, a flag, a family of emoji, a syllable of
Hangul or Devanagari and a line end of two characters are one cluster each. For text in which every character is a
cluster, this takes one search.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

from cardgen.text.unicode_tables.lookup import ValueOfCharacter

# Letters for the classes, in the order of CLASSES of the table: Other CR LF Control Extend ZWJ Regional_Indicator
# Prepend SpacingMark L V T LV LVT Pictographic Consonant Linker Joining.
_LETTERS = "orncxzipsLVTAGPCkj"

# Ranges of characters that join no other character of these ranges.
_SIMPLE = (
    "[\0-\x0c\x0e-\u02ff\u0370-\u0482\u048a-\u0590\u1e00-\u200b\u200e-\u20cf\u2100-\u2bff\u2e00-\u3029\u3030-\u3098"
    "\u309b-\ua66e\uf900-\ufb1d\ufe10-\ufe1f\ufe30-\ufefe\uff00-\uff9d\U00020000-\U0003ffff]*"
)

_CLUSTER = (
    "rn|[rnc]|"  # GB3 to GB5
    "p*(?:"  # GB9b
    "L+(?:[VA]V*T*|GT*)?|[VA]V*T*|GT*|T+|"  # GB6 to GB8
    "C(?:[kjz]*k[kjz]*C)*|"  # GB9c
    "P(?:[xkj]*zP)*|"  # GB11
    "ii?|"  # GB12, GB13
    "[^rncp]"
    ")[xzkjs]*|p+[xzkjs]*"  # GB9, GB9a
)


@lru_cache(maxsize=4_096)
def cluster_starts(text: str) -> bytes:
    """Return 1 for each position from 0 to len(text) where a cluster begins or the text ends, and 0 for the others."""
    if not text:
        return bytes(1)
    simple, cluster = _patterns()
    if simple.fullmatch(text):
        return b"\1" * (len(text) + 1)
    starts = bytearray(len(text) + 1)
    for match in cluster.finditer(text.translate(_classes())):
        starts[match.start()] = 1
    starts[-1] = 1
    return bytes(starts)


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    return re.compile(_SIMPLE), re.compile(_CLUSTER)


@cache
def _classes() -> dict[int, str]:
    from cardgen.text.unicode_tables import cluster  # only for text with clusters

    letters = {ord("0") + number: letter for number, letter in enumerate(_LETTERS)}
    return ValueOfCharacter(cluster.STARTS, cluster.VALUES.translate(letters))
