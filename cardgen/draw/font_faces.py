"""The bundled fonts inside a web page: a reader's system may have no Chinese font at all."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence

from cardgen.draw.fonts import face_for, face_named, subset_font

#: The fonts that a page has, and what of its text they set.
_WEIGHTS = (("regular", "400"), ("bold", "600 900"))


def font_faces(characters: Iterable[str], languages: Sequence[str]) -> str:
    """CSS rules with the bundled fonts, `Barlow` and `Cardgen Sans SC`, cut down to what texts of these characters in
    these languages need. A character that no font has is left to the reader's.
    """
    wanted = sorted(set(characters))
    rules = []
    for font, weight in _WEIGHTS:
        by_face: dict[str, set[str]] = {}
        for character in wanted:
            for language in languages:
                if face := face_for(character, font, language):
                    by_face.setdefault(face.name, set()).add(character)
        for name, used in sorted(by_face.items()):
            data = base64.b64encode(subset_font(face_named(name), sorted(used))).decode("ascii")
            family = "Cardgen Sans SC" if name.startswith("han") else "Barlow"
            source = f"url(data:font/ttf;base64,{data})"
            rules.append(f'@font-face {{ font-family: "{family}"; font-weight: {weight}; src: {source}; }}\n')
    return "".join(rules)
