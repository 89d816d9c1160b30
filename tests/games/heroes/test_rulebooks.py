"""The rulebooks of Tale of Many Heroes: alike in both languages, with numbers of the data and proved tables."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from textwrap import dedent

import pytest

from cardgen.base.errors import DataError
from cardgen.base.records import replace
from cardgen.building.editions import layout_editions
from cardgen.data.load import load_game
from cardgen.data.model import Game
from cardgen.games.heroes.rulebook.claims import CLAIMS
from cardgen.games.heroes.rulebook.ring import Look, Ring
from cardgen.games.heroes.rulebook.seats import SeatsPicture
from cardgen.games.heroes.vocabulary import CARD_TIMINGS, DAMAGE_TIMINGS, SKILL_TIMINGS, SKILL_TYPES
from cardgen.products.options import Options
from cardgen.products.rulebook import book_sources
from cardgen.products.rulebook_theme import theme_of
from cardgen.rulebook import Book, Sources, layout_rulebook, parse_rulebook
from cardgen.rulebook.book import Figure, Heading, Panel, Table, plain
from cardgen.rulebook.html import rulebook_html
from cardgen.scene.items import GlyphRun, walk
from cardgen.scene.items import Path as Shape
from tests.games_on_disk import REPOSITORY, GameOnDisk
from tests.rulebook.reading import all_blocks, prose

LANGUAGES = ["zh", "en"]
LAST_CHAPTER = {"zh": "速查", "en": "Quick reference"}
BOOK = "card_data/heroes/rulebook.{}.md"
FOUR = ("seat A: rider lord", "seat B: scout rebel 1/3", "seat C: hunter rebel", "seat D: boatman spy")


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game(REPOSITORY / "card_data" / "heroes", REPOSITORY / "templates", REPOSITORY)


@pytest.fixture(scope="module")
def sources(game: Game) -> dict[str, Sources]:
    """Return the sources of each book: those of its edition."""
    editions = layout_editions(game, Options())
    return {edition.lang: book_sources(edition.game, edition.laid) for edition in editions}


@pytest.fixture(scope="module")
def books(game: Game, sources: dict[str, Sources]) -> dict[str, Book]:
    return {lang: parse_rulebook(book.text, book.shown, lang, sources[lang]) for lang, book in game.rulebooks.items()}


def panels(book: Book) -> list[Panel]:
    figures = (block for block in book.blocks if isinstance(block, Figure))
    return [panel for figure in figures for panel in figure.panels if isinstance(panel.picture, SeatsPicture)]


def tables(book: Book) -> list[SeatsPicture]:
    return [panel.picture for panel in panels(book) if isinstance(panel.picture, SeatsPicture)]


def read(text: str, sources: Sources, lang: str = "en") -> Book:
    return parse_rulebook(text, BOOK.format(lang), lang, sources)


def of_fence(*lines: str, options: str = "caption: C", ruleset: str = "standard") -> str:
    """Return a book with one block `seats`, whose body begins on line 6."""
    return "\n".join(["# A", "", "## B", "", f"```seats {ruleset}", *lines, "---", options, "```", ""])


def described(*lines: str, sources: Sources, lang: str = "en") -> str:
    (panel,) = panels(read(of_fence(*lines), sources, lang))
    return panel.alt


def test_both_books_have_the_same_chapters_tables_and_pictures(books: dict[str, Book]) -> None:
    assert list(books) == LANGUAGES
    shapes = [
        [
            (type(block).__name__, getattr(block, "level", None), len(getattr(block, "rows", ())))
            for block in all_blocks(book.blocks)
            if not isinstance(block, Figure)
        ]
        for book in books.values()
    ]
    assert shapes[0] == shapes[1]
    facts = [
        [[(claim.question, claim.answer) for claim in picture.scene.claims] for picture in tables(book)]
        for book in books.values()
    ]
    assert facts[0] == facts[1]
    scenes = [[picture.scene.state for picture in tables(book)] for book in books.values()]
    assert [state and state.seats for state in scenes[0]] == [state and state.seats for state in scenes[1]]


def test_the_pictures_show_all_modes_and_the_rules_that_need_seats(books: dict[str, Book]) -> None:
    pictures = tables(books["en"])
    assert {picture.scene.state.mode for picture in pictures if picture.scene.state} == {"identity", "nation", "realm"}
    words = {claim.question.split()[0] for picture in pictures for claim in picture.scene.claims}
    assert words >= {"distances", "reaches", "between", "sieges", "lines", "execution", "explosion", "winner", "seal"}
    assert words >= {"limit", "discards", "can", "due", "hp", "camp"}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("right", "wrong", "column", "reason"),
    [
        ("ask distances A = 1 2 2 1", "ask distances A = 1 2 3 1", 19, "the answer is 1 2 2 1"),
        ("ask reaches D = E F B C", "ask reaches D = E F A B C", 17, "the answer is E F B C"),
        ("ask discards A = 3", "ask discards A = 2", 18, "the answer is 3"),
        ("ask sieges faction by A = A-B-C", "ask sieges faction by A = B-C-D", 27, "the answer is A-B-C"),
        ("ask winner = D by spy-alone", "ask winner = C by lord-dead", 14, "the answer is D by spy-alone"),
        ("ask execution A D less 1 = 1", "ask execution A D less 1 = 3", 28, "the answer is 1"),
        ("ask can C ally > A = H33", "ask can C ally > A = yes", 22, "the answer is H33"),
        ("ask stages 7 of 3 = 1 2 3 1 2 3 1", "ask stages 7 of 3 = 1 2 3 1 2 3 0", 21, "the answer is 1 2 3 1"),
    ],
)
def test_a_wrong_claim_is_a_fault_at_its_answer(
    lang: str, right: str, wrong: str, column: int, reason: str, game: Game, sources: dict[str, Sources]
) -> None:
    text = game.rulebooks[lang].text
    line = text[: text.index(right + "\n")].count("\n") + 1
    with pytest.raises(DataError) as caught:
        read(text.replace(right + "\n", wrong + "\n", 1), sources[lang], lang)
    (fault,) = caught.value.faults
    place = f"{BOOK.format(lang)}:{line}:{column}"
    assert str(fault).startswith(f"{place}: the engine refutes this table: {reason}")


@pytest.mark.parametrize(
    ("lines", "place", "reason"),
    [
        (("seat A: knight lord",), "6:9", "there is no hero 'knight'"),
        (("seat A: ridr lord",), "6:9", "did you mean 'rider'?"),
        (("seat A: rider king",), "6:15", "'king' cannot be read"),
        (("seat A: rider short-spear", "seat B: scout short-spear"), "7:15", "there is no other card 'short-spear'"),
        (("seat A: rider hand:S7", "seat B: scout hand:S7"), "7:15", "one of these cards is in two places"),
        (("seat A: rider hand:S99",), "6:20", "there is no card S99"),
        (("seat B: rider",), "6:6", "the next seat is A"),
        (("seats 11",), "6:7", "expected 2 to 10 seats"),
        (("mode duel",), "6:6", "expected one of: identity, nation, realm"),
        (("mode nation", "seat A: rider"), "7:9", "in nation war a seat has two heroes"),
        (("", "jump A"), "7:1", "'jump A' cannot be read"),
        (("continue",), "6:1", "there is no picture before this one"),
        ((*FOUR, "turn E"), "10:6", "there is no seat E"),
        ((*FOUR, "do A use S7 strike > C"), "10:1", "S7 is not in the hand"),
        ((*FOUR, "do A jump"), "10:1", "'A jump' cannot be read"),
        ((*FOUR, "hit B 3 fire by A", "dies B"), "11:6", "nobody lives at seat B"),
        ((*FOUR, "ask distance A E = 1"), "10:15", "there is no seat E"),
        ((*FOUR, "dies B", "ask distance A B = 1"), "11:15", "nobody lives at seat B"),
        ((*FOUR, "ask distances = 1"), "10:1", "'distances' cannot be read"),
        ((*FOUR, "ask luck A = 1"), "10:5", "there is no claim 'luck'"),
    ],
)
def test_a_table_that_cannot_be_read_is_a_fault_at_its_place(
    lines: tuple[str, ...], place: str, reason: str, sources: dict[str, Sources]
) -> None:
    with pytest.raises(DataError) as caught:
        read(of_fence(*lines), sources["en"])
    (fault,) = caught.value.faults
    assert str(fault).startswith(f"{BOOK.format('en')}:{place}: the engine refutes this table: ")
    assert reason in str(fault)


def test_blocks_without_ruleset_or_options_are_faults(sources: dict[str, Sources]) -> None:
    with pytest.raises(DataError, match="seats needs the name of a ruleset"):
        read(of_fence("seats 4", ruleset=""), sources["en"])
    with pytest.raises(DataError, match="options follow below a line ---"):
        read("# A\n\n## B\n\n```seats standard\nseats 4\n```\n", sources["en"])
    with pytest.raises(DataError, match="less than the first"):
        read("# A\n\n## B\n\n```distances\nheader: N\nfirst: 6\nlast: 4\n```\n", sources["en"])


@pytest.mark.parametrize(
    ("lines", "fact"),
    [
        ((*FOUR, "ask distance C A = 2", "ask range A = 1", "ask neighbours A = D B"), "distance from C to A: 2"),
        ((*FOUR, "ask can A end = yes", "ask strikes C = 2", "ask hand A = 0"), "A end ✓"),
        ((*FOUR, "dies A by B", "ask winner = B C by lord-dead"), "winners: B C by lord-dead"),
        (("seats 6", "ask between A D = B C | E F"), "between A and D: B C | E F"),
        ((*FOUR, "pile S2 S3 S4", "dies B by A", "ask hand A = 3"), "A Rider, lord, 5/5, hand 3; B Scout, rebel, dead"),
    ],
)
def test_further_claims_are_proved_and_in_the_text_alternative(
    lines: tuple[str, ...], fact: str, sources: dict[str, Sources]
) -> None:
    assert fact in described(*lines, sources=sources["en"])


def test_identities_that_lie_face_down_are_not_in_the_picture(sources: dict[str, Sources]) -> None:
    assert "rebel" not in described(*FOUR, sources=sources["en"])
    assert "背面朝上" in described(*FOUR, sources=sources["zh"], lang="zh")
    (panel,) = panels(read(of_fence(*FOUR, options="open: true\ncaption: C"), sources["en"]))
    assert "B Scout, rebel, 1/3" in panel.alt
    hidden = ("mode nation", "seat A: rider+scout hidden", "seat B: hunter+drummer")
    assert "A not shown" in described(*hidden, sources=sources["en"])


def test_what_is_out_of_reach_or_dead_is_dashed(sources: dict[str, Sources]) -> None:
    def dashes(*lines: str) -> int:
        (picture,) = tables(read(of_fence(*lines), sources["en"]))
        items = walk(picture.draw(60, sources["en"]).items)
        return sum(isinstance(item, Shape) and bool(item.dash) for _, item in items)

    reach = ("ask distances B = 1 2 1", "ask reaches B = C A")
    assert dashes(*FOUR, *reach) == dashes(*FOUR) + 1
    assert dashes(*FOUR, "dies B") == dashes(*FOUR) + 1


def test_seats_do_not_overlap_and_the_next_player_is_on_the_right(sources: dict[str, Sources]) -> None:
    for players in range(2, 11):
        lines = [f"seat {'ABCDEFGHIJ'[n]}: hunter {'lord' if n == 0 else 'rebel'}" for n in range(players)]
        (picture,) = tables(read(of_fence(*lines), sources["en"]))
        ring = Ring(picture.scene, Look())
        wide, high = ring.size
        middles = [ring.middle(number) for number in ring.numbers]
        for first, (x, y) in enumerate(middles):
            assert wide / 2 <= x <= ring.width - wide / 2
            assert high / 2 <= y <= ring.height - high / 2
            assert all(abs(x - a) >= wide or abs(y - b) >= high for a, b in middles[first + 1 :])
        assert middles[0][1] == max(y for _, y in middles)
        assert players == 2 or middles[1][0] > middles[0][0]


def test_the_table_in_the_docs_is_one(sources: dict[str, Sources]) -> None:
    page = (REPOSITORY / "docs" / "rulebooks.md").read_text("utf-8")
    example = re.search(r"^    ```seats standard\n.*?^    ```\n", page, re.DOTALL | re.MULTILINE)
    assert example is not None
    (panel,) = panels(read("# A\n\n## B\n\n" + dedent(example[0]), sources["en"]))
    assert "in reach of A: B C D" in panel.alt
    assert all(f"`{name}" in page for name in CLAIMS)


def test_every_claim_is_explained() -> None:
    for name, answer in CLAIMS.items():
        assert answer.__doc__ is not None
        assert answer.__doc__.startswith(f"`{name}")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_types_and_timings_are_those_of_the_engine(lang: str, books: dict[str, Book]) -> None:
    rows = {tuple(map(plain, row)) for block in books[lang].blocks if isinstance(block, Table) for row in block.rows}
    assert {names[lang] for names in SKILL_TYPES.values()} <= {row[0] for row in rows}
    lists = [[names[lang] for names in timings.values()] for timings in (SKILL_TIMINGS, CARD_TIMINGS, DAMAGE_TIMINGS)]
    for row in range(len(CARD_TIMINGS)):
        assert (str(row + 1), *(names[row] if row < len(names) else "" for names in lists)) in rows
    assert ("7", "1", "2", "3", "3", "2", "1", "", "", "") in rows  # distances in a ring of seven


def test_numbers_and_texts_are_those_of_the_data(tmp_path: Path, sources: dict[str, Sources]) -> None:
    for folder in ("card_data/heroes", "templates/heroes"):
        shutil.copytree(REPOSITORY / folder, tmp_path / folder)
    disk = GameOnDisk(tmp_path, "heroes")
    disk.change("card_data/heroes/rules/standard.yaml", "  rebel_reward: 3", "  rebel_reward: 4")
    disk.change("card_data/heroes/rules/standard.yaml", "  hand_limit: hp", "  hand_limit: max-hp")
    disk.change(
        "card_data/heroes/heroes.yaml", "Your distance to [[|all]] others is 1 less.", "All others are near you."
    )
    changed = disk.load()
    laid = sources["en"]
    own = replace(book_sources(changed, {}), face=laid.face, back=laid.back, deck_faces=laid.deck_faces)
    text = changed.rulebooks["en"].text
    with pytest.raises(DataError) as caught:
        read(text, own)
    messages = " ".join(map(str, caught.value.faults))
    assert re.search(r"hand_limit.*max-hp", messages)
    assert "the answer is 5" in messages  # A draws one card more for the rebel
    for right, wrong in (
        ("hand_limit: hp", "hand_limit: max-hp"),
        ("ask hand A = 4", "ask hand A = 5"),
        ("limit A = 3", "limit A = 5"),
        ("discards A = 3", "discards A = 1"),
    ):
        text = text.replace(right, wrong)
    words = prose(read(text, own))
    assert "who kills a rebel draws 4" in words
    assert "Gallop (Locked) All others are near you." in words


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_book_is_a_booklet_that_ends_with_the_quick_reference(
    lang: str, books: dict[str, Book], sources: dict[str, Sources], game: Game
) -> None:
    pages = layout_rulebook(books[lang], sources[lang], theme=theme_of(game, lang))
    assert len(pages.scenes) == 24  # six sheets, without an empty page
    assert pages.bookmarks[-1].title == LAST_CHAPTER[lang]
    assert pages.bookmarks[-1].page == len(pages.scenes) - 1
    text = [item for _, item in walk(pages.scenes[2].items) if isinstance(item, GlyphRun)]
    most = max({run.size for run in text}, key=lambda size: sum(len(run.text) for run in text if run.size == size))
    assert most * 72 / 25.4 == pytest.approx(9.5, abs=0.05)
    page = rulebook_html(books[lang], sources[lang])
    assert page.count("<svg") >= 30
    assert f'lang="{lang}' in page
    assert all(panel.alt for panel in panels(books[lang]))
    titles = [plain(block.words) for block in books[lang].blocks if isinstance(block, Heading)]
    assert len(titles) == len(set(titles))
