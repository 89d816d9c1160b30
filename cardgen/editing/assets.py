"""Pictures that are added to a game: read as the game would read them, with a safe name that no other file has."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from unicodedata import normalize

from cardgen.base.errors import DataError, Fault, Place, located_at
from cardgen.base.files import read_regular
from cardgen.base.words.messages import message
from cardgen.data.model import Credit, Game
from cardgen.data.names import MOST_BYTES, file_key, is_device
from cardgen.data.picture_files import decode
from cardgen.data.places import Key
from cardgen.data.reading import decode_text
from cardgen.data.svg import read_drawing
from cardgen.data.templates.icons import icon_files, icons_in
from cardgen.editing.fonts import insert_entry
from cardgen.editing.operations import Insert, Operation

#: Media types of the pictures that games have, by the endings of their files.
MEDIA_TYPES = {
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".webp": "image/webp",
    ".gif": "image/gif",
    ".bmp": "image/bmp",
    ".tif": "image/tiff",
    ".tiff": "image/tiff",
    ".avif": "image/avif",
    ".pdf": "application/pdf",
}
#: The endings of pictures by the first bytes of their content.
_BEGINNINGS = {
    b"\x89PNG": ".png",
    b"RIFF": ".webp",
    b"GIF8": ".gif",
    b"BM": ".bmp",
    b"II*\0": ".tif",
    b"MM\0*": ".tif",
    b"%PDF": ".pdf",
}
#: The folders of a game that has no pictures, and of one without icons.
PICTURES, ICONS = "art", "icons"

_NO_LETTERS = re.compile(r"[^\w.-]+")


def picture_files(folder: Path) -> Iterator[str]:
    """Yield the names of the pictures in a game's folder, those in hidden folders left out."""
    for path, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            if Path(name).suffix.lower() in MEDIA_TYPES:
                yield (Path(path) / name).relative_to(folder).as_posix()


def check_picture(name: str, content: bytes) -> tuple[str, tuple[float, float]]:
    """Return the ending that a picture's file has by its content, and its width and height in pixels or its own units.

    DataError if the game could not draw it.
    """
    if content.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        drawing = read_drawing(decode_text(content, name), name)
        return ".svg", (drawing.width, drawing.height)
    with located_at(Place(name)):
        size = decode(content).size
    if content[4:8] == b"ftyp":
        return ".avif", size
    return next((ending for first, ending in _BEGINNINGS.items() if content.startswith(first)), ".jpg"), size


def safe_name(name: str, ending: str) -> str:
    """Return a file name with letters of any script, digits and - _ . only, that every system can store."""
    stem = normalize("NFC", re.split(r"[\\/]", name)[-1])
    if "." in stem.lstrip("."):
        stem, _, suffix = stem.rpartition(".")
        ending = (
            f".{suffix}".lower() if suffix.lower() in ("jpeg", "tiff") and suffix.lower()[0] == ending[1] else ending
        )
    stem = _NO_LETTERS.sub("-", stem).strip("-._")
    while len(stem.encode()) > MOST_BYTES:
        stem = stem[:-1]
    return f"picture-{stem}{ending}".replace("-.", ".") if not stem or is_device(stem) else stem + ending


def picture_folder(game: Game, *, icons: bool = False) -> str:
    """Return the folder of the game that has most of its pictures, or of its icons."""
    icon_names = {file for file, _ in icon_files(icons_in(game.marked))}
    names = icon_names if icons else set(picture_files(game.reader.fence)) - icon_names
    folders = Counter(PurePosixPath(name).parent.as_posix() for name in sorted(names))
    return folders.most_common(1)[0][0].removeprefix(".") if folders else ICONS if icons else PICTURES


def place_picture(game: Game, folder: str, name: str, content: bytes) -> tuple[str, bool]:
    """Return the name of a file for a picture, from the game's folder, and whether it is new. `name` is a safe one.

    A picture with the same bytes is used again; a name that another file has gets a number.
    """
    root = game.reader.fence
    same = (one for one in picture_files(root) if (root / one).stat().st_size == len(content))
    if existing := next((one for one in same if read_regular(root / one, len(content)) == content), ""):
        return existing, False
    file = PurePosixPath(folder) / name
    inside = root / folder
    taken = {file_key(one.name) for one in inside.iterdir()} if inside.is_dir() else set()
    number, free = 2, file
    while file_key(free.name) in taken:
        number, free = number + 1, file.with_name(f"{file.stem}-{number}{file.suffix}")
    return free.as_posix(), True


def new_file(game: Game, file: str, content: bytes) -> Mapping[str, bytes]:
    """Return the new file as a change creates it; nothing if the game has it. DataError if it is no picture inside."""
    path = PurePosixPath(file)
    if path.suffix.lower() not in MEDIA_TYPES or not (game.folder / file).resolve().is_relative_to(game.reader.fence):
        raise DataError(Fault(Place(file), message("is no name of a picture in the game's folder")))
    check_picture(path.name, content)
    if (game.folder / file).is_file() and (game.folder / file).read_bytes() == content:
        return {}
    return {f"card_data/{game.id}/{file}": content}


# ---------------------------------------------------------------- icons


def icon_name(game: Game, wish: str) -> str:
    """Return a name for an icon that no icon and no field of the game has."""
    fields = {field for deck in game.decks.values() for field in deck.fields}
    taken = {*icons_in(game.marked), *(icon for deck in game.decks.values() for icon in deck.template.icons), *fields}
    plain = re.sub(r"[^\w-]+", "-", PurePosixPath(wish).stem.lower()).strip("-_")[:40] or "icon"
    number, name = 2, plain
    while name in taken:
        number, name = number + 1, f"{plain}-{number}"
    return name


def add_icon(game: Game, name: str, file: str, credit: Credit | None = None) -> Iterator[Operation]:
    """Yield the operations that add an icon to game.yaml, and the credit that it asks for unless the game has it."""
    yield insert_entry(game, "icons", name, file)
    if credit is not None and credit not in game.file.credits:
        yield _add_credit(game, credit)


def _add_credit(game: Game, credit: Credit) -> Insert:
    file, value = f"card_data/{game.id}/game.yaml", credit.model_dump(exclude_defaults=True)
    keys = list(game.marked.value)
    path: Key = ("credits", len(game.file.credits))
    if game.file.credits:
        return Insert(file, path, value)
    return Insert(file, path[:1], [value], keys.index("licence") + 1 if "licence" in keys else None)
