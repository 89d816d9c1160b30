"""A font added to a game: its file, its licence, and its lines in game.yaml."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from cardgen.base.errors import DataError, Fault, Place, located_at
from cardgen.base.records import dataclass, field
from cardgen.base.words.messages import Message, message
from cardgen.data.fonts import FontEntry, FontLicence
from cardgen.data.model import Game
from cardgen.data.names import check_identifier
from cardgen.editing.operations import Change, Insert
from cardgen.editing.yaml_text import flow
from cardgen.text.font_files import FontFile, FontFileError, read_font
from cardgen.text.fonts import FONTS

#: Patterns in the texts of licences for fonts, by the short names of the licences.
_KNOWN_LICENCES = {
    "OFL-1.1": r"SIL Open Font License|scripts\.sil\.org/OFL|openfontlicense\.org",
    "Apache-2.0": r"Apache License,? Version 2\.0|apache\.org/licenses/LICENSE-2\.0",
    "CC-BY-4.0": r"creativecommons\.org/licenses/by/4\.0",
    "CC0-1.0": r"CC0 1\.0|creativecommons\.org/publicdomain/zero/1\.0",
    "Ubuntu-font-1.0": r"Ubuntu Font Licen[cs]e",
    "GUST-Font-License": r"GUST Font Licen[cs]e",
    "Bitstream-Vera": r"Bitstream Vera",
}

#: Names of files with the licence of a font.
_LICENCE_FILE = re.compile(r"(?i).*(ofl|licen[cs]e|copying).*")


@dataclass(frozen=True, slots=True)
class FontRequest:
    """A font to be added: its file, its name in templates ("" for the name of the file), and its licence.

    `content` and `licence_text` are read from the files unless they are given.
    """

    file: Path
    name: str = ""
    licence: Path | None = None
    content: bytes | None = None
    licence_text: bytes | None = None
    licence_name: str = ""
    index: int | None = None
    axes: Mapping[str, float] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """The name of the font in templates."""
        return self.name or _name_of(self.file)


@dataclass(frozen=True, slots=True)
class FontAddition:
    """The change that adds a font, the name of the font in templates, and notes for the designer."""

    change: Change
    name: str
    notes: Sequence[Message]


def add_font(game: Game, request: FontRequest) -> FontAddition:
    """Return the change that adds a font and its licence: files in the game's folder `fonts`, and lines in game.yaml.

    DataError if the font cannot be used or embedded, if its licence is missing, or if its name is taken. OSError if a
    file cannot be read.
    """
    content = request.file.read_bytes() if request.content is None else request.content
    file_name = _plain(request.file.name)
    try:
        if request.content is None and is_packed(content):
            content, suffix = unpack(content)
            file_name = f"{_plain(request.file.stem)}{suffix}"
        font = read_font(content, request.index, request.axes)
    except FontFileError as error:
        raise DataError(Fault(Place(str(request.file)), error.args[0], error.hint)) from error
    name = request.title
    _check_free(game, name, request)
    text = _licence_text(request, font)
    short = request.licence_name or _licence_name(request, text, font)
    added: dict[str, bytes] = {}
    file = _place(game, file_name, content, added)
    assert request.licence is not None  # checked in _licence_text
    licence = _place(game, _plain(request.licence.name), text, added, other=f"{name}-{_plain(request.licence.name)}")
    entry = FontEntry(
        file=file,
        licence=FontLicence(name=short, file=licence),
        index=request.index,
        axes=dict(request.axes),
    ).model_dump(exclude_defaults=True)
    root = f"card_data/{game.id}"
    notes = [message("{font}, {licence}", font=f"{font.family} {font.style}", licence=short)]
    if name in FONTS:
        notes.append(
            message("It replaces the bundled font {font!r} on cards and boxes, in captions and rulebooks.", font=name)
        )
    else:
        notes.append(message("To use it, write in a style or a text box: font: {font}", font=flow(name)))
    if re.search(_KNOWN_LICENCES["CC-BY-4.0"], text.decode("utf-8", "replace")):
        credit = "Its licence asks for a credit: write its author into {section} of game.yaml."
        notes.append(message(credit, section="credits"))
    if font.licence:
        notes.append(message("The font file describes its licence: {text}", text=_short(font.licence)))
    created = {f"{root}/{path}": data for path, data in added.items()}
    insert = insert_entry(game, "fonts", name, entry)
    return FontAddition(Change((insert,), created=created), name, tuple(notes))


def _name_of(file: Path) -> str:
    """Return a name for templates made of the name of a file: small letters and digits."""
    return re.sub("[^a-z0-9]+", "-", file.stem.lower()).strip("-")[:40].rstrip("-") or "font"


def _plain(name: str) -> str:
    """Return the name of a file without characters that some systems do not allow."""
    return re.sub(r"[^\w.()+\[\],-]+", "-", name)


def _check_free(game: Game, name: str, request: FontRequest) -> None:
    """DataError if the name is no name, or if another font has it."""
    with located_at(Place()):
        check_identifier(name)
    if name in FONTS and not request.name:
        problem = message("the file's name is the name of the bundled font {font!r}", font=name)
        hint = message("--name {font} replaces the bundled font; otherwise choose another name", font=name)
        raise DataError(Fault(Place(str(request.file)), problem, hint))
    if name in game.file.fonts:
        place = game.marked.key_place("fonts", name)
        problem = message("there is already a font {font!r}", font=name)
        raise DataError(Fault(place, problem, message("choose another name with --name")))


# ---------------------------------------------------------------- the licence


def _licence_text(request: FontRequest, font: FontFile) -> bytes:
    """Return the text of the licence. DataError, with how to give one, if there is none."""
    if request.licence is not None:
        text = request.licence.read_bytes() if request.licence_text is None else request.licence_text
        if not text.strip():
            raise DataError(Fault(Place(str(request.licence)), message("is empty: there is no text of a licence")))
        return text
    folder = request.file.parent.iterdir() if request.content is None else ()
    beside = sorted(path for path in folder if _LICENCE_FILE.fullmatch(path.name) and path.is_file())
    hint = message("name the file with its text: --licence FILE")
    if beside:
        hint = message("add --licence {file}", file=beside[0])
    description = font.licence or font.licence_link or font.copyright
    problem = message("its licence is missing")
    if description:
        problem = message("its licence is missing; the font file says: {text}", text=_short(description))
    raise DataError(Fault(Place(str(request.file)), problem, hint))


def _short(text: str) -> str:
    return text if len(text) <= 160 else text[:159] + "…"


def _licence_name(request: FontRequest, text: bytes, font: FontFile) -> str:
    """Return the short name of the licence, recognised by its text or by that in the font file.

    DataError if neither is the text of a known licence.
    """
    for description in (text.decode("utf-8", "replace"), f"{font.licence} {font.licence_link}"):
        if short := licence_in(description):
            return short
    problem = message("is not a licence that cardgen recognises")
    raise DataError(Fault(Place(str(request.licence)), problem, message("give its short name: --licence-name TEXT")))


def licence_in(text: str) -> str:
    """Return the short name of the licence for fonts that a text is, or names; "" if it is none that is known."""
    found = (short for short, pattern in _KNOWN_LICENCES.items() if re.search(pattern, " ".join(text.split()), re.I))
    return next(found, "")


# ---------------------------------------------------------------- files


def _place(game: Game, name: str, content: bytes, added: dict[str, bytes], other: str = "") -> str:
    """Return the path of a file with this content in the game's folder, and put it into `added` unless it exists.

    If another file has the name, the file is called `other`. DataError if that is taken as well.
    """
    for candidate in filter(None, (name, other)):
        path = f"fonts/{candidate}"
        file = game.folder / path
        before = added.get(path)
        if before is None and file.is_file():
            before = file.read_bytes()
        if before is None:
            added[path] = content
        if before is None or before == content:
            return path
    problem, hint = message("already exists"), message("nothing is overwritten")
    raise DataError(Fault(Place(str(game.folder / "fonts" / name)), problem, hint))


def insert_entry(game: Game, section: str, name: str, value: object) -> Insert:
    """Return the operation that adds an entry to a section of game.yaml, or such a section after the decks."""
    file, sections = f"card_data/{game.id}/game.yaml", list(game.marked.value)
    if game.marked.value.get(section):
        return Insert(file, (section, name), value)
    return Insert(file, (section,), {name: value}, sections.index("decks") + 1 if "decks" in sections else None)


# ---------------------------------------------------------------- fonts for the web


#: The first bytes of WOFF and WOFF2 files.
_PACKED = (b"wOFF", b"wOF2")

#: The most bytes of an unpacked font.
_MOST_BYTES = 100_000_000


def is_packed(content: bytes) -> bool:
    """Return True for a WOFF or WOFF2 file."""
    return content.startswith(_PACKED)


def unpack(content: bytes) -> tuple[bytes, str]:
    """Return the font of a WOFF or WOFF2 file, and the suffix of its name: .ttf or .otf.

    FontFileError if it is none, or if the packages that unpack it are not installed.
    """
    if int.from_bytes(content[16:20], "big") > _MOST_BYTES:
        hint = message("use a font of at most {most} MB", most=_MOST_BYTES // 10**6)
        raise FontFileError(message("is too large"), hint)
    try:
        from fontTools.ttLib import TTFont

        font = TTFont(io.BytesIO(content), recalcBBoxes=False, recalcTimestamp=False)
        font.flavor = None
        unpacked = io.BytesIO()
        font.save(unpacked, reorderTables=False)
    except ImportError as error:
        problem = message("is packed for the web, and the packages that unpack it are not installed")
        hint = message("run: {command}; or use the TTF or OTF file", command="pip install 'cardgen[webfonts]'")
        raise FontFileError(problem, hint) from error
    except Exception as error:  # fontTools raises many kinds of errors for a damaged file
        raise FontFileError(message("cannot be unpacked"), message("download it again")) from error
    return unpacked.getvalue(), ".otf" if font.sfntVersion == "OTTO" else ".ttf"
