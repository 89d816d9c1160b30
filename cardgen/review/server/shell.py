"""The page's own files, and the document that loads them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, StrictUndefined, Template
from markupsafe import Markup

from cardgen.base.records import dataclass
from cardgen.base.words.catalogues import languages
from cardgen.engines.capabilities import HasTable
from cardgen.engines.registry import capability, engine_names, load_engine, load_engines
from cardgen.review.server.answers import as_json
from cardgen.review.server.joining import VENDORED, JoinError, join_page, join_table
from cardgen.review.server.payloads import GameName

#: The first three come before the others, which override them.
STYLES = (
    "app/tokens.css",
    "app/base.css",
    "app/frame.css",
    "app/dialogs.css",
    "app/live.css",
    "review/card.css",
    "review/checks.css",
    "review/comments.css",
    "review/compare.css",
    "review/contact-sheet.css",
    "review/decisions.css",
    "review/grid.css",
    "review/history.css",
    "shared/squares.css",
    "make/table.css",
    "make/canvas.css",
    "make/game.css",
    "make/text.css",
    "play/play.css",
    "play/stage.css",
    "play/free/free.css",
    "print/press.css",
    "print/sheet.css",
    "print/print.css",
    "home/home.css",
)


#: The module that begins the page, and the script into which it is joined.
ENTRY, SCRIPT = "app/main.js", "cardgen.js"

#: The page's styles, joined into one file, without those of tables.
STYLE = "cardgen.css"

#: The page's icons, which are a part of the document.
SPRITE = "app/sprite.svg"

#: The script of a table, by the name of its engine.
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


def page_files(engines: Iterable[str] | None = None, is_site: bool = False) -> dict[str, PageFile]:
    """Return the files that the page loads, by their paths below `page/`, with the tables of the engines, or of all.

    The page's modules are joined into scripts, and its styles into one file, because every request delays the first
    card. A table is joined into one script, too, which is loaded for its games. JoinError if the table of a site cannot
    be joined; on a server its script says so.
    """
    parts = _read(_FOLDER)
    style = b"\n".join(parts.pop(name) for name in STYLES)
    del parts[SPRITE]
    modules = _take_modules(parts)
    if is_site:  # nothing is edited there
        parts = {name: content for name, content in parts.items() if not name.startswith(VENDORED)}
    scripts = join_page(modules, ENTRY)
    parts |= {SCRIPT if path == ENTRY else path: script.encode() for path, script in scripts.items()}
    parts[STYLE] = style
    for engine, folder in _table_folders(engines):
        table = {f"tables/{engine}/{name}": content for name, content in _read(folder).items()}
        own, script = _take_modules(table), _TABLE.format(engine=engine)
        parts |= table
        if script in own:
            parts[script] = _join_table(own, modules, is_site).encode()
    return {name: _file(content, _KINDS[Path(name).suffix]) for name, content in parts.items()}


def _table_folders(engines: Iterable[str] | None) -> Iterator[tuple[str, Path]]:
    """Yield the name and the table's folder of each of these engines that has a table."""
    for name, engine in load_engines() if engines is None else ((name, load_engine(name)) for name in engines):
        offered = capability(engine, HasTable)
        if offered is not None and (folder := offered.table_folder()) is not None:
            yield name, folder


def _read(folder: Path) -> dict[str, bytes]:
    """Return the files of a folder that the page can use, by their paths in it."""
    files = (path for path in sorted(folder.rglob("*")) if path.suffix in _KINDS and not path.name.startswith("."))
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def _take_modules(parts: dict[str, bytes]) -> dict[str, str]:
    """Remove the page's own modules from parts, and return their texts."""
    own = (name for name in list(parts) if name.endswith(".js") and not name.startswith(VENDORED))
    return {name: parts.pop(name).decode() for name in own}


def _join_table(modules: Mapping[str, str], page: Mapping[str, str], is_site: bool) -> str:
    try:
        return join_table(modules, page)
    except JoinError as error:
        if is_site:
            raise
        return f"throw new Error({as_json(str(error))});\n"


def _file(content: bytes, kind: str) -> PageFile:
    return PageFile(content, kind, hashlib.sha256(content).hexdigest()[:32])


@cache
def _template() -> Template:
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=False, keep_trailing_newline=True)
    shell = environment.from_string((_FOLDER / "shell.html.j2").read_text(encoding="utf-8"))
    shell.globals["sprite"] = Markup((_FOLDER / SPRITE).read_text(encoding="utf-8"))
    return shell


def shell(
    game: Mapping[str, Any],
    mode: str,
    files: Files,
    *,
    token: str = "",
    policy: str = "",
    has_engine: bool = False,
    games: Sequence[GameName] = (),
    home: str = "",
) -> str:
    """Return the document. `game` is that of the catalog, `policy` the Content-Security-Policy of a site.

    `has_engine`: the page may load the files of the rules engine. `games`: all games of the server, if it has several.
    `home`: "here" for Home, "there" for a page that leads to it.
    """
    tables = [engine for engine in engine_names() if _TABLE.format(engine=engine) in files]
    return _template().render(
        lang={"zh": "zh-Hans"}.get(game["languages"][0], game["languages"][0]) if game["languages"] else "en",
        languages=" ".join(languages()),
        mode=mode,
        title=" ".join(game["titles"].values()) or "cardgen studio",
        tables=" ".join(tables),
        token=token,
        policy=policy,
        has_engine=has_engine,
        games=as_json(list(games)) if games else "",
        home=home,
    )
