"""Files that are too large to read, in small and with lowered limits: each is reported with its place."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cardgen.base.errors import MOST_FAULTS, DataError, Fault, Place
from cardgen.building import reporting
from cardgen.building.editions import check_editions, layout_editions
from cardgen.cli.app import main
from cardgen.data import load, marked, reading, references, yaml_reading
from cardgen.data.load import load_game
from cardgen.data.places import Outline, ValuePlaces
from cardgen.data.rows import tables, workbooks
from cardgen.products.options import Options
from cardgen.rulebook import pages
from tests.attack.bombs import Bomb
from tests.attack.bombs_data import RECIPES

CARDS = "card_data/bomb/cards"


def written(folder: Path, bomb: Bomb) -> Path:
    """The folder with the bomb's files in it."""
    for name, content in bomb.files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    (folder / "templates").mkdir(exist_ok=True)
    return folder


def faults(folder: Path, name: str, size: int) -> list[str]:
    """What is wrong with a bomb of about `size` bytes."""
    root = written(folder, RECIPES[name].project(name, size))
    with pytest.raises(DataError) as caught:
        check_editions(layout_editions(load_game(root / "card_data/bomb", root / "templates", root), Options()))
    return list(map(str, caught.value.faults))


@pytest.fixture
def lower(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limits low enough to be reached by small files."""
    for module in (marked, yaml_reading, tables):
        monkeypatch.setattr(module, "MOST_CHARACTERS", 2_000)
    for module in (tables, workbooks):
        monkeypatch.setattr(module, "MOST_ROWS", 100)
        monkeypatch.setattr(module, "MOST_CELLS", 250)
    monkeypatch.setattr(workbooks, "MOST_MARKS", 2_000)
    monkeypatch.setattr(references, "MOST_CARDS", 20)
    monkeypatch.setattr(load, "MOST_IN_RULEBOOK", 1_000)
    monkeypatch.setattr(pages, "MOST_STRIPS", 40)
    for name in ("cardgen.data.rows.decks.MOST_VALUES", "cardgen.data.languages.overlays.MOST_VALUES"):
        monkeypatch.setattr(name, 100)
    monkeypatch.setattr(reading.parse_yaml, "__defaults__", (200,))
    monkeypatch.setattr(reading.Reader.read_yaml, "__defaults__", (200,))


VALUES = "more than 100 values in a file (split the file)"
PLAIN_VALUES = "more than 200 values in a file (split the file)"
LONG = "the text is too long: 3,000 characters (at most 2,000)"
BOOK = "characters (at most 1,000: make two books of it, or leave parts out)"
WORKBOOK = "the workbook has more than about 250 cells (remove everything but the table, or save it as CSV)"
TABLE = "more than 250 cells in a table (split the table)"
LINES = "the rulebook has more than 40 lines and rows (make it shorter)"
NESTED = "lists and quotes are nested too deep (expected fewer than 20 levels)"
FAR = "there are cells far below the table (at most 100 rows; delete what is below the table)"
NUMBER = "the text is too long: 3,001 characters (at most 2,000)"
QUOTE = 'a quote is not closed, or text follows it (put the whole cell in quotes, and write "" for a quote in it)'
RULES = "card_data/bomb/rules.md"


@pytest.mark.usefixtures("lower")
@pytest.mark.parametrize(
    ("name", "size", "expected"),
    [
        ("yaml-list", 2_000, f"{CARDS}.yaml:100:3: {VALUES}"),
        ("yaml-flow-list", 2_000, f"{CARDS}.yaml:1:205: {VALUES}"),
        ("yaml-flow-maps", 2_000, f"{CARDS}.yaml:1:303: {VALUES}"),
        ("yaml-cards-full", 3_000, f"{CARDS}.yaml:26:19: {VALUES}"),
        ("yaml-cards", 1_150, "card_data/bomb/game.yaml:6:1: the game has 23 cards (at most 20)"),
        ("yaml-unknown-keys", 2_000, f"{CARDS}.yaml:2:776: {VALUES}"),
        ("yaml-long-text", 3_000, f"{CARDS}.yaml:2:26: {LONG}"),
        ("yaml-quotes", 6_000, f"{CARDS}.yaml:2:26: {LONG}"),
        ("yaml-escapes", 6_000, f"{CARDS}.yaml:2:26: {LONG}"),
        ("yaml-digits", 3_000, f"{CARDS}.yaml:1:8: {LONG}"),
        ("yaml-broken-late", 2_000, f"{CARDS}.yaml:100:3: {VALUES}"),
        ("game-long-title", 3_000, f"card_data/bomb/game.yaml:1:14: {LONG}"),
        ("game-wrong-most", 3_000, f"card_data/bomb/game.yaml:180:7: {PLAIN_VALUES}"),
        ("template-boxes", 9_000, f"templates/card.yaml:68:28: {PLAIN_VALUES}"),
        ("template-placeholders", 3_000, f"templates/card.yaml:4:50: {LONG}"),
        ("template-braces", 3_000, f"templates/card.yaml:4:50: {LONG}"),
        ("template-long-number", 3_000, f"templates/card.yaml:3:27: {NUMBER}"),
        ("csv-rows", 3_000, f"{CARDS}.csv:84:1: {TABLE}"),
        ("csv-rows", 500, "card_data/bomb/game.yaml:6:1: the game has 38 cards (at most 20)"),
        ("csv-quotes", 6_000, f"{CARDS}.csv:2:3: {LONG}"),
        ("csv-open-quote", 6_000, f"{CARDS}.csv:2:3: {QUOTE}"),
        ("tsv-rows", 3_000, f"{CARDS}.tsv:84:1: {TABLE}"),
        ("xlsx-cells", 60_000, f"{CARDS}.xlsx: {WORKBOOK}"),
        ("xlsx-empty-rows", 60_000, f"{CARDS}.xlsx: {WORKBOOK}"),
        ("xlsx-shared-strings", 60_000, f"{CARDS}.xlsx: {WORKBOOK}"),
        ("xlsx-wide-row", 6_000, f"{CARDS}.xlsx:Cards!A2: {TABLE}"),
        ("xlsx-far-row", 0, f"{CARDS}.xlsx:Cards!A102: {FAR}"),
        ("book-long", 3_000, f"{RULES}:65:1: the rulebook has 2,984 {BOOK}"),
        ("book-backticks", 3_000, f"{RULES}:3:993: the rulebook has 3,008 {BOOK}"),
        ("book-headings", 900, f"{RULES}:83:1: {LINES}"),
        ("book-table-rows", 900, f"{RULES}:44:1: {LINES}"),
        ("book-quotes", 900, f"{RULES}:3:1: {NESTED}"),
        ("book-lists", 900, f"{RULES}:3:1: {NESTED}"),
        ("book-nested-lists", 900, f"{RULES}:12:1: {NESTED}"),
    ],
)
def test_too_large_files_are_reported_with_their_place(tmp_path: Path, name: str, size: int, expected: str) -> None:
    assert faults(tmp_path, name, size) == [expected]


def test_reading_stops_at_so_many_faults() -> None:
    with pytest.raises(DataError) as caught:
        reading.parse_yaml("k: 1\n" * 3 * MOST_FAULTS, "a.yaml")
    assert len(caught.value.faults) == MOST_FAULTS


@pytest.mark.parametrize(
    ("name", "size", "first"),
    [
        ("yaml-wrong-cards", 60_000, f"{CARDS}.yaml:2:18: name: 7 given, expected text (put it in quotes)"),
        ("yaml-unknown-keys", 30_000, f"{CARDS}.yaml:2:29: unknown key 'k0' (expected one of: copies, id, name, rule)"),
        ("yaml-duplicate-ids", 40_000, f"{CARDS}.yaml:3:8: duplicate id 'a' (first at {CARDS}.yaml:2:8)"),
        ("yaml-aliases", 20_000, f"{CARDS}.yaml:2:3: anchors and aliases are not supported"),
        ("csv-wrong-ids", 20_000, f"{CARDS}.csv:2:1: id: '?0' given, expected at most 64 letters and digits"),
        ("csv-wide-rows", 20_000, f"{CARDS}.csv:2:8: the row has 4 cells under 3 headings"),
    ],
)
def test_the_first_hundred_faults_are_printed_and_the_rest_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, size: int, first: str
) -> None:
    root = written(tmp_path, RECIPES[name].project(name, size))
    with pytest.raises(SystemExit) as ended:
        main(["build", "bomb", "--project", str(root), "--out", str(root / "out")])
    lines = capsys.readouterr().err.splitlines()
    assert ended.value.code == 2
    assert lines[0].removeprefix(f"{root}/").replace(f"{root}/", "").startswith(first)
    assert (len(lines), lines[-1]) == (101, "and at least 900 more faults: reading stops at 1,000")
    assert not (root / "out").exists()


def test_findings_are_counted_exactly_and_json_says_how_many_are_left_out() -> None:
    many_faults = [Fault(Place("a.yaml", line, 1), "wrong") for line in range(1, 103)]
    assert list(reporting.format_lines(many_faults))[99:] == ["a.yaml:100:1: wrong", "and 2 more faults"]
    assert list(reporting.format_lines(many_faults[:100])) == list(map(str, many_faults[:100]))
    many = many_faults * 10
    assert len(list(reporting.format_annotations(many))) == 1001
    assert (
        list(reporting.format_annotations(many))[-1]
        == "::error title=more::and at least 20 more faults: reading stops at 1,000"
    )
    data = reporting.problems_to_data([], many)
    assert (len(data["faults"]), data["more"]) == (1000, {"findings": 0, "faults": 20})
    assert "more" not in reporting.problems_to_data([], many_faults)
    assert json.dumps(data)


# ---------------------------------------------------------------- places


def test_places_are_found_by_path_in_small_and_large_collections() -> None:
    text = "a: [1, {b: 2}]\nlong:\n" + "".join(f"- {{n: {n}}}\n" for n in range(100))
    marked = reading.parse_yaml(text, "a.yaml")
    assert str(marked.place("a", 1, "b")) == "a.yaml:1:12"
    assert str(marked.key_place("a", 1, "b")) == "a.yaml:1:9"
    assert [str(marked.part("long", n).place("n")) for n in (0, 99)] == ["a.yaml:3:7", "a.yaml:102:7"]
    assert str(marked.part("long", 5).alone().key_place("n")) == "a.yaml:8:4"
    assert str(marked.place("long", 5, "none")) == "a.yaml:8:3"
    assert dict(marked.places)[("long", 99)] == marked.place("long", 99)
    assert len(marked.places) == 206
    assert len(marked.keys) == 103
    assert marked.places.get(("long", "n")) is None
    assert ValuePlaces(Outline("a.yaml")).get(()) is None


def test_lines_are_counted_whatever_ends_them_and_empty_ones_are_passed_over() -> None:
    text = '\n \t\r\nid,name,,,\n,,,,\na,"x\r\n\ny"\r\r\nb , "z" ,,\n'
    table = tables.parse_csv(text, "a.csv", lambda _, cell: cell)
    assert table.value == [{"id": "a", "name": "x\r\n\ny"}, {"id": "b", "name": "z"}]
    assert [str(table.place(row, "name")) for row in (0, 1)] == ["a.csv:5:3", "a.csv:9:4"]
    assert str(table.key_place(1, "name")) == "a.csv:3:4"


# ---------------------------------------------------------------- measures


@pytest.mark.parametrize(("page", "right"), [("[60, 61]", True), ("[59, 210]", False), ("[148, 30]", False)])
def test_a_rulebook_page_has_room_for_a_column(tmp_path: Path, page: str, right: bool) -> None:
    files = dict(RECIPES["book-long"].project("page", 100).files)
    game = files["card_data/bomb/game.yaml"].replace(b"papers: [a4]", f"papers: [a4], page: {page}".encode())
    root = written(tmp_path, Bomb("page", {**files, "card_data/bomb/game.yaml": game}))
    if right:
        load_game(root / "card_data/bomb", root / "templates", root)
        return
    with pytest.raises(
        DataError,
        match=r"^card_data/bomb/game.yaml:7:34: rulebook pages of .* mm are too small \(expected at least 60 × 61 mm",
    ):
        load_game(root / "card_data/bomb", root / "templates", root)


def test_a_game_of_a_rulebook_alone_is_checked(tmp_path: Path) -> None:
    root = written(tmp_path, RECIPES["book-long"].project("book", 100))
    with pytest.raises(SystemExit) as ended:
        main(["check", "bomb", "--project", str(root)])
    assert ended.value.code == 0


def test_equal_headings_are_numbered_as_before() -> None:
    from cardgen.rulebook.book import Text
    from cardgen.rulebook.parsing import anchor_of

    taken: dict[str, int] = {}
    words = ["A", "A 2", "A", "A", "A 2", "A"]
    assert [anchor_of((Text(word, "en"),), taken) for word in words] == ["a", "a-2", "a-3", "a-4", "a-2-2", "a-5"]
