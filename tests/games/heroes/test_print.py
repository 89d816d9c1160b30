"""What is printed: marks that the hero card hides, one back for each pile, other sizes, terms, aids, blank forms."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from cardgen.base.records import replace
from cardgen.building.check import check_game
from cardgen.building.plan import layout_game
from cardgen.cards.layout.cards import LaidCard, layout_deck
from cardgen.data.glossary.uses import find_uses
from cardgen.data.languages.editions import editions_of
from cardgen.formats.svg import to_svg
from cardgen.games.heroes.vocabulary import CARD_TIMINGS, DAMAGE_TIMINGS, FACTIONS, IDENTITIES, SKILL_TIMINGS
from cardgen.products.boards.target import BOARDS
from cardgen.products.rulebook import book_sources
from cardgen.products.sheet_targets import SHEETS
from cardgen.products.tuckboxes.target import TUCKBOXES
from cardgen.rulebook.book import Entries, plain
from cardgen.rulebook.parsing import parse_rulebook
from cardgen.scene.items import Scene
from tests.cases import read_yaml
from tests.games.shipped import copy_of, laid_out, shipped
from tests.games_on_disk import REPOSITORY
from tests.runs import runs_in

Laid = Mapping[str, tuple[LaidCard, ...]]
TEMPLATES = REPOSITORY / "templates" / "heroes"
ART = REPOSITORY / "card_data" / "heroes" / "art"
GAME = "card_data/heroes/game.yaml"
#: The decks whose cards lie in one pile, or are dealt from one.
PILES = (("heroes", "blank-heroes"), ("identities", "blank-identities"), ("cards", "seal", "blank-cards"), ("health",))
MARK, LINE = "#e05a3a", "1.2,0.9"


# ---------------------------------------------------------------- health cards


def moved_paths(element: ET.Element, down: float = 0) -> Iterator[tuple[ET.Element, float]]:
    """Yield all paths of an SVG file, and how far their groups move them down."""
    for child in element:
        if child.tag.endswith("}path"):
            yield child, down
        else:
            move = re.match(r"translate\(\S+ (\S+)\)", child.attrib.get("transform", ""))
            yield from moved_paths(child, down + (float(move[1]) if move else 0))


def heights(face: Scene, name: str, value: str) -> list[tuple[float, float]]:
    """Return the upper and lower ends of the paths with this attribute, from the top of the card."""
    ends = []
    for path, down in moved_paths(ET.fromstring(to_svg(face))):
        if path.attrib.get(name) == value:
            ys = [float(y) for y in re.findall(r"-?[\d.]+[ ,](-?[\d.]+)", path.attrib["d"])]
            ends.append((down + min(ys), down + max(ys)))
    return sorted(ends)


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_hero_card_hides_exactly_the_lost_marks(lang: str) -> None:
    """Its upper edge lies on the line below the marks that are left, and it is as large as the health card."""
    hero = laid_out("heroes", lang)["heroes"][0].face.scene
    healths = {card.card.fields["max_hp"]: card.face.scene for card in laid_out("heroes", lang)["health"]}
    assert sorted(healths) == [1, 2, 3, 4, 5, 6, 7]
    for max_hp, face in healths.items():
        assert (face.width, face.height) == (hero.width, hero.height)
        pitch = 15 if max_hp <= 5 else 11
        marks, lines = heights(face, "fill", MARK), heights(face, "stroke-dasharray", LINE)
        assert len(marks) == len(lines) == max_hp
        for (top, bottom), (line, end) in zip(marks, lines, strict=True):
            assert 0 < top < bottom < line == end < face.height
        for left in range(1, max_hp):
            assert marks[left][0] - marks[left - 1][0] == pytest.approx(pitch, abs=1e-3)
            assert lines[left][0] - lines[left - 1][0] == pytest.approx(pitch, abs=1e-3)
            edge = lines[left - 1][0]
            assert [bottom < edge for _, bottom in marks] == [True] * left + [False] * (max_hp - left)
            assert all(edge < top and bottom < edge + hero.height for top, bottom in marks[left:])


# ---------------------------------------------------------------- one pile, one back


def drawing(side: Scene) -> str:
    """Return the SVG file of a side without its title, which names the card, and without the ids made of it."""
    text = to_svg(side)
    (prefix,) = set(re.findall(r'id="(\w+)-title"', text))
    return re.sub("<title .*?</title>", "", text.replace(prefix, "id"))


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_all_cards_of_a_pile_have_one_back_to_the_byte(lang: str) -> None:
    backs = [
        {drawing(card.back.scene) for deck in pile for card in laid_out("heroes", lang)[deck] if card.back is not None}
        for pile in PILES
    ]
    assert [len(pile) for pile in backs] == [1, 1, 1, 1]
    assert len(set.union(*backs)) == 4


# ---------------------------------------------------------------- sizes


def test_no_text_overflows() -> None:
    game = shipped("heroes")
    for lang, edition in editions_of(game).items():
        assert set(laid_out("heroes", lang)) == set(game.decks)
        assert check_game(edition, laid_out("heroes", lang), pages=()).findings == ()


# The narrowest in one language; the largest is left to `make full`, all others to `make soak`.
@pytest.mark.parametrize(
    ("size", "trim", "lang"),
    [
        ("slim", (57, 90), "en"),
        pytest.param("large", (80, 112), "zh", marks=pytest.mark.full),
        pytest.param("poker", (63.5, 88.9), "zh", marks=pytest.mark.soak),
        pytest.param("slim", (57, 90), "zh", marks=pytest.mark.soak),
        pytest.param("large", (80, 112), "en", marks=pytest.mark.soak),
        pytest.param("poker", (63.5, 88.9), "en", marks=pytest.mark.soak),
    ],
)
def test_no_text_overflows_at_any_other_size(tmp_path: Path, size: str, trim: tuple[float, float], lang: str) -> None:
    copy = copy_of("heroes", tmp_path)
    text = copy.read(GAME)
    assert text.count(" size: standard") == 4  # all but the player aids
    copy.write(GAME, text.replace(" size: standard", f" size: {size}"))
    edition = editions_of(copy.load())[lang]
    decks = layout_game(edition)
    blank = decks["blank-cards"][0].face.scene
    assert (blank.width, blank.height) == trim
    assert check_game(edition, decks, pages=()).findings == ()


@pytest.mark.parametrize("lang", ["zh", pytest.param("en", marks=pytest.mark.full)])
def test_a_text_that_is_too_long_is_reported_with_card_and_box(tmp_path: Path, lang: str) -> None:
    """In the language in which it does not fit."""
    copy = copy_of("heroes", tmp_path)
    old = {"zh": "可以摸一张牌。", "en": "you may draw 1."}[lang]
    copy.change("card_data/heroes/heroes.yaml", old, old * 60)
    findings = {}
    for language, edition in editions_of(copy.load()).items():
        deck = edition.decks["heroes"]
        deck = replace(deck, cards=tuple(card for card in deck.cards if card.id in ("herder", "rider")))
        findings[language] = check_game(edition, {"heroes": layout_deck(edition, deck)}, pages=()).findings
    (overflow,) = [finding for finding in findings[lang] if finding.code == "CG101"]
    assert "card 'herder': rules: " in str(overflow.message)
    assert all(finding.code != "CG101" for language in findings if language != lang for finding in findings[language])


# ---------------------------------------------------------------- terms, aids


def test_every_term_on_cards_and_aids_shows_its_number() -> None:
    game = shipped("heroes")
    assert game.glossary is not None
    assert [term.number for term in game.glossary.terms.values()] == list(range(1, 113))
    uses = find_uses(game)
    assert uses.unknown == ()
    users = {card.deck for cards in uses.cards.values() for card in cards}
    assert {"heroes", "identities", "cards", "seal"} <= users
    marked = re.findall(
        r"<term>([^<]*)</term>(?:<no>\{glossary\.([\w-]+)\.number\}</no>)?", (TEMPLATES / "aid.yaml").read_text("utf-8")
    )
    assert len(marked) > 10
    for words, term in marked:
        lang = "en" if words.isascii() else "zh"
        assert game.glossary.index(lang).term_of(words) == term


def test_numbers_on_the_cards_are_those_of_the_terms() -> None:
    for lang, expected in (("zh", ["3", "10", "26", "88", "9"]), ("en", ["10", "3", "26", "88", "9"])):
        face = next(card.face for card in laid_out("heroes", lang)["heroes"] if card.card.id == "physician")
        runs = runs_in(face.scene.items)
        assert [run.text.strip("\u2060") for run in runs if run.colour == "#8a5a4c"] == expected


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_booklet_of_terms_has_all_of_them_and_an_index(lang: str) -> None:
    game = shipped("heroes")
    edition = editions_of(game)[lang]
    book = edition.books["glossary"][lang]
    parsed = parse_rulebook(book.text, book.shown, lang, book_sources(edition, laid_out("heroes", lang)))
    terms, index = (block for block in parsed.blocks if isinstance(block, Entries))
    assert [plain(entry.label) for entry in terms.entries] == [str(number) for number in range(1, 113)]
    assert terms.columns == 2
    for entry in terms.entries:
        assert plain(entry.text).endswith("。" if lang == "zh" else ".")
    assert {entry.pointer for entry in index.entries} == {entry.anchor for entry in terms.entries}
    assert len(index.entries) == 112


def test_the_aid_lists_all_timings_and_all_identities_of_the_rules() -> None:
    aid: dict[str, Any] = read_yaml((TEMPLATES / "aid.yaml").read_text("utf-8"))
    timings = aid["back"]["boxes"]["timings"]["boxes"]
    lists = {"card": CARD_TIMINGS, "skill": SKILL_TIMINGS, "damage": DAMAGE_TIMINGS}
    for name, words in lists.items():
        for lines in timings[name]["text"].values():
            numbers = [int(line.split()[0]) for line in lines.splitlines()]
            assert numbers == list(range(1, len(words) + 1))
    rules = read_yaml((REPOSITORY / "card_data" / "heroes" / "rules" / "standard.yaml").read_text("utf-8"))
    for rows in aid["face"]["boxes"]["modes"]["boxes"]["table"]["rows"].values():
        assert [int(row[0]) for row in rows[1:]] == [entry["players"] for entry in rules["identities"]]
        for index, row in enumerate(rows[1:]):
            assert row[1:] == [f"{{standard.identities.{index}.{identity}}}" for identity in IDENTITIES]


# ---------------------------------------------------------------- pictures, blank forms, papers


def test_each_hero_and_kind_of_card_has_a_picture_of_its_own() -> None:
    game = shipped("heroes")
    files = [str(card.fields["art"]) for card in game.decks["heroes"].cards]
    files += sorted({f"art/card-{card.fields['kind']}.svg" for card in game.decks["cards"].cards})
    pictures = {(ART.parent / file).read_bytes() for file in files}
    assert len(pictures) == len(files) == 20 + 19


def test_factions_differ_by_more_than_colour() -> None:
    """By the pattern of the frame and by the shape of the badge."""
    boxes = read_yaml((TEMPLATES / "hero.yaml").read_text("utf-8"))["face"]["boxes"]
    assert len({boxes[f"weave-{faction}"]["file"] for faction in FACTIONS}) == len(FACTIONS)
    shapes = [boxes[f"shape-{faction}"] for faction in FACTIONS]
    assert len({(shape["kind"], shape.get("sides")) for shape in shapes}) == len(FACTIONS)


def test_blank_forms_are_there_for_each_faction_and_category() -> None:
    game = shipped("heroes")
    assert {card.fields["faction"] for card in game.decks["blank-heroes"].cards} == set(FACTIONS)
    categories = {card.fields["category"]: card.fields["back"] for card in game.decks["blank-cards"].cards}
    assert categories == dict.fromkeys(("basic", "trick", "equipment", "plot"), "game")


def test_everything_on_paper_is_made_for_a4_and_letter() -> None:
    game = shipped("heroes")
    papers = {target.papers for target in SHEETS.of(game.file).values()}
    papers |= {target.papers for target in BOARDS.of(game.file).values()}
    papers |= {target.papers for target in TUCKBOXES.of(game.file).values()}
    assert papers == {("a4", "letter")}
    assert {deck for target in SHEETS.of(game.file).values() for deck in target.decks} == set(game.decks)
    assert len(BOARDS.of(game.file)) == 2
    assert {target.deck for target in TUCKBOXES.of(game.file).values()} == {pile[0] for pile in PILES}
