"""Fonts inside a web page: a reader's system may have no Chinese font, and lacks a game's own fonts."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterable, Sequence

from cardgen.text.faces import subset_font
from cardgen.text.fonts import face_for, face_named

#: The fonts of a page, with their weights in CSS.
_WEIGHTS = (("regular", "400"), ("bold", "600 900"))

#: The families of the bundled faces, by the beginning of their names.
_FAMILIES = {"latin": "Barlow", "han": "Cardgen Sans SC", "hant": "Cardgen Sans TC"}


def font_faces(
    characters: Iterable[str],
    languages: Sequence[str],
    named: Callable[[str], str] = str,
    family: str = "",
    weights: Sequence[tuple[str, str]] = _WEIGHTS,
) -> str:
    """Return CSS rules with the fonts `regular` and `bold`, cut down to these characters in these languages.

    `weights` are other fonts with their weights in CSS.

    They are the bundled `Barlow`, `Cardgen Sans SC` and `Cardgen Sans TC`; or, if `named` maps the titles of a game's
    fonts to their names, the faces of those in one `family`, each for its own characters, so that text has the same
    faces as on paper. For a character that no font has, the browser uses a font of the system.
    """
    wanted = sorted(set(characters))
    rules = []
    for font, weight in weights:
        by_face: dict[str, set[str]] = {}
        for character in wanted:
            for language in languages:
                if face := face_for(character, named(font), language):
                    by_face.setdefault(face.name, set()).add(character)
        for name, used in sorted(by_face.items()):
            content = subset_font(face_named(name), sorted(used))
            data, kind = base64.b64encode(content).decode("ascii"), "otf" if content[:4] == b"OTTO" else "ttf"
            css_family = family or _FAMILIES[name.split("-")[0]]
            rule = f'font-family: "{css_family}"; font-weight: {weight}; src: url(data:font/{kind};base64,{data});'
            rule += f" unicode-range: {_ranges(used)};" if family else ""
            rules.append(f"@font-face {{ {rule} }}\n")
    return "".join(rules)


def _ranges(characters: Iterable[str]) -> str:
    """Return the characters as a CSS unicode-range: U+20, U+41-5A."""
    ranges: list[list[int]] = []
    for point in sorted(map(ord, characters)):
        if ranges and ranges[-1][1] == point - 1:
            ranges[-1][1] = point
        else:
            ranges.append([point, point])
    return ", ".join(f"U+{first:X}" + (f"-{last:X}" if last > first else "") for first, last in ranges)
