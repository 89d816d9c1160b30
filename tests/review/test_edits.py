"""Edits that pages send: written as a careful person would, refused with the game's messages, undone to the byte."""

from __future__ import annotations

import errno
import io
import os
import random
import threading
from collections import Counter
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from PIL import Image

from cardgen.base.errors import DataError
from cardgen.data.project import Project
from cardgen.editing import journal as journals
from cardgen.editing.projects import contents_of
from cardgen.review.server.guard import Guard
from cardgen.review.server.loading import Loading
from cardgen.text.fonts import FONT_FOLDER
from tests.games_on_disk import GameOnDisk, shipped_game_in, tiny_game_in
from tests.review.serving import ServedHere, serving_here
from tests.review.waiting import PATIENCE, soon

CARDS = "card_data/tiny/cards.yaml"
TEMPLATE = "templates/tiny.yaml"

#: Random edits of one game in a soak.
GESTURES = 200


@pytest.fixture
def game(tmp_path: Path) -> GameOnDisk:
    game = tiny_game_in(tmp_path)
    game.change(
        "card_data/tiny/game.yaml", "fields: {name: text}", "fields: {name: text, words: texts?, cost: integer?}"
    )
    return game


def post(served: ServedHere, path: str, body: Any = None) -> Any:
    return served.client.post(f"/api/{path}", json=body or {}, headers=served.headers).raise_for_status().json()


def edit(served: ServedHere, *operations: dict[str, Any], **more: Any) -> Any:
    return post(served, "edit", {"operations": list(operations), **more})


def cell(card: str, field: str, old: str, new: str, language: str = "") -> dict[str, Any]:
    return {"kind": "cell", "deck": "main", "card": card, "field": field, "old": old, "new": new, "language": language}


def test_a_cell_is_edited_and_all_pages_see_the_card_and_who_did_it(served: ServedHere, game: GameOnDisk) -> None:
    before = game.read(CARDS)
    with served.events() as events:
        answer = edit(served, cell("one", "name", "First", "Uno"), label="name of one", by="Bo")
        assert answer == {"faults": [], "conflicts": [], "label": "name of one", "done": 1, "undone": 0, "gone": False}
        catalog = events.wait("catalog")
        assert ([card["key"] for card in catalog["cards"]], catalog["by"]) == (["main/one"], "Bo")
        edited = events.wait("edited")
        assert edited == {"by": "Bo", "label": "name of one", "files": [CARDS], "done": 1, "undone": 0}
    assert game.read(CARDS) == before.replace("First", "Uno")
    assert served.session.state.catalog.game.decks["main"].cards[0].fields["name"] == "Uno"  # type: ignore[union-attr]
    assert post(served, "undo")["undone"] == 1
    assert game.read(CARDS) == before
    assert post(served, "redo")["done"] == 1
    assert "Uno" in game.read(CARDS)


def fill(old: str, new: str) -> dict[str, Any]:
    path = ["face", "boxes", "ground", "fill"]
    return {"kind": "set", "file": TEMPLATE, "path": path, "old": old, "new": new}


def faces_of(served: ServedHere) -> dict[str, str]:
    return {card["key"]: card["face"] for card in served.data("catalog")["cards"]}


def test_an_edit_of_many_cards_shows_those_of_the_page_at_once_and_the_others_later(
    served: ServedHere, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardgen.review.server.loading._AT_ONCE", -1)
    before = faces_of(served)
    with served.events() as events:
        assert edit(served, fill("#ffffff", "#eeeeee"), cards=["main/two"], by="Bo")["faults"] == []
        first, last = events.wait("catalog"), events.wait("catalog")
        assert ([card["key"] for card in first["cards"]], first["waiting"]) == (["main/two"], ["main/one"])
        assert ([card["key"] for card in last["cards"]], last["waiting"]) == (["main/one"], [])
        assert (first["by"], last["by"], first["version"]) == ("Bo", "Bo", last["version"] + "+")
        assert events.wait("checked")["version"] == last["version"]
    assert not before.items() & faces_of(served).items()
    # Whatever follows while cards wait, the last edit is shown in the end.
    edit(served, fill("#eeeeee", "#dddddd"), cards=["main/one"])
    edit(served, fill("#dddddd", "#cccccc"), cards=["main/two"])
    edit(served, cell("one", "name", "First", "Uno"), cards=[])
    post(served, "undo", {"cards": []})
    post(served, "undo", {"cards": []})
    post(served, "undo", {"cards": ["main/two"]})
    post(served, "undo", {"cards": []})
    soon(lambda: "waiting" in served.data("catalog"), False)
    assert faces_of(served) == before


def test_cards_in_sight_do_not_wait_for_those_that_are_known_to_take_long(
    served: ServedHere, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardgen.review.server.loading._AT_ONCE", 60)
    with served.events() as events:
        for seconds, colour, waiting in ((1, "#eeeeee", []), (61, "#dddddd", ["main/one"])):
            monkeypatch.setitem(served.session.live.loading._seconds, "main", seconds)
            edit(served, fill("#ffffff", colour), cards=["main/two"])
            assert events.wait("catalog")["waiting"] == waiting
            post(served, "undo", {})
            events.wait("catalog")


def test_a_fault_of_a_card_that_is_laid_out_later_is_reported_and_undone(
    served: ServedHere, game: GameOnDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardgen.review.server.loading._AT_ONCE", -1)
    edit(served, cell("one", "name", "First", "red"))
    before, good = faces_of(served), game.read(TEMPLATE)
    with served.events() as events:
        assert edit(served, fill("#ffffff", "{name}"), cards=["main/one"])["faults"] == []
        assert events.wait("catalog")["waiting"] == ["main/two"]
        (fault,) = events.wait("fault")["faults"]
        assert (fault["file"], fault["line"]) == (TEMPLATE, 4)
        assert fault["message"]["en"].startswith("card 'two': fill: 'Second' is not a colour")
        catalog = served.data("catalog")
        assert (catalog["waiting"], catalog["fault"]["faults"]) == (["main/two"], [fault])
        assert faces_of(served)["main/two"] == before["main/two"]
        assert post(served, "undo", {"cards": ["main/one"]})["faults"] == []
        undone = events.wait("catalog")
        assert (undone["waiting"], undone["fault"]) == ([], None)
    assert (game.read(TEMPLATE), faces_of(served)) == (good, before)
    assert "waiting" not in served.data("catalog")


@pytest.mark.parametrize("text", ["", "cards:\n", "cards: [1]\n", "- 1\n"])
def test_a_draft_while_somebody_writes_the_file_is_refused(served: ServedHere, game: GameOnDisk, text: str) -> None:
    game.write(CARDS, text)
    answer = post(served, "draft", {"operations": [cell("one", "name", "First", "Uno")], "cards": ["main/one"]})
    assert [fault["file"] for fault in answer["faults"]] == [CARDS]


def test_a_value_that_the_game_refuses_is_refused_with_its_message_and_the_file_stays(
    served: ServedHere, game: GameOnDisk
) -> None:
    before = game.read(CARDS)
    answer = edit(served, cell("two", "copies", "3", "many"))
    (fault,) = answer["faults"]
    assert (fault["file"], fault["line"], fault["message"]["en"]) == (
        *(CARDS, 3),
        "copies: 'many' given, expected a whole number",
    )
    assert answer["done"] == 0
    assert game.read(CARDS) == before


def full_at(path: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device", str(path))


@pytest.mark.parametrize(
    ("what", "problem", "hint"),
    [
        ("protected", "cannot be written: it is protected", "allow it in the properties of the file"),
        ("full disk", "the journal of edits cannot be written: the disk is full", "make room"),
        ("full disk, file", "cannot be written: the disk is full", "make room"),
        ("gone", "cannot be read: it is not there", "somebody has moved, renamed or deleted it"),
        ("&a ", "anchors and aliases are not supported", "write it out"),
        ("[", "not YAML", "put a text that has"),
        ("Other ", "the file has 'Other First' now, not 'First'", "look at both"),
    ],
)
def test_each_obstacle_has_its_own_answer_and_nothing_is_lost(
    served: ServedHere, game: GameOnDisk, monkeypatch: pytest.MonkeyPatch, what: str, problem: str, hint: str
) -> None:
    operation = cell("one", "name", "First", "Uno")
    with monkeypatch.context() as broken:
        if what == "protected":  # root may write everything
            broken.setattr(os, "access", lambda *_: False)
        elif what == "full disk":
            broken.setattr(os, "fsync", full_at)
        elif what == "full disk, file":
            broken.setattr(journals, "write_atomic", lambda path, _: full_at(path))
        elif what == "gone":
            game.path(CARDS).unlink()
        else:
            game.change(CARDS, "name: First", f"name: {what}First")
        before = game.path(CARDS).read_bytes() if what != "gone" else b""
        answer = edit(served, operation)
        (fault,) = answer["faults"] + answer["conflicts"]
        assert (problem in fault["message"]["en"], hint in fault["hint"]["en"], answer["done"]) == (True, True, 0)
        assert before == (game.path(CARDS).read_bytes() if what != "gone" else b"")
    if what in ("protected", "full disk", "full disk, file"):  # and the same edit is made afterwards
        assert edit(served, operation)["done"] == 1


def test_a_cell_that_somebody_else_has_changed_is_a_conflict(served: ServedHere, game: GameOnDisk) -> None:
    edit(served, cell("one", "name", "First", "Uno"))
    (conflict,) = edit(served, cell("one", "name", "First", "Eins"))["conflicts"]
    assert conflict["current"] == "Uno"
    assert edit(served, cell("two", "name", "Second", "Due"))["conflicts"] == []
    assert "Uno" in game.read(CARDS)


def test_every_value_of_an_edit_that_has_changed_is_a_conflict(served: ServedHere, game: GameOnDisk) -> None:
    before = game.read(CARDS)
    cells = cell("one", "name", "Eins", "x"), cell("two", "copies", "3", "4"), cell("two", "name", "Zwei", "y")
    values = [
        {"kind": "set", "file": CARDS, "path": ["cards", card, "name"], "old": old, "new": "x"}
        for card, old in (("one", "First"), ("two", "Zwei"))
    ]
    assert [one["current"] for one in edit(served, *cells)["conflicts"]] == ["First", "Second"]
    answer = edit(served, *values)
    assert ([one["current"] for one in answer["conflicts"]], answer["faults"]) == (["Second"], [])
    assert game.read(CARDS) == before


def test_the_languages_of_a_text_are_cells_of_their_own(served: ServedHere, game: GameOnDisk) -> None:
    def words() -> str:
        return game.read(CARDS).splitlines()[1].split("name: First")[1]

    edit(served, cell("one", "words", "", "一", "zh"), cell("one", "words", "", "One", "en"))
    assert words() == ", words: {en: One, zh: 一}}"
    edit(served, cell("one", "words", "一", "", "zh"))
    assert words() == ", words: {en: One}}"
    edit(served, cell("one", "words", "One", "", "en"))
    assert words() == "}"
    game.change(CARDS, "name: First}", "name: First, words: Plain}")
    served.session.live.reread("Bo")
    edit(served, cell("one", "words", "Plain", "Simple", "en"))
    assert words() == ", words: Simple}"
    edit(served, cell("one", "words", "", "一", "zh"))
    assert words() == ", words: {en: Simple, zh: 一}}"


def test_an_edit_is_of_its_user_if_another_thread_reads_the_files_first(
    served: ServedHere, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = served.session.live
    for name in ("write", "undo"):
        step, read = getattr(journals.Journal, name), threading.Event()

        def step_and_read(*args: Any, step: Any = step, read: threading.Event = read) -> Any:
            result = step(*args)
            lay_out = live.loading.lay_out

            def lay_out_and_tell(*args: Any) -> Any:
                catalog = lay_out(*args)
                read.set()
                return catalog

            monkeypatch.setattr(live.loading, "lay_out", lay_out_and_tell)
            watching = threading.Thread(target=live.reread, args=("",))
            watching.start()
            assert read.wait(PATIENCE)
            watching.join(0.2)  # enough to show the cards, unless it waits for this edit
            return result

        monkeypatch.setattr(journals.Journal, name, step_and_read)
    with served.events() as events:
        assert not edit(served, cell("one", "name", "First", "Uno"), by="Bo")["faults"]
        assert events.wait("catalog")["by"] == "Bo"
        assert not post(served, "undo", {"by": "Bo"})["faults"]
        assert events.wait("catalog")["by"] == "Bo"


def test_only_sheets_that_game_yaml_asks_for_refuse_an_edit(game: GameOnDisk) -> None:
    project, file = Project(game.root), "card_data/tiny/game.yaml"
    loading = Loading(project, "tiny", game.root, "")
    before = loading.lay_out(loading.read(), None)
    text = game.read(file) + "  sheets: {all: {decks: [main], papers: [a4], grid: {margins: 140}}}\n"
    whole = loading.read(contents_of(project, {file: text.encode()}))
    assert loading.prove(whole, before, None, ["card_data/tiny/my-game.yaml", "card_data/other/game.yaml"]).unprintable
    with pytest.raises(DataError, match="does not fit"):
        loading.prove(whole, before, None, [file])


def test_edits_of_a_file_that_has_moved_on_are_not_undone(served: ServedHere, game: GameOnDisk) -> None:
    edit(served, cell("one", "name", "First", "Uno"))
    game.change(CARDS, "Second", "Mine")
    (fault,) = post(served, "undo")["faults"]
    assert fault["message"]["en"] == "the file has changed since: this edit cannot be made or undone"
    assert "Uno" in game.read(CARDS)


def test_several_operations_are_one_edit(served: ServedHere, game: GameOnDisk) -> None:
    before = game.read(CARDS)
    box = {"kind": "set", "file": TEMPLATE, "path": ["face", "boxes", "name", "box"]}
    added = {"name": "Third", "words.en": "Three"}
    answer = edit(
        served,
        cell("one", "words", "", "Hello", "en"),
        cell("one", "cost", "", "2"),
        {"kind": "add-row", "deck": "main", "card": "three", "cells": added, "at": 1},
        {"kind": "delete-row", "deck": "main", "card": "two"},
        {**box, "old": [5, 5, 53, 8], "new": [5, 9, 53, 8]},
    )
    assert answer["faults"] == []
    assert game.read(CARDS) == (
        "cards:\n  - {id: one, name: First, words: {en: Hello}, cost: 2}\n"
        "  - {id: three, name: Third, words: {en: Three}}\n"
    )
    assert "box: [5, 9, 53, 8]" in game.read(TEMPLATE)
    assert answer["done"] == 1
    post(served, "undo")
    assert game.read(CARDS) == before


def test_a_draft_draws_cards_and_writes_nothing(served: ServedHere, game: GameOnDisk) -> None:
    before = (game.read(CARDS), game.read(TEMPLATE))
    move = {"kind": "set", "file": TEMPLATE, "path": ["face", "boxes", "name", "box"], "old": [5, 5, 53, 8]}
    drafts = [
        post(served, "draft", {"operations": [{**move, "new": [5, top, 53, 8]}], "cards": ["main/two"]})
        for top in (5, 40)
    ]
    assert [card["key"] for draft in drafts for card in draft["cards"]] == ["main/two"] * 2
    assert drafts[0]["cards"][0]["face"] != drafts[1]["cards"][0]["face"]
    assert drafts[0]["cards"][0]["back"].startswith("<svg") or "<svg" in drafts[0]["cards"][0]["back"]
    faulty = post(served, "draft", {"operations": [{**move, "new": "wide"}], "cards": ["main/two"]})
    assert (faulty["cards"], len(faulty["faults"])) == ([], 1)
    assert (game.read(CARDS), game.read(TEMPLATE)) == before
    assert edit(served, {**move, "new": [5, 40, 53, 8]})["done"] == 1


def test_cells_of_two_tables_are_written_into_the_file_that_has_them(game: GameOnDisk) -> None:
    units, armies = "card_data/tiny/units.csv", "card_data/tiny/armies.csv"
    game.write(units, "id,name,side\na-1,Rifles,red\nb,Tanks,red\nc,Guns,blue\n")
    game.write(armies, "id,army,tint\nr,red,#aa0000\nbl,blue,#0000aa\n")
    game.change(
        "card_data/tiny/game.yaml",
        "cards: cards.yaml",
        'cards: units.csv\n    for: armies.csv\n    where: {side: "{army}"}',
    )
    game.change("card_data/tiny/game.yaml", "words: texts?", "tint: colour, words: texts?")
    with serving_here(game) as served:
        table = served.data("table/main")
        assert [(row["id"], row["row_ids"], row["shared"]) for row in table["rows"]] == [
            ("a-1-r", ["a-1", "r"], [0, 1]),
            ("b-r", ["b", "r"], [0, 1]),
            ("c-bl", ["c", "bl"], []),
        ]
        assert {column["name"]: column["table"] for column in table["columns"]} == {
            **dict.fromkeys(("copies", "side", "name", "words", "cost"), 0),
            "id": -1,
            "army": 1,
            "tint": 1,
        }
        assert table["files"] == [units, armies]
        assert not edit(served, cell("b-r", "tint", "#aa0000", "#00aa00"), cell("a-1-r", "name", "Rifles", "R"))[
            "faults"
        ]
        assert "r,red,#00aa00" in game.read(armies)
        assert "a-1,R,red" in game.read(units)
        # A row has one value, whatever cards are made of it.
        texts = [
            edit(served, *(cell(card, "tint", "#00aa00", tint) for card, tint in cells))
            for cells in (
                [("a-1-r", "#111111"), ("b-r", "#111111")],
                [("a-1-r", "#222222"), ("b-r", "#333333")],
            )
        ]
        assert [len(answer["faults"]) for answer in texts] == [0, 1]
        assert edit(served, cell("b-r", "id", "b-r", "x"))["faults"][0]["message"]["en"].startswith(
            "id is computed from"
        )
        rows: list[dict[str, Any]] = [
            {"kind": "add-row", "deck": "main", "card": "d", "cells": {"name": "Boats", "side": "blue"}},
            {"kind": "delete-row", "deck": "main", "card": "b-r"},
        ]
        assert not edit(served, *rows)["faults"]
        assert [row["id"] for row in served.data("table/main")["rows"]] == ["a-1-r", "c-bl", "d-bl"]
        moved = edit(served, {"kind": "move-row", "deck": "main", "card": "d-bl", "at": 0})
        assert not moved["faults"]
        assert game.read(units) == "id,name,side\nd,Boats,blue\na-1,R,red\nc,Guns,blue\n"
        added = {
            "kind": "add-row",
            "deck": "main",
            "card": "g",
            "cells": {"army": "green", "tint": "#123456"},
            "table": 1,
        }
        assert not edit(served, added)["faults"]
        assert game.read(armies).endswith("g,green,#123456\n")


def test_a_deck_is_a_table_of_texts(served: ServedHere) -> None:
    table = served.data("table/main")
    assert [(column["name"], column["language"]) for column in table["columns"]] == [
        *(("id", ""), ("copies", ""), ("name", ""), ("words", "en"), ("words", "zh"), ("cost", "")),
    ]
    own: dict[str, Any] = {"outdated": [], "shared": [], "marked": {}}
    assert table["rows"] == [
        {"id": "one", "cells": ["one", "", "First", "", "", ""], "row_ids": ["one"], **own},
        {"id": "two", "cells": ["two", "3", "Second", "", "", ""], "row_ids": ["two"], **own},
    ]
    assert table["files"] == [CARDS]
    assert {(column["least"], column["most"]) for column in table["columns"] if column["name"] == "copies"} == {
        (0, None)
    }
    assert [row["id"] for row in served.data("table/main?card=two&card=none")["rows"]] == ["two"]
    assert served.client.get("/data/table/none").status_code == 404


@pytest.mark.parametrize("suffix", ["csv", "tsv", "xlsx"])
def test_the_same_edits_are_made_in_tables(game: GameOnDisk, suffix: str) -> None:
    separator = "\t" if suffix == "tsv" else ","
    rows: list[list[Any]] = [["id", "copies", "name", "words.en"], ["one", 1, "First", ""], ["two", 3, "Second", "x"]]
    file = f"card_data/tiny/cards.{suffix}"
    if suffix == "xlsx":
        book: Any = openpyxl.Workbook()
        for row in rows:
            book.active.append(row)
        stream = io.BytesIO()
        book.save(stream)
        game.write(file, stream.getvalue())
    else:
        game.write(file, "".join(separator.join(map(str, row)) + "\n" for row in rows))
    game.change("card_data/tiny/game.yaml", "cards: cards.yaml", f"cards: cards.{suffix}")
    before = game.path(file).read_bytes()
    with serving_here(game) as served:
        answer = edit(
            served,
            cell("one", "words", "", "Hello", "en"),
            cell("two", "copies", "3", "4"),
            cell("two", "words", "", "二", "zh"),
            {"kind": "add-row", "deck": "main", "card": "three", "cells": {"name": "Third"}},
        )
        assert (answer["faults"], answer["conflicts"]) == ([], [])
        cells = [row["cells"] for row in served.data("table/main")["rows"]]
        assert cells == [
            ["one", "1", "First", "Hello", "", ""],
            ["two", "4", "Second", "x", "二", ""],
            ["three", "", "Third", "", "", ""],
        ]
        post(served, "undo")
    assert game.path(file).read_bytes() == before


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ({}, "`operations` must be a list of 1 to 20000 operations"),
        ({"operations": [{"kind": "burn"}]}, "an operation has one of these kinds"),
        ({"operations": [{"kind": "set", "file": CARDS}]}, "path: "),
        (
            {"operations": [{"kind": "set", "file": CARDS, "path": [], "old": 1, "new": 2}], "digests": 1},
            "`digests` must",
        ),
    ],
)
def test_what_is_no_edit_is_refused(served: ServedHere, body: Any, problem: str) -> None:
    answer = served.client.post("/api/edit", json=body, headers=served.headers)
    assert answer.status_code == 400
    assert problem in answer.json()["error"]["message"]


@pytest.mark.parametrize("file", ["../secret.yaml", "output/x.yaml", "card_data/../../x.yaml", "/etc/passwd"])
def test_no_file_outside_of_the_project_is_read_or_written(served: ServedHere, file: str) -> None:
    (fault,) = edit(served, {"kind": "set", "file": file, "path": ["a"], "old": 1, "new": 2})["faults"]
    assert "only files in card_data and templates" in fault["message"]["en"]


def test_only_the_page_s_token_may_edit(served: ServedHere, game: GameOnDisk) -> None:
    for path in ("edit", "draft", "undo", "redo"):
        assert served.client.post(f"/api/{path}", json={}).status_code == 403
    assert "First" in game.read(CARDS)


def test_other_computers_edit_only_if_they_are_allowed_to() -> None:
    scope = {"type": "http", "client": ("192.168.0.9", 5), "server": ("192.168.0.2", 8731)}
    assert not Guard(8731, network=True, remote_decisions=True).may_edit(scope)
    assert Guard(8731, network=True, remote_edits=True).may_edit(scope)
    assert Guard(8731, network=True).may_edit({**scope, "client": ("127.0.0.1", 5)})


@pytest.mark.parametrize("suffix", ["yaml", "csv"])
def test_a_refused_value_is_named_by_its_cell(game: GameOnDisk, suffix: str) -> None:
    if suffix == "csv":
        game.write("card_data/tiny/cards.csv", "id,copies,name,words.en\none,1,First,\ntwo,3,Second,x\n")
        game.change("card_data/tiny/game.yaml", "cards: cards.yaml", "cards: cards.csv")
    with serving_here(game) as served:
        cells = (
            cell("one", "cost", "", "dear"),
            cell("two", "copies", "3", "many"),
            cell("two", "name", "Second", "Two"),
        )
        faults = edit(served, *cells)["faults"]
    named = [(fault["cell"]["card"], fault["cell"]["field"], fault["cell"]["language"]) for fault in faults]
    assert sorted(named) == [("one", "cost", ""), ("two", "copies", "")]


def test_columns_say_what_can_be_chosen_and_pictures_are_shown(game: GameOnDisk) -> None:
    limited = "cost: {kind: integer?, from: 1, to: 8}, words: {kind: text?, one_of: [a, b]}, art: image?, mark: text?"
    game.change("card_data/tiny/game.yaml", "words: texts?, cost: integer?", limited)
    shape = "{shape: {kind: ellipse, fill: teal}, height: 0.8}"
    game.write("card_data/tiny/game.yaml", f"icons: {{sun: {shape}}}\n" + game.read("card_data/tiny/game.yaml"))
    game.write("card_data/tiny/art/a b.svg", '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>')
    game.change(CARDS, "name: First}", "name: First, mark: sun}")
    with serving_here(game) as served:
        columns = {column["name"]: column for column in served.data("table/main")["columns"]}
        assert (columns["cost"]["least"], columns["cost"]["most"]) == (1, 8)
        assert (columns["words"]["choices"], columns["words"]["shown"]) == (["a", "b"], "")
        assert (columns["art"]["choices"], columns["art"]["shown"]) == (["art/a b.svg"], "picture")
        assert (columns["mark"]["choices"], columns["mark"]["shown"]) == (["sun"], "icon")
        for address in ("picture/art/a%20b.svg", "icon/sun"):
            assert b"<svg" in served.client.get(f"/choices/{address}").raise_for_status().content
        for address in ("picture/game.yaml", "picture/../../x.svg", "picture/art/none.svg", "icon/moon", "cards/one"):
            assert served.client.get(f"/choices/{address}").status_code == 404


def test_a_text_is_found_with_what_would_be_written(served: ServedHere, game: GameOnDisk) -> None:
    edit(served, cell("two", "words", "", "Second is second", "en"), cell("two", "words", "", "Second, zh", "zh"))
    before = game.read(CARDS)
    places = post(served, "find", {"find": "Second", "replace": "2nd"})["places"]
    assert [(place["part"], place["at"], place["new"]) for place in places] == [
        ("cards", "two words en", "2nd is second"),
        ("translations", "two words zh", "2nd, zh"),
        ("cards", "two name", "2nd"),
    ]
    assert game.read(CARDS) == before
    edit(served, *(place["operation"] for place in places[::2]))
    assert game.read(CARDS) == before.replace("name: Second", "name: 2nd").replace("Second is", "2nd is")
    assert post(served, "find", {"find": "secon", "words": True})["places"] == []
    found = post(served, "find", {"find": r"f(ir)ST\b*", "replace": "$1", "pattern": True, "ignore_case": True})
    assert "unknown sign after a backslash" in found["faults"][0]["message"]["en"]
    found = post(served, "find", {"find": "f(ir)ST", "replace": "$1", "pattern": True, "ignore_case": True})
    assert (found["found"], found["places"][0]["new"]) == (["First"], "ir")
    assert found["places"][0]["cell"] == {"deck": "main", "card": "one", "field": "name", "language": "en"}
    assert served.client.post("/api/find", json={"find": ""}, headers=served.headers).status_code == 400


@pytest.mark.parametrize("suffix", ["yaml", "csv"])
def test_rows_are_moved_and_a_column_is_declared(game: GameOnDisk, suffix: str) -> None:
    file = f"card_data/tiny/cards.{suffix}"
    if suffix == "csv":
        game.write(file, "id,name\none,First\ntwo,Second\nthree,Third\n")
        game.change("card_data/tiny/game.yaml", "cards: cards.yaml", "cards: cards.csv")
    else:
        game.write(file, game.read(file) + "  - {id: three, name: Third}\n")
    before = game.read(file)
    with serving_here(game) as served:
        for card, at, expected in (
            ("one", 2, ["two", "three", "one"]),
            ("one", 1, ["two", "one", "three"]),
            ("three", 0, ["three", "two", "one"]),
        ):
            assert edit(served, {"kind": "move-row", "deck": "main", "card": card, "at": at})["faults"] == []
            assert [row["id"] for row in served.data("table/main")["rows"]] == expected
        column = {"kind": "add-column", "deck": "main", "name": "rank", "declared": "integer"}
        assert edit(served, column)["faults"] == []
        assert edit(served, cell("one", "rank", "", "7"))["faults"] == []
        assert "rank: integer?}" in game.read("card_data/tiny/game.yaml")
        (fault,) = edit(served, column)["faults"]
        assert fault["message"]["en"] == "the deck main has a field 'rank'"
        for _ in range(5):
            post(served, "undo")
    assert game.read(file) == before


def test_a_column_is_declared_with_the_value_of_the_cards_that_have_had_it(game: GameOnDisk) -> None:
    yaml = "card_data/tiny/game.yaml"
    before, cards = game.read(yaml), game.read(CARDS)
    with serving_here(game) as served:
        for name, default in (("art_focus", [0.5, 0]), ("art_crop", [0, 0, 0.5, 1])):
            column = {"kind": "add-column", "deck": "main", "name": name, "declared": "list", "default": default}
            assert edit(served, column, cell("one", name, "", "0.25|0|0.5|1"))["faults"] == []
        (one, two) = game.load().decks["main"].cards
        assert [one.fields["art_crop"], two.fields["art_crop"]] == [(0.25, 0, 0.5, 1), (0, 0, 0.5, 1)]
        assert "defaults: {art_focus: [0.5, 0], art_crop: [0, 0, 0.5, 1]}" in game.read(yaml)
        for _ in range(2):
            post(served, "undo")
    assert (game.read(yaml), game.read(CARDS)) == (before, cards)


def test_translations_of_an_older_text_are_outdated(game: GameOnDisk) -> None:
    game.change(CARDS, "name: First}", "name: First, words: New text}")
    yaml = "card_data/tiny/game.yaml"
    game.write(yaml, "translations: i18n/{lang}.yaml\n" + game.read(yaml))
    entry = "cards: {main: {one: {words: {text: 旧, source: Old text}}}}\n"
    game.write("card_data/tiny/i18n/zh.yaml", entry)
    with serving_here(game) as served:
        table = served.data("table/main")
    names = [(column["name"], column["language"]) for column in table["columns"]]
    assert [[names[number] for number in row["outdated"]] for row in table["rows"]] == [[("words", "zh")], []]


# ---------------------------------------------------------------- the canvas


def test_a_box_is_dragged_as_a_draft_and_then_written(served: ServedHere, game: GameOnDisk) -> None:
    canvas = served.client.get("/data/canvas/main/face").raise_for_status().json()
    assert [(box["name"], box["kind"], box["fixed"]) for box in canvas["boxes"]] == [
        ("ground", "rect", ""),
        ("name", "text", ""),
    ]
    width = next(value for value in canvas["boxes"][1]["values"] if value["key"] == ["box", 2])
    assert (width["value"], width["file"], width["line"], width["own"], width["users"]) == (
        (53, "templates/tiny.yaml", 5, True, 1)
    )
    [as_it_is] = post(served, "draft", {"operations": [], "cards": ["main/one"], "runs": True})["cards"]
    [run] = as_it_is["runs"]["face"]
    assert (run["text"], run["lang"], run["colour"]) == ("First", "en", "#000000")
    (x, baseline), (left, top, width, height) = run["at"], run["ink"]
    assert x <= left < left + width <= x + 53
    assert top + height == pytest.approx(baseline, abs=0.1)
    assert height == pytest.approx(0.7 * run["size"], rel=0.1)
    face = served.client.get(f"/choices/font/{run['face']}").raise_for_status()
    assert face.content == (FONT_FOLDER / "Barlow-Regular.ttf").read_bytes()
    assert served.client.get("/choices/font/..%2Fgame.yaml").status_code == 404
    drag = {"kind": "reshape", "deck": "main", "side": "face", "moves": {"name": [1, 2.5, 0, 0]}}
    before = game.read("templates/tiny.yaml")
    [drawn] = post(served, "draft", {"operations": [drag], "cards": ["main/one"]})["cards"]
    assert [box["rect"] for box in drawn["boxes"]["face"] if box["name"] == "name"] == [[6, 7.5, 53, 8]]
    assert game.read("templates/tiny.yaml") == before
    assert not edit(served, drag, label="name")["faults"]
    assert game.read("templates/tiny.yaml") == before.replace("[5, 5, 53, 8]", "[6, 7.5, 53, 8]")
    assert not post(served, "undo")["faults"]
    assert game.read("templates/tiny.yaml") == before
    assert served.client.get("/data/canvas/main/side").status_code == 404
    colour = {"kind": "property", "deck": "main", "side": "back", "box": "ground", "key": ["fill"]}
    assert edit(served, {**colour, "old": "#223344", "new": "no colour"})["faults"]
    assert edit(served, {**colour, "old": "#000000", "new": "#ffffff"})["conflicts"]
    assert game.read("templates/tiny.yaml") == before


def test_every_kind_of_box_can_be_inserted_as_it_is_offered(served: ServedHere, game: GameOnDisk) -> None:
    kinds = {kind["name"]: kind for kind in served.client.get("/data/kinds").raise_for_status().json()}
    assert {"text", "rect", "repeat", "table"} <= kinds.keys()
    assert "again" not in kinds  # it needs another box
    (game.path("card_data/tiny") / "art").mkdir()
    Image.new("RGB", (8, 8), "teal").save(game.path("card_data/tiny/art/landscape.png"))
    added = [
        {"kind": "add-box", "deck": "main", "side": "face", "name": f"new-{name}", "value": kind["example"]}
        for name, kind in kinds.items()
    ]
    assert not edit(served, *added)["faults"]
    keys = {key["name"]: key for key in kinds["text"]["keys"]}
    assert keys["valign"]["choices"] == ["top", "middle", "bottom"]
    assert (keys["size"]["type"], keys["size"]["least"], keys["size"]["most"]) == ("number", 0.5, 200)
    assert (keys["colour"]["type"], keys["hyphenate"]["type"]) == ("colour", "flag")
    assert (keys["same"]["type"], keys["same"]["choices"]) == ("choice", ["deck"])
    assert [(key["name"], key["type"]) for key in keys["outline"]["keys"]] == [
        ("width", "number"),
        ("colour", "colour"),
    ]


@pytest.mark.soak
def test_after_200_gestures_and_undo_every_file_of_a_game_has_its_old_bytes(tmp_path: Path) -> None:
    game = shipped_game_in(tmp_path, "heroes")
    before = contents(game)
    chance = random.Random(38)
    made: Counter[str] = Counter()
    with serving_here(game) as served:
        for number in range(GESTURES):
            gesture, operation = _random_gesture(served, chance, number)
            answer = edit(served, operation)
            made[gesture] += not (answer["faults"] or answer["conflicts"])  # not every value may be any other
        assert [gesture for gesture, count in made.items() if not count] == []
        assert made.total() > GESTURES / 2
        assert contents(game) != before
        while post(served, "undo")["done"]:
            pass
    assert contents(game) == before


def contents(game: GameOnDisk) -> dict[str, bytes]:
    folders = (game.root / "card_data", game.root / "templates")
    return {str(path): path.read_bytes() for folder in folders for path in folder.rglob("*") if path.is_file()}


def _random_gesture(served: ServedHere, chance: random.Random, number: int) -> tuple[str, dict[str, Any]]:
    """Return what a person may do on a canvas of heroes: its name, and its operation."""

    def data(path: str) -> Any:
        return served.client.get(f"/data/{path}").raise_for_status().json()

    deck = chance.choice(data("catalog")["decks"])["id"]
    canvas, table = data(f"canvas/{deck}/face"), data(f"table/{deck}")
    boxes = {box["name"]: box for box in canvas["boxes"]}
    box, other = chance.sample([name for name in boxes if "." not in name], 2)
    pictures = [name for name in boxes if boxes[name]["kind"] == "image"] or [box]
    groups = [name for name in boxes if boxes[name]["kind"] == "group"]
    group = chance.choice(groups or [box])
    inside = [name for name in boxes if name.rpartition(".")[0] == group]
    here = {"deck": deck, "side": "face"}
    lengths = [round(chance.uniform(-3, 3), 1) for _ in range(4)]
    numbers = [value for value in boxes[box]["values"] if isinstance(value["value"], float)] or [
        {"key": ["opacity"], "value": None}
    ]
    value, colour, row = chance.choice(numbers), chance.choice(canvas["colours"]), chance.choice(table["rows"])
    texts = [at for at, column in enumerate(table["columns"]) if column["kind"].startswith("text") and row["cells"][at]]
    column = chance.choice(texts)
    about = table["columns"][column]
    kind = chance.choice([kind for kind in data("kinds") if kind["name"] != "image"])

    def valued(box: str, key: str, new: Any) -> dict[str, Any]:
        old = next((one["value"] for one in boxes[box]["values"] if one["key"] == [key]), None)
        return {"kind": "property", **here, "box": box, "key": [key], "old": old, "new": new, "here": True}

    gestures: dict[str, dict[str, Any]] = {
        "move": {"kind": "reshape", **here, "moves": {box: [*lengths[:2], 0, 0]}},
        "resize": {"kind": "reshape", **here, "moves": {box: [0, 0, *lengths[2:]]}},
        "nudge": {"kind": "reshape", **here, "moves": {box: [0.1, 0, 0, 0]}},
        "align": {"kind": "reshape", **here, "moves": {box: [lengths[0], 0, 0, 0], other: [lengths[1], 0, 0, 0]}},
        "rotate": valued(box, "turn", 15 * number % 360 or 5),
        "number": {
            "kind": "property",
            **here,
            "box": box,
            "key": value["key"],
            "old": value["value"],
            "new": round(chance.uniform(0.1, 0.9), 2) if value["value"] is None else value["value"] * 1.1,
            "here": chance.random() < 0.5,
        },
        "text": {
            **cell(row["id"], about["name"], row["cells"][column], f"{row['cells'][column]} {number}"),
            "deck": deck,
            "language": about["language"],
        },
        "colour": {
            "kind": "set",
            "file": colour["file"],
            "path": colour["path"],
            "old": colour["value"],
            "new": f"#{chance.randrange(1 << 24):06x}",
        },
        "crop": valued(chance.choice(pictures), "crop", [0.1, 0.1, round(chance.uniform(0.3, 0.8), 2), 0.5]),
        "show when": valued(box, "when", {"id": [row["id"]]}),
        "insert": {"kind": "add-box", **here, "name": f"new-{number}", "value": kind["example"]},
        "duplicate": {"kind": "copy-box", **here, "box": box, "name": f"copy-{number}", "by": [1, 1, 0, 0]},
        "order": {"kind": "order-box", **here, "box": box, "by": chance.choice([-2, -1, 1])},
        "group": {
            "kind": "group-boxes",
            **here,
            "name": f"group-{number}",
            "places": {name: [5, 5 + 10 * at, 20, 8] for at, name in enumerate((box, other))},
        },
        "ungroup": {
            "kind": "ungroup-box",
            **here,
            "box": group,
            "places": {name: [5, 5 + 10 * at, 20, 8] for at, name in enumerate(inside)},
        },
        "delete": {"kind": "remove-box", **here, "box": box},
    }
    gesture = [*gestures][number % len(gestures)] if number < 2 * len(gestures) else chance.choice([*gestures])
    if gesture == "ungroup" and not groups:
        gesture = "group"
    return gesture, gestures[gesture]
