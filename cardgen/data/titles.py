"""The texts of game.yaml that are printed on sheets, boxes and booklets, in the game's font `regular`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from unicodedata import normalize

from cardgen.base.errors import Finding, Text, join_hints
from cardgen.base.words.messages import message
from cardgen.data.model import Game
from cardgen.data.places import Key
from cardgen.text.codes import MISSING_GLYPH
from cardgen.text.fonts import face_for, is_mark, missing_glyph

_FONT = "regular"


def own_font_hint(character: str) -> Text:
    """Return a hint on how to add a font with a character that the bundled fonts lack; "" for a combining mark."""
    if is_mark(character):
        return ""
    return message("set all printed text in a font of your own: cardgen fonts add FILE --name {font}", font=_FONT)


def title_findings(game: Game) -> list[Finding]:
    """Return a finding for each character of a title, or of the author's or licence's name, that `regular` lacks."""
    font = game.fonts.name_of(_FONT)
    findings = []
    for path, printed in _printed_texts(game):
        for character in sorted(set(normalize("NFC", printed))):
            if character != "\n" and face_for(character, font, str(path[-1])) is None:
                problem, hint = missing_glyph(character, font, game.fonts.names)
                keys = ".".join(map(str, path))
                text = message("{key}: {problem}", key=keys, problem=problem)
                hint = join_hints(hint, own_font_hint(character))
                findings.append(MISSING_GLYPH.finding(game.marked.place(*path), text, hint))
    return findings


def _printed_texts(game: Game) -> Iterator[tuple[Key, str]]:
    yield ("author",), game.file.author
    yield ("licence", "name"), game.file.licence.name
    yield from _titles(game.marked.value, ())


def _titles(value: Any, path: Key) -> Iterator[tuple[Key, str]]:
    """Yield every title at or below `path`, in each of its languages."""
    if not isinstance(value, dict):
        return
    for key, inner in value.items():
        if key == "titles" and isinstance(inner, dict):
            for lang, text in inner.items():
                if isinstance(text, str):
                    yield (*path, key, lang), text
        else:
            yield from _titles(inner, (*path, key))
