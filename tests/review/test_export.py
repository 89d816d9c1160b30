"""The exported page: complete, with relative addresses, deterministic, and without damage to other files."""

from __future__ import annotations

import io
import json
import re
import shutil
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat

from cardgen.base.errors import DataError
from cardgen.data.project import Project
from cardgen.review.server.catalog import make_catalog
from cardgen.review.server.export import DETAILS_A_FILE, MARKER, Exported, as_script, export_site
from cardgen.review.server.guard import SITE_POLICY
from cardgen.review.server.sheets import SheetPages
from cardgen.review.server.store import Store
from tests.games_on_disk import GameOnDisk, block_killer_in, files_in, print_only, tiny_game_in
from tests.pictures import differences, svg_marks

NASTY = '\\</script>\\<script>alert(1)\\</script><!-- & "quotes" \''


@pytest.fixture
def site(tmp_path: Path) -> Path:
    return tmp_path / "public" / "site"


def export(game: GameOnDisk, site: Path, **more: Any) -> Exported:
    return export_site(Project(game.root, bundled=False), game.name, site, shown_from=game.root, **more)


def decide(game: GameOnDisk, card: str, **more: Any) -> None:
    catalog = make_catalog(game.load(), game.layout())
    current = catalog.current[f"main/{card}"]
    proposal = {"deck": "main", "card": card, "sides": dict(current.sides), "data": current.data, "seen": "", **more}
    outcome = Store(game.path("card_data") / game.name).decide([proposal], "Ann", datetime.now(UTC), catalog)
    assert len(outcome.saved) == 1


def data(site: Path, name: str) -> Any:
    """Return the value that a data file gives to the page."""
    text = (site / "data" / f"{name}.js").read_text(encoding="utf-8")
    match = re.fullmatch(
        r'dispatchEvent\(new CustomEvent\("cardgen-data", \{ detail: \["([\w-]+)", (.*)\] \}\)\);\n', text, re.DOTALL
    )
    assert match is not None
    assert match[1] == name
    return json.loads(match[2])


@dataclass(frozen=True)
class Example:
    """A site of the tiny game, with an approved card and a comment: the game, the files, the result, the progress."""

    game: GameOnDisk
    site: Path
    exported: Exported
    progress: list[tuple[int, int, str]]


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Example:
    """Export the example once for all tests that only look at it."""
    game = tiny_game_in(tmp_path_factory.mktemp("example"))
    decide(game, "one", kind="approve")
    decide(game, "two", kind="comment", text="here", side="face", at_mm=[10, 20])
    site = tmp_path_factory.mktemp("public") / "site"
    calls: list[tuple[int, int, str]] = []
    exported = export(game, site, progress=lambda *call: calls.append(call))
    return Example(game, site, exported, calls)


def test_the_site_has_the_data_of_the_server(example: Example) -> None:
    site, exported = example.site, example.exported
    catalog = data(site, "catalog")
    assert (catalog["mode"], catalog["who"], catalog["checked"], catalog["fault"]) == ("site", "", True, None)
    assert [card["key"] for card in catalog["cards"]] == ["main/one", "main/two"]
    for name in ("texts", "alts", "details-0"):
        assert set(data(site, name)) == {"main/one", "main/two"}
    assert data(site, "review")["statuses"]["main/one"]["status"] == "approved"
    assert data(site, "details-0")["main/one"]["compare"]["picture"] is False
    assert data(site, "findings") == {"checked": True, "findings": [], "waived": []}
    assert [sheet["name"] for sheet in data(site, "sheets")] == ["calibration-a4"]
    for card in catalog["cards"]:
        for picture in (card["face"], card["back"]):
            assert (site / "faces" / f"{picture}.svg").read_bytes().startswith(b"<?xml")
    one = catalog["cards"][0]
    kept, drawn = ((site / folder / f"{one['face']}.svg").read_text(encoding="utf-8") for folder in ("kept", "faces"))
    assert differences(svg_marks(kept), svg_marks(drawn)) == []
    assert exported.files == len(files_in(site))
    assert exported.size == sum(map(len, files_in(site).values()))


def test_every_address_is_relative_and_names_a_file(example: Example) -> None:
    site = example.site
    page = (site / "index.html").read_text(encoding="utf-8")
    links = re.findall(r'(?:src|href)="([^"]+)"', page)
    assert "page/cardgen.js" in links
    for link in links:
        assert not re.match(r"[a-z]+:|/", link), link
        assert link.startswith("#") or (site / link).is_file(), link
    for path, content in files_in(site).items():
        if path.endswith((".js", ".css", ".html")) and not path.startswith("data/"):
            text = content.decode()
            assert not re.search(r"""(?:src|href|import|url)\s*[=(]\s*["']?/""", text), path
            assert not re.search(r"""["'`(]/(?:page|data|faces|kept|sheets|api|events)\b""", text), path


def test_the_page_has_a_policy_and_no_token(example: Example) -> None:
    page = (example.site / "index.html").read_text(encoding="utf-8")
    assert f'content="{SITE_POLICY}"'.replace("'", "&#39;") in page
    assert "unsafe" not in SITE_POLICY
    assert "cardgen-token" not in page
    assert 'data-mode="site"' in page
    assert not re.search(r"<script(?![^>]* src=)", page)
    assert not re.search(r" on\w+=| style=", page)


def test_no_text_of_a_card_becomes_markup(game: GameOnDisk, site: Path) -> None:
    game.change("card_data/tiny/cards.yaml", "First", json.dumps(NASTY))
    game.change("card_data/tiny/game.yaml", "en: Tiny", f"en: {json.dumps(NASTY)}")
    decide(game, "one", kind="reject", text=NASTY)
    export(game, site, sheets=False)
    for path, content in files_in(site).items():
        if path.startswith("data/"):
            assert b"<" not in content, path
        elif path.endswith((".html", ".svg")):
            assert b"<script>" not in content, path
    assert data(site, "catalog")["game"]["titles"]["en"] == NASTY
    assert data(site, "review")["events"][0]["text"] == NASTY


def test_values_in_scripts_have_no_line_ends_and_no_tags() -> None:
    text = as_script({"<": "\u2028\u2029</script>\n"})
    assert not set("<\u2028\u2029\n") & set(text)
    assert json.loads(text) == {"<": "\u2028\u2029</script>\n"}


def test_the_same_game_gives_the_same_bytes(example: Example, site: Path) -> None:
    export(example.game, site)
    assert files_in(site) == files_in(example.site)
    for folder in (example.game.root, site, example.site):
        assert str(folder).encode() not in b"".join(files_in(site).values())


def test_a_second_export_writes_changed_files_and_removes_obsolete_ones(game: GameOnDisk, site: Path) -> None:
    export(game, site)
    assert export(game, site).written == ()
    (site / "CNAME").write_text("cards.example")  # a file of the user, added after the export
    before = files_in(site)
    old = data(site, "catalog")["cards"][0]["face"]
    game.change("card_data/tiny/cards.yaml", "  - {id: one, name: First}\n", "")
    exported = export(game, site)
    assert exported.removed == (f"faces/{old}.svg",)
    assert "data/catalog.js" in exported.written
    assert "page/cardgen.js" not in exported.written
    assert set(before) - set(files_in(site)) == {f"faces/{old}.svg"}
    assert (site / "CNAME").is_file()


@pytest.mark.parametrize(
    "marker", [None, "", "[]", '{"files": 7}', '{"files": ["../game.yaml"]}', '{"files": ["/etc/x"]}']
)
def test_a_folder_with_other_files_is_not_changed(game: GameOnDisk, tmp_path: Path, marker: str | None) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "notes.txt").write_text("mine")
    if marker is not None:
        (mine / MARKER).write_text(marker)
    before = files_in(mine)
    with pytest.raises(DataError, match="not from an earlier export"):
        export(game, mine)
    with pytest.raises(DataError, match="not a folder"):
        export(game, mine / "notes.txt")
    assert files_in(mine) == before


def test_nothing_is_written_for_a_game_that_cannot_be_read(game: GameOnDisk, site: Path) -> None:
    game.write("card_data/tiny/cards.yaml", "cards: [")
    with pytest.raises(DataError):
        export(game, site)
    game.write("card_data/tiny/cards.yaml", "cards:\n  - {id: one, name: First}\n")
    game.write("card_data/tiny/review.jsonl", "not an event\n")
    with pytest.raises(DataError, match=r"review\.jsonl:1"):
        export(game, site)
    assert not site.exists()


def test_an_interrupted_export_can_be_continued(game: GameOnDisk, site: Path) -> None:
    class StoppedError(Exception):
        pass

    def stop(done: int, total: int, _: str) -> None:
        if done == total // 2:
            raise StoppedError

    with pytest.raises(StoppedError):
        export(game, site, progress=stop)
    assert not (site / "index.html").exists()  # written last but one, so that a site that opens is complete
    export(game, site)
    assert (site / "index.html").is_file()
    assert set(json.loads((site / MARKER).read_text())["files"]) == set(files_in(site)) - {MARKER}


def test_progress_is_reported_for_every_file(example: Example) -> None:
    count = example.exported.files
    assert [number for number, _, _ in example.progress] == list(range(1, count + 1))
    assert {total for _, total, _ in example.progress} == {count}


def test_details_are_divided_into_files(game: GameOnDisk, site: Path) -> None:
    rows = "".join(f"  - {{id: c{number}, name: Card {number}}}\n" for number in range(DETAILS_A_FILE + 5))
    game.write("card_data/tiny/cards.yaml", f"cards:\n{rows}")
    export(game, site, sheets=False)
    assert len(data(site, "details-0")) == DETAILS_A_FILE
    assert list(data(site, "details-1")) == [f"main/c{number}" for number in range(DETAILS_A_FILE, DETAILS_A_FILE + 5)]


#: A sheet, and a file of every other kind, with few pages.
PRINTED = """\
  sheets:
    aids-{paper}: {decks: [aids], papers: [a4]}
  cutouts:
    minoes-{paper}: {deck: blocks, papers: [letter], pitch: 8, titles: {zh: 纸方块, en: Paper minoes}, pieces: {Z: 8}}
  pages:
    mat-{paper}: {template: block-killer/mat.yaml, papers: [a4], size: [190, 260]}
  tuckboxes:
    tuckbox-blocks-{paper}: {deck: blocks, papers: [a4], titles: {zh: 方块牌, en: Block cards}}
  calibration: [a4]
"""


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> tuple[GameOnDisk, Path]:
    """Block-Killer with the files of PRINTED only, without rulebooks, and its site."""
    game = block_killer_in(tmp_path_factory.mktemp("printed"))
    print_only(game, PRINTED)
    site = tmp_path_factory.mktemp("public") / "site"
    export(game, site)
    return game, site


def test_sheets_are_exported_as_pdf_and_as_pictures(printed: tuple[GameOnDisk, Path], site: Path) -> None:
    game, with_pictures = printed
    sheets = data(with_pictures, "sheets")
    names = [sheet["name"] for sheet in sheets]
    assert names[0] == "aids-a4"
    assert {"minoes-letter", "mat-a4", "tuckbox-blocks-a4", "calibration-a4"} < {*names}
    for sheet in sheets:
        assert sheet["drawn"]
        assert (with_pictures / sheet["pdf"]).read_bytes().startswith(b"%PDF-")
        for page in range(1, sheet["pages"] + 1):
            drawn = (with_pictures / "sheets" / sheet["name"] / f"{page}.png").read_bytes()
            assert int.from_bytes(drawn[16:20]) == round(sheet["paper"][0] / 25.4 * 150)
    shutil.copytree(with_pictures, site)
    exported = export(game, site, sheets=False)
    assert {path.split("/")[1] for path in exported.removed} == {*names}
    assert not (site / "sheets" / "aids-a4").exists()
    assert not any(sheet["drawn"] for sheet in data(site, "sheets"))


def test_many_pages_are_drawn_by_two_processes_with_equal_results(printed: tuple[GameOnDisk, Path]) -> None:
    game, site = printed
    assert sum(sheet["pages"] for sheet in data(site, "sheets")) >= 8
    pages = data(site, "sheets")[0]["pages"]
    drawn = site / "sheets" / "aids-a4"
    assert {path.name for path in drawn.iterdir()} == {f"{page}.png" for page in range(1, pages + 1)}
    catalog = make_catalog(game.load(), game.layout())
    for page in (1, pages):
        on_the_server = SheetPages().page(catalog, "aids-a4", page)
        assert on_the_server is not None
        with Image.open(drawn / f"{page}.png") as few_colours, Image.open(io.BytesIO(on_the_server)) as all_colours:
            apart = ImageChops.difference(few_colours.convert("RGB"), all_colours.convert("RGB"))
        assert max(ImageStat.Stat(apart).mean) < 3  # of 255
