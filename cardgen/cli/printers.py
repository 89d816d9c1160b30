"""`cardgen printer …`: the user's own printers, which builds make sheets for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import typer

from cardgen.base.errors import Place, WrongValueError, located_at, with_hint
from cardgen.base.records import replace
from cardgen.base.words.language import current_language
from cardgen.base.words.messages import message
from cardgen.cli.completing import complete_printers
from cardgen.cli.options import AsJson, Quiet, check_choices
from cardgen.cli.printing import print_json, say
from cardgen.products.printers import (
    FLIPS,
    NONE,
    VALUES,
    Printer,
    Printers,
    change_printers,
    check_name,
    parse_numbers,
    printers_file,
    read_printers,
)

printers = typer.Typer(
    help="Keep your printers: their margins and corrections, for all games. Builds make sheets for the one in use.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


def _parser(key: str) -> Callable[[Any], tuple[float, ...]]:
    """Return a parser for an option with a value of a printer."""

    def parse(given: Any) -> tuple[float, ...]:
        if isinstance(given, tuple):
            return given
        try:
            return parse_numbers(key, given)
        except WrongValueError as error:
            raise typer.BadParameter(with_hint(error.text, error.hint, current_language())) from error

    return parse


Margins = Annotated[
    Any,
    typer.Option(
        "--margins",
        metavar="TOP,RIGHT,BOTTOM,LEFT",
        parser=_parser("margins"),
        help="The edges that it leaves blank, mm: 3,3,14.5,3.",
    ),
]
BackOffset = Annotated[
    Any,
    typer.Option(
        "--back-offset",
        metavar="X,Y,ANGLE",
        parser=_parser("back_offset"),
        help="Move the backs: mm right, mm down, degrees clockwise.",
    ),
]
FrontOffset = Annotated[
    Any,
    typer.Option(
        "--front-offset",
        metavar="X,Y",
        parser=_parser("front_offset"),
        help="Move the fronts, and the backs with them: mm right, mm down.",
    ),
]
PrintedScale = Annotated[
    Any,
    typer.Option(
        "--scale",
        metavar="ACROSS,DOWN",
        parser=_parser("scale"),
        help="Print larger or smaller, in per cent: 100,101 for paper that is fed 1 % short.",
    ),
]
_PrinterName = Annotated[str, typer.Argument(metavar="NAME", autocompletion=complete_printers)]


def values_given(**values: Any) -> dict[str, Any]:
    """Return the values of a printer that options give."""
    return {key: value for key, value in values.items() if value is not None}


@printers.callback()
def _common() -> None:
    pass


@printers.command("add")
def add(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A name for the printer, such as office.")],
    margins: Margins = None,
    back_offset: BackOffset = None,
    front_offset: FrontOffset = None,
    scale: PrintedScale = None,
    flip: Annotated[
        str,
        typer.Option(metavar="long|short", help="The only edge on which it flips paper.", show_default="both edges"),
    ] = "",
    _quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """Add a printer and use it, or change values of one that is there: the others stay."""
    with located_at(Place()):
        check_name(name)
    check_choices("--flip", filter(None, [flip]), FLIPS)
    values = values_given(margins=margins, back_offset=back_offset, front_offset=front_offset, scale=scale)
    values |= {"flip": flip} if flip else {}
    is_new = False

    def change(before: Printers) -> Printers:
        nonlocal is_new
        is_new = name not in before.by_name
        printer = replace(before.by_name.get(name, Printer(name)), **values)
        return Printers(name if is_new else before.used, {**before.by_name, name: printer})

    after = change_printers(change)
    template = "{printer} is added, and builds use it." if is_new else "{printer} is changed."
    _report(after, message(template, printer=name), as_json, shown=name)


@printers.command("list")
def list_printers(as_json: AsJson = False) -> None:
    """List your printers and their values, and which of them builds use."""
    kept = read_printers()
    if as_json:
        _report(kept, "", as_json)
        return
    for name, printer in kept.by_name.items():
        say(_line(printer, kept.used == name))
    if not kept.by_name:
        say(message("There is no printer. `cardgen printer add NAME` adds one."))


@printers.command("use")
def use(
    name: Annotated[
        str,
        typer.Argument(metavar="NAME|none", help="A printer, or none: for any.", autocompletion=complete_printers),
    ],
    _quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """Choose the printer that builds use until you choose another one, or none."""

    def change(before: Printers) -> Printers:
        return replace(before, used="" if name == NONE else before.get(name).name)

    after = change_printers(change)
    unused = message("Builds use no printer.")
    _report(after, message("Builds use {printer}.", printer=name) if after.used else unused, as_json, shown=after.used)


@printers.command("remove")
def remove(name: _PrinterName, _quiet: Quiet = False, as_json: AsJson = False) -> None:
    """Remove a printer."""

    def change(before: Printers) -> Printers:
        removed = before.get(name)
        others = {other: printer for other, printer in before.by_name.items() if printer != removed}
        return Printers("" if before.used == name else before.used, others)

    after = change_printers(change)
    if after.used:
        _report(after, message("{printer} is removed. Builds use {used}.", printer=name, used=after.used), as_json)
    else:
        _report(after, message("{printer} is removed. Builds use no printer.", printer=name), as_json)


def _report(kept: Printers, done: Any, as_json: bool, shown: str = "") -> None:
    """Print what was done and the printer `shown`, or all printers as JSON."""
    if as_json:
        listed = [
            {"name": name, "used": name == kept.used, **_listed(printer)} for name, printer in kept.by_name.items()
        ]
        print_json({"file": str(printers_file()), "printers": listed})
        return
    say(done)
    if shown:
        say(_line(kept.by_name[shown], kept.used == shown))


def _listed(printer: Printer) -> dict[str, Any]:
    """Return all values of a printer for JSON; null for those that are not known."""
    numbers = {key: getattr(printer, key) for key in VALUES}
    return {**{key: value and list(value) for key, value in numbers.items()}, "flip": printer.flip or None}


def _line(printer: Printer, is_used: bool) -> Any:
    values = " ".join(printer.options) or message("no values")
    if is_used:
        return message("* {printer}: {values}", printer=printer.name, values=values)
    return message("  {printer}: {values}", printer=printer.name, values=values)
