"""Games that begin on the page: what a sent table would become, the files that are written, and refusals."""

from __future__ import annotations

import base64
import io
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from cardgen.editing.journal import Journal
from cardgen.review.server.beginning import Beginning
from cardgen.review.server.request_models import RequestError
from cardgen.starters.from_tables import TableFile, files_from_table
from cardgen.starters.starting import starter_files
from tests.games_on_disk import files_in
from tests.review.serving import Served, client_of, serving_studio

CELLS = [["Name", "Copies", "Cost"], ["Fox", "2", "3"], ["Owl", "1", "4"]]


def beginning(root: Path) -> Beginning:
    return Beginning(root, "Ann")


def workbook() -> str:
    """Return a workbook of two tables and a page of notes, as base64."""
    book: Any = openpyxl.Workbook()
    book.active.title = "Notes"
    book.active.append(["Nothing but words"])
    for title, head in (("Heroes", ["My heroes"]), ("Items", [])):
        sheet = book.create_sheet(title)
        if head:
            sheet.append(head)
        for row in CELLS:
            sheet.append([int(cell) if cell.isdigit() else cell for cell in row])
    stream = io.BytesIO()
    book.save(stream)
    return base64.b64encode(stream.getvalue()).decode()


def test_a_game_has_the_files_that_init_writes_and_undo_takes_them_back(tmp_path: Path) -> None:
    table = tmp_path / "cards.csv"
    table.write_bytes("\n".join(map(",".join, CELLS)).encode() + b"\n")
    root = tmp_path / "project"
    root.mkdir()
    assert beginning(root).begin({"name": "mine", "cells": CELLS})["address"] == "mine"
    assert files_in(root) == files_from_table(TableFile(table), "mine")[0]
    before = files_in(root)
    assert beginning(root).begin({"name": "deck", "starter": "poker", "languages": ["zh"]})["address"] == "deck"
    made = starter_files("poker", "deck", ["zh"])
    assert {file: content for file, content in files_in(root).items() if file not in before} == {
        file: content for file, content in made.items() if file not in before
    }
    Journal(root).undo()
    assert files_in(root) == before
    Journal(root).undo()
    assert [*root.iterdir()] == []


def test_a_title_of_ones_own_is_written_beside_the_name(tmp_path: Path) -> None:
    beginning(tmp_path).begin({"name": "sea", "title": 'The "Sea": {x}', "starter": "blank", "languages": ["en"]})
    assert r'titles: {en: "The \"Sea\": {x}"}' in (tmp_path / "card_data/sea/game.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("body", "field", "problem"),
    [
        ({"name": "common", "starter": "blank"}, "name", "cannot be called"),
        ({"name": "../up", "starter": "blank"}, "name", "cannot be used as a name"),
        ({"name": "taken", "starter": "blank"}, "name", "already exists"),
        ({"name": "half", "starter": "blank"}, "name", "already exists"),
        ({"name": "new", "starter": "pokre"}, "source", "there is no starter"),
        ({"name": "new", "starter": "blank", "languages": ["xx"]}, "source", "there is no language"),
        ({"name": "new", "cells": [["Name", "Cost"]]}, "source", "the table has no cards"),
        ({"name": "new", "cells": [*CELLS, ["Bat", "x", "1", "over"]]}, "source", "4"),
    ],
)
def test_nothing_is_written_for_what_is_refused(tmp_path: Path, body: Any, field: str, problem: str) -> None:
    for folder in ("card_data/taken", "templates/half"):
        (tmp_path / folder).mkdir(parents=True)
    answer = beginning(tmp_path).begin(body)
    assert (answer["address"], answer["field"]) == ("", field)
    assert problem in answer["faults"][0]["message"]["en"]
    assert files_in(tmp_path) == {}


@pytest.mark.parametrize(
    "body", [{"cells": "x"}, {"content": "?", "file": "a.csv"}, {"choices": {"": {"heading": "x"}}}]
)
def test_a_request_without_a_table_is_refused(tmp_path: Path, body: Any) -> None:
    with pytest.raises(RequestError):
        beginning(tmp_path).draft(body)


def test_a_draft_has_the_columns_as_they_are_guessed_and_chosen(tmp_path: Path) -> None:
    draft = beginning(tmp_path).draft({"cells": CELLS})
    (table,) = draft["tables"]
    assert [(column["head"], column["field"], column["kind"]) for column in table["columns"]] == [
        ("Name", "name", "text"),
        ("Copies", "copies", "copies"),
        ("Cost", "cost", "integer"),
    ]
    assert (table["cards"], table["named"], [card["key"] for card in draft["cards"]]) == (
        2,
        "Name",
        ["main/fox", "main/owl"],
    )
    fields = {"Name": "name.en", "Copies": "", "Cost": "My Cost!"}
    chosen = {"cells": CELLS, "choices": {"": {"fields": fields, "kinds": {"Cost": "number"}}}}
    (table,) = beginning(tmp_path).draft(chosen)["tables"]
    assert [(column["field"], column["language"], column["kind"]) for column in table["columns"]] == [
        ("name", "en", "text"),
        ("", "", ""),
        ("my_cost", "", "number"),
    ]
    wrong = {"cells": CELLS, "choices": {"": {"kinds": {"Name": "integer"}}}}
    draft = beginning(tmp_path).draft(wrong)
    assert "'Fox' given" in draft["faults"][0]["message"]["en"]
    assert (draft["faults"][0]["line"], draft["faults"][0]["file"]) == (2, "cards.csv")
    assert files_in(tmp_path) == {}


def test_a_workbook_offers_its_sheets_and_their_header_rows(tmp_path: Path) -> None:
    body: dict[str, Any] = {"file": "game.xlsx", "content": workbook()}
    draft = beginning(tmp_path).draft(body)
    assert draft["sheets"] == ["Notes", "Heroes", "Items"]
    assert [(table["sheet"], table["deck"], table["heading"]) for table in draft["tables"]] == [
        ("Heroes", "heroes", 2),
        ("Items", "items", 1),
    ]
    draft = beginning(tmp_path).draft({**body, "sheets": ["Items"], "choices": {"Items": {"heading": 2}}})
    assert [column["head"] for column in draft["tables"][0]["columns"]] == ["Fox", "2", "3"]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_text_may_have_any_separator(tmp_path: Path, separator: str) -> None:
    content = "\n".join(map(separator.join, CELLS)).encode("utf-16")
    draft = beginning(tmp_path).draft({"file": "a.txt", "content": base64.b64encode(content).decode()})
    assert [column["head"] for column in draft["tables"][0]["columns"]] == CELLS[0]


def test_a_game_that_begins_is_served_at_once_and_gone_when_it_is_undone(tmp_path: Path) -> None:
    with serving_studio(tmp_path) as served:
        assert served.client.get("/", follow_redirects=True).url.path == "/~/"
        assert served.client.post("/api/begin", json={}).status_code == 403
        answer = served.client.post("/api/begin", json={"name": "mine", "cells": CELLS}, headers=served.headers)
        assert answer.json()["address"] == "mine"
        assert len(served.client.get(f"{served.root}/mine/data/catalog").json()["cards"]) == 2
        tile = served.client.get("/data/game/mine").json()
        assert (tile["cards"], tile["languages"]) == (3, ["en"])
        picture = served.client.get(f"/pictures/{tile['pictures'][0]['key']}.png")
        assert picture.headers["content-type"] == "image/png"
        answer = served.client.post(f"{served.root}/mine/api/undo", json={}, headers=served.headers)
        assert answer.json()["gone"]
        assert served.data("home")["games"] == []
        assert served.client.get(f"{served.root}/mine/").status_code == 404


def test_home_says_what_was_done_last_and_how_far_a_game_is(tmp_path: Path) -> None:
    assert beginning(tmp_path).begin({"name": "foxes", "starter": "blank"})["faults"] == []
    with serving_studio(tmp_path) as served:
        home = served.data("home")
        assert [(deed["by"], deed["label"], deed["game"]) for deed in home["recent"]] == [
            ("Ann", "Begun: foxes", "foxes")
        ]
        assert home["recent"][0]["at"].startswith("20")
        assert (home["opened"], served.data("progress/foxes")["counts"]["undecided"]) == ([], 3)
        address = f"{served.root}/foxes/"
        with client_of(address) as client:
            game = Served(address, served.token, client)
            one, two, three = (card["key"] for card in game.data("catalog")["cards"])
            game.decide(game.proposal(one))
            game.decide(game.proposal(two, "reject", text="Too small"))
            game.decide(game.proposal(three))
            last = game.data("review")["statuses"][three]["last"]
            assert game.decide(game.proposal(three, "undo", undoes=last)).status_code == 200
        counts = served.data("progress/foxes")["counts"]
        assert counts == {"approved": 1, "stale": 0, "rejected": 1, "undecided": 1}
        deeds = [(deed["kind"], deed["key"], deed["text"]) for deed in served.data("home")["recent"]]
        assert deeds == [("reject", two, "Too small"), ("approve", one, ""), ("edit", "", "")]
