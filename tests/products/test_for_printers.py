"""Everything that is printed on sheets is laid out inside the margins of a printer, and corrected for it."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest

from cardgen.base.errors import DataError
from cardgen.base.temporary import bytes_of
from cardgen.building.plan import decks_for, layout_game, plan_files
from cardgen.data.load import load_game
from cardgen.data.model import Game
from cardgen.products.files import BytesFile, OutputFile, PagesFile
from cardgen.products.options import Options
from cardgen.products.printers import Printer
from tests.games_on_disk import REPOSITORY
from tests.pictures import svg_marks
from tests.products.made import GAME, game_with_pieces_in

#: Top, right, bottom, left, mm: wider than those of any printer that we know.
MARGINS = (8.0, 13.0, 17.0, 11.0)
DOTS_PER_MM = 4


def files_for(game: Game, *only: str, printer: Printer | None = None, flip: str = "") -> dict[str, OutputFile]:
    options = Options(only=only, printer=printer, flip=flip)
    laid = layout_game(game, decks_for(game, options))
    return {Path(file.path).name: file for file in plan_files(game, laid, options)}


def ink_of(file: OutputFile) -> list[list[float]]:
    """Return the blank edges of the pages of a file: top, right, bottom, left, mm."""
    assert isinstance(file, PagesFile | BytesFile)
    edges: list[list[float]] = []
    with pypdfium2.PdfDocument(bytes_of(file.make())) as document:
        for page in document:
            picture = page.render(scale=DOTS_PER_MM * 25.4 / 72, grayscale=True).to_pil()
            left, top, right, bottom = picture.point(lambda grey: 255 * (grey < 200)).getbbox() or (0, 0, 0, 0)
            dots = (top, picture.width - right, picture.height - bottom, left)
            edges.append([number / DOTS_PER_MM for number in dots])
    return edges


@pytest.fixture(scope="module")
def shipped() -> Game:
    return load_game(REPOSITORY / "card_data" / "block-killer", REPOSITORY / "templates", REPOSITORY)


@pytest.fixture(scope="module")
def pieces(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return game_with_pieces_in(tmp_path_factory.mktemp("pieces")).load()


@pytest.mark.parametrize(
    ("name", "flip"),
    [
        ("minoes-a4.pdf", ""),
        ("tuckbox-blocks-a4.pdf", ""),
        ("board-letter.pdf", ""),
        ("sides-east-letter.pdf", "long"),
        ("sides-east-letter.pdf", "short"),
    ],
)
def test_nothing_is_in_the_margins(shipped: Game, pieces: Game, name: str, flip: str) -> None:
    game = shipped if "a4" in name else pieces
    for edges in ink_of(files_for(game, f"sheets/{name}", printer=Printer("a", MARGINS), flip=flip)[name]):
        assert all(blank >= margin - 0.5 for blank, margin in zip(edges, MARGINS, strict=True)), edges


def test_a_page_is_moved_if_it_fits_and_else_stays_in_the_middle(shipped: Game) -> None:
    """The mat is 190 × 260 mm, so 18.5 mm of A4 are free above and below it."""
    pages = [
        files_for(shipped, "sheets/mat-a4.pdf", printer=margins and Printer("a", margins))["mat-a4.pdf"]
        for margins in (None, (3.0, 3.0, 25.0, 3.0), (3.0, 3.0, 50.0, 3.0))
    ]
    usual, moved, same = (ink_of(page)[0] for page in pages)
    assert moved[2] == pytest.approx(usual[2] + 10, abs=0.5)  # 5 mm of 25 are free all the same
    assert same == usual


def test_margins_of_five_millimetres_change_nothing(shipped: Game) -> None:
    name = "minoes-a4.pdf"
    usual, own = (
        files_for(shipped, f"sheets/{name}", printer=printer)[name]
        for printer in (None, Printer("a", (5.0, 5.0, 5.0, 5.0)))
    )
    assert isinstance(usual, PagesFile)
    assert isinstance(own, PagesFile)
    assert usual.make() == own.make()


def test_lines_of_a_cutting_machine_are_where_the_pieces_are_printed(pieces: Game) -> None:
    """Nothing else of the printer changes them: they are in true mm."""
    corrected = Printer("a", MARGINS, (1.0, 1.0, 0.0), (1.0, 1.0), (101.0, 101.0))
    name = "sides-east-a4-cut.svg"
    (plain, moved, same) = (
        files_for(pieces, f"sheets/{name}", printer=printer)[name]
        for printer in (None, Printer("b", MARGINS), corrected)
    )
    assert isinstance(plain, BytesFile)
    assert isinstance(moved, BytesFile)
    assert isinstance(same, BytesFile)
    assert moved.facts["mm"] == [210.0, 297.0]
    assert bytes_of(moved.make()) == bytes_of(same.make())
    assert svg_marks(bytes_of(plain.make()).decode()) != svg_marks(bytes_of(moved.make()).decode())


def test_registration_marks_in_the_margins_are_rejected(tmp_path: Path) -> None:
    game = game_with_pieces_in(tmp_path)
    game.change(GAME, "layout: bleed, cut: spot", "layout: bleed, cut: spot, regmarks: true")
    loaded = game.load()
    assert files_for(loaded, "sheets/tokens-a4.pdf", printer=Printer("a", (3.0, 3.0, 5.0, 3.0)))
    with pytest.raises(DataError, match="the printer leaves the place of the registration marks blank"):
        files_for(loaded, "sheets/tokens-a4.pdf", printer=Printer("a", MARGINS))
