"""The rulebooks of the games whose engines prove pictures: alike in all languages, with numbers of the data."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from cardgen.base.errors import DataError
from cardgen.base.records import replace
from cardgen.data.languages.editions import in_edition
from cardgen.games.blitz.rulebook.position import PositionPicture
from cardgen.games.heroes.rulebook.claims import CLAIMS as HEROES_CLAIMS
from cardgen.games.heroes.rulebook.ring import Ring, RingLook
from cardgen.games.heroes.rulebook.seats import SeatsPicture
from cardgen.games.heroes.vocabulary import CARD_TIMINGS, DAMAGE_TIMINGS, SKILL_TIMINGS, SKILL_TYPES
from cardgen.games.thread_race.rulebook.turn import TurnPicture
from cardgen.products.rulebook import book_sources
from cardgen.products.rulebook_theme import theme_of
from cardgen.rulebook.book import Book, Figure, Heading, Sources, Table, plain
from cardgen.rulebook.html import rulebook_html
from cardgen.rulebook.pages import layout_rulebook
from cardgen.scene.items import GlyphRun, walk
from cardgen.scene.items import Path as Shape
from tests.cases import for_cases, read_cases
from tests.games.shipped import book_of, copy_of, panels_of, read_book, shipped, sources_of
from tests.games_on_disk import REPOSITORY
from tests.rulebook.reading import all_blocks, prose
from tests.runs import runs_in

HERE = Path(__file__).parent
LAST_CHAPTER = {"zh": "速查", "zh-Hant": "速查", "zh-Hans": "速查", "en": "Quick reference"}
FOUR = ("seat A: rider lord", "seat B: scout rebel 1/3", "seat C: hunter rebel", "seat D: boatman spy")

#: What a proven picture says that must be the same in all languages.
FACTS: dict[str, Callable[[Any], object]] = {
    "blitz": lambda picture: (picture.scenario, picture.window, picture.cell),
    "heroes": lambda picture: (
        [(claim.question, claim.answer) for claim in picture.scene.claims],
        picture.scene.state and picture.scene.state.seats,
    ),
    "thread-race": lambda picture: (picture.scene, picture.stages, picture.deck),
}
#: The fewest and the most pages of a book, and the fewest pictures.
SIZES = {"blitz": (18, 24, 20), "heroes": (24, 28, 30), "thread-race": (16, 20, 20)}
BOOKS = [
    (game, path.name.split(".")[1])
    for game in FACTS
    for path in sorted((REPOSITORY / "card_data" / game).glob("rulebook.*.md"))
]


def proven(book: Book) -> list[Any]:
    """Return the pictures that an engine proves."""
    kinds = (PositionPicture, SeatsPicture, TurnPicture)
    return [panel.picture for panel in panels_of(book) if isinstance(panel.picture, kinds)]


def fence(head: str, *lines: str, options: str = "caption: C") -> str:
    """Return a book with one block, whose body begins on line 6."""
    return "\n".join(["# A", "", "## B", "", f"```{head}", *lines, "---", options, "```", ""])


def fault_of(game: str, text: str, lang: str = "en") -> str:
    with pytest.raises(DataError) as caught:
        read_book(game, text, lang)
    (fault,) = caught.value.faults
    return str(fault)


# ---------------------------------------------------------------- all of them


@pytest.mark.parametrize("game", FACTS)
def test_all_books_of_a_game_have_the_same_chapters_tables_and_pictures(game: str) -> None:
    books = [book_of(game, lang) for lang in shipped(game).rulebooks]
    shapes = [
        [
            (type(block).__name__, getattr(block, "level", None), len(getattr(block, "rows", ())))
            for block in all_blocks(book.blocks)
            if game != "heroes" or not isinstance(block, Figure)
        ]
        for book in books
    ]
    facts = [[FACTS[game](picture) for picture in proven(book)] for book in books]
    assert len(facts[0]) > 3
    assert all(shape == shapes[0] for shape in shapes)
    assert all(fact == facts[0] for fact in facts)


WRONG_CLAIMS = read_cases(HERE / "rulebook_faults.txt", " || ")


@pytest.mark.parametrize(("game", "lang"), sorted({case[:2] for case in WRONG_CLAIMS}))
def test_each_wrong_claim_is_a_fault_at_its_place(game: str, lang: str) -> None:
    text, places = shipped(game).rulebooks[lang].text, []
    for right, wrong, column, reason in (case[2:] for case in WRONG_CLAIMS if case[:2] == (game, lang)):
        line = text[: text.index(right + "\n")].count("\n") + 1
        places.append((line, f"card_data/{game}/rulebook.{lang}.md:{line}:{column}: {reason}"))
        text = text.replace(right + "\n", wrong + "\n", 1)
    with pytest.raises(DataError) as caught:
        read_book(game, text, lang)
    for fault, (_, place) in zip(caught.value.faults, sorted(places), strict=True):
        assert str(fault).startswith(place)


@for_cases(("game", "block", "place", "reason"), read_cases(HERE / "rulebook_blocks.txt", " || "))
def test_a_block_that_cannot_be_read_is_a_fault_at_its_place(game: str, block: str, place: str, reason: str) -> None:
    text = block.replace("FOUR", " / ".join(FOUR)).replace(" / ", "\n")
    fault = fault_of(game, f"# A\n\n## B\n\n```{text}\n```\n")
    assert fault.startswith(f"card_data/{game}/rulebook.en.md:{place}")
    assert reason in fault


@pytest.mark.parametrize(
    ("game", "lang"), [pytest.param(*book, marks=[pytest.mark.full] * (book[1] == "en")) for book in BOOKS]
)
def test_a_book_is_a_booklet_that_ends_with_the_quick_reference(game: str, lang: str) -> None:
    book, sources, (fewest, most, pictures) = book_of(game, lang), sources_of(game, lang), SIZES[game]
    pages = layout_rulebook(book, sources, theme=theme_of(shipped(game), lang))
    assert fewest <= len(pages.scenes) <= most
    assert (pages.bookmarks[-1].title, pages.bookmarks[-1].page) == (LAST_CHAPTER[lang], len(pages.scenes) - 1)
    text = runs_in(pages.scenes[2].items)
    size = max({run.size for run in text}, key=lambda size: sum(len(run.text) for run in text if run.size == size))
    assert size * 72 / 25.4 == pytest.approx(9.5, abs=0.05)
    page = rulebook_html(book, sources)
    assert page.count("<svg") >= pictures
    assert f'lang="{lang}' in page
    assert all(panel.alt for panel in panels_of(book))
    titles = [plain(block.words) for block in book.blocks if isinstance(block, Heading)]
    assert game != "heroes" or len(titles) == len(set(titles))


# ---------------------------------------------------------------- blitz


def test_the_positions_of_blitz_show_every_kind_of_claim() -> None:
    questions = [question for picture in proven(book_of("blitz", "en")) for question in picture.scenario.questions]
    words = {word for question in questions for word in question.text.split()[:2] if not re.search(r"\d", word)}
    assert words >= {"attack", "deploy", "move", "lay", "supplied", "hits", "lost", "winner", "most", "pass"}
    answers = {question.answer for question in questions}
    assert answers >= {
        *["legal", "destroyed", "fails", "yes", "no", "B13", "B14", "B15", "B16", "B17", "B18", "B21", "B22"]
    }


def test_a_card_or_a_column_that_is_not_there_is_a_fault_of_a_position() -> None:
    text = shipped("blitz").rulebooks["en"].text.replace("-3  us:command-post", "-3  us:general", 1)
    assert "there is no further card us:general" in fault_of("blitz", text)
    rows = [f"{y} . . . ." for y in range(3, -4, -1)]
    text = fence("position standard", "players us wm", "map", *rows, options="columns: [2, 4]")
    assert "the board has no columns" in fault_of("blitz", text)


def test_arrows_of_blitz_are_dashed_where_an_attack_fails() -> None:
    def drawn(text: str) -> list[object]:
        pictures = proven(book_of("blitz", "en"))
        picture = next(one for one in pictures if any(text in asked.text for asked in one.scenario.questions))
        return [item for _, item in walk(picture.draw(60, sources_of("blitz", "en")).items)]

    joint, failed = drawn("attack 1,1 by 1,0 2,1"), drawn("attack 1,1 by 0,0")
    assert "2+2 > 3" in {item.text for item in joint if isinstance(item, GlyphRun)}
    assert not any(isinstance(item, Shape) and item.dash for item in joint)  # both arrows are solid
    assert any(isinstance(item, Shape) and item.dash for item in failed)


def test_keywords_of_blitz_are_the_texts_of_the_cards() -> None:
    for lang in shipped("blitz").rulebooks:
        lines = prose(book_of("blitz", lang)).split("\n")
        cards = [card.fields for card in shipped("blitz").decks["us"].cards if card.fields.get("text")]
        assert len(cards) == 8
        for fields in cards:
            text = re.sub(r"\{\w+\}\s*|\*\*", "", str(fields["text"][lang]))
            assert any(str(fields["names"][lang]) in line and line.endswith(text) for line in lines)


def test_an_edition_has_its_rulebook_and_those_without_an_edition_that_fall_back_to_it() -> None:
    game = shipped("blitz")
    books = {lang: list(in_edition(game, lang).rulebooks) for lang in game.file.editions}
    assert books == {"zh-Hant": ["zh-Hant", "zh-Hans"], "en": ["en"]}


def test_the_simplified_book_has_no_traditional_characters() -> None:
    traditional, simplified = prose(book_of("blitz", "zh-Hant")), prose(book_of("blitz", "zh-Hans"))
    assert re.findall(r"\d+", traditional) == re.findall(r"\d+", simplified)
    assert set("們個對擊隊資設補給車戰場進「") <= set(traditional)
    assert not set("們個對擊隊資設補給車戰場進「") & set(simplified)
    assert "“" not in traditional
    headings = [block for block in book_of("blitz", "zh-Hans").blocks if isinstance(block, Heading)]
    assert plain(headings[0].words) == "一分钟看懂"


# ---------------------------------------------------------------- heroes


def described(*lines: str, lang: str = "en", options: str = "caption: C") -> str:
    (panel,) = panels_of(read_book("heroes", fence("seats standard", *lines, options=options), lang))
    return panel.alt


def test_the_tables_of_heroes_show_all_modes_and_the_rules_that_need_seats() -> None:
    scenes = [picture.scene for picture in proven(book_of("heroes", "en"))]
    assert {scene.state.mode for scene in scenes if scene.state} == {"identity", "nation", "realm"}
    words = {claim.question.split()[0] for scene in scenes for claim in scene.claims}
    wanted = "distances reaches between sieges lines execution explosion winner seal limit discards can due hp camp"
    assert words >= {*wanted.split()}


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
def test_claims_of_heroes_are_in_the_text_alternative(lines: tuple[str, ...], fact: str) -> None:
    assert fact in described(*lines)


def test_identities_that_lie_face_down_are_not_in_the_picture() -> None:
    assert "rebel" not in described(*FOUR)
    assert "背面朝上" in described(*FOUR, lang="zh")
    assert "B Scout, rebel, 1/3" in described(*FOUR, options="open: true\ncaption: C")
    assert "A not shown" in described("mode nation", "seat A: rider+scout hidden", "seat B: hunter+drummer")


def seats(*lines: str) -> SeatsPicture:
    (picture,) = proven(read_book("heroes", fence("seats standard", *lines)))
    assert isinstance(picture, SeatsPicture)
    return picture


def test_what_is_out_of_reach_or_dead_is_dashed() -> None:
    def dashes(*lines: str) -> int:
        items = walk(seats(*lines).draw(60, sources_of("heroes", "en")).items)
        return sum(isinstance(item, Shape) and bool(item.dash) for _, item in items)

    assert dashes(*FOUR, "ask distances B = 1 2 1", "ask reaches B = C A") == dashes(*FOUR) + 1
    assert dashes(*FOUR, "dies B") == dashes(*FOUR) + 1


def test_seats_do_not_overlap_and_the_next_player_is_on_the_right() -> None:
    for players in range(2, 11):
        picture = seats(*(f"seat {'ABCDEFGHIJ'[n]}: hunter {'rebel' if n else 'lord'}" for n in range(players)))
        ring = Ring(picture.scene, RingLook())
        wide, high = ring.size
        middles = [ring.middle(number) for number in ring.numbers]
        for first, (x, y) in enumerate(middles):
            assert wide / 2 <= x <= ring.width - wide / 2
            assert high / 2 <= y <= ring.height - high / 2
            assert all(abs(x - a) >= wide or abs(y - b) >= high for a, b in middles[first + 1 :])
        assert middles[0][1] == max(y for _, y in middles)
        assert players == 2 or middles[1][0] > middles[0][0]


def test_the_table_in_the_docs_is_one() -> None:
    page = (REPOSITORY / "docs" / "rulebooks.md").read_text("utf-8")
    example = re.search(r"^    ```seats standard\n.*?^    ```\n", page, re.DOTALL | re.MULTILINE)
    assert example is not None
    (panel,) = panels_of(read_book("heroes", "# A\n\n## B\n\n" + dedent(example[0])))
    assert "in reach of A: B C D" in panel.alt
    assert all(f"`{name}" in page for name in HEROES_CLAIMS)


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_types_and_timings_of_heroes_are_those_of_the_engine(lang: str) -> None:
    tables = [block for block in book_of("heroes", lang).blocks if isinstance(block, Table)]
    rows = {tuple(map(plain, row)) for table in tables for row in table.rows}
    assert {names[lang] for names in SKILL_TYPES.values()} <= {row[0] for row in rows}
    lists = [[names[lang] for names in timings.values()] for timings in (SKILL_TIMINGS, CARD_TIMINGS, DAMAGE_TIMINGS)]
    for row in range(len(CARD_TIMINGS)):
        assert (str(row + 1), *(names[row] if row < len(names) else "" for names in lists)) in rows
    assert ("7", "1", "2", "3", "3", "2", "1", "", "", "") in rows  # distances in a ring of seven


# ---------------------------------------------------------------- thread race


def test_the_turns_of_thread_race_show_every_rule_in_which_the_rulesets_differ() -> None:
    scenes = [picture.scene for picture in proven(book_of("thread-race", "en"))]
    assert {scene.rules for scene in scenes} == set(shipped("thread-race").rulesets.values())
    assert any(scene.resolved.skipped for scene in scenes)
    assert any(scene.turn == 1 for scene in scenes)
    words = {claim.question.split()[0] for scene in scenes for claim in scene.claims}
    assert words >= {"acts", "skipped", "field", "rebirth", "winner", "window", "next", "play", "away", "pass"}
    # The same field has other acts in the brief rules.
    twice = [scene for scene in scenes if scene.before[0].cards[0].id == "ebb"][:2]
    assert twice[0].before[0].slots == twice[1].before[0].slots
    assert [len(scene.resolved.acts) for scene in twice] == [1, 2]


@for_cases(
    ("lines", "ruleset"),
    [
        (("headwind | - | -", "deck A: flow", "ask core A = legal", "ask lists 11 1 = 12623055048283680000"), "full"),
        (("headwind | - | -", "ask core A = T26", "ask deck A = none", "ask next A 1 1 = T25"), "brief"),
        (("- | spark down | headwind", "deck A: flow", "flip A2", "ask field A = flow | spark | headwind"), "full"),
        (("ebb down | burn down | -", "player B preempt: clamp down | flow down | -", "ask openings = 4 3"), "full"),
    ],
)
def test_further_claims_of_thread_race_are_proved(lines: tuple[str, ...], ruleset: str) -> None:
    text = fence(f"turn {ruleset}", f"player A overclock: {lines[0]}", *lines[1:])
    (picture,) = proven(read_book("thread-race", text))
    assert picture.scene.claims


def test_skipped_stages_are_dashed_and_acts_are_numbered() -> None:
    clash = next(one for one in proven(book_of("thread-race", "en")) if one.scene.resolved.skipped == (5, 3))
    items = [item for _, item in walk(clash.draw(60, sources_of("thread-race", "en")).items)]
    assert sum(isinstance(item, Shape) and bool(item.dash) for item in items) == 3  # two stages and an empty slot
    three = next(one for one in proven(book_of("thread-race", "zh")) if len(one.scene.resolved.acts) == 3)
    items = [item for _, item in walk(three.draw(60, sources_of("thread-race", "zh")).items)]
    assert {"1", "2", "3", "焚牌"} <= {item.text for item in items if isinstance(item, GlyphRun)}


# ---------------------------------------------------------------- numbers of the data

#: Game -> changes of its data, changes of the book that follow from them, what the book says then, and the faults of
#: the book without its changes.
CHANGED_DATA: dict[str, tuple[str, str, str, str]] = {
    "blitz": (
        """
        rules/standard.yaml | limit: 8 | limit: 6
        rules/standard.yaml | rounds: 20 | rounds: 70
        cards.csv | depot,5, | depot,4,
        cards.csv | Heavy tank,6,5,3 | Heavy tank,9,5,3
        """,
        "",
        "The hand limit is 6 cards: if you have 6 | after round 70 | Resources 9\n | Depot 1 Ring 4 | "
        "Heavy tank Vehicle 9 5 3 Gun 2",
        "",
    ),
    "heroes": (
        """
        rules/standard.yaml |   rebel_reward: 3 |   rebel_reward: 4
        rules/standard.yaml |   hand_limit: hp |   hand_limit: max-hp
        heroes.yaml | Your distance to [[\\|all]] others is 1 less. | All others are near you.
        """,
        """
        hand_limit: hp | hand_limit: max-hp
        ask hand A = 4 | ask hand A = 5
        limit A = 3 | limit A = 5
        discards A = 3 | discards A = 1
        """,
        "whoever kills a rebel draws 4 | Gallop (Locked) All others are near you.",
        "hand_limit.*max-hp.*the answer is 5",  # A draws one card more for the rebel
    ),
    "thread-race": (
        """
        cores.yaml | uses: 2 | uses: 7
        rules/full.yaml | most_players: 4 | most_players: 3
        """,
        "full.most_players: 4 | full.most_players: 3",
        "Overclock 5 7 Move the top card of your deck to the bottom. | How many players? 2 to 3.",
        r"full\.most_players",
    ),
}


@pytest.mark.parametrize("name", CHANGED_DATA)
def test_numbers_and_texts_are_those_of_the_data(tmp_path: Path, name: str) -> None:
    changes, book_changes, says, faults = CHANGED_DATA[name]
    disk = copy_of(name, tmp_path)
    for file, old, new in read_cases(dedent(changes)):
        disk.change(f"card_data/{name}/{file}", old.replace("\\|", "|"), new)
    game = disk.load()
    own = sources_after(name, game)
    text = game.rulebooks["en"].text
    if faults:
        with pytest.raises(DataError) as caught:
            read_book(name, text, sources=own)
        assert re.search(faults, " ".join(map(str, caught.value.faults)))
    for old, new in read_cases(dedent(book_changes)):
        text = text.replace(old, new)
    words = prose(read_book(name, text, sources=own))
    assert all(part in words for part in says.split(" | "))
    if name == "blitz":
        disk.change("card_data/blitz/rules/standard.yaml", "equal: draw ", "equal: units ")
        other = disk.load()
        with pytest.raises(DataError, match=r"standard\.equal"):  # the text says that it is a draw
            read_book(name, other.rulebooks["en"].text, sources=sources_after(name, other))


def sources_after(name: str, game: Any) -> Sources:
    """Return the sources of a changed game, with the cards of before, which take long to lay out."""
    laid = sources_of(name, "en")
    return replace(book_sources(game, {}), face=laid.face, back=laid.back, deck_faces=laid.deck_faces)
