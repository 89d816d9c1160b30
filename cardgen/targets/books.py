"""The rulebooks: as pages, imposed as booklets, and as HTML."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.data.model import Game, Rulebook
from cardgen.engines.capabilities import DecoratesRulebooks
from cardgen.engines.registry import capability, load_engine
from cardgen.errors import DataError, Place, all_of
from cardgen.files import digest_of, names_in
from cardgen.layout.cards import LaidCard, cell_styles
from cardgen.scene.items import Scene
from cardgen.scene.keys import content_key
from cardgen.targets.options import Options
from cardgen.targets.product import Product, key_of
from cardgen.units import PAPERS

if TYPE_CHECKING:
    from cardgen.formats.pdf import Bookmark
    from cardgen.formats.pdf_links import Destination
    from cardgen.rulebook import Book, Pages, Sources

_Laid = Mapping[str, tuple[LaidCard, ...]]
_Made = tuple[bytes, dict[str, object]]
"""A file's bytes, and its facts for the manifest."""


def book_products(game: Game, laid: _Laid, options: Options) -> Iterator[Product]:
    """Every rulebook in its forms. They are laid out only when one of their files is stale."""
    for printer, forms in _wanted_books(game, laid, options):
        for path, make in forms.items():
            yield printer.product(path, make, options)


def _wanted_books(
    game: Game, laid: _Laid, options: Options
) -> Iterator[tuple[_Printer, dict[str, Callable[[], _Made]]]]:
    """Each rulebook of which a form is wanted, and what makes each of these, by its path."""
    target = game.file.targets.rulebook
    for lang, rulebook in game.rulebooks.items():
        if options.languages and lang not in options.languages:
            continue
        print_it = _Printer(game, laid, rulebook, target.page)
        forms: dict[str, Callable[[], _Made]] = {
            f"rules/rules.{lang}.pdf": print_it.pages,
            f"rules/rules.{lang}.html": print_it.html,
        }
        for paper in target.papers:
            if not options.papers or paper in options.papers:
                booklet = partial(print_it.booklet, paper, options.booklet_flip)
                forms[f"rules/rules.{lang}-booklet-{paper}.pdf"] = booklet
        wanted = {path: make for path, make in forms.items() if options.wants(path)}
        if wanted:
            yield print_it, wanted


def book_sources(game: Game, laid: _Laid) -> Sources:
    """What a rulebook may draw from."""
    from cardgen.data.pictures import Pictures
    from cardgen.rulebook import Sources

    faces = {card.card.id: card.face.scene for cards in laid.values() for card in cards}
    corner = next((size.corner for size in game.file.sizes.values()), 0.0)
    engine = load_engine(game.file.engine) if game.file.engine else None
    decorating = capability(engine, DecoratesRulebooks)
    face, pictures = faces.__getitem__, Pictures(game.reader)
    return Sources(
        game.values,
        engine,
        game.rulesets,
        cell_styles(game),
        face,
        corner,
        game.fonts,
        pictures.open,
        decorating.chapter_segments() if decorating else 0,
    )


def laid_books(game: Game, laid: _Laid, options: Options) -> Iterator[Scene]:
    """The pages of the rulebooks that `options` ask for. DataError with everything that is wrong in all of them."""
    return all_of(printer.scenes() for printer, _ in _wanted_books(game, laid, options))


_NAMES_FILES = re.compile(r"(?:`{3,}|~{3,})\s*(?:picture|cover)\s+(.+)")  # wherever it stands: in a list, in a note


def _picture_files(game: Game, text: str) -> dict[str, Path | None]:
    """What a rulebook may name as picture files, and where those are that are there, without reading the book."""
    named = sorted({name for line in _NAMES_FILES.findall(text) for name in names_in(line)})
    found: dict[str, Path | None] = {}
    for name in named:
        try:
            found[name] = game.reader.find(name, Place(name)).resolve()
        except DataError:  # told of in its line when the book is read
            found[name] = None
    return found


def book_pictures(game: Game) -> dict[str, str | None]:
    """The sha256 of every picture file that a rulebook names, None for one that is not there."""
    texts = "\n".join(rulebook.text for rulebook in game.rulebooks.values())
    return {name: digest_of(path) if path else None for name, path in _picture_files(game, texts).items()}


class _Printer:
    """One rulebook, parsed and laid out at most once, and only when one of its files is stale."""

    def __init__(self, game: Game, laid: _Laid, rulebook: Rulebook, page: tuple[float, float]) -> None:
        self.game, self.rulebook, self.page = game, rulebook, page
        self.faces = laid
        self.sources = cache(lambda: book_sources(game, laid))
        self.book = cache(self._parse)
        self.laid = cache(self._layout)
        self.title = game.file.titles.get(rulebook.lang, next(iter(game.file.titles.values())))

    def _parse(self) -> Book:
        from cardgen.rulebook import parse_rulebook

        return parse_rulebook(self.rulebook.text, self.rulebook.shown, self.rulebook.lang, self.sources())

    def _layout(self) -> Pages:
        from cardgen.rulebook import layout_rulebook

        return layout_rulebook(self.book(), self.sources(), page=self.page, name=f"rules.{self.rulebook.lang}")

    def product(self, path: str, make: Callable[[], _Made], options: Options) -> Product:
        game = self.game
        values = json.dumps(game.values, sort_keys=True, default=str)
        faces = [content_key(card.face.scene) for cards in self.faces.values() for card in cards]
        flip = options.booklet_flip if "booklet" in path else ""
        shown = [path for path in _picture_files(game, self.rulebook.text).values() if path]
        known = [digest_of(file) for file in shown]
        key = key_of(path, self.rulebook.text, values, self.page, flip, game.fonts.name_of("regular"), *faces, *known)
        folder = game.folder.resolve()
        decks = [deck.file for deck in game.decks.values()]
        templates = [file for deck in game.decks.values() for file in deck.template.files]
        rulesets = [folder / name for name in game.file.rulesets.values()]
        inputs = (folder / "game.yaml", self.rulebook.file, *decks, *rulesets, *templates, *game.fonts.files, *shown)
        product = Product(path, key, tuple(dict.fromkeys(inputs)))

        def finish() -> Product:
            content, facts = make()
            return replace(product, facts=facts, make=lambda: content)

        return replace(product, finish=finish)

    def scenes(self) -> Iterator[Scene]:
        yield from self.laid().scenes

    def pages(self) -> _Made:
        from cardgen.formats.pdf import Bookmark
        from cardgen.formats.pdf_links import Destination

        laid = self.laid()
        marks = [Bookmark(mark.title, mark.page, mark.level) for mark in laid.bookmarks]
        anchors = {anchor: Destination(*place) for anchor, place in laid.anchors.items()}
        return self._pdf(laid.scenes, marks, "", anchors), {"pages": len(laid.scenes), "mm": list(self.page)}

    def booklet(self, paper: str, flip: str) -> _Made:
        from cardgen.sheets.booklet import impose_booklet

        sides = impose_booklet(self.laid().scenes, PAPERS[paper], flip, name=f"rules.{self.rulebook.lang}")  # type: ignore[arg-type]
        return self._pdf(sides, [], flip), {"pages": len(sides), "paper": paper, "duplex": flip}

    def html(self) -> _Made:
        from cardgen.rulebook.html import rulebook_html

        self.laid()  # what does not fit on paper is a fault of the book
        return rulebook_html(self.book(), self.sources()).encode(), {}

    def _pdf(
        self,
        scenes: Sequence[Scene],
        bookmarks: Sequence[Bookmark],
        duplex: str,
        anchors: Mapping[str, Destination] | None = None,
    ) -> bytes:
        from cardgen.formats.pdf import to_pdf

        title = self.book().title
        stream = io.BytesIO()
        to_pdf(
            scenes,
            stream,
            title=title if self.title in title else f"{self.title} · {title}",
            author=self.game.file.author,
            subject=self.game.file.licence.name,
            lang=self.rulebook.lang,
            bookmarks=bookmarks,
            duplex=duplex,  # type: ignore[arg-type]
            destinations=anchors,  # none in a booklet: it is printed, and its pages are out of order on the screen
        )
        return stream.getvalue()
