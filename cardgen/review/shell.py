"""The page's own files, and the one document that loads them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, StrictUndefined, Template

from cardgen.draw.fonts import face_named, subset_font

#: Where the page finds the Chinese characters that the reader's system has no font for.
FONT = "cardgen-sans-sc.ttf"

_FOLDER = Path(__file__).parent / "page"
_KINDS = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}


@dataclass(frozen=True, slots=True)
class PageFile:
    """A file of the page: its bytes, its content type and a digest of the bytes."""

    content: bytes
    kind: str
    digest: str


Files = Mapping[str, PageFile]


def page_files() -> dict[str, PageFile]:
    """The files that the page is made of, by their paths below `page/`, in order."""
    found = {}
    for path in sorted(_FOLDER.rglob("*")):
        if path.suffix in _KINDS and not path.name.startswith("."):
            content = path.read_bytes()
            name = path.relative_to(_FOLDER).as_posix()
            found[name] = _file(content, _KINDS[path.suffix])
    found[FONT] = _file(face_named("han").file.read_bytes(), "font/ttf")
    return found


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
    """The document. `game` is the catalog's, `mode` "live", "read-only" or "site"; `policy` goes into a meta element.

    The frame's script comes first, then whatever builds on it in the order of the names; a game's table is loaded by
    the page when the game needs it.
    """
    styles = sorted((name for name in files if name.endswith(".css")), key=lambda name: (name != "base.css", name))
    scripts = [name for name in files if name.endswith(".js")]
    tables = [name.removeprefix("tables/").removesuffix(".js") for name in scripts if name.startswith("tables/")]
    loaded = [name for name in scripts if not name.startswith("tables/")]
    return _template().render(
        lang={"zh": "zh-Hans"}.get(game["languages"][0], game["languages"][0]) if game["languages"] else "en",
        mode=mode,
        title=" ".join(game["titles"].values()),
        tables=" ".join(tables),
        token=token,
        policy=policy,
        styles=styles,
        scripts=sorted(loaded, key=lambda name: (name != "core.js", "/" in name, name)),
    )
