"""The structure of rulebooks is read by pdf.js, poppler and pdfua, each of which finds planted faults."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pikepdf
import pytest

from cardgen.base.records import dataclass
from cardgen.base.temporary import bytes_of
from cardgen.building.editions import layout_editions
from cardgen.data.load import load_game
from cardgen.data.model import Game
from cardgen.data.project import bundled_project
from cardgen.products.files import BytesFile, UnfinishedFile
from cardgen.products.options import Options
from cardgen.products.rulebook import PRODUCT
from cardgen.rulebook.book import (
    Block,
    Book,
    Figure,
    Heading,
    Items,
    Listing,
    Note,
    Paragraph,
    Table,
    Words,
    plain,
    refer,
)
from tests.formats.structures import elements_of, unmarked_operators
from tests.games_on_disk import tiny_game_in
from tests.prepress.structures import complaints, read_aloud, read_with_pdfjs, roles_of
from tests.prepress.tools import run_tool

pytestmark = pytest.mark.tools

GAMES = ("block-killer", "blokus", "blitz", "heroes", "thread-race")

#: All other books are read by `make soak`.
BOOKS = [
    pytest.param(game, lang, marks=[] if (game, lang) == ("blokus", "zh") else pytest.mark.soak)
    for game in GAMES
    for lang in (("zh-Hant", "zh-Hans", "en") if game == "blitz" else ("zh", "en"))
]


#: A rulebook with everything that is spoilt below: a small one is read soon.
RULES = """\
# Tiny

## Goal

Have the most cards, which are listed in [Cards](#cards). Each card counts 1.

### At the end

Count your cards. The player with the most of them wins.

## Cards

Both cards are here:

```cards one two
```

| card | copies |
|---|---|
| First | 1 |
| Second | 3 |

## Turns

1. Draw a card.
2. Play a card.

Then it is the turn of the player to your left, as [the goal](#goal) says.
"""


@dataclass(frozen=True, slots=True)
class Built:
    """A rulebook, the numbers of the pages of its anchors, and its file."""

    book: Book
    numbers: dict[str, int]
    pdf: bytes


@cache
def build(game: str) -> dict[str, Built]:
    """Make the rulebooks of a game in all languages."""
    if game == "tiny":
        loaded = load_tiny()
    else:
        project = bundled_project()
        loaded = load_game(project.game_folder(game), project.templates, project.root)
    built: dict[str, Built] = {}
    for edition in layout_editions(loaded, Options(only=("rules",))):
        for file in PRODUCT.plan(edition.game, edition.laid, edition.options):
            lang = file.path.removeprefix("rules/rules.").removesuffix(".pdf")
            if lang in edition.game.rulebooks:
                assert isinstance(file, UnfinishedFile)
                files: Any = file.group
                numbers = {anchor: page + 1 for anchor, (page, _) in files.layout().anchors.items()}
                finished = file.finish()
                assert isinstance(finished, BytesFile)
                built[lang] = Built(files.book(), numbers, bytes_of(finished.make()))
    return built


def load_tiny() -> Game:
    """Load the tiny game with its rulebook. Its files are read, and not needed any longer."""
    with TemporaryDirectory() as folder:
        tiny = tiny_game_in(Path(folder))
        tiny.change("card_data/tiny/game.yaml", "targets:\n", "rulebooks: {en: rules.md}\ntargets:\n")
        tiny.write("card_data/tiny/rules.md", RULES)
        return tiny.load()


@pytest.fixture
def pdf(tmp_path: Path) -> Callable[[str, str], Path]:
    """Return a function that writes a rulebook, which the test may spoil."""

    def write(game: str, lang: str) -> Path:
        path = tmp_path / f"{game}.{lang}.pdf"
        path.write_bytes(build(game)[lang].pdf)
        return path

    return write


def pdfua_findings(pdf: Path) -> list[str]:
    """Return the rules of PDF/UA-1 that a file breaks, and those that pdfua could not try."""
    done = run_tool(str(Path(sys.executable).parent / "pdfua"), "check", "--format", "json", pdf)
    report = json.loads(done.stdout)
    assert report["summary"]["rules_run"] >= 12
    return sorted({finding["rule_id"] for finding in report["findings"]} | set(map(str, report["skipped"])))


def texts_of(built: Built) -> list[str]:
    """Return the words of the text of a book in reading order, without those in pictures.

    The chapter on the back cover is a text of its own: pages for notes can be before it.
    """

    def as_read(words: Words) -> str:
        return plain(refer(words, built.book.titles, built.book.lang, built.numbers))

    def parts(blocks: Iterable[Block]) -> Iterator[str]:
        for block in blocks:
            match block:
                case Heading() | Paragraph():
                    yield as_read(block.words)
                case Listing():
                    yield from block.lines
                case Items():
                    for number, entry in enumerate(block.entries):
                        yield "" if block.start is None else str(block.start + number)
                        yield from parts(entry)
                case Table():
                    for row in (block.header, *block.rows):
                        yield from map(as_read, row)
                    yield as_read(block.caption)
                case Figure():
                    yield block.notation
                    yield from (as_read(panel.caption) for panel in block.panels)
                    yield as_read(block.caption)
                case Note():
                    yield from parts(block.blocks)

    blocks = built.book.blocks
    back = [i for i, block in enumerate(blocks) if isinstance(block, Heading) and block.anchor == built.book.cover.back]
    chapters = [blocks[: back[0]], blocks[back[0] :]] if back else [blocks]
    return [" ".join(" ".join(parts(chapter)).split()) for chapter in chapters]


def missing_text(built: Built, read: str) -> str | None:
    """Return the first text of a book that is not in what was read, after the texts before it."""
    for text in texts_of(built):
        if text not in read:
            return text
        read = read[read.index(text) + len(text) :]
    return None


@pytest.mark.parametrize(("game", "lang"), BOOKS)
def test_the_structure_of_a_rulebook_is_complete(game: str, lang: str, pdf: Callable[[str, str], Path]) -> None:
    file = pdf(game, lang)
    read = read_with_pdfjs(file)
    assert list(complaints(read)) == []
    assert read["lang"] == lang
    assert roles_of(read) >= {"Document", "Sect", "H1", "H2", "H3", "P", "TOC", "TOCI", "Link", "Figure", "Caption"}
    assert sum(len(page["links"]) for page in read["pages"]) > 10
    assert pdfua_findings(file) == []
    with pikepdf.open(file) as document:
        assert [unmarked_operators(page) for page in document.pages] == [[] for _ in document.pages]


@pytest.mark.full
@pytest.mark.parametrize(("game", "lang"), BOOKS)
def test_the_text_of_a_rulebook_is_read_in_its_order(game: str, lang: str, pdf: Callable[[str, str], Path]) -> None:
    assert missing_text(build(game)[lang], read_aloud(pdf(game, lang))) is None


def spoil(pdf: Path, change: Callable[[pikepdf.Pdf], object]) -> Path:
    """Change the structure of a PDF."""
    with pikepdf.open(pdf, allow_overwriting_input=True) as document:
        change(document)
        document.save(pdf)
    return pdf


def change_content(document: pikepdf.Pdf, old: bytes, new: bytes) -> None:
    contents = document.pages[2].Contents
    assert old in contents.read_bytes()
    contents.write(contents.read_bytes().replace(old, new, 1))


def remove_alt(document: pikepdf.Pdf) -> None:
    del elements_of(document, "Figure")[0].Alt


def leave_unmarked(document: pikepdf.Pdf) -> None:
    change_content(document, b"/H2 <</MCID 0>> BDC", b"/Artifact BMC EMC q")
    change_content(document, b"EMC\nQ", b"Q\nQ")


def swap(document: pikepdf.Pdf) -> None:
    section = elements_of(document, "Sect")[2]  # after the cover and the contents
    section.K = pikepdf.Array(reversed(list(section.K)))


def test_a_small_rulebook_is_read_without_complaints(pdf: Callable[[str, str], Path]) -> None:
    file = pdf("tiny", "en")
    assert list(complaints(read_with_pdfjs(file))) == []
    assert pdfua_findings(file) == []
    assert missing_text(build("tiny")["en"], read_aloud(file)) is None


def test_a_figure_without_a_text_alternative_and_another_order_are_seen(pdf: Callable[[str, str], Path]) -> None:
    file = spoil(pdf("tiny", "en"), remove_alt)
    assert any("a figure without alt" in text for text in complaints(read_with_pdfjs(file)))
    assert "UA-13-004" in pdfua_findings(file)
    assert missing_text(build("tiny")["en"], read_aloud(spoil(file, swap)))


def test_content_without_a_mark_is_seen(pdf: Callable[[str, str], Path]) -> None:
    file = spoil(pdf("tiny", "en"), leave_unmarked)
    assert any("unmarked text" in text for text in complaints(read_with_pdfjs(file)))
    assert "UA-01-003" in pdfua_findings(file)
    with pikepdf.open(file) as document:
        assert unmarked_operators(document.pages[2])
