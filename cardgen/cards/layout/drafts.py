"""The mark of a draft on cards and pages: a small plate near the edge, where no text is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from cardgen.base.records import replace
from cardgen.base.words.messages import printed
from cardgen.cards.layout.cards import Laid, LaidCard
from cardgen.scene.items import Group, Path, Scene, rectangle
from cardgen.text.blocks import place_flow
from cardgen.text.paragraphs import layout_paragraph
from cardgen.text.spans import Span

_INK, _PAPER = "#1b2230", "#ffffff"
#: The size of the word, the height of its plate, and its distance from the edge, mm.
_SIZE, _HEIGHT, _EDGE = 1.6, 2.2, 0.35
#: On paper the plate is so far from the edge, mm, and at most this share of the page's height.
_MARGIN, _MARGIN_SHARE = 4.6, 0.025
#: Where there is no room for a plate, the word is as wide as this share of the page, and so opaque.
_SHARE, _OPACITY = 0.7, 0.25


def draft_words(languages: Sequence[str]) -> str:
    """Return the word for a draft in the languages of a game, each once."""
    word = printed("DRAFT")
    return " · ".join(dict.fromkeys(word.in_language(lang) for lang in languages))


def mark_decks(
    decks: Mapping[str, tuple[LaidCard, ...]], free: Mapping[str, float], languages: Sequence[str]
) -> dict[str, tuple[LaidCard, ...]]:
    """Return the cards of decks with the mark on each side; `free` has the width of the edge without text, mm."""
    marked: dict[int, Laid] = {}

    def mark(side: Laid, deck: str) -> Laid:
        if id(side) not in marked:
            marked[id(side)] = replace(side, scene=mark_draft(side.scene, languages, free[deck]))
        return marked[id(side)]

    return {
        deck: tuple(
            replace(card, face=mark(card.face, deck), back=mark(card.back, deck) if card.back else None)
            for card in cards
        )
        for deck, cards in decks.items()
    }


def mark_pages(scenes: Iterable[Scene], languages: Sequence[str], layer: str = "") -> list[Scene]:
    """Return pages with the mark in the margin at their upper edge, where printers print; in an SVG, in a `layer`."""
    return [_marked(scene, languages, min(_MARGIN, _MARGIN_SHARE * scene.height), layer) for scene in scenes]


def mark_draft(scene: Scene, languages: Sequence[str], free: float) -> Scene:
    """Return a scene that says that it is a draft.

    A plate with the word is at the middle of the upper edge if its first `free` mm have no text, otherwise a large
    faint word over the whole, through which all text can be read.
    """
    return _marked(scene, languages, _EDGE if free >= _EDGE + _HEIGHT else None)


def _marked(scene: Scene, languages: Sequence[str], top: float | None, layer: str = "") -> Scene:
    """Return a scene with the plate `top` mm below its upper edge, or with the faint word if that is None."""
    words = draft_words(languages)
    mark = _veil(scene, words, languages[0]) if top is None else _plate(scene, words, languages[0], top)
    mark = replace(mark, layer=layer)
    return replace(scene, items=(*scene.items, mark), title=f"{scene.title} · {words}" if scene.title else words)


def _plate(scene: Scene, words: str, lang: str, top: float) -> Group:
    flow = layout_paragraph([Span(words, "bold", _INK, lang)], _SIZE, 1e6, leading=1.0)
    width = flow.width + 1.6
    left = (scene.width - width) / 2
    plate = Path(rectangle(left, top, width, _HEIGHT, 0.6), fill=_PAPER, stroke=_INK, stroke_width=0.15)
    return Group((plate, *place_flow(flow, left + 0.8, top + (_HEIGHT - flow.height) / 2)))


def _veil(scene: Scene, words: str, lang: str) -> Group:
    width = layout_paragraph([Span(words, "bold", _INK, lang)], 1.0, 1e6, leading=1.0).width
    flow = layout_paragraph([Span(words, "bold", _INK, lang)], _SHARE * scene.width / width, 1e6, leading=1.0)
    items = place_flow(flow, (scene.width - flow.width) / 2, (scene.height - flow.height) / 2)
    return Group(items, opacity=_OPACITY)
