"""Where lines of text may end: the Unicode line breaking algorithm (UAX #14, Unicode 17.0.0), with rules for cards.

`break_opportunities(text, lang)` returns one byte for each position from 0 to the length of the text: NO_BREAK,
MAY_BREAK or MUST_BREAK before the character at that position. Spaces and line ends stay at the end of the line before.
The break at a soft hyphen (U+00AD) is after it; a line that ends there needs a hyphen. `default_opportunities` applies
the rules of UAX #14 alone.

The rules on top of UAX #14, in every language:

- an inline picture (U+FFFC) is part of the word that it touches, as a letter is;
- no break between a pictograph and the letter or figure that it touches: `2⚔`;
- no break between a slash or a dash and the figure after it: `1/2`, `2–3`; none after `!` or `?` inside of a word;
- Thai text may break between words, which the package budoux finds. Lao, Khmer and Burmese need ZWSP between words.

In English, Chinese, Japanese, Korean and text of no language (MARKED), where “ opens and ” closes:

- the marks of GB/T 15834 that may not begin a line (： ； ” ’ ％ ‰ ℃ … — ～ · • % . ,) do not begin one after a space
  either;
- “ ‘ ￥ $ # do not end a line, not even with a space after them;
- a line may end between a wide character and “ or ‘, and between ” or ’ and a wide character, whatever else they touch.

Compared with cardgen 0.1, which knew only spaces, wide characters and `-` `–` `/` `—` `…`:

- A line may now also end between two pictographs, two Hangul syllables, or brackets as in `)(`; after `|`, U+2010,
  tabs, soft hyphens and ZWSP.
- A line may no longer end before `/` `-` `–` `・` `〜` `ー` `々` and small kana after a wide character; beside `"` and
  no-break spaces without another space; between a sign and the wide character after it (`+方`), or a wide character and
  `°`; after a hyphen that begins a word (`-a`); before a `/` with spaces around it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from struct import unpack

from cardgen.base.records import dataclass
from cardgen.text.unicode_tables.line_break import CLASSES, STARTS, VALUES
from cardgen.text.unicode_tables.lookup import ValueOfCharacter

NO_BREAK, MAY_BREAK, MUST_BREAK = 0, 1, 2

#: The languages in which some marks never begin or end a line; "" is text of no language.
MARKED = frozenset(("", "en", "zh", "yue", "ja", "ko", "und"))

# A class is a byte; characters that are wide in East Asian text (UAX #11: F, W, H) have the highest bit set as well.
_WIDE = 0x80
_CODES = {name: ord("0") + number for number, name in enumerate(CLASSES.split())}

_LETTERS = ("AL", "DC", "XA", "HL")
_IDEOGRAPHS = ("ID", "XP", "IP")
_PICTOGRAPHS = ("IP", "EP")
_EMOJI = ("EB", "EP")
_SYLLABLE = r"\u1100-\u11ff\u3131-\u318e\uac00-\ud7a3"
_IN_KOREAN_WORD = re.compile(rf"[{_SYLLABLE}](?=[{_SYLLABLE}0-9A-Za-z])|[0-9A-Za-z](?=[{_SYLLABLE}])")
_HANGUL = ("JL", "JV", "JT", "H2", "H3")
_AKSARAS = ("AK", "DC", "AS")
_LINE_ENDS = ("BK", "CR", "LF", "NL")
_QUOTES = ("QU", "QI", "QF")


@dataclass(frozen=True, slots=True)
class _Rules:
    """The classes of characters, the pairs of classes that a line may end between, and the rules with more context."""

    classes: dict[int, str]
    pairs: bytes
    frequent: _FrequentPairs
    context: re.Pattern[bytes]
    for_cards: bool
    marked: bool


@dataclass(frozen=True, slots=True)
class _FrequentPairs:
    """The pairs of _FREQUENT classes, of which all pairs of a text are looked up at once.

    Classes that have the same values as the first of a pair are a group, so are those that have the same values as the
    second; there are at most 16 of each. `first` maps classes to 16 * group, `second` to groups, `values` their sum to
    the value of the pair.
    """

    first: bytes
    second: bytes
    values: bytes


@lru_cache(maxsize=16_384)
def break_opportunities(text: str, lang: str = "") -> bytes:
    """Return NO_BREAK, MAY_BREAK or MUST_BREAK for each position from 0 to len(text). `lang` is a BCP 47 tag.

    The first value is NO_BREAK; the last is MUST_BREAK, unless the text is empty.
    """
    language = lang.partition("-")[0].lower()
    result = _opportunities(text, _rules(True, language in MARKED))
    return _with_whole_words(text, result) if language == "ko" else result


def default_opportunities(text: str) -> bytes:
    """Return the opportunities by UAX #14 alone, as `break_opportunities` does."""
    return _opportunities(text, _rules(False, False))


def _opportunities(text: str, rules: _Rules) -> bytes:
    if not text:
        return bytes(1)
    classes = text.translate(rules.classes).encode("latin-1")
    if not classes.translate(None, _FREQUENT_CODES):
        result = _apply_context(classes, _look_up_frequent(classes, rules.frequent), rules)
    elif _pattern(_COMBINING).search(classes):
        result = _with_marks(classes, rules)
    else:
        result = _apply_context(classes, _look_up(classes, rules.pairs), rules)
    if rules.marked:
        _keep_marks(text, result)
    if rules.for_cards and not text.isascii():
        _part_thai(text, result)
    result[0] = NO_BREAK
    result[-1] = MUST_BREAK
    return bytes(result)


def _with_whole_words(text: str, result: bytes) -> bytes:
    """Return the opportunities of a Korean text without those inside of words, which spaces separate."""
    whole = bytearray(result)
    for match in _IN_KOREAN_WORD.finditer(text):
        if whole[match.end()] == MAY_BREAK:
            whole[match.end()] = NO_BREAK
    return bytes(whole)


def _keep_marks(text: str, result: bytearray) -> None:
    """Forbid the breaks before and after the marks of GB/T 15834. A zero width space is stronger."""
    for match in _marks().finditer(text):
        position = match.end() if match.lastgroup else match.start()
        if result[position] == MAY_BREAK and text[position - 1] != "\u200b":
            result[position] = NO_BREAK


def _part_thai(text: str, result: bytearray) -> None:
    """Allow the breaks between Thai words."""
    for match in _thai().finditer(text):
        position = match.start()
        for word in _thai_words()(match[0])[:-1]:
            position += len(word)
            if text[position] not in _THAI_NOT_FIRST and text[position - 1] not in _THAI_NOT_LAST:
                result[position] = MAY_BREAK


@cache
def _thai_words() -> Callable[[str], list[str]]:
    from budoux.parser import load_default_thai_parser  # imported only for Thai

    return load_default_thai_parser().parse


def _look_up_frequent(classes: bytes, pairs: _FrequentPairs) -> bytearray:
    """Return the values of all pairs of a text, added and looked up as one large number."""
    first = int.from_bytes(classes[:-1].translate(pairs.first), "little")
    second = int.from_bytes(classes[1:].translate(pairs.second), "little")
    values = (first + second).to_bytes(len(classes) - 1, "little").translate(pairs.values)
    return bytearray(b"\0%b\0" % values)


def _look_up(classes: bytes, pairs: bytes) -> bytearray:
    total = len(classes)
    result = bytearray(total + 1)
    even, odd = total // 2, (total - 1) // 2
    result[1:total:2] = bytes(map(pairs.__getitem__, unpack(f"<{even}H", classes[: 2 * even])))
    result[2:total:2] = bytes(map(pairs.__getitem__, unpack(f"<{odd}H", classes[1 : 1 + 2 * odd])))
    return result


def _apply_context(classes: bytes, result: bytearray, rules: _Rules) -> bytearray:
    """Apply the rules that see more than a pair of classes."""
    for match in rules.context.finditer(classes):
        start, end = match.span()
        kind = match.lastgroup
        if kind == "flags":  # LB30a: two letters make a flag
            for position in range(start + 2, end, 2):
                result[position] = MAY_BREAK
        elif kind == "decimal":
            result[start] = MAY_BREAK
        else:
            position = start if kind in ("before", "quote") else end
            if result[position] == MAY_BREAK:
                result[position] = NO_BREAK
    if _ZERO_WIDTH_SPACE in classes:  # LB8 is stronger than all of these
        for match in _pattern(_AFTER_ZERO_WIDTH_SPACE).finditer(classes):
            result[match.end()] = MAY_BREAK
    return result


def _with_marks(classes: bytes, rules: _Rules) -> bytearray:
    """Return the opportunities of classes with combining marks: LB9, LB10 and LB8a."""
    letters = _pattern(_LONE_MARKS).sub(lambda match: _ALPHABETIC * len(match[0]), classes)
    kept = [i for i, letter in enumerate(letters) if letter not in _COMBINING_CODES]
    letters = bytes(letters[i] for i in kept)
    compact = _apply_context(letters, _look_up(letters, rules.pairs), rules)
    result = bytearray(len(classes) + 1)
    for position, value in zip(kept, compact, strict=False):
        result[position] = value
    for match in _pattern(_JOINERS).finditer(classes):
        if result[match.end()] == MAY_BREAK:
            result[match.end()] = NO_BREAK
    return result


# ---------------------------------------------------------------- pairs of classes


@cache
def _rules(for_cards: bool, marked: bool) -> _Rules:
    classes = ValueOfCharacter(STARTS, VALUES)
    if for_cards:
        classes[0xFFFC] = chr(_CODES["AL"])
    pairs = _pairs(for_cards)
    return _Rules(classes, pairs, _frequent_pairs(pairs), _context(marked), for_cards, marked)


def _frequent_pairs(pairs: bytes) -> _FrequentPairs:
    """Return the pairs of frequent classes in groups."""
    rows: dict[bytes, int] = {}
    columns: dict[bytes, int] = {}
    first, second, values = bytearray(256), bytearray(256), bytearray(256)
    for code in _FREQUENT_CODES:
        first[code] = rows.setdefault(bytes(pairs[code + 256 * other] for other in _FREQUENT_CODES), 16 * len(rows))
        second[code] = columns.setdefault(bytes(pairs[other + 256 * code] for other in _FREQUENT_CODES), len(columns))
    assert max(len(rows), len(columns)) <= 16, f"{len(rows)} and {len(columns)} groups"
    for code in _FREQUENT_CODES:
        for other in _FREQUENT_CODES:
            values[first[code] + second[other]] = pairs[code + 256 * other]
    return _FrequentPairs(bytes(first), bytes(second), bytes(values))


@cache
def _pairs(for_cards: bool) -> bytes:
    """Return the value before `second` in a pair of classes, at first + 256 * second.

    The rules follow in reverse order: the ones of UAX #14 that come first are the strongest.
    """
    table = _PairTable(bytearray([MAY_BREAK]) * 0x10000)
    join, join_before, join_after = table.join, table.join_before, table.join_after
    if for_cards:
        join(_PICTOGRAPHS, (*_LETTERS, "NU"))
        join((*_LETTERS, "NU"), _PICTOGRAPHS)
        join(("SY", "HH"), ("NU",))
        join(("EX",), (*_LETTERS, "NU"), wide_first=False)
    join((*_EMOJI, "XP", "XA"), ("EM",))  # LB30b
    join(("RI",), ("RI",))  # LB30a
    join((*_LETTERS, "NU"), ("OP",), wide_second=False)  # LB30
    join(("CP",), (*_LETTERS, "NU"), wide_first=False)
    join(("IS",), _LETTERS)  # LB29
    join(("AP",), _AKSARAS)  # LB28a
    join(_AKSARAS, ("VF", "VI"))
    join(_LETTERS, _LETTERS)  # LB28
    join(_HANGUL, ("PO",))  # LB27
    join(("PR",), _HANGUL)
    join(("JL",), ("JL", "JV", "H2", "H3"))  # LB26
    join(("JV", "H2"), ("JV", "JT"))
    join(("JT", "H3"), ("JT",))
    join(("NU",), ("PO", "PR", "NU"))  # LB25
    join(("PO", "PR", "HY", "IS"), ("NU",))
    join(("PR", "PO"), _LETTERS)  # LB24
    join(_LETTERS, ("PR", "PO"))
    join(("PR",), (*_IDEOGRAPHS, *_EMOJI, "EM"))  # LB23a
    join((*_IDEOGRAPHS, *_EMOJI, "EM"), ("PO",))
    join(_LETTERS, ("NU",))  # LB23
    join(("NU",), _LETTERS)
    join_before("IN")  # LB22
    join(("SY",), ("HL",))  # LB21b
    join_before("BA", "HH", "HY", "NS")  # LB21
    join_after("BB")
    table.split_before("CB")  # LB20
    table.split_after("CB")
    join_before("QU", "QF")  # LB19
    join_after("QU", "QI")
    table.join_narrow_before("QI")  # LB19a, the rest of it is in the context
    table.join_narrow_after("QF")
    if for_cards:
        table.set(("B2", "IN"), ("QI",), MAY_BREAK)
    table.split_after("SP")  # LB18
    join(("B2",), ("B2",))  # LB17
    join(("CL", "CP"), ("NS",))  # LB16
    join_before("IS")  # LB15d
    join_after("OP")  # LB14
    join_before("EX", "CL", "CP", "SY")  # LB13
    join(set(_CODES) - {"SP", "BA", "HY", "HH"}, ("GL",))  # LB12a
    join_after("GL")  # LB12
    join_after("WJ")  # LB11
    join_before("WJ")
    table.split_after("ZW")  # LB8
    join_before("SP", "ZW")  # LB7
    join_before(*_LINE_ENDS)  # LB6
    for name in _LINE_ENDS:  # LB5, LB4
        table.set((name,), set(_CODES), MUST_BREAK)
    join(("CR",), ("LF",))
    return bytes(table.values)


@dataclass(frozen=True, slots=True)
class _PairTable:
    values: bytearray

    def set(
        self,
        first: Iterable[str],
        second: Iterable[str],
        value: int,
        *,
        wide_first: bool = True,
        wide_second: bool = True,
    ) -> None:
        """Set the value of all pairs; `wide_first` and `wide_second`: also if these are wide."""
        first_codes = bytes(_codes(first, wide_first))
        for code in _codes(second, wide_second):
            for before in first_codes:
                self.values[before + 256 * code] = value

    def join(
        self, first: Iterable[str], second: Iterable[str], *, wide_first: bool = True, wide_second: bool = True
    ) -> None:
        self.set(first, second, NO_BREAK, wide_first=wide_first, wide_second=wide_second)

    def join_before(self, *names: str) -> None:
        for code in _codes(names):
            self.values[256 * code : 256 * (code + 1)] = bytes(256)

    def join_after(self, *names: str) -> None:
        for code in _codes(names):
            self.values[code::256] = bytes(256)

    def split_before(self, *names: str) -> None:
        for code in _codes(names):
            self.values[256 * code : 256 * (code + 1)] = bytes([MAY_BREAK]) * 256

    def split_after(self, *names: str) -> None:
        for code in _codes(names):
            self.values[code::256] = bytes([MAY_BREAK]) * 256

    def join_narrow_before(self, name: str) -> None:
        for code in _codes((name,)):
            self.values[256 * code : 256 * code + _WIDE] = bytes(_WIDE)

    def join_narrow_after(self, name: str) -> None:
        for code in _codes((name,)):
            self.values[code : code + 256 * _WIDE : 256] = bytes(_WIDE)


def _codes(names: Iterable[str], wide: bool = True) -> list[int]:
    narrow = [_CODES[name] for name in names]
    return narrow + [code + _WIDE for code in narrow] if wide else narrow


# ---------------------------------------------------------------- rules with more context than a pair


def _one_of(*names: str) -> str:
    """Return a pattern for a character of one of the classes."""
    return "[" + "".join(f"\\x{code:02x}" for code in _codes(names)) + "]"


@cache
def _context(marked: bool) -> re.Pattern[bytes]:
    """Return a pattern for the rules that see more than a pair of classes.

    A match forbids the break after it, or before it if it has the group `before` or `quote`. With the group `decimal`
    it allows the break before it, with the group `flags` those after each two characters.
    """
    hl, is_, op, qi, qf, ri, sp, vi = map(_one_of, ("HL", "IS", "OP", "QI", "QF", "RI", "SP", "VI"))
    number, sign, separator, aksara = _one_of("NU"), _one_of("PO", "PR"), _one_of("SY", "IS"), _one_of(*_AKSARAS)
    close, hyphen = _one_of("CL", "CP"), _one_of("HY", "HH")
    narrow, wide = r"[\x00-\x7f]", r"[\x80-\xff]"
    not_before_quote = _none_of("SP", "GL", "OP", "QU", "QI", "QF", *_LINE_ENDS, "ZW")
    after_quote = _one_of("SP", "GL", "WJ", "CL", "QU", "QI", "QF", "CP", "EX", "IS", "SY", *_LINE_ENDS, "ZW")
    not_before_hyphen = _none_of("SP", "GL", "CB", *_LINE_ENDS, "ZW")
    # Each match begins with a character of these classes, so that the search is one of a set of bytes. Then come the
    # rules for classes that are frequent; they begin with the next character, which is compared before all else.
    rare = _one_of("HY", "HH", "PO", "PR", "QI", "QF", "RI", *_AKSARAS, *(() if marked else ("IS",)))
    first = rare[:-1] + _one_of("NU", "OP", "CL", "CP", "B2")[1:]
    frequent_rules = [
        f"{sp}(?<={op}{sp}){sp}*",  # LB14
        f"{sp}(?<={qi}{sp})(?<!{not_before_quote}{qi}{sp}){sp}*",  # LB15a
        f"{sp}(?<={close}{sp}){sp}*(?={_one_of('NS')})",  # LB16
        f"{sp}(?<={_one_of('B2')}{sp}){sp}*(?={_one_of('B2')})",  # LB17
        f"{separator}(?<={number}{separator}){separator}*(?:(?={number}|{sign})|{close}(?={sign}))",  # LB25
        f"{close}(?<={number}{close})(?={sign})",
    ]
    rare_rules = [
        f"(?<={hyphen})(?<!{not_before_hyphen}{hyphen})(?={_one_of(*_LETTERS)})",  # LB20a
        f"(?<={hl}{hyphen})(?!{_one_of('HL', 'CB')})",  # LB21a
        f"(?<={sign})(?={op}{is_}?{number})",  # LB25
        f"(?<={aksara})(?:{vi}(?={_one_of('AK', 'DC')})|(?={aksara}{_one_of('VF')}))",  # LB28a
        f"(?<={qf})(?={after_quote}|\\Z)(?P<before>)",  # LB15b
        f"(?<={ri}){ri}{{2,}}(?P<flags>)",  # LB30a
    ]
    if not marked:
        rare_rules.append(f"(?<={sp}{is_})(?={number})(?P<decimal>)")  # LB15c
        rare_rules += [f"(?<={wide}{qi})(?={narrow}|\\Z)(?P<quote>)", f"(?<={qf})(?<!{wide}{qf})(?={wide})"]  # LB19a
    pattern = f"{first}(?:{'|'.join(frequent_rules)}|(?<={rare})(?:{'|'.join(rare_rules)}))"
    return re.compile(pattern.encode("ascii"))


def _none_of(*names: str) -> str:
    return "[^" + _one_of(*names)[1:]


@cache
def _pattern(pattern: str) -> re.Pattern[bytes]:
    return re.compile(pattern.encode("ascii"))


@cache
def _marks() -> re.Pattern[str]:
    return re.compile(_NOT_FIRST_OR_LAST)


@cache
def _thai() -> re.Pattern[str]:
    return re.compile("[\u0e01-\u0e4e]{2,}")


# Classes of characters, and patterns for them.
_FREQUENT = ("AL", "B2", "CP", "GL", "HH", "HL", "HY", "IP", "IS", "LF", "NU", "PO", "PR", "QF", "QI", "QU", "SP", "SY")
_FREQUENT_CODES = bytes((*_codes(_FREQUENT, wide=False), *_codes(("CL", "EX", "IN", "OP", "ID", "NS"))))
_COMBINING_CODES = frozenset(_codes(("CM", "ZWJ")))
_ALPHABETIC = bytes((_CODES["AL"],))
_ZERO_WIDTH_SPACE = _CODES["ZW"]
_COMBINING = _one_of("CM", "ZWJ")
_JOINERS = _one_of("ZWJ")
_LONE_MARKS = f"(?:(?<={_one_of(*_LINE_ENDS, 'SP', 'ZW')})|\\A){_COMBINING}"
_AFTER_ZERO_WIDTH_SPACE = f"{_one_of('ZW')}{_one_of('SP')}*(?!{_one_of(*_LINE_ENDS, 'SP', 'ZW')}|\\Z)"

# Thai vowels and marks that are set above, below or after a letter, or before it, and signs that follow a word.
_THAI_NOT_FIRST = frozenset(map(chr, (0x0E2F, *range(0x0E30, 0x0E3B), 0x0E45, 0x0E46, *range(0x0E47, 0x0E4F))))
_THAI_NOT_LAST = frozenset("\u0e40\u0e41\u0e42\u0e43\u0e44")

# The marks of MARKED languages that UAX #14 alone would let begin or end a line.
_NOT_FIRST_OR_LAST = "[：；”’％‰℃…—～·•%“‘￥$#](?:(?<=[“‘￥$#])(?P<last> *))?"
