"""Two versions of a game compared: folders, git revisions, builds; as lines, as data and as a page."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Mapping
from html.parser import HTMLParser
from pathlib import Path

import pytest

from cardgen.base.errors import DataError
from cardgen.building.build import build_game
from cardgen.data.project import Project
from cardgen.products.options import Options
from cardgen.project.comparing.changes import Comparison, compare
from cardgen.project.comparing.page import comparison_page
from cardgen.project.comparing.versions import read_version
from tests.commands import run
from tests.games_on_disk import GameOnDisk, tiny_game_in

GAME, CARDS, TEMPLATE = "card_data/tiny/game.yaml", "card_data/tiny/cards.yaml", "templates/tiny.yaml"
AFTER = """\
cards:
  - {id: two, name: "Second & > co", copies: 4}
  - {id: three, name: Third}
"""


@pytest.fixture
def game(tmp_path: Path) -> GameOnDisk:
    (tmp_path / "now").mkdir()
    game = tiny_game_in(tmp_path / "now")
    shutil.copytree(game.root, tmp_path / "before")
    game.write(CARDS, AFTER)
    return game


def diff(game: GameOnDisk, before: str, after: str = "") -> Comparison:
    scratch = game.root.parent / "scratch"
    scratch.mkdir(exist_ok=True)
    project = Project(game.root, bundled=False)
    return compare("tiny", *(read_version(name, project, "tiny", scratch) for name in (before, after)))


def git(game: GameOnDisk, *arguments: str) -> None:
    names = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    subprocess.run(["git", "-C", str(game.root), *names, *arguments], check=True, capture_output=True)


def in_a_repository(game: GameOnDisk) -> None:
    """Commit the game as it was, tagged v1, and leave it as it is now."""
    now = game.read(CARDS)
    git(game, "init", "-q")
    game.write(CARDS, (game.root.parent / "before" / CARDS).read_text(encoding="utf-8"))
    git(game, "add", "-A")
    git(game, "commit", "-qm", "one")
    git(game, "tag", "v1")
    game.write(CARDS, now)


LINES = [
    "1 added, 1 removed, 1 changed",
    "  changed main/two: copies 3 → 4, name Second → Second & > co, looks different: face",
    "  added main/three",
    "  removed main/one",
]


def lines_of(comparison: Comparison) -> list[str]:
    head, *lines = map(str, comparison.lines())
    return [head.partition(": ")[2], *(re.sub(r" \([^)]*\)", "", line) for line in lines)]


def test_two_folders_are_compared(game: GameOnDisk) -> None:
    before = str(game.root.parent / "before")
    assert lines_of(diff(game, before)) == LINES
    back = diff(game, "", before)
    assert {change.key: change.kind for change in back.changes} == {
        "main/one": "added",
        "main/two": "changed",
        "main/three": "removed",
    }
    assert [*map(str, diff(game, before, before).lines())] == [f"tiny, {before} → {before}: no card has changed"]


def test_a_git_revision_is_compared(game: GameOnDisk) -> None:
    in_a_repository(game)
    for revision in ("v1", "HEAD"):
        assert lines_of(diff(game, revision)) == LINES
    git(game, "commit", "-qam", "two")
    assert lines_of(diff(game, "v1", "HEAD")) == LINES
    assert diff(game, "HEAD").changes == ()
    assert game.read(CARDS) == AFTER  # nothing in the project is touched


def test_a_project_may_be_in_a_folder_of_a_repository(tmp_path: Path) -> None:
    (tmp_path / "games/mine").mkdir(parents=True)
    game = tiny_game_in(tmp_path / "games/mine")
    outer = GameOnDisk(tmp_path, "tiny")
    git(outer, "init", "-q")
    git(outer, "add", "-A")
    git(outer, "commit", "-qm", "one")
    game.change(CARDS, "First", "Best")
    comparison = diff(game, "HEAD")
    assert [(change.key, change.words) for change in comparison.changes] == [("main/one", ["name First → Best"])]


def test_the_manifest_of_a_build_is_compared(game: GameOnDisk) -> None:
    before = game.root.parent / "before"
    build_game(Project(before, bundled=False), "tiny", before / "output", Options())
    for name in ("output", "output/tiny", "output/tiny/manifest.json"):
        comparison = diff(game, str(before / name))
        kinds = {change.key: change.kind for change in comparison.changes}
        assert kinds == {"main-one": "removed", "main-two": "changed", "main-three": "added"}
    (changed,) = [change for change in comparison.changes if change.kind == "changed"]
    assert changed.before is not None
    assert (changed.before.sides["picture"].png or b"").startswith(b"\x89PNG")
    assert list(map(str, changed.lines())) == ["looks different: picture"]
    (before / "output/tiny/cards/png/main-two.png").write_bytes(b"")
    assert "the picture is gone" in comparison_page(diff(game, str(before / "output")))


def test_a_change_of_the_back_and_of_an_edition(game: GameOnDisk) -> None:
    before = game.root.parent / "before"
    game.write(CARDS, (before / CARDS).read_text(encoding="utf-8"))
    game.change(TEMPLATE, "#223344", "#334455")
    assert {change.sides for change in diff(game, str(before)).changes} == {("back",)}
    for root in (game.root, before):
        own = GameOnDisk(root, "tiny")
        own.change(GAME, "languages: [en, zh]\n", "languages: [en, zh]\neditions: [en, zh]\n")
    assert {change.sides for change in diff(game, str(before)).changes} == {("back en", "back zh")}
    (line, *_) = [str(line) for line in diff(game, str(before)).lines()][1:]
    assert line.endswith("looks different: back en, back zh")


def test_a_description_alone_changes_data_and_no_picture(game: GameOnDisk) -> None:
    before = game.root.parent / "before"
    game.write(CARDS, (before / CARDS).read_text(encoding="utf-8"))
    game.change(TEMPLATE, "A back", "The back")
    assert diff(game, str(before)).changes == ()


def test_a_comparison_as_data(game: GameOnDisk) -> None:
    data = json.loads(json.dumps(diff(game, str(game.root.parent / "before")).as_data()))
    (changed,) = data["changed"]
    assert (changed["card"], changed["sides"]) == ("main/two", ["face"])
    assert changed["fields"] == {
        "copies": {"before": 3, "after": 4},
        "name": {"before": "Second", "after": "Second & > co"},
    }
    assert changed["words"] == ["copies 3 → 4", "name Second → Second & > co"]
    assert [card["card"] for card in data["added"]] == ["main/three"]
    assert [card["card"] for card in data["removed"]] == ["main/one"]


class Elements(HTMLParser):
    """The elements of a page with their attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, Mapping[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))


def test_a_page_has_the_cards_side_by_side_and_needs_nothing_else(game: GameOnDisk) -> None:
    comparison = diff(game, str(game.root.parent / "before"))
    page = comparison_page(comparison)
    elements = Elements(page).elements
    images = [attributes for tag, attributes in elements if tag == "img"]
    # The changed face before and after, and both sides of the new card and of the one that is gone.
    assert [image["alt"] for image in images] == [
        *("Card three 牌 three", "A back 背面"),
        *("Card one 牌 one", "A back 背面"),
        *("Card two 牌 two", "Card two 牌 two"),
    ]
    assert all((image["src"] or "").startswith("data:image/png;base64,") for image in images)
    assert not [
        1 for _, own in elements for name in ("href", "src") if not (own.get(name) or "data:").startswith("data:")
    ]
    assert ("html", {"lang": "en"}) in elements
    assert [tag for tag, _ in elements if tag in ("h1", "h2", "h3")] == ["h1", *("h2", "h3") * 3]
    assert "Second &amp; &gt; co" in page
    assert comparison_page(comparison) == page


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("nothing", "there is no folder, file or git revision 'nothing'"),
        ("--help", "there is no folder, file or git revision '--help'"),
        ("empty", "is no project and no output of a build"),
        ("before/card_data/tiny/game.yaml", "is not called manifest.json"),
    ],
)
def test_what_is_no_version(game: GameOnDisk, name: str, problem: str) -> None:
    in_a_repository(game)
    (game.root.parent / "empty").mkdir()
    path = game.root.parent / name
    with pytest.raises(DataError, match=re.escape(problem)):
        diff(game, str(path) if path.exists() else name)


def test_a_version_without_the_game(game: GameOnDisk) -> None:
    in_a_repository(game)
    git(game, "mv", "card_data/tiny", "card_data/other")
    git(game, "commit", "-qm", "moved")
    with pytest.raises(DataError, match="HEAD has no game 'tiny'"):
        diff(game, "HEAD", "HEAD")


def test_the_command(game: GameOnDisk) -> None:
    before = game.root.parent / "before"
    done = run("diff", str(before), "--html", "diff.html", cwd=game.root)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "Side by side: diff.html"
    assert (game.root / "diff.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    done = run("--messages", "zh-Hant", "diff", str(before), cwd=game.root)
    assert "新增 1 張、刪去 1 個、更改 1 張" in done.stdout
