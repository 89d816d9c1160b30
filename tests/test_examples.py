"""The games in examples/ have no findings and are built, and docs/cookbook.md describes them."""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from textwrap import dedent
from typing import Any, cast

import pypdfium2
import pytest

from cardgen.base.errors import DataError
from cardgen.base.words.messages import render
from cardgen.building.build import build_game
from cardgen.building.check import check_game, merge_reports
from cardgen.building.editions import Edition, check_editions, layout_editions, plan_editions
from cardgen.building.plan import layout_targets
from cardgen.data.load import load_game
from cardgen.data.model import Game
from cardgen.data.project import Project, chosen_game
from cardgen.data.rules.running import check_card_rules
from cardgen.products.files import OutputFile
from cardgen.products.options import Options
from cardgen.products.rulebook import book_pictures, laid_books
from cardgen.scene.items import IDENTITY, walk
from cardgen.scene.items import Path as Shape
from cardgen.starters.starting import starter_files
from tests.games_on_disk import REPOSITORY
from tests.runs import texts_in
from tests.scripts import anchors_in, docs_script

EXAMPLES = REPOSITORY / "examples"
DOCS = REPOSITORY / "docs"
PAGE = (DOCS / "cookbook.md").read_text(encoding="utf-8")


@dataclass(frozen=True, slots=True)
class Expected:
    """The numbers of cards and of distinct faces, and the pages of each sheet, for each edition."""

    copies: int
    cards: int
    pages: dict[str, int]
    section: str


EXPECTED = {
    "poker": Expected(
        54,
        54,
        {"cards-a4.pdf": 12, "cards-letter.pdf": 12, "cards-a4-bleed.pdf": 14, "cards-letter-bleed.pdf": 18},
        "Poker deck",
    ),
    "story": Expected(13, 13, {"tales-a4.pdf": 8, "tales-letter.pdf": 8}, "Story cards"),
    "tiles": Expected(
        24,
        24,
        {"tiles-a4.pdf": 2, "tiles-letter.pdf": 2, "tiles-a4-plotter.pdf": 4, "tiles-letter-plotter.pdf": 4},
        "Landscape tiles",
    ),
    "tokens": Expected(
        63,
        9,
        {"tokens-a4.pdf": 2, "tokens-letter.pdf": 2, "tokens-a4-plotter.pdf": 2, "tokens-letter-plotter.pdf": 2},
        "Round tokens",
    ),
    "hero": Expected(12, 12, {"heroes-a4.pdf": 4, "heroes-letter.pdf": 4}, "Hero cards"),
    "blitz": Expected(
        161,
        77,
        {"us-a4.pdf": 10, "uk-letter.pdf": 10, "ss-a4.pdf": 10, "wm-letter.pdf": 10, "front-a4.pdf": 2},
        "Four armies",
    ),
    "tale": Expected(12, 12, {"heroes-a4.pdf": 4, "heroes-letter.pdf": 4}, "Heroes with a glossary"),
    "mail": Expected(18, 18, {"letters-a4.pdf": 4, "letters-letter.pdf": 2}, "A sea of hexes"),
    "market": Expected(
        40,
        13,
        {"market-a4.pdf": 8, "market-letter.pdf": 8, "start-a4.pdf": 10, "start-letter.pdf": 10},
        "A deck-builder",
    ),
    "sheet": Expected(0, 0, {"garden-a4.pdf": 1, "garden-letter.pdf": 1}, "A score sheet"),
}


@cache
def load(name: str) -> Game:
    return load_game(EXAMPLES / name / "card_data" / name, EXAMPLES / name / "templates", REPOSITORY)


@cache
def laid_out(name: str) -> tuple[Edition, ...]:
    return tuple(layout_editions(load(name), Options()))


@pytest.fixture(scope="module", params=EXPECTED)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@cache
def planned(name: str) -> dict[str, OutputFile]:
    """Return the files that are made of an example."""
    return {file.path: file for file in plan_editions(laid_out(name))}


def folders(name: str) -> list[str]:
    return [f"{lang}/" for lang in load(name).file.editions or ()] or [""]


def test_every_example_has_its_expectations() -> None:
    assert sorted(path.name for path in EXAMPLES.iterdir() if (path / "card_data").is_dir()) == sorted(EXPECTED)
    assert "output/\n" in (EXAMPLES / ".gitignore").read_text(encoding="utf-8")


# ---------------------------------------------------------------- the games


def test_an_example_is_a_project_of_its_own_that_anybody_may_take(name: str) -> None:
    assert chosen_game(EXAMPLES / name) == name
    file = load(name).file
    assert (file.author, file.licence.name) == ("cardgen", "CC0-1.0")


def test_it_has_no_findings(name: str) -> None:
    editions = laid_out(name)
    report = merge_reports({edition.lang: check_game(edition.game, edition.laid) for edition in editions})
    assert [str(finding) for finding in report.findings] == []
    assert report.cards == EXPECTED[name].copies
    check_editions(editions)


def test_no_file_lies_about_unused(name: str) -> None:
    game = load(name)
    used = set[Path]()
    for edition in laid_out(name):  # which opens the pictures of cards
        layout_targets(edition.game)
        used |= {edition.game.reader.locate(picture).resolve() for picture in book_pictures(edition.game)}
    used |= set(game.digests)
    templates = [template.files for template in [*game.pages.values(), *(d.template for d in game.decks.values())]]
    used |= {path.resolve() for files in templates for path in files}
    files = {path.resolve() for part in ("card_data", "templates") for path in (EXAMPLES / name / part).rglob("*.*")}
    books = {EXAMPLES / name / "card_data" / name / file for file in game.file.rulebooks.values()}
    assert sorted(files - used - {path.resolve() for path in books}) == []


def test_every_face_and_every_sheet_with_all_its_pages_is_made(name: str) -> None:
    cards = [f"{deck.id}-{card.id}" for deck in load(name).decks.values() for card in deck.cards]
    assert len(cards) == EXPECTED[name].cards
    for folder in folders(name):
        assert {f"{folder}cards/{kind}/{card}.{kind}" for card in cards for kind in ("png", "svg")} <= set(
            planned(name)
        )
        made = {sheet: planned(name)[f"{folder}sheets/{sheet}"].facts["pages"] for sheet in EXPECTED[name].pages}
        assert made == EXPECTED[name].pages


@pytest.mark.soak
def test_all_files_are_built(name: str, tmp_path: Path) -> None:
    """The pictures as coarse as they can be, which is quick."""
    options = Options(dpi=36, languages=load(name).file.editions or ())
    built = build_game(Project(EXAMPLES / name, bundled=False), name, tmp_path, options)
    assert set(built.states) == set(planned(name))
    for folder in folders(name):
        for sheet, pages in EXPECTED[name].pages.items():
            with pypdfium2.PdfDocument(built.folder / f"{folder}sheets/{sheet}") as document:
                assert len(document) == pages, f"{folder}{sheet}"


def test_the_poker_deck_is_what_its_starter_writes() -> None:
    written = starter_files("poker", "poker", ["en", "zh"])
    whole = EXAMPLES / "poker"
    files = {path.relative_to(whole).as_posix(): path for path in whole.rglob("*") if path.is_file()}
    assert {path for path in files if not path.startswith("output/")} == written.keys()
    for path, content in written.items():
        own, starter = files[path].read_text(encoding="utf-8").splitlines(), content.decode().splitlines()
        is_game = path == "card_data/poker/game.yaml"
        if is_game:
            own.remove("author: cardgen")
        changed = [line.split(":")[0] for line, before in zip(own, starter, strict=True) if line != before]
        # What everybody fills in: the title in Chinese, whose game it is, and under which licence.
        assert changed == (["titles", "licence"] if is_game else []), path


# ---------------------------------------------------------------- blitz

_ARMIES = ("us", "uk", "ss", "wm")


def test_every_army_has_the_same_deck_and_a_back_of_its_own() -> None:
    game = load("blitz")
    for army in _ARMIES:
        kinds: dict[str, int] = {}
        for card in game.decks[army].cards:
            kinds[card.fields["kind"]] = kinds.get(card.fields["kind"], 0) + card.copies
            assert card.id.endswith(f"-{army}")
        assert kinds == {"unit": 24, "resource": 10, "facility": 3, "skill": 2}
    assert game.decks["front"].count == 5
    (edition, *_) = laid_out("blitz")
    laid = edition.laid
    backs = {deck: {id(card.back.scene) for card in laid[deck] if card.back} for deck in (*_ARMIES, "front")}
    assert [len(of_deck) for of_deck in backs.values()] == [1] * 5
    assert len(set.union(*backs.values())) == 5


def test_every_map_of_blitz_shows_what_the_table_says() -> None:
    game = load("blitz")
    ranges = game.rulesets["ranges"]
    kinds: list[str] = []
    for card in laid_out("blitz")[0].laid["us"]:
        cells = {
            str(item.fill): [command[1:3] for command in cast(Any, item.commands) if command[0] == "M"]
            for matrix, item in walk(card.face.scene.items)
            if isinstance(item, Shape) and matrix == IDENTITY and item.fill in ("#b3262e", "#2f7a41", "#2b5fa5")
        }
        name, kind = card.card.fields["range"], card.card.fields["kind"]
        if name is None:
            assert not cells
            continue
        kinds.append(kind)
        ((x, y),) = cells.pop("#2b5fa5")
        ((colour, corners),) = cells.items()
        assert colour == {"unit": "#b3262e", "resource": "#2f7a41"}[kind]
        pitch = min((26.8 + 0.25) / 9, (20.8 + 0.25) / 7)
        shown = {(round((left - x) / pitch), round((y - top) / pitch)) for left, top in corners}
        assert shown == {tuple(offset) for offset in ranges[name]["cells"]}
    assert (kinds.count("unit"), kinds.count("resource")) == (12, 3)


def test_the_rulebook_of_story_has_its_theme_its_loops_and_its_references() -> None:
    for lang, title, reference in (("en", "The Sea of Reeds", "Places, page 4"), ("zh", "芦苇荡", "地点（第4页）")):
        (edition,) = layout_editions(load("story"), Options(languages=(lang,)))
        pages = [*laid_books(edition.game, edition.laid, edition.options)]
        texts = ["".join(texts_in(page.items)) for page in pages]
        assert reference in texts[3]
        assert texts[3].count(title) == 3  # on its card, below it, and in the list
        assert {page.items[0].fill for page in pages[1:-1]} == {"#fbf6ea"}  # type: ignore[union-attr]
        assert not any("Notes" in text for text in texts)


@pytest.mark.parametrize(
    ("file", "old", "new", "fault"),
    [
        # The five slips that a spreadsheet hides: a kind, a number, a deck of 38, a range, a name twice.
        ("cards.csv", "rifles,2,unit", "rifles,2,unti", ":4:10: kind: 'unti' is none of the values"),
        ("cards.csv", "Machine gun,3", "Machine gun,-3", ":6:41: attack: -3 given, expected at least 0"),
        ("cards.csv", "emergency,1", "emergency,0", ":3:4: us：共有38張，應為39張"),
        ("cards.csv", "2,2,1,cross", "2,2,1,cro", ":4:42: range: 'cro' is none of the values"),
        ("cards.csv", "突擊班", "步槍班", ":5:21: names.zh-Hant: '步槍班' is given twice"),
        ("cards.csv", "1,2,1,cross", "1,2,x,cross", ":7:40: level: 'x' given, expected a whole number"),
        ("cards.csv", "railhead,2", "railhead,0", ":14:47: 卡牌 'heavy-tank-us'：本套牌沒有級別達到3的資源"),
        ("cards.csv", ",,enemy,art", ",,hold,art", ":19:30: 卡牌 'mine-us'：ability 是 'hold'"),
        ("armies.csv", "us,us,allied", "us,usa,allied", "game.yaml:29:5: no card is selected"),
    ],
)
def test_a_slip_in_a_table_of_blitz_is_refused_at_its_cell(
    tmp_path: Path, file: str, old: str, new: str, fault: str
) -> None:
    shutil.copytree(EXAMPLES / "blitz", tmp_path / "blitz", ignore=shutil.ignore_patterns("output"))
    path = tmp_path / "blitz/card_data/blitz" / file
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")
    try:
        game = load_game(tmp_path / "blitz/card_data/blitz", tmp_path / "blitz/templates", tmp_path)
        findings = sorted(check_card_rules(game), key=lambda finding: finding.place)
        reported = "\n".join(f"{finding.place}: {render(finding.message, 'zh-Hant')}" for finding in findings)
    except DataError as error:
        reported = str(error.faults[0])
    assert fault in reported


# ---------------------------------------------------------------- the cookbook


@cache
def pictures() -> Any:
    module = docs_script("cookbook_pictures")

    def laid_out_before(game: Game, options: Options) -> list[Edition]:
        name = next(name for name in EXPECTED if load(name) is game)
        return [edition for edition in laid_out(name) if edition.lang in (options.languages or [edition.lang])]

    module.load_game = lambda folder, _: load(folder.name)
    module.layout_editions = laid_out_before
    return module


def section_of(name: str) -> str:
    section = re.search(rf"^## {EXPECTED[name].section}\n(.*?)(?=^## |\Z)", PAGE, re.DOTALL | re.MULTILINE)
    assert section is not None, f"no section about {name}"
    return section[1]


def test_the_cookbook_has_a_section_with_a_picture(name: str) -> None:
    section = section_of(name)
    assert f"](pictures/cookbook/{name}.svg)" in section
    assert f"cd examples/{name} && cardgen build" in section
    assert re.search(rf"^\| \[{name}\]\(#", PAGE, re.MULTILINE)


def test_the_picture_is_what_the_example_looks_like(name: str) -> None:
    from cardgen.formats.svg import to_svg

    drawn = to_svg(pictures().PICTURES[name]())
    assert drawn == (DOCS / f"pictures/cookbook/{name}.svg").read_text(encoding="utf-8")


def test_there_are_no_other_pictures() -> None:
    assert sorted(path.stem for path in (DOCS / "pictures" / "cookbook").iterdir()) == sorted(EXPECTED)


def test_what_the_cookbook_quotes_is_in_the_example(name: str) -> None:
    files = [*(EXAMPLES / name).rglob("*.yaml"), *(EXAMPLES / name).rglob("*.csv")]
    texts = [path.read_text(encoding="utf-8") for path in files if "output" not in path.parts]
    quoted = re.findall(r"^```(?:yaml|csv)\n(.*?)^```", section_of(name), re.DOTALL | re.MULTILINE)
    assert quoted
    for lines in "\n".join(map(dedent, quoted)).splitlines():
        assert any(lines.strip() in text for text in texts), lines


def test_links_of_the_cookbook_lead_to_headings() -> None:
    for file, anchor in re.findall(r"\]\(([\w./]*)#([\w-]+)\)", PAGE):
        assert anchor in anchors_in(DOCS / file if file else DOCS / "cookbook.md"), f"{file}#{anchor}"
