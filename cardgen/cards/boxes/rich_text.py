"""Texts with marks as blocks and spans that can be set."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cardgen.base.errors import WrongValueError
from cardgen.base.records import dataclass, replace
from cardgen.base.words.messages import message
from cardgen.cards.boxes.context import DrawContext
from cardgen.data.templates.markup import Icon, Manner, Markup, Passage, Piece, Ruby
from cardgen.data.templates.models import TextStyle
from cardgen.text.blocks import Block
from cardgen.text.fonts import bold_of, face_named, faces_of, is_wide, italic_of
from cardgen.text.spans import PICTURE, Span

#: tan 12°: the slant of letters without an italic face of their own.
SLANT = 0.2126

# Entries of a list are closer together than paragraphs.
_LIST_SHARE = 0.5

_WIDE = "\u2e80-\ua4cf\uf900-\ufaff\ufe30-\uffef\U00020000-\U0003ffff"
_WIDE_PART = f"[{_WIDE}]+|[^{_WIDE}]+"
_CHINESE_PART = f"[{_WIDE}“”‘’…—·]+|[^{_WIDE}“”‘’…—·]+"
_BROKEN = re.compile(r"(?<=[\u3000-\u9fff\uff00-\uffef]) (?=[\u3000-\u9fff\uff00-\uffef])")

# A number of one or two figures by itself, for vertical text.
_SHORT_NUMBER = re.compile(r"((?<![0-9A-Za-z.,:/+-])[0-9]{1,2}(?![0-9A-Za-z.,:/%+-]))")


def without_breaks(text: str, lang: str) -> str:
    """Return a text of a file without the spaces that broken lines have left between Chinese characters."""
    return _BROKEN.sub("", text) if lang.startswith("zh") and " " in text else text


@dataclass(frozen=True, slots=True)
class _SpanWriter:
    """Turns pieces of a text into spans, by the style of the text around them."""

    style: TextStyle
    font: str
    lang: str
    context: DrawContext

    def spans(self, piece: Piece) -> Iterator[Span]:
        span = self._span(piece.manner)
        if isinstance(piece, Icon):
            size = self.style.size * self.style.scale * span.scale
            picture = self.context.marks.icon(piece.name, span.colour, self.lang, size)
            yield replace(span, text=PICTURE, picture=picture)
        elif isinstance(piece, Ruby):
            for base, reading in piece.pairs:
                yield replace(span, text=base, reading=reading)
        elif piece.manner.italic:
            yield from self._italic(replace(span, text=piece.text))
        else:
            yield replace(span, text=piece.text)

    def _span(self, manner: Manner) -> Span:
        font, colour, scale, rise = self.font, self.style.colour, 1.0, 0.0
        underline, strike, features = self.style.underline, self.style.strike, self.style.features
        for name in manner.styles:
            words = self.context.marks.word_style(name)
            font = self.context.font(words.font) if words.font else font
            colour = words.colour or colour
            scale = words.scale * (words.size / (self.style.size * self.style.scale) if words.size else scale)
            rise += words.rise
            underline, strike = underline or words.underline, strike or words.strike
            features += words.features
        font = bold_of(font) if manner.bold else font
        if features:
            _check_features(features, font, self.lang)
        return Span(
            "", font, colour, self.lang, scale, rise=rise, underline=underline, strike=strike, features=features
        )

    def _italic(self, span: Span) -> Iterator[Span]:
        """Yield spans in which letters are italic or slanted, and Chinese characters have the dots of emphasis."""
        asian = self.lang[:2] in ("zh", "ja", "ko")
        for part in re.findall(_CHINESE_PART if asian else _WIDE_PART, span.text):
            # Figures and marks are upright in Chinese text, as its characters are.
            if not re.search("[A-Za-z]", part) if asian else is_wide(part[0]):
                yield replace(span, text=part, dotted=True)
            elif italic := italic_of(span.font):
                yield replace(span, text=part, font=italic)
            else:
                yield replace(span, text=part, slant=SLANT)


def _check_features(features: Sequence[str], font: str, lang: str) -> None:
    """Raise WrongValueError for a feature that none of a font's faces has."""
    tags = sorted({tag for name in faces_of(font, lang) for tag in face_named(name).features})
    for feature in features:
        if feature.lstrip("-") not in tags:
            problem = message("features: the font has no {feature!r}", feature=feature.lstrip("-"))
            raise WrongValueError(problem, message("it has {names}", names=", ".join(tags) or "-"))


def text_blocks(markup: Markup, style: TextStyle, font: str, lang: str, context: DrawContext) -> list[Block]:
    """Return the blocks of a text. An empty passage is an empty line, or nothing if there is air between paragraphs."""
    writer = _SpanWriter(style, font, lang, context)
    air = style.paragraph or 0.0
    blocks: list[Block] = []
    for passage in markup.passages:
        spans = [span for piece in passage.pieces for span in writer.spans(piece)]
        if style.direction == "vertical":
            spans = [part for span in spans for part in _numbers_upright(span)]
        if not spans and style.paragraph is not None:
            continue
        near = bool(blocks) and bool(blocks[-1].bullet) and bool(passage.bullet)
        blocks.append(_block(passage, spans, style, font, lang, air * (_LIST_SHARE if near else 1.0)))
    return blocks


def _block(passage: Passage, spans: list[Span], style: TextStyle, font: str, lang: str, before: float) -> Block:
    spans = spans or [Span("", font, style.colour, lang)]
    if not passage.bullet:
        return Block(tuple(spans), indent=style.indent, before=before, kept=_is_heading(passage))
    bullet = Span(passage.bullet, font, style.colour, lang)
    return Block(
        tuple(spans),
        tuple(_numbers_upright(bullet)) if style.direction == "vertical" else (bullet,),
        passage.level,
        before=before,
    )


def _is_heading(passage: Passage) -> bool:
    """Return True for a passage that is bold or in a style of its own from its first word to its last."""
    return bool(passage.pieces) and all(piece.manner.bold or piece.manner.styles for piece in passage.pieces)


def _numbers_upright(span: Span) -> Iterator[Span]:
    """Yield the span in parts, so that short numbers are upright on one square of a column."""
    if span.picture is not None or span.reading:
        yield span
        return
    for i, part in enumerate(_SHORT_NUMBER.split(span.text)):
        if part:
            yield replace(span, text=part, upright=True) if i % 2 else replace(span, text=part)
