"""The command line: reads arguments, calls the library, prints, exits. Nothing else in cardgen prints.

Exit codes: 0 all is well, 1 a check has findings, 2 the input or the request cannot be used.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import Annotated

import typer

from cardgen import __version__
from cardgen.cli.building import build
from cardgen.cli.checking import check
from cardgen.cli.design import init, new
from cardgen.cli.export import export
from cardgen.cli.fonts import fonts
from cardgen.cli.listing import list_, schema, show
from cardgen.cli.localising import MessagesOption, run_app
from cardgen.cli.play import engine_command, play
from cardgen.cli.printing import say, warn
from cardgen.cli.review import review
from cardgen.cli.studies import add_studies
from cardgen.cli.translate import translate
from cardgen.errors import DataError
from cardgen.words.language import localised
from cardgen.words.messages import message

# Commands import the rest of the library when they run: help must not wait for a PDF library.

app = typer.Typer(
    help="Make printed tabletop games from card data: cards, sheets, boxes and rulebooks, checked by the game's rules.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _version(wanted: bool) -> None:
    if wanted:
        from cardgen.engines.registry import solvers

        print(f"cardgen {__version__}")
        for engine, solver in solvers().items():
            say(message("{engine} solver: {solver}", engine=engine, solver=solver))
        raise typer.Exit


@app.callback()
def _common(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Print the version and the solvers in use."),
    ] = False,
    messages: MessagesOption = "",
) -> None:
    pass


app.command()(build)
app.command()(check)
app.command("list")(list_)
app.command()(show)
app.command()(schema)
app.command()(init)
app.add_typer(new, name="new")
app.command()(export)
app.add_typer(fonts, name="fonts")
app.add_typer(translate, name="translate")
app.add_typer(play, name="play")
app.add_typer(review, name="review")
app.command("engine")(engine_command)
add_studies(app)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command, and turn what the library raises into messages and exit codes."""
    thresholds = gc.get_threshold()
    gc.set_threshold(100_000)  # nearly all that a command makes lives as long as the command
    try:
        _run(arguments)
    finally:
        gc.set_threshold(*thresholds)


def _run(arguments: Sequence[str] | None) -> None:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # Chinese names on a terminal that was not set up for them
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        run_app(app, arguments)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
    except OSError as error:
        file, reason = error.filename or message("a file"), error.strerror or error
        warn(f"cardgen: {localised(file)}: {localised(reason)}")
        sys.exit(2)
    except Exception as error:
        from cardgen.build import FindingsError
        from cardgen.cli.findings import print_refusal

        if not isinstance(error, DataError | FindingsError):
            raise
        print_refusal(error)
        sys.exit(2)
