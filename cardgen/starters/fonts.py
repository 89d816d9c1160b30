"""A font put into a game: its file, its licence, and its lines in game.yaml."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cardgen.data.fonts import FontEntry, FontLicence
from cardgen.data.model import Game
from cardgen.errors import DataError, Fault, Place
from cardgen.starters.adding import Addition
from cardgen.starters.editing import end_of_block, flow, insert_lines, lines_of, prove
from cardgen.starters.starting import check_name
from cardgen.text.font_files import FontFile, FontFileError, read_font
from cardgen.text.fonts import FONTS
from cardgen.words.messages import message

#: The short names of licences under which fonts are handed on, by words that stand in their texts.
_KNOWN_LICENCES = {
    "OFL-1.1": r"SIL Open Font License|scripts\.sil\.org/OFL|openfontlicense\.org",
    "Apache-2.0": r"Apache License,? Version 2\.0|apache\.org/licenses/LICENSE-2\.0",
    "CC0-1.0": r"CC0 1\.0|creativecommons\.org/publicdomain/zero/1\.0",
    "Ubuntu-font-1.0": r"Ubuntu Font Licen[cs]e",
    "GUST-Font-License": r"GUST Font Licen[cs]e",
    "Bitstream-Vera": r"Bitstream Vera",
}

#: How files that hold a font's licence are called.
_LICENCE_FILE = re.compile(r"(?i).*(ofl|licen[cs]e|copying).*")


@dataclass(frozen=True, slots=True)
class FontRequest:
    """What is to be added: a font's file, the name that templates give it (the file's when empty), and its licence."""

    file: Path
    name: str = ""
    licence: Path | None = None
    licence_name: str = ""
    index: int | None = None
    axes: Mapping[str, float] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """What templates call the font."""
        return self.name or _name_of(self.file)


def add_font(game: Game, request: FontRequest) -> Addition:
    """The font and its licence in the game's folder `fonts`, and an entry of `fonts` in game.yaml.

    DataError when the font cannot be used or embedded, when it comes without a licence, or when its name is taken.
    OSError when a file cannot be read.
    """
    content = request.file.read_bytes()
    try:
        found = read_font(content, request.index, request.axes)
    except FontFileError as error:
        raise DataError(Fault(Place(str(request.file)), error.args[0], error.hint)) from error
    name = request.title
    _check_free(game, name, request)
    text = _licence_text(request, found)
    short = request.licence_name or _licence_name(request, text, found)
    added: dict[str, bytes] = {}
    file = _place(game, _plain(request.file.name), content, added)
    assert request.licence is not None  # _licence_text has looked
    licence = _place(game, _plain(request.licence.name), text, added, other=f"{name}-{_plain(request.licence.name)}")
    entry = FontEntry(
        file=file,
        licence=FontLicence(name=short, file=licence),
        index=request.index,
        axes=dict(request.axes),
    ).model_dump(exclude_defaults=True)
    root = f"card_data/{game.id}"
    changed = {f"{root}/game.yaml": _with_entry(game, name, entry).encode()}
    notes = [message("{font}, {licence}", font=f"{found.family} {found.style}", licence=short)]
    if name in FONTS:
        notes.append(
            message("It replaces the bundled font {font!r} on cards and boxes, in captions and rulebooks.", font=name)
        )
    else:
        notes.append(message("To use it, write in a style or a text box: font: {font}", font=flow(name)))
    if found.licence:
        notes.append(message("The font file describes its licence: {text}", text=_short(found.licence)))
    return Addition({f"{root}/{path}": each for path, each in added.items()}, changed, tuple(notes))


def _name_of(file: Path) -> str:
    """A name for templates out of a file's: small letters and digits."""
    return re.sub("[^a-z0-9]+", "-", file.stem.lower()).strip("-")[:40].rstrip("-") or "font"


def _plain(name: str) -> str:
    """A file's name without what some systems cannot have in one."""
    return re.sub(r"[^\w.()+\[\],-]+", "-", name)


def _check_free(game: Game, name: str, request: FontRequest) -> None:
    check_name(name)
    if name in FONTS and not request.name:
        problem = message("the file's name is the name of the bundled font {font!r}", font=name)
        hint = message("--name {font} replaces the bundled font; otherwise choose another name", font=name)
        raise DataError(Fault(Place(str(request.file)), problem, hint))
    if name in game.file.fonts:
        place = game.marked.key_place("fonts", name)
        problem = message("there is already a font {font!r}", font=name)
        raise DataError(Fault(place, problem, message("choose another name with --name")))


# ---------------------------------------------------------------- the licence


def _licence_text(request: FontRequest, found: FontFile) -> bytes:
    """The text of the licence. DataError, with how to give one, when there is none."""
    if request.licence is not None:
        text = request.licence.read_bytes()
        if not text.strip():
            raise DataError(Fault(Place(str(request.licence)), message("is empty: there is no text of a licence")))
        return text
    beside = sorted(
        each for each in request.file.parent.iterdir() if _LICENCE_FILE.fullmatch(each.name) and each.is_file()
    )
    hint = message("name the file with its text: --licence FILE")
    if beside:
        hint = message("add --licence {file}", file=beside[0])
    description = found.licence or found.licence_link or found.copyright
    problem = message("its licence is missing")
    if description:
        problem = message("its licence is missing; the font file says: {text}", text=_short(description))
    raise DataError(Fault(Place(str(request.file)), problem, hint))


def _short(text: str) -> str:
    return text if len(text) <= 160 else text[:159] + "…"


def _licence_name(request: FontRequest, text: bytes, found: FontFile) -> str:
    """The short name of the licence, by what its text says, or else the font itself."""
    for said in (text.decode("utf-8", "replace"), f"{found.licence} {found.licence_link}"):
        for short, pattern in _KNOWN_LICENCES.items():
            if re.search(pattern, " ".join(said.split()), re.IGNORECASE):
                return short
    problem = message("is not a licence that cardgen recognises")
    raise DataError(Fault(Place(str(request.licence)), problem, message("give its short name: --licence-name TEXT")))


# ---------------------------------------------------------------- files


def _place(game: Game, name: str, content: bytes, added: dict[str, bytes], other: str = "") -> str:
    """The name in the game's folder for a file of this content, which is `added` unless it is there.

    When another file is called so, it is `other`. DataError when there is no `other`, or that is taken, too.
    """
    for each in filter(None, (name, other)):
        path = f"fonts/{each}"
        there = game.folder / path
        before = added.get(path)
        if before is None and there.is_file():
            before = there.read_bytes()
        if before is None:
            added[path] = content
        if before is None or before == content:
            return path
    problem, hint = message("already exists"), message("nothing is overwritten")
    raise DataError(Fault(Place(str(game.folder / "fonts" / name)), problem, hint))


def _with_entry(game: Game, name: str, entry: Mapping[str, Any]) -> str:
    """game.yaml with the font as lines at the end of `fonts`, or in a block of its own after the decks."""
    text = (game.folder / "game.yaml").read_bytes().decode()
    wanted: dict[str, Any] = json.loads(json.dumps(game.marked.value))
    lines = lines_of(text)
    present = list(wanted.get("fonts", {}))
    if "fonts" in wanted and present:
        place = game.marked.key_place("fonts", present[-1])
        pad, before = " " * (place.column - 1), []
    else:
        place = game.marked.key_place("fonts" if "fonts" in wanted else "decks")
        pad, before = "  ", ["", "fonts:"]
    wanted.setdefault("fonts", {})[name] = dict(entry)
    block = [*before, f"{pad}{flow(name)}:", *(f"{pad}  {key}: {flow(value)}" for key, value in entry.items())]
    changed = insert_lines(text, end_of_block(lines, place.line - 1, place.column - 1), block)
    return prove(changed, game.marked.file, wanted, place)
