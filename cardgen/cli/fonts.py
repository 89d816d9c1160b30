"""`cardgen fonts add`, and the lines of `cardgen list --fonts`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any
from unicodedata import name as name_of_character

import typer

from cardgen.base.words.messages import Message, joined, message
from cardgen.cli.design import GameOption, make_addition, own_game
from cardgen.cli.options import AsJson, ProjectFolder, Quiet
from cardgen.cli.values import whole

if TYPE_CHECKING:
    from cardgen.data.font_facts import FaceFacts, FontFacts
    from cardgen.data.model import Game

fonts = typer.Typer(
    help="Add fonts to a game. `cardgen list --fonts` lists the fonts that it can use.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

#: At most this many missing characters are named.
_MOST_NAMED = 8


@fonts.callback()
def _common() -> None:
    pass


@fonts.command("add")
def add(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A font: .ttf, .otf or .ttc; .woff and .woff2 are unpacked.")
    ],
    name: Annotated[
        str,
        typer.Option(
            "--name", metavar="NAME", help="The name of the font in templates.", show_default="the name of its file"
        ),
    ] = "",
    licence: Annotated[
        Path | None, typer.Option("--licence", metavar="FILE", help="The file with the font's licence. Required.")
    ] = None,
    licence_name: Annotated[
        str,
        typer.Option(
            "--licence-name",
            metavar="TEXT",
            help="The short name of the licence.",
            show_default="recognised by its text",
        ),
    ] = "",
    index: Annotated[
        int | None,
        typer.Option("--index", metavar="N", parser=whole(0), help="Which font of a collection, counted from 0."),
    ] = None,
    axis: Annotated[
        list[str] | None,
        typer.Option("--axis", metavar="TAG=N", help="The value of an axis of a variable font: wght=700. Repeatable."),
    ] = None,
    game: GameOption = "",
    project: ProjectFolder = None,
    _quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """Copy a font and its licence into a game, and add it to game.yaml."""
    from cardgen.editing.fonts import FontRequest, add_font
    from cardgen.editing.projects import apply_to_files
    from cardgen.starters.adding import Addition

    axes = dict(map(_axis, axis or ()))
    request = FontRequest(file, name, licence, licence_name=licence_name, index=index, axes=axes)
    source, loaded = own_game(project, game, [request.title])
    font = add_font(loaded, request)
    created = font.change.created
    after = apply_to_files(source, font.change).after
    changed = {path: content for path, content in after.items() if path not in created}
    make_addition(source, loaded.id, Addition(created, changed, font.notes), as_json)


def _axis(text: str) -> tuple[str, float]:
    tag, _, number = text.partition("=")
    try:
        return tag, float(number)
    except ValueError:
        raise typer.BadParameter(
            message("--axis {text}: expected a tag and a number, such as wght=700", text=text)
        ) from None


# ---------------------------------------------------------------- cardgen list --fonts


def list_facts(game: Game) -> tuple[list[FontFacts], int]:
    """Return the fonts that the game can use, and the number of different characters on its cards and in its titles."""
    from cardgen.building.editions import layout_editions
    from cardgen.data.font_facts import font_facts, written_characters
    from cardgen.products.options import Options
    from cardgen.scene.items import GlyphRun, walk

    characters = written_characters(game)
    laid = [cards for edition in layout_editions(game, Options()) for cards in edition.laid.values()]
    for cards in laid:
        for scene in {side.scene for card in cards for _, side in card.sides}:
            for _, item in walk(scene.items):
                if isinstance(item, GlyphRun):
                    characters.update(item.text)
    characters = {character for character in characters if character.isprintable() and not character.isspace()}
    return font_facts(game.fonts, characters), len(characters)


def describe_fonts(facts: Sequence[FontFacts], characters: int) -> Iterator[Message]:
    """Yield lines with the faces of each font, their files and licences, and the characters that the font lacks."""
    for font in facts:
        yield message("{font} ({details})", font=font.title, details=joined(_details(font)))
        for face in font.faces:
            yield message(
                "  {face}: {characters:,} characters, {covered:,} of the {total:,} in the game",
                face=face.title,
                characters=face.characters,
                covered=face.covered,
                total=characters,
            )
            yield message("    {file}", file=_shown(face.file))
            yield message("    {licence}, {file}", licence=face.licence, file=_shown(face.licence_file))
        if font.missing:
            yield message("  no face has {characters}", characters=_named(font.missing))


def _details(font: FontFacts) -> Iterator[Message]:
    """Yield where a font is from, and the fonts of its bold and italic text."""
    from cardgen.text.fonts import FONTS

    if not font.own:
        yield message("bundled")
        return
    yield message("of the game")
    if font.title in FONTS:
        yield message("replaces the bundled font")
    if font.bold:
        yield message("bold: {font}", font=font.bold)
    if font.italic:
        yield message("italic: {font}", font=font.italic)


def _named(characters: str) -> Any:
    """Return the first of the characters with their names, and the number of others."""
    named = joined(
        f"{character} (U+{ord(character):04X} {name_of_character(character, '')}".rstrip() + ")"
        for character in characters[:_MOST_NAMED]
    )
    more = len(characters) - _MOST_NAMED
    return message("{characters} and {more} more", characters=named, more=more) if more > 0 else named


def fonts_as_data(facts: Sequence[FontFacts], characters: int) -> dict[str, Any]:
    """Return what `describe_fonts` says as a value for JSON."""

    def face_data(face: FaceFacts) -> dict[str, Any]:
        counts = {"characters": face.characters, "covered": face.covered}
        licence = {"name": face.licence, "file": _shown(face.licence_file)}
        return {"title": face.title, "own": face.own, "file": _shown(face.file), **counts, "licence": licence}

    return {
        "characters": characters,
        "fonts": [
            {
                "name": font.title,
                "own": font.own,
                "bold": font.bold,
                "italic": font.italic,
                "missing": list(font.missing),
                "faces": list(map(face_data, font.faces)),
            }
            for font in facts
        ],
    }


def _shown(path: Path) -> str:
    """Return a path as it is shown: relative to the current folder if it is below it."""
    path, folder = path.resolve(), Path.cwd()
    return (path.relative_to(folder) if path.is_relative_to(folder) else path).as_posix()
