"""`cardgen fonts add`, and what `cardgen list --fonts` tells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any
from unicodedata import name as name_of_character

import typer

from cardgen.cli.design import GameOption, ProjectFolder, make_addition, own_game
from cardgen.cli.values import whole

if TYPE_CHECKING:
    from cardgen.data.font_facts import FaceFacts, FontFacts
    from cardgen.data.model import Game

fonts = typer.Typer(
    help="Fonts of your own. `cardgen list --fonts` shows those that there are.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

#: So many missing characters are named one by one.
_MOST_NAMED = 8


@fonts.callback()
def _common() -> None:
    pass


@fonts.command("add")
def add(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A TrueType or OpenType font: .ttf, .otf or .ttc.")],
    name: Annotated[
        str, typer.Option("--name", metavar="NAME", help="What templates call it.", show_default="the file's name")
    ] = "",
    licence: Annotated[
        Path | None, typer.Option("--licence", metavar="FILE", help="The text of the font's licence. Required.")
    ] = None,
    licence_name: Annotated[
        str,
        typer.Option(
            "--licence-name", metavar="TEXT", help="The licence's short name.", show_default="as its text tells"
        ),
    ] = "",
    index: Annotated[
        int | None, typer.Option("--index", metavar="N", parser=whole(0), help="Which font of a collection, from 0.")
    ] = None,
    axis: Annotated[
        list[str] | None,
        typer.Option("--axis", metavar="TAG=N", help="Where a variable font stands: wght=700. Repeatable."),
    ] = None,
    game: GameOption = "",
    project: ProjectFolder = None,
) -> None:
    """Copy a font and its licence into a game, and add it to game.yaml."""
    from cardgen.starters.fonts import FontRequest, add_font

    request = FontRequest(file, name, licence, licence_name, index, dict(map(_axis, axis or ())))
    found, loaded = own_game(project, game, [request.title])
    make_addition(found, loaded.id, add_font(loaded, request))


def _axis(text: str) -> tuple[str, float]:
    tag, _, number = text.partition("=")
    try:
        return tag, float(number)
    except ValueError:
        raise typer.BadParameter(f"--axis {text}: expected a tag and a number, such as wght=700") from None


# ---------------------------------------------------------------- cardgen list --fonts


def facts_of(game: Game) -> tuple[list[FontFacts], int]:
    """The fonts that the game can use, and how many characters its cards and titles have."""
    from cardgen.data.font_facts import font_facts, written_characters
    from cardgen.scene.items import GlyphRun, walk
    from cardgen.targets.editions import layout_editions
    from cardgen.targets.options import Options

    characters = written_characters(game)
    laid = [cards for edition in layout_editions(game, Options()) for cards in edition.laid.values()]
    for cards in laid:
        for scene in {side.scene for card in cards for _, side in card.sides}:
            for _, item in walk(scene.items):
                if isinstance(item, GlyphRun):
                    characters.update(item.text)
    characters = {each for each in characters if each.isprintable() and not each.isspace()}
    return font_facts(game.fonts, characters), len(characters)


def tell_fonts(facts: Sequence[FontFacts], characters: int) -> Iterator[str]:
    """Lines that say what each font is made of, whose its faces are, and what it cannot set."""
    from cardgen.text.fonts import FONTS

    for font in facts:
        partners = [f"{kind}: {title}" for kind, title in (("bold", font.bold), ("italic", font.italic)) if title]
        own = "of the game, in place of the bundled one" if font.title in FONTS else "of the game"
        yield f"{font.title} ({'; '.join([own, *partners]) if font.own else 'bundled'})"
        for face in font.faces:
            yield f"  {face.title}: {face.characters:,} characters, {face.covered:,} of the game's {characters:,}"
            yield f"    {_shown(face.file)}"
            yield f"    {face.licence}, {_shown(face.licence_file)}"
        if font.missing:
            yield f"  no face has {_named(font.missing)}"


def _named(characters: str) -> str:
    named = [f"{each} (U+{ord(each):04X} {name_of_character(each, '')}".rstrip() + ")" for each in characters]
    more = len(named) - _MOST_NAMED
    return ", ".join(named[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


def fonts_as_data(facts: Sequence[FontFacts], characters: int) -> dict[str, Any]:
    """The same as what JSON can hold."""

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
    """The path from here, where it lies below."""
    path, here = path.resolve(), Path.cwd()
    return (path.relative_to(here) if path.is_relative_to(here) else path).as_posix()
