"""Find the exports: those that installed packages register, and the print services that are files of figures."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from cardgen.base.errors import DataError, Fault, Faults, Place, did_you_mean
from cardgen.base.plugins import PluginError, find_plugins, load_plugin
from cardgen.base.words.messages import message
from cardgen.data.marked import value_at
from cardgen.data.reading import Marked, Reader, validate
from cardgen.products.exports.export import Export
from cardgen.products.exports.services.model import PageService, Service, model_of

#: What some exports are called in other places. None of these is the name of an export.
_ALSO_CALLED = {
    "tts": "tabletop-simulator",
    "tabletop": "tabletop-simulator",
    "mpc": "makeplayingcards",
    "mpcfill": "mpc-autofill",
    "autofill": "mpc-autofill",
    "tgc": "the-game-crafter",
    "gamecrafter": "the-game-crafter",
    "dtc": "drivethrucards",
    "drivethru": "drivethrucards",
    "pcio": "playingcards-io",
    "png": "images",
    "pngs": "images",
    "pictures": "images",
    "pdf": "print-shop",
}


def load_export(name: str, place: Place = Place()) -> Export[Any]:  # noqa: B008  # frozen
    """Return the export of a name. DataError at `place` if there is none, or if it cannot be loaded."""
    plugin = find_plugins("exports").get(name)
    if plugin is None:
        if name in bundled_services():
            return _bundled_export(name)
        what = message("there is no export {name!r}", name=name)
        raise DataError(Fault(place, what, did_you_mean(_ALSO_CALLED.get(name.lower(), name), export_names())))
    try:
        export = load_plugin("exports", name)
    except PluginError as error:
        raise DataError(Fault(place, error.fault.message, error.fault.hint)) from error
    if isinstance(export, Export) and export.name == name:
        return export
    what = message("export plug-in {name!r} of the package {package!r} is no export", name=name, package=plugin.package)
    raise DataError(Fault(place, what, message("its export has to be called {name!r}", name=name)))


def export_of_target(name: str, marked: Marked, reader: Reader) -> Export[Any]:
    """Return an export that game.yaml (`marked`) names, with the service in a file of the game's own if it names one.

    DataError with all faults if there is none, or its file is wrong.
    """
    path = ("targets", "exports", name)
    if names_service(name, marked):
        place = marked.place(*path, "service")
        return _service_export(
            name, _validated(reader.read_yaml(reader.find(value_at(marked.value, *path, "service"), place)))
        )
    return load_export(name, marked.key_place(*path))


def names_service(name: str, marked: Marked) -> bool:
    """Return True if game.yaml (`marked`) names a file for a service of this name."""
    file = value_at(marked.value, "targets", "exports", name, "service")
    return isinstance(file, str) and name not in find_plugins("exports")


@cache
def _bundled_export(name: str) -> Export[Any]:
    return _service_export(name, load_bundled(name))


def _service_export(name: str, service: Service) -> Export[Any]:
    from cardgen.products.exports.services.page_service import page_service_export  # lazy: they draw
    from cardgen.products.exports.services.picture_service import picture_service_export

    if isinstance(service, PageService):
        return page_service_export(name, service)
    return picture_service_export(name, service)


def export_names() -> list[str]:
    """Return the names of the exports of installed packages and of the bundled services, in alphabetical order."""
    return sorted({*find_plugins("exports"), *bundled_services()})


def load_exports() -> tuple[list[Export[Any]], list[Fault]]:
    """Return the exports that can be loaded, in the order of their names, and a fault for each that cannot."""
    exports: list[Export[Any]] = []
    faults = Faults()
    for name in export_names():
        with faults:
            exports.append(load_export(name))
    return exports, faults


# ---------------------------------------------------------------- print services


_FOLDER = Path(__file__).parents[2] / "assets" / "services"


def bundled_services() -> list[str]:
    """Return the names of the services that come with cardgen."""
    return sorted(file.stem for file in _FOLDER.glob("*.yaml"))


def load_bundled(name: str) -> Service:
    """Return a service that comes with cardgen. KeyError if there is none of the name."""
    if name not in bundled_services():
        raise KeyError(name)
    return _validated(Reader(_FOLDER).read_yaml(_FOLDER / f"{name}.yaml"))


def _validated(marked: Marked) -> Service:
    return validate(model_of(marked.value), marked)
