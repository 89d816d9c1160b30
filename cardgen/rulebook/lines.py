"""Break words into lines that can be placed on a page one by one."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

from cardgen.base.records import dataclass, replace
from cardgen.base.units import sum_floats
from cardgen.cache.parts import kept_parts
from cardgen.data.fonts import BUNDLED, FontSet
from cardgen.rulebook.book import Align, Text, Words
from cardgen.rulebook.theme import PLAIN, Theme
from cardgen.scene.digests import value_digest
from cardgen.scene.items import PLAIN_PEN, GlyphRun, Gradient, Group, Item, Path, translate
from cardgen.scene.tags import Tag
from cardgen.text.breaking import Line, Stretch, balance_lines, lines_without_runt, stretch
from cardgen.text.faces import cached_by_font
from cardgen.text.fonts import bold_of, middle_of
from cardgen.text.lines import PlacedItems, Setting, draw_line, reach_of
from cardgen.text.measuring import Measured, measure
from cardgen.text.spans import PICTURE, Span

# Between a Chinese character and a Latin letter or digit, in ems.
_SCRIPT_GAP = 0.16
# A justified line is stretched by at most so many ems at each gap; Chinese gives anywhere.
_STRETCH = Stretch(line=1e6, gap=0.7, mixed=True)
# A last line shorter than _RUNT is avoided by shortening the others by at most _RUNT_ROOM, in ems.
_RUNT = 3.0
_RUNT_ROOM = 4.0
#: The size and the rise of raised text, in ems of the line.
_RAISED, _RISE = 0.62, 0.36


@dataclass(frozen=True, slots=True)
class SetLine:
    """One line: items from (0, 0) at its top left; the ink is `width` mm wide and may begin right of 0.

    A `spaced` line ends where there was a space. `tag` is for a text whose lines are several parts of the book.
    """

    items: tuple[Item, ...]
    width: float
    height: float
    spaced: bool = False
    tag: Tag | None = None


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

    def parted(self) -> SetText:
        """Return the text so that what follows it does not begin in the same word."""
        return replace(self, lines=tuple(replace(line, spaced=True) for line in self.lines))

    def tagged(self, tag: Tag) -> SetText:
        """Return the text with a tag on its lines, to be placed in one group with other parts."""
        return replace(self, lines=tuple(replace(line, tag=tag) for line in self.lines))

    @property
    def items(self) -> tuple[Item, ...]:
        """Return the items of all lines, one below the other."""
        items: list[Item] = []
        y = 0.0
        for line in self.lines:
            items.append(Group(line.items, translate(0, y), tag=line.tag, spaced=line.spaced))
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
    colour: str = "",
    font: str = "regular",
    fonts: FontSet = BUNDLED,
    link: str = "",
    theme: Theme = PLAIN,
    mirrored: bool = False,
) -> SetText:
    """Return the words in lines of `width` mm, `leading` ems apart; with `balance` all about equally long.

    For a page that is `mirrored`, lines are from -`width` to 0 instead, and the alignment is from the right.

    `font` is the role of words without a style: `regular`, `medium` or `bold`. The theme chooses their font among the
    game's `fonts`, and their colour if none is given. With `link` all words lead there, and look as they do without.
    """
    spans = tuple([_span(word, size, colour or theme.palette.text, font, fonts, theme, link) for word in words])
    # Capitals are in the middle of the line's height.
    middle = middle_of(theme.typefaces.name(font, fonts))
    baseline = (leading / 2 + middle) * size
    kept = kept_parts()
    if any(span.picture for span in spans):
        return _set_spans(spans, size, width, leading, baseline, align, justify, balance, mirrored, middle)
    if kept is None:
        return _set_spans(spans, size, width, leading, baseline, align, justify, balance, mirrored)
    key = value_digest(
        "lines", *map(_values_of_span, spans), size, width, leading, baseline, align, justify, balance, mirrored
    )
    value = kept.get(key)
    if value is not None:
        return _text_of(value)
    text = _set_spans(spans, size, width, leading, baseline, align, justify, balance, mirrored)
    value = _values_of(text)
    if value is not None:
        kept.put(key, value)
    return text


def _set_spans(
    spans: tuple[Span, ...],
    size: float,
    width: float,
    leading: float,
    baseline: float,
    align: Align,
    justify: bool,
    balance: bool,
    mirrored: bool,
    middle: float | None = None,
) -> SetText:
    """Return the spans in lines. If the `middle` of capitals is given, lines with high pictures are higher."""
    measured = _measure(spans)
    set_lines: list[SetLine] = []
    too_wide: list[str] = []
    for line in _lines_of(measured, width / size, balance):
        slack = width / size - line.width
        if slack < -1e-6:
            too_wide.append(measured.text[line.start : line.end])
        extra = stretch(measured, line, slack, _STRETCH) if justify else {}
        placed = PlacedItems(size, Setting())
        above, below = (0.0, 0.0) if middle is None else _more_room(measured, line, leading, middle)
        begin = {"centre": slack / 2, "right": slack}.get(align, 0.0)
        begin = -(begin + (width / size if extra else line.width)) if mirrored else begin
        draw_line(placed, measured, line, begin, baseline + above * size, extra)
        # A line may end before or after a space, which is not drawn.
        spaced = any(map(str.isspace, measured.text[max(line.start, line.end - 1) : line.end + 1]))
        ink = width if extra else line.width * size
        set_lines.append(SetLine(tuple(placed.items), ink, (leading + above + below) * size, spaced))
    return SetText(tuple(set_lines), tuple(too_wide), measured.missing)


def _more_room(measured: Measured, line: Line, leading: float, middle: float) -> tuple[float, float]:
    """Return how much more room than other lines a line with pictures needs above and below, in ems."""
    above, below = reach_of(measured, line, Setting(leading), middle)
    return above - (leading / 2 + middle), below - (leading / 2 - middle)


def natural_width(
    words: Words, size: float, *, font: str = "regular", fonts: FontSet = BUNDLED, theme: Theme = PLAIN
) -> float:
    """Return the width of the words in one line, mm."""
    return _width(words, size, 1e6, font, fonts, theme)


def widest_word(
    words: Words, size: float, *, font: str = "regular", fonts: FontSet = BUNDLED, theme: Theme = PLAIN
) -> float:
    """Return the width of the longest unbreakable part of the words, mm."""
    return _width(words, size, 1e-3, font, fonts, theme)


def _width(words: Words, size: float, width: float, font: str, fonts: FontSet, theme: Theme) -> float:
    """Return the length of the longest line of `width` mm."""
    spans = tuple([_span(word, size, theme.palette.text, font, fonts, theme, "") for word in words])
    kept = None if any(span.picture for span in spans) else kept_parts()
    key = value_digest("width", *map(_values_of_span, spans), size, width) if kept else ""
    value = kept.get(key) if kept else None
    if isinstance(value, float):
        return value
    lines = _lines_of(_measure(spans), width / size, False)
    longest = max((line.width * size for line in lines), default=0.0)
    if kept:
        kept.put(key, longest)
    return longest


# ---------------------------------------------------------------- texts that are kept

_values_of_span = attrgetter(*Span.__match_args__)


def _values_of(text: SetText) -> tuple[Any, ...] | None:
    """Return a text as plain values; None for one with other items than plain runs and shapes."""
    lines = []
    for line in text.lines:
        items = []
        for item in line.items:
            if isinstance(item, GlyphRun) and item.glyphs is None:
                kind: tuple[str, ...] = tuple(GlyphRun.__match_args__)
            elif isinstance(item, Path) and item.pen == PLAIN_PEN and not isinstance(item.fill, Gradient):
                kind = tuple(Path.__match_args__)[:-1]  # all but the pen
            else:
                return None
            items.append((isinstance(item, Path), *(getattr(item, name) for name in kind)))
        lines.append((items, line.width, line.height, line.spaced))
    return lines, text.too_wide, text.missing


def _text_of(values: tuple[Any, ...]) -> SetText:
    lines, too_wide, missing = values
    set_lines = [
        SetLine(tuple((Path if is_path else GlyphRun)(*own) for is_path, *own in items), *others)
        for items, *others in lines
    ]
    return SetText(tuple(set_lines), too_wide, missing)


@cached_by_font(1024)  # the words of a table and of a list of contents are measured several times
def _measure(spans: tuple[Span, ...]) -> Measured:
    return measure(spans, script_gap=_SCRIPT_GAP, keeps_direction=True)


def _lines_of(measured: Measured, width: float, balance: bool) -> list[Line]:
    """Return lines of `width` ems; the last of several is not just a character or two."""
    return balance_lines(measured, width) if balance else lines_without_runt(measured, width, _RUNT, _RUNT_ROOM)


def _span(word: Text, size: float, colour: str, font: str, fonts: FontSet, theme: Theme, link: str) -> Span:
    target, palette, typefaces = link or word.link, theme.palette, theme.typefaces
    if word.icon is not None:
        shown = palette.link if word.link else colour
        inset = word.icon.draw(shown, word.lang, size)
        return Span(PICTURE, typefaces.name(font, fonts), shown, word.lang, picture=inset, link=target)
    if word.code:
        return Span(
            word.text, fonts.name_of(typefaces.code), palette.code, word.lang, ground=palette.code_ground, link=target
        )
    name = typefaces.name(font, fonts)
    if word.emphasis and not word.strong and font == "regular":
        name = typefaces.emphasis(fonts)
    shown = palette.link if word.link else colour
    if word.raised:
        return Span(word.text, name, shown, word.lang, scale=_RAISED, rise=_RISE, link=target)
    return Span(word.text, bold_of(name) if word.strong else name, shown, word.lang, link=target)
