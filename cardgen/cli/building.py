"""`cardgen build`."""

from __future__ import annotations

from typing import Annotated

import typer

from cardgen.cli.builds import build_and_print
from cardgen.cli.completing import complete_editions, complete_printers
from cardgen.cli.options import (
    AsJson,
    Draft,
    GameName,
    OptimisePictures,
    OutputFolder,
    Papers,
    ProjectFolder,
    Quiet,
    check_choices,
)
from cardgen.cli.printers import BackOffset, FrontOffset, PrintedScale, values_given
from cardgen.cli.shortcuts import remember_build
from cardgen.cli.values import decimal, papers_given, split_words, whole


def build(
    game: GameName = "",
    only: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PART", help="Build only a folder, a file or a pattern: sheets, cards/png, 'cards-a4*'. Repeatable."
        ),
    ] = None,
    lang: Annotated[
        str,
        typer.Option(
            metavar="LANG,...",
            autocompletion=complete_editions,
            help="Build only the editions in these languages, or only the rulebooks if there are no editions: zh, en.",
        ),
    ] = "",
    paper: Papers = "",
    out: OutputFolder = None,
    dpi: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            parser=whole(36, 2400),
            help="The resolution of the PNGs: 36 to 2400.",
            show_default="the game's",
        ),
    ] = None,
    flip: Annotated[
        str,
        typer.Option(
            metavar="long|short",
            help="The edge on which your printer flips all paper.",
            show_default="long for sheets, short for booklets",
        ),
    ] = "",
    printer: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="Make the sheets for this printer: see `cardgen printer`. none is for any printer.",
            show_default="the printer in use",
            autocompletion=complete_printers,
        ),
    ] = "",
    back_offset: BackOffset = None,
    front_offset: FrontOffset = None,
    scale: PrintedScale = None,
    cell: Annotated[
        float | None,
        typer.Option(
            metavar="MM",
            parser=decimal(1, 200),
            help="The side of a cell of boards and die-cut pieces: 1 to 200.",
            show_default="the game's",
        ),
    ] = None,
    thickness: Annotated[
        float | None,
        typer.Option(
            metavar="MM",
            parser=decimal(0.01, 5),
            help="The thickness of a card, for tuck boxes: 0.01 to 5.",
            show_default="the game's",
        ),
    ] = None,
    since: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="Make only sheets of the cards and copies that differ from a print run: see `cardgen print record`.",
        ),
    ] = "",
    ink: Annotated[
        str,
        typer.Option(
            metavar="low|grey|black",
            help="Make the files with less ink, beside the full ones: colours as outlines, as greys, or black alone.",
            show_default="the full design",
        ),
    ] = "",
    optimise: OptimisePictures = False,
    draft: Draft = False,
    project: ProjectFolder = None,
    quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """Make the game: cards as SVG and PNG, sheets to print, rulebooks."""
    from cardgen.products.options import INK_ENDINGS, Options

    check_choices("--flip", filter(None, [flip]), ("long", "short"))
    check_choices("--ink", filter(None, [ink]), tuple(INK_ENDINGS))
    options = Options(
        tuple(only or ()),
        split_words(lang),
        papers_given(paper),
        dpi,
        flip,
        cell=cell,
        thickness=thickness,
        optimise=optimise,
        draft=draft,
        ink=ink,
    )
    chosen = (printer, values_given(back_offset=back_offset, front_offset=front_offset, scale=scale))
    if since:
        from cardgen.cli.prints import with_since
        from cardgen.data.project import chosen_game, find_project

        game = chosen_game(project, game)
        options = with_since(options, find_project(project, game), game, since)
    else:  # the print run may change, and is no argument
        remember_build(project, game, out, options, quiet, as_json, chosen)
    build_and_print(project, game, out, options, quiet, as_json, chosen)
