"""A game's own fonts: declared in game.yaml, read, checked and registered.

Two games can use one title for different fonts. So the name of a game's font in the process is its title with a digest
of all the game's fonts: `FontSet.name_of`. A font with the title of a bundled one replaces it in the whole game.
"""

import hashlib
import re
import threading
import weakref
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, Field

from cardgen.base.errors import DataError, Fault, Faults, WrongValueError, did_you_mean
from cardgen.base.records import dataclass, field, replace
from cardgen.base.words.messages import message
from cardgen.data.kinds import FileModel, FileName, Identifier, Word
from cardgen.data.reading import Marked, Reader, try_model
from cardgen.scene.items import Item
from cardgen.text.faces import Face
from cardgen.text.font_files import FontFileError, read_font
from cardgen.text.fonts import (
    BOLD_PARTNERS,
    FONTS,
    Font,
    face_for,
    forget_fonts,
    make_face,
    register_face,
    register_font,
)
from cardgen.text.spans import Span


class FontLicence(FileModel):
    """The licence of a font, which allows files with it to be published: a short name, and the file with its text."""

    name: Word
    file: FileName


_AXIS = "[A-Za-z][A-Za-z0-9]{3}"


def _axis(tag: str) -> str:
    if not re.fullmatch(_AXIS, tag):
        raise WrongValueError(message("{tag!r} given, expected the four letters of an axis, such as wght", tag=tag))
    return tag


Axis = Annotated[str, AfterValidator(_axis), Field(json_schema_extra={"pattern": f"^{_AXIS}$"})]


class FontEntry(FileModel):
    """A font: the file of its face, the licence, the fallback for characters that it lacks, and its partners.

    The default `fallback` is the bundled font that it replaces, or the font with the title of the bundled one of the
    same weight. `index` counts the faces of a collection from 0; `axes` are the values of a variable font's axes.
    """

    file: FileName
    licence: FontLicence
    fallback: Identifier | None = None
    bold: Identifier | None = None
    italic: Identifier | None = None
    index: Annotated[int, Field(ge=0, le=1023)] | None = None
    axes: Annotated[dict[Axis, float], Field(max_length=32)] = {}


FontEntries = Annotated[dict[Identifier, FontEntry], Field(max_length=50)]


@dataclass(frozen=True, slots=True)
class OwnFont:
    """A game's own font: its face, and the files of the font and the licence; `name` is its title in templates.

    The face's `file` may be in another game that has the same font.
    """

    name: str
    entry: FontEntry
    face: Face
    file: Path
    licence_file: Path

    @property
    def fallback(self) -> str:
        """The title of the font to search next: the declared one, the bundled one of that title, or by weight."""
        by_weight = "bold" if self.face.weight >= 650 else "medium" if self.face.weight >= 500 else "regular"
        return self.entry.fallback or (self.name if self.name in FONTS else by_weight)


@dataclass(frozen=True, slots=True, weakref_slot=True)
class FontSet:
    """The fonts of a game's templates: the bundled ones, and its own by title."""

    own: Mapping[str, OwnFont] = field(default_factory=dict)
    digest: str = ""

    @property
    def titles(self) -> list[str]:
        """The titles of the fonts, the game's own first."""
        return list(dict.fromkeys([*self.own, *FONTS]))

    @property
    def replaces(self) -> bool:
        """True if an own font replaces a bundled one. The other bundled fonts then refer to it."""
        return not FONTS.keys().isdisjoint(self.own)

    @property
    def files(self) -> tuple[Path, ...]:
        """The files of the game's own fonts."""
        return tuple(font.file for font in self.own.values())

    @property
    def names(self) -> list[str]:
        """The names of the fonts for `runs_of`, in the order of `titles`."""
        return list(map(self.name_of, self.titles))

    def name_of(self, title: str) -> str:
        """Return the name for `runs_of` of the font with that title. WrongValueError if there is none."""
        if title not in self.own and title not in FONTS:
            raise WrongValueError(_no_font(title), did_you_mean(title, self.titles))
        return f"{title}#{self.digest}" if title in self.own or self.replaces else title

    def has_all(self, text: str, lang: str) -> bool:
        """Return True if the font `regular` has every character of a text in a language."""
        font = self.name_of("regular")
        return all(face_for(character, font, lang) for character in set(text) if not character.isspace())

    def of_game(self, spans: Iterable[Span]) -> list[Span]:
        """Return spans with the names of this game's fonts in place of their titles."""
        return [replace(span, font=self.name_of(span.font)) for span in spans]


#: The fonts of a game without its own.
BUNDLED = FontSet()


def _no_font(title: str) -> str:
    return message("there is no font {title!r}", title=title)


def read_fonts(reader: Reader, marked: Marked) -> FontSet:
    """Read the fonts of the game whose game.yaml is `marked`. DataError with all faults.

    Entries that do not fit the model are left out: they are reported with the rest of game.yaml.
    """
    value = marked.value.get("fonts")
    declared = value if isinstance(value, dict) else {}
    entries: dict[str, FontEntry] = {}
    for title in declared:
        entry, _ = try_model(FontEntry, marked.part("fonts", title))
        if entry is not None and isinstance(title, str):
            entries[title] = entry
    faults = Faults()
    own: dict[str, OwnFont] = {}
    for title, entry in entries.items():
        part = marked.part("fonts", title)
        with faults:
            own[title] = _read_font(reader, title, entry, part)
        faults += _check_partners(entry, part, [*declared, *FONTS])
    faults += _check_circles(entries, marked)
    faults.raise_all()
    # A font that was left out may be the partner of another; text is set only if game.yaml has no faults.
    return _register(own) if len(own) == len(declared) else BUNDLED


def _read_font(reader: Reader, title: str, entry: FontEntry, part: Marked) -> OwnFont:
    faults = Faults()
    path, licence_file, face = Path(), Path(), None
    with faults:
        licence_file = reader.find(entry.licence.file, part.place("licence", "file"))
        if not reader.read_bytes(licence_file).strip():
            text = message("the licence file {file!r} is empty", file=entry.licence.file)
            hint = message("put the text of the font's licence into it")
            faults.append(Fault(part.place("licence", "file"), text, hint))
    try:
        path = reader.find(entry.file, part.place("file"))
        font = read_font(reader.read_bytes(path), entry.index, entry.axes)
        face = make_face(font.content, path, _draw_svg_glyph)
    except FontFileError as error:
        text = message("{file!r} {problem}", file=entry.file, problem=error.args[0])
        faults.append(Fault(part.place("file"), text, error.hint))
    except DataError as error:
        faults += error.faults
    if faults or face is None:
        raise DataError(faults)
    return OwnFont(title, entry, face, path, licence_file)


def _draw_svg_glyph(document: bytes, glyph: int, units: int, colour: str) -> tuple[Item, ...]:
    from cardgen.data.svg.glyphs import draw_svg_glyph  # few fonts have such glyphs

    return draw_svg_glyph(document, glyph, units, colour)


def _check_partners(entry: FontEntry, part: Marked, titles: list[Any]) -> Iterator[Fault]:
    """Yield a fault for each fallback or partner that does not exist."""
    for key in ("fallback", "bold", "italic"):
        title = getattr(entry, key)
        if title is not None and title not in titles:
            hint = did_you_mean(title, [other for other in titles if isinstance(other, str)])
            yield Fault(part.place(key), _no_font(title), hint)


def _check_circles(entries: Mapping[str, FontEntry], marked: Marked) -> Iterator[Fault]:
    """Yield a fault for each circle of fallbacks. A font that replaces a bundled one falls back to that in the end."""
    for title in entries:
        chain = [title]
        while chain[-1] in entries and chain[-1] not in chain[:-1]:
            chain.append(entries[chain[-1]].fallback or "")
        if len(chain) > 1 and chain[-1] == title and FONTS.keys().isdisjoint(chain):
            text = message("the fallbacks form a circle: {chain}", chain=" → ".join(chain))
            yield Fault(marked.place("fonts", title, "fallback"), text)


def _register(own: Mapping[str, OwnFont]) -> FontSet:
    """Register the fonts under names that depend on their content."""

    def chain(title: str, before: tuple[str, ...] = ()) -> tuple[str, ...]:
        """Return the font's own face and those of its fallbacks, then the bundled faces of that title."""
        is_new = title in own and title not in before
        first = (own[title].face.name, *chain(own[title].fallback, (*before, title))) if is_new else ()
        return (*first, *FONTS.get(title, ()))

    def faces(title: str) -> tuple[str, ...]:
        last = chain("regular") if "regular" in own else ()  # another weight is better than a missing character
        return tuple(dict.fromkeys((*chain(title), *last)))

    # A font that is the bold partner of another is its own bold partner; likewise for italic.
    bold_fonts, italic_fonts = ({getattr(font.entry, key) for font in own.values()} for key in ("bold", "italic"))
    declared: dict[str, tuple[tuple[str, ...], str, str | None]] = {
        title: (
            faces(title),
            font.entry.bold or (title if title in bold_fonts else "bold"),
            font.entry.italic or (title if title in italic_fonts else None),
        )
        for title, font in own.items()
    }
    if FontSet(own).replaces:
        declared |= {
            title: (faces(title), BOLD_PARTNERS.get(title, "bold"), None) for title in FONTS if title not in own
        }
    fonts = FontSet(own, hashlib.sha256(repr(sorted(declared.items())).encode()).hexdigest()[:32])
    with _lock:
        for font in own.values():
            register_face(font.face)
        for title, (searched, bold, italic) in declared.items():
            partners = fonts.name_of(bold), fonts.name_of(italic) if italic else None
            register_font(Font(fonts.name_of(title), title, searched, *partners))
        _in_use[id(fonts)] = fonts
    return fonts


#: The font sets that are still referenced.
_in_use: weakref.WeakValueDictionary[int, FontSet] = weakref.WeakValueDictionary()
_lock = threading.Lock()


def forget_unused_fonts() -> None:
    """Drop the fonts of games that are no longer referenced, such as earlier versions of a game under review."""
    with _lock:
        sets = list(_in_use.values())
        faces = {font.face.name for fonts in sets for font in fonts.own.values()}
        forget_fonts(faces, {name for fonts in sets for name in fonts.names})
