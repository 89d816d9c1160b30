"""Builds, exports and printers that a page asks for: jobs with their progress, one at a time, and the files made."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import httpx
import pikepdf
import pytest

from cardgen.data.project import Project
from cardgen.products.printers import Printer, Printers, read_printers
from cardgen.review.server.own_printers import Readings, measured
from cardgen.review.server.requests import command_of, options_of, read_request
from tests.commands import run
from tests.games_on_disk import GameOnDisk, tiny_game_in
from tests.review.serving import Served
from tests.review.waiting import soon

GAME, CARDS = "card_data/tiny/game.yaml", "card_data/tiny/cards.yaml"
SHEETS = "targets:\n  sheets:\n    cards-{paper}: {decks: [main], papers: [a4, letter], backs: fronts}\n"


@pytest.fixture
def game(tmp_path: Path) -> GameOnDisk:
    game = tiny_game_in(tmp_path)
    game.change(GAME, "targets:\n", SHEETS)
    return game


@pytest.fixture(autouse=True)
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder for settings, so that tests that run at the same time have no printers in common."""
    monkeypatch.setenv("CARDGEN_CONFIG", str(tmp_path / "config"))


def post(served: Served, path: str, **body: Any) -> httpx.Response:
    return served.client.post(f"/api/{path}", json=body, headers=served.headers)


def result(served: Served) -> Any:
    """Wait for the end of the job, and return it."""
    soon(lambda: served.data("job")["job"]["state"] != "running", True)
    return served.data("job")["job"]


def test_a_print_run_is_recorded_as_the_command_records_it(game: GameOnDisk, served: Served) -> None:
    assert post(served, "record", name="first").status_code == 200
    here = game.read("card_data/tiny/prints/first.tsv")
    assert [run["name"] for run in served.data("print")["runs"]] == ["first"]
    assert "already a print run" in post(served, "record", name="first").text
    assert "letters and digits" in post(served, "record", name="../first").text
    assert post(served, "record", name="first", replace=True).status_code == 200
    assert post(served, "record", title="first").status_code == 400
    assert run("print", "record", "second", "tiny", "--project", str(game.root)).returncode == 0
    assert game.read("card_data/tiny/prints/second.tsv") == here


def test_a_build_makes_the_files_that_its_command_makes(game: GameOnDisk, served: Served) -> None:
    assert served.data("job") == {"job": None, "may": True}
    with served.events() as events:
        assert post(served, "make", only=["sheets"], papers=["a4"]).status_code == 200
        assert events.wait("job")["state"] == "running"
    job = result(served)
    assert (job["state"], job["done"], job["total"]) == ("done", 2, 2)
    assert job["command"] == "cardgen build tiny --only sheets --paper a4"
    assert [(file["path"], file["state"]) for file in job["files"]] == [
        ("sheets/calibration-a4.pdf", "written"),
        ("sheets/cards-a4.pdf", "written"),
    ]
    pdf = served.client.get("/made/sheets/cards-a4.pdf")
    assert pdf.content == game.path("output/tiny/sheets/cards-a4.pdf").read_bytes()
    with pikepdf.open(io.BytesIO(pdf.content)) as document:
        assert [round(float(edge)) for edge in document.pages[0].mediabox] == [0, 0, 595, 842]
    post(served, "make", only=["sheets"], papers=["a4"])
    assert result(served)["files"][0]["state"] == "unchanged"


def test_a_build_imports_nothing_from_a_project(
    game: GameOnDisk, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    game.write("cardgen/__init__.py", "raise SystemExit('run from the project')\n")
    monkeypatch.chdir(game.root)
    post(served, "make", only=["sheets"], papers=["a4"])
    assert result(served)["state"] == "done"


def test_a_refused_build_writes_nothing_and_says_why(game: GameOnDisk, served: Served) -> None:
    post(served, "make", papers=["a3"])
    job = result(served)
    assert (job["state"], job["files"]) == ("refused", [])
    assert job["faults"][0]["message"]["en"] == "no target is made for the paper 'a3'"
    assert "zh-Hans" in job["faults"][0]["message"]
    assert not game.path("output/tiny/sheets").exists()


def test_one_build_runs_at_a_time_and_a_stopped_one_leaves_the_old_files(
    game: GameOnDisk, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    post(served, "make", only=["sheets"])
    assert result(served)["state"] == "done"
    before = game.path("output/tiny/sheets/cards-a4.pdf").read_bytes()
    processes: list[Any] = []

    def suspended(*arguments: Any, **options: Any) -> Any:
        """Start a process that waits until it is stopped."""
        process = popen(*arguments, **options)
        os.kill(process.pid, signal.SIGSTOP)
        processes.append(process)
        return process

    popen = subprocess.Popen
    monkeypatch.setattr(subprocess, "Popen", suspended)
    game.change(CARDS, "First", "Else")
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)  # as in a server that runs in the background of a shell
    assert post(served, "make", only=["sheets"]).status_code == 200
    signal.signal(signal.SIGINT, handler)
    refused = post(served, "make", only=["sheets"])
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "busy")
    assert post(served, "stop").status_code == 200
    os.kill(processes[0].pid, signal.SIGCONT)
    assert result(served)["state"] == "stopped"
    assert game.path("output/tiny/sheets/cards-a4.pdf").read_bytes() == before


def test_a_process_that_ends_by_itself_is_reported(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    post(served, "make")
    job = result(served)
    assert (job["state"], job["faults"][0]["message"]["en"]) == (
        "failed",
        "the process that makes the files has ended: 1",
    )


def test_only_files_that_a_build_has_made_are_sent(game: GameOnDisk, served: Served, tmp_path: Path) -> None:
    post(served, "make", only=["sheets"], papers=["a4"])
    result(served)
    game.write("output/tiny/own.txt", "mine")
    for path in ("own.txt", "../../card_data/tiny/game.yaml", "%2e%2e/%2e%2e/card_data/tiny/game.yaml", "sheets"):
        assert served.client.get(f"/made/{path}").status_code == 404, path
    sheet = game.path("output/tiny/sheets/cards-a4.pdf")
    sheet.unlink()
    sheet.symlink_to(tmp_path / "card_data/tiny/game.yaml")
    assert served.client.get("/made/sheets/cards-a4.pdf").status_code == 404


@pytest.mark.parametrize("body", [{"export": 3}, {"only": "sheets"}, {"flip": "sideways"}, {"since": "x" * 999}])
def test_a_request_that_asks_for_nothing_is_refused(served: Served, body: dict[str, Any]) -> None:
    assert post(served, "make", **body).status_code == 400
    assert served.data("job")["job"] is None


# ---------------------------------------------------------------- what may be chosen


def test_the_sheets_are_those_of_a_build_with_these_options(served: Served) -> None:
    data = served.data("print")
    assert [sheet["name"] for sheet in data["sheets"]] == ["cards-a4", "cards-letter", "calibration-a4"]
    assert data["papers"] == ["a4", "letter"]
    (target,) = data["targets"]
    assert (target["sheets"], target["written"]) == (["cards-a4", "cards-letter"], ["decks", "papers", "backs"])
    assert (target["values"]["backs"], target["values"]["sets"]) == ("fronts", 1)
    keys = {key["name"]: key for key in data["keys"]}
    assert keys["backs"]["choices"] == ["interleaved", "fronts", "backs"]
    assert (keys["sets"]["least"], keys["sets"]["most"]) == (1, 20)
    assert keys["decks"]["choices"] == ["main"]
    letter = served.client.get("/data/print", params={"papers": "letter"}).json()
    assert [sheet["name"] for sheet in letter["sheets"]] == ["cards-letter"]
    assert letter["command"] == "cardgen build tiny --paper letter"


@pytest.mark.full
def test_the_sheets_since_a_print_run_have_only_what_it_lacks(game: GameOnDisk, served: Served) -> None:
    from cardgen.building.editions import layout_editions
    from cardgen.building.prints import print_run, record_run
    from cardgen.products.options import Options

    loaded = game.load()
    record_run(loaded, "first", print_run(layout_editions(loaded, Options())))
    game.change(CARDS, "First", "Another")
    query = {"since": "first", "papers": "a4"}
    soon(
        lambda: [sheet["cards"] for sheet in served.client.get("/data/print", params=query).json()["sheets"]],
        [[["main/one", 1]]],
    )
    assert served.data("print")["runs"] == [{"name": "first", "copies": 4}]
    assert served.client.get("/sheets/cards-a4/1.png", params=query).headers["content-type"] == "image/png"
    post(served, "make", since="first", papers=["a4"])
    assert [file["path"] for file in result(served)["files"]] == ["since/first/cards-a4.pdf"]
    assert served.client.get("/data/print", params={"since": "second"}).status_code == 409


def test_a_request_is_written_as_its_command_line(game: GameOnDisk) -> None:
    asked = {
        "only": ["sheets/my cards.pdf"],
        "languages": ["zh", "en"],
        "printer": "office",
        "flip": "short",
        "draft": True,
    }
    request = read_request(asked)
    assert request.data == asked
    assert command_of(request, "tiny") == (
        "cardgen build tiny --only 'sheets/my cards.pdf' --lang zh,en --flip short --printer office --draft"
    )
    export = read_request({"export": "images", "despite_findings": True})
    assert command_of(export, "tiny") == "cardgen export images tiny --despite-findings"
    assert options_of(export, Project(game.root, bundled=False), "tiny").folder.endswith("/output/tiny")


# ---------------------------------------------------------------- exports


def test_an_export_is_described_made_and_downloaded(served: Served) -> None:
    exports = {one["name"]: one for one in served.data("exports")}
    groups = {name: exports[name]["group"] for name in ("makeplayingcards", "tabletop-simulator", "images")}
    assert groups == {"makeplayingcards": "services", "tabletop-simulator": "tables", "images": "files"}
    assert (exports["images"]["made"], exports["images"]["named"]) == (0, False)
    report = served.data("export/images")
    assert report["findings"] == report["faults"] == []
    assert [size["count"] for size in report["pictures"]] == [3]
    assert report["order"][0]["cards"] == 4
    assert report["command"] == "cardgen export images tiny"
    assert served.client.get("/data/export/nowhere").status_code == 404
    post(served, "make", export="images")
    paths = [file["path"] for file in result(served)["files"]]
    assert {one["name"]: one["made"] for one in served.data("exports")}["images"] == len(paths)
    archive = served.client.get("/made.zip", params={"export": "images"})
    assert "attachment" in archive.headers["content-disposition"]
    assert sorted(zipfile.ZipFile(io.BytesIO(archive.content)).namelist()) == paths
    assert served.client.get("/made.zip", params={"export": ""}).status_code == 404


def test_an_export_is_refused_for_findings_unless_they_are_accepted(game: GameOnDisk, served: Served) -> None:
    game.change("templates/tiny.yaml", "[5, 5, 53, 8]", "[0.2, 5, 53, 8]")
    soon(lambda: len(served.data("export/makeplayingcards")["findings"]) > 0, True)
    finding = served.data("export/makeplayingcards")["findings"][0]
    assert (finding["severity"], finding["key"]) == ("error", "main/one")
    post(served, "make", export="makeplayingcards")
    refused = result(served)
    assert (refused["state"], refused["findings"][0]["code"]) == ("refused", finding["code"])
    post(served, "make", export="makeplayingcards", despite_findings=True)
    assert "exports/makeplayingcards/findings.txt" in [file["path"] for file in result(served)["files"]]


# ---------------------------------------------------------------- printers


def test_a_printer_is_measured_used_renamed_and_deleted(served: Served) -> None:
    readings = {"paper": "a4", "lengths": [99.7, 99.0], "first": [1.0, -0.5], "second": [0.6, -0.7]}
    answer = post(served, "printers", work="measure", name="study", readings=readings).json()
    (printer,) = answer["printers"]
    assert (answer["used"], printer["name"]) == ("study", "study")
    assert printer["values"] == {"scale": [100.301, 101.01], "back_offset": [0.8, -0.6, 0.115]}
    assert answer["sheets"] == {"a4": "calibration-a4"}
    saved = {"values": {"margins": [3, 3, 12.5, 3]}, "flip": "long", "was": "study"}
    assert post(served, "printers", work="save", name="office", **saved).status_code == 200
    assert read_printers() == Printers("office", {"office": Printer("office", (3, 3, 12.5, 3), flip="long")})
    assert post(served, "printers", work="use", name="").json()["used"] == ""
    assert post(served, "printers", work="delete", name="office").json()["printers"] == []


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ({"work": "save", "name": "none"}, "'none' cannot be the name of a printer"),
        ({"work": "save", "name": "a", "values": {"margins": [1]}}, "'1' is not a value for 'margins'"),
        ({"work": "save", "name": "a", "values": {"scale": [1, 1]}}, "'1,1' is out of range for 'scale'"),
        ({"work": "save", "name": "a", "flip": "up"}, "'up' is not a value for 'flip'"),
        ({"work": "measure", "name": "a", "readings": {"lengths": [0, 0]}}, "the rulers G and H are about 100 mm long"),
        ({"work": "measure", "name": "a", "readings": {"margins": ["?"]}}, "margins"),
        ({"work": "paint", "name": "a"}, "`work` must be one of: save, measure, use, delete"),
        ({"work": "use", "name": "gone"}, "there is no printer 'gone'"),
    ],
)
def test_wrong_values_of_a_printer_are_refused(served: Served, body: dict[str, Any], problem: str) -> None:
    answer = post(served, "printers", **body)
    assert answer.status_code in (400, 409)
    assert answer.json()["error"]["message"].startswith(problem)
    assert read_printers() == Printers()


def test_readings_of_a_corrected_sheet_are_added() -> None:
    printer = Printer("a", back_offset=(1.0, 2.0, 0.1), front_offset=(0.5, 0.0), scale=(101.0, 100.0))
    readings = Readings(lengths=(100, 99), distances=(20, 21, 20, 20), first=(0.2, 0), second=(0.2, 0), add=True)
    assert measured(readings, printer) == {
        "scale": [101.0, 101.01],
        "front_offset": [1.0, 0.0],
        "back_offset": [1.2, 2.0, 0.1],
    }
