"""Files that people drop on the page: checked and held until an edit adds them to the game, and the game's assets.

What is sent is held in memory under the sha256 of its bytes. An edit names it by that, and creates the file in the same
step as the values that name the file, so that both are undone together.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from pathlib import Path
from typing import Literal, TypeAlias

from cardgen.base.errors import DataError, Fault, Place
from cardgen.base.records import dataclass
from cardgen.base.words.messages import message
from cardgen.data.model import Game
from cardgen.data.reading import MOST_BYTES, decode_text
from cardgen.data.templates.icons import icons_in
from cardgen.editing.assets import (
    add_icon,
    check_picture,
    icon_name,
    new_file,
    picture_files,
    picture_folder,
    place_picture,
    safe_name,
)
from cardgen.editing.fonts import FontRequest, add_font, licence_in
from cardgen.editing.icon_library import icon_library
from cardgen.editing.operations import Change
from cardgen.review.server.edit_payloads import AssetAnswer, AssetsData, LibraryIconData
from cardgen.review.server.page_data import faults_of
from cardgen.text.font_files import FontFileError, read_font

#: What a file is sent for, and the most bytes of all files that are held.
Purpose: TypeAlias = Literal["picture", "icon", "font", "licence"]
PURPOSES: tuple[Purpose, ...] = ("picture", "icon", "font", "licence")
_MOST_HELD = 4 * MOST_BYTES
_MOST_LICENCE = 200_000


@dataclass(frozen=True, slots=True)
class AddFile:
    """A picture that was sent, as a new file of the game; `key` is its sha256."""

    key: str
    file: str


@dataclass(frozen=True, slots=True)
class AddIcon:
    """An icon of game.yaml, a picture of the game's folder."""

    name: str
    file: str


@dataclass(frozen=True, slots=True)
class AddLibraryIcon:
    """An icon of those that come with cardgen: its file, its entry in game.yaml, and the credit for its author."""

    icon: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class AddFont:
    """A font that was sent, with its licence: a file that was sent, too, or a text."""

    key: str
    file: str
    name: str
    licence_name: str
    licence: str = ""
    licence_key: str = ""


AssetEdit: TypeAlias = AddFile | AddIcon | AddLibraryIcon | AddFont


class Assets:
    """The files that pages have sent."""

    def __init__(self) -> None:
        self._held: OrderedDict[str, bytes] = OrderedDict()

    def receive(self, game: Game, purpose: Purpose, name: str, content: bytes) -> AssetAnswer:
        """Hold a file, and return what it would be in the game, or why it cannot be used."""
        key = hashlib.sha256(content).hexdigest()
        answer: AssetAnswer = {
            "key": key,
            "file": "",
            "is_new": True,
            "name": "",
            "size": [],
            "licence": "",
            "licence_text": "",
            "faults": [],
        }
        try:
            if purpose == "font":
                font = read_font(content)
                answer["file"], answer["name"] = name, FontRequest(Path(name)).title
                answer["licence_text"] = "\n".join(filter(None, (font.copyright, font.licence, font.licence_link)))
                answer["licence"] = licence_in(f"{font.licence} {font.licence_link}")
            elif purpose == "licence":
                answer["licence_text"] = decode_text(content[:_MOST_LICENCE], name)
                answer["licence"] = licence_in(answer["licence_text"])
            else:
                folder = picture_folder(game, icons=purpose == "icon")
                ending, size = check_picture(name, content)
                answer["size"] = [*size]
                answer["file"], answer["is_new"] = place_picture(game, folder, safe_name(name, ending), content)
                answer["name"] = icon_name(game, answer["file"])
        except FontFileError as error:
            answer["faults"] = faults_of(DataError(Fault(Place(name), error.args[0], error.hint)))
        except DataError as error:
            answer["faults"] = faults_of(error)
        else:
            self._hold(key, content)
        return answer

    def _hold(self, key: str, content: bytes) -> None:
        self._held[key] = content
        self._held.move_to_end(key)
        while sum(map(len, self._held.values())) > _MOST_HELD:
            self._held.popitem(last=False)

    def _content(self, key: str, file: str) -> bytes:
        """Return a file that was sent. DataError if it is no longer held."""
        if key not in self._held:
            raise DataError(Fault(Place(file), message("the file was not sent"), message("choose it again")))
        return self._held[key]

    def change(self, game: Game, edit: AssetEdit) -> Change:
        """Return the change that adds an asset to the game. DataError if it cannot be added."""
        match edit:
            case AddFile():
                return Change((), created=new_file(game, edit.file, self._content(edit.key, edit.file)))
            case AddIcon():
                return Change(tuple(add_icon(game, edit.name, edit.file)))
            case AddFont():
                return self._font(game, edit)
        icon = icon_library().get(edit.icon)
        if icon is None:
            raise DataError(Fault(Place(), message("there is no icon {icon!r} to choose", icon=edit.icon)))
        file, is_new = place_picture(game, picture_folder(game, icons=True), f"{icon.name}.svg", icon.svg())
        operations = add_icon(game, edit.name or icon_name(game, icon.name), file, icon.credit())
        return Change(tuple(operations), created=new_file(game, file, icon.svg()) if is_new else {})

    def _font(self, game: Game, edit: AddFont) -> Change:
        text = edit.licence.encode()
        if edit.licence_key:
            text = self._content(edit.licence_key, edit.file)
        licence = Path(f"{edit.name}-licence.txt")
        content = self._content(edit.key, edit.file)
        request = FontRequest(Path(edit.file), edit.name, licence, content, text, edit.licence_name)
        return add_font(game, request).change


def assets_data(game: Game) -> AssetsData:
    """Return the pictures, icons and fonts of a game."""
    return {
        "pictures": [*picture_files(game.reader.fence)],
        "icons": [*icons_in(game.marked)],
        "fonts": [*game.file.fonts],
        "credits": [f"{credit.work}: {credit.author}, {credit.licence.name}" for credit in game.file.credits],
    }


def library_data() -> list[LibraryIconData]:
    """Return the icons to choose from, with the words that they are found by."""
    return [
        {
            "name": icon.name,
            "author": icon.author,
            "words": f"{icon.name.replace('-', ' ')} {icon.words}",
            "zh": icon.zh,
        }
        for icon in icon_library().values()
    ]
