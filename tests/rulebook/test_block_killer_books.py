"""The bundled rulebooks are complete, and agree with the rules and the engine."""

from __future__ import annotations

import re

import pytest

from cardgen.data.model import Game
from cardgen.games.block_killer.attack import resolve_defence
from cardgen.games.block_killer.blocks import KICKS_OF_I, KICKS_OF_THREE_WIDE
from cardgen.games.block_killer.rulebook.rotation import BlockPicture
from cardgen.games.block_killer.rulebook.rows import RowPicture
from cardgen.games.block_killer.rulebook.shingle import ShinglePicture
from cardgen.games.squares.rulebook import FieldPicture
from cardgen.rulebook.blocks.cards import FacePicture
from cardgen.rulebook.book import (
    Book,
    Figure,
    Heading,
    Items,
    Listing,
    PageBreak,
    Paragraph,
    Sources,
    Table,
    plain,
)
from cardgen.rulebook.pages import layout_rulebook

from .conftest import ROOT
from .reading import all_blocks

LANGUAGES = ["en", "zh"]


def prose(book: Book) -> str:
    result = []
    for block in all_blocks(book.blocks):
        if isinstance(block, Paragraph | Heading):
            result.append(plain(block.words))
        elif isinstance(block, Table):
            result += [plain(cell) for row in (block.header, *block.rows) for cell in row]
        elif isinstance(block, Figure):
            result += [plain(block.caption), *(plain(panel.caption) for panel in block.panels)]
    return "\n".join(result)


def tables(book: Book) -> list[list[list[str]]]:
    return [[[plain(c) for c in row] for row in (b.header, *b.rows)] for b in book.blocks if isinstance(b, Table)]


def test_both_books_are_built_alike(books: dict[str, Book]) -> None:
    """Both books have the same chapters and pictures, in two languages."""
    english, chinese = ([b for b in books[lang].blocks if not isinstance(b, PageBreak)] for lang in LANGUAGES)
    assert [type(block) for block in english] == [type(block) for block in chinese]
    for one, other in zip(english, chinese, strict=True):
        if isinstance(one, Heading) and isinstance(other, Heading):
            assert one.level == other.level
        if isinstance(one, Items) and isinstance(other, Items):
            assert len(one.entries) == len(other.entries)
        if isinstance(one, Table) and isinstance(other, Table):
            assert [len(row) for row in one.rows] == [len(row) for row in other.rows]
        if isinstance(one, Figure) and isinstance(other, Figure):
            assert one.notation == other.notation
            pictures = [[panel.picture for panel in group.panels] for group in (one, other)]
            kinds = [[type(picture) for picture in group] for group in pictures]
            assert kinds[0] == kinds[1]
            for a, b in zip(*pictures, strict=True):
                if isinstance(a, FieldPicture | RowPicture | BlockPicture):
                    assert a == b
                if isinstance(a, FacePicture) and isinstance(b, FacePicture):
                    assert (a.scene.name, a.turned) == (b.scene.name, b.turned)
                if isinstance(a, ShinglePicture) and isinstance(b, ShinglePicture):
                    assert (a.rows, a.step) == (b.rows, b.step)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_card_is_shown_with_its_copies(lang: str, books: dict[str, Book], game: Game) -> None:
    figures = [block for block in books[lang].blocks if isinstance(block, Figure)]
    panels = [panel for figure in figures for panel in figure.panels]
    pictures = [panel.picture for panel in panels]
    captions = {p.picture.scene.name: plain(p.caption) for p in panels if isinstance(p.picture, FacePicture)}
    labels = {name: caption for name, caption in captions.items() if caption.startswith("×")}
    assert labels == {f"blocks-{card.id}": f"× {card.copies}" for card in game.decks["blocks"].cards}
    rows = {p.code: (p.row, p.copies) for p in pictures if isinstance(p, RowPicture)}
    assert rows == {card.id: (card.fields["row"], card.copies) for card in game.decks["garbage"].cards}
    assert [p.card for p in pictures if isinstance(p, BlockPicture)] == list("ZSJLTOIM")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_numbers_are_those_of_the_files(lang: str, books: dict[str, Book], game: Game) -> None:
    result = [row for table in tables(books[lang]) for row in table]
    for rules in game.rulesets.values():
        for numbers in (rules.attack.non_spin, rules.attack.spin, rules.attack.combo):
            shown = [str(n) for n in numbers]
            assert any([cell for cell in row[1:] if cell != "–"] == shown for row in result), numbers
    deck = {card.fields["kind"]: 0 for card in game.decks["garbage"].cards}
    for card in game.decks["garbage"].cards:
        deck[card.fields["kind"]] += card.copies
    kinds = next(table for table in tables(books[lang]) if any(row[-1] == "111" for row in table))
    assert [row[-1] for row in kinds[1:]] == [*map(str, deck.values()), str(game.decks["garbage"].count)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_number_of_a_ruleset_is_typed(lang: str) -> None:
    """Every draw, limit and bonus in the prose is a placeholder."""
    text = (ROOT / "card_data" / "block-killer" / f"rulebook.{lang}.md").read_text(encoding="utf-8")
    for path in (
        "players.least", "players.most", "deal.blocks", "deal.garbage", "draw.blocks", "draw.garbage",
        "two_blocks.from_garbage", "two_blocks.blocks", "most_blocks", "most_garbage", "attack.non_spin",
        "attack.spin", "attack.combo", "attack.special_lines", "attack.back_to_back.bonus",
        "attack.further_line.block", "defence.answer_from", "defence.counter_divisor",
    ):  # fmt: skip
        assert f"{{standard.{path}}}" in text, path
    for path in ("attack.non_spin", "attack.spin", "attack.combo", "attack.further_line.spin"):
        assert f"{{no-mercy.{path}}}" in text, path


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_kick_tables_are_the_engines(lang: str, books: dict[str, Book]) -> None:
    kicks: dict[str, dict[str, tuple[tuple[int, ...], ...]]] = {}
    for table in tables(books[lang]):
        for row in table[1:]:
            turns = re.findall(r"([0R2L]) → ([0R2L])", row[0])
            for source, target in turns:
                pairs = tuple(tuple(int(n) for n in cell.replace("−", "-").split(", ")) for cell in row[1:])
                kicks.setdefault(table[0][0], {})[source + target] = pairs
    assert kicks == {"J L S T Z": KICKS_OF_THREE_WIDE, "I": KICKS_OF_I}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_worked_defence_is_the_engines(lang: str, books: dict[str, Book], game: Game) -> None:
    rules = game.rulesets["standard"]
    first, second = resolve_defence(10, 4, 1, rules), resolve_defence(1, 4, 1, rules)
    assert (first.defender, first.attacker, second.defender, second.attacker) == (5, 0, 0, 2)
    text = prose(books[lang])
    for sentence in {
        "en": ["A = 10", "B = 1, D = 4", "Tom draws 5 garbage cards.", "A = 1,", "Mei draws 2 garbage cards."],
        "zh": ["A＝10", "B＝1，D＝4", "阿明摸5张垃圾牌", "A＝1，", "小美摸2张垃圾牌"],
    }[lang]:
        assert sentence in text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_credit_is_given_with_links(lang: str, books: dict[str, Book], game: Game) -> None:
    links = {w.link for b in all_blocks(books[lang].blocks) if isinstance(b, Paragraph) for w in b.words if w.link}
    assert game.file.source is not None
    assert links == {game.file.source.link, game.file.licence.link}
    text = prose(books[lang])
    for words in ("Aqua6623", "CC-BY-SA-4.0", "MIT", game.file.source.changes[lang], *game.file.titles.values()):
        assert words in text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_placeholder_or_mark_is_left(lang: str, books: dict[str, Book]) -> None:
    text = prose(books[lang])
    assert not re.search(r"[{}]|\*\*|\]\(", text)
    if lang == "zh":
        assert not re.search("[\u4e00-\u9fff] [\u4e00-\u9fff]", text), "no spaces between Chinese characters"
        assert not re.search("[\u4e00-\u9fff][,;:?!]", text), "Chinese marks after Chinese characters"
    assert not any(isinstance(block, Listing) for block in books[lang].blocks)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_they_fit_on_a_booklet_of_twenty_pages(lang: str, books: dict[str, Book], sources: Sources) -> None:
    made = layout_rulebook(books[lang], sources)
    assert len(made.scenes) == 20
    assert [mark.level for mark in made.bookmarks].count(0) == sum(
        isinstance(b, Heading) and b.level == 1 for b in books[lang].blocks
    )
