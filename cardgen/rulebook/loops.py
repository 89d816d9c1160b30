"""Loops of a rulebook: the entries of a table of values, such as cards of a deck, rows of a ruleset, terms."""

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import Field, StringConstraints

from cardgen.base.errors import DataError, Fault, Place, WrongValueError, did_you_mean
from cardgen.base.records import dataclass
from cardgen.base.values import as_text, number_in
from cardgen.base.words.messages import message
from cardgen.data.conditions import Wanted, holds_at
from cardgen.data.kinds import FileModel, ValuePath
from cardgen.data.names import FIELD_NAME
from cardgen.data.placeholders import PATH, PlaceholderError, UnknownValueError, look_up, spoken
from cardgen.data.reading import Marked

#: Characters that all loops of a rulebook make together, as many as a rulebook may have.
MOST_IN_LOOPS = 200_000
#: Characters that each turn of a loop counts as at least.
_TURN = 20
#: Loops inside of loops.
MOST_NESTED = 4

_LOOP = re.compile(rf"({FIELD_NAME}) +of +({PATH})")

SortKey = Annotated[str, StringConstraints(min_length=1, max_length=200)]


class Selection(FileModel):
    """Which entries: `where` has the conditions, `sort` the values that they are sorted by, `-` before one downward."""

    where: Annotated[dict[ValuePath, Wanted], Field(max_length=20)] = {}
    sort: SortKey | Annotated[list[SortKey], Field(min_length=1, max_length=5)] | None = None

    @property
    def keys(self) -> list[str]:
        """The values to sort by."""
        return [self.sort] if isinstance(self.sort, str) else self.sort or []


@dataclass(slots=True)
class LoopBudget:
    """The characters that are left for the loops of a rulebook."""

    characters: int = MOST_IN_LOOPS

    def spend(self, characters: int, place: Place) -> None:
        """Count characters. DataError at the place if there are none left."""
        self.characters -= characters
        if self.characters < 0:
            text = message("the loops of the rulebook make more than {most:,} characters", most=MOST_IN_LOOPS)
            raise DataError(Fault(place, text, message("select fewer entries with `where`")))


def parse_loop(text: str, place: Place, values: Mapping[str, Any]) -> tuple[str, str]:
    """Return the name and the path in `NAME of PATH`. DataError if it is something else, or the name is a value."""
    match = _LOOP.fullmatch(text.strip())
    if not match:
        hint = message("such as {example}", example="card of cards")
        raise DataError(Fault(place, message("{text!r} is not a loop", text=text), hint))
    name, path = match[1], match[2]
    if name in values:
        text_ = message("{name!r} is already the name of a value", name=name)
        raise DataError(Fault(place, text_, message("choose another name")))
    return name, path


def entries_of(
    values: Mapping[str, Any], path: str, selection: Selection, marked: Marked, place: Place, budget: LoopBudget
) -> list[dict[str, Any]]:
    """Return the selected entries of the table at a path of the values, or of the deck of that name, in their order.

    An entry has its own values; its `key` in the table, its whole `value` and its `number` in this order, unless it has
    values of these names. `marked` is the selection with places, `place` that of the path. DataError with all faults.
    """
    entries = [*_entries(values, path, place)]
    budget.spend(len(entries), place)
    lang = str(values.get("language", ""))
    faults: list[Fault] = []
    kept = entries
    for key in selection.where:
        kept = [entry for entry in kept if _holds(key, selection, entry, values, lang, marked, faults)]
    names = list(dict.fromkeys(name for entry in entries for name in entry))
    for key, key_place in [
        *((key, marked.key_place("where", key)) for key in selection.where),
        *((key.removeprefix("-"), marked.place("sort")) for key in selection.keys),
    ]:
        if entries and key.split(".")[0] not in names:
            faults.append(Fault(key_place, message("no entry has {key!r}", key=key), did_you_mean(key, names)))
    if faults:
        raise DataError(list(dict.fromkeys(faults)))
    if not kept:
        at = marked.key_place("where") if selection.where else place
        raise DataError(Fault(at, message("no entry is selected")))
    for key in reversed(selection.keys):
        kept = _sorted(kept, key.removeprefix("-"), key.startswith("-"), lang)
    return [{"number": number, **entry} for number, entry in enumerate(kept, 1)]


def _entries(values: Mapping[str, Any], path: str, place: Place) -> Iterator[dict[str, Any]]:
    """Yield the entries of a table with their keys."""
    decks = values.get("decks", {})
    try:
        table = decks[path]["cards"] if path in decks and path not in values else look_up(values, path)
    except UnknownValueError as error:
        names = [*decks, *values]
        hint = did_you_mean(path, names) if "." not in path and "[" not in path else error.hint
        raise DataError(Fault(place, error.text, hint)) from error
    except PlaceholderError as error:
        raise DataError(Fault(place, error.text, error.hint)) from error
    if isinstance(table, Mapping):
        for key, value in table.items():
            yield {"key": key, "value": value, **(value if isinstance(value, Mapping) else {})}
    elif isinstance(table, list | tuple):
        for value in table:
            yield {"value": value, **(value if isinstance(value, Mapping) else {})}
    else:
        text = message("{path} is no list and has no keys with values", path=path)
        raise DataError(Fault(place, text, message("a loop goes through the entries of a table")))


def _holds(
    key: str,
    selection: Selection,
    entry: Mapping[str, Any],
    values: Mapping[str, Any],
    lang: str,
    marked: Marked,
    faults: list[Fault],
) -> bool:
    """Return True if the condition on a value holds for an entry. It may name other values; faults are added."""
    condition = selection.where[key]
    try:
        if condition.references:
            return condition.holds_beside(
                _value(entry, key, lang), lambda name: spoken(look_up({**values, **entry}, name), (lang,))
            )
        return holds_at(key, condition, lambda name: _value(entry, name, lang))
    except WrongValueError as error:
        problem = message("{name}: {problem}", name=key, problem=error.args[0])
        faults.append(Fault(marked.place("where", key), problem, error.hint))
    except PlaceholderError as error:
        faults.append(Fault(marked.place("where", key), error.text, error.hint))
    return False


def _value(entry: Mapping[str, Any], path: str, lang: str) -> Any:
    """Return the value of an entry at a path, a text by language in `lang`; None if it has none."""
    try:
        return spoken(look_up(entry, path), (lang,))
    except UnknownValueError:
        return None


def _sorted(entries: list[dict[str, Any]], path: str, down: bool, lang: str) -> list[dict[str, Any]]:
    """Return the entries in the order of a value; those without it are the last."""
    given = [(value, entry) for entry in entries if (value := _value(entry, path, lang)) is not None]
    missing = [entry for entry in entries if _value(entry, path, lang) is None]
    ordered = sorted(given, key=lambda pair: _order(pair[0]), reverse=down)
    return [*(entry for _, entry in ordered), *missing]


def _order(value: Any) -> tuple[int, float, str]:
    """Return the key to sort a value by: numbers before texts."""
    number = number_in(value)
    return (0, number, "") if number is not None else (1, 0.0, as_text(value).casefold())


def turns(
    values: Mapping[str, Any], name: str, entries: list[dict[str, Any]], place: Place, budget: LoopBudget
) -> Iterator[dict[str, Any]]:
    """Yield the values for each turn of a loop: those around it, and the entry by its name."""
    for entry in entries:
        budget.spend(_TURN, place)
        yield {**values, name: entry}
