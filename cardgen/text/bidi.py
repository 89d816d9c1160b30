"""The order of text that is written from right to left: the Unicode bidirectional algorithm (UAX #9, Unicode 17.0.0).

`needs_bidi(text)` is False for text that is written from left to right alone: it takes one search, and nothing else of
this module is needed. For other text, `paragraph_level(text)` is its direction (0 from left to right, 1 from right to
left), and `embedding_levels(text, base)` the level of each character (odd from right to left). When the text is broken
into lines, `line_levels(text, levels, start, end, base)` are the levels of one line, and `visual_runs` of these are its
runs from left to right, each with one level. HarfBuzz mirrors the characters of a run that it shapes from right to
left; `mirrored` does so for characters that are not shaped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from cardgen.base.records import dataclass
from cardgen.text.unicode_tables.lookup import ValueOfCharacter

#: The deepest level of an embedding (BD2).
MAX_DEPTH = 125

# The letters of Bidi_Class that the rules are written with, in the order of CLASSES of the table: L R AL EN ES ET AN CS
# NSM BN B S WS ON LRE LRO RLE RLO PDF LRI RLI FSI PDI.
_LETTERS = "LRAEstNcmbBSWO<[>]^lrfp"
_REMOVED = frozenset("b<[>]^")  # X9
_INITIATORS = frozenset("lrf")

# Every character of the classes R, AL and AN and the control characters are in these ranges.
_RANGES = (
    "[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefe"
    "\U00010800-\U00010fff\U0001e800-\U0001efff]"
)


def needs_bidi(text: str) -> bool:
    """Return True if a text has characters that are written from right to left, or controls of direction."""
    return not text.isascii() and _right_to_left().search(text) is not None


@cache
def _right_to_left() -> re.Pattern[str]:
    return re.compile(_RANGES)


@dataclass(frozen=True, slots=True)
class _Table:
    classes: dict[int, str]
    mirrored: dict[str, str]
    opening: dict[str, str]  # brackets with the ones that close them
    bracket: re.Pattern[str]


@cache
def _table() -> _Table:
    from cardgen.text.unicode_tables import bidi_class  # only for text that needs it

    first = ord("0")
    values = bidi_class.VALUES.translate({first + number: letter for number, letter in enumerate(_LETTERS)})
    pairs, brackets = bidi_class.MIRRORED, bidi_class.BRACKETS
    return _Table(
        ValueOfCharacter(bidi_class.STARTS, values),
        dict(zip(pairs[::2], pairs[1::2], strict=True)),
        dict(zip(brackets[::2], brackets[1::2], strict=True)),
        re.compile(f"[{re.escape(brackets)}]"),
    )


def mirrored(character: str) -> str:
    """Return the character that a mirrored character looks like from right to left, or the character itself (L4)."""
    return _table().mirrored.get(character, character)


def _classes_of(text: str) -> str:
    return text.translate(_table().classes)


# ---------------------------------------------------------------- paragraphs


def paragraph_level(text: str, default: int = 0) -> int:
    """Return 0 or 1 for the direction of the first letter of a paragraph; `default` if it has none (P2, P3)."""
    if default == 0 and not needs_bidi(text):
        return 0
    return _first_strong(_classes_of(text), default)


def _first_strong(classes: str, default: int) -> int:
    """Return the level by the first strong class that is not inside of an isolate, before the end of the paragraph."""
    depth = 0
    for letter in classes:
        if letter in _INITIATORS:
            depth += 1
        elif letter == "p":
            depth = max(0, depth - 1)
        elif letter == "B":
            break
        elif depth == 0 and letter in "LRA":
            return 0 if letter == "L" else 1
    return default


@lru_cache(maxsize=4_096)
def embedding_levels(text: str, base: int) -> bytes:
    """Return the level of each character; `base` is the level of the paragraphs of the text.

    Controls that take no part in the text (X9) have the level of the character before them.
    """
    if base == 0 and not needs_bidi(text):
        return bytes(len(text))
    return resolve_levels(_classes_of(text), base, text)


def resolve_levels(classes: str, base: int, text: str = "") -> bytes:
    """Return the level for each class of characters; `text` has the characters, for the rule of brackets."""
    levels = bytearray([base]) * len(classes)
    for match in re.finditer("[^B]+", classes):
        start, end = match.span()
        levels[start:end] = _paragraph(match[0], base, text[start:end])
    return bytes(levels)


def _paragraph(classes: str, base: int, text: str) -> bytes:
    """Return the levels in one paragraph, without its separator."""
    if not _SPECIAL.search(classes):  # one sequence
        level_of = {ord(letter): chr(base + more) for letter, more in _RAISED[base % 2].items()}
        return _resolve(classes, base, base, base, text).translate(level_of).encode("latin-1")
    pairs = _matching_isolates(classes)
    explicit, classes = _explicit_levels(classes, base, pairs)
    levels = bytearray(explicit)
    order = [i for i, letter in enumerate(classes) if letter not in _REMOVED]
    place = {position: number for number, position in enumerate(order)}
    for sequence in _run_sequences(order, explicit, pairs):
        level = explicit[sequence[0]]
        first, last = place[sequence[0]], place[sequence[-1]] + 1
        before = explicit[order[first - 1]] if first else base
        opened = classes[sequence[-1]] in _INITIATORS
        after = explicit[order[last]] if last < len(order) and not opened else base
        letters, characters = ("".join([source[i : i + 1] for i in sequence]) for source in (classes, text))
        raised = _RAISED[level % 2]
        for position, letter in zip(
            sequence, _resolve(letters, level, max(level, before), max(level, after), characters), strict=True
        ):
            levels[position] = level + raised[letter]
    for i, letter in enumerate(classes):
        if letter in _REMOVED:
            levels[i] = levels[i - 1] if i else base
    return bytes(levels)


# ---------------------------------------------------------------- embeddings and isolates


def _matching_isolates(classes: str) -> dict[int, int]:
    """Return the positions of isolate initiators with those of the PDI that match them (BD9)."""
    pairs: dict[int, int] = {}
    opened: list[int] = []
    for i, letter in enumerate(classes):
        if letter in _INITIATORS:
            opened.append(i)
        elif letter == "p" and opened:
            pairs[opened.pop()] = i
    return pairs


def _explicit_levels(classes: str, base: int, pairs: dict[int, int]) -> tuple[bytearray, str]:
    """Return the explicit level of each character, and the classes with overrides applied (X1 to X8)."""
    stack: list[tuple[int, str, bool]] = [(base, "", False)]  # level, override, isolate
    overflow_isolates = overflow_embeddings = valid_isolates = 0
    levels, result = bytearray(len(classes)), list(classes)
    for i, letter in enumerate(classes):
        level, override, isolate = stack[-1]
        if letter == "p":
            if overflow_isolates:
                overflow_isolates -= 1
            elif valid_isolates:
                overflow_embeddings = 0
                while not stack[-1][2]:
                    stack.pop()
                stack.pop()
                valid_isolates -= 1
            level, override, isolate = stack[-1]
        levels[i] = level
        if letter not in _REMOVED and override:
            result[i] = override
        if letter in _INITIATORS:
            right = letter == "r" or (letter == "f" and _first_strong(classes[i + 1 : pairs.get(i)], 0) == 1)
            level = _next_level(level, right)
            if level <= MAX_DEPTH and not overflow_isolates and not overflow_embeddings:
                valid_isolates += 1
                stack.append((level, "", True))
            else:
                overflow_isolates += 1
        elif letter in "<[>]":
            level = _next_level(level, letter in ">]")
            if level <= MAX_DEPTH and not overflow_isolates and not overflow_embeddings:
                stack.append((level, {"[": "L", "]": "R"}.get(letter, ""), False))
            elif not overflow_isolates:
                overflow_embeddings += 1
        elif letter == "^" and not overflow_isolates:
            if overflow_embeddings:
                overflow_embeddings -= 1
            elif not isolate and len(stack) > 1:
                stack.pop()
    return levels, "".join(result)


def _next_level(level: int, right: bool) -> int:
    return (level + 1) | 1 if right else (level + 2) & ~1


def _run_sequences(order: Iterable[int], levels: bytearray, pairs: dict[int, int]) -> Iterator[list[int]]:
    """Yield the positions of each isolating run sequence (BD13) among the positions of `order`."""
    runs: list[list[int]] = []
    for i in order:
        if runs and levels[runs[-1][-1]] == levels[i]:
            runs[-1].append(i)
        else:
            runs.append([i])
    begins = {run[0]: run for run in runs}
    closing = set(pairs.values())
    for run in runs:
        if run[0] in closing:
            continue  # it continues the run with its initiator
        sequence = list(run)
        while sequence[-1] in pairs:
            sequence += begins[pairs[sequence[-1]]]
        yield sequence


# ---------------------------------------------------------------- weak and neutral classes of a sequence

# Controls, and characters that take no part.
_SPECIAL = re.compile(r"[b<\[>\]^lrfp]")

# What is added to the level of a character (I1, I2).
_RAISED = ({"L": 0, "R": 1, "N": 2, "E": 2}, {"L": 1, "R": 0, "N": 1, "E": 1})


def _resolve(letters: str, level: int, before: int, after: int, characters: str) -> str:
    """Return the letters L, R, E or N of an isolating run sequence.

    `before` and `after` are the levels of sos and eos, `characters` those of the sequence.
    """
    start, end, direction = "LR"[before % 2], "LR"[after % 2], "LR"[level % 2]
    result = letters
    if "m" in result:  # W1
        result = re.sub("(^|[^m])m+", lambda m: _without_marks(m, start), result)
    if "A" in result:  # W2, W3
        result = re.sub("A[^LRA]*", lambda m: m[0].replace("E", "N"), result).replace("A", "R")
    if "E" in result or "N" in result:
        result = re.sub("(?<=E)[sc](?=E)", "E", result)  # W4
        result = re.sub("(?<=N)c(?=N)", "N", result)
        result = re.sub("t+(?=E)|(?<=E)t+", lambda m: "E" * len(m[0]), result)  # W5
    result = re.sub("[stc]", "O", result)  # W6
    if "E" in result:  # W7
        strong = "(?:^|L)[^LR]*" if start == "L" else "L[^LR]*"
        result = re.sub(strong, lambda m: m[0].replace("E", "L"), result)
    if _table().bracket.search(characters):
        result = _resolve_brackets(result, letters, characters, start, direction)

    def neutral(match: re.Match[str]) -> str:  # N1, N2
        first, last = match.span()
        left = _side(result[first - 1]) if first else start
        right = _side(result[last]) if last < len(result) else end
        return (left if left == right else direction) * (last - first)

    return re.sub("[BSWOlrfp]+", neutral, result)


def _without_marks(match: re.Match[str], start: str) -> str:
    """Return a character and its marks with the class of the character."""
    first = match[1]
    return first + (start if not first else "O" if first in "lrfp" else first) * (len(match[0]) - len(first))


def _side(letter: str) -> str:
    """Return the direction of a letter; figures count as written from right to left."""
    return "L" if letter == "L" else "R"


def _resolve_brackets(result: str, original: str, characters: str, start: str, direction: str) -> str:
    """Give both brackets of a pair the same direction (N0)."""
    classes = list(result)
    for opening, closing in _bracket_pairs(result, characters):
        inside = {_side(letter) for letter in classes[opening + 1 : closing] if letter in "LREN"}
        if not inside:
            continue
        side = direction
        if direction not in inside:
            earlier = (letter for letter in reversed(classes[:opening]) if letter in "LREN")
            side = _side(next(earlier, start))
        for position in (opening, closing):
            classes[position] = side
            position += 1
            while position < len(original) and original[position] == "m":
                classes[position] = side
                position += 1
    return "".join(classes)


def _bracket_pairs(classes: str, characters: str) -> list[tuple[int, int]]:
    """Return the positions of paired brackets, sorted by the opening one (BD16)."""
    opening = _table().opening
    closing = set(opening.values())
    opened: list[tuple[str, int]] = []
    pairs: list[tuple[int, int]] = []
    for match in _table().bracket.finditer(characters):
        i, character = match.start(), match[0]
        if classes[i] != "O":
            continue
        if character in opening:
            if len(opened) == 63:
                return []
            opened.append((_same(opening[character]), i))
        elif character in closing:
            for number in range(len(opened) - 1, -1, -1):
                if opened[number][0] == _same(character):
                    pairs.append((opened[number][1], i))
                    del opened[number:]
                    break
    return sorted(pairs)


def _same(bracket: str) -> str:
    """Return the character that is canonically equivalent to a closing bracket."""
    return "\u3009" if bracket == "\u232a" else bracket


# ---------------------------------------------------------------- lines


def line_levels(text: str, levels: bytes, start: int, end: int, base: int) -> bytes:
    """Return the levels of the characters `start` to `end` as a line: spaces at its end have the level `base` (L1)."""
    if not any(levels[start:end]):
        return levels[start:end]
    return reset_levels(_classes_of(text[start:end]), levels[start:end], base)


def reset_levels(classes: str, levels: bytes, base: int) -> bytes:
    """Return the levels of a line with `base` for separators, and for spaces before them or at the end of the line."""
    result = bytearray(levels)
    for match in _RESET.finditer(classes):
        first, last = match.span()
        result[first:last] = bytearray([base]) * (last - first)
    return bytes(result)


_RESET = re.compile(r"[Wlrfpb<\[>\]^]*(?:[BS]|\Z)")


def visual_runs(levels: bytes) -> list[tuple[int, int, int]]:
    """Return the runs of a line in the order in which they are drawn, from left to right: start, end and level (L2)."""
    runs: list[tuple[int, int, int]] = []
    start = 0
    for i in range(1, len(levels) + 1):
        if i == len(levels) or levels[i] != levels[start]:
            runs.append((start, i, levels[start]))
            start = i
    lowest = min((level | 1 for _, _, level in runs), default=1)
    for level in range(max((level for _, _, level in runs), default=0), lowest - 1, -1):
        first = 0
        while first < len(runs):
            last = first
            while last < len(runs) and runs[last][2] >= level:
                last += 1
            runs[first:last] = reversed(runs[first:last])
            first = last + 1
    return runs


def visual_order(levels: bytes) -> list[int]:
    """Return the positions of the characters of a line in the order in which they are drawn, from left to right."""
    return [
        position
        for start, end, level in visual_runs(levels)
        for position in (range(end - 1, start - 1, -1) if level % 2 else range(start, end))
    ]
