"""Fonts: their faces with characters, advances and outlines. Files are opened when they are first used.

Names of faces and fonts are unique in the process. The names of a game's own ones contain a hash of their content
(`make_face`): two games, or two versions of one, can use the same title for different fonts.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import pairwise
from pathlib import Path
from unicodedata import category
from unicodedata import name as name_of_character

import uharfbuzz

from cardgen.errors import Text
from cardgen.scene.items import SQUARE_TOP, Command, GlyphRun
from cardgen.words.messages import joined, message

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
}

#: The licence texts of the bundled faces by the beginning of their file names; all are the SIL Open Font License 1.1.
LICENCES = {"Barlow": "OFL-Barlow.txt", "Cardgen": "OFL-CardgenSansSC.txt"}

#: The bundled fonts of templates: a Latin face and a Chinese face of one weight.
FONTS = {
    "regular": ("latin", "han"),
    "medium": ("latin-medium", "han-medium"),
    "bold": ("latin-bold", "han-bold"),
    "condensed": ("latin-condensed", "han-medium"),
    "condensed-bold": ("latin-condensed-bold", "han-bold"),
}

#: The fonts for bold parts of text in a bundled font, if that is not `bold`.
BOLD_PARTNERS = {"condensed": "condensed-bold", "condensed-bold": "condensed-bold"}

# Marks of full width in the Chinese face, for Chinese and Japanese text, and narrow in the Latin face, for English.
SHARED_PUNCTUATION = frozenset("“”‘’…—·")

# One glyph for each character, so that text can be selected and all backends draw the same glyphs.
FEATURES = {"kern": True} | dict.fromkeys(("liga", "clig", "rlig", "calt", "rclt", "ccmp", "locl", "rand"), False)

#: Combining marks and control characters: shaping gives them other glyphs and widths.
NEVER_ALONE = frozenset({"Mn", "Mc", "Me", "Cf"})


@dataclass(frozen=True)
class Face:
    """One font file. Lengths are in font units, `units` per em.

    `content` is used instead of the file if it is given: a game's own face as it was when the game was read.
    """

    name: str
    file: Path
    content: bytes | None = field(default=None, repr=False, compare=False)

    @cached_property
    def source(self) -> uharfbuzz.Face:
        """The open HarfBuzz face."""
        if self.content is not None:
            return uharfbuzz.Face(uharfbuzz.Blob(self.content))
        return uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(self.file)))

    @cached_property
    def _font(self) -> uharfbuzz.Font:
        return uharfbuzz.Font(self.source)

    @cached_property
    def _count(self) -> int:
        return int(self.source.glyph_count)

    @cached_property
    def units(self) -> int:
        return int(self.source.upem)

    @cached_property
    def title(self) -> str:
        """Family and style: Barlow SemiBold."""
        names = uharfbuzz.OTNameIdPredefined
        family, style, full = (
            " ".join((self.source.get_name(name) or "").split())
            for name in (names.FONT_FAMILY, names.FONT_SUBFAMILY, names.FULL_NAME)
        )
        return full or f"{family} {style}".strip() or self.file.stem

    def has(self, character: str) -> bool:
        """Return True if the face has a glyph for `character` alone; False for combining marks and soft hyphens."""
        if category(character) in NEVER_ALONE:
            return False
        glyph = self._font.get_nominal_glyph(ord(character))
        return glyph is not None and glyph < self._count

    @cached_property
    def weight(self) -> int:
        """The weight from the face's table OS/2 (`usWeightClass`): 400 is regular, 700 bold."""
        weight_class = self.source.reference_table("OS/2").data[4:6]
        return int.from_bytes(weight_class, "big") or 400

    @cached_property
    def is_chinese(self) -> bool:
        """True for a face with Chinese characters, in which marks are full-width."""
        return self.has("一")

    @cached_property
    def cap_height(self) -> float:
        """The height of H above the baseline in ems; that of another letter if the face has no H."""
        for letter in "HIEX国x":
            glyph = self._font.get_nominal_glyph(ord(letter))
            extents = glyph and self._font.get_glyph_extents(glyph)
            if extents and extents.y_bearing > 0:
                return float(extents.y_bearing) / self.units
        return 0.7

    def widths(self, text: str) -> tuple[int, ...]:
        """Return the kerned advance of each character of `text`. The face must have all of them."""
        return _widths(self, text)

    def nominal_width(self, character: str) -> int:
        """Return the advance of a single character without kerning, as PDF viewers use it."""
        return int(self._font.get_glyph_h_advance(self._font.get_nominal_glyph(ord(character))))

    def ink(self, character: str) -> tuple[float, float, float, float]:
        """Return (left, bottom, right, top) of the character's ink from its origin on the baseline, in ems, y up."""
        extents = self._font.get_glyph_extents(self._font.get_nominal_glyph(ord(character)))
        if extents is None:  # a damaged outline, which draws nothing
            return (0.0, 0.0, 0.0, 0.0)
        left, top, units = extents.x_bearing, extents.y_bearing, self.units
        return (left / units, (top + extents.height) / units, (left + extents.width) / units, top / units)

    def outline(self, character: str) -> tuple[Command, ...]:
        """Return the character's outline in ems, origin on the baseline, y down as in a scene, with cubic curves."""
        return _outline(self, character)


def subset_font(face: Face, characters: Iterable[str]) -> bytes:
    """Return a font file with only the given characters of a face."""
    request = uharfbuzz.SubsetInput()
    request.unicode_set.update({ord(character) for character in characters})
    request.flags = uharfbuzz.SubsetFlags.NO_HINTING
    try:
        return bytes(uharfbuzz.subset(face.source, request).blob.data)
    except RuntimeError:  # tables other than the outlines are damaged; `read_font` has checked the outlines
        request.drop_table_tag_set.update(int.from_bytes(tag, "big") for tag in (b"GSUB", b"GPOS", b"GDEF", b"name"))
        return bytes(uharfbuzz.subset(face.source, request).blob.data)


@lru_cache(maxsize=65_536)
def _widths(face: Face, text: str) -> tuple[int, ...]:
    buffer = uharfbuzz.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    buffer.direction = "ltr"
    uharfbuzz.shape(face._font, buffer, FEATURES)
    widths = [0] * len(text)
    for info, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        widths[info.cluster] += position.x_advance
    return tuple(widths)


@lru_cache(maxsize=16_384)
def _outline(face: Face, character: str) -> tuple[Command, ...]:
    commands: list[Command] = []
    units = face.units
    current = (0.0, 0.0)

    def at(x: float, y: float) -> tuple[float, float]:
        nonlocal current
        current = (x / units, -y / units)
        return current

    def move(x: float, y: float, _: object) -> None:
        commands.append(("M", *at(x, y)))

    def line(x: float, y: float, _: object) -> None:
        commands.append(("L", *at(x, y)))

    def quadratic(cx: float, cy: float, x: float, y: float, _: object) -> None:
        (x0, y0), (x1, y1) = current, (cx / units, -cy / units)
        x2, y2 = at(x, y)
        first = (x0 + 2 / 3 * (x1 - x0), y0 + 2 / 3 * (y1 - y0))
        second = (x2 + 2 / 3 * (x1 - x2), y2 + 2 / 3 * (y1 - y2))
        commands.append(("C", *first, *second, x2, y2))

    def cubic(x1: float, y1: float, x2: float, y2: float, x: float, y: float, _: object) -> None:
        commands.append(("C", x1 / units, -y1 / units, x2 / units, -y2 / units, *at(x, y)))

    def close(_: object) -> None:
        commands.append(("Z",))

    pen = uharfbuzz.DrawFuncs()
    pen.set_move_to_func(move)
    pen.set_line_to_func(line)
    pen.set_quadratic_to_func(quadratic)
    pen.set_cubic_to_func(cubic)
    pen.set_close_path_func(close)
    face._font.draw_glyph(face._font.get_nominal_glyph(ord(character)), pen, None)
    return tuple(commands)


@lru_cache(maxsize=64)
def _bundled_face(name: str) -> Face:
    return Face(name, FONT_FOLDER / FACES[name])


_own_faces: dict[str, Face] = {}
_own_fonts: dict[str, Font] = {}


def face_named(name: str) -> Face:
    """Return the face of that name: a key of FACES, or one registered. KeyError for any other name."""
    return _own_faces.get(name) or _bundled_face(name)


def make_face(content: bytes, file: Path) -> Face:
    """Make a face of a game's own font and register it under a name made from its content, which is one static font."""
    name = f"{file.stem}#{hashlib.sha256(content).hexdigest()[:32]}"
    return register_face(Face(name, file, content))


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
    if category(character) in NEVER_ALONE:
        return text, message("combining or control character: use the precomposed letter")
    for other in map(font_named, others):
        face = next((face for face in map(face_named, other.faces) if face.has(character)), None)
        if face:
            return text, message("the font {font!r} has it, in {face}", font=other.title, face=face.title)
    return text, ""


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
    for character, advance in zip(run.text, run.advances, strict=True):
        width = face.nominal_width(character) / face.units * run.size
        x, baseline = run.x - width / 2, top + SQUARE_TOP * run.size
        yield replace(run, text=character, x=x, baseline=baseline, advances=(width,), vertical=False)
        top += advance


@lru_cache(maxsize=16_384)
def face_for(character: str, font: str, lang: str) -> Face | None:
    """Return the face for `character` in a font and a language; None if no face of the font has it."""
    faces = [face_named(name) for name in font_named(font).faces]
    if character in SHARED_PUNCTUATION:
        chinese = lang.startswith(("zh", "ja"))
        faces.sort(key=lambda face: face.is_chinese != chinese)
    return next((face for face in faces if face.has(character)), None)


def runs_of(text: str, font: str, lang: str) -> list[tuple[Face | None, str]]:
    """Split text where the face changes. The face is None for a part that no face has."""
    cuts: list[tuple[int, Face | None]] = []
    for i, character in enumerate(text):
        face = face_for(character, font, lang)
        if not cuts or cuts[-1][1] is not face:
            cuts.append((i, face))
    ends = [*(i for i, _ in cuts), len(text)]
    return [(face, text[i:j]) for (_, face), (i, j) in zip(cuts, pairwise(ends), strict=True)]


def forget_fonts(faces: Set[str], fonts: Set[str]) -> None:
    """Drop all registered faces and fonts except those named, and cached results."""
    unused = (_own_faces.keys() - faces) | (_own_fonts.keys() - fonts)
    for name in unused:
        _own_faces.pop(name, None)
        _own_fonts.pop(name, None)
    if unused:
        for cached in (_widths, _outline, face_for):
            cached.cache_clear()
