"""Files as text: listed, read, described and written; what a place of one is about; who may see them."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from cardgen.review.server.app import make_app
from cardgen.review.server.guard import Guard
from tests.editing.test_boxes import BOXES
from tests.games_on_disk import GameOnDisk, tiny_game_in
from tests.review.serving import ServedHere, serving_here

CARDS, GAME, TEMPLATE = "card_data/tiny/cards.yaml", "card_data/tiny/game.yaml", "templates/tiny.yaml"


@pytest.fixture
def game(tmp_path: Path) -> GameOnDisk:
    game = tiny_game_in(tmp_path)
    game.write(TEMPLATE, BOXES)
    game.change(GAME, "fields: {name: text}", "fields: {name: text, words: texts?}")
    game.change(CARDS, "name: First}", "name: First, words: {en: Hi, zh: 你好}}")
    game.write("templates/other.yaml", "face: {}\n")
    game.write("card_data/tiny/.hidden/notes.md", "none\n")
    return game


def replace(served: ServedHere, file: str, old: str, new: str, path: str = "edit", **more: Any) -> Any:
    data = served.data(f"text/{file}")
    operation = {"kind": "replace", "file": file, "at": data["text"].index(old), "old": old, "new": new}
    body = {"operations": [operation], "digests": {file: data["digest"]}, **more}
    return served.client.post(f"/api/{path}", json=body, headers=served.headers).raise_for_status().json()


def test_the_files_of_the_game_and_the_templates_that_it_uses_are_listed(served: ServedHere) -> None:
    assert served.data("files") == [
        {"file": GAME, "part": "game"},
        {"file": CARDS, "part": "cards"},
        {"file": TEMPLATE, "part": "templates"},
    ]
    data = served.data(f"text/{TEMPLATE}")
    assert (data["file"], data["text"]) == (TEMPLATE, BOXES)


@pytest.mark.parametrize("file", ["pyproject.toml", "card_data/../secret.txt", "card_data/tiny/none.yaml"])
def test_no_other_file_is_read(served: ServedHere, game: GameOnDisk, file: str) -> None:
    game.write("pyproject.toml", "")
    game.write("secret.txt", "")
    assert served.client.get(f"/data/text/{file}").status_code in (404, 409)


@pytest.mark.parametrize(("allowed", "status"), [(True, 200), (False, 403)])
def test_files_are_shown_to_those_who_may_edit_them(served: ServedHere, allowed: bool, status: int) -> None:
    guard = Guard(8731, network=True, remote_edits=allowed).also_called("192.168.0.2")
    transport = httpx.ASGITransport(make_app(served.session, guard), client=("192.168.0.9", 5))

    async def statuses() -> set[int]:
        async with httpx.AsyncClient(transport=transport, base_url="http://192.168.0.2:8731") as other:
            paths = ("files", f"text/{CARDS}", f"text-about/{CARDS}", f"text-at/{CARDS}")
            return {
                (await other.get(f"/data/{path}", headers={"X-Cardgen-Token": guard.token})).status_code
                for path in paths
            }

    with ThreadPoolExecutor(1) as pool:  # another test may have left a loop running in this thread
        assert pool.submit(asyncio.run, statuses()).result() == {status}


def test_a_draft_has_all_faults_of_the_file_and_a_save_of_it_writes_nothing(
    served: ServedHere, game: GameOnDisk
) -> None:
    before = game.read(CARDS)
    wrong = before.replace("copies: 3", "copys: 3, name: 4")
    draft = replace(served, CARDS, before, wrong, "draft", cards=["main/one"])
    assert [(fault["file"], fault["line"]) for fault in draft["faults"]] == [(CARDS, 3)]
    refused = replace(served, CARDS, before, before.replace("id: two", "id: one").replace("copies: 3", "copies: many"))
    assert {(fault["line"], fault["message"]["en"][:6]) for fault in refused["faults"]} >= {(3, "copies")}
    assert game.read(CARDS) == before
    draft = replace(served, TEMPLATE, "#112233", "#445566", "draft", cards=["main/one"])
    assert draft["faults"] == []
    assert "#445566" in draft["cards"][0]["face"]
    assert game.read(TEMPLATE) == BOXES


def test_a_text_is_saved_as_one_edit_with_its_line_ends_and_undone(served: ServedHere, game: GameOnDisk) -> None:
    game.write(TEMPLATE, BOXES.replace("\n", "\r\n"))
    saved = replace(served, TEMPLATE, '"#aa0000"}\r\n', '"#bb0000"}  # 𠮷\r\n', label="text of tiny.yaml")
    assert (saved["faults"], saved["label"]) == ([], "text of tiny.yaml")
    written = BOXES.replace('"#aa0000"}', '"#bb0000"}  # 𠮷').replace("\n", "\r\n").encode()
    assert game.path(TEMPLATE).read_bytes() == written
    served.client.post("/api/undo", json={}, headers=served.headers).raise_for_status()
    assert game.path(TEMPLATE).read_bytes() == BOXES.replace("\n", "\r\n").encode()


def test_a_text_of_an_older_file_is_not_written(served: ServedHere, game: GameOnDisk) -> None:
    data = served.data(f"text/{CARDS}")
    game.write(CARDS, "# new\n" + game.read(CARDS))
    body = {"operations": [{"kind": "replace", "file": CARDS, "at": 0, "old": "", "new": "# mine\n"}]}
    answer = served.client.post(
        "/api/edit", json={**body, "digests": {CARDS: data["digest"]}}, headers=served.headers
    ).json()
    assert answer["faults"][0]["message"]["en"].startswith("the file has changed")
    assert "mine" not in game.read(CARDS)


def test_a_file_that_cannot_be_read_is_put_right_as_text(served: ServedHere, game: GameOnDisk) -> None:
    before = game.read(CARDS)
    with served.events() as events:
        game.write(CARDS, before.replace("cards:", "cards: {"))
        events.wait("fault")
    assert replace(served, CARDS, "cards: {", "cards:")["faults"] == []
    assert game.read(CARDS) == before


def test_a_place_belongs_to_a_cell_or_a_box(served: ServedHere) -> None:
    for file, text, target in (
        (CARDS, "First", ("one", "name", "", "", "")),
        (CARDS, "你好", ("one", "words", "zh", "", "")),
        (CARDS, "id: two", ("two", "id", "", "", "")),
        (TEMPLATE, "# the title", ("", "", "", "face", "name")),
        (TEMPLATE, 'y: "+= 30', ("", "", "", "face", "lower")),
        (TEMPLATE, "[1, 2, 3, 3]", ("", "", "", "face", "pair.dot")),
        (TEMPLATE, "pair:", ("", "", "", "face", "pair")),
        (TEMPLATE, "{size: 3.4", ("", "", "", "face", "name")),
        (TEMPLATE, "description", None),
        (GAME, "author", None),
    ):
        before, _, _ = served.data(f"text/{file}")["text"].partition(text)
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        found = served.data(f"text-at/{file}?line={line}&column={column + 1}")
        expected = target and dict(zip(("card", "field", "language", "side", "box"), target, strict=True))
        assert found == (expected and {"deck": "main", **expected}), text


def test_a_place_of_a_table_belongs_to_its_cell(game: GameOnDisk) -> None:
    game.change(GAME, "cards: cards.yaml", "cards: cards.csv")
    game.write("card_data/tiny/cards.csv", "id,name,words.en,words.zh\none,First,,\ntwo,Second,Hi,好\n")
    with serving_here(game) as served:
        found = [served.data(f"text-at/card_data/tiny/cards.csv?line=3&column={column}") for column in (2, 6, 15)]
    assert [(one["card"], one["field"], one["language"]) for one in found] == [
        ("two", "id", ""), ("two", "name", ""), ("two", "words", "zh"),
    ]  # fmt: skip


def test_what_a_file_may_have_comes_from_its_schema_and_the_game(served: ServedHere) -> None:
    about = served.data(f"text-about/{TEMPLATE}")
    assert "boxes" in about["schema"]["properties"]
    assert about["names"] == {
        "style": ["body"], "template": ["tiny.yaml"], "extends": ["tiny.yaml"], "{": ["name", "words", "colours.ink"],
    }  # fmt: skip
    cards = served.data(f"text-about/{CARDS}")["schema"]
    assert "words" in cards["properties"]["cards"]["items"]["properties"]
    assert "decks" in served.data(f"text-about/{GAME}")["schema"]["properties"]
