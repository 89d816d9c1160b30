"""The values that a cell of a deck can have: allowed values, limits of numbers, icons and pictures of the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from cardgen.base.errors import DataError, Place, WrongValueError
from cardgen.base.values import as_text
from cardgen.data.fields import field_kind
from cardgen.data.limits import FieldEntry
from cardgen.data.model import Game, Template
from cardgen.data.pictures import Pictures
from cardgen.data.placeholders import fill
from cardgen.data.templates.icons import icons_in
from cardgen.editing.assets import MEDIA_TYPES
from cardgen.editing.cells import Column
from cardgen.formats.svg import to_svg
from cardgen.products.rulebook_icons import book_icons
from cardgen.review.server.attachments import as_png
from cardgen.review.server.edit_payloads import ColumnData, PrintStyle, Shown
from cardgen.scene.items import Group, Scene, scale
from cardgen.text.fonts import face_file

_MOST_CHOICES = 2_000
_ICON_SIZE = 10.0  # mm


def column_data(game: Game, deck: str, column: Column, files: Callable[[], list[str]]) -> ColumnData:
    """Return a column with what its values can be chosen from. `files` returns the names of the game's pictures."""
    entry = game.file.decks[deck].fields.get(column.name)
    choices, shown, least, most = _choices(game, deck, column, entry, files)
    return {
        "name": column.name,
        "language": column.language,
        "kind": column.kind,
        "choices": choices[:_MOST_CHOICES],
        "shown": shown,
        "least": least,
        "most": most,
        "terms": dict(islice(_terms(game, deck, column), _MOST_CHOICES)),
        "table": column.table,
    }


def _terms(game: Game, deck: str, column: Column) -> Iterator[tuple[str, str]]:
    """Yield the terms that are searched in the texts of a column: id and name."""
    if game.glossary is not None and (column.name,) in game.glossary.fields.get(deck, ()):
        language = column.language or game.file.languages[0]
        yield from ((term.id, term.names.get(language, term.id)) for term in game.glossary.terms.values())


def _choices(
    game: Game, deck: str, column: Column, entry: FieldEntry | None, files: Callable[[], list[str]]
) -> tuple[list[str], Shown, float | None, float | None]:
    kind = column.kind.removesuffix("?")
    if kind in ("integer", "number"):
        least, most = (0.0, None) if column.name == "copies" else _limits_of(kind)
        if entry is not None:
            least = least if entry.least is None else entry.least
            most = most if entry.most is None else entry.most
        return [*map(as_text, entry.one_of if entry else ())], "", least, most
    if field_kind(kind).is_file:
        return files(), "picture", None, None
    allowed = [as_text(value) for value in entry.one_of] if entry and entry.one_of else _enum_of(kind)
    icons = icons_in(game.marked)
    if kind == "text" and column.name != "id" and icons:
        used = {card.fields.get(column.name) for card in game.decks[deck].cards} - {None}
        if used and used <= icons.keys():
            return allowed or list(icons), "icon", None, None
    return allowed, "", None, None


def print_styles(template: Template) -> dict[str, PrintStyle]:
    """Return the styles that marks in texts can name, as far as they look alike on all cards."""
    colours = {"colours": template.colours}
    return {name: _print_style(fill(style.value, colours, lambda *_: None)) for name, style in template.styles.items()}


def _print_style(values: Mapping[str, Any]) -> PrintStyle:
    font, colour, scale, rise = (values.get(key) for key in ("font", "colour", "scale", "rise"))
    return {
        "weight": 700 if "bold" in str(font) else 500 if "medium" in str(font) else 400,
        "colour": colour if isinstance(colour, str) and "{" not in colour else "",
        "scale": scale if isinstance(scale, int | float) else 1.0,
        "rise": rise if isinstance(rise, int | float) else 0.0,
    }


@cache
def _enum_of(kind: str) -> list[str]:
    return [str(value) for value in _schema(kind).get("enum", ())]


def _limits_of(kind: str) -> tuple[float | None, float | None]:
    schema = _schema(kind)
    return schema.get("minimum"), schema.get("maximum")


@cache
def _schema(kind: str) -> dict[str, Any]:
    return TypeAdapter(field_kind(kind).annotation).json_schema()


def picture(game: Game, name: str) -> tuple[bytes, str] | None:
    """Return a picture of the game's folder with its media type; None if there is none of this name."""
    media_type = MEDIA_TYPES.get(Path(name).suffix.lower())
    try:
        content = game.reader.read_bytes(game.reader.find(name, Place())) if media_type else b""
        if media_type in (MEDIA_TYPES[".tif"], MEDIA_TYPES[".pdf"]):  # most browsers do not show them in a page
            return as_png(content), MEDIA_TYPES[".png"]
        return (content, media_type) if media_type else None
    except (DataError, WrongValueError):
        return None


def icon(game: Game, name: str) -> tuple[bytes, str] | None:
    """Return an icon of the game as SVG; None if there is none of this name, or if it cannot be drawn."""
    icons = book_icons(game, Pictures(game.reader))
    if name not in icons:
        return None
    try:
        inset = icons[name].draw("#333333", game.file.languages[0], _ICON_SIZE)
    except DataError:
        return None
    items = (Group(inset.items, scale(_ICON_SIZE)),)
    scene = Scene(inset.width * _ICON_SIZE, inset.height * _ICON_SIZE, items)
    return to_svg(scene).encode(), MEDIA_TYPES[".svg"]


def font(_: Game, name: str) -> tuple[bytes, str] | None:
    """Return the font file of a face, in which texts are edited where they are printed; None if there is none."""
    content = face_file(name)
    return (content, "font/sfnt") if content else None


#: What returns a file that a page shows, with its media type, by what it is.
CHOICES: Mapping[str, Callable[[Game, str], tuple[bytes, str] | None]] = {
    "icon": icon,
    "picture": picture,
    "font": font,
}
