"""Pyodide on the disk: the files of one release, each with its digest, and pydantic's core for it.

Pyodide is Python as WebAssembly (MPL-2.0). cardgen does not bring it: its files have 13 MB.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from importlib.metadata import version
from pathlib import Path

from cardgen.cache import cache_folder
from cardgen.errors import DataError, Fault, Place
from cardgen.records import dataclass
from cardgen.words.messages import message

#: The release of Pyodide that cardgen is tested with.
PYODIDE = "314.0.7"
#: The tags of wheels for its Python.
TAGS = "cp314-cp314-pyemscripten_2026_0_wasm32"
#: SHA-256 of the files that the page loads.
DIGESTS = {
    "pyodide.mjs": "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109",
    "pyodide.asm.mjs": "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635",
    "pyodide.asm.wasm": "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6",
    "python_stdlib.zip": "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a",
}


@dataclass(frozen=True, slots=True)
class Runtime:
    """The folder with the files of DIGESTS, and the wheel of pydantic's core."""

    folder: Path
    wheel: Path


def wheel_name() -> str:
    """Return the file name of the wheel that fits the installed pydantic."""
    return f"pydantic_core-{version('pydantic_core')}-{TAGS}.whl"


def runtime_folder() -> Path | None:
    """Return the folder that `cardgen review fetch-engine` fills; None for a user without a home."""
    folder = cache_folder()
    return None if folder is None else folder / "engine"


def find_runtime(folder: Path | None = None) -> Runtime:
    """Return the runtime in a folder, by default in `runtime_folder`. DataError if it is not complete."""
    folder = folder or runtime_folder() or Path("engine")
    found = _runtime_in(folder)
    if found is not None:
        return found
    problem = message("there is no Pyodide {release} with {wheel}", release=PYODIDE, wheel=wheel_name())
    hint = message("`cardgen review fetch-engine` downloads both once (8 MB); or name their folder with --pyodide")
    raise DataError(Fault(Place(str(folder)), problem, hint))


def has_runtime() -> bool:
    """Return True if `find_runtime` finds one. Nothing is read but the names of files."""
    folder = runtime_folder()
    return folder is not None and all((folder / name).is_file() for name in (*DIGESTS, wheel_name()))


def _runtime_in(folder: Path) -> Runtime | None:
    folders = list(_folders(folder))
    wheel = next((path / wheel_name() for path in folders if (path / wheel_name()).is_file()), None)
    pyodide = next((path for path in folders if all((path / name).is_file() for name in DIGESTS)), None)
    if wheel is None or pyodide is None:
        return None
    check_digests(pyodide)
    return Runtime(pyodide, wheel)


def _folders(folder: Path) -> Iterator[Path]:
    """Yield the folders that may have the files, if the package of npm was unpacked or installed there."""
    yield from (folder, folder / "package", folder / "pyodide", folder / "node_modules" / "pyodide")


def check_digests(folder: Path, names: Iterable[str] = DIGESTS) -> None:
    """Raise DataError unless the files of Pyodide in a folder are those of the release."""
    hint = message("only Pyodide {release} is known to work", release=PYODIDE)
    faults = [
        Fault(Place(str(folder / name)), message("not the file of Pyodide {release}", release=PYODIDE), hint)
        for name in names
        if hashlib.sha256((folder / name).read_bytes()).hexdigest() != DIGESTS[name]
    ]
    if faults:
        raise DataError(faults)
