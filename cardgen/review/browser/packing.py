"""The files that the page loads for the engine: scripts that hold compressed files as text.

A page opened from a disk may load scripts and nothing else, so they are scripts everywhere.
"""

from __future__ import annotations

import base64
import gzip
import io
import json
import zipfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from cardgen.base.errors import DataError, Fault, Place
from cardgen.base.plugins import Plugin, find_plugins
from cardgen.base.words.messages import message
from cardgen.data.model import Game
from cardgen.data.playing import playable_decks
from cardgen.engines.capabilities import AnswersRequests
from cardgen.engines.data_files import load_written
from cardgen.engines.hosted import deck_values, ruleset_values
from cardgen.engines.registry import find_capability
from cardgen.review.browser.modules import BROUGHT, engine_files, package_files
from cardgen.review.browser.runtime import DIGESTS, Runtime
from cardgen.review.server.table_payloads import EngineSource

#: The folder of the files below `page/`, and the files of the engine and the worker.
FOLDER, ENGINE, WORKER, LICENCES = "engine", "engine.zip", "worker.js", "LICENCES.txt"

#: What answers for the free table.
FREE: EngineSource = {
    "module": "cardgen.engines.free_table.serving",
    "attribute": "TABLE",
    "content": {"rulesets": {}, "decks": {}},
}

#: Parts of pydantic that nothing imports at run time.
_UNUSED = ("pydantic/v1/", "pydantic/mypy.py")

#: A script of the page, which sends a file to `app/engine.js`.
_SENT = 'dispatchEvent(new CustomEvent("cardgen-engine", {{ detail: ["{name}", "{text}"] }}));\n'

_DATE = (1980, 1, 1, 0, 0, 0)

_LICENCE_NOTE = """\
The rules engine of this page runs in Pyodide, which is CPython compiled to WebAssembly.

- Pyodide (pyodide.mjs, pyodide.asm.mjs, pyodide.asm.wasm), unchanged: Mozilla Public License 2.0,
  https://mozilla.org/MPL/2.0/. Its source: https://github.com/pyodide/pyodide
- CPython (python_stdlib.zip): PSF License 2, https://docs.python.org/3/license.html
- pydantic, pydantic_core, annotated-types, typing-inspection (in engine.zip): MIT License
- typing_extensions (in engine.zip): PSF License 2
- cardgen (in engine.zip, worker.js): MIT License

Each file is compressed by gzip and written as base64 in a script of its name.
"""


def has_answers(game: Game) -> bool:
    """Return True if the game's engine answers requests."""
    return find_capability(game.file.engine, AnswersRequests) is not None


def engine_source(game: Game) -> EngineSource:
    """Return where the worker finds the engine, and what it plays with: the rulesets and the cards.

    DataError if they cannot be sent as JSON, or if the engine cannot play with these cards.
    """
    assert game.file.engine is not None
    plugin = find_plugins("engines")[game.file.engine]
    try:
        values = ruleset_values(game.rulesets)
    except ValueError as error:
        problem = message("the ruleset {name!r} cannot be written as JSON", name=str(error))
        raise DataError(Fault(Place("game.yaml"), problem)) from None
    try:
        decks = deck_values(playable_decks(game))
    except ValueError as error:
        problem = message("the value of {field!r} cannot be written as JSON", field=str(error))
        raise DataError(Fault(Place("game.yaml"), problem)) from None
    content: dict[str, object] = {"rulesets": values, "decks": decks}
    return {"module": plugin.module, "attribute": plugin.attribute, "content": content}


def engine_scripts(engine: str | None, runtime: Runtime) -> dict[str, bytes]:
    """Return the scripts of an engine, if there is one, and of the free table, by their paths below `page/`.

    DataError if the engine cannot run in a browser.
    """
    packed = {name: _packed(runtime.folder / name, DIGESTS[name]) for name in DIGESTS}
    worker = (Path(__file__).parent / WORKER).read_bytes()
    packed |= {WORKER: _as_text(worker), ENGINE: _as_text(_archive(engine, runtime.wheel))}
    scripts = {f"{FOLDER}/{name}.js": _SENT.format(name=name, text=text) for name, text in packed.items()}
    return {path: text.encode() for path, text in {**scripts, f"{FOLDER}/{LICENCES}": _LICENCE_NOTE}.items()}


def _as_text(content: bytes) -> str:
    return base64.b64encode(gzip.compress(content, 9, mtime=0)).decode()


@cache
def _packed(path: Path, digest: str) -> str:  # noqa: ARG001  the digest is part of the key
    return _as_text(path.read_bytes())


def _archive(engine: str | None, wheel: Path) -> bytes:
    """Return an archive of all modules that the tables need. It is compressed later, as a whole."""
    plugins = _plugins(engine) if engine else []
    roots = [plugin.module for plugin in plugins]
    files = {path: content_of(file) for path, file in engine_files(*roots).items()} if roots else {}
    for module in ("cardgen.engines.hosted", FREE["module"]):
        files |= {path: file.read_bytes() for path, file in engine_files(module).items()}
    for name in BROUGHT:
        files |= {path: file.read_bytes() for path, file in package_files(name).items() if not path.startswith(_UNUSED)}
    with zipfile.ZipFile(wheel) as core:
        files |= {name: core.read(name) for name in core.namelist() if name.endswith((".py", ".so"))}
    files |= _entry_points(plugins)
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as archive:
        for path in sorted(files):
            archive.writestr(zipfile.ZipInfo(path, _DATE), files[path])
    return stream.getvalue()


def content_of(file: Path) -> bytes:
    """Return the content of a file. YAML is written as JSON, which is YAML, too: the browser has no other reader."""
    return json.dumps(load_written(file)).encode() if file.suffix == ".yaml" else file.read_bytes()


def _plugins(engine: str) -> list[Plugin]:
    """Return the plug-in of the engine, and then those of its policies."""
    policies = find_plugins("policies")
    return [find_plugins("engines")[engine], *(policies[name] for name in policies if name.startswith(f"{engine}."))]


def _entry_points(plugins: list[Plugin]) -> Mapping[str, bytes]:
    """Return the metadata of packages by which Python finds the policies."""
    files: dict[str, bytes] = {}
    for package in {plugin.package for plugin in plugins[1:]}:
        points = "".join(f"{p.name} = {p.module}:{p.attribute}\n" for p in plugins[1:] if p.package == package)
        folder = f"{package.replace('-', '_')}-0.dist-info"
        files[f"{folder}/METADATA"] = f"Metadata-Version: 2.1\nName: {package}\nVersion: 0\n".encode()
        files[f"{folder}/entry_points.txt"] = f"[cardgen.policies]\n{points}".encode()
    return files
