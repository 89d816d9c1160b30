"""The forms of game.yaml and rulesets: each value with its place, its type and its limits; edited on the page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from cardgen.data.project import Project
from cardgen.review.server.edit_payloads import GameFileValues, ValuePart
from cardgen.review.server.game_values import game_values
from tests.games_on_disk import GameOnDisk, shipped_game_in, tiny_game_in
from tests.review.serving import serving_here
from tests.review.waiting import soon

GAME = "card_data/tiny/game.yaml"


def values_of(game: GameOnDisk) -> list[GameFileValues]:
    return game_values(Project(game.root, bundled=False), game.load())


def part_at(file: GameFileValues, *path: str | int) -> ValuePart:
    return next(part for part in file["parts"] if part["path"] == [*path])


def test_every_value_has_its_place_and_what_its_model_says(tmp_path: Path) -> None:
    game = shipped_game_in(tmp_path, "heroes")
    whole, ruleset = values_of(game)
    assert (whole["file"], whole["ruleset"], ruleset["ruleset"]) == ("card_data/heroes/game.yaml", "", "standard")
    general = {value["key"]["name"]: value for value in part_at(whole)["values"]}
    assert general["languages"]["value"] == ["zh", "en"]
    assert (general["age"]["key"]["type"], general["age"]["key"]["help"]) == (
        "number",
        "the least age of players, in years",
    )
    assert "least_text" in [key["name"] for key in part_at(whole)["absent"]]
    size = {value["key"]["name"]: value for value in part_at(whole, "sizes", "standard")["values"]}
    assert (size["width"]["value"], size["width"]["path"]) == (63, ["sizes", "standard", "width"])
    line = game.read("card_data/heroes/game.yaml").splitlines()[size["width"]["line"] - 1]
    assert line[size["width"]["column"] - 1 :].startswith("63, height")
    assert not [part for part in whole["parts"] if part["path"][:1] == ["icons"]]  # they are pictures
    assert part_at(ruleset)["values"][0]["key"]["type"] in ("number", "text", "choice", "flag")


@pytest.mark.browser
def test_values_are_changed_added_left_out_and_refused_on_the_page(page: Any, tmp_path: Path) -> None:
    game = tiny_game_in(tmp_path)
    before = game.read(GAME)
    with serving_here(game) as served:
        page.goto(f"{served.address}#/game")
        expect(page.get_by_role("heading", name="General")).to_be_visible()
        page.get_by_label("Add a property").select_option("age")
        soon(lambda: "age: 1\n" in game.read(GAME), True)
        age = page.get_by_role("textbox", name="age", exact=True)
        age.fill("8")
        age.press("Enter")
        soon(lambda: "age: 8\n" in game.read(GAME), True)
        page.get_by_role("link", name="sizes").click()
        width = page.get_by_role("textbox", name="width")
        width.first.fill("-3")
        width.first.press("Enter")
        expect(page.locator("#toast")).to_contain_text("-3 given, expected more than 0")
        width.first.fill("60")
        width.first.press("Enter")
        soon(lambda: "width: 60" in game.read(GAME), True)
        page.get_by_role("link", name="General").click()
        age.hover()
        page.get_by_role("button", name="Leave out age").click()
        soon(lambda: game.read(GAME).replace("width: 60", "width: 63"), before)
