"""The package in examples/plugin, installed into an environment of its own: it adds to cardgen without a line in it."""

from __future__ import annotations

import contextlib
import json
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pikepdf
import pytest

from tests.games_on_disk import REPOSITORY

pytestmark = pytest.mark.full

PLUGIN = REPOSITORY / "examples" / "plugin"


@dataclass(frozen=True, slots=True)
class Installed:
    """The environment's Python, and a copy of the package's sample project."""

    python: Path
    project: Path

    def cardgen(self, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        command = [str(self.python), "-m", "cardgen", *arguments]
        return subprocess.run(
            command, cwd=self.project, input=stdin, capture_output=True, encoding="utf-8", check=False
        )

    def run(self, code: str) -> str:
        command = [str(self.python), "-c", code]
        return subprocess.run(command, cwd=self.project, capture_output=True, encoding="utf-8", check=True).stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """Installs the package beside everything that the environment of the tests has."""
    folder = tmp_path_factory.mktemp("plugin")
    source = shutil.copytree(PLUGIN, folder / "plugin", ignore=shutil.ignore_patterns("__pycache__", "output"))
    venv.create(folder / "venv", with_pip=False, symlinks=sys.platform != "win32")
    scheme = sysconfig.get_preferred_scheme("prefix")
    paths = {name: sysconfig.get_path(name, scheme, {"base": str(folder / "venv")}) for name in ("purelib", "scripts")}
    # What is editable here has .pth files of its own, which only addsitedir reads.
    shared = [str(REPOSITORY), *{sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}]
    lines = "".join(f"import site; site.addsitedir({path!r})\n" for path in shared)
    (Path(paths["purelib"]) / "tests-environment.pth").write_text(lines, encoding="utf-8")
    python = Path(paths["scripts"]) / Path(sys.executable).name
    options = ["--no-deps", "--no-build-isolation", "--no-index", "--quiet", "--disable-pip-version-check"]
    install = [sys.executable, "-m", "pip", "--python", str(python), "install", *options, str(source)]
    done = subprocess.run(install, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return Installed(python, source / "project")


@contextlib.contextmanager
def changed(path: Path, old: str, new: str) -> Iterator[None]:
    """Replace a part of a file for a while. The last place that has it is changed."""
    text = path.read_text(encoding="utf-8")
    before, found, after = text.rpartition(old)
    assert found
    path.write_text(before + new + after, encoding="utf-8")
    try:
        yield
    finally:
        path.write_text(text, encoding="utf-8")


@pytest.fixture(scope="module")
def findings(installed: Installed) -> str:
    """The findings about a deck with a wrong number of copies, a missing card, and a roll in the wrong order."""
    cards = installed.project / "card_data/dice/rolls.csv"
    with changed(cards, "1-2,2,1,2", "1-2,3,2,1"), changed(cards, "6-6,1,6,6\n", ""):
        done = installed.cardgen("check")
    assert done.returncode == 1, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def faults(installed: Installed) -> str:
    """The faults of a ruleset, a box and a target with wrong values."""
    with (
        changed(installed.project / "card_data/dice/rules/standard.yaml", "removed: 5", "removed: 36"),
        changed(installed.project / "templates/roll.yaml", 'number: "{first}"', "number: 7"),
        changed(installed.project / "card_data/dice/game.yaml", "{papers: [a4]}\n", "{papers: [a4], across: 0}\n"),
    ):
        done = installed.cardgen("check")
    assert done.returncode == 2
    return done.stderr


def test_its_rules_and_its_check_have_findings(installed: Installed, findings: str) -> None:
    done = installed.cardgen("check")
    assert (done.returncode, done.stderr) == (0, "")
    assert "rolls.csv:3:5: error DI001 wrong-copies: card '1-2': 3 copies, expected 2" in findings
    assert "no card for 6-6" in findings
    assert "rolls.csv:3:7: error DI101 unsorted-roll: the roll is written as 2, 1 (write 1, 2)" in findings


def test_its_models_read_rulesets_boxes_and_targets(installed: Installed, faults: str) -> None:
    assert list(json.loads(installed.cardgen("schema", "ruleset").stdout)["properties"]) == ["removed"]
    assert "how many pips it shows" in installed.cardgen("schema", "template").stdout
    assert "rules/standard.yaml:1:10: " in faults
    assert "templates/roll.yaml:5:55: number: 7 given, expected at most 6" in faults
    assert "across: 0 given, expected at least 1" in faults


def test_a_build_has_its_block_its_box_and_its_product(installed: Installed) -> None:
    done = installed.cardgen("build", "--only", "rules", "--only", "cards/svg", "--only", "sheets/tally-a4.pdf", "-q")
    assert done.returncode == 0, done.stderr
    output = installed.project / "output/dice"
    (page,) = (output / "rules").glob("*.html")
    assert re.sub(r"<[^>]*>|\s", "", page.read_text(encoding="utf-8")).endswith("RollCards1-111-22")
    for roll, pips in (("1-1", 2), ("2-5", 7), ("6-6", 12)):
        paths = (output / f"cards/svg/rolls-{roll}.svg").read_text(encoding="utf-8").count("<path")
        assert paths == 1 + 2 + pips, roll  # the ground, and the edges of two dice
    with pikepdf.open(output / "sheets/tally-a4.pdf") as pdf:
        assert [[round(float(side)) for side in page.mediabox[2:]] for page in pdf.pages] == [[595, 842]]


def test_every_plugin_of_it_loads_also_its_policy(installed: Installed) -> None:
    code = (
        "from cardgen.games.block_killer.policies import find_policy; from cardgen.base.plugins import plugin_faults\n"
    )
    code += "print(find_policy('careful').__module__, *plugin_faults())"
    assert installed.run(code) == "cardgen_dice.policies\n"


def test_it_brings_a_command(installed: Installed) -> None:
    listed = installed.cardgen("play", "--help").stdout
    assert "roll  Shuffle the deck and print its cards in order." in listed
    assert not re.search(r"^ +moves ", listed, re.MULTILINE)  # a command of another game's engine
    done = installed.cardgen("play", "roll", "--seed", "3")
    assert (done.returncode, len(done.stdout.split())) == (0, 31)
    assert "has no command 'moves' (it has roll)" in installed.cardgen("play", "moves", "", "T").stderr


def test_it_answers_requests(installed: Installed) -> None:
    done = installed.cardgen("engine", stdin='{"seed": 3, "ruleset": "standard"}\nnonsense\n')
    cards, error = map(json.loads, done.stdout.splitlines())
    assert cards["cards"] == installed.cardgen("play", "roll", "--seed", "3").stdout.split()
    assert error["error"]["code"] == "bad-request"


def test_it_brings_a_table(installed: Installed) -> None:
    done = installed.cardgen("review", "export", "site", "--no-sheets")
    assert done.returncode == 0, done.stderr
    assert (installed.project / "site/page/tables/dice/table.js").is_file()
    assert 'data-tables="dice"' in (installed.project / "site/index.html").read_text(encoding="utf-8")


def test_its_messages_are_translated_by_its_own_catalogue(installed: Installed) -> None:
    with changed(installed.project / "card_data/dice/rolls.csv", "1-2,2,1,2", "1-2,2,2,1"):
        done = installed.cardgen("--messages", "zh-Hans", "check")
    assert "error DI101 unsorted-roll: 这一掷写成了 2, 1（请写 1, 2）" in done.stdout


def test_its_export_writes_a_file(installed: Installed) -> None:
    listed = dict(line.split(maxsplit=1) for line in installed.cardgen("export").stdout.splitlines())
    assert listed["roll-list"] == "the rolls as JSON: how many copies each of them has"
    done = installed.cardgen("export", "roll-list")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == "Open the file in a program that shuffles cards."
    rolls = json.loads((installed.project / "output/dice/exports/roll-list/rolls.json").read_text(encoding="utf-8"))
    assert (len(rolls), sum(rolls.values())) == (21, 36)
    manifest = json.loads((installed.project / "output/dice/manifest.json").read_text(encoding="utf-8"))
    assert "exports/roll-list/rolls.json" in manifest["files"]


def check_without_it(installed: Installed) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "cardgen", "check"]
    return subprocess.run(command, cwd=installed.project, capture_output=True, encoding="utf-8", check=False)


def test_without_it_its_names_are_unknown(installed: Installed) -> None:
    done = check_without_it(installed)
    assert done.returncode == 2
    assert "game.yaml:22:3: unknown key 'tally'" in done.stderr
    assert "templates/roll.yaml:5:19: there is no kind of box 'pips'" in done.stderr
    with changed(installed.project / "card_data/dice/game.yaml", "  tally:\n    tally-{paper}: {papers: [a4]}\n", ""):
        done = check_without_it(installed)
    engines = "blitz, block-killer, blokus, card-game, heroes, thread-race"
    assert f"game.yaml:6:9: there is no rules engine 'dice' (expected one of: {engines})" in done.stderr
