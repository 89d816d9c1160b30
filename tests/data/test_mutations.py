"""Files spoilt at random: every fault is reported with its place and in plain words, and nothing else is raised."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from cardgen.base.errors import DataError, Fault, Finding
from cardgen.base.words.messages import Message
from cardgen.building.build import build_game
from cardgen.building.check import check_game
from cardgen.building.editions import layout_editions, plan_editions
from cardgen.data.project import Project
from cardgen.products.files import UnfinishedFile
from cardgen.products.options import Options
from tests.examples import trials
from tests.games_on_disk import GameOnDisk
from tests.mutations import Mutant, large_samples, mutant, small_samples

#: Words of the machine, which a designer does not know.
INTERNAL = re.compile(
    r"pydantic|Traceback|NoneType|Input should|\b(dict|tuple|str|int|float|None|True|False)\b|[A-Z]\w+Error\b"
    r"|<class|object at|codec|\[key\]|\ue000"
)
QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"|“[^”]*”|\{[^}]*\}")


def complaints(reported: Sequence[Fault | Finding]) -> list[str]:
    """Return those without a line, with words of the machine, without end, or that cannot be translated."""
    return [
        str(fault)
        for fault in reported
        if (not fault.place.line and not fault.message.startswith("there is no file"))
        or INTERNAL.search(QUOTED.sub("", f"{fault.message} {fault.hint}"))
        or len(str(fault)) > 1000
        or not isinstance(fault.message, Message)
    ]  # fmt: skip


def reported_by(game: GameOnDisk) -> Sequence[Fault | Finding]:
    """Return what loading, layout, the check and the planning of all files report. Another error than DataError is a
    bug."""
    try:
        editions = layout_editions(game.load(), Options(dpi=36))
        findings = [finding for edition in editions for finding in check_game(edition.game, edition.laid).findings]
        for file in plan_editions(editions):
            if isinstance(file, UnfinishedFile):
                file.finish()
    except DataError as error:
        return error.faults
    return findings


def check_mutant(spoilt: Mutant, root: Path) -> bool:
    """Check that everything reported about a spoilt project is well worded. Return True if nothing is reported."""
    reported = reported_by(spoilt.write(root))
    assert complaints(reported) == [], spoilt.description
    return not reported


@pytest.mark.parametrize("seed", range(16))
def test_faults_of_spoilt_small_projects_are_in_plain_words(seed: int, tmp_path: Path) -> None:
    random = Random(seed)
    for number in range(trials(18)):
        check_mutant(mutant(random, random.choice(small_samples())), tmp_path / str(number))


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 300))
def test_faults_of_any_spoilt_project_are_in_plain_words(seed: int, tmp_path: Path) -> None:
    random = Random(seed)
    for number in range(40):
        sample = random.choice(large_samples() if number % 8 == 0 else small_samples())
        spoilt, root = mutant(random, sample), tmp_path / str(number)
        if check_mutant(spoilt, root) and number % 4 == 0:
            build_game(Project(root, bundled=False), sample.game, root / "output", Options(dpi=36))


# The large ones are examples, which tests/test_examples.py checks.
def test_the_samples_have_no_faults(tmp_path: Path) -> None:
    for number, sample in enumerate(small_samples()):
        print(sample.name)  # shown with a fault
        spoilt = Mutant(sample, ".gitignore", "", b"")
        layout_editions(spoilt.write(tmp_path / str(number)).load(), Options())
