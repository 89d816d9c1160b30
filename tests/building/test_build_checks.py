"""A build looks only at sides that have changed since the same build before."""

from __future__ import annotations

import json

import pytest

from cardgen.base.errors import Finding, Place
from cardgen.building.build_checks import worst_first
from cardgen.building.check import check_beside_build
from cardgen.building.checks import contrast
from cardgen.building.checks.context import CheckContext
from cardgen.scene.items import Scene
from tests.games_on_disk import GameOnDisk

CARDS, GAME, TEMPLATE = "card_data/tiny/cards.yaml", "card_data/tiny/game.yaml", "templates/tiny.yaml"


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the sides whose contrast is looked at."""
    names: list[str] = []
    find = contrast._doubtful_texts

    def doubtful(scene: Scene) -> list[contrast._Text]:
        names.append(scene.name)
        return find(scene)

    monkeypatch.setattr(contrast, "_doubtful_texts", doubtful)
    return names


def beside(game: GameOnDisk, clean: list[str]) -> tuple[list[str], list[str]]:
    loaded = game.load()
    findings, now_clean = check_beside_build({"": CheckContext(loaded, game.layout())}, clean)
    return [finding.code for finding in findings], now_clean


def test_only_sides_that_are_new_are_looked_at(game: GameOnDisk, seen: list[str]) -> None:
    codes, clean = beside(game, [])
    assert (codes, len(clean), sorted(seen)) == ([], 3, ["main-back", "main-one", "main-two"])
    seen.clear()
    assert beside(game, clean) == ([], clean)
    assert seen == []
    game.change(CARDS, "name: First", "name: Last")
    assert beside(game, clean)[0] == []
    assert "main-two" not in seen
    assert "main-one" in seen


def test_a_side_with_findings_is_never_clean(game: GameOnDisk) -> None:
    _, clean = beside(game, [])
    game.change(TEMPLATE, 'text: "{name}"', 'text: "{name}", colour: "#ffeedd"')
    codes, left = beside(game, clean)
    assert (codes, len(left)) == (["CG105", "CG105"], 1)
    assert beside(game, left)[0] == codes


def test_another_limit_looks_again(game: GameOnDisk) -> None:
    _, clean = beside(game, [])
    game.change(GAME, "sizes:\n", "least_text: 9\nsizes:\n")
    assert beside(game, clean)[0] == ["CG116", "CG116"]


def test_clean_sides_are_kept_with_the_build(game: GameOnDisk) -> None:
    def build() -> list[str]:
        game.build()
        (outcome,) = json.loads(game.read("output/tiny/manifest.json"))["outcomes"].values()
        return list(outcome["clean"])

    first = build()
    assert len(first) == 3
    game.change(CARDS, "name: First", "name: Last")
    assert len({*build()} & {*first}) == 2


def test_the_worst_findings_come_first() -> None:
    small = Finding(Place("a", 1), "CG116", "small-text", "x", severity="warning")
    one = Finding(Place("b", 1), "CG105", "low-contrast", "y", card="1", deck="main")
    many = [Finding(Place("c", 1), "CG114", "text-covered", "z", card=str(i), deck="main") for i in range(3)]
    assert [found.code for found in worst_first([small, one, *many])] == ["CG114", "CG105", "CG116"]
