"""Editions that save ink: what becomes of grounds, figures, marks, text and pictures, and how it is reported."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from cardgen.base.errors import Finding
from cardgen.base.records import replace
from cardgen.building.build import build_game
from cardgen.building.plan import layout_game
from cardgen.cli.builds import build_and_print
from cardgen.data.load import load_game
from cardgen.data.project import Project
from cardgen.formats.coverage import measure_coverage
from cardgen.products.options import Options
from cardgen.scene.colour import contrast, lab
from cardgen.scene.items import GlyphRun, Gradient, Group, Image, Item, Scene, Stop, ellipse, rectangle, walk
from cardgen.scene.items import Path as Shape
from cardgen.scene.low_ink import Ink, full_ink, save_all, save_ink
from tests.cases import for_cases
from tests.games_on_disk import GameOnDisk, tiny_game_in

ROOT = Path(__file__).parents[2]


def saved(*items: Item, ink: str = "low") -> list[Any]:
    scene = Scene(60.0, 80.0, items, 3.0, "card")
    return [item for _, item in walk(save_ink(scene, ink).items)]


GROUND = Shape(rectangle(-3, -3, 66, 86), fill="#141925")
WHITE_TEXT = GlyphRun("A", "regular", 4.0, 10.0, 20.0, (3.0,), "#ffffff")


def test_white_on_dark_becomes_black_on_white() -> None:
    symbol = Shape(ellipse(30, 40, 2), fill="#ffffff")
    faint = Shape((("M", 0.0, 50.0), ("L", 60.0, 50.0)), stroke="#232c3f", stroke_width=0.4)
    ground, text, mark, line = saved(GROUND, WHITE_TEXT, symbol, faint)
    assert ground.fill == "#ffffff"
    assert text.colour == "#000000"
    assert lab(mark.fill)[0] < 15
    assert 1.05 < contrast(line.stroke, "#ffffff") < 1.6  # decoration stays as faint as it was


def test_a_figure_gets_a_tint_and_an_outline_and_a_small_mark_keeps_its_colour() -> None:
    figure = Shape(rectangle(10, 30, 20, 20), fill="#c0392b")
    bar = Shape(rectangle(4, 4, 1.3, 9), fill="#c0392b")
    _, tinted, kept = saved(GROUND, figure, bar)
    assert lab(tinted.fill)[0] > 88
    assert tinted.stroke == "#c0392b"
    assert kept.fill == "#c0392b"


def test_text_on_what_stays_dark_stays_light() -> None:
    plate = Group((Shape(rectangle(5, 10, 30, 20), fill="#10131a"),), ink="keep")
    *_, text = saved(GROUND, plate, WHITE_TEXT)
    assert text.colour == "#ffffff"


@pytest.mark.parametrize(("ink", "count"), [("low", 1), ("grey", 1), ("black", 0)])
def test_an_outline_is_left_out_if_letters_would_not_stand_out_from_it(ink: Ink, count: int) -> None:
    outline = Shape(rectangle(10, 17, 0.5, 3), fill="#e9b44c", stroke="#e9b44c", stroke_width=0.4)
    text = Group((outline, WHITE_TEXT), around="#e9b44c")
    _, group = save_ink(Scene(60.0, 80.0, (GROUND, text), 3.0, "card"), ink).items
    assert isinstance(group, Group)
    assert [item.colour for item in group.items if isinstance(item, GlyphRun)] == ["#000000"]
    outlines = [item for item in group.items if isinstance(item, Shape)]
    assert len(outlines) == count
    assert [item.fill for item in outlines] == [group.around] * count
    assert not group.around or contrast("#000000", group.around) >= 4.5


def test_pictures_become_faint_and_with_black_alone_frames() -> None:
    picture = Image(ROOT / "none.png", "0", (0.0, 0.0, 60.0, 40.0), (600, 400))
    scene = Scene(60.0, 80.0, (picture,), 3.0, "card")
    (faint,) = save_ink(scene, "low").items
    assert isinstance(faint, Group)
    assert faint.opacity < 0.25
    (frame,) = save_ink(scene, "black").items
    assert isinstance(frame, Shape)
    assert frame.stroke == "#000000"


def test_the_frame_of_a_picture_that_is_cut_to_a_shape_is_that_shape() -> None:
    picture = Image(ROOT / "none.png", "0", (0.0, 0.0, 60.0, 40.0), (600, 400))
    cropped = Group((picture,), clip=Shape(rectangle(0, 10, 60, 20)))
    for whole in (cropped, Group((cropped,), clip=Shape(ellipse(30, 20, 10)))):
        (group,) = save_ink(Scene(60.0, 80.0, (whole,), 3.0, "card"), "black").items
        assert isinstance(group, Group)
        (frame,) = group.items
        assert isinstance(frame, Shape)
        assert whole.clip is not None
        assert group.clip == whole.clip
        assert frame.commands == whole.clip.commands
        assert frame.stroke_width == 0.6  # the half of it that is inside is seen
        assert (frame.stroke, frame.fill) == ("#000000", "#ffffff")


@for_cases(("wish", "count"), [("keep", 1), ("white", 1), ("tint", 1), ("outline", 1), ("hide", 0)])
def test_a_box_says_what_happens_to_it(wish: str, count: int) -> None:
    figure = Shape(rectangle(10, 30, 20, 20), fill="#c0392b")
    items = saved(Group((figure,), ink=wish))  # type: ignore[arg-type]
    assert len(items) == count
    if items:
        (item,) = items
        assert (item.fill == "#c0392b") == (wish == "keep")
        assert (item.fill == "#ffffff") == (wish in ("white", "outline"))


def test_saving_twice_changes_nothing() -> None:
    scene = Scene(60.0, 80.0, (GROUND, WHITE_TEXT), 3.0, "card")
    once = save_ink(scene, "low")
    assert save_ink(once, "low") is once is save_ink(scene, "low")
    assert full_ink(once) is scene


def test_block_killer_needs_a_fifth_of_the_ink_and_has_no_finding(tmp_path: Path) -> None:
    built = build_game(Project(ROOT), "block-killer", tmp_path, Options(only=("cards-a4",), ink="low"))
    assert list(built.states) == ["sheets/cards-a4-low-ink.pdf"]
    assert built.files["sheets/cards-a4-low-ink.pdf"]["pages"] == 46
    full, made = built.outcome.coverage
    assert made <= 0.2 * full  # the sheets of 46 pages: 50 % of the paper, and 7 %
    assert built.outcome.count == 0


@pytest.mark.full
@pytest.mark.parametrize("ink", ["grey", "black"])
def test_other_inks_need_as_little(ink: Ink) -> None:
    decks = layout_game(load_game(ROOT / "card_data" / "block-killer", ROOT / "templates", ROOT))
    sides: Counter[Scene] = Counter()
    for card in (card for cards in decks.values() for card in cards):
        sides.update({side.scene: card.card.copies for _, side in card.sides})
    full, made = (measure_coverage(scenes) for scenes in ([*sides], save_all(sides, ink)))
    totals = [sum(share * count for share, count in zip(means, sides.values(), strict=True)) for means in (full, made)]
    assert totals[1] <= 0.2 * totals[0]


def test_a_line_counts_as_wide_as_it_is() -> None:
    line = Shape((("M", 0.0, 40.0), ("L", 60.0, 40.0)), stroke="#000000", stroke_width=0.3)
    (share,) = measure_coverage([Scene(60.0, 80.0, (line,), 3.0, "card")])
    assert share == pytest.approx(0.3 / 80, rel=0.2)


def test_a_gleam_is_not_seen_in_black() -> None:
    block = Shape(rectangle(10, 30, 20, 20), fill="#8ce6ff")
    gleam = Shape(rectangle(11, 31, 18, 1), fill="#ffffff", opacity=0.28)
    assert saved(GROUND, block, gleam, ink="black")[-1].fill == "#ffffff"


def test_black_has_no_tints() -> None:
    stops = (Stop(0, "#ffe28a"), Stop(1, "#b07a16"))
    items = (
        Shape(rectangle(10, 30, 4, 4), fill="#b3202f", opacity=0.5),
        Shape(rectangle(20, 30, 4, 4), fill=Gradient(stops, (20, 30), (24, 34))),
        Group((Shape(rectangle(30, 30, 4, 4), fill="#b3202f"), replace(WHITE_TEXT, colour="#333333")), opacity=0.6),
        Group((Image(Path("a.png"), "0" * 64, (10, 50, 30, 20), (600, 400)),), opacity=0.4, ink="tint"),
    )
    made = saved(*items, ink="black")
    assert {item.opacity for item in made if isinstance(item, Shape | Group)} == {1.0}
    shapes = [item for item in made if isinstance(item, Shape)]
    assert [shape.fill for shape in shapes] == ["#000000"] * 3 + ["#ffffff"]
    assert shapes[-1].stroke == "#000000"


def test_black_leaves_out_what_is_more_than_half_transparent() -> None:
    block = Shape(rectangle(10, 30, 4, 4), fill="#111111")
    veil = Group((Shape(rectangle(9, 29, 6, 6), fill="#ffffff"), WHITE_TEXT), opacity=0.1)
    shade = Shape(rectangle(10, 40, 20, 1), fill="#000000", opacity=0.28)  # below a tile, say
    black, text = [item for item in saved(block, veil, shade, ink="black") if not isinstance(item, Group)]
    assert black.fill == "#000000"
    assert text.invisible


@for_cases(("ink", "colour"), [("low", "#ffd166"), ("grey", "#d7d7d7"), ("black", "#ffffff")])
def test_text_on_what_stays_dark_is_in_the_ink_that_there_is(ink: str, colour: str) -> None:
    plate = Group((Shape(rectangle(5, 10, 30, 20), fill="#10131a"),), ink="keep")
    assert saved(GROUND, plate, replace(WHITE_TEXT, colour="#ffd166"), ink=ink)[-1].colour == colour


def test_lines_through_text_have_its_colour() -> None:
    line = Group((Shape(rectangle(10, 19, 3, 0.3), fill="#8a1c1c"),), of_text=True)
    assert saved(line)[-1].fill == "#000000"
    assert saved(Group((line,), ink="keep"))[-1].fill == "#8a1c1c"


@pytest.fixture
def coloured(tmp_path: Path) -> GameOnDisk:
    """A game with two cards that differ in the colour of a disc alone."""
    game = tiny_game_in(tmp_path)
    game.change("card_data/tiny/game.yaml", "fields: {name: text}", "fields: {name: text, house: colour}")
    rows = "".join(f"  - {{id: c{i}, name: N, house: '{c}'}}\n" for i, c in enumerate(("#c83232", "#3c6e3c")))
    game.write("card_data/tiny/cards.yaml", f"cards:\n{rows}")
    disc = '    disc: {kind: ellipse, box: [20, 40, 20, 20], fill: "{house}"}\n    name: {'
    game.change("templates/tiny.yaml", "    name: {", disc)
    return game


def findings(folder: Path, ink: str) -> list[Finding]:
    built = build_game(Project(folder), "tiny", folder / "out", Options(ink=ink))
    return [finding for finding in built.others if finding.code == "CG122"]


def test_colours_that_greys_do_not_tell_apart_are_found(coloured: GameOnDisk, tmp_path: Path) -> None:
    assert not findings(tmp_path, "low")
    (finding,) = findings(tmp_path, "black")
    assert finding.card == "c1"
    coloured.change("templates/tiny.yaml", 'fill: "{house}"', 'fill: "{house}", ink: keep')
    assert not findings(tmp_path, "black")


def test_the_ink_of_a_target_is_checked(coloured: GameOnDisk) -> None:
    def codes() -> list[str]:
        return [f"{finding.code}: {finding.message}" for finding in coloured.check().findings if finding.card == "c1"]

    before = codes()
    coloured.change(
        "card_data/tiny/game.yaml", "targets:\n", "targets:\n  sheets:\n    pale: {decks: [main], papers: [a4]}\n"
    )
    assert codes() == before
    coloured.change("card_data/tiny/game.yaml", "papers: [a4]}", "papers: [a4], ink: black}")
    (new,) = {*codes()} - {*before}
    assert new.startswith("CG122: ")
    assert new.endswith("(on sheets with ink: black)")


@pytest.mark.usefixtures("coloured")
def test_the_files_are_beside_the_full_ones(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    build_and_print(tmp_path, "tiny", tmp_path / "out", Options(), quiet=True)
    build_and_print(tmp_path, "tiny", tmp_path / "out", Options(ink="low"), as_json=True)
    answer = json.loads(capsys.readouterr().out)
    assert answer["coverage"]["made"] < answer["coverage"]["full"]
    assert answer["removed"] == []
    build_and_print(tmp_path, "tiny", tmp_path / "out", Options(), quiet=True)
    names = {path.name for path in (tmp_path / "out").rglob("*.svg")}
    assert {"main-c0.svg", "main-c0-low-ink.svg"} <= names
