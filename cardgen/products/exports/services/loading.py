"""Read the files of print services: those that come with cardgen, and those of games."""

from __future__ import annotations

from pathlib import Path

from cardgen.base.errors import Place
from cardgen.data.reading import Marked, Reader, validate
from cardgen.products.exports.services.model import Service, model_of

_FOLDER = Path(__file__).parents[3] / "assets" / "services"


def bundled_services() -> list[str]:
    """Return the names of the services that come with cardgen."""
    return sorted(file.stem for file in _FOLDER.glob("*.yaml"))


def load_bundled(name: str) -> Service:
    """Return a service that comes with cardgen. KeyError if there is none of the name."""
    if name not in bundled_services():
        raise KeyError(name)
    return _validated(Reader(_FOLDER).read_yaml(_FOLDER / f"{name}.yaml"))


def load_own(name: str, reader: Reader, place: Place) -> Service:
    """Return the service in a file of a game, which is named at `place`. DataError with all faults in it."""
    return _validated(reader.read_yaml(reader.find(name, place)))


def _validated(marked: Marked) -> Service:
    return validate(model_of(marked.value), marked)
