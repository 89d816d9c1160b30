"""Break words into lines that can be placed on a page one by one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from cardgen.data.fonts import BUNDLED, FontSet
from cardgen.rulebook.book import Align, Text, Words
from cardgen.rulebook.style import CODE, CODE_GROUND, INK, LINK
from cardgen.scene.items import GlyphRun, Group, Item, Path, rectangle, translate
from cardgen.text.fonts import bold_of, is_wide, middle_of
from cardgen.text.paragraphs import NOT_FIRST, NOT_LAST, Line, Measured, Span, break_lines, measure
from cardgen.units import sum_floats

# Air between a Chinese character and a Latin letter or digit, and on either side of code, in ems.
_SCRIPT_GAP = 0.16
_CODE_GAP = 0.22
# A justified line is stretched by at most so many ems at each gap.
_MOST_STRETCH = 0.7
# A last line shorter than _RUNT is avoided by shortening the others by at most _RUNT_ROOM, in ems.
_RUNT = 3.0
_RUNT_ROOM = 4.0


@dataclass(frozen=True, slots=True)
class SetLine:
    """One line: items from (0, 0) at its top left; the ink is `width` mm wide and may begin right of 0."""

    items: tuple[Item, ...]
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class SetText:
    """Lines of text. `too_wide` are the words wider than a line, `missing` the characters that no font has."""

    lines: tuple[SetLine, ...]
    too_wide: tuple[str, ...]
    missing: tuple[str, ...]

    @property
    def height(self) -> float:
        return sum_floats(line.height for line in self.lines)

    @property
    def width(self) -> float:
        return max((line.width for line in self.lines), default=0.0)

    @property
    def items(self) -> tuple[Item, ...]:
        """Return the items of all lines, one below the other."""
        items: list[Item] = []
        y = 0.0
        for line in self.lines:
            items.append(Group(line.items, translate(0, y)))
            y += line.height
        return tuple(items)


def one(text: str, lang: str, *, strong: bool = False, emphasis: bool = False) -> Words:
    """Return a text in one style as words."""
    return (Text(text, lang, strong, emphasis),)


def set_words(
    words: Words,
    size: float,
    width: float,
    leading: float,
    *,
    align: Align = "left",
    justify: bool = False,
    balance: bool = False,
    colour: str = INK,
    font: str = "regular",
    fonts: FontSet = BUNDLED,
    link: str = "",
) -> SetText:
    """Return the words in lines of `width` mm, `leading` ems apart; with `balance` all about equally long.

    `font` is the name, among the game's `fonts`, of the font for words without a style. With `link` all words lead
    there, and look as they do without.
    """
    spans = [_span(word, colour, font, fonts) for word in words]
    # Capitals are in the middle of the line's height.
    baseline = (leading / 2 + middle_of(fonts.name_of(font))) * size
    measured, after = _spaced(measure(spans), words)
    lines = _break(measured, width / size, balance)
    set_lines: list[SetLine] = []
    too_wide: list[str] = []
    for line in lines:
        text = _text_of(measured, line)
        # The gap after the last character of a line is invisible.
        line = replace(line, width=line.width - (after.get(line.end - 1, 0.0) if line.end > line.start else 0.0))
        slack = width / size - line.width
        if slack < -1e-6:
            too_wide.append(text)
        extra = _stretch(measured, line, slack) if justify else {}
        x = {"centre": slack / 2, "right": slack}.get(align, 0.0)
        items = _items(measured, line, words, x * size, size, baseline, after, extra, link)
        set_lines.append(SetLine(items, width if extra else line.width * size, leading * size))
    return SetText(tuple(set_lines), tuple(too_wide), measured.missing)


def natural_width(words: Words, size: float, *, font: str = "regular", fonts: FontSet = BUNDLED) -> float:
    """Return the width of the words in one line, mm."""
    return set_words(words, size, 1e6, 1.0, font=font, fonts=fonts).width


def widest_word(words: Words, size: float, *, font: str = "regular", fonts: FontSet = BUNDLED) -> float:
    """Return the width of the longest unbreakable part of the words, mm."""
    return set_words(words, size, 1e-3, 1.0, font=font, fonts=fonts).width


def _break(measured: Measured, width: float, balance: bool) -> list[Line]:
    """Return lines of `width` ems, broken a little earlier if the last would have only a character or two."""
    lines = break_lines(measured, width)
    if len(lines) < 2 or width > 1e3:
        return lines
    narrower = width
    while narrower > (width / 2 if balance else width - _RUNT_ROOM):
        if not balance and lines[-1].width >= _RUNT:
            break
        narrower -= 0.25
        tried = break_lines(measured, narrower)
        if len(tried) > len(lines) or any(line.width > narrower + 1e-9 for line in tried):
            break
        lines = tried if balance or tried[-1].width >= _RUNT else lines
    return lines


def _span(word: Text, colour: str, font: str, fonts: FontSet) -> Span:
    if word.code:
        return Span(word.text, fonts.name_of("medium"), CODE, word.lang)
    if word.emphasis and not word.strong and font == "regular":
        font = "medium"
    name = fonts.name_of(font)
    return Span(word.text, bold_of(name) if word.strong else name, LINK if word.link else colour, word.lang)


def _spaced(measured: Measured, words: Words) -> tuple[Measured, dict[int, float]]:
    """Return the text with air between scripts and around code, and that air by the index of the character before."""
    after: dict[int, float] = {}
    characters = measured.characters
    for i, (a, b) in enumerate(pairwise(characters)):
        if " " in (a.text, b.text) or "\n" in (a.text, b.text):
            if words[a.span].code != words[b.span].code:
                after[i] = _CODE_GAP / 2
        elif words[a.span].code != words[b.span].code:
            after[i] = _CODE_GAP / 2 if b.text in NOT_FIRST or a.text in NOT_LAST else _CODE_GAP
        elif (is_wide(a.text) and a.text.isalpha() and _is_latin(b.text)) or (
            _is_latin(a.text) and is_wide(b.text) and b.text.isalpha()
        ):
            after[i] = _SCRIPT_GAP
    if not after:
        return measured, after
    wider = tuple(replace(c, advance=c.advance + after[i]) if i in after else c for i, c in enumerate(characters))
    return replace(measured, characters=wider), after


def _is_latin(character: str) -> bool:
    return character.isascii() and character.isalnum()


def _text_of(measured: Measured, line: Line) -> str:
    return "".join(c.text for c in measured.characters[line.start : line.end])


def _stretch(measured: Measured, line: Line, slack: float) -> dict[int, float]:
    """Return the ems to add after characters, by index, that justify the line; Chinese gives anywhere."""
    if line.last or slack <= 0:
        return {}
    characters = measured.characters
    gaps = [
        i
        for i in range(line.start, line.end - 1)
        if characters[i].text == " " or is_wide(characters[i].text) or is_wide(characters[i + 1].text)
    ]
    if not gaps or slack / len(gaps) > _MOST_STRETCH:
        return {}
    return {i: slack / len(gaps) for i in gaps}


def _items(
    measured: Measured,
    line: Line,
    words: Sequence[Text],
    x: float,
    size: float,
    baseline: float,
    after: dict[int, float],
    extra: dict[int, float],
    link: str,
) -> tuple[Item, ...]:
    characters = measured.characters[line.start : line.end]
    if not characters:
        return ()
    # The blank half of an opening mark hangs out of the line; `line.width` does not count it.
    first = characters[0]
    if first.text in "《「『“‘（〈【〔｛" and first.face and first.face.nominal_width(first.text) == first.face.units:
        x -= 0.5 * size
    grounds: list[Item] = []
    runs: list[Item] = []
    position = 0
    while position < len(characters):
        start = characters[position]
        end = position
        while end < len(characters) and (characters[end].face, characters[end].span) == (start.face, start.span):
            end += 1
        shares = [c.advance + extra.get(line.start + position + i, 0.0) for i, c in enumerate(characters[position:end])]
        if start.face is not None:
            span = measured.spans[start.span]
            text = "".join(c.text for c in characters[position:end])
            advances = tuple(advance * size for advance in shares)
            target = link or words[start.span].link
            face = start.face.name
            runs.append(GlyphRun(text, face, size, x, baseline, advances, span.colour, span.lang, link=target))
            if words[start.span].code:
                beyond = after.get(line.start + end - 1, 0.0) + extra.get(line.start + end - 1, 0.0)
                grounds.append(_code_ground(x, baseline, (sum_floats(shares) - beyond) * size, size))
        x += sum_floats(shares) * size
        position = end
    return (*grounds, *runs)


def _code_ground(x: float, baseline: float, width: float, size: float) -> Path:
    """Return the ground behind code."""
    side = 0.14 * size
    return Path(
        rectangle(x - side, baseline - 0.92 * size, width + 2 * side, 1.16 * size, 0.2 * size), fill=CODE_GROUND
    )
