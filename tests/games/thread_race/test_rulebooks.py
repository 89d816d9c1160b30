"""The rulebooks of Thread Race: alike in both languages, with numbers of the data and turns proved by the engine."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from cardgen.base.errors import DataError
from cardgen.building.plan import layout_game
from cardgen.data.load import load_game
from cardgen.data.model import Game
from cardgen.games.thread_race.rulebook.claims import CLAIMS
from cardgen.games.thread_race.rulebook.turn import TurnPicture
from cardgen.products.rulebook import book_sources
from cardgen.products.rulebook_theme import theme_of
from cardgen.rulebook import Book, Sources, layout_rulebook, parse_rulebook
from cardgen.rulebook.book import Figure
from cardgen.rulebook.html import rulebook_html
from cardgen.scene.items import GlyphRun, walk
from cardgen.scene.items import Path as Shape
from tests.games_on_disk import REPOSITORY, GameOnDisk
from tests.rulebook.reading import all_blocks, prose

LANGUAGES = ["zh", "en"]
LAST_CHAPTER = {"zh": "速查", "en": "Quick reference"}
BOOK = "card_data/thread-race/rulebook.{}.md"


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game(REPOSITORY / "card_data" / "thread-race", REPOSITORY / "templates", REPOSITORY)


@pytest.fixture(scope="module")
def sources(game: Game) -> Sources:
    return book_sources(game, layout_game(game))


@pytest.fixture(scope="module")
def books(game: Game, sources: Sources) -> dict[str, Book]:
    return {lang: parse_rulebook(book.text, book.shown, lang, sources) for lang, book in game.rulebooks.items()}


def turns(book: Book) -> list[TurnPicture]:
    figures = (block for block in book.blocks if isinstance(block, Figure))
    pictures = (panel.picture for figure in figures for panel in figure.panels)
    return [picture for picture in pictures if isinstance(picture, TurnPicture)]


def read(text: str, sources: Sources, lang: str = "en") -> Book:
    return parse_rulebook(text, BOOK.format(lang), lang, sources)


def of_fence(*lines: str, ruleset: str = "full") -> str:
    """Return a book with one block `turn`, whose body begins on line 6."""
    return "\n".join(["# A", "", "## B", "", f"```turn {ruleset}", *lines, "---", "caption: C", "```", ""])


def test_both_books_have_the_same_chapters_turns_and_tables(books: dict[str, Book]) -> None:
    assert list(books) == LANGUAGES
    shapes = [
        [
            (type(block).__name__, getattr(block, "level", None), len(getattr(block, "rows", ())))
            for block in all_blocks(book.blocks)
        ]
        for book in books.values()
    ]
    assert shapes[0] == shapes[1]
    scenes = [[(turn.scene, turn.stages, turn.deck) for turn in turns(book)] for book in books.values()]
    assert scenes[0] == scenes[1]


def test_the_turns_show_every_rule_in_which_the_rulesets_differ(books: dict[str, Book], game: Game) -> None:
    pictures = turns(books["en"])
    assert {picture.scene.rules for picture in pictures} == set(game.rulesets.values())
    assert any(picture.scene.resolved.skipped for picture in pictures)
    assert any(picture.scene.turn == 1 for picture in pictures)
    words = {claim.question.split()[0] for picture in pictures for claim in picture.scene.claims}
    assert words >= {"acts", "skipped", "field", "rebirth", "winner", "window", "next", "play", "away", "pass"}
    # The same field has other acts in the brief rules.
    twice = [picture.scene for picture in pictures if picture.scene.before[0].cards[0].id == "ebb"][:2]
    assert twice[0].before[0].slots == twice[1].before[0].slots
    assert [len(scene.resolved.acts) for scene in twice] == [1, 2]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("right", "wrong", "reason"),
    [
        ("ask acts = A1@3 A3@3 A2@3", "ask acts = A1@3 A2@3 A3@3", "the answer is A1@3 A3@3 A2@3"),
        ("ask skipped = 5 3", "ask skipped = 5", "the answer is 5 3"),
        ("ask field A = ebb down | - | -", "ask field A = ebb 2 | - | -", "the answer is ebb down | - | -"),
        ("ask next A 2 1 = burn clamp ebb", "ask next A 2 1 = burn echo", "the answer is burn clamp ebb"),
        ("ask play A 4 1 = T25", "ask play A 4 1 = legal", "the answer is T25"),
        ("ask winner = A B", "ask winner = B", "the answer is A B"),
        ("ask alone 23 = 24", "ask alone 23 = 23", "the answer is 24"),
        ("ask orders 4 = 18", "ask orders 4 = 24", "the answer is 18"),
    ],
)
def test_a_wrong_claim_is_a_fault_at_its_line(
    lang: str, right: str, wrong: str, reason: str, game: Game, sources: Sources
) -> None:
    text = game.rulebooks[lang].text
    line = text[: text.index(right + "\n")].count("\n") + 1
    with pytest.raises(DataError) as caught:
        read(text.replace(right + "\n", wrong + "\n", 1), sources, lang)
    (fault,) = caught.value.faults
    assert str(fault) == f"{BOOK.format(lang)}:{line}:1: the engine refutes this turn: {reason}"


@pytest.mark.parametrize(
    ("lines", "line", "reason"),
    [
        (("player A turbo: burn | - | -",), 6, "there is no core 'turbo'"),
        (("player A preempt: rust | - | -",), 6, "there is no card 'rust'"),
        (("player A preempt: burn | -",), 6, "expected 3 slots between |"),
        (("player A preempt: burn 6 | - | -",), 6, "'6' cannot be read"),
        (("player B preempt: burn | - | -",), 6, "the players are A, B and so on"),
        (("", "jump"), 7, "'jump' cannot be read"),
        (("player A preempt: ebb | flow | -",), 6, "Ebb needs a target, one of: A1 A2"),
        (("player A preempt: ebb | - | -", "target A2"), 7, "nobody asks for the last 1 targets"),
        (("player A preempt: ebb | flow | -", "target B1"), 7, "rule 16"),
        (("player A preempt: spark | - | -", "flip A1"), 7, "rule 23"),
        (("player A preempt: spark | - | -", "ask luck = 1"), 7, "'luck' cannot be read"),
        (("player A preempt: spark | - | -", "ask field C = none"), 7, "'field C' cannot be read"),
    ],
)
def test_a_turn_that_cannot_be_read_is_a_fault_at_its_line(
    lines: tuple[str, ...], line: int, reason: str, sources: Sources
) -> None:
    with pytest.raises(DataError, match=re.escape(reason)) as caught:
        read(of_fence(*lines), sources)
    assert caught.value.faults[0].place.line == line


def test_blocks_without_ruleset_or_options_are_faults(sources: Sources) -> None:
    with pytest.raises(DataError, match="turn needs the name of a ruleset"):
        read(of_fence("", ruleset=""), sources)
    with pytest.raises(DataError, match="options follow below a line ---"):
        read("# A\n\n## B\n\n```turn full\nplayer A preempt: - | - | -\n```\n", sources)
    with pytest.raises(DataError, match="there is no ruleset 'fast'"):
        read(of_fence("player A preempt: - | - | -").replace("caption: C", "rules: fast"), sources)


@pytest.mark.parametrize(
    ("lines", "ruleset"),
    [
        (("headwind | - | -", "deck A: flow", "ask core A = legal", "ask lists 11 1 = 12623055048283680000"), "full"),
        (("headwind | - | -", "ask core A = T26", "ask deck A = none", "ask next A 1 1 = T25"), "brief"),
        (("- | spark down | headwind", "deck A: flow", "flip A2", "ask field A = flow | spark | headwind"), "full"),
        (("ebb down | burn down | -", "player B preempt: clamp down | flow down | -", "ask openings = 4 3"), "full"),
    ],
)
def test_further_claims_are_proved(lines: tuple[str, ...], ruleset: str, sources: Sources) -> None:
    (picture,) = turns(read(of_fence(f"player A overclock: {lines[0]}", *lines[1:], ruleset=ruleset), sources))
    assert picture.scene.claims


def test_every_claim_is_explained() -> None:
    for name, answer in CLAIMS.items():
        assert answer.__doc__ is not None
        assert answer.__doc__.startswith(f"`{name}")


def test_skipped_stages_are_dashed_and_acts_are_numbered(books: dict[str, Book], sources: Sources) -> None:
    clash = next(picture for picture in turns(books["en"]) if picture.scene.resolved.skipped == (5, 3))
    items = [item for _, item in walk(clash.draw(60, sources).items)]
    assert sum(isinstance(item, Shape) and bool(item.dash) for item in items) == 3  # two stages and an empty slot
    three = next(picture for picture in turns(books["zh"]) if len(picture.scene.resolved.acts) == 3)
    runs = [item.text for _, item in walk(three.draw(60, sources).items) if isinstance(item, GlyphRun)]
    assert {"1", "2", "3", "焚牌"} <= set(runs)


def test_numbers_and_texts_are_those_of_the_data(tmp_path: Path) -> None:
    for folder in ("card_data/thread-race", "templates/thread-race"):
        shutil.copytree(REPOSITORY / folder, tmp_path / folder)
    disk = GameOnDisk(tmp_path, "thread-race")
    disk.change("card_data/thread-race/cores.yaml", "uses: 2", "uses: 7")
    disk.change("card_data/thread-race/rules/full.yaml", "most_players: 4", "most_players: 3")
    changed = disk.load()
    own = book_sources(changed, layout_game(changed))
    with pytest.raises(DataError, match=r"full\.most_players") as caught:
        read(changed.rulebooks["en"].text, own)
    assert len(caught.value.faults) == 1
    text = changed.rulebooks["en"].text.replace("full.most_players: 4", "full.most_players: 3")
    words = prose(read(text, own))
    assert "Overclock 5 7 Draw 1." in words
    assert "How many players? 2 to 3." in words


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_book_ends_with_the_quick_reference(lang: str, books: dict[str, Book], sources: Sources, game: Game) -> None:
    pages = layout_rulebook(books[lang], sources, theme=theme_of(game, lang))
    assert pages.bookmarks[-1].title == LAST_CHAPTER[lang]
    assert pages.bookmarks[-1].page == len(pages.scenes) - 1
    assert 16 <= len(pages.scenes) <= 20
    text = [item for _, item in walk(pages.scenes[2].items) if isinstance(item, GlyphRun)]
    most = max({run.size for run in text}, key=lambda size: sum(len(run.text) for run in text if run.size == size))
    assert most * 72 / 25.4 == pytest.approx(9.5, abs=0.05)
    page = rulebook_html(books[lang], sources)
    assert page.count("<svg") >= 20
    assert f'lang="{lang}' in page
