"""Find the exports that installed packages register."""

from __future__ import annotations

from typing import Any

from cardgen.errors import DataError, Fault, Place, did_you_mean
from cardgen.exports.export import Export
from cardgen.plugins import PluginError, find_plugins, load_plugin
from cardgen.words.messages import message


def load_export(name: str, place: Place = Place()) -> Export[Any]:  # noqa: B008  # frozen
    """Return the export of a name. DataError at `place` if there is none, or if it cannot be loaded."""
    plugin = find_plugins("exports").get(name)
    if plugin is None:
        what = message("there is no export {name!r}", name=name)
        raise DataError(Fault(place, what, did_you_mean(name, list(find_plugins("exports")))))
    try:
        export = load_plugin("exports", name)
    except PluginError as error:
        raise DataError(Fault(place, error.fault.message, error.fault.hint)) from error
    if isinstance(export, Export) and export.name == name:
        return export
    what = message("export plug-in {name!r} of the package {package!r} is no export", name=name, package=plugin.package)
    raise DataError(Fault(place, what, message("its export has to be called {name!r}", name=name)))


def load_exports() -> tuple[list[Export[Any]], list[Fault]]:
    """Return the exports that can be loaded, in the order of their names, and a fault for each that cannot."""
    exports: list[Export[Any]] = []
    faults: list[Fault] = []
    for name in find_plugins("exports"):
        try:
            exports.append(load_export(name))
        except DataError as error:
            faults += error.faults
    return exports, faults
