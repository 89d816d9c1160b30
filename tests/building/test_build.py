"""Building: files that are made and files that stay. No file is ever half written."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from PIL import Image

from cardgen.base import output_folder
from cardgen.base.errors import DataError
from cardgen.building import manifest
from cardgen.building.build import Built, FindingsError, build_game
from cardgen.cache import stamps
from cardgen.data.project import Project
from cardgen.products.options import Options
from tests.commands import run
from tests.games_on_disk import REPOSITORY, GameOnDisk, block_killer_in, files_in, tiny_game_in

SHEETS = (
    "sheets/cards-a4.pdf",
    "sheets/cards-letter.pdf",
    "sheets/cards-a4-bleed.pdf",
    "sheets/cards-gutterfold-a4.pdf",
)


def build(game: GameOnDisk, out: Path, *only: str, **more: object) -> Built:
    options = Options(only=only, **more)  # type: ignore[arg-type]
    return build_game(Project(game.root, bundled=False), game.name, out, options)


def states(built: Built) -> dict[str, list[str]]:
    paths: dict[str, list[str]] = {"written": [], "unchanged": [], "removed": []}
    for path, state in sorted(built.states.items()):
        paths[state].append(path)
    return paths


def manifest_of(folder: Path) -> dict[str, dict[str, dict[str, Any]]]:
    manifest: dict[str, dict[str, dict[str, Any]]] = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    return manifest


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The cache of the whole set: that of all tests drops what is oldest."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="module")
def shipped(tmp_path_factory: pytest.TempPathFactory, cache: Path) -> Built:
    """The whole Block-Killer set, built once from the repository's own files."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CARDGEN_CACHE", str(cache))
        out = tmp_path_factory.mktemp("shipped")
        return build_game(Project(REPOSITORY, bundled=False), "block-killer", out, Options())


# ---------------------------------------------------------------- the shipped set


def test_the_manifest_describes_every_file(shipped: Built) -> None:
    listed = manifest_of(shipped.folder)["files"]
    assert set(listed) == {path for path in files_in(shipped.folder) if path != "manifest.json"}
    assert set(SHEETS) <= set(listed)
    for path, entry in listed.items():
        content = (shipped.folder / path).read_bytes()
        assert entry["sha256"] == hashlib.sha256(content).hexdigest()
        assert entry["bytes"] == len(content)
        assert entry["inputs"], path
        assert all((REPOSITORY / name).is_file() for name in entry["inputs"])
        if path.endswith(".pdf"):
            with pypdfium2.PdfDocument(content) as document:
                assert entry["pages"] == len(document)
        if path.endswith(".png"):
            with Image.open(shipped.folder / path) as picture:
                assert entry["pixels"] == list(picture.size)
                assert round(picture.info["dpi"][0]) == entry["dpi"] == 300


def test_pngs_have_the_exact_size_of_the_card_at_300_dpi(shipped: Built) -> None:
    sizes = {path: entry["pixels"] for path, entry in manifest_of(shipped.folder)["files"].items() if "/png/" in path}
    assert sizes["cards/png/blocks-T.png"] == [744, 1039]
    assert sizes["cards/png/blocks-T-bleed.png"] == [816, 1111]
    assert sizes["cards/png/garbage-2-3.png"] == [1039, 744]
    # 24 faces, 2 backs, the aid's two sides; each with and without bleed
    assert len(sizes) == 2 * (24 + 2 + 2)


def test_the_a4_file_has_23_fronts_and_23_backs_and_every_code_as_often_as_its_copies(shipped: Built) -> None:
    codes = {"Z": 12, "S": 12, "J": 12, "L": 12, "T": 12, "O": 12, "I": 12, "M": 6, "x": 8, "4-3": 10, "2-4": 3}
    codes |= {f"1-{c}": 10 for c in range(5)} | {f"2-{c}": 6 for c in range(4)} | {f"3-{c}": 4 for c in range(4)}
    with pypdfium2.PdfDocument(shipped.folder / "sheets/cards-a4.pdf") as document:
        pages = [page.get_textpage().get_text_bounded() for page in document]
    assert len(pages) == 46
    words = Counter(word for page in pages for word in page.split())
    assert {code: words[code] for code in codes} == codes
    assert sum(codes.values()) == 201
    fronts, backs = pages[0::2], pages[1::2]
    assert all("正面" in page and "背面" not in page for page in fronts)
    assert all("背面" in page and "正面" not in page for page in backs)
    assert sum(page.count("T形方块") for page in pages) == 12
    assert sum(page.count("2-wide garbage") for page in pages) == 27


def test_every_pdf_embeds_subsets_of_its_fonts_and_knows_its_boxes(shipped: Built) -> None:
    for path in sorted(shipped.folder.rglob("*.pdf")):
        with pikepdf.open(path) as document:
            fonts = [item for item in document.objects if isinstance(item, pikepdf.Dictionary) and "/BaseFont" in item]
            assert fonts, path
            for font in fonts:
                assert re.match(r"/[A-Z]{6}\+", str(font.BaseFont)), f"{path}: {font.BaseFont} is no subset"
                for descendant in font.get("/DescendantFonts", []):
                    assert "/FontFile2" in descendant.FontDescriptor
            for page in document.pages:
                media, bleed, trim = (list(map(float, page[box])) for box in ("/MediaBox", "/BleedBox", "/TrimBox"))
                assert media[0] <= bleed[0] <= trim[0] < trim[2] <= bleed[2] <= media[2]
            assert str(document.docinfo["/Title"]).startswith(("方块杀", "Block-Killer"))


def bookmarked_page(document: pikepdf.Pdf, item: pikepdf.OutlineItem) -> int:
    """Return the number of the page that a bookmark leads to, counted from 0."""
    assert isinstance(item.destination, pikepdf.Array)
    return document.pages.index(pikepdf.Page(item.destination[0]))


def test_the_sheets_can_be_leafed_through_by_bookmarks(shipped: Built) -> None:
    sheets = shipped.folder / "sheets"
    with pikepdf.open(sheets / "cards-a4.pdf") as document, document.open_outline() as outline:
        titles = [(entry.title, [child.title for child in entry.children]) for entry in outline.root]
        assert [title for title, _ in titles] == ["方块牌 Block cards", "垃圾牌 Garbage cards"]
        assert titles[0][1] == ["Z", "S", "J", "L", "T", "O", "I", "M"]
        assert bookmarked_page(document, outline.root[1]) == 20  # the 91st card, on the eleventh sheet's front
    with pikepdf.open(sheets / "cards-gutterfold-a4.pdf") as document, document.open_outline() as outline:
        cards = [child for deck in outline.root for child in deck.children]
        pages = {card.title: bookmarked_page(document, card) for card in cards}
        assert len(document.pages) == 51  # four cards a page, each beside its back
        assert (pages["Z"], pages["S"], pages["1-0"], pages["x"]) == (0, 12 // 4, 90 // 4, (201 - 8) // 4)


def test_building_again_writes_nothing(shipped: Built, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDGEN_CACHE", str(cache))
    before = {path: path.stat().st_mtime_ns for path in shipped.folder.rglob("*")}
    again = build_game(Project(REPOSITORY, bundled=False), "block-killer", shipped.folder.parent, Options())
    assert set(again.states.values()) == {"unchanged"}
    assert {path: path.stat().st_mtime_ns for path in shipped.folder.rglob("*")} == before


def test_building_again_does_not_even_load_the_heavy_libraries(shipped: Built, cache: Path) -> None:
    code = (
        "import sys; from pathlib import Path\n"
        "import cardgen.building.reporting; from cardgen.building.build import build_game\n"
        "from cardgen.data.project import Project; from cardgen.products.options import Options\n"
        "built = build_game(Project(Path(sys.argv[1]), False), 'block-killer', Path(sys.argv[2]), Options())\n"
        "assert set(built.states.values()) == {'unchanged'}, built.states\n"
        "print(*{'pydantic', 'yaml', 'reportlab', 'svgwrite', 'pypdfium2', 'PIL'} & set(sys.modules))\n"
    )
    command = [sys.executable, "-c", code, str(REPOSITORY), str(shipped.folder.parent)]
    environment = {**os.environ, "CARDGEN_CACHE": str(cache)}
    done = subprocess.run(command, check=False, capture_output=True, text=True, env=environment)
    assert (done.returncode, done.stdout.split()) == (0, []), done.stderr


def test_a_build_with_nothing_to_do_reads_no_file_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = tiny_game_in(tmp_path)
    build(game, tmp_path / "out")
    monkeypatch.setattr(stamps, "time_ns", lambda: time.time_ns() + 3_600_000_000_000)  # an hour later
    assert set(build(game, tmp_path / "out").states.values()) == {"unchanged"}
    read: list[Path] = []
    monkeypatch.setattr(manifest, "digest_of", lambda path: read.append(path))
    monkeypatch.setattr(output_folder, "digest_of", lambda path: read.append(path))
    assert set(build(game, tmp_path / "out").states.values()) == {"unchanged"}
    assert read == []


def test_a_file_that_was_changed_without_a_trace_in_its_times_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = tiny_game_in(tmp_path)
    build(game, tmp_path / "out")
    monkeypatch.setattr(stamps, "time_ns", lambda: time.time_ns() + 3_600_000_000_000)
    build(game, tmp_path / "out")
    path = tmp_path / "out/tiny/cards/svg/main-one.svg"
    before, facts = path.read_bytes(), path.stat()
    path.write_bytes(bytes(reversed(before)))
    os.utime(path, ns=(facts.st_atime_ns, facts.st_mtime_ns))
    assert states(build(game, tmp_path / "out"))["written"] == ["cards/svg/main-one.svg"]
    assert path.read_bytes() == before


def test_a_folder_that_became_a_link_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = tiny_game_in(tmp_path)
    build(game, tmp_path / "out")
    monkeypatch.setattr(stamps, "time_ns", lambda: time.time_ns() + 3_600_000_000_000)
    build(game, tmp_path / "out")
    folder = tmp_path / "out/tiny/cards/svg"
    folder.rename(tmp_path / "elsewhere")
    folder.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(DataError, match="is a link"):
        build(game, tmp_path / "out")


# ---------------------------------------------------------------- changes


def test_a_changed_card_rewrites_only_the_files_that_show_it(tmp_path: Path) -> None:
    game = block_killer_in(tmp_path)

    def written_files() -> list[str]:
        return states(build(game, tmp_path / "out", "cards", "sheets/*-a4.pdf", dpi=36))["written"]

    before = written_files()
    assert {"sheets/cards-a4.pdf", "sheets/mat-a4.pdf", "sheets/aids-a4.pdf", "sheets/minoes-a4.pdf"} <= set(before)
    game.change("card_data/block-killer/garbage.yaml", 'id: "2-4"', 'id: "2-4"  ')
    assert written_files() == []
    game.change("card_data/block-killer/blocks.yaml", "en: Monomino", "en: Single")
    written = written_files()
    cards = [path for path in written if path.startswith("cards/")]
    assert cards == [f"cards/{kind}/blocks-M{bleed}.{kind}" for kind in ("png", "svg") for bleed in ("-bleed", "")]
    sheets = {path for path in written if path.startswith("sheets/")}
    assert "sheets/cards-a4.pdf" in sheets
    assert not any(name in path for path in sheets for name in ("mat", "aids", "minoes"))


def test_files_of_a_removed_card_are_removed(tmp_path: Path) -> None:
    game = tiny_game_in(tmp_path)
    build(game, tmp_path / "out")
    assert (tmp_path / "out/tiny/cards/svg/main-one.svg").is_file()
    game.change("card_data/tiny/cards.yaml", "  - {id: one, name: First}\n", "")
    removed = states(build(game, tmp_path / "out"))["removed"]
    assert "cards/svg/main-one.svg" in removed
    assert not (tmp_path / "out/tiny/cards/svg/main-one.svg").exists()
    assert not any("main-one" in path for path in manifest_of(tmp_path / "out/tiny")["files"])


def test_a_partial_build_removes_nothing(tmp_path: Path) -> None:
    game = tiny_game_in(tmp_path)
    build(game, tmp_path / "out")
    before = files_in(tmp_path / "out")
    built = build(game, tmp_path / "out", "cards/svg")
    pictures = {path.removeprefix("tiny/") for path in before if path.startswith("tiny/cards/svg/")}
    assert set(built.states) == pictures
    assert files_in(tmp_path / "out").keys() == before.keys()


def test_a_file_that_somebody_changed_or_deleted_is_made_again(tmp_path: Path) -> None:
    game = tiny_game_in(tmp_path)
    build(game, tmp_path / "out")
    before = files_in(tmp_path / "out")
    (tmp_path / "out/tiny/cards/svg/main-one.svg").write_text("scribble")
    (tmp_path / "out/tiny/cards/png/main-two.png").unlink()
    written = states(build(game, tmp_path / "out"))["written"]
    assert written == ["cards/png/main-two.png", "cards/svg/main-one.svg"]
    assert files_in(tmp_path / "out") == before


#: The keys that every manifest has.
KEYS = {"code", "inputs", "files", "plans"}


def test_a_manifest_that_cannot_be_trusted_is_set_aside(tmp_path: Path) -> None:
    game = tiny_game_in(tmp_path)
    build(game, tmp_path / "out")
    before = files_in(tmp_path / "out")
    (tmp_path / "cards.txt").write_text("mine")
    for content in (
        "{",
        "[]",
        "[" * 100_000,
        '{"files": 3}',
        *(json.dumps({name: {} if name != "code" else "" for name in KEYS - {missing}}) for missing in sorted(KEYS)),
        '{"code": 1, "inputs": [], "files": [], "plans": 7}',
        '{"code": "", "inputs": {}, "files": {"../../cards.txt": {"sha256": ""}}, "plans": {}}',
        '{"code": "", "inputs": {}, "files": {"/etc/cards.txt": {"sha256": ""}}, "plans": {}}',
        '{"code": "", "inputs": {"../../secret": "0"}, "files": {}, "plans": {}}',
        '{"code": "", "inputs": {}, "files": {"a": {"sha256": "", "tiles": ["x"]}}, "plans": {}}',
        '{"code": "", "inputs": {}, "files": {}, "plans": {"0123456789abcdef": [["a"]]}}',
        '{"code": "", "inputs": {}, "files": {}, "plans": {"0123456789abcdef": "a"}}',
    ):
        (tmp_path / "out/tiny/manifest.json").write_text(content)
        built = build(game, tmp_path / "out")
        assert states(built)["written"] == [], content
        assert "manifest.json" in built.notes[0]
        assert "kept as manifest.json.rejected" in built.notes[0]
        assert files_in(tmp_path / "out") == {**before, "tiny/manifest.json.rejected": content.encode()}
    assert (tmp_path / "cards.txt").read_text() == "mine"
    assert build(game, tmp_path / "out").notes == ()


def test_resolution_is_part_of_the_key(tmp_path: Path) -> None:
    game = tiny_game_in(tmp_path)
    build(game, tmp_path / "out")
    built = build(game, tmp_path / "out", dpi=150)
    assert {Path(path).suffix for path in states(built)["written"]} == {".png"}
    with Image.open(tmp_path / "out/tiny/cards/png/main-one.png") as picture:
        assert picture.size == (372, 520)
    assert states(build(game, tmp_path / "out"))["written"] == states(built)["written"]  # made at 300 dpi again


def test_a_pdf_is_made_again_for_another_date(tiny: GameOnDisk) -> None:
    made = []
    for date in ("1700000000", "1800000000", "1800000000"):
        command = ("build", "-q", "--only", "calibration-a4.pdf")
        assert run(*command, cwd=tiny.root, SOURCE_DATE_EPOCH=date).returncode == 0
        made.append(tiny.path("output/tiny/sheets/calibration-a4.pdf").read_bytes())
    assert made[0] != made[1] == made[2]


@pytest.mark.parametrize(("flip", "sheet", "booklet"), [("", "long", "short"), ("long",) * 3, ("short",) * 3])
def test_paper_is_turned_about_the_edge_that_the_printer_turns(
    flip: str, sheet: str, booklet: str, tmp_path: Path
) -> None:
    """Told an edge, everything is made for it; else sheets are for the long one and booklets for the short one."""
    files = {"sheets/cards-a4.pdf": sheet, "sheets/calibration-a4.pdf": sheet, "rules/rules.en-booklet-a4.pdf": booklet}
    game = tiny_game_in(tmp_path)
    sheets = "targets:\n  sheets: {cards-a4: {decks: [main], papers: [a4]}}\n"
    game.change("card_data/tiny/game.yaml", "targets:\n", f"rulebooks: {{en: rules.md}}\n{sheets}")
    game.write("card_data/tiny/rules.md", "# Tiny\n\n## Goal\n\nThere are four cards.\n")
    built = build(game, tmp_path / "out", *files, flip=flip)
    for name, edge in files.items():
        assert built.files[name]["duplex"] == edge
        with pikepdf.open(tmp_path / "out/tiny" / name) as pdf:
            assert pdf.Root.ViewerPreferences.Duplex == f"/DuplexFlip{edge.title()}Edge"


def test_a_game_may_be_in_another_language(tmp_path: Path) -> None:
    """Words of cardgen itself are English then. A rulebook needs no target to be made."""
    game = tiny_game_in(tmp_path)
    for name, changes in {
        "card_data/tiny/game.yaml": {
            "titles: {zh: 小, en: Tiny}": "titles: {de: Klein}",
            "languages: [en, zh]": "languages: [de]",
            "titles: {zh: 牌, en: Cards}": "titles: {de: Karten}",
            "fields: {name: text}": "fields: {name: text, cells: cells, colour: colour}",
            "targets:\n": "rulebooks: {de: regeln.md}\ntargets:\n"
            "  sheets:\n    karten: {decks: [main], papers: [a4]}\n"
            "    falz: {decks: [main], papers: [a4], layout: gutterfold}\n"
            "  cutouts: {teile: {deck: main, papers: [a4], pitch: 8, titles: {de: Teile}, pieces: {one: 2}}}\n"
            "  tuckboxes: {schachtel: {deck: main, papers: [a4], titles: {de: Karten}}}\n",
        },
        "card_data/tiny/cards.yaml": {
            "name: First": "name: Größe, cells: ['#'], colour: '#112233'",
            "name: Second": "name: Maß, cells: ['#'], colour: '#112233'",
        },
        "templates/tiny.yaml": {
            'description: {en: "Card {id}", zh: "牌 {id}"}': 'description: {de: "Karte {id}"}',
            "description: {en: A back, zh: 背面}": "description: {de: Rückseite}",
            "lang: en": "lang: de",
        },
    }.items():
        for old, new in changes.items():
            game.change(name, old, new)
    game.write("card_data/tiny/regeln.md", "# Klein\n\n## Ziel\n\nEs gibt {decks.main.count} Karten.\n")
    build(game, tmp_path / "out")
    folder = tmp_path / "out/tiny"
    for name, words in {
        "sheets/karten.pdf": ("Klein", "mit 100 % drucken"),
        "sheets/falz.pdf": ("hier falten",),
        "sheets/teile.pdf": ("Teile", "entlang der Linien schneiden"),
        "sheets/schachtel.pdf": ("Karten", "Kleber"),
        "sheets/calibration-a4.pdf": ("Kalibrierung", "von der dicken Linie"),
        "rules/rules.de.pdf": ("Klein", "Es gibt 4 Karten."),
    }.items():
        with pypdfium2.PdfDocument(folder / name) as pdf:
            text = " ".join(page.get_textpage().get_text_range() for page in pdf)
        for word in words:
            assert word in text, name
    assert (folder / "rules/rules.de-booklet-a4.pdf").is_file()


# ---------------------------------------------------------------- refusals


def test_a_part_that_matches_nothing_is_a_fault_even_beside_others(tmp_path: Path) -> None:
    game = tiny_game_in(tmp_path)
    with pytest.raises(DataError, match=r"no file or folder is called 'main-thre' \(did you mean 'main-") as raised:
        build(game, tmp_path / "out", "main-one.png", "main-thre", "nonsense")
    assert len(raised.value.faults) == 2
    with pytest.raises(DataError, match="there is no rulebook in 'en'"):
        build(game, tmp_path / "out", languages=("en",))
    assert not (tmp_path / "out").exists()


def test_nothing_is_written_for_a_deck_that_breaks_its_rules(tmp_path: Path) -> None:
    game = block_killer_in(tmp_path)
    game.change("card_data/block-killer/garbage.yaml", '"####..####"', '"#####.####"')
    with pytest.raises(FindingsError) as caught:
        build(game, tmp_path / "out")
    assert {finding.code[:2] for finding in caught.value.findings} == {"BK"}
    assert not (tmp_path / "out").exists()


def test_nothing_is_written_for_text_that_does_not_fit(tmp_path: Path) -> None:
    game = tiny_game_in(tmp_path)
    game.change(
        "card_data/tiny/cards.yaml", "name: Second", "name: " + "Second to none of all the others there are " * 3
    )
    with pytest.raises(FindingsError, match="CG101"):
        build(game, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_pages_are_checked_in_the_same_way(tmp_path: Path) -> None:
    game = block_killer_in(tmp_path)
    game.change("templates/block-killer/mat.yaml", "lang: zh, style: title", "lang: zh, style: title, size: 60")
    with pytest.raises(FindingsError, match="CG101"):
        build(game, tmp_path / "out", "mat-a4.pdf")
    assert not (tmp_path / "out").exists()
    build(game, tmp_path / "out", "cards-a4.pdf")  # which shows nothing of it


# ---------------------------------------------------------------- accidents


def test_an_interrupted_build_keeps_what_is_finished_and_goes_on_from_there(tmp_path: Path) -> None:
    game = tiny_game_in(tmp_path)

    def stop(done: int, *_: object) -> None:
        if done == 3:
            raise KeyboardInterrupt

    project = Project(game.root, bundled=False)
    with pytest.raises(KeyboardInterrupt):
        build_game(project, "tiny", tmp_path / "out", Options(), progress=stop)
    kept = set(manifest_of(tmp_path / "out/tiny")["files"])
    assert len(kept) == 3
    written = states(build(game, tmp_path / "out"))["written"]
    assert written
    assert kept.isdisjoint(written)


# A build that is killed when it has written half of a file: of the one below `out` with the number that is given.
KILLED = """
import os, signal, sys
from cardgen.base import files
from cardgen.cli.app import main

out, left = sys.argv[1], int(sys.argv[2])
write, fdopen = files._write, os.fdopen

class HalfWritten:
    def __init__(self, stream):
        self.stream = stream
    def __enter__(self):
        return self
    def __exit__(self, *_):
        pass
    def write(self, content):
        self.stream.write(content[: len(content) // 2])
        self.stream.flush()
        os.killpg(0, signal.SIGKILL)

def count_and_write(path, content):
    global left
    left -= str(path).startswith(out)
    if left == 0:
        os.fdopen = lambda *args: HalfWritten(fdopen(*args))
    write(path, content)

files._write = count_and_write
main(sys.argv[3:])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_killing_a_build_at_any_moment_leaves_whole_files(tmp_path: Path) -> None:
    """Old bytes or new bytes, never anything else; and the next build puts all right."""
    game = tiny_game_in(tmp_path / "project")
    cards = "".join(f"  - {{id: c{number}, name: Card {number}}}\n" for number in range(9))
    game.write("card_data/tiny/cards.yaml", f"cards:\n{cards}")
    sheets = "targets:\n  sheets: {cards-a4: {decks: [main], papers: [a4]}}\n"
    game.change("card_data/tiny/game.yaml", "targets:\n", sheets)
    build(game, tmp_path / "old", dpi=72)
    game.change("templates/tiny.yaml", 'fill: "#ffffff"', 'fill: "#ffffee"')
    build(game, tmp_path / "new", dpi=72)
    old, new = files_in(tmp_path / "old"), files_in(tmp_path / "new")
    assert old.keys() == new.keys()
    torn_between = 0
    for number in (1, 25):
        out = tmp_path / f"killed-{number}"
        shutil.copytree(tmp_path / "old", out)
        command = [sys.executable, "-c", KILLED, str(out), str(number), "build", "--quiet", "--dpi", "72"]
        command += ["--project", str(game.root), "--out", str(out)]
        done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, start_new_session=True, check=False)
        assert done.returncode == -signal.SIGKILL, done.stderr.decode()
        left = {path: content for path, content in files_in(out).items() if not path.endswith((".part", ".lock"))}
        assert left.keys() == old.keys()
        for path, content in left.items():
            if path.endswith("manifest.json"):
                continue
            assert content in (old[path], new[path]), path
        torn_between += len({left[path] == new[path] for path in left if old[path] != new[path]}) == 2
        build(game, out, dpi=72)
        assert {path: content for path, content in files_in(out).items() if "manifest" not in path} == {
            path: content for path, content in new.items() if "manifest" not in path
        }
    assert torn_between, "no kill fell into the writing: the test proves nothing"
