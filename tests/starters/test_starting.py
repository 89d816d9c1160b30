"""Starters: games that check clean, in one language and in two, under any name that a game can have."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from cardgen.base.errors import DataError
from cardgen.building.build import build_game
from cardgen.cards.layout.cards import layout_deck
from cardgen.data.project import Project
from cardgen.products.options import Options
from cardgen.scene.items import Group, Item, Placed
from cardgen.scene.items import Path as Shape
from cardgen.starters.starting import (
    STARTERS,
    check_game_name,
    check_starter,
    copied_files,
    known_starters,
    language_notes,
    starter_files,
    table_name,
)
from cardgen.starters.trial import try_files
from tests.cases import for_cases
from tests.starters.projects import begun_in

LANGUAGES = [("en",), ("zh", "en"), ("zh-Hant",), ("en", "zh-Hant")]
HAN = re.compile("[\u4e00-\u9fff]")


@pytest.mark.parametrize("languages", LANGUAGES, ids="-".join)
@pytest.mark.parametrize("starter", STARTERS)
def test_every_starter_checks_clean(starter: str, languages: tuple[str, ...]) -> None:
    report = try_files("a-game", starter_files(starter, "a-game", languages))
    assert report.findings == ()
    assert report.cards == {"blank": 10, "poker": 54, "card-game": 54}[starter]


# The two games that take longest to check are left to `make soak`.
@pytest.mark.parametrize(
    "name",
    [
        "block-killer",
        *(pytest.param(name, marks=pytest.mark.soak) for name in ("blitz", "blokus", "heroes", "thread-race")),
    ],
)
def test_a_bundled_game_under_another_name_is_the_same_game(name: str) -> None:
    files = copied_files(name, "my.own")
    report = try_files("my.own", files)
    assert report.findings == ()
    assert not any(path.startswith((f"templates/{name}/", f"card_data/{name}/")) for path in files)
    assert f"template: {name}/".encode() not in files["card_data/my.own/game.yaml"]


@pytest.mark.parametrize("starter", STARTERS)
def test_every_starter_builds(starter: str, tmp_path: Path) -> None:
    game = begun_in(tmp_path, starter)
    sheet = "market" if starter == "card-game" else "cards"
    built = build_game(Project(game.root, bundled=False), "mine", tmp_path / "out", Options(only=(f"{sheet}-a4.pdf",)))
    assert (tmp_path / f"out/mine/sheets/{sheet}-a4.pdf").read_bytes().startswith(b"%PDF")
    assert built.count("written") == 1


def test_the_poker_deck_is_whole(tmp_path: Path) -> None:
    decks = begun_in(tmp_path, "poker").load().decks
    suits = [[card.id for card in decks[suit].cards] for suit in ("spades", "hearts", "clubs", "diamonds")]
    assert suits == [["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]] * 4
    assert len(decks["jokers"].cards) == 2


@pytest.mark.parametrize("suit", ["spades", "hearts", "clubs", "diamonds"])
def test_pips_match_the_rank_and_court_cards_have_two_figures(suit: str, tmp_path: Path) -> None:
    game = begun_in(tmp_path, "poker").load()
    deck = game.decks[suit]
    for laid in layout_deck(game, deck):
        items = [*within(laid.face.scene.items)]
        pips = [item for item in items if isinstance(item, Shape) and item.fill == deck.template.colours["suit"]]
        figures = [item for item in items if isinstance(item, Placed) and item.scene.width == 400]
        rank = laid.card.id
        court = rank in ("J", "Q", "K")
        shown = {"A": 1, "J": 2, "Q": 2, "K": 2}.get(rank) or int(rank)
        assert len(pips) == shown + 2, rank  # two in the corners
        assert len(figures) == (2 if court else 0), rank


def within(items: Iterable[Item]) -> Iterator[Item]:
    """The items, and those in groups."""
    for item in items:
        yield item
        if isinstance(item, Group):
            yield from within(item.items)


@pytest.mark.parametrize("starter", STARTERS)
def test_a_game_in_english_has_no_chinese_in_it_and_one_in_two_languages_has_both(starter: str) -> None:
    english = b"".join(starter_files(starter, "x", ("en",)).values()).decode()
    assert not HAN.search(english)
    both = starter_files(starter, "x", ("zh", "en"))
    assert HAN.search(both["card_data/x/game.yaml"].decode())
    assert "deck of cards" in both["README.md"].decode()
    assert "一副" in both["README.md"].decode()
    for content in (english, b"".join(both.values()).decode()):
        assert "⟨" not in content
        assert "⟩" not in content


@pytest.mark.parametrize("starter", STARTERS)
@pytest.mark.parametrize("languages", [("zh-Hant",), ("zh-Hant", "en"), ("en", "zh-Hant")], ids="-".join)
def test_a_game_in_traditional_chinese_has_no_simplified_character(starter: str, languages: tuple[str, ...]) -> None:
    files = starter_files(starter, "x", languages)
    written = {path: content.decode() for path, content in files.items()}
    text = "".join(written.values())
    assert {character for character in HAN.findall(text) if not is_in_big5(character)} == set()
    assert not re.search("[与么体余听种游扑后里并据]", text)  # Big5 has these, too, with other meanings
    assert not re.search(r"\bzh\b(?!-Hant)", text)
    assert "一副" in written["README.md"]
    name = {"blank": "朝陽", "poker": "紅桃", "card-game": "說書人"}[starter]
    assert name in text


@pytest.mark.parametrize("starter", STARTERS)
@pytest.mark.parametrize("languages", [("fr-CA",), ("pl",), ("zh", "de")], ids="-".join)
def test_a_starter_without_texts_in_a_language_is_in_that_language(starter: str, languages: tuple[str, ...]) -> None:
    files = starter_files(starter, "x", languages)
    text = b"".join(files.values()).decode()
    assert not re.search(r"\.en\b|\ben: ", text)
    *_, own = languages
    assert f"languages: [{', '.join(languages)}]" in text
    title = {"blank": "Main deck", "poker": "Spades", "card-game": "Market cards"}[starter]
    assert f"{own}: {title}" in text
    assert {finding.code for finding in try_files("x", files).findings} == ({"CG205"} if own == "pl" else set())


def test_what_a_starter_lacks_in_a_language_is_noted() -> None:
    assert language_notes(()) == language_notes(("en",)) == language_notes(("zh-Hant", "en")) == []
    (german,) = language_notes(("zh", "de"))
    assert "no texts in 'de': those of its cards are in English" in german
    _, hebrew = language_notes(("he",))
    assert "add fonts to the game" in hebrew


def is_in_big5(character: str) -> bool:
    try:
        return bool(character.encode("big5"))
    except UnicodeEncodeError:
        return False


@pytest.mark.parametrize("name", ["true", "7", "Sea_of.stars-2", "方块"])
def test_a_game_may_have_the_name_of_a_starter(name: str) -> None:
    assert try_files(name, starter_files("blank", name, ("en",))).findings == ()


@for_cases(
    "name",
    ["", "two words", "方块！", "e\u0301", "con", "Aux.1", "a/b", "..", ".git", "-x", "x" * 41, "end.", "common"],
)
def test_names_that_are_no_file_names_on_every_system_are_rejected(name: str) -> None:
    with pytest.raises(DataError, match=r"cannot be (used as a name|called)"):
        check_game_name(name)


def test_an_unknown_starter_or_language_is_reported() -> None:
    with pytest.raises(DataError, match="did you mean 'poker'"):
        check_starter("pokr")
    with pytest.raises(DataError, match="cardgen has words in ar, de, en, es, fr, he, ja, zh-Hans, zh-Hant"):
        starter_files("blank", "x", ("xx",))
    for language in ("german", "DE"):
        with pytest.raises(DataError, match="did you mean 'de'"):
            starter_files("blank", "x", (language,))
    with pytest.raises(DataError, match=r"in Chinese and another \(begin with de, and add"):
        starter_files("blank", "x", ("de", "en"))
    with pytest.raises(DataError, match="a language is missing or repeated"):
        starter_files("blank", "x", ("en", "en"))
    assert known_starters()[:4] == ["blank", "poker", "card-game", "csv"]
    assert "block-killer" in known_starters()


def test_a_table_keeps_its_file_name_if_possible() -> None:
    assert table_name("herbs.csv") == "herbs.csv"
    assert table_name("my herbs.csv") == "cards.csv"
    assert table_name("牌.csv") == "牌.csv"
