"""Waivers: findings that are accepted are listed as waived, and each waiver has to be about something."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cardgen.base.errors import DataError
from cardgen.building.build import FindingsError, build_game
from cardgen.cli.app import main
from cardgen.data.project import Project
from cardgen.products.options import Options
from tests.games_on_disk import GameOnDisk, tiny_game_in

FILE = "card_data/tiny/waivers.yaml"
TEMPLATE = "templates/tiny.yaml"
LONG = "name: {kind: text, box: [5, 5, 3, 8]"


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> GameOnDisk:
    """The tiny game, with names that do not fit their box."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1800000000")  # 15 January 2027
    game = tiny_game_in(tmp_path)
    game.change(TEMPLATE, "name: {kind: text, box: [5, 5, 53, 8]", LONG)
    monkeypatch.chdir(tmp_path)
    return game


def waive(game: GameOnDisk, *waivers: str) -> None:
    entries = [f"  - {{{waiver}, reason: printed so before, who: Ana}}\n" for waiver in waivers]
    game.write(FILE, "waivers:\n" + "".join(entries))


def run(*arguments: str) -> None:
    """Run a command that succeeds."""
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert not end.value.code


@pytest.mark.parametrize(
    "waiver",
    [
        "code: CG101",
        "code: text-overflow",
        "code: CG1*",
        "place: templates/tiny.yaml",
        "place: 'tiny.yaml:5'",
        "place: '*.yaml:5:*'",
        "pattern: '*: name: *'",
        "code: CG101, place: 'templates/*', pattern: \"card 'one'*\"",
        "code: CG101, until: 2027-01-15",
    ],
)
def test_a_waived_finding_does_not_count_and_is_listed(tiny: GameOnDisk, waiver: str) -> None:
    before = tiny.check().findings
    assert {finding.code for finding in before} == {"CG101"}
    waive(tiny, waiver)
    report = tiny.check()
    left = {finding.card for finding in report.findings}
    assert left == ({"two"} if "one" in waiver else set())
    assert {(one.finding.code, one.reason, one.who) for one in report.waived} == {("CG101", "printed so before", "Ana")}
    assert {*report.findings, *(one.finding for one in report.waived)} == set(before)


def test_a_waiver_that_matches_nothing_is_a_finding(tiny: GameOnDisk) -> None:
    waive(tiny, "code: CG1*", "code: CG105", "place: other.yaml")
    findings = tiny.check().findings
    assert [(finding.code, finding.severity, str(finding.place)) for finding in findings] == [
        ("CG402", "warning", f"{FILE}:3:5"),
        ("CG402", "warning", f"{FILE}:4:5"),
    ]


def test_an_expired_waiver_does_not_count_and_says_so(tiny: GameOnDisk) -> None:
    waive(tiny, "code: CG101, until: 2027-01-14")
    report = tiny.check()
    assert {finding.code for finding in report.findings} == {"CG101", "CG403"}
    assert not report.waived
    (expired,) = [finding for finding in report.findings if finding.code == "CG403"]
    assert str(expired.place) == f"{FILE}:2:5"
    assert str(expired.message) == "the waiver of Ana was valid until 2027-01-14"


def test_a_finding_about_a_waiver_cannot_be_waived(tiny: GameOnDisk) -> None:
    waive(tiny, "code: CG101", "code: CG402")
    assert [finding.code for finding in tiny.check().findings] == ["CG402"]


def test_a_build_with_waived_findings_is_made(tiny: GameOnDisk, tmp_path: Path) -> None:
    project, out = Project(tmp_path), tmp_path / "out"
    with pytest.raises(FindingsError):
        build_game(project, "tiny", out, Options())
    waive(tiny, "code: CG101")
    built = build_game(project, "tiny", out, Options())
    assert built.count("written") > 0
    assert {one.finding.code for one in built.waived} == {"CG101"}
    assert build_game(project, "tiny", out, Options()).waived == built.waived, "they are listed again"


def test_the_day_is_no_part_of_the_files(tiny: GameOnDisk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    waive(tiny, "code: CG101, until: 2999-12-31")
    build_game(Project(tmp_path), "tiny", tmp_path / "one", Options())
    tiny.write(FILE, tiny.read(FILE).replace("2999", "2998"))
    build_game(Project(tmp_path), "tiny", tmp_path / "two", Options())
    files = {path.name: path.read_bytes() for path in (tmp_path / "one").rglob("*.svg")}
    assert files
    assert files == {path.name: path.read_bytes() for path in (tmp_path / "two").rglob("*.svg")}


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("waivers: [{reason: a, who: b}]", "a waiver needs a code, a place or a pattern"),
        ("waivers: [{code: CG101, who: b}]", "the key 'reason' is missing"),
        ("waivers: [{code: CG101, reason: a}]", "the key 'who' is missing"),
        ("waivers: [{code: CG101, reason: a, who: b, until: soon}]", "'soon' given, expected a date"),
        ("waivers: [{code: CG101, reason: a, who: b, untill: 2027-01-01}]", "unknown key 'untill'"),
        ("waiver: []", "unknown key 'waiver'"),
    ],
)
def test_mistakes_in_the_file_have_a_place(tiny: GameOnDisk, text: str, fault: str) -> None:
    tiny.write(FILE, f"{text}\n")
    with pytest.raises(DataError) as error:
        tiny.load()
    assert any(str(one).startswith(f"{FILE}:1:") and fault in str(one) for one in error.value.faults), error.value


def test_check_lists_waived_findings(tiny: GameOnDisk, capsys: pytest.CaptureFixture[str]) -> None:
    waive(tiny, "code: CG101, until: 2027-02-01")
    run("check", "tiny", "--project", ".")
    out = capsys.readouterr().out
    assert "error CG101 text-overflow: card 'two' and 1 more: name: " in out
    assert "[waived by Ana until 2027-02-01: printed so before]" in out
    assert out.endswith("no findings, 1 waived.\n")
    run("check", "tiny", "--project", ".", "--json")
    data = json.loads(capsys.readouterr().out)
    assert data["findings"] == []
    assert [one["card"] for one in data["waived"]] == ["one", "two"]
    assert data["waived"][0]["waiver"] == {"reason": "printed so before", "who": "Ana", "until": "2027-02-01"}
