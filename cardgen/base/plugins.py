"""Plug-ins of installed packages, found through the entry points of their pyproject.toml.

    [project.entry-points."cardgen.engines"]
    my-game = "my_package.engine"

cardgen's own games, boxes, products and checks are registered in the same way. A plug-in is imported when it is first
asked for. One that cannot be loaded is a fault, never a crash. docs/extending.md describes the interface of each kind.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args

from cardgen.base.errors import Fault, Place
from cardgen.base.records import dataclass
from cardgen.base.words.catalogues import add_catalogues
from cardgen.base.words.messages import Message, joined, message
from cardgen.cache.code import forget_code
from cardgen.cache.installed import declaring_packages

Kind: TypeAlias = Literal[
    "engines", "boxes", "fields", "products", "checks", "exports", "policies", "blocks", "ornaments"
]
"""The kinds of plug-ins: the group of the entry point is `cardgen.<kind>`."""

KINDS: tuple[Kind, ...] = get_args(Kind)

#: The distribution whose plug-ins come before those of the same name.
_OWN = "cardgen"


class PluginError(Exception):
    """A plug-in that cannot be loaded; `fault` says which, from which package, and why."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(str(fault))
        self.fault = fault


@dataclass(frozen=True, slots=True)
class Plugin:
    """An entry point: the module and the attribute that it names, and the package that declares it."""

    name: str
    package: str
    module: str
    attribute: str

    def load(self) -> Any:
        """Import the module and return the attribute. Raises whatever the module raises."""
        value: Any = import_module(self.module)
        for name in filter(None, self.attribute.split(".")):
            value = getattr(value, name)
        return value


@cache
def find_plugins(kind: Kind) -> Mapping[str, Plugin]:
    """Return the plug-ins of a kind by name, in alphabetical order. Nothing is imported.

    If two packages use one name, cardgen's own plug-in is taken, otherwise that of the first package by name.
    """
    plugins: dict[str, Plugin] = {}
    for plugin in _all_plugins(kind):
        plugins.setdefault(plugin.name, plugin)
    return dict(sorted(plugins.items()))


def _all_plugins(kind: Kind) -> list[Plugin]:
    """Return every plug-in of a kind, the preferred ones first."""
    plugins = [
        Plugin(name, package, module.strip(), attribute.strip())
        for name, value, package in _declared_points()[kind]
        for module, _, attribute in [value.partition("[")[0].partition(":")]  # without extras, which mean nothing here
    ]
    return sorted(plugins, key=lambda plugin: (plugin.package != _OWN, plugin.package, plugin.name))


@cache
def _declared_points() -> Mapping[Kind, list[tuple[str, str, str]]]:
    """Return the name, the value and the package of the entry points of every kind. The package is "" without a name.

    They decide what is imported and what is checked, so they are read anew by every command.
    """
    points: dict[Kind, list[tuple[str, str, str]]] = {kind: [] for kind in KINDS}
    for package in declaring_packages():
        for kind in KINDS:
            points[kind] += ((name, value, package.name) for name, value in package.points.get(f"cardgen.{kind}", ()))
    return points


@cache
def load_plugin(kind: Kind, name: str) -> Any:
    """Return what the plug-in's entry point names. KeyError for an unknown name; PluginError if it cannot be loaded."""
    plugin = find_plugins(kind)[name]
    try:
        loaded = plugin.load()
    except Exception as error:  # whatever another package's module raises while it is imported
        raise PluginError(_loading_fault(kind, plugin, error)) from error
    _add_words(plugin.module)
    return loaded


def _add_words(module: str) -> None:
    """Add the catalogues of the innermost package around a module that has any."""
    for folder in Path(sys.modules[module].__file__ or "").parents:
        if not (folder / "__init__.py").is_file():
            break
        if (folder / "catalogues").is_dir():
            add_catalogues(folder / "catalogues")
            break


def load_plugins(kind: Kind) -> dict[str, Any]:
    """Return every plug-in of a kind that can be loaded, by name. `plugin_faults` reports the others."""
    plugins: dict[str, Any] = {}
    for name in find_plugins(kind):
        try:
            plugins[name] = load_plugin(kind, name)
        except PluginError:
            continue
    return plugins


def plugin_faults() -> Iterator[Fault]:
    """Yield a fault for each plug-in that cannot be loaded, and for each whose name another package has taken."""
    for kind in KINDS:
        for name in find_plugins(kind):
            try:
                load_plugin(kind, name)
            except PluginError as error:
                yield error.fault
        yield from _duplicates(kind)


def _duplicates(kind: Kind) -> Iterator[Fault]:
    packages: dict[str, list[str]] = {}
    for plugin in _all_plugins(kind):
        packages.setdefault(plugin.name, []).append(plugin.package)
    for name, declaring in packages.items():
        if len(declaring) > 1:
            yield Fault(
                Place(),
                message(
                    "{kind} plug-in {name!r} is in several packages: {packages}",
                    kind=_singular(kind),
                    name=name,
                    packages=joined(declaring),
                ),
                message("the one of {package} is used", package=declaring[0]),
            )


def _loading_fault(kind: Kind, plugin: Plugin, error: Exception) -> Fault:
    return Fault(
        Place(),
        message(
            "{kind} plug-in {name!r} of the package {package!r} cannot be loaded: {error}",
            kind=_singular(kind),
            name=plugin.name,
            package=plugin.package,
            error=f"{type(error).__name__}: {error}",
        ),
        message("update or uninstall {package}", package=plugin.package),
    )


def _singular(kind: Kind) -> Message:
    return {
        "engines": message("engine"),
        "boxes": message("box"),
        "fields": message("field"),
        "products": message("product"),
        "checks": message("check"),
        "exports": message("export"),
        "policies": message("policy"),
        "blocks": message("rulebook block"),
        "ornaments": message("rulebook ornament"),
    }[kind]


def forget_plugins() -> None:
    """Discard the cached plug-ins and the digest of the code, so that they are looked up again."""
    find_plugins.cache_clear()
    _declared_points.cache_clear()
    load_plugin.cache_clear()
    forget_code()
