"""Pyodide on the disk: the files of one release, each with its digest, and pydantic's core for it.

Pyodide is Python as WebAssembly (MPL-2.0). cardgen does not bring it: its files have 13 MB.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

from cardgen.base.errors import DataError, Fault, Place
from cardgen.base.records import dataclass
from cardgen.base.words.messages import message
from cardgen.cache.sealed import cache_folder

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
#: SHA-256 of the wheels of pydantic's core with these tags, by its version. One of another version is not used.
WHEELS = {
    "2.47.0": "cdf4dc2cdd0eacad1bd81c4d25422b4c25b206acae095d2d64e5d5cb7facc6b3",
    "2.48.0": "4fc45a49334c54541cbc97bf416d9300b4b1d3b2840dfb079b1123dc3f9ef5a6",
    "2.49.0": "62535ce2294441c986da1aeb743f7255ac99f3e0a3119bd8c44b36406d9f3721",
    "2.50.0": "ab3f95f737fc1b258b8210308fc02ce1442cf5950cf6d30b09ad89ab9e8afebd",
    "2.50.1": "99ba9bc2b8062ea0c326a990f7f00e6530c23579de66dd246e72c4cafef950a5",
    "2.50.2": "9a8a62281fd9c6a373b3fd3d473685e6838d43341eecde5f47729748e2c11ee3",
    "2.50.4": "e6da138a1ecc1341c8b788a5ee822670b03788e1f5decf7af9d461de6e508b8e",
    "2.50.5": "b2910ec0fa5aeb9bef70156f2b79f4783978fdcfaa7b2f1b5d1814458d2e79a1",
}


@dataclass(frozen=True, slots=True)
class Runtime:
    """The folder with the files of DIGESTS, and the wheel of pydantic's core."""

    folder: Path
    wheel: Path


def wheel_name() -> str:
    """Return the file name of the wheel that fits the installed pydantic."""
    return f"pydantic_core-{version('pydantic_core')}-{TAGS}.whl"


def check_wheel(content: bytes, place: str) -> None:
    """Raise DataError unless the content of a wheel is that of the installed pydantic's core."""
    installed = version("pydantic_core")
    expected = WHEELS.get(installed)
    if expected is None:
        problem = message("pydantic-core {version} is not known to work in browsers", version=installed)
        known = ", ".join(WHEELS)
        raise DataError(
            Fault(Place(place), problem, message("install one of these versions: {versions}", versions=known))
        )
    if hashlib.sha256(content).hexdigest() != expected:
        raise DataError(Fault(Place(place), message("not the file {wheel} that cardgen knows", wheel=wheel_name())))


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
    check_wheel(wheel.read_bytes(), str(wheel))
    return Runtime(pyodide, wheel)


def _folders(folder: Path) -> Iterator[Path]:
    """Yield the folders that may have the files, if the package of npm was unpacked or installed there."""
    yield from (folder, folder / "package", folder / "pyodide", folder / "node_modules" / "pyodide")


def check_digests(folder: Path) -> None:
    """Raise DataError unless the files of Pyodide in a folder are those of the release."""
    hint = message("only Pyodide {release} is known to work", release=PYODIDE)
    faults = [
        Fault(Place(str(folder / name)), message("not the file of Pyodide {release}", release=PYODIDE), hint)
        for name, digest in DIGESTS.items()
        if hashlib.sha256((folder / name).read_bytes()).hexdigest() != digest
    ]
    if faults:
        raise DataError(faults)
