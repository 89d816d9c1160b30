"""The boxes of a deck's template as they are edited: where each value is written, and operations that change it.

A value may be written in the box itself, in a box or a template that it extends, or in its text style. It is changed
where it is written, or *here*: in an entry of the box's own that is laid over the others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from cardgen.base.errors import DataError, Fault, Place
from cardgen.base.records import dataclass
from cardgen.base.units import sum_floats
from cardgen.base.words.messages import message
from cardgen.data.model import Deck, Game
from cardgen.data.places import paths_in
from cardgen.data.project import Project
from cardgen.data.reading import Marked
from cardgen.data.templates.areas import parse_sum
from cardgen.data.templates.box_models import AREAS, SIDES_OF_BOX
from cardgen.data.templates.forms import BoxForm
from cardgen.editing.documents import ConflictError
from cardgen.editing.operations import Delete, Insert, Move, Operation, Path, SetValue
from cardgen.editing.projects import open_file
from cardgen.editing.yaml_document import YamlDocument

Four: TypeAlias = tuple[float, float, float, float]

#: Dragged lengths are written to the hundredth of a millimetre.
_DIGITS = 2

#: The number at the end of a sum, with the sign before it. `+=` and `-=` are no such sign.
_CONSTANT = re.compile(r"(?P<sum>.*\S)\s*(?P<sign>[+-])\s*(?P<number>\d+(?:\.\d+)?|\.\d+)\s*", re.DOTALL)
_ADDED = re.compile(r"(?P<sign>[+-])=\s*(?P<number>\d+(?:\.\d+)?|\.\d+)\s*")
_FIRST = re.compile(r"(?P<number>\d+(?:\.\d+)?|\.\d+)(?P<sum>\s*[+-].*)", re.DOTALL)

#: The edges that the four numbers of an area of the card are.
_EDGES = ("left", "top", "width", "height")


@dataclass(frozen=True, slots=True)
class Reshape:
    """A box moved and resized: mm to add to its x, y, width and height. A sum gets another constant."""

    deck: str
    side: str
    box: str
    by: Four


@dataclass(frozen=True, slots=True)
class SetProperty:
    """Another value of a key of a box, None to leave it out. `old` is the one that the page has shown.

    `here` writes it into the box itself, even if it is inherited; otherwise it is changed where it is written.
    """

    deck: str
    side: str
    box: str
    key: Path
    old: Any
    new: Any
    here: bool = True


@dataclass(frozen=True, slots=True)
class AddBox:
    """A box painted over all others. Its value is that of a template: kind, place and other keys."""

    deck: str
    side: str
    name: str
    value: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class CopyBox:
    """A copy of a box with another name, painted over it and moved by some mm."""

    deck: str
    side: str
    box: str
    name: str
    by: Four = (0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class RemoveBox:
    """A box deleted where it is written."""

    deck: str
    side: str
    box: str


@dataclass(frozen=True, slots=True)
class OrderBox:
    """A box painted later by a number of places among the boxes beside it in its file, earlier for a number below 0."""

    deck: str
    side: str
    box: str
    by: int


BoxEdit: TypeAlias = Reshape | SetProperty | AddBox | CopyBox | RemoveBox | OrderBox


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a value of a box is written: its file, its path in it, and the value as the file has it.

    `users` are the painted boxes of the game's templates that have this value.
    """

    place: Place
    path: Path
    written: Any
    users: int = 1

    @property
    def owner(self) -> Path:
        """The path of the box or style that the value belongs to."""
        names = 2 if self.path[0] in ("boxes", "styles") else 3
        while self.path[names : names + 1] == ("boxes",):
            names += 2
        return self.path[:names]

    def belongs_to(self, entry: Origin) -> bool:
        """Return True if the value is written in the box that is written at `entry`."""
        return (self.place.file, self.owner) == (entry.place.file, entry.owner)


class TemplateBoxes:
    """The boxes of one side of a deck's template."""

    def __init__(self, project: Project, game: Game, deck: str, side: str) -> None:
        """DataError if the deck has no such side."""
        self._project = project
        if deck not in game.decks or side not in game.decks[deck].template.sides:
            raise DataError(Fault(Place(), message("there is no side {side} of {deck!r}", side=side, deck=deck)))
        self.deck, self.side = game.decks[deck], side
        self.template = self.deck.template
        self._reader = game.reader
        self._shown = game.reader.shown(self.template.files[0])
        self.forms = dict(_forms(self.template.sides[side].boxes))
        self._files: dict[str, tuple[YamlDocument, dict[Place, Path]]] = {}
        self._users: dict[Place, set[tuple[str, str, str]]] = {}
        for one in {deck.template.name: deck for deck in game.decks.values()}.values():
            self._count_users(one)

    def _count_users(self, deck: Deck) -> None:
        for side, known in deck.template.sides.items():
            for name, form in _forms(known.boxes):
                for place in {place for _, _, place in self._values(deck, form)}:
                    self._users.setdefault(place, set()).add((deck.template.name, side, name))

    @staticmethod
    def _values(deck: Deck, form: BoxForm) -> Iterator[tuple[Path, Any, Place]]:
        """Yield the values of a box and of its style, each with its key and the place where it is written."""
        own = {key: value for key, value in form.marked.value.items() if key != "boxes"}
        for key, value in own.items():
            yield (key,), value, form.marked.place(key)
            if key == "box" and isinstance(value, list):
                yield from (((key, i), entry, form.marked.place(key, i)) for i, entry in enumerate(value))
        style = deck.template.styles.get(str(own.get("style")))
        if style is not None:
            yield from (((key,), value, style.place(key)) for key, value in style.value.items() if key not in own)

    def values(self, box: str) -> Iterator[tuple[Path, Any, Origin]]:
        """Yield the values of a box and of its style: key, value, and where it is written. KeyError for no such box."""
        for key, value, place in self._values(self.deck, self.forms[box]):
            yield key, value, self._origin(place)

    def _origin(self, place: Place) -> Origin:
        document, paths = self._open(place.file)
        path = paths[place]
        return Origin(place, path, document.value_at(path), len(self._users.get(place, ())) or 1)

    def _open(self, file: str) -> tuple[YamlDocument, dict[Place, Path]]:
        if file not in self._files:
            document = open_file(self._project, file)
            assert isinstance(document, YamlDocument)
            # Of a value and its first entry at the same place, the value is the one that is named.
            paths = {document.marked.places[path]: path for path in reversed([*paths_in(document.marked.value)])}
            self._files[file] = document, paths
        return self._files[file]

    def colours(self) -> Iterator[tuple[str, str, Origin]]:
        """Yield the colours of the template by name: the value, and where it is written."""
        shown = [self._reader.shown(file) for file in self.template.files]  # a template before those that it extends
        for name, colour in self.template.colours.items():
            documents = (self._open(file)[0] for file in shown)
            document = next(document for document in documents if _has(document, ("colours", name), str))
            place = document.marked.place("colours", name)
            yield name, colour, Origin(place, ("colours", name), document.value_at(("colours", name)))

    def entry(self, box: str) -> Origin:
        """Return where the box itself is written. DataError if the side has no such box."""
        return self._origin(self._form(box).marked.place())

    def _form(self, box: str) -> BoxForm:
        if box not in self.forms:
            raise DataError(Fault(Place(), message("there is no box {box!r}", box=box)))
        return self.forms[box]

    # ---------------------------------------------------------------- edits

    def operations(self, edit: BoxEdit) -> Iterator[Operation]:
        """Yield the operations of an edit of a box. DataError or ConflictError as the methods for it have them."""
        match edit:
            case Reshape():
                yield from self.reshape(edit)
            case SetProperty():
                yield from self.set_property(edit)
            case AddBox():
                yield self.add(edit)
            case CopyBox():
                yield self.copy(edit)
            case RemoveBox():
                entry = self.entry(edit.box)
                yield Delete(entry.place.file, entry.path)
            case OrderBox():
                yield from self.order(edit)

    def add(self, edit: AddBox) -> Operation:
        """Return the operation that adds a box in the deck's own template file."""
        document, _ = self._open(self._shown)
        path: Path = (self.side, "boxes", edit.name)
        value: Any = dict(edit.value)
        while len(path) > 1 and not _has(document, path[:-1]):  # all of the side is inherited
            path, value = path[:-1], {path[-1]: value}
        return Insert(self._shown, path, value)

    def copy(self, edit: CopyBox) -> Operation:
        """Return the operation that copies a box. DataError if the side has no such box, or its place is no sum."""
        entry = self.entry(edit.box)
        document, _ = self._open(entry.place.file)
        value, around = dict(entry.written), document.value_at(entry.path[:-1])
        if not {"kind", "extends"} & value.keys():  # it only changes a box of a template below
            value = {"extends": entry.path[-1]}
        box = self._form(edit.box).marked.value.get("box")
        if isinstance(box, list) and any(edit.by):
            value["box"] = [shifted(one, by) if by else one for one, by in zip(box, edit.by, strict=True)]
        return Insert(entry.place.file, (*entry.path[:-1], edit.name), value, [*around].index(entry.path[-1]) + 1)

    def order(self, edit: OrderBox) -> Iterator[Operation]:
        """Yield the operation that paints a box earlier or later; none if it is the first or last of its file."""
        entry = self.entry(edit.box)
        document, _ = self._open(entry.place.file)
        names = [*document.value_at(entry.path[:-1])]
        at = names.index(entry.path[-1])
        to = min(max(at + edit.by, 0), len(names) - 1)
        if to != at:
            yield Move(entry.place.file, entry.path, to)

    def reshape(self, change: Reshape) -> Iterator[Operation]:
        """Yield the operations that move and resize a box. DataError if its place is a value of the cards."""
        form = self._form(change.box)
        if "box" not in form.marked.value:
            problem = message("the box {box} has no place of its own: it draws another one", box=change.box)
            raise DataError(Fault(form.marked.place(), problem))
        by = {i: round(length, _DIGITS) for i, length in enumerate(change.by) if round(length, _DIGITS)}
        box, entry = form.marked, self.entry(change.box)
        whole, origin = box.value.get("box"), self._origin(box.place("box"))
        if isinstance(whole, str) and whole not in AREAS:
            problem = message("the place of {box} is a value of the cards: {value}", box=change.box, value=whole)
            raise DataError(Fault(box.place("box"), problem))
        is_here = origin.belongs_to(entry)
        if isinstance(whole, str) or not is_here:
            yield from self._reshape_here(box, entry, origin if is_here else None, by)
            return
        for i, length in by.items():
            one = self._origin(box.place("box", i))
            if one.path[: len(origin.path)] == origin.path and len(one.path) > len(origin.path):
                yield SetValue(one.place.file, one.path, one.written, shifted(one.written, length))
            else:  # the entry is inherited, beside others that are not
                new = shifted(whole[i], length)
                yield Insert(entry.place.file, (*entry.path, "box", SIDES_OF_BOX[i]), new)

    def _reshape_here(
        self, box: Marked, entry: Origin, own: Origin | None, by: Mapping[int, float]
    ) -> Iterator[Operation]:
        """Yield the operation that gives a box a place of its own, instead of an area or an inherited one."""
        whole = box.value["box"]
        sums = [f"{whole}.{edge}" for edge in _EDGES] if isinstance(whole, str) else list(whole)
        moved = [shifted(value, by[i]) if i in by else value for i, value in enumerate(sums)]
        if own is not None:
            yield SetValue(own.place.file, own.path, own.written, moved)
        else:
            named = {SIDES_OF_BOX[i]: moved[i] for i in by}
            yield Insert(entry.place.file, (*entry.path, "box"), named)

    def set_property(self, change: SetProperty) -> Iterator[Operation]:
        """Yield the operations that give a key of a box another value.

        ConflictError if it has another one than the old; DataError if the side has no such box.
        """
        entry = self.entry(change.box)
        key, *steps = change.key or ("",)
        if not key or not isinstance(key, str) or (steps and (key != "box" or steps not in ([0], [1], [2], [3]))):
            raise DataError(Fault(entry.place, message("a box has no value {key}", key=".".join(map(str, change.key)))))
        values = {key: (value, origin) for key, value, origin in self.values(change.box)}
        value, origin = values.get(change.key, (None, None))
        if value != change.old:
            raise ConflictError(change, origin.place if origin else entry.place, change.old, value)
        is_own = origin is not None and origin.belongs_to(entry)
        if origin is not None and (is_own or not change.here):
            if change.new is None:
                yield Delete(origin.place.file, origin.path)
            elif origin.written != change.new:
                yield SetValue(origin.place.file, origin.path, origin.written, change.new)
        elif change.new is not None:
            step = (SIDES_OF_BOX[int(steps[0])],) if steps else ()
            if step and not values[("box",)][1].belongs_to(entry):
                yield Insert(entry.place.file, (*entry.path, "box"), {step[0]: change.new})
            else:
                yield Insert(entry.place.file, (*entry.path, key, *step), change.new)


def _forms(boxes: Mapping[str, BoxForm], above: str = "") -> Iterator[tuple[str, BoxForm]]:
    """Yield the boxes of a side and those inside of them, each with its name after those around it."""
    for name, form in boxes.items():
        yield f"{above}{name}", form
        yield from _forms(form.inside, f"{above}{name}.")


def _has(document: YamlDocument, path: Path, kind: type = Mapping) -> bool:
    try:
        return isinstance(document.value_at(path), kind)
    except LookupError:
        return False


# ---------------------------------------------------------------- lengths


def shifted(written: Any, by: float) -> Any:
    """Return a number or a sum of a box's place with mm added: to a number itself, to a sum's last or first constant.

    "title.bottom + 2" and 1.5 are "title.bottom + 3.5", "84.4 - bar.top" and 1 are "85.4 - bar.top".
    """
    if not isinstance(written, str):
        return _number(sum_floats([written, by]))
    added = _ADDED.fullmatch(written)
    if added is not None:
        total = _number(sum_floats([_signed(added), by]))
        return f"{'-' if total < 0 else '+'}= {abs(total)}"
    last = _CONSTANT.fullmatch(written)
    if last is not None and _is_sum(last["sum"]):
        return _joined(last["sum"], sum_floats([_signed(last), by]))
    first = _FIRST.fullmatch(written)
    total = sum_floats([float(first["number"]), by]) if first is not None else -1
    if first is not None and total > 0:
        return f"{_number(total)}{first['sum']}"
    return _joined(written.rstrip(), by)


def _is_sum(text: str) -> bool:
    """Return True if a text is a whole sum, so that a number after it belongs to no function and no product."""
    try:
        return bool(parse_sum(text))
    except ValueError:
        return False


def _joined(text: str, constant: float) -> str:
    number = _number(constant)
    return f"{text} {'-' if number < 0 else '+'} {abs(number)}" if number else text


def _signed(match: re.Match[str]) -> float:
    return float(match["number"]) * (-1 if match["sign"] == "-" else 1)


def _number(value: float) -> int | float:
    """Return a length to the thousandth, as people write it: 2 for 2.0."""
    rounded = round(value, 3)
    return int(rounded) if rounded == int(rounded) else rounded
