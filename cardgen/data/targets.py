"""The targets of a game: below `targets:` in game.yaml, a section for each printed product.

A product is a plug-in of the kind `products`. Its `section` says how its part of game.yaml is read and checked. Only
the products that a game names are loaded, and those of ALWAYS_MADE.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Generic, TypeVar

from pydantic import create_model

from cardgen.base.errors import Fault, Place, did_you_mean
from cardgen.base.plugins import PluginError, find_plugins, load_plugin
from cardgen.base.records import dataclass
from cardgen.base.words.messages import message
from cardgen.data.model import Card, GameFile, Targets
from cardgen.data.names import file_key, is_device
from cardgen.data.reading import Marked, Reader

Value = TypeVar("Value")

#: cardgen's own products that make files of a game although game.yaml does not name them.
ALWAYS_MADE = ("calibration", "rulebook")


@dataclass(frozen=True, slots=True)
class TargetSource:
    """The context for checks of targets: game.yaml as model and with places, and the cards that could be read.

    `reader` reads further files of the game's folder.
    """

    file: GameFile
    marked: Marked
    cards: Mapping[str, tuple[Card, ...]]
    reader: Reader

    def deck_faults(self, names: Iterable[str], *path: str) -> Iterator[Fault]:
        """Yield a fault for each name of a deck that the game does not have; they are at `path` in the targets."""
        decks = list(self.file.decks)
        for name in names:
            if name not in decks:
                place = self.marked.place("targets", *path)
                yield Fault(place, message("there is no deck {name!r}", name=name), did_you_mean(name, decks))


def paper_names(key: str, target: Any, _: TargetSource) -> Iterable[str]:
    """Return the names of a target's files: its key with each of its papers in place of `{paper}`."""
    return [key.replace("{paper}", paper) for paper in target.papers]


@dataclass(frozen=True, slots=True, eq=False)
class Section(Generic[Value]):
    """A section of the targets: the key `name` below `targets:` in game.yaml.

    `annotation` is the type that pydantic checks its value by, `default` its value if game.yaml does not have the key.
    `order` is its place among the sections: files, faults and the schema follow it. `check` yields the faults of the
    value. If the value has targets by the names of their files, `file_names` returns the names of one target's
    files, without their endings: no two targets may share one. They have `papers`; `papers_of` returns the papers of a
    section without such targets. Each of the targets names a template if `has_templates`.
    """

    name: str
    annotation: Any
    default: Value
    order: int = 1000
    check: Callable[[Value, TargetSource], Iterable[Fault]] = lambda *_: ()
    file_names: Callable[[str, Any, TargetSource], Iterable[str]] | None = None
    papers_of: Callable[[Value], Iterable[str]] | None = None
    has_templates: bool = False

    def of(self, file: GameFile) -> Value:
        """Return the section's value in a game."""
        value = getattr(file.targets, self.name, None)
        return self.default if value is None else value

    def papers(self, file: GameFile) -> list[str]:
        """Return the papers that the section names in a game, by their names."""
        value = self.of(file)
        if self.papers_of is not None:
            return [*self.papers_of(value)]
        targets = value.values() if self.file_names is not None and isinstance(value, Mapping) else ()
        return [paper for target in targets for paper in target.papers]

    def is_in(self, file: GameFile) -> bool:
        """Return True if game.yaml has the section."""
        return self.name in file.targets.model_fields_set


def load_section(name: str) -> Section[Any]:
    """Return the section of a product. PluginError if the plug-in cannot be loaded, or has no section of its name."""
    section = getattr(load_plugin("products", name), "section", None)
    if isinstance(section, Section) and section.name == name:
        return section
    package = find_plugins("products")[name].package
    what = message("product plug-in {name!r} of the package {package!r} is not a product", name=name, package=package)
    raise PluginError(Fault(Place(), what, message("its section must be called {name!r}", name=name)))


def load_sections(marked: Marked) -> tuple[tuple[Section[Any], ...], list[Fault]]:
    """Return the sections that a game.yaml needs, in their order, and a fault for each that cannot be loaded."""
    sections: list[Section[Any]] = []
    faults: list[Fault] = []
    value = marked.value.get("targets")
    named = value if isinstance(value, dict) else {}
    for name in find_plugins("products"):
        if name in named or name in ALWAYS_MADE:
            try:
                sections.append(load_section(name))
            except PluginError as error:
                place = marked.key_place("targets", name) if name in named else marked.key_place("targets")
                faults.append(Fault(place, error.fault.message, error.fault.hint))
    return tuple(sorted(sections, key=_order)), faults


def all_sections() -> tuple[Section[Any], ...]:
    """Return the sections of all products that can be loaded, in their order."""
    sections = []
    for name in find_plugins("products"):
        try:
            sections.append(load_section(name))
        except PluginError:  # reported by plugin_faults
            continue
    return tuple(sorted(sections, key=_order))


def _order(section: Section[Any]) -> tuple[int, str]:
    return section.order, section.name


def game_model(sections: tuple[Section[Any], ...]) -> type[GameFile]:
    """Return the model of a game.yaml with these sections. It accepts any value of other sections."""
    return _game_model(sections, tuple(find_plugins("products")))


@lru_cache(maxsize=32)
def _game_model(sections: tuple[Section[Any], ...], names: tuple[str, ...]) -> type[GameFile]:
    fields: dict[str, Any] = dict.fromkeys(names, (Any, None))
    for section in sections:
        fields.pop(section.name)
    fields = {**{section.name: (section.annotation, section.default) for section in sections}, **fields}
    targets = create_model("Targets", __base__=Targets, __doc__=TARGETS_DESCRIPTION, **fields)
    targets.products = tuple(section.name for section in sections)
    return create_model("GameFile", __base__=GameFile, __doc__=GameFile.__doc__, targets=(targets, ...))


#: The description of the key `targets` in editors.
TARGETS_DESCRIPTION = "The products to make. Keys are file names; `{paper}` in a key is replaced by each of its papers."


# ---------------------------------------------------------------- checks


def check_targets(source: TargetSource) -> Iterator[Fault]:
    """Yield the faults of the targets of a game, and names of files that are invalid or that two targets share."""
    sections = [load_section(name) for name in source.file.targets.products]
    for section in sections:
        yield from section.check(section.of(source.file), source)
    yield from _check_file_names(sections, source)


def _check_file_names(sections: Collection[Section[Any]], source: TargetSource) -> Iterator[Fault]:
    places: dict[str, Place] = {}
    for section in sections:
        if section.file_names is None:
            continue
        for key, target in section.of(source.file).items():
            place = source.marked.key_place("targets", section.name, key)
            yield from _check_key(key, target.papers, place)
            for name in sorted(set(map(file_key, section.file_names(key, target, source)))):
                if is_device(name):
                    hint = message("choose another name")
                    yield Fault(place, message("no file can be called {name!r} on Windows", name=name), hint)
                if name in places:
                    what = message("two files would be called {name!r}", name=name)
                    yield Fault(place, what, message("first at {place}", place=places[name]))
                places.setdefault(name, place)


def _check_key(key: str, papers: Collection[str], place: Place) -> Iterator[Fault]:
    if len(papers) > 1 and "{paper}" not in key:
        what = message("{key!r} would be one name for several papers", key=key)
        yield Fault(place, what, message("write {paper} where the paper's name goes"))
    if "/" in key or "\\" in key or key.startswith("."):
        yield Fault(place, message("{key!r} is not a plain file name", key=key))
