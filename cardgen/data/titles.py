"""The texts of game.yaml that stand on sheets, boxes and booklets: set in the game's font `regular` and its like."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from unicodedata import category, normalize

from cardgen.data.model import Game
from cardgen.data.places import Key
from cardgen.errors import PRINT_CODES, Finding
from cardgen.text.fonts import NEVER_ALONE, face_for, missing_glyph

_FONT = "regular"


def bring_a_font(character: str) -> str:
    """How a game comes by a character that the bundled fonts lack, wherever it is printed; no font helps a mark."""
    told = f"cardgen fonts add FILE --name {_FONT} sets all that is printed in a font of the game's own"
    return "" if category(character) in NEVER_ALONE else told


def title_findings(game: Game) -> list[Finding]:
    """The characters of titles, and of the names of the author and the licence, that the font `regular` has not."""
    font = game.fonts.name_of(_FONT)
    named: list[tuple[Key, Any]] = [(("author",), game.file.author), (("licence", "name"), game.file.licence.name)]
    found = []
    for path, text in [*named, *_titles(game.marked.value, ())]:
        for character in sorted(set(normalize("NFC", text))):
            if character != "\n" and face_for(character, font, str(path[-1])) is None:
                message, hint = missing_glyph(character, font, game.fonts.names)
                told = f"{'.'.join(map(str, path))}: {message}"
                hint = "; ".join(filter(None, [hint, bring_a_font(character)]))
                name = "missing-glyph"
                found.append(Finding(game.marked.place(*path), PRINT_CODES[name], name, told, hint))
    return found


def _titles(value: Any, path: Key) -> Iterator[tuple[Key, str]]:
    """Every title at or below `path`, in each of its languages."""
    if not isinstance(value, dict):
        return
    for key, inner in value.items():
        if key == "titles" and isinstance(inner, dict):
            for lang, text in inner.items():
                if isinstance(text, str):
                    yield (*path, key, lang), text
        else:
            yield from _titles(inner, (*path, key))
