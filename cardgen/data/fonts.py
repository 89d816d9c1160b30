"""The fonts that a game brings along: declared in game.yaml, read, looked at, and put in order.

Two games may call different fonts alike, so in the process a font of a game is known by its name and a digest of all
the game's fonts: `FontSet.name_of`. A font that is called like a bundled one takes its place in the whole game.
"""

from __future__ import annotations

import hashlib
import re
import threading
import weakref
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, Field

from cardgen.data.kinds import FileModel, FileName, Identifier, Word
from cardgen.data.reading import Marked, Reader, try_model
from cardgen.errors import DataError, Fault, WrongValueError, did_you_mean
from cardgen.text.font_files import FontFileError, read_font
from cardgen.text.fonts import (
    BOLD_PARTNERS,
    FONTS,
    Face,
    Font,
    forget_fonts,
    keep_face,
    own_face,
    own_font,
)
from cardgen.text.paragraphs import Span


class FontLicence(FileModel):
    """What allows a font to be handed on with the files made of the game: a short name, and the file of its text."""

    name: Word
    file: FileName


_AXIS = "[A-Za-z][A-Za-z0-9]{3}"


def _axis(tag: str) -> str:
    if not re.fullmatch(_AXIS, tag):
        raise WrongValueError(f"{tag!r} given, expected an axis by its four letters, such as wght")
    return tag


Axis = Annotated[str, AfterValidator(_axis), Field(json_schema_extra={"pattern": f"^{_AXIS}$"})]


class FontEntry(FileModel):
    """A font: the file of its face, the licence, the font to ask for characters that it lacks, and its partners.

    Without a `fallback` that is the bundled font whose place it takes, or the font that is called like the bundled one
    of the same weight. `index` counts the faces of a collection from 0; `axes` say where a variable font stands.
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
    """A font of a game as read: its face, and where its file and its licence's lie; `name` is what templates call it.

    The face's own `file` may lie in another game, if that has the same.
    """

    name: str
    entry: FontEntry
    face: Face
    file: Path
    licence_file: Path

    @property
    def fallback(self) -> str:
        """What templates call the font that is asked next: the one that is declared, the bundled one in whose place
        this one stands, or one as heavy.
        """
        alike = "bold" if self.face.weight >= 650 else "medium" if self.face.weight >= 500 else "regular"
        return self.entry.fallback or (self.name if self.name in FONTS else alike)


@dataclass(frozen=True, slots=True, weakref_slot=True)
class FontSet:
    """What a game's templates can call a font: the bundled ones, and its own by name."""

    own: Mapping[str, OwnFont] = field(default_factory=dict)
    digest: str = ""

    @property
    def titles(self) -> list[str]:
        """What the fonts are called in templates, the game's own first."""
        return list(dict.fromkeys([*self.own, *FONTS]))

    @property
    def replaces(self) -> bool:
        """Whether a font of the game takes the place of a bundled one; those that are left then know of it."""
        return not FONTS.keys().isdisjoint(self.own)

    @property
    def files(self) -> tuple[Path, ...]:
        """The files of the game's own fonts."""
        return tuple(font.file for font in self.own.values())

    @property
    def names(self) -> list[str]:
        """The names by which `runs_of` knows the fonts, in the same order."""
        return list(map(self.name_of, self.titles))

    def name_of(self, title: str) -> str:
        """The name by which `runs_of` knows the font that templates call so. WrongValueError when there is none."""
        if title not in self.own and title not in FONTS:
            raise WrongValueError(f"there is no font {title!r}", did_you_mean(title, self.titles))
        return f"{title}#{self.digest}" if title in self.own or self.replaces else title

    def of_game(self, spans: Iterable[Span]) -> list[Span]:
        """Spans whose fonts are named as in templates, in the fonts that this game calls so."""
        return [replace(span, font=self.name_of(span.font)) for span in spans]


#: What a game without fonts of its own has.
BUNDLED = FontSet()


def read_fonts(reader: Reader, marked: Marked) -> FontSet:
    """The fonts of the game whose game.yaml is `marked`. DataError with every fault of the fonts that can be read.

    A font that is not written as one is left out here: it is told of with the rest of game.yaml.
    """
    written = marked.value.get("fonts")
    declared = written if isinstance(written, dict) else {}
    entries: dict[str, FontEntry] = {}
    for title in declared:
        entry, _ = try_model(FontEntry, marked.part("fonts", title))
        if entry is not None and isinstance(title, str):
            entries[title] = entry
    faults: list[Fault] = []
    own: dict[str, OwnFont] = {}
    for title, entry in entries.items():
        part = marked.part("fonts", title)
        try:
            own[title] = _read_font(reader, title, entry, part)
        except DataError as error:
            faults += error.faults
        faults += _check_partners(entry, part, [*declared, *FONTS])
    faults += _check_circles(entries, marked)
    if faults:
        raise DataError(faults)
    # One that is left out may be another's partner: nothing is set before game.yaml is right.
    return _make_known(own) if len(own) == len(declared) else BUNDLED


def _read_font(reader: Reader, title: str, entry: FontEntry, part: Marked) -> OwnFont:
    faults: list[Fault] = []
    path, licence_file, face = Path(), Path(), None
    try:
        licence_file = reader.find(entry.licence.file, part.place("licence", "file"))
        if not reader.read_bytes(licence_file).strip():
            told = f"the licence file {entry.licence.file!r} is empty"
            faults.append(Fault(part.place("licence", "file"), told, "put the text of the font's licence into it"))
    except DataError as error:
        faults += error.faults
    try:
        path = reader.find(entry.file, part.place("file"))
        found = read_font(reader.read_bytes(path), entry.index, entry.axes)
        face = own_face(found.content, path)
    except FontFileError as error:
        faults.append(Fault(part.place("file"), f"{entry.file!r} {error}", error.hint))
    except DataError as error:
        faults += error.faults
    if faults or face is None:
        raise DataError(faults)
    return OwnFont(title, entry, face, path, licence_file)


def _check_partners(entry: FontEntry, part: Marked, titles: list[Any]) -> Iterator[Fault]:
    """Fonts that are named and are none."""
    for key in ("fallback", "bold", "italic"):
        title = getattr(entry, key)
        if title is not None and title not in titles:
            hint = did_you_mean(title, [each for each in titles if isinstance(each, str)])
            yield Fault(part.place(key), f"there is no font {title!r}", hint)


def _check_circles(entries: Mapping[str, FontEntry], marked: Marked) -> Iterator[Fault]:
    """Fonts that would ask each other for ever. One in the place of a bundled font asks that in the end."""
    for title in entries:
        chain = [title]
        while chain[-1] in entries and chain[-1] not in chain[:-1]:
            chain.append(entries[chain[-1]].fallback or "")
        if len(chain) > 1 and chain[-1] == title and FONTS.keys().isdisjoint(chain):
            yield Fault(marked.place("fonts", title, "fallback"), f"a font asks itself: {' → '.join(chain)}")


def _make_known(own: Mapping[str, OwnFont]) -> FontSet:
    """The fonts as `runs_of` asks them, made known under names that tell their content."""

    def chain(title: str, before: tuple[str, ...] = ()) -> tuple[str, ...]:
        """Its own face and those of its fallback, unless they were asked before; then the bundled ones of that name."""
        again = title not in own or title in before
        first = () if again else (own[title].face.name, *chain(own[title].fallback, (*before, title)))
        return (*first, *FONTS.get(title, ()))

    def faces(title: str) -> tuple[str, ...]:
        last = chain("regular") if "regular" in own else ()  # better in another weight than not at all
        return tuple(dict.fromkeys((*chain(title), *last)))

    # The bold partner of a font is bold itself, whatever it says or does not say; so with italic.
    heavy, leaning = ({getattr(font.entry, key) for font in own.values()} for key in ("bold", "italic"))
    made: dict[str, tuple[tuple[str, ...], str, str | None]] = {
        title: (
            faces(title),
            font.entry.bold or (title if title in heavy else "bold"),
            font.entry.italic or (title if title in leaning else None),
        )
        for title, font in own.items()
    }
    if FontSet(own).replaces:
        made |= {title: (faces(title), BOLD_PARTNERS.get(title, "bold"), None) for title in FONTS if title not in own}
    fonts = FontSet(own, hashlib.sha256(repr(sorted(made.items())).encode()).hexdigest()[:32])
    with _lock:
        for font in own.values():
            keep_face(font.face)
        for title, (asked, bold, italic) in made.items():
            partners = fonts.name_of(bold), fonts.name_of(italic) if italic else None
            own_font(Font(fonts.name_of(title), title, asked, *partners))
        _in_use[id(fonts)] = fonts
    return fonts


#: The sets of own fonts that something still refers to.
_in_use: weakref.WeakValueDictionary[int, FontSet] = weakref.WeakValueDictionary()
_lock = threading.Lock()


def forget_unused_fonts() -> None:
    """Drop the fonts of games that nothing refers to any more: earlier versions of one that is open for long."""
    with _lock:
        sets = list(_in_use.values())
        faces = {font.face.name for fonts in sets for font in fonts.own.values()}
        forget_fonts(faces, {name for fonts in sets for name in fonts.names})
