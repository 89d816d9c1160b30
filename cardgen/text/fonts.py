"""The typefaces: which face has which character, how wide it is set, and its outlines. Opened when first used.

Faces and fonts are known by name in the whole process. Those of a game have names made of their content (`own_face`,
`own_font`), so that two games, or two versions of one, may call different fonts alike, and equal names look equal.
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
from cardgen.words.messages import message

FONT_FOLDER = Path(__file__).parent.parent / "assets" / "fonts"

#: The bundled faces by name: file, and what the face is called in a list.
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

#: The texts of the licences of the bundled faces, by how their files begin; all are the SIL Open Font License 1.1.
LICENCES = {"Barlow": "OFL-Barlow.txt", "Cardgen": "OFL-CardgenSansSC.txt"}

#: What a template may ask for: a Latin face and a Chinese face of one weight.
FONTS = {
    "regular": ("latin", "han"),
    "medium": ("latin-medium", "han-medium"),
    "bold": ("latin-bold", "han-bold"),
    "condensed": ("latin-condensed", "han-medium"),
    "condensed-bold": ("latin-condensed-bold", "han-bold"),
}

#: What sets bold parts of text in a bundled font, if not `bold`: a narrow text stays narrow.
BOLD_PARTNERS = {"condensed": "condensed-bold", "condensed-bold": "condensed-bold"}

# Full width in the Chinese face and narrow in the Latin one: Chinese and Japanese text wants the first, English the
# second.
SHARED_PUNCTUATION = frozenset("“”‘’…—·")

# One glyph a character, so that text can be selected and every backend draws the same glyphs.
FEATURES = {"kern": True} | dict.fromkeys(("liga", "clig", "rlig", "calt", "rclt", "ccmp", "locl", "rand"), False)

#: Marks that sit on another character and characters that only steer: shaping gives them other glyphs and widths.
NEVER_ALONE = frozenset({"Mn", "Mc", "Me", "Cf"})


@dataclass(frozen=True)
class Face:
    """One font file. Measures are in font units, `units` of them to the em.

    `content` is what is drawn where that is not simply the file: the face of a game as it was when the game was read.
    """

    name: str
    file: Path
    content: bytes | None = field(default=None, repr=False, compare=False)

    @cached_property
    def source(self) -> uharfbuzz.Face:
        """The font as HarfBuzz has opened it."""
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
        """What people call the face, family and style: Barlow SemiBold."""
        names = uharfbuzz.OTNameIdPredefined
        family, style, full = (
            " ".join((self.source.get_name(name) or "").split())
            for name in (names.FONT_FAMILY, names.FONT_SUBFAMILY, names.FULL_NAME)
        )
        return full or f"{family} {style}".strip() or self.file.stem

    def has(self, character: str) -> bool:
        """Whether the face can set `character` as a glyph by itself: not so a combining mark or a soft hyphen."""
        if category(character) in NEVER_ALONE:
            return False
        glyph = self._font.get_nominal_glyph(ord(character))
        return glyph is not None and glyph < self._count

    @cached_property
    def weight(self) -> int:
        """How heavy the face is by its own word, `usWeightClass` of its table OS/2: 400 is regular, 700 bold."""
        told = self.source.reference_table("OS/2").data[4:6]
        return int.from_bytes(told, "big") or 400

    @cached_property
    def is_chinese(self) -> bool:
        """Whether the face is one for Chinese text, whose marks fill a square."""
        return self.has("一")

    @cached_property
    def cap_height(self) -> float:
        """Height of H over the baseline in ems: of the font's own figure, or of another letter, where it has none."""
        for letter in "HIEX国x":
            glyph = self._font.get_nominal_glyph(ord(letter))
            extents = glyph and self._font.get_glyph_extents(glyph)
            if extents and extents.y_bearing > 0:
                return float(extents.y_bearing) / self.units
        return 0.7

    def widths(self, text: str) -> tuple[int, ...]:
        """The kerned advance of each character of `text`, all of which the face must have."""
        return _widths(self, text)

    def nominal_width(self, character: str) -> int:
        """The advance of one character by itself: what a PDF moves by unless told otherwise."""
        return int(self._font.get_glyph_h_advance(self._font.get_nominal_glyph(ord(character))))

    def ink(self, character: str) -> tuple[float, float, float, float]:
        """(left, bottom, right, top) of the character's ink from its origin on the baseline, in ems, y up."""
        extents = self._font.get_glyph_extents(self._font.get_nominal_glyph(ord(character)))
        if extents is None:  # a font with a broken shape: nothing is drawn
            return (0.0, 0.0, 0.0, 0.0)
        left, top, units = extents.x_bearing, extents.y_bearing, self.units
        return (left / units, (top + extents.height) / units, (left + extents.width) / units, top / units)

    def outline(self, character: str) -> tuple[Command, ...]:
        """The character's outline in ems, origin on the baseline, y down as in a scene; curves made cubic."""
        return _outline(self, character)


def subset_font(face: Face, characters: Iterable[str]) -> bytes:
    """The face's file cut down to the given characters: for a document that brings its fonts along."""
    wanted = uharfbuzz.SubsetInput()
    wanted.unicode_set.update({ord(character) for character in characters})
    wanted.flags = uharfbuzz.SubsetFlags.NO_HINTING
    try:
        return bytes(uharfbuzz.subset(face.source, wanted).blob.data)
    except RuntimeError:  # a game's own, damaged beside its shapes: those `read_font` has tried
        wanted.drop_table_tag_set.update(int.from_bytes(tag, "big") for tag in (b"GSUB", b"GPOS", b"GDEF", b"name"))
        return bytes(uharfbuzz.subset(face.source, wanted).blob.data)


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
    here = (0.0, 0.0)

    def at(x: float, y: float) -> tuple[float, float]:
        nonlocal here
        here = (x / units, -y / units)
        return here

    def move(x: float, y: float, _: object) -> None:
        commands.append(("M", *at(x, y)))

    def line(x: float, y: float, _: object) -> None:
        commands.append(("L", *at(x, y)))

    def quadratic(cx: float, cy: float, x: float, y: float, _: object) -> None:
        (x0, y0), (x1, y1) = here, (cx / units, -cy / units)
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
    """The face of that name: a key of FACES, or what `own_face` named (KeyError otherwise)."""
    return _own_faces.get(name) or _bundled_face(name)


def own_face(content: bytes, file: Path) -> Face:
    """A face that a game brings along, known by a name of its content from now on. `content` is one static font."""
    name = f"{file.stem}#{hashlib.sha256(content).hexdigest()[:32]}"
    return keep_face(Face(name, file, content))


def keep_face(face: Face) -> Face:
    """Make a face known by its name, and return the one that is: another of that name may have been there before."""
    return _own_faces.setdefault(face.name, face)


@dataclass(frozen=True, slots=True)
class Font:
    """What text is set in: the names of faces, asked in order for each character, and of the fonts that set bold and
    italic parts of it. `title` is what a template calls the font, `name` what `runs_of` knows it by.

    A font without an `italic` has no slanted partner.
    """

    name: str
    title: str
    faces: tuple[str, ...]
    bold: str = "bold"
    italic: str | None = None


def own_font(font: Font) -> Font:
    """A font that a game brings along, known by its `name` from now on; the name tells its whole content."""
    return _own_fonts.setdefault(font.name, font)


@lru_cache(maxsize=64)
def _bundled_font(name: str) -> Font:
    return Font(name, name, FONTS[name], BOLD_PARTNERS.get(name, "bold"))


def font_named(name: str) -> Font:
    """The font of that name: a key of FONTS, or one made known by `own_font` (KeyError otherwise)."""
    return _own_fonts.get(name) or _bundled_font(name)


def bold_of(font: str) -> str:
    """The name of the font that sets bold parts of text in the font of that name."""
    return font_named(font).bold


def italic_of(font: str) -> str | None:
    """The name of the font that sets italic parts of text in the font of that name; None when there is none."""
    return font_named(font).italic


#: Where the middle of a line stands over its baseline, ems: half the height of the bundled faces' capitals.
_MIDDLE = 0.36


@lru_cache(maxsize=256)
def middle_of(font: str) -> float:
    """How far, in ems, the middle of the font's capitals stands over the baseline."""
    first = font_named(font).faces[0]
    return _MIDDLE if first in FACES else face_named(first).cap_height / 2


def character_words(character: str) -> str:
    """A character, its code point and its name."""
    code = f"U+{ord(character):04X} {name_of_character(character, '')}".rstrip()
    return f"{character!r} ({code})"


def missing_glyph(character: str, font: str, others: Iterable[str] = ()) -> tuple[Text, Text]:
    """Return the message about a character that the font lacks, and a hint: which of the `others` has it.

    The message's value `character` names the character.
    """
    asked = font_named(font)
    faces = ", ".join(face_named(face).title for face in asked.faces)
    problem = message(
        "the font {font!r} has no {character}; asked: {faces}",
        font=asked.title,
        character=character_words(character),
        faces=faces,
    )
    if category(character) in NEVER_ALONE:
        return problem, message("combining or control character: use the precomposed letter")
    for other in map(font_named, others):
        found = next((face for face in map(face_named, other.faces) if face.has(character)), None)
        if found:
            return problem, message("the font {font!r} has it, in {face}", font=other.title, face=found.title)
    return problem, ""


def is_wide(character: str) -> bool:
    """Whether a character is set on the full square of Chinese text (UAX #11's wide and full-width ranges in use)."""
    return (
        "\u2e80" <= character <= "\ua4cf"
        or "\uf900" <= character <= "\ufaff"
        or "\ufe30" <= character <= "\uffef"
        or ("\U00020000" <= character <= "\U0003ffff")
    )


def characters_of(run: GlyphRun) -> Iterator[GlyphRun]:
    """Each character of a column as a run of its own, upright on its square."""
    face, top = face_named(run.face), run.baseline
    for character, advance in zip(run.text, run.advances, strict=True):
        width = face.nominal_width(character) / face.units * run.size
        x, baseline = run.x - width / 2, top + SQUARE_TOP * run.size
        yield replace(run, text=character, x=x, baseline=baseline, advances=(width,), down=False)
        top += advance


@lru_cache(maxsize=16_384)
def face_for(character: str, font: str, lang: str) -> Face | None:
    """The face that sets `character` in the font of that name and a language; None when none has it."""
    faces = [face_named(name) for name in font_named(font).faces]
    if character in SHARED_PUNCTUATION:
        chinese = lang.startswith(("zh", "ja"))
        faces.sort(key=lambda face: face.is_chinese != chinese)
    return next((face for face in faces if face.has(character)), None)


def runs_of(text: str, font: str, lang: str) -> list[tuple[Face | None, str]]:
    """`text` cut where the face changes. A part that no face can set comes with None."""
    cuts: list[tuple[int, Face | None]] = []
    for i, character in enumerate(text):
        face = face_for(character, font, lang)
        if not cuts or cuts[-1][1] is not face:
            cuts.append((i, face))
    ends = [*(i for i, _ in cuts), len(text)]
    return [(face, text[i:j]) for (_, face), (i, j) in zip(cuts, pairwise(ends), strict=True)]


def forget_fonts(faces: Set[str], fonts: Set[str]) -> None:
    """Drop every face and font of a game but those named, and what was worked out by means of them."""
    unused = (_own_faces.keys() - faces) | (_own_fonts.keys() - fonts)
    for name in unused:
        _own_faces.pop(name, None)
        _own_fonts.pop(name, None)
    if unused:
        for cached in (_widths, _outline, face_for):
            cached.cache_clear()
