"""`cardgen printer`: printers are kept for the user, and builds make sheets for the one in use."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pypdfium2
import pytest

from cardgen.cli.completing import complete_printers
from cardgen.products.printers import read_printers
from tests.commands import Done
from tests.commands import run as run_in
from tests.games_on_disk import GameOnDisk, tiny_game_in

MARGINS = ("--margins", "3,3,14.5,3")


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder for settings of the test."""
    monkeypatch.setenv("CARDGEN_CONFIG", str(tmp_path / "config"))
    return tmp_path / "config"


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> GameOnDisk:
    """Return a game of sheets on two papers and a few cards, in the current folder."""
    game = tiny_game_in(tmp_path / "project")
    sheets = "  sheets:\n    cards-{paper}: {decks: [main], papers: [a4, letter]}\n"
    game.change("card_data/tiny/game.yaml", "targets:\n", f"targets:\n{sheets}")
    monkeypatch.chdir(game.root)
    return game


def run(*arguments: str) -> Done:
    return run_in(*arguments, cwd=Path.cwd())


def lines_of(*arguments: str) -> list[str]:
    """Run a command and return the lines that it prints, without those of the progress."""
    done = run(*arguments)
    assert done.returncode == 0, done.stderr
    return [line for line in done.stdout.splitlines() if not line.startswith("[")]


def build(*arguments: str) -> tuple[set[str], str]:
    """Build, and return the names of the files that were written, apart from the calibration sheet, and the printer."""
    built = json.loads(run("build", "--json", *arguments).stdout)
    return {Path(path).name for path in built["written"]} - {"calibration-a4.pdf"}, built.get("printer", "")


def test_a_printer_is_added_changed_used_and_removed() -> None:
    assert lines_of("printer", "list") == ["There is no printer. `cardgen printer add NAME` adds one."]
    assert lines_of("printer", "add", "office", *MARGINS, "--back-offset", "-0.8,1.2,0.1") == [
        "office is added, and builds use it.",
        "* office: --margins=3,3,14.5,3 --back-offset=-0.8,1.2,0.1",
    ]
    assert lines_of("printer", "add", "office", "--scale", "100,101") == [
        "office is changed.",
        "* office: --margins=3,3,14.5,3 --back-offset=-0.8,1.2,0.1 --scale=100,101",
    ]
    assert lines_of("printer", "add", "photo", "-q") == []
    assert lines_of("printer", "list")[1] == "* photo: no values"
    listed = json.loads(run("printer", "list", "--json").stdout)["printers"]
    assert [(printer["name"], printer["used"], printer["margins"]) for printer in listed] == [
        ("office", False, [3.0, 3.0, 14.5, 3.0]),
        ("photo", True, None),
    ]
    assert lines_of("printer", "use", "office")[0] == "Builds use office."
    assert lines_of("printer", "remove", "photo") == ["photo is removed. Builds use office."]
    assert lines_of("printer", "use", "none") == ["Builds use no printer."]
    assert lines_of("printer", "remove", "office") == ["office is removed. Builds use no printer."]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("add", "office", "--margins", "3,3,14.5"), "'3,3,14.5' is not a value for 'margins'"),
        (("add", "office", "--scale", "100,200"), "expected across,down in per cent"),
        (("add", "a/b"), "'a/b' cannot be the name of a printer"),
        (("use", "office"), "there is no printer 'office' (`cardgen printer add NAME` adds one)"),
        (("remove", "office"), "there is no printer 'office'"),
    ],
)
def test_a_wrong_request_is_an_error_and_keeps_nothing(arguments: Sequence[str], expected: str) -> None:
    done = run("printer", *arguments)
    assert done.returncode == 2
    assert expected in " ".join(done.stderr.split())
    assert read_printers().by_name == {}


def test_every_build_uses_the_printer_in_use_until_another_is_chosen(game: GameOnDisk) -> None:
    """Only the sheets depend on it, and the same arguments mean another printer when it has changed."""
    sheets = {"cards-a4.pdf", "cards-letter.pdf"}
    folder = game.root / "output/tiny/sheets"
    assert build()[1] == ""
    usual = {name: (folder / name).read_bytes() for name in sheets}
    lines_of("printer", "add", "office", *MARGINS, "--front-offset", "0,0.5")
    assert build() == ({*sheets}, "office")
    corrected = {name: (folder / name).read_bytes() for name in sheets}
    assert build() == (set(), "office")
    assert build("--scale", "100,101") == ({*sheets}, "office --scale=100,101")
    assert build() == ({*sheets}, "office")
    assert {name: (folder / name).read_bytes() for name in sheets} == corrected
    lines_of("printer", "add", "office", "--scale", "100,101")
    assert build() == ({*sheets}, "office")
    assert build("--printer", "none", "--back-offset", "1,0,0") == ({*sheets}, "--back-offset=1,0,0")
    lines_of("printer", "use", "none")
    assert build() == ({*sheets}, "")
    assert {name: (folder / name).read_bytes() for name in sheets} == usual


def test_a_printer_remembers_the_edge_on_which_it_flips_paper(game: GameOnDisk) -> None:
    game.change("card_data/tiny/game.yaml", "targets:\n", "rulebooks: {en: rules.md}\ntargets:\n")
    game.write("card_data/tiny/rules.md", "# Tiny\n\n## Goal\n\nThere are four cards.\n")

    def flips(*options: str) -> list[str]:
        assert run("build", *options).returncode == 0
        files = json.loads((game.root / "output/tiny/manifest.json").read_text())["files"]
        return [files[f"{name}.pdf"]["duplex"] for name in ("sheets/cards-a4", "rules/rules.en-booklet-a4")]

    assert flips() == ["long", "short"]
    assert lines_of("printer", "add", "office", "--flip", "short")[1] == "* office: --flip=short"
    assert flips() == ["short", "short"]
    lines_of("printer", "add", "office", "--flip", "long")
    assert flips() == ["long", "long"]
    assert flips("--flip", "short") == ["short", "short"]
    assert "expected one of: long, short" in run("printer", "add", "office", "--flip", "both").stderr


def test_the_answer_and_the_sheets_name_the_printer(game: GameOnDisk) -> None:
    blank = "Cards are 7.7 mm from the edge of the paper. If your printer leaves more than that blank: "
    assert lines_of("build")[-1].startswith(blank)
    lines_of("printer", "add", "office", *MARGINS)
    named = "The sheets are made for the printer: office."
    assert lines_of("build")[-1] == named
    assert lines_of("build")[-1] == named  # with nothing to do
    with pypdfium2.PdfDocument(game.root / "output/tiny/sheets/cards-letter.pdf") as document:
        assert "printer office" in document[0].get_textpage().get_text_bounded()


def test_a_damaged_file_stops_a_build_at_its_place_and_none_does_without(game: GameOnDisk, config: Path) -> None:
    config.mkdir()
    (config / "printers.json").write_text('{"used": "a",\n "printers": {"a": {"margins": [1]}}}')
    done = run("build")
    assert done.returncode == 2
    assert done.stderr.startswith(
        f"{config}/printers.json:2:21: '[1]' is not a value for 'margins' (expected top,right"
    )
    assert not (game.root / "output").exists()
    assert run("build", "--printer", "none", "--only", "sheets").returncode == 0


def test_an_unknown_printer_stops_a_build(game: GameOnDisk) -> None:
    lines_of("printer", "add", "office")
    done = run("build", "--printer", "ofice")
    assert (done.returncode, done.stdout) == (2, "")
    assert "there is no printer 'ofice' (did you mean 'office'?)" in done.stderr
    assert not (game.root / "output").exists()


def test_names_of_printers_are_completed() -> None:
    assert complete_printers("") == ["none"]
    for name in ("office", "photo"):
        lines_of("printer", "add", name)
    assert complete_printers("") == ["none", "office", "photo"]
    assert complete_printers("of") == ["office"]


@pytest.mark.usefixtures("game")
def test_exports_do_not_depend_on_the_printer() -> None:
    assert json.loads(run("export", "images", "--json").stdout)["written"]
    lines_of("printer", "add", "office", *MARGINS, "--scale", "100,101")
    assert json.loads(run("export", "images", "--json").stdout)["written"] == []
