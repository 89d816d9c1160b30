"""Footnotes: at the foot of the page that their number is on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardgen.base.records import dataclass, field
from cardgen.base.units import sum_floats
from cardgen.rulebook.book import Block, Figure, Footnote, Paragraph, Table, Text, Words
from cardgen.rulebook.strips import BookContext, LaidNote, Strip
from cardgen.scene.items import GlyphRun, Group, Item, Path, polyline, translate, walk
from cardgen.scene.tags import Tag

#: Above the first footnote, with the line in it; between footnotes and between their paragraphs; mm.
_ABOVE, _RULE, _BETWEEN, _BETWEEN_PARAGRAPHS = 3.4, 1.4, 0.7, 0.4
#: The length of the line above the footnotes, and the least room for a number, mm.
_RULE_LENGTH, _LABEL = 22.0, 3.6
_LEADING = 1.4


def layout_footnotes(block: Block, context: BookContext) -> None:
    """Lay out the footnotes of a block, as wide as the column. The context keeps them until their page is known."""
    for footnote in _footnotes_in(block):
        context.notes[f"#{footnote.anchor}"] = _layout(footnote, context)


def _footnotes_in(block: Block) -> Iterator[Footnote]:
    """Yield the footnotes of a block. Those of blocks inside of it are laid out with these."""
    texts: Iterable[Words] = ()
    match block:
        case Paragraph():
            texts = (block.words,)
        case Table():
            texts = (*(cell for row in block.rows for cell in row), block.caption)
        case Figure():
            texts = (*(panel.caption for panel in block.panels), block.caption)
    yield from (word.footnote for words in texts for word in words if word.footnote)


def _layout(footnote: Footnote, context: BookContext) -> LaidNote:
    style, note = context.style, context.tag("Note", context.section)
    label = Text(f"{footnote.number}", context.lang, strong=True)
    number = context.set((label,), style.small, 1e3, footnote.place, leading=_LEADING, link=f"#{footnote.mark}")
    indent = max(_LABEL, number.width + _BETWEEN)
    items: list[Item] = [Group(number.parted().items, tag=Tag("Lbl", note))]
    y = 0.0
    for i, words in enumerate(footnote.paragraphs):
        y += _BETWEEN_PARAGRAPHS if i else 0.0
        text = context.set(words, style.small, context.width - indent, footnote.place, leading=_LEADING)
        items.append(Group(text.items, translate(indent, y), tag=Tag("P", note)))
        y += text.height
    return LaidNote(footnote, tuple(items), y, len(context.notes))


@dataclass(slots=True)
class PageNotes:
    """The footnotes of strips, by the numbers that are in them."""

    context: BookContext
    _known: dict[int, tuple[Strip, tuple[LaidNote, ...]]] = field(default_factory=dict)

    def of(self, strips: Iterable[Strip]) -> tuple[LaidNote, ...]:
        """Return the footnotes of strips in their order."""
        if not self.context.notes:
            return ()
        notes = {id(note): note for strip in strips for note in self._of(strip)}
        return tuple(sorted(notes.values(), key=lambda note: note.number))

    def height(self, strips: Iterable[Strip]) -> float:
        """Return the height of the footnotes of strips on one page, mm."""
        return height_of(self.of(strips))

    def _of(self, strip: Strip) -> tuple[LaidNote, ...]:
        known = self._known.get(id(strip))
        if known is None:
            runs = (item for _, item in walk(strip.items) if isinstance(item, GlyphRun) and item.link)
            notes = tuple(self.context.notes[run.link] for run in runs if run.link in self.context.notes)
            known = self._known[id(strip)] = strip, notes
        return known[1]


def height_of(notes: tuple[LaidNote, ...]) -> float:
    """Return the height of footnotes on one page, with the line above them, mm."""
    if not notes:
        return 0.0
    return _ABOVE + sum_floats(note.height for note in notes) + _BETWEEN * (len(notes) - 1)


def place_notes(notes: tuple[LaidNote, ...], bottom: float) -> Iterator[tuple[float, LaidNote]]:
    """Yield the footnotes of a page that end at `bottom`, each with its y."""
    y = bottom - height_of(notes) + _ABOVE
    for note in notes:
        yield y, note
        y += note.height + _BETWEEN


def draw_notes(notes: tuple[LaidNote, ...], bottom: float, context: BookContext) -> tuple[Item, ...]:
    """Return the footnotes of a page in its column, below a line."""
    if not notes:
        return ()
    y = bottom - height_of(notes) + _RULE
    length = min(_RULE_LENGTH, context.width)
    rule = Path(polyline((0, y), (length, y)), stroke=context.palette.rule, stroke_width=0.2)
    return (rule, *(Group(note.items, translate(0, top)) for top, note in place_notes(notes, bottom)))
