"""Fonts inside a web page: a reader's system may have no Chinese font at all, and has none of a game's own."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterable, Sequence

from cardgen.text.fonts import face_for, face_named, subset_font

#: The fonts that a page has, and what of its text they set.
_WEIGHTS = (("regular", "400"), ("bold", "600 900"))


def font_faces(
    characters: Iterable[str], languages: Sequence[str], named: Callable[[str], str] = str, family: str = ""
) -> str:
    """CSS rules with the fonts `regular` and `bold`, cut down to what texts of these characters in these languages
    need. A character that no font has is left to the reader's.

    They are the bundled ones, `Barlow` and `Cardgen Sans SC`, unless `named` tells by what name other fonts are known.
    All faces of those are one `family`, each for its own characters: so a text has the faces that it has on paper.
    """
    wanted = sorted(set(characters))
    rules = []
    for font, weight in _WEIGHTS:
        by_face: dict[str, set[str]] = {}
        for character in wanted:
            for language in languages:
                if face := face_for(character, named(font), language):
                    by_face.setdefault(face.name, set()).add(character)
        for name, used in sorted(by_face.items()):
            content = subset_font(face_named(name), sorted(used))
            data, kind = base64.b64encode(content).decode("ascii"), "otf" if content[:4] == b"OTTO" else "ttf"
            called = family or ("Cardgen Sans SC" if name.startswith("han") else "Barlow")
            told = f'font-family: "{called}"; font-weight: {weight}; src: url(data:font/{kind};base64,{data});'
            told += f" unicode-range: {_ranges(used)};" if family else ""
            rules.append(f"@font-face {{ {told} }}\n")
    return "".join(rules)


def _ranges(characters: Iterable[str]) -> str:
    """The characters as CSS tells them: U+20, U+41-5A."""
    found: list[list[int]] = []
    for point in sorted(map(ord, characters)):
        if found and found[-1][1] == point - 1:
            found[-1][1] = point
        else:
            found.append([point, point])
    return ", ".join(f"U+{first:X}" + (f"-{last:X}" if last > first else "") for first, last in found)
