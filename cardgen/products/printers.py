"""The printers of the user: what each leaves blank, and how its prints are corrected. They belong to no game.

They are kept in `printers.json` in the user's folder for settings. `cardgen printer` writes it.
"""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from cardgen.base.errors import DataError, Fault, Faults, Place, Text, WrongValueError, did_you_mean, nearest
from cardgen.base.files import read_regular, write_atomic
from cardgen.base.locks import lock_path
from cardgen.base.records import dataclass, field, replace
from cardgen.base.words.messages import joined, message
from cardgen.cache.sealed import user_folder

#: The name of no printer, for `--printer` and `cardgen printer use`.
NONE = "none"

_NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9 ._-]{0,38}[A-Za-z0-9])?")
_MOST_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class Printer:
    """A printer. All directions are those of a portrait page, seen upright.

    `margins` are the widths of the edges that it leaves blank, mm: top, right, bottom, left; None if they are unknown.
    `back_offset` (x mm, y mm, degrees) moves the backs: right, down and clockwise. `front_offset` (x mm, y mm) moves
    the fronts, and the backs with them. `scale` is the size to print at, across and down, in per cent. `flip` is the
    only edge on which the printer flips paper; "" if it can do both. `changed` are the names of the values that the
    command line replaces for one build; a printer that is only made of these has no `name`.
    """

    name: str = ""
    margins: tuple[float, float, float, float] | None = None
    back_offset: tuple[float, float, float] = (0.0, 0.0, 0.0)
    front_offset: tuple[float, float] = (0.0, 0.0)
    scale: tuple[float, float] = (100.0, 100.0)
    flip: Literal["", "long", "short"] = ""
    changed: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """What sheets and messages call it: its name, and the options that replace its values."""
        options = [option_of(key, getattr(self, key)) for key in self.changed]
        return " ".join([self.name, *options] if self.name else options)

    @property
    def options(self) -> tuple[str, ...]:
        """Its values as options of the command line, without those that change nothing."""
        return tuple(option_of(key, value) for key, value in self.values.items())

    @property
    def values(self) -> Mapping[str, Any]:
        """Its values by their keys, without those that change nothing."""
        values = {key: getattr(self, key) for key in (*VALUES, "flip")}
        return {key: value for key, value in values.items() if value != getattr(Printer(), key)}


@dataclass(frozen=True, slots=True)
class Value:
    """A value that is made of numbers: how many, the least and the most of each, and how it is written."""

    count: int
    least: float
    most: float
    expected: Text


#: The values of a printer that are numbers.
VALUES: Mapping[str, Value] = {
    "margins": Value(4, 0, 50, message("expected top,right,bottom,left in mm, such as 3,3,12.7,3; each is 0 to 50")),
    "back_offset": Value(3, -50, 50, message("expected x,y,angle in mm and degrees, such as 0.8,-1.2,0.1")),
    "front_offset": Value(2, -50, 50, message("expected x,y in mm, such as 0.5,-1")),
    "scale": Value(2, 90, 110, message("expected across,down in per cent, such as 100,101; each is 90 to 110")),
}


#: The edges that paper is flipped on.
FLIPS = ("long", "short")


def option_of(key: str, value: Sequence[float] | str) -> str:
    """Return a value as an option of the command line: `--back-offset=0.8,-1.2,0.1`."""
    text = value if isinstance(value, str) else ",".join(f"{number:.10g}" for number in value)
    return f"--{key.replace('_', '-')}={text}"


def parse_numbers(key: str, text: str) -> tuple[float, ...]:
    """Return a value of a printer from a text such as `0.8,-1.2,0.1`. WrongValueError if it is none."""
    try:
        numbers: Any = [float(part) for part in text.split(",")]
    except ValueError:
        numbers = text
    return _checked(key, numbers, text)


def _checked(key: str, numbers: Any, shown: str) -> tuple[float, ...]:
    """Return the numbers of a value. WrongValueError if they are too many, too few or out of range."""
    value = VALUES[key]
    is_right = isinstance(numbers, list) and len(numbers) == value.count
    if not is_right or not all(type(number) in (int, float) and math.isfinite(number) for number in numbers):
        raise WrongValueError(message("{text!r} is not a value for {key!r}", text=shown, key=key), value.expected)
    if not all(value.least <= number <= value.most for number in numbers):
        raise WrongValueError(message("{text!r} is out of range for {key!r}", text=shown, key=key), value.expected)
    return tuple(map(float, numbers))


def check_name(name: str) -> None:
    """Raise WrongValueError if a printer cannot have the name."""
    if name.lower() == NONE or not _NAME.fullmatch(name):
        hint = message("expected 1 to 40 letters from a to z, digits, dots, hyphens and spaces, and not 'none'")
        raise WrongValueError(message("{name!r} cannot be the name of a printer", name=name), hint)


# ---------------------------------------------------------------- the file


@dataclass(frozen=True, slots=True)
class Printers:
    """The printers of a user by name, and the name of the one in use; "" if none is."""

    used: str = ""
    by_name: Mapping[str, Printer] = field(default_factory=dict)

    def get(self, name: str) -> Printer:
        """Return the printer of a name. DataError if there is none."""
        if name not in self.by_name:
            hint = did_you_mean(name, sorted(self.by_name)) or message("`cardgen printer add NAME` adds one")
            raise DataError(Fault(Place(), message("there is no printer {name!r}", name=name), hint))
        return self.by_name[name]


def printers_file() -> Path | None:
    """Return the file of the printers, in CARDGEN_CONFIG or the system's folder for settings; it need not exist.

    None for a user without a home.
    """
    folder = user_folder("XDG_CONFIG_HOME", ".config", "Library/Application Support", ("APPDATA", "AppData/Roaming"))
    if own := os.environ.get("CARDGEN_CONFIG"):
        folder = Path(own)
    return folder and folder / "printers.json"


def read_printers() -> Printers:
    """Return the printers of this user. DataError with the places of everything that is wrong in their file."""
    file = printers_file()
    if file is None:
        return Printers()
    repair = message("repair it, or delete it and add the printers again")
    try:
        text = read_regular(file, _MOST_BYTES).decode()
        return _PrinterReader(str(file), text).read(json.loads(text))
    except FileNotFoundError:
        return Printers()
    except OSError as error:
        raise DataError(Fault(Place(str(file)), error.strerror or str(error))) from error
    except json.JSONDecodeError as error:
        place = Place(str(file), error.lineno, error.colno)
        raise DataError(Fault(place, message("not JSON: {problem}", problem=error.msg), repair)) from error
    except (UnicodeDecodeError, RecursionError) as error:
        raise DataError(Fault(Place(str(file)), message("not the printers as cardgen writes them"), repair)) from error


class _PrinterReader:
    """Checks the values in the file. A fault is at the last of the keys that lead to its value."""

    def __init__(self, file: str, text: str) -> None:
        self._file, self._text = file, text
        self._faults = Faults()

    def read(self, value: Any) -> Printers:
        table = self._table(value, ("used", "printers"))
        by_name = {
            name: self._printer(name, values)
            for name, values in self._table(table.get("printers", {}), None, "printers").items()
        }
        used = table.get("used", "")
        if used != "" and used not in [*by_name]:
            problem = message("there is no printer {name!r}", name=str(used))
            self._add(problem, did_you_mean(str(used), [*by_name]), "used")
        self._faults.raise_all()
        return Printers(used, by_name)

    def _printer(self, name: str, values: Any) -> Printer:
        checked: dict[str, Any] = {}
        try:
            check_name(name)
        except WrongValueError as error:
            self._add(error.text, error.hint, "printers", name)
        for key, value in self._table(values, (*VALUES, "flip"), "printers", name).items():
            if key == "flip":
                checked[key] = value
                if value not in FLIPS:
                    problem = message("{text!r} is not a value for {key!r}", text=json.dumps(value)[:60], key=key)
                    self._add(problem, message("expected one of: {words}", words=joined(FLIPS)), "printers", name, key)
                continue
            try:
                checked[key] = _checked(key, value, json.dumps(value)[:60])
            except WrongValueError as error:
                self._add(error.text, error.hint, "printers", name, key)
        return Printer(name, **checked)

    def _table(self, value: Any, keys: Sequence[str] | None, *path: str) -> dict[str, Any]:
        """Return a table without the keys that it cannot have."""
        if not isinstance(value, dict):
            self._add(message("expected a table in braces"), "", *path)
            return {}
        unknown = [key for key in value if keys is not None and key not in keys]
        for key in unknown:
            near = nearest(key, keys or ())
            hint = message("did you mean {word!r}?", word=near) if near else ""
            self._add(message("unknown key {key!r}", key=key), hint, *path, key)
        return {key: part for key, part in value.items() if key not in unknown}

    def _add(self, problem: Text, hint: Text, *path: str) -> None:
        at = 0
        for key in path:
            at = max(at, self._text.find(json.dumps(key), at))
        place = Place(self._file, self._text.count("\n", 0, at) + 1, at - self._text.rfind("\n", 0, at))
        self._faults.append(Fault(place, problem, hint))


def change_printers(change: Callable[[Printers], Printers]) -> Printers:
    """Read the printers, change them and write them; return them. Another process that changes them waits meanwhile.

    DataError as for reading. OSError if they cannot be written.
    """
    file = printers_file()
    if file is None:
        hint = message("name a folder in the variable CARDGEN_CONFIG")
        raise DataError(Fault(Place(), message("this user has no folder for settings"), hint))
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with lock_path(file.with_name(".printers.lock"), lambda: None):
        printers = change(read_printers())
        entries = {name: printer.values for name, printer in sorted(printers.by_name.items())}
        write_atomic(file, (json.dumps({"used": printers.used, "printers": entries}, indent=2) + "\n").encode())
    return printers


# ---------------------------------------------------------------- the printer of a build


def chosen_printer(name: str = "", changes: Mapping[str, Any] | None = None) -> Printer | None:
    """Return the printer of a build: the one called `name`, or the one in use without a name. None for no printer.

    `changes` replace values of it; without a printer, they are all that it has. DataError if there is no printer of
    this name, or if the file of the printers is damaged.
    """
    printers = Printers() if name == NONE else read_printers()
    chosen = printers.used if name in ("", NONE) else name
    printer = printers.get(chosen) if chosen else None
    return replace(printer or Printer(), **changes, changed=tuple(changes)) if changes else printer
