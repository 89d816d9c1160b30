"""Export the review page as plain files, for any static host or for a disk.

The page and the data are the same. The data are in scripts, since a page opened from a disk may not fetch. All
addresses are relative. The same game and log give the same bytes.
"""

from __future__ import annotations

import gzip
import io
import json
import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from PIL.Image import Dither

from cardgen import __version__
from cardgen.base.errors import DataError, Fault, Place
from cardgen.base.files import read_regular
from cardgen.base.output_folder import LOCK, OutputFolder, is_inside
from cardgen.base.records import dataclass
from cardgen.base.words.catalogues import languages
from cardgen.base.words.messages import message
from cardgen.building.check import check_game
from cardgen.building.plan import layout_game
from cardgen.data.languages.editions import edition_of
from cardgen.data.load import load_game
from cardgen.data.model import Game
from cardgen.data.project import Project
from cardgen.data.reading import MOST_BYTES
from cardgen.formats.png import render_page
from cardgen.review.browser.packing import engine_scripts, engine_source, has_answers
from cardgen.review.browser.runtime import Runtime
from cardgen.review.server.answers import as_json
from cardgen.review.server.attachments import read_attachment
from cardgen.review.server.catalog import Catalog, make_catalog
from cardgen.review.server.events import Event
from cardgen.review.server.free_tables import board_pictures, free_data
from cardgen.review.server.groups import changes_data
from cardgen.review.server.guard import SITE_POLICY, with_engine
from cardgen.review.server.joining import JoinError
from cardgen.review.server.learning import learn_data
from cardgen.review.server.older_keys import with_current_keys
from cardgen.review.server.page_data import card_detail, catalog_data, findings_data, review_data, sheets_data
from cardgen.review.server.page_words import page_words, words_file
from cardgen.review.server.pages import PrintedPage
from cardgen.review.server.printed import Printed
from cardgen.review.server.printed_payloads import PagesData
from cardgen.review.server.sheets import page_dpi, page_size
from cardgen.review.server.shell import Files, page_files, shell
from cardgen.review.server.store import Store, review_folder

#: The file that marks an export, with the list of its files.
MARKER = "cardgen-site.json"

#: A data file, which sends its value to `page/app/data.js`.
_SENT = 'dispatchEvent(new CustomEvent("cardgen-data", {{ detail: [{name}, {value}] }}));\n'

#: Cards whose details are in one file.
DETAILS_A_FILE = 100

#: The colours in the picture of a page: enough for flat colours and the edges of letters, at half the size.
_COLOURS = 64

Progress = Callable[[int, int, str], None]
Make = Callable[[], bytes]


@dataclass(frozen=True, slots=True)
class Exported:
    """The result of an export: the number of files, their bytes, and the files that were written or removed."""

    files: int
    size: int
    written: tuple[str, ...]
    removed: tuple[str, ...]


def export_site(
    project: Project,
    name: str,
    site: Path,
    *,
    sheets: bool = True,
    edition: str = "",
    runtime: Runtime | None = None,
    shown_from: Path | None = None,
    progress: Progress = lambda *_: None,
    waiting: Callable[[], None] = lambda: None,
) -> Exported:
    """Write the review page of a game into the folder `site`, and remove files that an earlier export left there.

    For a game with editions it shows the first, or the `edition` in that language. Without `sheets`, there are PDFs of
    the sheets but no pictures of their pages. With a `runtime`, its tables play in the page. `progress` is called
    after each file. DataError if the game or its log cannot be read, if its engine cannot run in a browser, or if
    `site` contains anything but an earlier export.
    """
    folder = OutputFolder(site)
    _earlier_files(folder)  # before a lock file is made: the folder may contain other files
    with folder.locked(waiting):
        return _export(folder, project, name, sheets, edition, runtime, shown_from, progress)


def _export(
    folder: OutputFolder,
    project: Project,
    name: str,
    sheets: bool,
    edition: str,
    runtime: Runtime | None,
    shown_from: Path | None,
    progress: Progress,
) -> Exported:
    before = _earlier_files(folder)
    game = edition_of(load_game(project.game_folder(name), project.templates, shown_from), edition)
    catalog = make_catalog(game, layout_game(game))
    store = Store(review_folder(project, name), shown_from, edition)
    printed = _printed(catalog)
    if runtime is not None and not has_answers(game) and not game.decks_for("table"):
        problem = message("the game {name!r} has no cards and no rules engine for a table", name=name)
        raise DataError(Fault(Place("game.yaml"), problem, message("export it without --with-engine")))
    if catalog.book_faults is not None:
        raise catalog.book_faults
    texts, pdfs = _texts(catalog, store, sheets, runtime), {file.output.path: file.pdf() for file in printed}
    making: dict[str, Make] = {path: partial(str.encode, text) for path, text in texts.items()}
    making |= {f"page/{path}": partial(bytes, file.content) for path, file in _files(game).items()}
    if runtime is not None:
        scripts = engine_scripts(game.file.engine if has_answers(game) else None, runtime)
        making |= {f"page/{path}": partial(bytes, content) for path, content in scripts.items()}
        making |= {f"rules/{lang}.html": partial(_rulebook, catalog, lang) for lang in catalog.game.table_books}
    pictures = [*catalog.hashes, *(page.current.sides["face"] for page in _own_pages(catalog, store.read()))]
    if runtime is not None:
        pictures += board_pictures(catalog).values()
    making |= {f"faces/{picture}.svg": partial(_face, catalog, picture) for picture in pictures}
    making |= {f"kept/{picture}.svg": partial(bytes, svg) for picture, svg in _kept(store)}
    making |= {f"attached/{name}": partial(bytes, picture) for name, picture in _attached(store)}
    making |= {path: partial(bytes, pdf) for path, pdf in pdfs.items()}
    pages = list(_pages(printed)) if sheets else []
    total = len(making) + len(pages) + 1
    made: dict[str, int] = {}
    written: list[str] = []

    def put(path: str, content: bytes) -> None:
        if folder.write_changed(path, content):
            written.append(path)
        made[path] = len(content)
        progress(len(made), total, path)

    paths = {*before, *making, *(page.path for page in pages)}
    folder.check(sorted(paths))
    # The marker is written first, so that an interrupted export can be continued.
    folder.write(MARKER, _marker(name, paths))
    for path in sorted(making, key=lambda path: (path == "index.html", path)):
        put(path, making[path]())
    with _drawn(pages, pdfs) as drawn:
        for path, content in drawn:
            put(path, content)
    removed = [path for path in before if path not in made and folder.remove(path)]
    folder.remove_parts()
    put(MARKER, _marker(name, made))
    return Exported(len(made), sum(made.values()), tuple(written), tuple(removed))


def _earlier_files(folder: OutputFolder) -> tuple[str, ...]:
    """Return the files of the earlier export in a folder. DataError if the folder contains something else."""
    site = folder.root
    folder.check([MARKER])
    if not site.exists() or all(path.name == LOCK for path in site.iterdir()):
        return ()
    problem = message("the folder has files that are not from an earlier export")
    error = DataError(Fault(Place(str(site)), problem, message("choose a new or an empty folder")))
    try:
        files = json.loads(read_regular(site / MARKER, MOST_BYTES))["files"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        raise error from None
    # Listed files may be deleted: none of them may be outside the folder.
    if not isinstance(files, list) or not all(isinstance(path, str) and is_inside(path) for path in files):
        raise error
    return tuple(files)


def _marker(name: str, files: Iterable[str]) -> bytes:
    content = {"cardgen": __version__, "game": name, "files": sorted({*files} - {MARKER})}
    return (json.dumps(content, ensure_ascii=False, indent=1) + "\n").encode()


# ---------------------------------------------------------------- the files


def _texts(catalog: Catalog, store: Store, sheets: bool, runtime: Runtime | None) -> dict[str, str]:
    """Return the document and the data, by path."""
    report = check_game(catalog.game, catalog.laid)
    events = with_current_keys(store.read(), catalog, store)
    shown = catalog_data(catalog, "site", "", None, report)
    values: dict[str, object] = {
        "catalog": shown,
        "texts": catalog.texts,
        "alts": catalog.alts,
        "findings": findings_data(report, catalog),
        "review": review_data(events, catalog),
        "changes": changes_data(catalog, store, events),
        "pages": _pages_data(catalog, events, sheets),
        "page-details": {page.key: card_detail(catalog, page.key, store) for page in _own_pages(catalog, events)},
        "sheets": sheets_data(catalog, sheets),
        **{words_file(language): page_words(language) for language in languages()},
    }
    if runtime is not None and has_answers(catalog.game):
        values["engine"] = engine_source(catalog.game)
    if runtime is not None:
        values |= {"free": free_data(catalog), "learn": learn_data(catalog.game)}
    keys = list(catalog.current)
    for number, start in enumerate(range(0, len(keys), DETAILS_A_FILE)):
        part = keys[start : start + DETAILS_A_FILE]
        values[f"details-{number}"] = {key: card_detail(catalog, key, store) for key in part}
    files = {
        f"data/{name}.js": _SENT.format(name=as_script(name), value=as_script(value)) for name, value in values.items()
    }
    policy = SITE_POLICY if runtime is None else with_engine(SITE_POLICY)
    document = shell(shown["game"], "site", _files(catalog.game), policy=policy, has_engine=runtime is not None)
    return {**files, "index.html": document}


def _files(game: Game) -> Files:
    """Return the files of the page, with the table of the game's engine. DataError if the table cannot be joined."""
    try:
        return page_files([game.file.engine] if game.file.engine else [], is_site=True)
    except JoinError as error:
        problem = message("a site cannot have this module: {problem}", problem=error.problem)
        hint = message("docs/extending.md says how the modules of a table import and export")
        raise DataError(Fault(Place(error.path), problem, hint)) from None


def as_script(value: object) -> str:
    """Return a value as JSON that is safe inside a script, wherever the script is used."""
    return as_json(value).replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _face(catalog: Catalog, picture: str) -> bytes:
    svg = catalog.svg(picture)
    assert svg is not None  # its key is from the catalog
    return svg.encode()


def _rulebook(catalog: Catalog, lang: str) -> bytes:
    html = catalog.book_chapters(lang)
    assert html is not None  # the game has a rulebook in this language
    return html.encode()


def _kept(store: Store) -> Iterator[tuple[str, bytes]]:
    """Yield the kept pictures of all events."""
    for picture in sorted({key for event in store.read() for key in event.sides.values()}):
        packed = store.kept_svg(picture)
        if packed is not None:
            yield picture, gzip.decompress(packed)


def _attached(store: Store) -> Iterator[tuple[str, bytes]]:
    """Yield the pictures of all comments."""
    for name in sorted({name for event in store.read() for name in event.pictures or ()}):
        picture = read_attachment(store.attached, name)
        if picture is not None:
            yield name, picture


def _files_drawn(catalog: Catalog, events: Iterable[Event]) -> set[str]:
    """Return the printed files whose pages have pictures of their own: those with events, whose pages are compared.

    The page shows the pictures of the sheets for all others: they are a tenth of the size.
    """
    return {event.deck for event in events if event.is_of_page and catalog.pages_of(event.deck)}


def _pages_data(catalog: Catalog, events: Iterable[Event], sheets: bool) -> PagesData:
    """Return pages.json. Without pictures of the sheets, only files whose pages have pictures of their own."""
    data = catalog.pages_data(_files_drawn(catalog, events))
    return {**data, "files": [file for file in data["files"] if sheets or file["drawn"]]}


def _own_pages(catalog: Catalog, events: Iterable[Event]) -> Iterator[PrintedPage]:
    for file in sorted(_files_drawn(catalog, events)):
        yield from catalog.pages_of(file)


def _printed(catalog: Catalog) -> list[Printed]:
    """Return every PDF below sheets/, and the rulebooks. DataError if one cannot be made."""
    if catalog.unprintable is not None:
        raise catalog.unprintable
    names = (sheet.plan.name for sheet in catalog.sheets)
    return [*filter(None, map(catalog.file, names)), *catalog.printed, *catalog.books]


# ---------------------------------------------------------------- pictures of pages


@dataclass(frozen=True, slots=True)
class _PdfPage:
    """A page of a PDF, from 0, and the size of its picture."""

    path: str
    pdf: str
    number: int
    size: tuple[int, int]
    dpi: float


def _pages(printed: Iterable[Printed]) -> Iterator[_PdfPage]:
    for file in printed:
        size, dpi = page_size(file.paper), page_dpi(file.paper)
        for number in range(file.pages):
            yield _PdfPage(f"sheets/{file.name}/{number + 1}.png", file.output.path, number, size, dpi)


#: The PDFs that pages are drawn from, in a global so that forked processes have them.
_to_draw: dict[str, bytes] = {}


@contextmanager
def _drawn(pages: list[_PdfPage], pdfs: Mapping[str, bytes]) -> Iterator[Iterator[tuple[str, bytes]]]:
    """Yield an iterator over the pages as small PNGs, in their order. Many pages are drawn in two processes."""
    _to_draw.clear()
    _to_draw.update(pdfs)
    if len(pages) < 8 or "fork" not in multiprocessing.get_all_start_methods():
        yield map(_draw, pages)
        return
    with ProcessPoolExecutor(min(2, os.cpu_count() or 1), multiprocessing.get_context("fork")) as pool:
        try:
            yield pool.map(_draw, pages, chunksize=4)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _draw(page: _PdfPage) -> tuple[str, bytes]:
    picture = render_page(_to_draw[page.pdf], page.number, *page.size)
    file = io.BytesIO()
    quantized = picture.quantize(_COLOURS, dither=Dither.NONE)
    quantized.save(file, "PNG", optimize=True, dpi=(page.dpi, page.dpi))
    return page.path, file.getvalue()
