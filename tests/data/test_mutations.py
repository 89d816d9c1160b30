"""Spoilt files at random: whatever is wrong is told with its place and in plain words, and nothing else is raised."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from cardgen.build import build_game
from cardgen.check import check_game
from cardgen.data.project import Project
from cardgen.errors import DataError, Fault, Finding
from cardgen.targets.editions import layout_editions, plan_editions
from cardgen.targets.files import UnfinishedFile
from cardgen.targets.options import Options
from tests.games_on_disk import GameOnDisk
from tests.mutations import Mutant, Sample, large_samples, mutant, small_samples

#: Words of the machine: they tell a designer nothing.
INTERNAL = re.compile(
    r"pydantic|Traceback|NoneType|Input should|\b(dict|tuple|str|int|float|None|True|False)\b|[A-Z]\w+Error\b"
    r"|<class|object at|codec|\[key\]|\ue000"
)
QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"|“[^”]*”|\{[^}]*\}")


def complaints(found: Sequence[Fault | Finding]) -> list[str]:
    """Those that have no line, speak of the machine, or never come to an end."""
    return [
        str(each)
        for each in found
        if (not each.place.line and not each.message.startswith("there is no file"))
        or INTERNAL.search(QUOTED.sub("", f"{each.message} {each.hint}"))
        or len(str(each)) > 1000
    ]  # fmt: skip


def told_of(game: GameOnDisk) -> Sequence[Fault | Finding]:
    """What loading, layout, the check and the planning of all files say. Any error but DataError is a bug."""
    try:
        editions = layout_editions(game.load(), Options(dpi=36))
        found = [finding for each in editions for finding in check_game(each.game, each.laid).findings]
        for file in plan_editions(editions):
            if isinstance(file, UnfinishedFile):
                file.finish()
    except DataError as error:
        return error.faults
    return found


def try_out(spoilt: Mutant, root: Path) -> bool:
    """Whether a spoilt project is as good as it was; everything that is told of it is told well."""
    told = told_of(spoilt.write(root))
    assert complaints(told) == [], spoilt.told
    return not told


@pytest.mark.parametrize("seed", range(16))
def test_small_projects_that_are_spoilt_are_told_of_in_plain_words(seed: int, tmp_path: Path) -> None:
    random = Random(seed)
    for number in range(18):
        try_out(mutant(random, random.choice(small_samples())), tmp_path / str(number))


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 300))
def test_any_project_that_is_spoilt_is_told_of_in_plain_words(seed: int, tmp_path: Path) -> None:
    random = Random(seed)
    for number in range(40):
        sample = random.choice(large_samples() if number % 8 == 0 else small_samples())
        spoilt, root = mutant(random, sample), tmp_path / str(number)
        if try_out(spoilt, root) and number % 4 == 0:
            build_game(Project(root, bundled=False), sample.game, root / "output", Options(dpi=36))


@pytest.mark.parametrize("sample", [*small_samples(), *large_samples()], ids=lambda sample: sample.name)
def test_what_is_spoilt_was_as_it_should_be(sample: Sample, tmp_path: Path) -> None:
    spoilt = Mutant(sample, ".gitignore", "", b"")
    layout_editions(spoilt.write(tmp_path).load(), Options())
