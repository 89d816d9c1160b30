"""The events that an open page gets while files are saved."""

from __future__ import annotations

import asyncio
import gc
import io
import json
import shutil
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from cardgen.base.records import replace
from cardgen.base.words.language import current_language, use_language
from cardgen.data.load import load_game
from cardgen.data.model import Game
from cardgen.data.project import Project
from cardgen.products.printers import Printer, Printers, change_printers
from cardgen.review.server.live import LiveGame, _settle_memory
from cardgen.review.server.session import ReviewSession
from cardgen.review.server.streams import event_text, in_thread, is_busy
from cardgen.scene.items import Scene
from cardgen.text import fonts
from tests.conftest import InstallPlugin
from tests.games_on_disk import GameOnDisk
from tests.made_fonts import LICENCE_TEXT, true_type
from tests.review.serving import Events, Served, serving, serving_here
from tests.review.waiting import PATIENCE, soon

CARDS = "card_data/tiny/cards.yaml"
TEMPLATE = "templates/tiny.yaml"
LOG = "card_data/tiny/review.jsonl"


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's folder for settings, which is empty."""
    folder = tmp_path / "settings"
    folder.mkdir()
    monkeypatch.setenv("CARDGEN_CONFIG", str(folder))
    return folder


def wait_for_fault(events: Events, words: str) -> None:
    """Wait until the first fault has these words. The one before may be sent twice."""
    while words not in events.wait("fault")["faults"][0]["message"]["en"]:
        pass


def test_sheets_are_for_the_printer_in_use(settings: Path, game: GameOnDisk) -> None:
    game.change("card_data/tiny/game.yaml", "width: 63, height: 88", "width: 120, height: 180")
    sheets = "targets:\n  sheets:\n    cards-{paper}: {decks: [main], papers: [a4]}\n"
    game.change("card_data/tiny/game.yaml", "targets:\n", sheets)
    with serving_here(game) as served, served.events() as events:
        before = served.data("sheets")
        assert [sheet["printer"] for sheet in before if sheet["section"] != "rulebook"] == [None] * len(before)
        printer = Printer("kitchen", (3, 3, 12.5, 3))
        change_printers(lambda _: Printers("kitchen", {"kitchen": printer}))
        assert events.wait("printer") == {"name": "kitchen"}
        after = served.data("sheets")
        assert after[0]["printer"] == {"name": "kitchen", "values": ["--margins=3,3,12.5,3"]}
        assert after[0]["key"] != before[0]["key"]
        change_printers(lambda _: Printers("kitchen", {"kitchen": replace(printer, margins=(50, 50, 50, 50))}))
        wait_for_fault(events, "inside the margins of the printer")
        refused = served.client.get("/sheets/cards-a4.pdf")
        assert (refused.status_code, "inside the margins of the printer" in refused.text) == (409, True)
        (settings / "printers.json").write_text("{", encoding="utf-8")
        wait_for_fault(events, "not JSON")
        assert served.data("sheets") == before
        (settings / "printers.json").unlink()
        while events.wait("fault")["faults"]:
            pass


def test_a_saved_file_changes_only_its_cards(game: GameOnDisk, served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    before = served.data("catalog")
    with served.events() as events:
        game.change(CARDS, "name: Second", "name: Other")
        change = events.wait("catalog")
        assert [card["key"] for card in change["cards"]] == ["main/two"]
        assert (change["removed"], change["order"], change["fault"]) == ([], None, None)
        assert change["alts"] == {}  # the text alternative of this card does not contain the name
        assert {key: text.split() for key, text in change["texts"].items()} == {"main/two": ["two", "other"]}
        assert change["statuses"]["main/two"]["status"] == "undecided"
        assert events.wait("checked")["version"] == change["version"]
    after = served.data("catalog")
    assert after["version"] == change["version"] != before["version"]
    old, new = ({card["key"]: card["face"] for card in catalog["cards"]} for catalog in (before, after))
    assert (old["main/one"], old["main/two"]) == (new["main/one"], before["cards"][1]["face"])
    assert new["main/two"] != old["main/two"]
    # A page that is late may still request pictures of earlier catalogs, but not for ever.
    with served.events() as events:
        game.change(CARDS, "name: Other", "name: Third")
        events.wait("checked")
        assert served.client.get(f"/faces/{old['main/two']}.svg").status_code == 200
        monkeypatch.setattr("cardgen.review.server.live._LATE", -1)
        game.change(CARDS, "name: Third", "name: Fourth")
        events.wait("checked")
    assert served.client.get(f"/faces/{old['main/two']}.svg").status_code == 404
    assert served.client.get(f"/faces/{new['main/one']}.svg").status_code == 200
    assert after["checked"]


@pytest.mark.parametrize(("number", "parsed"), [(200, 2), (0, 1)])
def test_only_a_changed_card_is_read_laid_out_checked_and_sent(
    game: GameOnDisk, monkeypatch: pytest.MonkeyPatch, number: int, parsed: int
) -> None:
    game.change("card_data/tiny/game.yaml", "cards: cards.yaml", "cards: cards.csv")
    table = "id,name\n" + "".join(f"c{number},Card {number}\n" for number in range(300))
    game.write("card_data/tiny/cards.csv", table)
    checked: list[Scene] = []
    monkeypatch.setattr("cardgen.building.checks.contrast._doubtful_texts", checked.append)
    with serving_here(game) as served, served.events() as events:
        soon(lambda: served.data("catalog")["checked"], True)
        loading = served.session.live.loading
        before = loading.rows.parsed, loading.rows.validated, loading.layout.fresh, len(checked)
        assert before == (300, 300, 300, 301)
        game.change("card_data/tiny/cards.csv", f"Card {number}\n", "Another card\n")
        change = events.wait("catalog")
        events.wait("checked")
        after = loading.rows.parsed, loading.rows.validated, loading.layout.fresh, len(checked)
        # A row may end in the next line, so the one above a change is parsed, too.
        assert [now - then for now, then in zip(after, before, strict=True)] == [parsed, 1, 1, 1]
    assert len(event_text("catalog", change)) < 1000


def test_a_file_that_changes_while_it_is_read_is_not_shown(game: GameOnDisk, monkeypatch: pytest.MonkeyPatch) -> None:
    session = ReviewSession(Project(game.root, bundled=False), game.name)
    session.start()
    names: list[str] = []
    texts = iter(("Half", "Whole"))

    def load_and_save(*arguments: Any, **options: Any) -> Game:
        loaded = load_game(*arguments, **options)
        names.append(loaded.decks["main"].cards[1].fields["name"])
        if name := next(texts, ""):
            game.write(CARDS, good.replace("Second", name))
        return loaded

    good = game.read(CARDS)
    shown: list[dict[str, Any]] = []
    try:
        monkeypatch.setattr("cardgen.review.server.loading.load_game", load_and_save)
        monkeypatch.setattr(session.streams, "publish", lambda name, data: shown.append({"name": name, **data}))
        game.write(CARDS, good.replace("Second", "Begun"))
        soon(lambda: "whole" in session.texts()["main/two"], True)
    finally:
        session.close()
    assert names[:3] == ["Begun", "Half", "Whole"]
    assert ["whole" in event["texts"]["main/two"] for event in shown if event["name"] == "catalog"] == [True]


@pytest.mark.parametrize("name", ["waivers.yaml", "i18n/zh.po", "i18n/zh.yaml"])
def test_a_file_that_was_missing_when_it_was_looked_for_is_read(game: GameOnDisk, name: str) -> None:
    game.change("card_data/tiny/game.yaml", "targets:", 'translations: "i18n/{lang}.yaml"\ntargets:')
    live = ReviewSession(Project(game.root, bundled=False), game.name).live
    live._build(delay=0)
    assert live.state.catalog is not None
    assert live._is_current(live.state.catalog)
    game.write(f"card_data/tiny/{name}", "")
    assert not live._is_current(live.state.catalog)


def test_a_file_that_is_saved_between_two_readings_is_read_again(game: GameOnDisk) -> None:
    """What is made of the first reading is older than the digest of the second."""
    live = ReviewSession(Project(game.root, bundled=False), game.name).live
    live._build(delay=0)
    catalog = live.state.catalog
    assert catalog is not None
    assert live._is_current(catalog)
    game.change(CARDS, "Second", "Other")
    catalog.game.reader.read_bytes(game.path(CARDS))  # as a check does
    assert not live._is_current(catalog)
    live._build(delay=0)
    assert live.state.catalog is not None
    assert "other" in live.state.catalog.texts["main/two"]


def test_a_reading_never_replaces_the_cards_of_a_newer_edit(game: GameOnDisk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody edits between the look of a reading in the background whether it is outdated, and its showing."""
    live = ReviewSession(Project(game.root, bundled=False), game.name).live
    live._build(delay=0)
    good, look = game.read(CARDS), live._is_outdated
    edited = good.replace("Second", "Edited")
    edit = threading.Thread(
        target=live.show_edit, args=({CARDS: edited.encode()}, lambda: game.write(CARDS, edited), "Ann")
    )

    def may_show() -> bool:
        if may := live._showing.acquire(blocking=False):
            live._showing.release()
        return may

    def look_while_somebody_edits(catalog: Any) -> bool:
        is_outdated = look(catalog)
        edit.start()
        with ThreadPoolExecutor(1) as others:
            if others.submit(may_show).result():
                edit.join(PATIENCE)
        return is_outdated

    monkeypatch.setattr(live, "_is_outdated", look_while_somebody_edits)
    game.write(CARDS, good.replace("Second", "Saved"))
    live._build()
    edit.join(PATIENCE)
    assert live.state.catalog is not None
    assert "edited" in live.state.catalog.texts["main/two"]
    assert live.whole is not None
    assert live.whole.decks["main"].cards[1].fields["name"] == "Edited"


def test_a_file_that_changes_all_the_time_is_shown(game: GameOnDisk, monkeypatch: pytest.MonkeyPatch) -> None:
    session = ReviewSession(Project(game.root, bundled=False), game.name)
    session.start()
    numbers = count()

    def load_and_save(*arguments: Any, **options: Any) -> Game:
        loaded = load_game(*arguments, **options)
        if "Name" in loaded.decks["main"].cards[1].fields["name"]:
            game.write(CARDS, good.replace("Second", f"Name {next(numbers)}"))
        return loaded

    good = game.read(CARDS)
    try:
        monkeypatch.setattr("cardgen.review.server.loading.load_game", load_and_save)
        game.write(CARDS, good.replace("Second", "Name"))
        soon(lambda: "name" in session.texts()["main/two"], True)
    finally:
        session.close()


def test_a_template_changes_every_card_that_it_draws(game: GameOnDisk, served: Served) -> None:
    with served.events() as events:
        game.change(TEMPLATE, 'box: bleed, fill: "#ffffff"', 'box: bleed, fill: "#eeeeee"')
        change = events.wait("catalog")
    assert [card["key"] for card in change["cards"]] == ["main/one", "main/two"]


def test_cards_are_added_and_removed(game: GameOnDisk, served: Served) -> None:
    with served.events() as events:
        game.change(CARDS, "  - {id: one, name: First}\n", "  - {id: new, name: New}\n")
        change = events.wait("catalog")
    assert [card["key"] for card in change["cards"]] == ["main/new"]
    assert (change["removed"], change["order"]) == (["main/one"], ["main/new", "main/two"])
    assert list(served.data("cards?card=main/one&card=main/new")) == ["main/new"]


def test_a_broken_file_is_reported_until_it_is_corrected(game: GameOnDisk, served: Served) -> None:
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


def test_a_file_that_is_replaced_is_read_again(game: GameOnDisk, served: Served) -> None:
    """Most editors save in this way: they write a new file and rename it."""
    with served.events() as events:
        for name in ("Third", "Fourth"):
            beside = game.path(CARDS + ".new")
            beside.write_text(f"cards:\n  - {{id: one, name: First}}\n  - {{id: two, name: {name}, copies: 3}}\n")
            beside.replace(game.path(CARDS))
            assert [card["key"] for card in events.wait("catalog")["cards"]] == ["main/two"]


def test_a_file_written_in_small_parts_is_read_completely(game: GameOnDisk, served: Served) -> None:
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


def test_the_last_of_many_saves_is_shown(game: GameOnDisk, served: Served) -> None:
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
        change = events.wait("catalog")["cards"]
        assert [card["key"] for card in change] == ["main/one"]
        assert change[0]["face"] != before["face"]
        assert change[0]["data"] == before["data"]
        assert served.client.get(f"/faces/{change[0]['face']}.svg").status_code == 200


def test_a_game_that_cannot_be_read_at_the_start_is_shown_later(game: GameOnDisk) -> None:
    good = game.read("card_data/tiny/game.yaml")
    game.write("card_data/tiny/game.yaml", good.replace("author: Nobody", "athor: Nobody"))
    with serving(game) as served, served.events() as events:
        assert any("athor" in line for line in served.lines)
        empty = served.data("catalog")
        assert empty["cards"] == []
        assert "athor" in empty["fault"]["faults"][0]["message"]["en"]
        for name in ("texts", "alts", "findings", "review", "sheets"):
            served.data(name)
        assert served.client.get("/").status_code == 200
        game.write("card_data/tiny/game.yaml", good)
        change = events.wait("catalog")
        assert [card["key"] for card in change["cards"]] == ["main/one", "main/two"]
        assert change["order"] == ["main/one", "main/two"]
        assert change["game"]["titles"]["en"] == "Tiny"


def test_folders_may_disappear_and_reappear(game: GameOnDisk, served: Served) -> None:
    """This happens when another branch is checked out."""
    with served.events() as events:
        shutil.move(game.path("templates"), game.path("elsewhere"))
        assert events.wait("fault")["faults"]
        game.change("elsewhere/tiny.yaml", '"#223344"', '"#445566"')
        shutil.move(game.path("elsewhere"), game.path("templates"))
        assert len(events.wait("catalog")["cards"]) == 2


def test_findings_are_sent_after_the_pictures(game: GameOnDisk, served: Served) -> None:
    with served.events() as events:
        game.change(CARDS, "Second", "A name that is much too long " * 8)
        change = events.wait("catalog")
        assert change["cards"][0]["codes"] == []
        checked = events.wait("checked")
        assert checked["version"] == change["version"]
        assert "CG101" in checked["codes"]["main/two"]
    findings = served.data("findings")
    assert findings["checked"]
    assert {finding["key"] for finding in findings["findings"]} == {"main/two"}
    codes = {card["key"]: card["codes"] for card in served.data("catalog")["cards"]}
    assert codes["main/one"] == []
    assert "CG101" in codes["main/two"]


def test_a_check_begins_when_pages_have_loaded_the_newest_pictures(
    game: GameOnDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = ReviewSession(Project(game.root, bundled=False), game.name, shown_from=game.root)
    live, seen, newer = session.live, list[str](), iter([True, False])
    live._build(delay=0)
    live._dirty.set()  # the files that an edit has written are reported: no reason to check at once

    def wait(seconds: float) -> bool:
        seen.append(f"waited {seconds:g}")
        return next(newer)

    monkeypatch.setattr(live._unchecked, "wait", wait)
    live.checked = lambda: seen.append("checked")
    live._check()
    assert seen == ["waited 0.25", "waited 0.25", "checked"]


def test_a_check_waits_for_a_table_but_not_for_ever(game: GameOnDisk, monkeypatch: pytest.MonkeyPatch) -> None:
    session = ReviewSession(Project(game.root, bundled=False), game.name, shown_from=game.root)
    live = session.live
    live._build(delay=0)
    monkeypatch.setattr(live._unchecked, "wait", lambda _seconds: False)
    checking = threading.Thread(target=live._check)
    with live.answering_table():
        checking.start()
        checking.join(0.2)
        assert live.state.report is None
    soon(lambda: live.state.report is not None, True)
    checking.join()
    live.state = replace(live.state, report=None)
    monkeypatch.setattr("cardgen.review.server.live._MOST_PAUSED", 0.0)
    with live.answering_table():
        live._check()
        assert live.state.report is not None


KEEPER = """\
class Keeper:
    lines = []
    def answer(self, line, game):
        self.lines.append(line)
        return "{}"
ENGINE = Keeper()
"""


def test_the_engine_is_loaded_before_a_table_is_opened(
    game: GameOnDisk, install_plugin: InstallPlugin, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_plugin("keeper", "engines", {"keeper": "keeper:ENGINE"}, KEEPER)
    game.change("card_data/tiny/game.yaml", "sizes:\n", "engine: keeper\nsizes:\n")
    monkeypatch.setattr(LiveGame, "_check", lambda _: None)
    session = ReviewSession(Project(game.root, bundled=False), game.name, shown_from=game.root)
    session.start()
    soon(lambda: import_module("keeper").ENGINE.lines, ['{"op": "about"}'])
    session.close()


# ---------------------------------------------------------------- decisions of others


def test_a_decision_is_sent_to_every_open_page(served: Served) -> None:
    with served.events() as first, served.events() as second:
        saved = served.decide(served.proposal("main/one")).json()["saved"][0]
        for events in (first, second):
            change = events.wait("review")
            assert [event["id"] for event in change["events"]] == [saved["id"]]
            standing = {"status": "approved", "last": saved["id"], "changed": False, "since": None, "comments": 0}
            assert change["statuses"] == {"main/one": standing}
        undo = served.proposal("main/one", "undo", undoes=saved["id"])
        assert served.decide(undo).status_code == 200
        change = first.wait("review")
        assert {event["id"] for event in change["events"]} >= {saved["id"]}  # sent again, because it is undone now
        assert next(event for event in change["events"] if event["id"] == saved["id"])["undone"]
        assert change["statuses"]["main/one"]["status"] == "undecided"


def test_a_decision_of_another_process_is_sent(game: GameOnDisk, served: Served) -> None:
    with serving(game) as other, served.events() as events:
        saved = other.decide(other.proposal("main/two", "reject", text="too dark")).json()["saved"][0]
        change = events.wait("review")
    assert [event["id"] for event in change["events"]] == [saved["id"]]
    assert change["statuses"]["main/two"]["status"] == "rejected"


def test_a_decided_card_that_changes_is_stale_at_once(game: GameOnDisk, served: Served) -> None:
    served.decide(served.proposal("main/two")).raise_for_status()
    with served.events() as events:
        game.change(CARDS, "copies: 3", "copies: 4")
        change = events.wait("catalog")
        assert change["statuses"]["main/two"]["status"] == "stale"
        assert events.wait("review")["statuses"]["main/two"]["changed"]
    compared = served.card("main/two")["compare"]
    assert (compared["picture"], compared["data"]) == (False, True)
    assert compared["words"]["en"] == ["copies 3 → 4"]


def test_a_log_that_cannot_be_read_makes_the_page_read_only(game: GameOnDisk, served: Served) -> None:
    served.decide(served.proposal("main/one")).raise_for_status()
    good, proposal = game.read(LOG), served.proposal("main/two")
    with served.events() as events:
        game.write(LOG, good + "not an event\n")
        change = events.wait("review")
        while change["fault"] is None:  # the event of the decision may be sent before
            change = events.wait("review")
        (fault,) = change["fault"]["faults"]
        assert (fault["file"], fault["line"]) == (LOG, 2)
        assert served.data("catalog")["mode"] == "read-only"
        assert (
            served.data("review")["statuses"]["main/one"]["status"] == "approved"
        )  # events before the fault are still used
        assert served.decide(proposal).status_code == 403
        assert game.read(LOG) == good + "not an event\n"
        game.write(LOG, good)
        assert events.wait("review")["fault"] is None
    assert served.decide(proposal).status_code == 200


def test_our_own_files_cause_no_rebuild(game: GameOnDisk, served: Served) -> None:
    with served.events() as events:
        served.decide(served.proposal("main/one")).raise_for_status()
        game.write("card_data/tiny/.hidden.yaml", "x")
        game.write("card_data/tiny/cards.yaml~", "x")
        game.write(CARDS, game.read(CARDS))  # saved without a change
        time.sleep(0.3)
        game.change(CARDS, "Second", "Other")
        seen: list[tuple[str, Any]] = []
        while not seen or seen[-1][0] != "catalog":
            event = events.waiting.get(timeout=PATIENCE)
            assert event is not None
            seen.append(event)
    # The first check may end during the test.
    assert [name for name, _ in seen if name != "checked"] == ["review", "catalog"]


# ---------------------------------------------------------------- internals


def test_an_unexpected_error_stops_neither_rebuilds_nor_the_page(
    game: GameOnDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = ReviewSession(Project(game.root, bundled=False), game.name)
    session.start()
    try:
        with monkeypatch.context() as broken:
            broken.setattr("cardgen.review.server.loading.layout_deck", lambda *_, **__: 1 / 0)
            game.change(CARDS, "Second", "Other")
            soon(lambda: session.state.fault is not None, True)
            assert "ZeroDivisionError" in str(session.faults[0])
        game.change(CARDS, "Other", "Another")
        soon(lambda: session.state.fault is None, True)
        assert "another" in session.texts()["main/two"]
    finally:
        session.close()


@pytest.mark.full
def test_the_pictures_of_a_rulebook_are_watched(game: GameOnDisk) -> None:
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


@pytest.mark.full
def test_only_the_fonts_in_use_stay_in_memory(game: GameOnDisk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardgen.review.server.live._LATE", -1)  # pages that are late need fonts, too
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
            gc.collect()  # collects the catalog before the last, which has reference cycles
        soon(lambda: names[0] in fonts._own_faces, False)
        assert names[-1] in fonts._own_faces
    finally:
        session.close()


@pytest.mark.parametrize(("frozen", "expected"), [(0, []), (1, ["collect", "freeze"])])
def test_memory_is_settled_only_in_a_program_that_has_frozen_its_own(
    monkeypatch: pytest.MonkeyPatch, frozen: int, expected: list[str]
) -> None:
    done: list[str] = []
    monkeypatch.setattr(gc, "get_freeze_count", lambda: frozen)
    for name in ("collect", "freeze"):
        monkeypatch.setattr(gc, name, lambda name=name: done.append(name))
    _settle_memory()
    assert done == expected


def test_work_in_a_thread_keeps_the_review_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    due = threading.Event()
    worker, other = (threading.Thread(target=due.wait, name=name, daemon=True) for name in ("cardgen work", "other"))
    monkeypatch.setattr(threading, "enumerate", lambda: [worker])  # without the threads of other servers
    worker.start()
    other.start()
    assert is_busy()
    assert is_busy(patience=0.01)
    monkeypatch.setattr(threading, "enumerate", lambda: [other])
    assert not is_busy()
    monkeypatch.setattr(threading, "enumerate", lambda: [worker])
    due.set()
    assert not is_busy(patience=PATIENCE)


def test_work_in_a_thread_has_the_language_of_its_caller() -> None:
    async def language_of_thread() -> str:
        use_language("zh-Hans")
        return await in_thread(current_language)

    with ThreadPoolExecutor(1) as without_loop:  # browser tests leave a loop running in this thread
        assert without_loop.submit(lambda: asyncio.run(language_of_thread())).result() == "zh-Hans"


def test_the_event_is_one_line_of_json() -> None:
    text = event_text("review", {"text": "a\nb\r\u2028c"})
    name, data, *rest = text.split("\n")
    assert (name, rest) == ("event: review", ["", ""])
    assert json.loads(data.removeprefix("data: ")) == {"text": "a\nb\r\u2028c"}
