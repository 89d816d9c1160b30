"""What an open page is told while files are being saved."""

from __future__ import annotations

import gc
import io
import json
import shutil
import threading
import time

import pytest
from PIL import Image

from cardgen.data.project import Project
from cardgen.review.server.session import ReviewSession
from cardgen.review.server.streams import is_busy
from cardgen.text import fonts
from tests.games_on_disk import GameOnDisk
from tests.made_fonts import LICENCE_TEXT, true_type
from tests.review.serving import Served, serving, serving_here
from tests.review.waiting import PATIENCE, soon

CARDS = "card_data/tiny/cards.yaml"
TEMPLATE = "templates/tiny.yaml"
LOG = "card_data/tiny/review.jsonl"


def test_a_saved_file_changes_just_its_cards(game: GameOnDisk, served: Served) -> None:
    before = served.data("catalog")
    with served.events() as events:
        game.change(CARDS, "name: Second", "name: Other")
        told = events.wait("catalog")
        assert [card["key"] for card in told["cards"]] == ["main/two"]
        assert (told["removed"], told["order"], told["fault"]) == ([], None, None)
        assert told["alts"] == {}  # the description of this card does not name what has changed
        assert told["statuses"]["main/two"]["status"] == "undecided"
        assert events.wait("checked")["version"] == told["version"]
    after = served.data("catalog")
    assert after["version"] == told["version"] != before["version"]
    old, new = ({card["key"]: card["face"] for card in each["cards"]} for each in (before, after))
    assert (old["main/one"], old["main/two"]) == (new["main/one"], before["cards"][1]["face"])
    assert new["main/two"] != old["main/two"]
    # A page that has not yet heard of it may still ask for what it knows; of two saves ago nothing is left.
    assert served.client.get(f"/faces/{old['main/two']}.svg").status_code == 200
    with served.events() as events:
        game.change(CARDS, "name: Other", "name: Third")
        events.wait("checked")
    assert served.client.get(f"/faces/{old['main/two']}.svg").status_code == 404
    assert after["checked"]


def test_a_template_changes_every_card_that_it_draws(game: GameOnDisk, served: Served) -> None:
    with served.events() as events:
        game.change(TEMPLATE, 'box: bleed, fill: "#ffffff"', 'box: bleed, fill: "#eeeeee"')
        told = events.wait("catalog")
    assert [card["key"] for card in told["cards"]] == ["main/one", "main/two"]


def test_cards_come_and_go(game: GameOnDisk, served: Served) -> None:
    with served.events() as events:
        game.change(CARDS, "  - {id: one, name: First}\n", "  - {id: new, name: New}\n")
        told = events.wait("catalog")
    assert [card["key"] for card in told["cards"]] == ["main/new"]
    assert (told["removed"], told["order"]) == (["main/one"], ["main/new", "main/two"])
    assert served.client.get("/data/card/main/one").status_code == 404


def test_a_broken_file_is_told_over_the_last_good_cards_and_heals(game: GameOnDisk, served: Served) -> None:
    good, before = game.read(CARDS), served.data("catalog")
    with served.events() as events:
        game.write(CARDS, good + "  - {id: [\n")
        fault = events.wait("fault")["faults"][0]
        assert fault["file"] == CARDS
        assert fault["line"] >= 4
        broken = served.data("catalog")
        assert broken["cards"] == [{**card, "codes": card["codes"]} for card in before["cards"]]
        assert broken["fault"]["faults"] == [fault]
        game.write(CARDS, good)
        healed = events.wait("catalog")
        assert (healed["fault"], healed["cards"], healed["version"]) == (None, [], before["version"])
    assert served.data("catalog")["fault"] is None


def test_a_file_saved_by_another_name_and_moved_over(game: GameOnDisk, served: Served) -> None:
    """As most editors save: into a new file beside it, which then takes its place."""
    with served.events() as events:
        for name in ("Third", "Fourth"):
            beside = game.path(CARDS + ".new")
            beside.write_text(f"cards:\n  - {{id: one, name: First}}\n  - {{id: two, name: {name}, copies: 3}}\n")
            beside.replace(game.path(CARDS))
            assert [card["key"] for card in events.wait("catalog")["cards"]] == ["main/two"]


def test_a_file_that_is_written_bit_by_bit_ends_as_it_ends(game: GameOnDisk, served: Served) -> None:
    text = "cards:\n" + "".join(f"  - {{id: c{number}, name: Card {number}}}\n" for number in range(40))
    with served.events() as events:
        with game.path(CARDS).open("w", encoding="utf-8") as file:
            for start in range(0, len(text), 37):
                file.write(text[start : start + 37])
                file.flush()
                time.sleep(0.002)
        version = ""
        while version != served.data("catalog")["version"] or len(served.data("catalog")["cards"]) != 40:
            version = events.wait("catalog")["version"]
    assert served.data("catalog")["fault"] is None


def test_the_last_of_many_saves_is_the_one_that_counts(game: GameOnDisk, served: Served) -> None:
    good = game.read(CARDS)
    with served.events() as events:
        for number in range(30):
            game.write(CARDS, good.replace("Second", f"Name {number}"))
            time.sleep(0.01)
        deadline = time.monotonic() + PATIENCE
        while "name 29" not in served.data("texts")["main/two"]:
            events.wait("catalog")
            assert time.monotonic() < deadline


def picture(colour: tuple[int, int, int]) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (300, 300), colour).save(file, "PNG")
    return file.getvalue()


def test_a_picture_file_is_part_of_its_cards(game: GameOnDisk) -> None:
    game.change("card_data/tiny/game.yaml", "fields: {name: text}", "fields: {name: text, art: image}")
    game.write("card_data/tiny/art.png", picture((200, 30, 30)))
    game.write(CARDS, "cards:\n  - {id: one, name: First, art: art.png}\n")
    art = '    art: {kind: image, box: [5, 20, 20, 20], file: "{art}"}\n'
    game.change(TEMPLATE, "    name: {kind: text", f"{art}    name: {{kind: text")
    with serving_here(game) as served, served.events() as events:
        before = served.data("catalog")["cards"][0]
        game.write("card_data/tiny/art.png", picture((30, 30, 200)))
        told = events.wait("catalog")["cards"]
        assert [card["key"] for card in told] == ["main/one"]
        assert told[0]["face"] != before["face"]
        assert told[0]["data"] == before["data"]
        assert served.client.get(f"/faces/{told[0]['face']}.svg").status_code == 200


def test_a_game_that_cannot_be_read_at_the_start_is_shown_once_it_can(game: GameOnDisk) -> None:
    good = game.read("card_data/tiny/game.yaml")
    game.write("card_data/tiny/game.yaml", good.replace("author: Nobody", "athor: Nobody"))
    with serving(game) as served, served.events() as events:
        assert any("athor" in line for line in served.said)
        empty = served.data("catalog")
        assert empty["cards"] == []
        assert "athor" in empty["fault"]["faults"][0]["message"]
        for name in ("texts", "alts", "findings", "review", "sheets"):
            served.data(name)
        assert served.client.get("/").status_code == 200
        game.write("card_data/tiny/game.yaml", good)
        told = events.wait("catalog")
        assert [card["key"] for card in told["cards"]] == ["main/one", "main/two"]
        assert told["order"] == ["main/one", "main/two"]
        assert told["game"]["titles"]["en"] == "Tiny"


def test_folders_that_go_away_and_come_back(game: GameOnDisk, served: Served) -> None:
    """As when another branch is checked out."""
    with served.events() as events:
        shutil.move(game.path("templates"), game.path("elsewhere"))
        assert events.wait("fault")["faults"]
        game.change("elsewhere/tiny.yaml", '"#223344"', '"#445566"')
        shutil.move(game.path("elsewhere"), game.path("templates"))
        assert len(events.wait("catalog")["cards"]) == 2


def test_what_the_check_finds_comes_after_the_pictures(game: GameOnDisk, served: Served) -> None:
    with served.events() as events:
        game.change(CARDS, "Second", "A name that is much too long " * 8)
        told = events.wait("catalog")
        assert told["cards"][0]["codes"] == []
        checked = events.wait("checked")
        assert checked["version"] == told["version"]
        assert "CG101" in checked["codes"]["main/two"]
    findings = served.data("findings")
    assert findings["checked"]
    assert {finding["key"] for finding in findings["findings"]} == {"main/two"}
    codes = {card["key"]: card["codes"] for card in served.data("catalog")["cards"]}
    assert codes["main/one"] == []
    assert "CG101" in codes["main/two"]


# ---------------------------------------------------------------- decisions of others


def test_a_decision_is_told_to_every_open_page(served: Served) -> None:
    with served.events() as first, served.events() as second:
        saved = served.decide(served.proposal("main/one")).json()["saved"][0]
        for events in (first, second):
            told = events.wait("review")
            assert [event["id"] for event in told["events"]] == [saved["id"]]
            standing = {"status": "approved", "last": saved["id"], "changed": False, "since": None}
            assert told["statuses"] == {"main/one": standing}
        undo = served.proposal("main/one", "undo", undoes=saved["id"])
        assert served.decide(undo).status_code == 200
        told = first.wait("review")
        assert {event["id"] for event in told["events"]} >= {saved["id"]}  # known, and undone now
        assert next(event for event in told["events"] if event["id"] == saved["id"])["undone"]
        assert told["statuses"]["main/one"]["status"] == "undecided"


def test_a_decision_of_another_process_arrives(game: GameOnDisk, served: Served) -> None:
    with serving(game) as other, served.events() as events:
        saved = other.decide(other.proposal("main/two", "reject", text="too dark")).json()["saved"][0]
        told = events.wait("review")
    assert [event["id"] for event in told["events"]] == [saved["id"]]
    assert told["statuses"]["main/two"]["status"] == "rejected"


def test_a_decided_card_that_changes_is_stale_at_once(game: GameOnDisk, served: Served) -> None:
    served.decide(served.proposal("main/two")).raise_for_status()
    with served.events() as events:
        game.change(CARDS, "copies: 3", "copies: 4")
        told = events.wait("catalog")
        assert told["statuses"]["main/two"]["status"] == "stale"
        assert events.wait("review")["statuses"]["main/two"]["changed"]
    compared = served.data("card/main/two")["compare"]
    assert (compared["picture"], compared["data"]) == (False, True)
    assert compared["words"]["en"] == ["copies 3 → 4"]


def test_a_log_that_cannot_be_read_makes_the_page_read_only(game: GameOnDisk, served: Served) -> None:
    served.decide(served.proposal("main/one")).raise_for_status()
    good, proposal = game.read(LOG), served.proposal("main/two")
    with served.events() as events:
        game.write(LOG, good + "not an event\n")
        told = events.wait("review")
        while told["fault"] is None:  # the decision itself may be told only now
            told = events.wait("review")
        (fault,) = told["fault"]["faults"]
        assert (fault["file"], fault["line"]) == (LOG, 2)
        assert served.data("catalog")["mode"] == "read-only"
        assert served.data("review")["statuses"]["main/one"]["status"] == "approved"  # what could be read stays
        assert served.decide(proposal).status_code == 403
        assert game.read(LOG) == good + "not an event\n"
        game.write(LOG, good)
        assert events.wait("review")["fault"] is None
    assert served.decide(proposal).status_code == 200


def test_our_own_files_do_not_rebuild(game: GameOnDisk, served: Served) -> None:
    with served.events() as events:
        served.decide(served.proposal("main/one")).raise_for_status()
        game.write("card_data/tiny/.hidden.yaml", "x")
        game.write("card_data/tiny/cards.yaml~", "x")
        game.write(CARDS, game.read(CARDS))  # saved as it was
        time.sleep(0.3)
        game.change(CARDS, "Second", "Other")
        seen = []
        while not seen or seen[-1][0] != "catalog":
            found = events.waiting.get(timeout=PATIENCE)
            assert found is not None
            seen.append(found)
    assert [name for name, _ in seen if name != "checked"] == ["review", "catalog"]  # the first check may end meanwhile


# ---------------------------------------------------------------- inside


def test_a_defect_ends_neither_the_rebuilding_nor_the_page(game: GameOnDisk, monkeypatch: pytest.MonkeyPatch) -> None:
    session = ReviewSession(Project(game.root, bundled=False), game.name)
    session.start()
    try:
        with monkeypatch.context() as broken:
            broken.setattr("cardgen.review.server.live.layout_game", lambda _: 1 / 0)
            game.change(CARDS, "Second", "Other")
            soon(lambda: session.state.fault is not None, True)
            assert "ZeroDivisionError" in str(session.faults[0])
        game.change(CARDS, "Other", "Another")
        soon(lambda: session.state.fault is None, True)
        assert "another" in session.data("texts")["main/two"]
    finally:
        session.close()


def test_the_pictures_of_a_rulebook_are_looked_at_as_well(game: GameOnDisk) -> None:
    game.change("card_data/tiny/game.yaml", "targets:\n", "rulebooks: {en: rules.md}\ntargets:\n")
    game.write("card_data/tiny/rules.md", '# Tiny\n\n- ```picture "a table.png"\n  alts: [A]\n  ```\n')
    picture = game.root / "card_data/tiny/a table.png"
    session = ReviewSession(Project(game.root, bundled=False), game.name)
    session.start()
    try:
        soon(lambda: session.state.books is not None, True)
        assert "there is no file" in str(session.faults[0])
        Image.new("RGB", (2000, 2000)).save(picture)
        soon(lambda: session.state.report is not None and session.state.books is None, True)
        Image.new("RGB", (20, 20)).save(picture)
        soon(lambda: session.state.books is not None, True)
        assert "dpi" in str(session.faults[0])
        picture.unlink()
        soon(lambda: "there is no file" in "".join(map(str, session.faults)), True)
    finally:
        session.close()


def test_only_the_fonts_in_use_stay_in_memory(game: GameOnDisk) -> None:
    font = "card_data/tiny/fonts/Tea.ttf"
    game.write(font, true_type("Tea", "First Second", of="latin"))
    game.write("card_data/tiny/fonts/OFL.txt", LICENCE_TEXT)
    entry = "fonts:\n  title: {file: fonts/Tea.ttf, licence: {name: OFL-1.1, file: fonts/OFL.txt}}\ntargets:\n"
    game.change("card_data/tiny/game.yaml", "targets:\n", entry)
    game.change(TEMPLATE, 'text: "{name}", lang: en', 'text: "{name}", lang: en, font: title')
    session = ReviewSession(Project(game.root, bundled=False), game.name)
    session.start()

    def name() -> str:
        assert session.state.catalog is not None
        return session.state.catalog.game.fonts.own["title"].face.name

    try:
        names = [name()]
        for face in ("latin-medium", "latin-bold", "latin-condensed"):
            game.write(font, true_type("Tea", "First Second", of=face))
            soon(lambda: name() not in names, True)
            names.append(name())
            gc.collect()  # the one before the last is only part of circles now
        soon(lambda: names[0] in fonts._own_faces, False)
        assert names[-1] in fonts._own_faces
    finally:
        session.close()


def test_work_in_a_thread_keeps_the_review_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    due = threading.Event()
    worker, other = (threading.Thread(target=due.wait, name=name, daemon=True) for name in ("cardgen work", "other"))
    monkeypatch.setattr(threading, "enumerate", lambda: [worker])  # not those of servers of other tests
    worker.start()
    other.start()
    assert is_busy()
    assert is_busy(patience=0.01)
    monkeypatch.setattr(threading, "enumerate", lambda: [other])
    assert not is_busy()
    monkeypatch.setattr(threading, "enumerate", lambda: [worker])
    due.set()
    assert not is_busy(patience=PATIENCE)


def test_the_event_is_one_line_of_json() -> None:
    from cardgen.review.server.streams import event_text

    text = event_text("review", {"text": "a\nb\r\u2028c"})
    name, data, *rest = text.split("\n")
    assert (name, rest) == ("event: review", ["", ""])
    assert json.loads(data.removeprefix("data: ")) == {"text": "a\nb\r\u2028c"}
