"""Files for cutting machines, as targets ask for them: their names, their layers, and the pieces in SVG and DXF."""

from __future__ import annotations

import io
import math
import re
from collections import Counter
from itertools import product
from pathlib import Path

import pytest
from ezdxf.entities.lwpolyline import LWPolyline
from ezdxf.filemanagement import read as read_dxf

from cardgen.base.errors import DataError
from cardgen.building.plan import layout_game, plan_files, unmade_files
from cardgen.data.regmarks import RegistrationMarks
from cardgen.products.files import OutputFile, PagesFile
from cardgen.products.imposition.regmarks import clear_places
from cardgen.products.options import Options
from cardgen.scene.items import CREASE, CUT, IDENTITY, GlyphRun, walk
from tests.games_on_disk import GameOnDisk
from tests.pictures import Mark, pdf_marks, svg_marks
from tests.products.made import CARDS as CARDS_FILE
from tests.products.made import GAME, PIECES, game_with_pieces_in, made

TOKENS = "tokens-{paper}: {decks: [tokens], papers: [a4], layout: bleed, cut: spot}"
CARDS = "cards-{paper}: {decks: [main], papers: [a4]}"
BOX = "  tuckboxes:\n    box: {deck: main, papers: [a4], titles: {zh: 盒, en: Box}}\n  boards:\n"


@pytest.fixture
def game(tmp_path: Path) -> GameOnDisk:
    return game_with_pieces_in(tmp_path)


def planned(game: GameOnDisk, *only: str) -> dict[str, OutputFile]:
    loaded = game.load()
    files = plan_files(loaded, layout_game(loaded), Options(only=only))
    return {Path(file.path).name: file for file in files}


def polylines(dxf: bytes) -> list[LWPolyline]:
    document = read_dxf(io.StringIO(dxf.decode()))
    audit = document.audit()
    assert [*audit.errors, *audit.fixes] == []
    return [entity for entity in document.modelspace() if isinstance(entity, LWPolyline)]


def box_of(entity: LWPolyline, height: float) -> tuple[float, ...]:
    """Return left, top, right and bottom on the page of a polyline, whose arcs are within its corners."""
    xs, ys = zip(*((float(x), height - float(y)) for x, y in entity.get_points("xy")), strict=True)
    return tuple(round(value, 3) for value in (min(xs), min(ys), max(xs), max(ys)))


def layers_of(svg: bytes) -> list[str]:
    return re.findall(r'inkscape:groupmode="layer" inkscape:label="(\w+)"', svg.decode())


def same_pieces(svg: list[Mark], dxf: list[LWPolyline], height: float) -> bool:
    """Return True if both files have the same closed shapes at the same places."""
    one = Counter(tuple(round(value, 3) for value in mark.bounds) for mark in svg)
    other = Counter(box_of(entity, height) for entity in dxf)
    return one == other and all(entity.closed for entity in dxf)


def test_round_tokens_are_the_same_in_print_svg_and_dxf(game: GameOnDisk) -> None:
    game.change(GAME, TOKENS, TOKENS.replace("}", ", regmarks: true}").replace("{paper, regmarks: true}", "{paper}"))
    files = planned(game, "tokens*")
    assert set(files) == {"tokens-a4.pdf", "tokens-a4-cut.dxf", "tokens-a4-cut.svg"}
    svg, dxf = made(files["tokens-a4-cut.svg"]), polylines(made(files["tokens-a4-cut.dxf"]))
    assert layers_of(svg) == ["Cut", "Regmarks"]
    marks = svg_marks(svg.decode())
    cuts, black = [mark for mark in marks if mark.spot], [mark for mark in marks if not mark.spot]
    assert len(cuts) == len(dxf) == 30
    assert len(black) == 3
    quarter = math.tan(math.radians(22.5))
    assert all(abs(abs(bulge) - quarter) < 1e-6 for token in dxf for *_, bulge in token.get_points("xyb"))
    assert {entity.dxf.layer for entity in dxf} == {"CUT"}
    # Their bounds are exact, as each arc ends where the circle is widest.
    assert same_pieces(cuts, dxf, 297)
    assert not same_pieces(cuts[1:], dxf[:-1], 297)
    # The printed outlines and marks are at the same places.
    printed = pdf_marks(made(files["tokens-a4.pdf"]))
    (outlines,) = [mark for mark in printed if mark.spot == CUT]
    starts = [tuple(round(v, 2) for v in command[1:]) for command in outlines.commands if command[0] == "M"]
    assert starts == [tuple(round(v, 2) for v in mark.commands[0][1:]) for mark in cuts]
    shapes = [mark.bounds for mark in printed if mark.kind == "fill" and mark.paint == "#000000" and not mark.clips]
    for mark in black:
        assert any(mark.bounds == pytest.approx(shape, abs=0.01) for shape in shapes)


def test_cards_are_cut_by_a_machine_without_a_printed_line(game: GameOnDisk) -> None:
    assert set(planned(game, "cards-*")) == {"cards-a4.pdf"}
    game.change(GAME, CARDS, CARDS.replace("[a4]", "[a4], regmarks: {inset: 12, width: 0.3}"))
    game.change(GAME, "card: {width: 63, height: 88}", "card: {width: 63, height: 88, corner: 4}")
    game.change("card_data/tiny/cards.yaml", "copies: 3", "copies: 7")
    files = planned(game, "cards-*")
    assert set(files) == {
        "cards-a4.pdf",
        *(f"cards-a4-cut{last}.{end}" for last in ("", "-last") for end in ("svg", "dxf")),
    }
    dxf = polylines(made(files["cards-a4-cut.dxf"]))
    svg = svg_marks(made(files["cards-a4-cut.svg"]).decode())
    assert same_pieces([mark for mark in svg if mark.spot], dxf, files["cards-a4-cut.dxf"].facts["mm"][1])
    for card in dxf:
        left, top, right, bottom = box_of(card, 297)
        assert (right - left, bottom - top) == (63, 88)
        assert len(card) == 8
    count, last = len(dxf), len(polylines(made(files["cards-a4-cut-last.dxf"])))
    assert count + last == 8
    assert not any(mark.spot or mark.paint == "#10131a" for mark in pdf_marks(made(files["cards-a4.pdf"])))


def test_a_board_of_pieces_is_between_the_marks(game: GameOnDisk) -> None:
    game.change(GAME, "      by: side\n", "      by: side\n      regmarks: {four: true}\n")
    game.change(GAME, "      cell: 20\n", "")
    files = planned(game, "sides-*")
    # In landscape, two rows have 210 mm less two insets, white places and bleeds: 147.5 mm.
    assert files["sides-west-a4.pdf"].facts["cell"] == 73.7
    svg, dxf = made(files["sides-west-a4-cut.svg"]), polylines(made(files["sides-west-a4-cut.dxf"]))
    assert layers_of(svg) == ["Cut", "Regmarks"]
    marks = svg_marks(svg.decode())
    assert same_pieces([mark for mark in marks if mark.spot], dxf, 210)
    assert len(dxf) == 2
    assert len(marks) == 2 + 4
    front, back = (
        [mark for mark in pdf_marks(made(files["sides-west-a4.pdf"]), page) if mark.paint == "#000000"]
        for page in (0, 1)
    )
    assert sum(mark.kind == "fill" for mark in front) == 4
    assert not any(mark.kind == "fill" for mark in back)
    assert all(mark.bounds[0] >= 10 and mark.bounds[2] <= 287.25 for mark in front if mark.kind == "stroke")


@pytest.mark.parametrize("cell", ["", "      cell: 18\n"])
def test_no_text_of_a_sheet_of_pieces_is_beside_an_angle(game: GameOnDisk, cell: str) -> None:
    marks = RegistrationMarks(four=True)
    game.change(GAME, "      by: side\n", "      by: side\n      regmarks: {four: true}\n")
    game.change(GAME, "      area: [3, 2]\n      cell: 20\n", f"      area: [9, 10]\n{cell}")
    file = planned(game, "sides-west-a4.pdf")["sides-west-a4.pdf"]
    assert isinstance(file, PagesFile)
    for page in file.scenes:
        paper = (page.width, page.height)
        runs = [run for matrix, run in walk(page.items) if isinstance(run, GlyphRun) and matrix == IDENTITY]
        assert len(runs) > 4
        for run, (x, y, width, height) in product(runs, clear_places(marks, paper)):
            is_beside = run.x > x + width or run.end[0] < x
            assert is_beside or run.baseline - run.size > y + height or run.baseline + run.size / 2 < y
    assert any(run.baseline - run.size < 30.25 for run in runs) == (not cell)


def test_cells_too_large_between_marks_are_a_fault(game: GameOnDisk) -> None:
    game.change(GAME, "      cell: 20\n", "      cell: 80\n")
    planned(game, "sides-*")
    game.change(GAME, "      by: side\n", "      by: side\n      regmarks: true\n")
    with pytest.raises(
        DataError, match=r"3 × 2 cells of 80 mm do not fit 210 × 297 mm paper \(expected at most 73.7 mm"
    ):
        planned(game, "sides-*-a4*")


def test_a_piece_with_a_hole_is_one_path_and_two_polylines(game: GameOnDisk) -> None:
    game.change(GAME, "area: [3, 2]", "area: [3, 3]")
    game.change(PIECES, 'form: ["###"]', 'form: ["###", "#.#", "###"]')
    files = planned(game, "sides-east-a4-cut*")
    (mark,) = svg_marks(made(files["sides-east-a4-cut.svg"]).decode())
    assert [command[0] for command in mark.commands].count("Z") == 2
    outer, hole = sorted(
        polylines(made(files["sides-east-a4-cut.dxf"])), key=lambda entity: -len(str(box_of(entity, 0)))
    )
    sizes = sorted(box_of(entity, 0)[2] - box_of(entity, 0)[0] for entity in (outer, hole))
    assert sizes == [20, 60]
    assert outer.closed
    assert hole.closed


# ---------------------------------------------------------------- tuck boxes


def test_a_tuck_box_is_cut_and_creased(game: GameOnDisk) -> None:
    game.change(GAME, "  boards:\n", BOX)
    game.change(CARDS_FILE, "copies: 3", "copies: 60")
    assert list(planned(game, "box*")) == ["box.pdf"]
    game.change(GAME, "en: Box}}", "en: Box}, cut: spot, regmarks: true}")
    files = planned(game, "box*")
    assert set(files) == {"box.pdf", "box-cut.svg", "box-cut.dxf"}
    svg, dxf = made(files["box-cut.svg"]), polylines(made(files["box-cut.dxf"]))
    assert layers_of(svg) == ["Cut", "Crease", "Regmarks"]
    shapes = Counter((entity.dxf.layer, entity.closed) for entity in dxf)
    # The slits at both tuck flaps, and the folds.
    assert shapes == {("CUT", True): 1, ("CUT", False): 4, ("CREASE", False): 12}
    (net,) = [entity for entity in dxf if entity.closed]
    bulges = [round(abs(float(bulge)), 6) for *_, bulge in net.get_points("xyb") if bulge]
    # Two quarters of the thumb notch, and two corners on each of the flaps.
    assert bulges == [round(math.tan(math.radians(22.5)), 6)] * 14
    marks = svg_marks(svg.decode())
    *slits, cut = [mark for mark in marks if mark.spot == "Cut"]
    assert len(slits) == 4
    assert same_pieces([cut], [net], 297)
    steps = list(zip(cut.commands, cut.commands[1:], strict=False))
    assert not [after for before, after in steps if after[0] == "L" and list(before)[-2:] == list(after)[-2:]]
    printed = [mark for mark in pdf_marks(made(files["box.pdf"])) if mark.spot]
    assert {mark.spot for mark in printed} == {CUT, CREASE}
    outlines = [mark.bounds for mark in printed if mark.spot == CUT]
    assert any(bounds == pytest.approx(cut.bounds, abs=0.01) for bounds in outlines)


def test_each_sheet_of_a_tuck_box_on_two_has_its_own_files(game: GameOnDisk) -> None:
    game.change(GAME, "  boards:\n", BOX.replace("en: Box}}", "en: Box}, cut: spot, bottom: crash-lock, sheets: two}"))
    game.change(CARDS_FILE, "copies: 3", "copies: 60")
    files = planned(game, "box*")
    assert set(files) == {"box.pdf", *(f"box-{sheet}-cut.{kind}" for sheet in (1, 2) for kind in ("svg", "dxf"))}
    pdf = made(files["box.pdf"])
    for sheet, slits, folds in ((1, 0, 6), (2, 2, 8)):
        svg, dxf = made(files[f"box-{sheet}-cut.svg"]), polylines(made(files[f"box-{sheet}-cut.dxf"]))
        assert layers_of(svg) == ["Cut", "Crease"]
        # The folds and one crease at 45° on the flap of the side.
        shapes = Counter((entity.dxf.layer, entity.closed) for entity in dxf)
        assert +shapes == +Counter({("CUT", True): 1, ("CUT", False): slits, ("CREASE", False): folds})
        (net,) = [mark for mark in svg_marks(svg.decode()) if mark.spot == "Cut" and mark.commands[-1] == ("Z",)]
        printed = [mark.bounds for mark in pdf_marks(pdf, sheet - 1) if mark.spot == CUT]
        assert any(bounds == pytest.approx(net.bounds, abs=0.01) for bounds in printed)
    assert [*planned(game, "box-2-cut.dxf")] == ["box-2-cut.dxf"]


def test_a_tuck_box_has_no_lines_if_none_are_wanted(game: GameOnDisk) -> None:
    game.change(GAME, "  boards:\n", BOX.replace("en: Box}}", "en: Box}, cut: none, regmarks: true}"))
    files = planned(game, "box*")
    assert set(files) == {"box.pdf", "box-cut.svg", "box-cut.dxf"}
    drawn = [mark for mark in pdf_marks(made(files["box.pdf"])) if mark.dash]
    assert drawn == []
    assert not [mark for mark in pdf_marks(made(files["box.pdf"])) if mark.spot]


def test_a_tuck_box_that_does_not_fit_between_marks_is_a_finding(game: GameOnDisk) -> None:
    game.change(GAME, "  boards:\n", BOX.replace("en: Box}}", "en: Box}, sheets: one, regmarks: {inset: 10}}"))
    assert unmade_files(game.load(), Options(only=("box*",))) == []
    game.change(GAME, "regmarks: {inset: 10}", "regmarks: {inset: 50}")
    for only in ("box*", "box-cut.dxf"):
        ((_, finding),) = unmade_files(game.load(), Options(only=(only,)))
        assert "does not fit 210 × 297 mm paper" in str(finding)
        assert "mm of paper or more" in str(finding)


# ---------------------------------------------------------------- what is wrong


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("{inset: 9}", "9 given, expected at least 10"),
        ("{width: 0.2}", "0.2 given, expected at least 0.3"),
        ("{depth: 3}", "unknown key 'depth'"),
        ("5", "5 given, expected true, or values such as {inset: 10, width: 0.5}"),
    ],
)
def test_wrong_values_are_faults_with_places(game: GameOnDisk, value: str, message: str) -> None:
    game.change(GAME, CARDS, CARDS.replace("[a4]", f"[a4], regmarks: {value}"))
    (fault,) = game.faults()
    assert fault.startswith(f"{GAME}:")
    assert message in fault


def test_marks_need_a_sheet_that_is_not_folded(game: GameOnDisk) -> None:
    game.change(GAME, CARDS, CARDS.replace("[a4]", "[a4], layout: gutterfold, regmarks: true"))
    (fault,) = game.faults()
    assert "registration marks on a sheet that is folded (expected the layout edge-to-edge or bleed)" in fault
    game.change(GAME, "regmarks: true", "regmarks: false")
    assert game.faults() == []
