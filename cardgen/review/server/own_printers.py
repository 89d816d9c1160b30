"""The printers of the person who runs the server: shown, added, corrected by a calibration sheet, deleted.

They are kept where `cardgen printer` keeps them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any

from pydantic import Field, TypeAdapter

from cardgen.base.errors import DataError, WrongValueError
from cardgen.base.records import dataclass, replace
from cardgen.base.units import paper_size
from cardgen.base.words.messages import message
from cardgen.products.calibration.readings import back_offset_of, front_offset_of, scale_of
from cardgen.products.printers import (
    FLIPS,
    VALUES,
    Printer,
    Printers,
    change_printers,
    check_name,
    parse_numbers,
    printers_file,
    read_printers,
)
from cardgen.review.server.making_payloads import PrintersData
from cardgen.review.server.page_data import faults_of
from cardgen.review.server.request_models import RequestError, read_model

_Length = Annotated[float, Field(ge=-500, le=500)]
_Pair = tuple[_Length, _Length]
_Four = tuple[_Length, _Length, _Length, _Length]


@dataclass(frozen=True, slots=True)
class Readings:
    """What somebody has read on a calibration sheet, in mm; what was not measured is left out.

    `margins` (top, right, bottom, left); `lengths` of the rulers G and H; `distances` C, D, E and F from the edges of
    the paper; `first` and `second`: (x, y) at A and at B. With `add`, the sheet was printed for the printer's values,
    and the readings are what is left.
    """

    paper: str = "a4"
    margins: _Four | None = None
    lengths: _Pair | None = None
    distances: _Four | None = None
    first: _Pair | None = None
    second: _Pair | None = None
    add: bool = False


_READINGS: TypeAdapter[Readings] = TypeAdapter(Readings)


def measured(readings: Readings, printer: Printer) -> dict[str, Sequence[float]]:
    """Return the values of a printer that follow from readings. RequestError for readings that cannot be right."""
    before = printer if readings.add else Printer()
    values: dict[str, Sequence[float]] = {}
    if readings.margins:
        values["margins"] = readings.margins
    if readings.lengths:
        if min(readings.lengths) < 1:
            raise RequestError(message("the rulers G and H are about 100 mm long"))
        scales = zip(before.scale, map(scale_of, readings.lengths), strict=True)
        values["scale"] = [old * new / 100 for old, new in scales]
    if readings.distances:
        values["front_offset"] = _sum(before.front_offset, front_offset_of(readings.distances))
    if readings.first and readings.second:
        try:
            paper = paper_size(readings.paper)
        except KeyError:
            raise RequestError(message("there is no paper {name!r}", name=readings.paper)) from None
        values["back_offset"] = _sum(before.back_offset, back_offset_of(readings.first, readings.second, paper))
    return {name: [round(number, 3) + 0.0 for number in numbers] for name, numbers in values.items()}


def _sum(first: Sequence[float], second: Sequence[float]) -> list[float]:
    return [one + other for one, other in zip(first, second, strict=True)]


def change(body: object) -> None:
    """Do what a page asks for: save, measure, use or delete a printer.

    RequestError for a request that is none, DataError if the file of the printers is damaged or cannot be written.
    """
    request: Mapping[str, Any] = body if isinstance(body, dict) else {}
    work, name = request.get("work"), request.get("name")
    if not isinstance(work, str) or work not in _WORK or not isinstance(name, str):
        raise RequestError(message("`work` must be one of: {words}", words=", ".join(_WORK)))
    change_printers(lambda printers: _WORK[work](printers, name, request))


def _save(printers: Printers, name: str, request: Mapping[str, Any]) -> Printers:
    before, was = printers.by_name, request.get("was") or ""
    if was and was != name and name in before:
        raise RequestError(message("there is already a printer {name!r}", name=name))
    printer = Printer(name, **_values(request.get("values")), flip=_flip(request.get("flip")))
    used = name if printers.used in ("", was) else printers.used  # the first one is in use at once
    return _with(printers, printer, used, was)


def _measure(printers: Printers, name: str, request: Mapping[str, Any]) -> Printers:
    before = printers.by_name.get(name, Printer(name))
    readings = read_model(_READINGS, request.get("readings"))
    printer = replace(before, **_values(measured(readings, before)))
    return _with(printers, printer, printers.used or name)


def _use(printers: Printers, name: str, _: Mapping[str, Any]) -> Printers:
    if name:
        printers.get(name)
    return replace(printers, used=name)


def _delete(printers: Printers, name: str, _: Mapping[str, Any]) -> Printers:
    printers.get(name)
    left = {other: printer for other, printer in printers.by_name.items() if other != name}
    return Printers("" if printers.used == name else printers.used, left)


_WORK: Mapping[str, Callable[[Printers, str, Mapping[str, Any]], Printers]] = {
    "save": _save,
    "measure": _measure,
    "use": _use,
    "delete": _delete,
}


def _with(printers: Printers, printer: Printer, used: str, was: str = "") -> Printers:
    """Return the printers with another one, in place of the one that `was` called so."""
    try:
        check_name(printer.name)
    except WrongValueError as error:
        raise _refused(error) from None
    left = {name: other for name, other in printers.by_name.items() if name != was}
    return Printers(used, {**left, printer.name: printer})


def _values(values: object) -> dict[str, Any]:
    """Return the values of a printer that a request has as lists of numbers. RequestError for wrong ones."""
    checked: dict[str, Any] = {}
    for key, numbers in (values if isinstance(values, dict) else {}).items():
        if key not in VALUES or not isinstance(numbers, list | tuple):
            raise RequestError(message("{text!r} is not a value for {key!r}", text=str(numbers)[:60], key=str(key)))
        try:
            checked[key] = parse_numbers(key, ",".join(str(number) for number in numbers))
        except WrongValueError as error:
            raise _refused(error) from None
    return checked


def _flip(value: object) -> Any:
    if value in ("", None, *FLIPS):
        return value or ""
    raise RequestError(message("{text!r} is not a value for {key!r}", text=str(value)[:60], key="flip"))


def _refused(error: WrongValueError) -> RequestError:
    return RequestError(message("{problem} ({hint})", problem=error.text, hint=error.hint))


def printers_data(sheets: Mapping[str, str], may: bool) -> PrintersData:
    """Return the user's printers; `sheets` are the names of the game's calibration sheets by their papers."""
    printers, faults = Printers(), []
    try:
        printers = read_printers()
    except DataError as error:
        faults = faults_of(error)
    return {
        "file": str(printers_file() or ""),
        "used": printers.used,
        "printers": [
            {
                "name": name,
                "values": {key: list(getattr(printer, key)) for key in VALUES if key in printer.values},
                "flip": printer.flip,
                "options": list(printer.options),
            }
            for name, printer in sorted(printers.by_name.items())
        ],
        "values": [
            {
                "name": name,
                "count": value.count,
                "least": value.least,
                "most": value.most,
                "default": list(getattr(Printer(), name) or ()),
            }
            for name, value in VALUES.items()
        ],
        "flips": list(FLIPS),
        "sheets": dict(sheets),
        "faults": faults,
        "may": may,
    }
