"""Which files a build makes when only some are asked for."""

from __future__ import annotations

import fnmatch
from pathlib import PurePosixPath

import pytest

from cardgen.products.options import Options
from tests.cases import for_cases

PATHS = (
    "cards/svg/main-c1.svg",
    "cards/svg/main-c1-bleed.svg",
    "cards/png/main-c1.png",
    "sheets/cards-a4.pdf",
    "sheets/cards-a4-cut.svg",
    "rules/rules.en.html",
    "ab/cards-a4.pdf",
)
PARTS = (
    *("cards", "cards/", "cards/svg", "car", "main-c1", "main-c1.svg", "rules.en", "rules", "sheets/cards-a4"),
    *("a4.pdf", "*", "*.svg", "cards-a4*", "sheets/*", "s*s/*", "a*4.pdf", "cards-a[45].pdf"),
    *("en/sheets", "en/*", "e*", "+", "?"),
)


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("edition", ["", "en"])
def test_a_part_asks_for_a_path_a_folder_a_name_or_a_pattern(part: str, edition: str) -> None:
    options = Options(only=("no-such-file", part), edition=edition)
    for path in PATHS:
        assert options.wants(path) == _is_wanted(part, path, edition), path


def _is_wanted(part: str, path: str, edition: str) -> bool:
    paths = (path, f"{edition}/{path}") if edition else (path,)
    name = PurePosixPath(path).name
    return (
        part in (*paths, name, PurePosixPath(path).stem)
        or any(own.startswith(part.rstrip("/") + "/") for own in paths)
        or any(fnmatch.fnmatchcase(own, part) for own in (*paths, name))
    )


CARDS = tuple(path for path in PATHS if path.startswith("cards/"))


@pytest.mark.parametrize(
    "part", [*PARTS, *CARDS, "en/cards", "en/cards/svg/main-c1.svg", "en", "", "/", "main-c1-bleed"]
)
@pytest.mark.parametrize("edition", ["", "en"])
def test_no_file_is_wanted_in_a_folder_where_none_may_be(part: str, edition: str) -> None:
    options = Options(only=("no-such-file", part), edition=edition)
    stems = {PurePosixPath(path).stem for path in CARDS}
    assert options.may_want_in("cards", stems.__contains__) or not any(map(options.wants, CARDS))


@for_cases("part", ["cards-a4.pdf", "sheets", "sheets/cards-a4", "rules", "main-c2.svg", "car"])
def test_a_part_elsewhere_wants_nothing_in_a_folder(part: str) -> None:
    assert not Options(only=(part,)).may_want_in("cards", {"main-c1", "main-c1-bleed"}.__contains__)
