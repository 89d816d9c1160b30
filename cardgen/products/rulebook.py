"""Rulebooks: as pages, imposed as booklets, and as HTML."""

from __future__ import annotations

import contextlib
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from cardgen.base.errors import DataError, Fault, Place, all_of
from cardgen.base.files import digest_of, names_in
from cardgen.base.units import paper_size
from cardgen.base.words.messages import message
from cardgen.data.glossary.uses import used_terms
from cardgen.data.kinds import PageSize, Papers
from cardgen.data.model import RULES, Game, Rulebook
from cardgen.data.playing import decks_of
from cardgen.data.targets import Section, TargetSource
from cardgen.data.templates.icons import icon_files, icons_in
from cardgen.engines.capabilities import DecoratesRulebooks
from cardgen.engines.registry import capability, load_engine
from cardgen.products.files import BytesFile, PagesFile, UnfinishedFile, game_yaml, glossary_files, key_of
from cardgen.products.fit_size import LimitedTarget, fit_size, limits_of, picture_limit
from cardgen.products.options import Options
from cardgen.products.product import Decks, Product, products_of
from cardgen.scene.items import Scene
from cardgen.scene.keys import content_key
from cardgen.scene.low_ink import save_all

if TYPE_CHECKING:
    from cardgen.cards.layout.cards import LaidCard
    from cardgen.data.glossary.marking import Marking
    from cardgen.formats.pdf import Duplex
    from cardgen.formats.pdf_links import Destination
    from cardgen.formats.pdf_outline import Bookmark
    from cardgen.products.imposition.plan import Flip
    from cardgen.rulebook.book import Book, Sources
    from cardgen.rulebook.pages import Pages
    from cardgen.rulebook.theme import Theme

_Made: TypeAlias = tuple[bytes, dict[str, object]]
"""A file's bytes, and its facts for the manifest."""

_Forms: TypeAlias = Mapping[str, Callable[[], _Made]]
"""The files of a rulebook by path: functions that make them."""

#: The smallest page of a rulebook, mm: a column of 30 by 30 beside its margins.
LEAST_PAGE = (60.0, 61.0)


class _ThemeSchema:
    """The JSON Schema of a theme, or of the name of the file that has it."""

    @staticmethod
    def __get_pydantic_json_schema__(_core: Any, handler: Any) -> dict[str, Any]:
        from cardgen.products.rulebook_theme import ThemeEntry

        ThemeEntry.model_rebuild()
        file = {"type": "string", "minLength": 1, "description": "a YAML file that has the theme"}
        return {"anyOf": [file, handler(ThemeEntry.__pydantic_core_schema__)]}


class RulebookTarget(LimitedTarget):
    """The rulebooks as pages, imposed as booklets on the given papers, and as HTML.

    The `theme` is checked by `check_theme`: most games have none, and its models need not be loaded.
    """

    papers: Papers = ("a4",)
    page: PageSize = (148.0, 210.0)
    theme: Annotated[Any, _ThemeSchema] = None


def _check(target: RulebookTarget, source: TargetSource) -> Iterator[Fault]:
    """Yield a fault for a page that is too small for a column of text between its margins, and those of the theme."""
    width, height = target.page
    if width < LEAST_PAGE[0] or height < LEAST_PAGE[1]:
        problem = message("rulebook pages of {width:g} × {height:g} mm are too small", width=width, height=height)
        hint = message("expected at least {width:g} × {height:g} mm", width=LEAST_PAGE[0], height=LEAST_PAGE[1])
        yield Fault(source.marked.place("targets", "rulebook", "page"), problem, hint)
    if target.theme is not None:
        from cardgen.products.rulebook_theme import check_theme

        yield from check_theme(target.page, source)


RULEBOOK: Section[RulebookTarget] = Section(
    "rulebook",
    RulebookTarget,
    RulebookTarget.model_construct(),
    order=90,
    check=_check,
    papers_of=lambda target: target.papers,
)


def _plan(game: Game, decks: Decks, options: Options) -> Iterator[UnfinishedFile]:
    """Yield every rulebook in its forms. They are laid out only when one of their files is stale."""
    for book_files, forms in _wanted_books(game, decks, options):
        for path, make in forms.items():
            yield book_files.file(path, make, options)


def laid_books(game: Game, decks: Decks, options: Options) -> Iterator[Scene]:
    """Lay out the rulebooks that `options` ask for. DataError with the faults of all of them."""
    return all_of(book_files.scenes() for book_files, _ in _wanted_books(game, decks, options))


def _listed(game: Game, decks: Decks) -> Iterator[PagesFile]:
    """Yield the pages of every rulebook, laid out. DataError with the faults of all of them."""
    page = RULEBOOK.of(game.file).page
    return all_of(_BookFiles(game, decks, rulebook, page).pages_file() for rulebook in game.all_books)


PRODUCT = Product(RULEBOOK, _plan, listed=_listed, check_pages=laid_books)


def lay_out_book(
    game: Game, decks: Decks, rulebook: Rulebook, page: tuple[float, float]
) -> tuple[Sequence[Scene], tuple[Path, ...]]:
    """Return the pages of a book laid out on pages of a size (mm), a multiple of four, and the files they come from.

    DataError with the faults of the book.
    """
    from cardgen.rulebook.pages import pad_pages

    book = _BookFiles(game, decks, rulebook, page)
    scenes = pad_pages(book.layout(), book.theme())
    return scenes, book.inputs()


def book_chapters(game: Game, decks: Decks, lang: str) -> str | None:
    """Return the chapters of the rulebook in a language as an HTML document; None if there is none.

    DataError with the faults of the book.
    """
    from cardgen.rulebook.html import rulebook_html

    if lang not in game.table_books:
        return None
    book = _BookFiles(game, decks, game.table_books[lang], RULEBOOK.of(game.file).page)
    return rulebook_html(book.book(), book.sources(), book.theme(), chapters_only=True)


def _wanted_books(game: Game, decks: Decks, options: Options) -> Iterator[tuple[_BookFiles, _Forms]]:
    """Yield each rulebook of which a form is wanted, with the wanted forms."""
    target = RULEBOOK.of(game.file)
    for rulebook in game.all_books:
        if options.languages and rulebook.lang not in options.languages:
            continue
        book_files = _BookFiles(game, decks, rulebook, target.page)
        path = f"rules/{rulebook.name}.{rulebook.lang}"
        forms: dict[str, Callable[[], _Made]] = {f"{path}.pdf": book_files.pages, f"{path}.html": book_files.html}
        for paper in target.papers:
            if not options.papers or paper in options.papers:
                booklet = partial(book_files.booklet, paper, options.booklet_flip)
                forms[f"{path}-booklet-{paper}.pdf"] = booklet
        wanted = {path: make for path, make in forms.items() if options.wants(path)}
        if wanted:
            yield book_files, wanted


def book_sources(game: Game, decks: Decks) -> Sources:
    """Return the values, pictures and fonts that a rulebook can use."""
    from cardgen.cards.layout.cards import cell_styles
    from cardgen.data.pictures import Pictures
    from cardgen.products.outlines import outline_finder
    from cardgen.products.rulebook_icons import book_icons
    from cardgen.rulebook.book import Sources

    faces: dict[str, Scene] = {}
    for deck, cards in sorted(decks.items(), key=lambda entry: game.decks[entry[0]].is_extra):
        for card in cards:
            faces[f"{deck}/{card.card.id}"] = card.face.scene
            faces.setdefault(card.card.id, card.face.scene)  # as the values of `cards` are those of the game's own
    sizes = [*game.file.sizes.values(), *(deck.size for deck in game.decks.values())]
    corner = sizes[0].corner if sizes else 0.0
    engine = load_engine(game.file.engine) if game.file.engine else None
    face, pictures = faces.__getitem__, Pictures(game.reader)
    decorating = capability(engine, DecoratesRulebooks)
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
        cache(partial(used_terms, game)),
        {name: _back_of(cards) for name, cards in decks.items()}.get,
        lambda name: [card.face.scene for card in decks.get(name, ())],
        cache(partial(_find_board, game)),
        book_icons(game, pictures),
        decks_of(game),
        outline_finder(game, decks),
    )


def _back_of(cards: Sequence[LaidCard]) -> Scene | None:
    """Return the back of the first card, None if the cards have none."""
    return cards[0].back.scene if cards and cards[0].back else None


def _find_board(game: Game, name: str) -> Scene | None:
    """Return the board or the page that is printed under this name, None if there is none."""
    options = Options(only=(f"{name}.pdf",))
    layouts = (laid for product in products_of(game) for laid in product.layouts(game, options))
    return next((laid.scene for laid in layouts), None)


_SHOWS_PIECES = re.compile(r"^\s*(?:`{3,}|~{3,})\s*(?:components|setup)\b", re.MULTILINE)
_NAMES_BOARD = re.compile(r"\bboard:\s*[\"']?([\w.-]+)")


def _piece_scenes(text: str, sources: Callable[[], Sources], decks: Decks) -> list[Scene]:
    """Return the backs of cards and the boards that a rulebook may show in pictures of pieces."""
    if not _SHOWS_PIECES.search(text):
        return []
    boards = (sources().board(name) for name in sorted(set(_NAMES_BOARD.findall(text))))
    scenes = (*map(_back_of, decks.values()), *boards)
    return [scene for scene in scenes if scene is not None]


_NAMES_FILES = re.compile(r"(?:`{3,}|~{3,})\s*(?:picture|cover)\s+(.+)")  # in a list and in a note, too


def _has_theme(game: Game) -> bool:
    """Return True for a game with a theme. The models of themes take long to import, so others do without them."""
    return RULEBOOK.of(game.file).theme is not None


def _theme_files(game: Game) -> tuple[list[str], list[str]]:
    """Return the names of the YAML file and of the picture files of the theme."""
    if not _has_theme(game):
        return [], []
    from cardgen.products.rulebook_theme import theme_files

    return theme_files(game)


def _theme_key(game: Game) -> list[str]:
    """Return the parts of keys that stand for the theme; none for a game without one."""
    if not _has_theme(game):
        return []
    from cardgen.products.rulebook_theme import theme_key

    return theme_key(game)


def _picture_files(game: Game, text: str) -> dict[str, Path | None]:
    """Return the picture files of a rulebook, its theme and the game's icons, without parsing the book.

    One that is missing is None.
    """
    icons = (file for file, _ in icon_files(icons_in(game.marked)))
    names = sorted({*_theme_files(game)[1], *_named_files(game, text), *icons})
    files: dict[str, Path | None] = {}
    for name in names:
        try:
            files[name] = game.reader.find(name, Place(name)).resolve()
        except DataError:  # reported at its line when the book is parsed
            files[name] = None
    return files


def _named_files(game: Game, text: str) -> Iterator[str]:
    """Yield the names of files in a rulebook's blocks; for one with placeholders, those that it may become."""
    for name in (name for line in _NAMES_FILES.findall(text) for name in names_in(line)):
        if "{" not in name:
            yield name
            continue
        pattern = re.sub(r"\\\{.*\\\}", ".*", re.escape(name))
        for path in game.folder.resolve().rglob("*"):
            shown = path.relative_to(game.folder.resolve()).as_posix()
            if re.fullmatch(pattern, shown) and path.is_file():
                yield shown


def _open_pictures(game: Game, names: Iterable[str]) -> None:
    """Open picture files of a game, which keeps them. A picture with a fault is reported where a book shows it."""
    from cardgen.data.pictures import Pictures

    pictures = Pictures(game.reader)
    for name in names:
        with contextlib.suppress(DataError):
            pictures.open(name, Place(name))


def book_pictures(game: Game) -> dict[str, str | None]:
    """Return the sha256 of every picture file that a rulebook or its theme names, None for one that is missing."""
    texts = "\n".join(rulebook.text for rulebook in game.all_books)
    return {name: digest_of(path) if path else None for name, path in _picture_files(game, texts).items()}


def _numbering(game: Game, book: Rulebook) -> Marking | None:
    """Return how the terms in a book are numbered; None if they are not."""
    entry = game.file.glossary
    if game.glossary is None or entry is None or not entry.number_rulebook or book.name != RULES:
        return None
    return game.glossary.marking(book.lang)


def parse_book(game: Game, book: Rulebook, sources: Sources) -> Book:
    """Return a book of a game with the numbers of its terms. DataError with all faults in it."""
    from cardgen.rulebook.parsing import parse_rulebook

    return parse_rulebook(book.text, book.shown, book.lang, sources, _numbering(game, book))


class _BookFiles:
    """One rulebook, parsed and laid out at most once, and only when one of its files is stale."""

    def __init__(self, game: Game, decks: Decks, rulebook: Rulebook, page: tuple[float, float]) -> None:
        self.game, self.rulebook, self.page = game, rulebook, page
        self.decks = decks
        self.limits = limits_of(game, RULEBOOK.of(game.file), "rulebook")
        self.sources = cache(lambda: book_sources(game, decks))
        self.theme = cache(self._theme)
        self.book = cache(lambda: parse_book(game, rulebook, self.sources()))
        self.layout = cache(self._layout)
        self.pieces = cache(lambda: _piece_scenes(rulebook.text, self.sources, decks))
        self.picture_files = cache(lambda: _picture_files(game, rulebook.text))
        self.inputs = cache(self._inputs)
        self.key_parts = cache(self._key_parts)
        self.title = game.file.titles.get(rulebook.lang, next(iter(game.file.titles.values())))

    def _theme(self) -> Theme:
        if not _has_theme(self.game):
            from cardgen.rulebook.theme import PLAIN

            return PLAIN
        from cardgen.products.rulebook_theme import theme_of

        return theme_of(self.game, self.rulebook.lang)

    def _layout(self) -> Pages:
        from cardgen.rulebook.pages import layout_rulebook

        with self._keeping("texts"):
            return layout_rulebook(self.book(), self.sources(), page=self.page, name=self._name, theme=self.theme())

    @property
    def _name(self) -> str:
        return f"{self.rulebook.name}.{self.rulebook.lang}"

    def _keeping(self, name: str) -> AbstractContextManager[None]:
        """Keep parts of the book from build to build."""
        from cardgen.cache.parts import keep_parts

        return keep_parts(self.game.folder.resolve(), self.game.file.languages, self._name, name)

    def file(self, path: str, make: Callable[[], _Made], options: Options) -> UnfinishedFile:
        """Return a form of the book as an output file."""
        flip = options.booklet_flip if "booklet" in path else ""
        key = key_of(path, self.rulebook.text, flip, *self.limits.key_in(self.game), *self.key_parts())
        names, inputs = self.picture_files(), self.inputs()

        def finish() -> BytesFile:
            content, facts = make()
            return BytesFile(path=path, key=key, inputs=inputs, facts=facts, make=lambda: content)

        return UnfinishedFile(
            path=path,
            key=key,
            inputs=inputs,
            finish=finish,
            prepare=lambda: _open_pictures(self.game, names),
            group=self,
        )

    def _key_parts(self) -> list[object]:
        """Return what decides the bytes of all forms of the book, beside its text."""
        from cardgen.products.outlines import outlines_of

        game = self.game
        values = json.dumps(game.values, sort_keys=True, default=_plain) + str(used_terms(game) or "")
        faces = [content_key(card.face.scene) for cards in self.decks.values() for card in cards]
        digests = [digest_of(file) for file in self.picture_files().values() if file]
        draft = [*(["draft"] if game.draft else []), *([game.ink] if game.ink else [])]
        numbers = ["numbers"] if _numbering(game, self.rulebook) else []
        pieces = [content_key(scene) for scene in self.pieces()]
        fixed = (values, self.page, game.fonts.name_of("regular"), game.file.words)
        icons = [json.dumps({name: icon.value for name, icon in icons_in(game.marked).items()}, sort_keys=True)]
        shapes = outlines_of(game, self.decks).items()
        return [*fixed, *shapes, *faces, *digests, *draft, *_theme_key(game), *numbers, *pieces, *icons]

    def _inputs(self) -> tuple[Path, ...]:
        game = self.game
        pictures = [file for file in self.picture_files().values() if file]
        decks = [deck.file for deck in game.decks.values()]
        templates = [file for deck in game.decks.values() for file in deck.template.files]
        rulesets = [game.folder.resolve() / name for name in game.file.rulesets.values()]
        rulesets += glossary_files(game)
        themes = [game.folder.resolve() / name for name in _theme_files(game)[0]]
        if _SHOWS_PIECES.search(self.rulebook.text):
            templates += [file for page in game.pages.values() for file in page.files]
        files = [*decks, *rulesets, *templates, *game.fonts.files, *pictures, *themes]
        return tuple(dict.fromkeys([game_yaml(game), self.rulebook.file, *files]))

    def scenes(self) -> Iterator[Scene]:
        """Yield the pages."""
        yield from self.layout().scenes

    def pages_file(self) -> Iterator[PagesFile]:
        """Yield the pages as one PDF, laid out."""
        path = f"rules/{self.rulebook.name}.{self.rulebook.lang}.pdf"
        file, scenes = self.file(path, self.pages, Options()), tuple(self.scenes())
        facts = {"pages": len(scenes), "duplex": "simplex"}
        yield PagesFile(
            path=path,
            key=file.key,
            inputs=file.inputs,
            facts=facts,
            make=lambda: self.pages()[0],
            scenes=scenes,
            titles={self.rulebook.lang: self.book().title},
        )

    def pages(self) -> _Made:
        from cardgen.formats.pdf_links import Destination
        from cardgen.formats.pdf_outline import Bookmark

        pages = self.layout()
        marks = [Bookmark(mark.title, mark.page, mark.level) for mark in pages.bookmarks]
        anchors = {anchor: Destination(*place) for anchor, place in pages.anchors.items()}
        content, facts = self._pdf("pages", pages.scenes, marks, "", anchors)
        return content, {"pages": len(pages.scenes), "mm": list(self.page), **facts}

    def booklet(self, paper: str, flip: Flip) -> _Made:
        from cardgen.products.imposition.booklet import Binding, impose_booklet
        from cardgen.rulebook.pages import pad_pages
        from cardgen.text.measuring import is_right_to_left

        scenes = pad_pages(self.layout(), self.theme())
        binding: Binding = "right" if is_right_to_left(self.rulebook.lang) else "left"
        sides = impose_booklet(scenes, paper_size(paper), flip, name=self._name, binding=binding)
        content, facts = self._pdf(paper, sides, [], flip)
        return content, {"pages": len(sides), "paper": paper, "duplex": flip, **facts}

    def html(self) -> _Made:
        from cardgen.cards.layout.drafts import draft_words
        from cardgen.rulebook.html import rulebook_html

        self.layout()  # what does not fit on paper is a fault of the book
        mark = draft_words([self.rulebook.lang]) if self.game.draft else ""
        with self._keeping("html"):
            return rulebook_html(self.book(), self.sources(), self.theme(), mark).encode(), {}

    def _pdf(
        self,
        name: str,
        scenes: Sequence[Scene],
        bookmarks: Sequence[Bookmark],
        duplex: Duplex,
        anchors: Mapping[str, Destination] | None = None,
    ) -> _Made:
        from cardgen.cards.layout.drafts import mark_pages
        from cardgen.formats.pdf import to_pdf

        title = self.book().title
        if self.game.draft:
            scenes = mark_pages(scenes, [self.rulebook.lang])
        if self.game.ink:
            scenes = save_all(scenes, self.game.ink)

        def write(dpi: int, quality: int | None) -> bytes:
            stream = io.BytesIO()
            to_pdf(
                scenes,
                stream,
                title=title if self.title in title else f"{self.title} · {title}",
                author=self.game.file.author,
                subject=self.game.file.licence.name,
                lang=self.rulebook.lang,
                bookmarks=bookmarks,
                duplex=duplex,
                # Not in a booklet: it is printed, and its pages are out of order on the screen.
                destinations=anchors,
                tagged=anchors is not None,
                picture_dpi=picture_limit(dpi, quality),
            )
            return stream.getvalue()

        dpi, most_mb, place = self.limits.picture_dpi_in(self.game), self.limits.most_mb, self.limits.place
        with self._keeping(name):
            return fit_size(write, dpi, most_mb, place, f"{self._name}, {name}")


def _plain(value: object) -> object:
    """Return a value that JSON does not know as one that it does."""
    return dict(value) if isinstance(value, Mapping) else str(value)
