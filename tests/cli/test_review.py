"""`cardgen review …` on the command line: output and exit codes. The server is tested in tests/review."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests import commands
from tests.commands import Done
from tests.games_on_disk import GameOnDisk, tiny_game_in
from tests.review.git import git
from tests.review.reviewer import Reviewer
from tests.review.serving import serving, serving_here
from tests.tea_game import GAME, GERMAN, WHOLE, tea_game_in

LOG = "card_data/tiny/review.jsonl"


def run(*arguments: str, cwd: Path) -> Done:
    return commands.run("review", *arguments, cwd=cwd)


# ---------------------------------------------------------------- help


def test_help_shows_the_servers_options_and_the_commands(tmp_path: Path) -> None:
    output = run("--help", cwd=tmp_path).stdout
    lines = [" ".join(line.split()) for line in output.splitlines()]
    assert lines[0].endswith("cardgen review [OPTIONS] [GAME]...")
    assert lines[1].endswith("cardgen review export|fetch-engine|status|import|tidy ...")
    for option in ("--port N", "--host ADDR", "--allow-remote-decisions", "--as NAME", "--open / --no-open"):
        assert any(line.startswith(option) for line in lines), option
    for command in ("export", "status", "import", "tidy"):
        assert f"\n  {command} " in output
    assert "\n  serve" not in output
    assert "SITE/" in run("export", "--help", cwd=tmp_path).stdout


def test_help_waits_for_no_server() -> None:
    code = (
        "import sys\nfrom cardgen.cli.app import main\n"
        "try: main(['review', '--help'])\nexcept SystemExit: pass\n"
        "print(sorted({'starlette', 'uvicorn', 'jinja2', 'watchfiles', 'yaml', 'PIL'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


# ---------------------------------------------------------------- the server


def test_the_studio_without_a_game_begins_at_home(tmp_path: Path) -> None:
    with serving(GameOnDisk(tmp_path, ""), command="studio") as served:
        assert served.address.endswith("/~/")
        assert served.data("home")["games"] == []
    assert [*tmp_path.iterdir()] == []


def test_the_studio_is_the_same_page_and_begins_with_the_decks(tmp_path: Path) -> None:
    with serving(tiny_game_in(tmp_path), command="studio") as served:
        assert f"tiny: {served.address}#/make" in served.lines
        assert served.client.get("/data/catalog").json()["game"]["id"] == "tiny"


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("--all", "tiny"), "--all takes no names of games"),
        (("tiny", "other", "--edition", "zh"), "--edition requires one game"),
        (("tiny", "missing"), "missing"),
    ],
)
def test_games_that_cannot_be_served_together_are_refused(
    tiny: GameOnDisk, arguments: tuple[str, ...], problem: str
) -> None:
    tiny.write("card_data/other/game.yaml", tiny.read("card_data/tiny/game.yaml"))
    done = run(*arguments, cwd=tiny.root)
    assert (done.returncode, problem in done.stderr) == (2, True), done.stderr


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("tinny",), "did you mean 'tiny'?"),
        (("--port", "70000"), "--port"),
        (("--port", "x", "tiny"), "--port"),
        (("--frobnicate",), "No such option"),
        (("tiny", "more"), "more"),
        (("tiny", "--host", "192.0.2.77"), "--host 192.0.2.77"),
        (("tiny", "--as", "a\x01b"), "--as"),
        (("tiny", "--project", "nowhere"), "not a project"),
        (("export",), "SITE/"),
        (("export", "site", "tinny"), "did you mean 'tiny'?"),
        (("import", "nothing.jsonl", "tiny"), "nothing.jsonl"),
        (("status", "tinny"), "did you mean 'tiny'?"),
    ],
)
def test_a_wrong_request_is_an_error_of_one_line_and_exits_2(
    tiny: GameOnDisk, arguments: tuple[str, ...], expected: str
) -> None:
    done = run(*arguments, cwd=tiny.root)
    assert done.returncode == 2, done.stdout
    assert expected in done.stderr
    assert "Traceback" not in done.stderr


def test_it_prints_the_link_and_saves_the_reviewer(tiny: GameOnDisk) -> None:
    with serving(tiny) as served:
        assert served.lines == [f"tiny: {served.address}", "Ctrl-C stops the server."]
        assert served.data("catalog")["who"] == "Ann"


def test_the_reviewer_is_by_default_the_user_of_git(tiny: GameOnDisk) -> None:
    subprocess.run(["git", "init", "-q"], cwd=tiny.root, check=True)
    subprocess.run(["git", "config", "user.name", "Ada of Git"], cwd=tiny.root, check=True)
    with serving(tiny, "--as", "") as served:
        assert served.data("catalog")["who"] == "Ada of Git"


# ---------------------------------------------------------------- status and import


def test_status_fails_until_every_card_is_approved_as_it_is(tiny: GameOnDisk) -> None:
    done = run("status", "tiny", cwd=tiny.root)
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.splitlines() == [
        "card_data/tiny/cards.yaml:2:5: card main/one is undecided",
        "card_data/tiny/cards.yaml:3:5: card main/two is undecided",
        "tiny: 2 cards: 2 undecided.",
    ]
    with serving_here(tiny) as served:
        served.decide(served.proposal("main/one"), served.proposal("main/two")).raise_for_status()
    done = run("status", "tiny", cwd=tiny.root)
    assert (done.returncode, done.stdout) == (0, "tiny: 2 cards: 2 approved.\n")
    tiny.change("card_data/tiny/cards.yaml", "copies: 3", "copies: 4")
    done = run("status", "tiny", "--json", cwd=tiny.root)
    data = json.loads(done.stdout)
    assert (done.returncode, data["done"]) == (1, False)
    assert [(card["key"], card["status"]) for card in data["left"]] == [("main/two", "stale")]
    with serving_here(tiny) as served:
        served.decide(served.proposal("main/two", "reject", text="too many")).raise_for_status()
    done = run("status", "tiny", cwd=tiny.root)
    assert done.returncode == 1
    assert "card main/two was rejected by Ann: too many" in done.stdout


def test_status_for_continuous_integration(tiny: GameOnDisk) -> None:
    Reviewer(tiny).do("main/two")
    done = run("status", "tiny", "--format", "github", cwd=tiny.root)
    assert done.returncode == 1
    assert done.stdout == (
        "::error file=card_data/tiny/cards.yaml,line=2,col=5,title=review::card main/one is undecided\n"
    )
    done = run("status", "tiny", "--format", "junit", cwd=tiny.root)
    suite = ElementTree.fromstring(done.stdout).find("testsuite")
    assert suite is not None
    assert (suite.get("tests"), suite.get("failures")) == ("2", "1")
    one, two = suite
    assert (one.get("classname"), one.get("name"), one.get("file"), one.get("line")) == (
        "tiny.main",
        "one",
        "card_data/tiny/cards.yaml",
        "2",
    )
    failure = one.find("failure")
    assert failure is not None
    assert (failure.get("type"), failure.get("message")) == ("undecided", "card main/one is undecided")
    assert list(two) == []
    assert run("status", "tiny", "--format", "xml", cwd=tiny.root).returncode == 2


def test_status_of_the_cards_that_a_branch_has_changed(tiny: GameOnDisk) -> None:
    git(tiny.root, "init", "-q", "-b", "main")
    git(tiny.root, "add", ".")
    git(tiny.root, "commit", "-qm", "first")
    assert run("status", "tiny", "--since", "main", cwd=tiny.root).stdout == "tiny: no cards.\n"
    tiny.change("card_data/tiny/cards.yaml", "copies: 3", "copies: 4")
    done = run("status", "tiny", "--since", "main", cwd=tiny.root)
    assert (done.returncode, done.stdout.splitlines()) == (
        1,
        ["card_data/tiny/cards.yaml:3:5: card main/two is undecided", "tiny: 1 card: 1 undecided."],
    )
    assert run("status", "tiny", "--since", "nowhere", cwd=tiny.root).returncode == 2


def test_each_edition_is_decided_by_itself(tmp_path: Path) -> None:
    tea = tea_game_in(tmp_path)
    tea.change(GAME, "languages: [en, de, zh]", "languages: [en, de]\neditions: [en, de]")
    tea.write(GERMAN, WHOLE)
    with serving(tea, "--edition", "de") as served:
        catalog = served.data("catalog")
        assert catalog["game"]["languages"] == ["de"]
        keys = [card["key"] for card in catalog["cards"]]
        served.decide(*map(served.proposal, keys)).raise_for_status()
    assert tea.path(f"card_data/{tea.name}/review.de.jsonl").exists()
    assert not tea.path(f"card_data/{tea.name}/review.jsonl").exists()
    assert run("status", tea.name, "--edition", "de", cwd=tea.root).returncode == 0
    first = run("status", tea.name, cwd=tea.root)
    assert first.returncode == 1
    assert run("status", tea.name, "--edition", "en", cwd=tea.root) == first  # the first, by its name
    wrong = run("status", tea.name, "--edition", "dee", cwd=tea.root)
    assert wrong.returncode == 2
    assert wrong.stderr.endswith(f"{tea.name} has no edition 'dee' (did you mean 'de'?)\n")
    tea.change(GAME, "editions: [en, de]", "editions: de")
    wrong = run("status", tea.name, "--edition", "de", cwd=tea.root)
    assert wrong.stderr.endswith("has no edition 'de' (game.yaml lists them, such as editions: [en, zh])\n")
    tea.change(GAME, "editions: de", "editions: [en, de]")
    assert wrong.stderr.startswith(f"{GAME}:")
    exported = run("export", str(tmp_path / "site"), tea.name, "--edition", "de", "--no-sheets", cwd=tea.root)
    assert exported.returncode == 0, exported.stderr
    texts = (tmp_path / "site/data/alts.js").read_text(encoding="utf-8")
    assert "Oolong-Tee" in texts


def test_tidy_says_what_it_removed(tiny: GameOnDisk) -> None:
    reviewer = Reviewer(tiny)
    approval = reviewer.do("main/one")
    reviewer.do("main/one", "undo", undoes=approval.id)
    reviewer.do("main/two")
    done = run("tidy", "tiny", "--json", cwd=tiny.root)
    data = json.loads(done.stdout)
    assert (data["removed"], data["files"]) == ([approval.sides["face"]], {"before": 2, "after": 1})
    done = run("tidy", "tiny", cwd=tiny.root)
    assert (
        done.stdout == f"{tiny.path('card_data/tiny/review')}: 1 file, 0.0 MB → 1 file, 0.0 MB; 0 pictures removed.\n"
    )
    tiny.write(LOG, "not an event\n")
    assert run("tidy", "tiny", cwd=tiny.root).returncode == 2


def test_status_of_a_broken_log_exits_2(tiny: GameOnDisk) -> None:
    tiny.write(LOG, "not an event\n")
    done = run("status", "tiny", cwd=tiny.root)
    assert done.returncode == 2
    assert done.stderr.startswith(f"{LOG}:1:")


def test_import_adds_decisions_made_elsewhere(tiny: GameOnDisk) -> None:
    with serving_here(tiny) as served:
        first = served.decide(served.proposal("main/one")).json()["saved"][0]
        log = tiny.read(LOG)
        served.decide(served.proposal("main/two", "reject", text="too dark")).raise_for_status()
    decided = tiny.read(LOG)
    tiny.write("decisions.jsonl", decided.removeprefix(log))
    tiny.write(LOG, log)
    done = run("import", "decisions.jsonl", "tiny", cwd=tiny.root)
    assert (done.returncode, done.stderr) == (0, "")
    assert "1 saved, 0 not saved" in done.stdout
    assert tiny.read(LOG) == decided
    again = run("import", "decisions.jsonl", "tiny", "--json", cwd=tiny.root)
    assert (again.returncode, json.loads(again.stdout)) == (0, {"saved": [], "known": 1, "conflicts": []})
    other = json.dumps({**first, "id": "0123456789abcdef", "kind": "reject", "text": "no", "fields": None})
    tiny.write("late.jsonl", other + "\n")
    late = run("import", "late.jsonl", "tiny", cwd=tiny.root)
    assert late.returncode == 1
    assert late.stderr == "late.jsonl:1:1: not saved: main/one: there is a newer decision\n"
    assert tiny.read(LOG) == decided


def test_a_file_of_decisions_with_a_fault_adds_nothing(tiny: GameOnDisk) -> None:
    tiny.write("decisions.jsonl", '{"kind": "bless"}\n')
    done = run("import", "decisions.jsonl", "tiny", cwd=tiny.root)
    assert done.returncode == 2
    assert done.stderr.startswith("decisions.jsonl:1:")
    assert not tiny.path(LOG).exists()


# ---------------------------------------------------------------- export


def test_export_prints_a_summary(tiny: GameOnDisk) -> None:
    done = run("export", "site", "tiny", cwd=tiny.root)
    assert (done.returncode, done.stderr) == (0, "")
    count = sum(1 for path in (tiny.root / "site").rglob("*") if path.is_file())
    first, second = done.stdout.splitlines()
    assert first.startswith(f"site: {count} files, ")
    assert first.endswith(f"{count - 1} written.")
    assert str(Path("site") / "index.html") in second
    assert "; 0 written." in run("export", "site", "tiny", cwd=tiny.root).stdout


def test_export_rejects_a_folder_with_other_files(tiny: GameOnDisk) -> None:
    done = run("export", "templates", "tiny", cwd=tiny.root)
    assert done.returncode == 2
    assert done.stderr.startswith("templates: the folder has files that are not from an earlier export")
    assert [path.name for path in (tiny.root / "templates").iterdir()] == ["tiny.yaml"]
