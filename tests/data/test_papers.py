"""Papers and card sizes by name, and papers of other sizes."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import jsonschema
import pypdfium2
import pytest
from pydantic import TypeAdapter, ValidationError

from cardgen.base.errors import DataError
from cardgen.base.units import CARD_SIZES, PAPERS, POINTS_PER_MM, paper_name, paper_size
from cardgen.building.build import build_game
from cardgen.data.kinds import Papers
from cardgen.data.project import Project
from cardgen.data.schema import game_schema
from cardgen.products.options import Options
from tests.cases import for_cases
from tests.games_on_disk import GameOnDisk

GAME = "card_data/tiny/game.yaml"
SHEETS = "targets:\n  calibration: [a3]\n  sheets:\n    all-{{paper}}: {{decks: [main], papers: {papers}}}\n"


def build(game: GameOnDisk, out: Path, **options: Any) -> dict[str, tuple[float, float]]:
    """Build the game; return the size in mm of the first page of each PDF by its name."""
    built = build_game(Project(game.root, bundled=False), game.name, out, Options(**options))
    sizes = {}
    for path in (path for path in built.states if path.endswith(".pdf")):
        page = pypdfium2.PdfDocument(io.BytesIO((built.folder / path).read_bytes()))[0]
        width, height = page.get_size()
        sizes[Path(path).stem] = (round(width / POINTS_PER_MM, 1), round(height / POINTS_PER_MM, 1))
    return sizes


def test_sheets_are_made_for_every_paper(game: GameOnDisk, tmp_path: Path) -> None:
    papers = [*(name for name in PAPERS if name != "a5"), "[320, 450]", "[215.9, 330.2]"]
    game.change(GAME, "targets:\n", SHEETS.format(papers=f"[{', '.join(papers)}]"))
    sizes = build(game, tmp_path / "out", only=("sheets",))
    assert {name: sorted(size) for name, size in sizes.items() if name.startswith("all-")} == {
        "all-a3": [297.0, 420.0],
        "all-a4": [210.0, 297.0],
        "all-letter": [215.9, 279.4],
        "all-legal": [215.9, 355.6],
        "all-tabloid": [279.4, 431.8],
        "all-320x450": [320.0, 450.0],
        "all-215.9x330.2": [215.9, 330.2],
    }
    assert sizes["calibration-a3"] == (297.0, 420.0)


def test_a_paper_of_an_own_size_is_chosen_by_its_name(game: GameOnDisk, tmp_path: Path) -> None:
    game.change(GAME, "targets:\n", SHEETS.format(papers="[a4, [320, 450]]"))
    assert [*build(game, tmp_path / "out", papers=("320x450",))] == ["all-320x450"]


def test_a_paper_that_no_target_names_is_a_fault(game: GameOnDisk, tmp_path: Path) -> None:
    game.change(GAME, "targets:\n", SHEETS.format(papers="[a4, [320, 450]]"))
    with pytest.raises(DataError) as raised:
        build(game, tmp_path / "out", papers=("letter",))
    (fault,) = raised.value.faults
    assert str(fault) == (
        "cardgen: no target is made for the paper 'letter' (expected a paper of a target in game.yaml: a4, 320x450, a3)"
    )


@pytest.mark.parametrize("value", [["a4", [320, 450]], ["a4", "320x450"], [[320.0, 450.0], "a4"]])
def test_a_paper_of_an_own_size_is_named_after_it(value: list[Any]) -> None:
    papers = TypeAdapter(Papers).validate_python(value)
    assert sorted(papers) == ["320x450", "a4"]
    assert paper_size("320x450") == (320.0, 450.0)
    assert paper_name(215.9, 330.25) == "215.9x330.25"


@for_cases(
    ("papers", "expected", "hint"),
    [
        ([[320, 45]], "[320, 45] given, expected the size of a paper", "each side has 50 to 2000 mm"),
        ([[-320, 450]], "[-320, 450] given, expected the size of a paper", "each side has 50 to 2000 mm"),
        ([[320, 45000]], "[320, 45000] given, expected the size of a paper", "each side has 50 to 2000 mm"),
        (["9999x9999"], "'9999x9999' given, expected the size of a paper", "each side has 50 to 2000 mm"),
        ([[320]], "[320] given, expected a paper", "a3, a4, a5, letter, legal, tabloid, or its size in mm such as"),
        ([[320, "450"]], "[320, '450'] given, expected a paper", "a3, a4"),
        ([[True, 450]], "[true, 450] given, expected a paper", "a3, a4"),
        (["320 x 450"], "'320 x 450' given, expected a paper", "a3, a4"),
        (["tabliod"], "'tabliod' given, expected a paper", "did you mean 'tabloid'?"),
        ([320, 450], "[320, 450] given, expected a list of papers", "[[320, 450]] is the list of a paper of this size"),
        (["a4", [210, 297], "210x297"], "'210x297' is listed twice", ""),
    ],
)
def test_invalid_papers_are_faults(papers: list[Any], expected: str, hint: str) -> None:
    with pytest.raises(ValidationError) as raised:
        TypeAdapter(Papers).validate_python(papers)
    error = raised.value.errors()[0]
    assert str(error["ctx"]["error"]) == expected
    assert str(error["ctx"]["error"].hint).startswith(hint)


@pytest.mark.parametrize("name", CARD_SIZES)
def test_a_deck_may_have_a_standard_size(game: GameOnDisk, name: str) -> None:
    game.change(GAME, "sizes:\n  card: {width: 63, height: 88}\n", "")
    game.change(GAME, "size: card", f"size: {name}")
    game.write("templates/tiny.yaml", game.read("templates/tiny.yaml").replace("[5, 5, 53, 8]", "safe"))
    assert game.faults() == []
    size = game.load().decks["main"].size
    assert (size.width, size.height) == CARD_SIZES[name]
    assert (size.corner, size.bleed, size.safe) == (3.0, 3.0, 3.0)


def test_the_games_own_size_replaces_a_standard_one_of_the_same_name(game: GameOnDisk) -> None:
    game.change(GAME, "  card: {width", "  poker: {width")
    game.change(GAME, "size: card", "size: poker")
    assert game.load().decks["main"].size.width == 63


def test_the_hint_for_an_unknown_size_may_be_a_standard_size(game: GameOnDisk) -> None:
    game.change(GAME, "size: card", "size: pocker")
    (fault,) = game.faults()
    assert fault.endswith("there is no size 'pocker' (did you mean 'poker'?)")


def test_the_schema_knows_papers_and_sizes() -> None:
    schema = game_schema()
    papers = jsonschema.Draft202012Validator({**schema["$defs"]["SheetTarget"], "$defs": schema["$defs"]})
    valid: list[Any] = [*PAPERS, "320x450", [320, 450]]
    for paper in valid:
        assert papers.is_valid({"decks": ["main"], "papers": [paper]}), paper
    invalid: list[Any] = ["a9", 320, [320], [320, 45], "320"]
    for paper in invalid:
        assert not papers.is_valid({"decks": ["main"], "papers": [paper]}), paper
    assert {"enum": list(CARD_SIZES)} in schema["$defs"]["DeckEntry"]["else"]["properties"]["size"]["anyOf"]
