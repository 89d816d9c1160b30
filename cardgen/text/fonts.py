"""Fonts: their faces with characters, advances and outlines. Files are opened when they are first used.

Names of faces and fonts are unique in the process. The names of a game's own ones contain a hash of their content
(`make_face`): two games, or two versions of one, can use the same title for different fonts.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Set
from functools import lru_cache
from pathlib import Path
from unicodedata import category, normalize
from unicodedata import name as name_of_character

from cardgen.base.errors import Text
from cardgen.base.records import dataclass, replace
from cardgen.base.words.catalogues import is_traditional
from cardgen.base.words.messages import joined, message
from cardgen.scene.items import SQUARE_TOP, GlyphRun, Glyphs
from cardgen.text.faces import DrawSvg, Face, cached_by_font, clear_font_caches

FONT_FOLDER = Path(__file__).parent.parent / "assets" / "fonts"

#: The files of the bundled faces by name.
FACES = {
    "latin": "Barlow-Regular.ttf",
    "latin-medium": "Barlow-SemiBold.ttf",
    "latin-bold": "Barlow-Bold.ttf",
    "latin-condensed": "BarlowCondensed-SemiBold.ttf",
    "latin-condensed-bold": "BarlowCondensed-Bold.ttf",
    "han": "CardgenSansSC-Regular.ttf",
    "han-medium": "CardgenSansSC-Medium.ttf",
    "han-bold": "CardgenSansSC-Bold.ttf",
    "hant": "CardgenSansTC-Regular.ttf",
    "hant-medium": "CardgenSansTC-Medium.ttf",
    "hant-bold": "CardgenSansTC-Bold.ttf",
}

#: The licence texts of the bundled faces by the beginning of their file names; all are the SIL Open Font License 1.1.
LICENCES = {
    "Barlow": "OFL-Barlow.txt",
    "CardgenSansSC": "OFL-CardgenSansSC.txt",
    "CardgenSansTC": "OFL-CardgenSansTC.txt",
}

#: The bundled fonts of templates: a Latin face and the Chinese faces of one weight, simplified before traditional.
FONTS = {
    "regular": ("latin", "han", "hant"),
    "medium": ("latin-medium", "han-medium", "hant-medium"),
    "bold": ("latin-bold", "han-bold", "hant-bold"),
    "condensed": ("latin-condensed", "han-medium", "hant-medium"),
    "condensed-bold": ("latin-condensed-bold", "han-bold", "hant-bold"),
}

# For text in traditional characters these faces replace each other.
_PAIRS = (("han", "hant"), ("han-medium", "hant-medium"), ("han-bold", "hant-bold"))
_TRADITIONAL_ORDER = {a: b for pair in _PAIRS for a, b in (pair, pair[::-1])}

#: The fonts for bold parts of text in a bundled font, if that is not `bold`.
BOLD_PARTNERS = {"condensed": "condensed-bold", "condensed-bold": "condensed-bold"}

# Marks of full width in the Chinese face, for Chinese and Japanese text, and narrow in the Latin face, for English.
SHARED_PUNCTUATION = frozenset("“”‘’…—·")

#: Characters that are never drawn (Default_Ignorable_Code_Point), such as joiners and variation selectors.
IGNORABLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\ufe00-\ufe0f\ufeff\U000e0000-\U000e0fff]"
)


@lru_cache(maxsize=64)
def _bundled_face(name: str) -> Face:
    return Face(name, FONT_FOLDER / FACES[name])


_own_faces: dict[str, Face] = {}
_own_fonts: dict[str, Font] = {}


def face_named(name: str) -> Face:
    """Return the face of that name: a key of FACES, or one registered. KeyError for any other name."""
    return _own_faces.get(name) or _bundled_face(name)


def face_file(name: str) -> bytes | None:
    """Return the font file of a face; None if there is no face of that name."""
    try:
        face = face_named(name)
    except KeyError:
        return None
    return face.file.read_bytes() if face.content is None else face.content


def make_face(content: bytes, file: Path, draw_svg: DrawSvg | None = None) -> Face:
    """Make a face of a game's own font and register it under a name made from its content, which is one static font."""
    name = f"{file.stem}#{hashlib.sha256(content).hexdigest()[:32]}"
    return register_face(Face(name, file, content, draw_svg))


def register_face(face: Face) -> Face:
    """Register a face, and return the registered face of its name, which may be an earlier one."""
    return _own_faces.setdefault(face.name, face)


@dataclass(frozen=True, slots=True)
class Font:
    """A font: the faces that are searched in order for each character, and the fonts for bold and italic text.

    `title` is the font's name in templates, `name` its unique name for `runs_of`. `italic` is None if there is none.
    """

    name: str
    title: str
    faces: tuple[str, ...]
    bold: str = "bold"
    italic: str | None = None


def register_font(font: Font) -> Font:
    """Register a game's own font under its `name`, which must depend on its whole content."""
    return _own_fonts.setdefault(font.name, font)


@lru_cache(maxsize=64)
def _bundled_font(name: str) -> Font:
    return Font(name, name, FONTS[name], BOLD_PARTNERS.get(name, "bold"))


def font_named(name: str) -> Font:
    """Return the font of that name: a key of FONTS, or one registered. KeyError for any other name."""
    return _own_fonts.get(name) or _bundled_font(name)


def bold_of(font: str) -> str:
    """Return the name of the font for bold text."""
    return font_named(font).bold


def italic_of(font: str) -> str | None:
    """Return the name of the font for italic text; None if there is none."""
    return font_named(font).italic


#: The middle of a line above its baseline, in ems: half the height of the bundled faces' capitals.
_MIDDLE = 0.36


@lru_cache(maxsize=256)
def middle_of(font: str) -> float:
    """Return the middle of the font's capitals above the baseline, in ems."""
    first = font_named(font).faces[0]
    return _MIDDLE if first in FACES else face_named(first).cap_height / 2


def character_words(character: str) -> str:
    """Return a character with its code point and its name."""
    code = f"U+{ord(character):04X} {name_of_character(character, '')}".rstrip()
    return f"{character!r} ({code})"


def missing_glyph(character: str, font: str, others: Iterable[str] = ()) -> tuple[Text, Text]:
    """Return a message about a character that a font lacks, and a hint: which of the `others` has it.

    The message's value `character` names the character.
    """
    searched = font_named(font)
    text = message(
        "the font {font!r} has no {character}; searched: {faces}",
        font=searched.title,
        character=character_words(character),
        faces=joined(face_named(face).title for face in searched.faces),
    )
    if is_mark(character):
        return text, message("combining or control character: use the precomposed letter")
    for other in map(font_named, others):
        face = next((face for face in map(face_named, other.faces) if face.has(character)), None)
        if face:
            return text, message("the font {font!r} has it, in {face}", font=other.title, face=face.title)
    return text, ""


def is_mark(character: str) -> bool:
    """Return True for a mark that is drawn on another character, such as a combining accent."""
    return category(character).startswith("M")


def is_wide(character: str) -> bool:
    """Return True for characters that fill a square of Chinese text (the wide and full-width ranges of UAX #11)."""
    return (
        "\u2e80" <= character <= "\ua4cf"
        or "\uf900" <= character <= "\ufaff"
        or "\ufe30" <= character <= "\uffef"
        or ("\U00020000" <= character <= "\U0003ffff")
    )


def characters_of(run: GlyphRun) -> Iterator[GlyphRun]:
    """Yield each character of a column as its own run, upright on its square."""
    face, top = face_named(run.face), run.baseline
    numbers = run.glyphs.numbers if run.glyphs else [None] * len(run.text)
    for character, number, advance in zip(run.text, numbers, run.advances, strict=True):
        glyph = face.glyph(character) if number is None else number
        width = (face.advance(glyph) if glyph is not None else face.units) / face.units * run.size
        x, baseline = run.x - width / 2, top + SQUARE_TOP * run.size
        own = None if number is None else Glyphs((number,), (0,))
        yield replace(run, text=character, x=x, baseline=baseline, advances=(width,), vertical=False, glyphs=own)
        top += advance


def glyphs_of(run: GlyphRun) -> Iterator[GlyphRun]:
    """Yield each glyph of a run in a line as a run of its own, at its place."""
    pen = run.x
    if run.glyphs is None:
        for character, advance in zip(run.text, run.advances, strict=True):
            yield replace(run, text=character, x=pen, advances=(advance,))
            pen += advance
        return
    for i, (number, cluster, advance) in enumerate(
        zip(run.glyphs.numbers, run.glyphs.clusters, run.advances, strict=True)
    ):
        x, y = run.glyphs.offsets[i] if run.glyphs.offsets else (0.0, 0.0)
        yield replace(
            run,
            text=run.text[cluster],
            x=pen + x * run.size,
            baseline=run.baseline - y * run.size,
            advances=(advance,),
            glyphs=Glyphs((number,), (0,)),
        )
        pen += advance


@cached_by_font(256)
def faces_of(font: str, lang: str) -> tuple[str, ...]:
    """Return the names of a font's faces in the order in which they are searched for text in a language."""
    faces = font_named(font).faces
    return tuple(_TRADITIONAL_ORDER.get(name, name) for name in faces) if is_traditional(lang) else faces


@cached_by_font(16_384)
def face_for(cluster: str, font: str, lang: str) -> Face | None:
    """Return the face for a character, or for one with marks, in a font and a language; None if no face has all of it.

    Characters that are never drawn need no glyph. A composed letter may be drawn from its parts.
    """
    faces = [face_named(name) for name in faces_of(font, lang)]
    if cluster in SHARED_PUNCTUATION:
        chinese = lang.startswith(("zh", "yue", "ja"))
        faces.sort(key=lambda face: face.is_chinese != chinese)
    drawn = IGNORABLE.sub("", cluster)
    for needed in (drawn, normalize("NFD", drawn)):
        for face in faces:
            if all(map(face.has, needed)) and not face.is_part_only(needed):
                return face
    return None


def forget_fonts(faces: Set[str], fonts: Set[str]) -> None:
    """Drop all registered faces and fonts except those named, and cached results."""
    unused = (_own_faces.keys() - faces) | (_own_fonts.keys() - fonts)
    for name in unused:
        _own_faces.pop(name, None)
        _own_fonts.pop(name, None)
    if unused:
        clear_font_caches()
