"""The boxes of a deck's template as they are edited: where each value is written, and operations that change it.

A value may be written in the box itself, in a box or a template that it extends, or in its text style. It is changed
where it is written, or *here*: in an entry of the box's own that is laid over the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from cardgen.base.errors import DataError, Fault, Place
from cardgen.base.records import dataclass
from cardgen.base.units import sum_floats
from cardgen.base.words.messages import joined, message
from cardgen.data.model import Deck, Game
from cardgen.data.places import paths_in
from cardgen.data.project import Project
from cardgen.data.templates.areas import parse_sum, to_add
from cardgen.data.templates.box_models import AREAS, SIDES_OF_BOX
from cardgen.data.templates.forms import BoxForm
from cardgen.editing.applying import open_document
from cardgen.editing.documents import ConflictError
from cardgen.editing.journal import digest
from cardgen.editing.operations import Delete, Insert, Move, Operation, Path, SetValue
from cardgen.editing.projects import read_inside
from cardgen.editing.sums import DIGITS, SHARES, as_number, is_beside, number_written, rounded, shifted
from cardgen.editing.yaml_document import YamlDocument

Four: TypeAlias = tuple[float, float, float, float]

#: The edges that the four numbers of an area of the card are.
_EDGES = ("left", "top", "width", "height")


@dataclass(frozen=True, slots=True)
class Reshape:
    """Boxes moved and resized: by name, mm to add to x, y, width and height. A sum gets another constant.

    What follows another box of these already (`name.bottom + 2`) is not moved twice.
    """

    deck: str
    side: str
    moves: Mapping[str, Four]


#: Keys of a text whose values have keys of their own.
EFFECTS = ("outline", "shadow", "glow")


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


@dataclass(frozen=True, slots=True)
class GroupBoxes:
    """Boxes put into a new group. `places` are theirs by name, x, y, width and height beside each other in mm."""

    deck: str
    side: str
    name: str
    places: Mapping[str, Four]


@dataclass(frozen=True, slots=True)
class UngroupBox:
    """The boxes of a group put in its place. `places` are theirs by name in what is around the group, in mm."""

    deck: str
    side: str
    box: str
    places: Mapping[str, Four]


BoxEdit: TypeAlias = GroupBoxes | UngroupBox | Reshape | SetProperty | AddBox | CopyBox | RemoveBox | OrderBox


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
        self.forms = dict(forms_in(self.template.sides[side].boxes))
        self._files: dict[str, tuple[YamlDocument, dict[Place, Path]]] = {}
        self._users: dict[Place, set[tuple[str, str, str]]] = {}
        for one in {deck.template.name: deck for deck in game.decks.values()}.values():
            self._count_users(one)

    def _count_users(self, deck: Deck) -> None:
        for side, known in deck.template.sides.items():
            for name, form in forms_in(known.boxes):
                for place in {place for _, _, place in box_values(deck, form)}:
                    self._users.setdefault(place, set()).add((deck.template.name, side, name))

    def of_both_sides(self) -> Iterator[BoxForm]:
        """Yield the boxes of the template, whichever side they are on."""
        for side in self.template.sides.values():
            yield from (form for _, form in forms_in(side.boxes))

    def values(self, box: str) -> Iterator[tuple[Path, Any, Origin]]:
        """Yield the values of a box and of its style: key, value, and where it is written. KeyError for no such box."""
        for key, value, place in box_values(self.deck, self.forms[box]):
            yield key, value, self._origin(place)

    def _origin(self, place: Place) -> Origin:
        document, paths = self._open(place.file)
        path = paths[place]
        return Origin(place, path, document.value_at(path), len(self._users.get(place, ())) or 1)

    def _open(self, file: str) -> tuple[YamlDocument, dict[Place, Path]]:
        if file not in self._files:
            content = read_inside(self._project, file)
            document = open_document(file, content)
            assert isinstance(document, YamlDocument)
            if digest(content) != self._reader.digests.get((self._project.root / file).resolve()):
                raise DataError(Fault(Place(file), message("the file has changed since the game was read: try again")))
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

    def styles(self) -> Iterator[tuple[str, str, Any, Origin]]:
        """Yield the values of the template's styles: the style, the key, the value, and where it is written."""
        for name, style in self.template.styles.items():
            for key, value in style.value.items():
                yield name, key, value, self._origin(style.place(key))

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
            case GroupBoxes():
                yield from self.group(edit)
            case UngroupBox():
                yield from self.ungroup(edit)

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
        """Yield the operations that move and resize boxes. DataError if the place of one is a value of the cards."""
        for name, by in change.moves.items():
            yield from self._reshape(name, by, change.moves)

    def _reshape(self, name: str, by: Four, moves: Mapping[str, Four]) -> Iterator[Operation]:
        box, entry = self._form(name).marked, self.entry(name)
        if "box" not in box.value:
            problem = message("the box {box} has no place of its own: it draws another one", box=name)
            raise DataError(Fault(box.place("box"), problem))
        whole, origin = box.value["box"], self._origin(box.place("box"))
        if isinstance(whole, str) and whole not in AREAS:
            problem = message("the place of {box} is a value of the cards: {value}", box=name, value=whole)
            raise DataError(Fault(box.place("box"), problem))
        # What is left to move of each number that does not move by itself, and of one that gets a value of its own.
        place = [f"{whole}.{edge}" for edge in _EDGES] if isinstance(whole, str) else whole
        left = rounded(by[i] - self._drift(name, i, moves) for i in range(4))
        anew = {i: round(by[i] - self._drift_of(name, place[i], moves), DIGITS) for i in left}
        is_here = origin.belongs_to(entry)
        if isinstance(whole, str) or not is_here:
            moved = {i: shifted(place[i], length) for i, length in anew.items()}
            if moved and is_here:
                new = [moved.get(i, place[i]) for i in range(4)]
                yield SetValue(origin.place.file, origin.path, origin.written, new)
            elif moved:
                yield Insert(entry.place.file, (*entry.path, "box"), {SIDES_OF_BOX[i]: moved[i] for i in moved})
            return
        for i, length in left.items():
            one = self._origin(box.place("box", i))
            if one.path[: len(origin.path)] == origin.path and len(one.path) > len(origin.path):
                yield SetValue(one.place.file, one.path, one.written, shifted(one.written, length))
            else:  # the entry is inherited, beside others that are not
                yield Insert(entry.place.file, (*entry.path, "box", SIDES_OF_BOX[i]), shifted(place[i], anew[i]))

    def _drift(self, name: str, i: int, moves: Mapping[str, Four], through: tuple[tuple[str, int], ...] = ()) -> float:
        """Return the mm that a number of a box's place changes by itself when other boxes are moved."""
        form = self.forms.get(name)
        place = form.marked.value.get("box") if form is not None else None
        if not isinstance(place, list) or (name, i) in through:
            return 0.0
        through = (*through, (name, i))
        raw = self.entry(name).written
        written = number_written(raw.get("box") if isinstance(raw, Mapping) else None, i)
        below = self._extended(name, raw)
        inherited = self._moved(below, i, moves, through) if below else 0.0
        if written is None:
            return inherited if below else self._drift_of(name, place[i], moves, through)
        added = to_add(written) if isinstance(written, str) else None
        return self._drift_of(name, written if added is None else added, moves, through) + (inherited if added else 0.0)

    def _drift_of(
        self, name: str, length: Any, moves: Mapping[str, Four], through: tuple[tuple[str, int], ...] = ()
    ) -> float:
        """Return the mm that a sum in the place of a box changes when other boxes are moved."""
        if not isinstance(length, str):
            return 0.0
        above = name[: name.rfind(".") + 1]
        return sum_floats(
            term.factor * share * self._moved(above + term.box, i, moves, through)
            for term in parse_sum(length)
            if term.box
            for i, share in SHARES[term.edge]
        )

    def _moved(self, name: str, i: int, moves: Mapping[str, Four], through: tuple[tuple[str, int], ...]) -> float:
        return moves[name][i] if name in moves else self._drift(name, i, moves, through)

    def _extended(self, name: str, raw: Any) -> str:
        """Return the box beside this one that it takes its place from; "" if there is none."""
        names = raw.get("extends", ()) if isinstance(raw, Mapping) else ()
        above = name[: name.rfind(".") + 1]
        every = [names] if isinstance(names, str) else [*names]
        beside = (above + one for one in reversed(every))
        return next((one for one in beside if one in self.forms and one != name), "")

    def group(self, edit: GroupBoxes) -> Iterator[Operation]:
        """Yield the operations that put boxes into a new group, where the last of them is painted.

        DataError if there are none, or if they are not written beside each other in one file.
        """
        entries = {name: self.entry(name) for name in edit.places}
        around = {(entry.place.file, entry.path[:-1]) for entry in entries.values()}
        if len(around) != 1:
            problem = message("the boxes of a group must be written beside each other in one file")
            raise DataError(Fault(Place(), problem))
        [(file, path)] = around
        names = [*self._open(file)[0].value_at(path)]
        left, top = (min(place[i] for place in edit.places.values()) for i in (0, 1))
        right, bottom = (max(place[i] + place[i + 2] for place in edit.places.values()) for i in (0, 1))
        last = max(names.index(str(entry.path[-1])) for entry in entries.values())
        inner = self._moved_into(edit.places, (-left, -top))
        size = [as_number(length) for length in (left, top, right - left, bottom - top)]
        yield Insert(file, (*path, edit.name), {"kind": "group", "box": size, "boxes": inner}, last + 1)
        yield from (Delete(file, entry.path) for entry in entries.values())

    def ungroup(self, edit: UngroupBox) -> Iterator[Operation]:
        """Yield the operations that put the boxes of a group in its place. DataError if it has other keys."""
        entry = self.entry(edit.box)
        written = entry.written if isinstance(entry.written, Mapping) else {}
        if others := [key for key in written if key not in ("kind", "box", "boxes")]:
            template = "the group {box} has {keys}, which its boxes would lose"
            raise DataError(Fault(entry.place, message(template, box=edit.box, keys=joined(others))))
        if self.forms[edit.box].marked.value["kind"] != "group":
            raise DataError(Fault(entry.place, message("{box} is no group", box=edit.box)))
        path = entry.path[:-1]
        at = [*self._open(entry.place.file)[0].value_at(path)].index(entry.path[-1])
        yield Delete(entry.place.file, entry.path)
        for number, (name, value) in enumerate(self._moved_into(edit.places, None).items()):
            yield Insert(entry.place.file, (*path, name), value, at + number)

    def _moved_into(self, places: Mapping[str, Four], by: tuple[float, float] | None) -> dict[str, Any]:
        """Return boxes as they are written in other surroundings, in painting order.

        Their places become numbers, but for sums of each other. `by` are the mm to add to x and y, None if the places
        are those in the new surroundings.
        """
        beside = {name.rpartition(".")[2] for name in places}
        inner: dict[str, Any] = {}
        for name in (name for name in self.forms if name in places):
            place = self.forms[name].marked.value.get("box")
            add = (*(by or (0.0, 0.0)), 0.0, 0.0)
            numbers = [as_number(length + add[i]) for i, length in enumerate(places[name])]
            moved = [
                place[i] if isinstance(place, list) and is_beside(place[i], i, beside) else number
                for i, number in enumerate(numbers)
            ]
            entry = self.entry(name)
            kept = {key: value for key, value in dict(entry.written).items() if key != "box"}
            first = {key: kept.pop(key) for key in ("kind", "extends") if key in kept}
            inner[str(entry.path[-1])] = {**first, "box": moved, **kept}
        return inner

    def set_property(self, change: SetProperty) -> Iterator[Operation]:
        """Yield the operations that give a key of a box another value.

        ConflictError if it has another one than the old; DataError if the side has no such box.
        """
        entry = self.entry(change.box)
        key, *steps = change.key or ("",)
        is_effect = key in EFFECTS and len(steps) == 1 and isinstance(steps[0], str)
        is_side = key == "box" and steps in ([0], [1], [2], [3])
        if not key or not isinstance(key, str) or (steps and not is_effect and not is_side):
            raise DataError(Fault(entry.place, message("a box has no value {key}", key=".".join(map(str, change.key)))))
        values = {key: (value, origin) for key, value, origin in self.values(change.box)}
        value, origin = values.get(change.key, (None, None))
        if value != change.old:
            raise ConflictError(change, origin.place if origin else entry.place, change.old, value)
        is_own = origin is not None and origin.belongs_to(entry)
        if origin is not None and (is_own or not change.here):
            is_upright = key == "turn" and change.new == 0 and "extends" not in dict(entry.written)
            if change.new is None or is_upright:
                yield Delete(origin.place.file, origin.path)
            elif origin.written != change.new:
                yield SetValue(origin.place.file, origin.path, origin.written, change.new)
        elif is_effect and (key,) in values and change.new is not None:
            effect, written = values[key,]
            if change.here and not written.belongs_to(entry):
                yield Insert(entry.place.file, (*entry.path, key), {**effect, steps[0]: change.new})
            else:
                yield Insert(written.place.file, (*written.path, steps[0]), change.new)
        elif change.new is not None:
            step = (SIDES_OF_BOX[int(steps[0])],) if steps else ()
            if step and not values[("box",)][1].belongs_to(entry):
                yield Insert(entry.place.file, (*entry.path, "box"), {step[0]: change.new})
            else:
                yield Insert(entry.place.file, (*entry.path, key, *step), change.new)


def forms_in(boxes: Mapping[str, BoxForm], above: str = "") -> Iterator[tuple[str, BoxForm]]:
    """Yield the boxes of a side and those inside of them, each with its name after those around it."""
    for name, form in boxes.items():
        yield f"{above}{name}", form
        yield from forms_in(form.inside, f"{above}{name}.")


def box_values(deck: Deck, form: BoxForm) -> Iterator[tuple[Path, Any, Place]]:
    """Yield the values of a box and of its style, each with its key and the place where it is written."""
    own = {key: value for key, value in form.marked.value.items() if key != "boxes"}
    for key, value in own.items():
        yield (key,), value, form.marked.place(key)
        if key == "box" and isinstance(value, list):
            yield from (((key, i), entry, form.marked.place(key, i)) for i, entry in enumerate(value))
        if key in EFFECTS and isinstance(value, Mapping):
            yield from (((key, name), entry, form.marked.place(key, name)) for name, entry in value.items())
    style = deck.template.styles.get(str(own.get("style")))
    if style is not None:
        for key, value in style.value.items():
            if key not in own:
                yield (key,), value, style.place(key)
                if key in EFFECTS and isinstance(value, Mapping):
                    yield from (((key, name), entry, style.place(key, name)) for name, entry in value.items())


def _has(document: YamlDocument, path: Path, kind: type = Mapping) -> bool:
    try:
        return isinstance(document.value_at(path), kind)
    except LookupError:
        return False
