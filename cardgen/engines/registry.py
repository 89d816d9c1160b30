"""Rules engines by name: the plug-ins of the kind `engines`, and what each of them can do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from cardgen.base.errors import Fault, Place, did_you_mean
from cardgen.base.plugins import PluginError, find_plugins, load_plugin
from cardgen.base.records import replace
from cardgen.base.words.messages import message
from cardgen.engines import Engine
from cardgen.engines.capabilities import CAPABILITIES, NamesSolver
from cardgen.engines.guarding import guard_engine

Capability = TypeVar("Capability")


def engine_names() -> list[str]:
    """Return the names of all installed engines, in alphabetical order. Nothing is imported."""
    return list(find_plugins("engines"))


def load_engine(name: str) -> Engine:
    """Return an engine, guarded. KeyError for an unknown name; PluginError if it cannot be loaded or can do nothing."""
    engine: Engine = load_plugin("engines", name)
    if not isinstance(engine, CAPABILITIES) or isinstance(engine, type):
        package = find_plugins("engines")[name].package
        raise PluginError(
            Fault(
                Place(),
                message(
                    "engine plug-in {name!r} of the package {package!r} offers nothing that an engine can do",
                    name=name,
                    package=package,
                ),
                message("its entry point has to name an object with methods of cardgen.engines.capabilities"),
            )
        )
    return guard_engine(name, engine)


def load_engines() -> Iterator[tuple[str, Engine]]:
    """Yield the name and the engine of each plug-in that can be loaded."""
    for name in engine_names():
        try:
            yield name, load_engine(name)
        except PluginError:
            continue


def capability(engine: Engine | None, wanted: type[Capability]) -> Capability | None:
    """Return the engine if it offers a protocol of `cardgen.engines.capabilities`; None if not or without an engine."""
    return engine if isinstance(engine, wanted) else None


def find_capability(name: str | None, wanted: type[Capability]) -> Capability | None:
    """Return `capability` of the engine called `name`; None without a name. Raises as `load_engine` does."""
    return None if name is None else capability(load_engine(name), wanted)


def engine_fault(name: str, place: Place) -> Fault | None:
    """Return the fault of naming this engine at `place`: it is unknown or cannot be loaded. None if it is usable."""
    if name not in engine_names():
        return Fault(place, message("there is no rules engine {name!r}", name=name), did_you_mean(name, engine_names()))
    try:
        load_engine(name)
    except PluginError as error:
        return replace(error.fault, place=place)
    return None


def solvers() -> dict[str, str]:
    """Return engine name -> the solver in use, of the engines that have a solver."""
    engines = ((name, capability(engine, NamesSolver)) for name, engine in load_engines())
    return {name: engine.solver() for name, engine in engines if engine is not None}
