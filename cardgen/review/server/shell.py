"""The page's own files, and the one document that loads them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from jinja2 import Environment, StrictUndefined, Template

from cardgen.engines import ENGINES
from cardgen.text.fonts import face_named, subset_font

#: Where the page finds the Chinese characters that the reader's system has no font for.
FONT = "cardgen-sans-sc.ttf"

#: All of the page's scripts and all of its styles, but for the tables'.
SCRIPT, STYLE = "cardgen.js", "cardgen.css"

#: A game's own table: what it begins with, under the name of its engine.
_TABLE = "tables/{engine}/table.js"
_FOLDER = Path(__file__).parent.parent / "page"
_KINDS = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
}


@dataclass(frozen=True, slots=True)
class PageFile:
    """A file of the page: its bytes, its content type and a digest of the bytes."""

    content: bytes
    kind: str
    digest: str


Files = Mapping[str, PageFile]


def page_files(engines: Iterable[str] = ENGINES) -> dict[str, PageFile]:
    """The files that the page loads, by their paths below `page/`, with the tables of the engines.

    Its scripts and styles come as one of each: every request costs the first card a little. A game's table is loaded
    by the page when it is opened, and stays in files of its own, `tables/<engine>/`.
    """
    parts = _read(_FOLDER)
    joined = {SCRIPT: _take(parts, "core.js"), STYLE: _take(parts, "base.css"), **parts}
    for engine in engines:
        folder = table_folder(engine)
        if folder is not None:
            joined |= {f"tables/{engine}/{name}": content for name, content in _read(folder).items()}
    found = {name: _file(content, _KINDS[Path(name).suffix]) for name, content in joined.items()}
    return {**found, FONT: _file(face_named("han").file.read_bytes(), "font/ttf")}


def table_folder(engine: str) -> Path | None:
    """Where the package of an engine (a key of ENGINES) keeps its table; None when it has none.

    That is its folder `table`: `table.js`, `table.css`, and what these load. The package is found, not imported.
    """
    spec = find_spec(ENGINES[engine])
    folders = (spec.submodule_search_locations if spec else None) or []
    return next((folder for each in folders if (folder := Path(each) / "table").is_dir()), None)


def _read(folder: Path) -> dict[str, bytes]:
    """What the page can use of a folder, by its path in there."""
    files = (path for path in sorted(folder.rglob("*")) if path.suffix in _KINDS and not path.name.startswith("."))
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def _take(parts: dict[str, bytes], first: str) -> bytes:
    """Takes all of a kind out of the parts and joins them, the one that all builds on first, the views last."""
    taken = [name for name in parts if Path(name).suffix == Path(first).suffix]
    taken.sort(key=lambda name: (name != first, "/" in name, name))
    return b"\n".join(parts.pop(name) for name in taken)


def font_for(texts: Iterable[str]) -> bytes:
    """The font with just the characters of the texts."""
    return subset_font(face_named("han"), {character for text in texts for character in text})


def _file(content: bytes, kind: str) -> PageFile:
    return PageFile(content, kind, hashlib.sha256(content).hexdigest()[:32])


@cache
def _template() -> Template:
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=False, keep_trailing_newline=True)
    return environment.from_string((_FOLDER / "shell.html.j2").read_text(encoding="utf-8"))


def shell(game: Mapping[str, Any], mode: str, files: Files, *, token: str = "", policy: str = "") -> str:
    """The document. `game` is the catalog's, `mode` "live", "read-only" or "site"; `policy` is for a meta element."""
    tables = [engine for engine in ENGINES if _TABLE.format(engine=engine) in files]
    return _template().render(
        lang={"zh": "zh-Hans"}.get(game["languages"][0], game["languages"][0]) if game["languages"] else "en",
        mode=mode,
        title=" ".join(game["titles"].values()),
        tables=" ".join(tables),
        token=token,
        policy=policy,
    )
