"""The command line: output and exit codes."""

from __future__ import annotations

import contextlib
import gc
import json
import os
import signal
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from cardgen import __version__
from tests.commands import run
from tests.games_on_disk import REPOSITORY, GameOnDisk, tiny_game_in


def test_version() -> None:
    assert run("--version").stdout == f"cardgen {__version__}\nblock-killer solver: kernel\n"


def test_help_names_every_command_without_importing_what_it_does_not_need() -> None:
    code = (
        "import sys\nfrom cardgen.cli.app import main\n"
        "try: main(['--help'])\nexcept SystemExit: pass\n"
        "print(sorted({'yaml', 'reportlab', 'svgwrite', 'PIL', 'uharfbuzz', 'pypdfium2', 'rich'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    for command in ("build", "check", "list", "show", "schema"):
        assert f"  {command} " in done.stdout
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts(shell: str) -> None:
    done = run("--show-completion", shell, _TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION="1")
    assert done.returncode == 0
    assert "_CARDGEN_COMPLETE" in done.stdout or "complete" in done.stdout


# ---------------------------------------------------------------- build


@pytest.mark.parametrize(
    "command",
    [
        "build",
        "check",
        "contact",
        "diff HEAD",
        "engine",
        "export images",
        "list --files",
        "new card x",
        "play best Z",
        "print list",
        "review --all",
        "review",
        "review status",
        "schema deck",
        "show T",
        "simulate",
        "stats",
        "translate status",
    ],
)
def test_no_command_takes_a_bundled_game_by_itself(command: str, tmp_path: Path) -> None:
    done = run(*command.split(), cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("cardgen: there is no project here: neither this folder nor one above it has")
    assert done.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
    if command.split()[0] not in ("new", "diff", "play"):
        assert "nowhere: not a project" in run(*command.split(), "--project", "nowhere", cwd=tmp_path).stderr


def test_only_takes_the_paths_that_a_build_prints(tiny: GameOnDisk) -> None:
    built = run("build", "--only", "cards/svg", cwd=tiny.root).stdout
    folder = next(line.split()[0] for line in built.splitlines() if line.startswith("  "))
    assert folder == "output/tiny/cards/svg/"
    for part in (folder, "./output/tiny/cards/svg/main-*.svg", str(tiny.path(folder)), "output/tiny/"):
        assert run("build", "--only", part, cwd=tiny.root).returncode == 0
    below = tiny.path("card_data/tiny")
    assert run("build", "--only", f"../../{folder}", cwd=below).returncode == 0
    assert "no file or folder is called" in run("build", "--only", "output/other/cards", cwd=tiny.root).stderr


def test_a_build_below_a_project_is_that_of_the_project(tiny: GameOnDisk) -> None:
    below = tiny.path("card_data/tiny")
    assert run("build", "--only", "cards/svg", "-q", cwd=below).returncode == 0
    assert tiny.path("output/tiny/manifest.json").is_file()
    assert [path.name for path in below.iterdir() if path.name == "output"] == []
    again = run("build", "--only", "cards/svg", cwd=tiny.root)
    assert again.stdout.startswith("Nothing to do: output/tiny is up to date")
    again = run("build", "--only", "cards/svg", cwd=below)
    assert again.stdout.startswith("Nothing to do: ../../output/tiny is up to date")


def test_build_prints_a_summary_and_instructions(tmp_path: Path) -> None:
    done = run("build", "--only", "cards-a4.pdf", "--out", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "[1/1] sheets/cards-a4.pdf" in done.stdout
    assert "1 files written" in done.stdout or "1 file written" in done.stdout
    assert str(tmp_path / "block-killer" / "sheets" / "cards-a4.pdf") in done.stdout
    for word in ("100 %", "both sides", "long edge"):
        assert word in done.stdout
    again = run("build", "--only", "cards-a4.pdf", "--out", str(tmp_path))
    assert again.stdout.startswith("Nothing to do")
    assert "(1 file)" in again.stdout


@pytest.mark.parametrize(
    ("arguments", "expected", "unexpected"),
    [
        (("--only", "mat-a4.pdf"), "mat-a4.pdf, choose 100 % (actual size), one side.", "both sides"),
        (("--only", "cards-a4.pdf", "--flip", "short"), "both sides, flip on the short edge", "gutterfold"),
        (("--only", "rules.en-booklet*"), "booklet-a4.pdf, both sides, flip on the short edge, fold", "To print"),
        (("--only", "cards/svg/blocks-T.svg"), "1 file written", "To print"),
    ],
)
def test_build_prints_instructions_for_the_files_that_were_made(
    arguments: tuple[str, ...], expected: str, unexpected: str, tmp_path: Path
) -> None:
    done = run("build", *arguments, "--out", str(tmp_path))
    assert expected in done.stdout
    assert unexpected not in done.stdout


def test_build_prints_instructions_for_cards_without_backs(tmp_path: Path) -> None:
    game = tiny_game_in(tmp_path)
    game.write("templates/tiny.yaml", game.read("templates/tiny.yaml").split("back:")[0])
    game.change(
        "card_data/tiny/game.yaml", "targets:", "targets:\n  sheets: {'tiny-{paper}': {decks: [main], papers: [a4]}}"
    )
    done = run("build", "tiny", "--project", str(tmp_path), "--out", str(tmp_path / "out"))
    assert (tmp_path / "out/tiny/sheets/calibration-a4.pdf").exists()
    assert "tiny-a4.pdf, choose 100 % (actual size), one side." in done.stdout
    assert "both sides" not in done.stdout


def test_an_interrupted_build_says_that_its_files_are_whole(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "cardgen", "build", "--out", str(tmp_path)]
    process = subprocess.Popen(
        command, cwd=REPOSITORY, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    assert process.stdout is not None
    assert process.stdout.readline().startswith("[1/")  # a line as soon as a file is there
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors == "Stopped. All finished files are complete; build again to continue.\n"


def test_a_terminal_shows_a_progress_bar_that_disappears(tiny: GameOnDisk) -> None:
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "cardgen", "build", "tiny"]
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "80"}
    process = subprocess.Popen(command, cwd=tiny.root, env=environment, stdout=theirs, stderr=theirs)
    os.close(theirs)
    shown = b""
    with contextlib.suppress(OSError):  # how Linux tells the end
        while more := os.read(ours, 4096):
            shown += more
    os.close(ours)
    assert process.wait() == 0
    text = shown.decode()
    assert "reading and checking the game" in text
    files = run("list", "tiny", "--files", cwd=tiny.root).stdout.split()
    assert any(f"{len(files)}/{len(files)} {file}" in text for file in files)
    assert "0/100" not in text
    assert f"\x1b[2Koutput/tiny: {len(files)} files written." in text  # in the place of the bar


def test_the_current_folders_games_come_first(tiny: GameOnDisk) -> None:
    games = ["blitz", "block-killer", "blokus", "heroes", "thread-race", "tiny"]
    assert run("list", cwd=tiny.root).stdout.split() == games
    assert run("build", "tiny", "-q", cwd=tiny.root).returncode == 0
    assert (tiny.root / "output/tiny/cards/svg/main-one.svg").is_file()


def test_project_option(tiny: GameOnDisk, tmp_path_factory: pytest.TempPathFactory) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    assert run("build", "tiny", "-q", "--project", str(tiny.root), cwd=elsewhere).returncode == 0
    assert (tiny.root / "output/tiny/manifest.json").is_file()
    assert run("build", "tiny", "-q", cwd=elsewhere).returncode == 2


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("build", "tinny"), "did you mean 'tiny'?"),
        (("build", "--paper", "a6"), "expected a3, a4, a5, letter, legal, tabloid, or a size in mm such as 320x450"),
        (("build", "--paper", "320x4500"), "expected sides of 50 to 2000 mm"),
        (("build", "--paper", "a5"), "no target is made for the paper 'a5'"),
        (("build", "--flip", "sideways"), "--flip sideways: expected one of: long, short"),
        (("build", "--back-offset", "1,2"), "expected x,y,angle"),
        (("build", "--back-offset", "nan,0,0"), "expected x,y,angle"),
        (("build", "--dpi", "5"), "36"),
        (("build", "--only", "nothing-like-it"), "no file or folder is called 'nothing-like-it'"),
        (("build", "--only", "cards-a4.pdf", "--only", "cards-a4.pfd"), "did you mean 'cards-a4.pdf'?"),
        (("build", "--only", "Sheets"), "did you mean 'sheets'?"),
        (("build", "--only", "cards-letter.pdf", "--paper", "a4"), "'cards-letter.pdf' is not among the files for a4"),
        (("build", "--lang", "english"), "there is no rulebook in 'english' (expected one of: en)"),
        (("check", "--format", "xml"), "--format xml: expected one of: text, json, github"),
        (("show", "TT"), "no card 'TT'"),
        (("schema", "nonsense"), "expected one of: game, template, deck, rules, ruleset, theme, translations"),
        (("frobnicate",), "No such command"),
    ],
)
def test_a_wrong_request_is_an_error_of_one_line_and_exits_2(
    tiny: GameOnDisk, arguments: tuple[str, ...], expected: str
) -> None:
    sheets = "rulebooks: {en: rules.md}\ntargets:\n  sheets: {'cards-{paper}': {decks: [main], papers: [a4, letter]}}\n"
    tiny.change("card_data/tiny/game.yaml", "targets:\n", sheets)
    tiny.write("card_data/tiny/rules.md", "# Tiny\n\n## Goal\n\nFour cards.\n")
    done = run(*arguments, cwd=tiny.root)
    assert done.returncode == 2
    assert expected in done.stderr
    assert "Traceback" not in done.stderr
    assert not tiny.path("output").exists()


def test_faults_of_all_files_are_reported_at_once(tiny: GameOnDisk) -> None:
    tiny.change("card_data/tiny/cards.yaml", "copies: 3", "copies: 1000000")
    tiny.change("card_data/tiny/game.yaml", "author: Nobody", "athor: Nobody")
    tiny.change("templates/tiny.yaml", 'box: bleed, fill: "#ffffff"', 'box: bleed, fil: "#ffffff"')
    done = run("build", "tiny", cwd=tiny.root)
    assert done.returncode == 2
    lines = done.stderr.splitlines()
    assert [line.split(":")[0] for line in lines] == [
        "card_data/tiny/cards.yaml",
        "card_data/tiny/game.yaml",
        "templates/tiny.yaml",
    ]
    assert not (tiny.root / "output").exists()


def test_a_failed_write_is_reported_without_a_traceback(tiny: GameOnDisk) -> None:
    (tiny.root / "taken").write_text("a file where a folder should be")
    done = run("build", "tiny", "--out", "taken", cwd=tiny.root)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert "taken" in done.stderr


# ---------------------------------------------------------------- check


def test_check_proves_the_shipped_deck_and_draws_its_coverage(tmp_path: Path) -> None:
    picture = tmp_path / "coverage.svg"
    done = run("check", "--plot", str(picture))
    assert (done.returncode, done.stderr) == (0, "")
    assert "207 cards, 28 distinct faces and backs: no findings." in done.stdout
    root = ElementTree.fromstring(picture.read_text(encoding="utf-8"))
    described = root.find("{http://www.w3.org/2000/svg}desc")
    assert described is not None
    assert "40 40 40 40 40 50 50 50 50 50" in (described.text or "")  # normal garbage, as printed


def test_check_exits_1_with_codes_and_places(tiny: GameOnDisk) -> None:
    tiny.change("templates/tiny.yaml", "[5, 5, 53, 8]", "[1, 5, 53, 8]")
    done = run("check", cwd=tiny.root)
    assert done.returncode == 1
    assert done.stdout.startswith("templates/tiny.yaml:5:50: error CG102 ")
    finding, _ = json.loads(run("check", "--json", cwd=tiny.root).stdout)["findings"]
    assert (finding["code"], finding["file"], finding["card"]) == ("CG102", "templates/tiny.yaml", "one")
    assert "::error file=templates/tiny.yaml,line=5," in run("check", "--format", "github", cwd=tiny.root).stdout


def test_check_reports_findings_together_with_faults(tiny: GameOnDisk) -> None:
    tiny.change("card_data/tiny/game.yaml", "targets:", "rulebooks: {en: rules.md}\ntargets:")
    tiny.write("card_data/tiny/rules.md", "# Tiny\n\n## Cards\n\n```cards nobody\n```\n")
    tiny.change("templates/tiny.yaml", "[5, 5, 53, 8]", "[1, 5, 53, 8]")
    done = run("check", cwd=tiny.root)
    assert (done.returncode, [line.split()[2] for line in done.stdout.splitlines()]) == (2, ["CG102"])
    assert done.stderr.count("there is no card 'nobody'") == 1
    data = json.loads(run("check", "--json", cwd=tiny.root).stdout)
    assert [finding["code"] for finding in data["findings"]] == ["CG102", "CG102"]
    assert [fault["file"] for fault in data["faults"]] == ["card_data/tiny/rules.md"]
    github = run("check", "--format", "github", cwd=tiny.root)
    assert (github.stderr, github.stdout.count("::error file=")) == ("", 2)


# ---------------------------------------------------------------- list, show, schema


def test_list_prints_decks_copies_and_names() -> None:
    lines = run("list", "block-killer").stdout.splitlines()
    assert lines[0] == "blocks: 90 cards, 方块牌 / Block cards"
    assert "  4-3    × 10   四宽垃圾 / 4-wide garbage" in lines
    everything = json.loads(run("list", "block-killer", "--json").stdout)
    assert sum(card["copies"] for card in everything["garbage"]) == 111


def test_show_makes_and_names_the_picture(tmp_path: Path) -> None:
    done = run("show", "2-3", "--out", str(tmp_path))
    picture = tmp_path / "block-killer/cards/png/garbage-2-3.png"
    assert done.returncode == 0, done.stderr
    assert str(picture) in done.stdout
    assert "card_data/block-killer/garbage.yaml:" in done.stdout
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_show_prints_every_card_with_the_id_and_its_picture(tiny: GameOnDisk) -> None:
    tiny.change(
        "card_data/tiny/game.yaml",
        "targets:",
        "  spare:\n    titles: {zh: 牌, en: Cards}\n    cards: cards.yaml\n    template: tiny.yaml\n    size: card\n"
        "    fields: {name: text}\ntargets:",
    )
    output = run("show", "TWO", "--game", "tiny", cwd=tiny.root).stdout
    assert "two (main, 3 copies)" in output
    assert "picture  output/tiny/cards/png/main-two.png" in output
    assert "two (spare, 3 copies)" in output
    assert "picture  none: targets.cards in game.yaml does not list the deck" in output
    shown = json.loads(run("show", "two", "--game", "tiny", "--json", cwd=tiny.root).stdout)
    assert [(card["deck"], card["picture"]) for card in shown] == [
        ("main", "output/tiny/cards/png/main-two.png"),
        ("spare", None),
    ]
    assert shown[0]["fields"] == {"name": "Second"}


@pytest.mark.parametrize("kind", ["game", "template", "deck", "ruleset"])
def test_schemas_are_json_schemas(kind: str) -> None:
    schema = json.loads(run("schema", kind).stdout)
    assert schema["$schema"].startswith("https://json-schema.org/")
    assert schema["additionalProperties"] is False


@pytest.mark.parametrize("arguments", [("list",), ("list", "no-such-game"), ("check", "--rules", "x"), ("--version",)])
def test_a_command_leaves_the_process_as_it_was(arguments: tuple[str, ...]) -> None:
    """A command does not change the process: garbage collection, paths, the mode of new files."""
    mask = os.umask(0o027)
    before = gc.get_threshold(), gc.get_freeze_count(), list(sys.path)
    try:
        run(*arguments)
        assert os.umask(0o027) == 0o027
    finally:
        os.umask(mask)
    assert (gc.get_threshold(), gc.get_freeze_count(), list(sys.path)) == before


def test_pydantic_does_not_look_for_plugins() -> None:
    code = """
import sys
from cardgen.cli.app import _disable_pydantic_plugins
_disable_pydantic_plugins()
from pydantic import BaseModel

class Model(BaseModel):
    value: int

assert Model(value=1).value == 1
assert "importlib.metadata" not in sys.modules
from pydantic.plugin._loader import get_plugins, PYDANTIC_ENTRY_POINT_GROUP
assert not list(get_plugins())
assert PYDANTIC_ENTRY_POINT_GROUP == "pydantic"
"""
    subprocess.run([sys.executable, "-c", code], check=True)
