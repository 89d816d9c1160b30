"""Deciding in a real browser: what is saved, what is kept, what conflicts, and what is taken back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from cardgen.data.project import Project
from cardgen.review.server.export import export_site
from cardgen.review.server.imports import import_events
from tests.games_on_disk import GameOnDisk, tiny_game_in
from tests.review.conftest import page_of
from tests.review.reviewer import Reviewer
from tests.review.serving import Served, serving_here
from tests.review.waiting import Held, soon

pytestmark = pytest.mark.browser

LOG = "card_data/tiny/review.jsonl"
NASTY = "<script>window.harmed = 1</script><img src=x onerror='window.harmed = 2'> & 太暗"


def lines(game: GameOnDisk) -> list[dict[str, Any]]:
    """The events on disk, oldest first: a part for each card."""
    events = [json.loads(line) for line in game.read(LOG).splitlines()] if game.path(LOG).exists() else []
    return [{**event, **card} for event in events for card in event.pop("cards", [{}])]


def open_card(page: Any, served: Served, key: str = "main/one", state: str = "") -> Any:
    """The card's page; returns its panel."""
    page.goto(f"{served.address}#/card/{key}{state}")
    panel = page.get_by_role("region", name="Decision")
    expect(panel).to_be_visible()
    return panel


def status(page: Any) -> Any:
    return page.locator(".decision .standing .status")


# ---------------------------------------------------------------- one card


def test_a_rejection_wants_a_reason_is_on_disk_when_the_page_says_saved_and_is_shown_as_text(
    page: Any, served: Served, game: GameOnDisk
) -> None:
    open_card(page, served)
    page.keyboard.press("r")
    reason = page.get_by_role("textbox", name="Why is it rejected?")
    expect(reason).to_be_focused()
    page.keyboard.press("Control+Enter")
    assert lines(game) == []  # nothing is sent without a reason
    page.keyboard.insert_text(NASTY)
    page.locator(".editor").get_by_role("button", name="Reject").click()
    expect(page.locator("#toast")).to_contain_text("First one rejected.")
    (event,) = lines(game)
    assert (event["kind"], event["deck"], event["card"], event["by"]) == ("reject", "main", "one", "Ann")
    assert event["text"] == NASTY
    card = next(card for card in served.data("catalog")["cards"] if card["key"] == "main/one")
    assert event["sides"] == {"face": card["face"], "back": card["back"]}
    assert event["data"] == card["data"]
    expect(status(page)).to_contain_text("rejected")
    expect(page.locator(".events .words")).to_have_text(NASTY)  # as text, here and in the history
    expect(reason).to_have_count(0)
    page.goto(f"{served.address}#/history")
    expect(page.locator(".history .words")).to_have_text(NASTY)
    page.reload()
    expect(page.locator(".history .words")).to_have_text(NASTY)
    assert page.evaluate("window.harmed") is None


def test_a_decision_counts_when_the_server_says_so_and_reopen_and_undo_add_events(
    page: Any, served: Served, game: GameOnDisk
) -> None:
    held = Held(page, "**/api/decide")  # before the page is opened, as below
    panel = open_card(page, served)
    expect(panel.get_by_role("button", name="Reopen")).to_be_disabled()
    page.keyboard.press("a")
    expect(panel.locator(".standing")).to_contain_text("Saving…")
    expect(status(page)).to_contain_text("undecided")
    expect(page.locator("#toast")).not_to_contain_text("approved")
    held.let_go()
    held.which = lambda _: False
    expect(status(page)).to_contain_text("approved")
    expect(panel.locator(".standing")).not_to_contain_text("Saving…")
    assert [event["kind"] for event in lines(game)] == ["approve"]
    panel.get_by_role("button", name="Reopen").click()
    expect(status(page)).to_contain_text("undecided")
    page.keyboard.press("Control+z")
    expect(status(page)).to_contain_text("approved")
    page.keyboard.press("Control+z")
    expect(status(page)).to_contain_text("undecided")
    events = lines(game)
    assert [event["kind"] for event in events] == ["approve", "reopen", "undo", "undo"]
    assert [event["undoes"] for event in events[2:]] == [events[1]["id"], events[0]["id"]]
    page.keyboard.press("Control+z")
    expect(page.locator("#toast")).to_contain_text("nothing to undo in this tab")
    expect(panel.locator(".events li.undone")).to_have_count(2)
    expect(panel.locator(".events")).to_contain_text("Undone by Ann")


@pytest.mark.full
def test_undo_waits_for_the_answer_to_what_is_already_shown(page: Any, served: Served, game: GameOnDisk) -> None:
    served.decide(served.proposal("main/one"))
    answers: list[tuple[Any, Any]] = []
    page.route("**/api/decide", lambda route: answers.append((route, route.fetch())), times=1)
    panel = open_card(page, served)
    expect(status(page)).to_contain_text("approved")
    panel.get_by_role("button", name="Reopen").click()
    expect(status(page)).to_contain_text("undecided")  # told by the stream of changes
    page.keyboard.press("Control+z")
    [(route, answer)] = answers
    route.fulfill(response=answer)
    expect(status(page)).to_contain_text("approved")
    events = lines(game)
    assert [event["kind"] for event in events] == ["approve", "reopen", "undo"]
    assert events[2]["undoes"] == events[1]["id"]


@pytest.mark.full
def test_each_event_of_one_s_own_has_a_button_that_takes_it_back(page: Any, served: Served, game: GameOnDisk) -> None:
    served.decide(served.proposal("main/one", "reject", text="No"))
    panel = open_card(page, served)
    panel.get_by_role("button", name="Undo: reject").click()
    expect(status(page)).to_contain_text("undecided")
    assert lines(game)[-1]["kind"] == "undo"
    expect(panel.get_by_role("button", name="Undo: reject")).to_have_count(0)


@pytest.mark.full
def test_of_all_that_was_said_the_newest_comes_first_and_the_rest_when_asked_for(page: Any, served: Served) -> None:
    first = served.proposal("main/one", "comment", text="The first", side="face", at_mm=[20, 30])
    others = [served.proposal("main/one", "comment", text=f"No {n}") for n in range(1, 60)]
    assert served.decide(first, *others).status_code == 200
    panel = open_card(page, served)
    items = panel.locator(".events > li")
    expect(panel.locator("h3")).to_have_text("Activity (60)")
    expect(items).to_have_count(24)
    expect(items.first).to_contain_text("No 59")
    panel.get_by_role("button", name="Show 36 of 36 earlier ones").click()
    expect(items).to_have_count(60)
    expect(items.nth(24)).to_be_focused()
    expect(panel.get_by_role("button", name="earlier ones")).to_have_count(0)
    page.reload()  # a pin leads to what was said there, however long ago
    expect(items).to_have_count(24)
    expect(panel.get_by_text("The first")).to_have_count(0)
    page.locator(".pin").click()
    expect(panel.get_by_text("The first")).to_be_visible()
    expect(panel.locator(".events .place")).to_be_focused()


# ---------------------------------------------------------------- drafts, and a server that is away


def test_a_draft_survives_a_reload_and_is_forgotten_when_saved(page: Any, served: Served, game: GameOnDisk) -> None:
    open_card(page, served)
    page.keyboard.press("r")
    page.keyboard.type("Half a reas")
    expect(page.locator(".editor")).to_contain_text("Draft saved")
    page.reload()
    reason = page.get_by_role("textbox", name="Why is it rejected?")
    expect(reason).to_have_value("Half a reas")
    open_card(page, served, "main/two")
    expect(page.locator(".editor")).to_have_count(0)
    open_card(page, served)
    expect(reason).to_have_value("Half a reas")
    reason.press("End")
    page.keyboard.type("on")
    page.keyboard.press("Control+Enter")
    expect(status(page)).to_contain_text("rejected")
    assert lines(game)[0]["text"] == "Half a reason"
    page.reload()
    expect(status(page)).to_contain_text("rejected")
    expect(page.locator(".editor")).to_have_count(0)


def test_with_the_server_away_the_text_stays_and_can_be_sent_again(page: Any, served: Served, game: GameOnDisk) -> None:
    away = True
    # Before the page is opened: Chromium may send a request that comes at once after a new route past it.
    page.route("**/api/decide", lambda route: route.abort() if away else route.continue_())
    open_card(page, served)
    page.keyboard.press("r")
    page.keyboard.type("Blurred")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".editor [role=status]")).to_contain_text("Not saved: no answer from the server.")
    expect(page.get_by_text("Not saved")).to_have_count(1)  # reported once
    expect(page.get_by_role("textbox", name="Why is it rejected?")).to_have_value("Blurred")
    assert lines(game) == []
    away = False
    page.locator(".editor").get_by_role("button", name="Try again").click()
    expect(status(page)).to_contain_text("rejected")
    assert [event["text"] for event in lines(game)] == ["Blurred"]


@pytest.mark.full
def test_an_answer_lost_on_its_way_does_not_decide_twice(page: Any, served: Served, game: GameOnDisk) -> None:
    panel = open_card(page, served)

    def lose(route: Any) -> None:
        route.fetch()
        route.abort()

    page.route("**/events**", lambda route: route.abort())
    page.reload()
    expect(panel).to_be_visible()
    page.route("**/api/decide", lose)
    page.keyboard.press("a")
    expect(panel.locator(".standing")).to_contain_text("Not saved")
    page.unroute("**/api/decide")
    panel.get_by_role("button", name="Try again").click()
    expect(status(page)).to_contain_text("approved")
    assert len(lines(game)) == 1


@pytest.mark.full
def test_what_is_saved_is_no_draft_though_the_page_has_not_heard(page: Any, served: Served, game: GameOnDisk) -> None:
    page.route("**/api/decide", lambda route: route.fetch())  # it is saved, and the answer never comes
    open_card(page, served)
    page.keyboard.press("r")
    page.keyboard.type(" Too dark ")
    page.keyboard.press("Control+Enter")
    expect(status(page)).to_contain_text("rejected")
    page.keyboard.type("er")  # the form would close with it unsaved
    expect(page.get_by_role("textbox", name="Why is it rejected?")).to_have_value(" Too dark ")
    page.reload()
    expect(status(page)).to_contain_text("rejected")
    expect(page.locator(".editor")).to_have_count(0)
    page.keyboard.press("r")
    expect(page.get_by_role("textbox", name="Why is it rejected?")).to_have_value("")
    page.keyboard.type("Too dark")  # the same once more is something new
    page.reload()
    expect(page.get_by_role("textbox", name="Why is it rejected?")).to_have_value("Too dark")
    assert len(lines(game)) == 1


# ---------------------------------------------------------------- two people


def test_a_second_tab_that_did_not_know_is_shown_the_conflict_and_overwrites_nothing(
    page: Any, browser: Any, served: Served, game: GameOnDisk
) -> None:
    open_card(page, served)
    with page_of(browser) as other:
        other.route("**/events**", lambda route: route.abort())  # a tab that hears nothing of others
        open_card(other, served)
        page.keyboard.press("r")
        page.keyboard.type("The name is wrong")
        page.keyboard.press("Control+Enter")
        expect(status(page)).to_contain_text("rejected")

        other.keyboard.press("r")
        other.keyboard.type("My own reason")
        other.keyboard.press("Control+Enter")
        dialog = other.get_by_role("dialog")
        expect(dialog).to_contain_text("Not saved: there are newer changes to")
        expect(dialog).to_contain_text("Ann rejected")
        expect(dialog).to_contain_text("The name is wrong")
        assert len(lines(game)) == 1
        dialog.get_by_role("button", name="Keep theirs").click()
        expect(other.get_by_role("textbox", name="Why is it rejected?")).to_have_value("My own reason")
        expect(status(other)).to_contain_text("rejected")

        other.get_by_role("button", name="Approve", exact=True).click()  # now that it is known, it is no conflict
        expect(status(other)).to_contain_text("approved")
        expect(status(page)).to_contain_text("approved")  # and the first tab hears of it
        assert [event["kind"] for event in lines(game)] == ["reject", "approve"]


@pytest.mark.full
def test_deciding_again_on_top_keeps_both(page: Any, served: Served, game: GameOnDisk) -> None:
    page.route("**/events**", lambda route: route.abort())
    open_card(page, served)
    served.decide(served.proposal("main/one", "reject", text="No"))
    page.keyboard.press("a")
    page.get_by_role("dialog").get_by_role("button", name="Save mine anyway").click()
    expect(status(page)).to_contain_text("approved")
    assert [event["kind"] for event in lines(game)] == ["reject", "approve"]


def test_a_card_that_changed_meanwhile_is_not_approved_unseen(page: Any, served: Served, game: GameOnDisk) -> None:
    page.route("**/events**", lambda route: route.abort())
    open_card(page, served)
    before = served.data("catalog")["version"]
    game.change("card_data/tiny/cards.yaml", "First", "Foremost")
    with served.events() as events:
        if served.data("catalog")["version"] == before:
            events.wait("catalog")
    page.keyboard.press("a")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("The card has changed since you opened it.")
    assert lines(game) == []
    face = next(card["face"] for card in served.data("catalog")["cards"] if card["key"] == "main/one")
    expect(dialog.locator("img")).to_have_attribute("src", f"/faces/{face}.svg")
    dialog.get_by_role("button", name="Save mine anyway").click()
    expect(status(page)).to_contain_text("approved")
    assert lines(game)[0]["sides"]["face"] == face


# ---------------------------------------------------------------- where the focus goes, and what letters act on


def focused(page: Any) -> str:
    return str(page.evaluate("document.activeElement.dataset.hold ?? document.activeElement.tagName"))


def test_letters_in_the_grid_act_on_the_focused_card_alone_and_leave_it_there(
    page: Any, served: Served, game: GameOnDisk
) -> None:
    page.goto(f"{served.address}#/grid")
    page.wait_for_selector(".cards .loaded")
    for element in ("body", "[data-hold=approve-all]"):
        page.locator(element).evaluate("element => element.focus()")
        for key in ("a", "r", "c"):
            page.keyboard.press(key)
        expect(page.locator("#toast")).to_contain_text("No card is selected.")
    assert page.get_by_role("dialog").count() == 0
    page.locator('a[data-hold="main/two"]').focus()
    page.keyboard.press("a")
    expect(page.locator("#toast")).to_contain_text("Second two approved.")
    assert [event["card"] for event in lines(game)] == ["two"]
    page.locator('a[data-hold="main/one"]').focus()
    page.keyboard.press("r")
    expect(page.get_by_role("textbox", name="Why is it rejected?")).to_be_focused()
    page.keyboard.type("No")
    page.keyboard.press("Control+Enter")
    expect(page.locator('a[data-hold="main/one"]')).to_contain_text("rejected")
    # A closed dialog has no role any more; the page moves the focus when it takes the element away, a moment later.
    expect(page.locator("dialog")).to_have_count(0)
    soon(lambda: focused(page), "main/one")
    page.keyboard.press("ArrowRight")
    soon(lambda: focused(page), "main/two")


@pytest.mark.full
def test_space_after_a_decision_turns_the_card_and_undoes_nothing(page: Any, served: Served, game: GameOnDisk) -> None:
    panel = open_card(page, served)
    panel.get_by_role("button", name="Approve").click()
    expect(status(page)).to_contain_text("approved")
    soon(lambda: focused(page), "stage")
    page.keyboard.press("c")
    page.keyboard.press("Escape")
    page.keyboard.type("Why?")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".events")).to_contain_text("Why?")
    soon(lambda: focused(page), "stage")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Back", exact=True)).to_have_attribute("aria-pressed", "true")
    assert [event["kind"] for event in lines(game)] == ["approve", "comment"]


@pytest.mark.full
def test_a_decided_card_that_leaves_the_list_makes_way_for_the_next(page: Any, served: Served) -> None:
    page.goto(f"{served.address}#/grid?status=undecided")
    page.wait_for_selector(".cards .loaded")
    page.locator('a[data-hold="main/one"]').focus()
    page.keyboard.press("a")
    expect(page.locator('a[data-hold="main/one"]')).to_have_count(0)
    soon(lambda: focused(page), "main/two")


# ---------------------------------------------------------------- what is said of it


@pytest.mark.full
def test_one_message_counts_on_and_undoes_what_it_counts(page: Any, served: Served, game: GameOnDisk) -> None:
    page.goto(f"{served.address}#/grid")
    page.wait_for_selector(".cards .loaded")
    page.keyboard.press("j")
    page.keyboard.press("a")
    toast = page.locator("#toast")
    expect(toast.locator("p")).to_have_text(["First one approved.Undo"])
    page.keyboard.press("j")
    page.keyboard.press("a")
    expect(toast.locator("p")).to_have_text(["2 cards approved.Undo"])
    toast.get_by_role("button", name="Undo").click()
    page.get_by_role("dialog", name="Undo 2 decisions?").get_by_role("button", name="Undo 2").click()
    expect(toast.locator("p")).to_have_text(["2 decisions undone."])
    assert [event["kind"] for event in lines(game)] == ["approve", "approve", "undo", "undo"]
    soon(lambda: focused(page), "main/two")
    toast.get_by_role("button", name="Close this message").click()
    expect(toast.locator("p")).to_have_count(0)
    soon(lambda: focused(page), "main/two")


@pytest.mark.full
def test_a_failure_is_reported_once(page: Any, served: Served) -> None:
    page.route("**/api/decide", lambda route: route.abort())
    open_card(page, served)
    page.keyboard.press("a")
    expect(page.get_by_text("Not saved")).to_have_count(1)


# ---------------------------------------------------------------- many


def test_all_shown_are_approved_after_asking_and_taken_back_together(
    page: Any, served: Served, game: GameOnDisk
) -> None:
    served.decide(served.proposal("main/one"))
    page.goto(f"{served.address}#/grid")
    page.get_by_role("button", name="Approve all shown").click()
    dialog = page.get_by_role("dialog", name="Approve 1 card?")
    expect(dialog).to_contain_text("already approved, unchanged: 1")
    dialog.get_by_role("button", name="Cancel").click()
    assert len(lines(game)) == 1
    page.get_by_role("button", name="Approve all shown").click()
    page.get_by_role("button", name="Approve 1 card").click()
    expect(page.locator("#toast")).to_contain_text("Second two approved.")
    assert [(event["kind"], event["card"]) for event in lines(game)] == [("approve", "one"), ("approve", "two")]
    page.keyboard.press("Control+z")
    expect(page.locator("#toast")).to_contain_text("Undone: Second two.")


def many_cards(game: GameOnDisk, count: int) -> None:
    game.write(
        "card_data/tiny/cards.yaml",
        "cards:\n" + "".join(f"  - {{id: card-{number}, name: Number {number}}}\n" for number in range(count)),
    )


@pytest.fixture
def crowd(tmp_path_factory: pytest.TempPathFactory, page: Any) -> Iterator[tuple[GameOnDisk, Served, Any]]:
    """A game of 60 cards, served, and a page."""
    game = tiny_game_in(tmp_path_factory.mktemp("crowd"))
    many_cards(game, 60)
    with serving_here(game) as served:
        yield game, served, page
        page.goto("about:blank")


@pytest.mark.full
@pytest.mark.usefixtures("own_page")
def test_many_go_in_batches_and_those_that_others_decided_are_listed(crowd: tuple[GameOnDisk, Served, Any]) -> None:
    game, served, page = crowd
    page.route("**/events**", lambda route: route.abort())
    page.goto(f"{served.address}#/grid")
    sizes: list[int] = []
    page.on("request", lambda sent: sizes.append(len(sent.post_data_json["events"])) if "/api/" in sent.url else None)
    page.get_by_role("button", name="Approve all shown").click()
    served.decide(served.proposal("main/card-7", "reject", text="Not this one"))
    page.get_by_role("button", name="Approve 60 cards").click()
    conflict = page.get_by_role("dialog", name="Not saved: there are newer changes to")
    expect(conflict).to_contain_text("Not this one")
    expect(page.locator("#toast")).to_contain_text("59 of 60 saved.")
    assert sizes == [50, 10]
    assert [event["kind"] for event in lines(game)].count("approve") == 59
    conflict.get_by_role("button", name="Keep theirs").click()
    assert len({event["id"] for event in lines(game) if event["kind"] == "approve"}) == 1
    page.keyboard.press("Control+z")  # without a question: it is one decision
    expect(page.locator("#toast")).to_contain_text("59 decisions undone.")
    assert [event["kind"] for event in lines(game)].count("undo") == 59
    assert len({event["id"] for event in lines(game) if event["kind"] == "undo"}) == 1


@pytest.mark.full
def test_stopping_ends_after_the_batch_that_is_under_way(crowd: tuple[GameOnDisk, Served, Any]) -> None:
    game, served, page = crowd
    held = Held(page, "**/api/decide")
    page.goto(f"{served.address}#/grid")
    page.get_by_role("button", name="Approve all shown").click()
    page.get_by_role("button", name="Approve 60 cards").click()
    page.get_by_role("button", name="Stop").click()
    held.let_go()
    expect(page.locator("#toast")).to_contain_text("Stopped: 50 of 60 saved.")
    assert len(lines(game)) == 50
    assert len(held.routes) == 1


# ---------------------------------------------------------------- pins


def test_a_comment_is_pinned_by_a_click_or_by_keys_or_has_no_place(page: Any, served: Served, game: GameOnDisk) -> None:
    open_card(page, served)
    page.keyboard.press("c")
    expect(page.locator(".pins .cross")).to_be_focused()
    expect(page.locator(".card-facts")).not_to_contain_text("Loading")  # nothing moves any more
    ground = page.locator(".pins .ground").first.bounding_box()
    scale = ground["width"] / 63
    page.mouse.click(ground["x"] + 20 * scale, ground["y"] + 30.5 * scale)
    expect(page.get_by_role("textbox", name="Comment")).to_be_focused()
    page.keyboard.type("Move this")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".pins .pin text")).to_have_text(["1"])
    soon(lambda: len(lines(game)), 1)
    (event,) = lines(game)
    assert event["side"] == "face"
    assert abs(event["at_mm"][0] - 20) <= 0.3
    assert abs(event["at_mm"][1] - 30.5) <= 0.3
    open_card(page, served, "main/two", state="?side=back")
    expect(page.locator(".card-facts")).not_to_contain_text("Loading")
    page.keyboard.press("c")
    expect(page.locator(".pins .cross")).to_be_focused()
    for key in ("ArrowRight", "ArrowRight", "ArrowUp", "Shift+ArrowDown", "Shift+ArrowLeft", "Enter"):
        page.keyboard.press(key)  # steps of a millimetre and of a tenth
    expect(page.get_by_role("textbox", name="Comment")).to_be_focused()
    page.keyboard.type("Here")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".events")).to_contain_text("back, 33.4 / 43.1 mm from the top left")
    assert (lines(game)[1]["side"], lines(game)[1]["at_mm"]) == ("back", [33.4, 43.1])
    soon(lambda: focused(page), "stage")  # the form has closed: until then a letter is text
    page.keyboard.press("c")
    expect(page.locator(".pins .cross")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("textbox", name="Comment")).to_be_focused()
    page.keyboard.type("All of it")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".events")).to_contain_text("All of it")
    assert {"at_mm", "side"}.isdisjoint(lines(game)[2])


@pytest.mark.full
def test_an_old_comment_keeps_the_picture_it_was_made_on(page: Any, served: Served, game: GameOnDisk) -> None:
    served.decide(served.proposal("main/one", "comment", text="Too high", side="face", at_mm=[10, 9]))
    face = lines(game)[0]["sides"]["face"]
    panel = open_card(page, served)
    expect(page.locator(".pins .pin")).to_have_count(1)
    game.change("templates/tiny.yaml", "box: [5, 5, 53, 8]", "box: [5, 60, 53, 8]")
    expect(panel.locator("summary")).to_have_text("On an earlier picture")
    expect(page.locator(".pins .pin")).to_have_count(0)
    panel.locator("summary").click()
    picture = panel.locator(".old-picture img")
    expect(picture).to_have_attribute("src", f"/kept/{face}.svg")
    assert picture.evaluate("element => element.decode().then(() => element.naturalWidth > 0)")


# ---------------------------------------------------------------- read only


def test_without_a_readable_log_nothing_can_be_decided_and_the_page_says_why(
    page: Any, served: Served, game: GameOnDisk
) -> None:
    game.write(LOG, "this is no event\n")
    panel = open_card(page, served)
    expect(panel).to_contain_text("Read-only until the review log is repaired: card_data/tiny/review.jsonl:1")
    expect(panel.get_by_role("button")).to_have_count(0)
    page.keyboard.press("a")
    page.goto(f"{served.address}#/grid")
    expect(page.locator(".why-not")).to_be_visible()
    expect(page.get_by_role("button", name="Approve all shown")).to_have_count(0)
    assert game.read(LOG) == "this is no event\n"


def test_a_reader_without_the_right_to_decide_learns_where_decisions_are_made(page: Any, served: Served) -> None:
    page.route("**/data/catalog", lambda route: route.fulfill(json={**route.fetch().json(), "mode": "read-only"}))
    panel = open_card(page, served)
    expect(panel).to_contain_text("Read-only: decide on the computer that runs cardgen.")
    expect(panel.get_by_role("button")).to_have_count(0)
    page.keyboard.press("r")
    expect(page.get_by_role("textbox")).to_have_count(0)


# ---------------------------------------------------------------- a site of plain files


def test_decisions_made_in_a_site_are_downloaded_and_imported(
    browser: Any, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    game = tiny_game_in(tmp_path_factory.mktemp("exported"))
    export_site(Project(game.root, bundled=False), game.name, tmp_path / "site", sheets=False)
    with page_of(browser) as page:
        page.goto(f"{(tmp_path / 'site' / 'index.html').as_uri()}#/card/main/one")
        expect(page.locator(".decision .site-log")).to_contain_text("stored in this browser")
        page.keyboard.press("a")
        page.get_by_role("textbox", name="Name").fill("Bea 贝")
        page.keyboard.press("Enter")
        expect(page.locator("#toast")).to_contain_text("Saved in this browser. First one approved.")
        page.keyboard.press("j")
        expect(page.get_by_role("heading", level=1)).to_have_text("Second")
        page.keyboard.press("r")  # the name is not asked again
        expect(page.get_by_role("textbox", name="Why is it rejected?")).to_be_focused()
        page.keyboard.type(NASTY)
        page.keyboard.press("Control+Enter")
        expect(status(page)).to_contain_text("rejected")
        page.reload()
        expect(status(page)).to_contain_text("rejected")
        page.keyboard.press("Control+z")
        expect(status(page)).to_contain_text("undecided")
        with page.expect_download() as download:
            page.get_by_role("button", name="Download decisions").click()
        assert download.value.suggested_filename == "tiny-decisions.jsonl"
        download.value.save_as(tmp_path / "decisions.jsonl")
        expect(page.locator(".decision .site-log")).to_contain_text("0 not downloaded yet")
    reviewer = Reviewer(game)
    import_events(reviewer.store, tmp_path / "decisions.jsonl", "Ann", reviewer.catalog)
    saved = lines(game)
    assert [(event["kind"], event["card"], event["by"]) for event in saved] == [
        ("approve", "one", "Bea 贝"),
        ("reject", "two", "Bea 贝"),
        ("undo", "two", "Bea 贝"),
    ]
    assert saved[0]["fields"] == {"copies": 1, "name": "First"}
    assert saved[1]["text"] == NASTY
    import_events(reviewer.store, tmp_path / "decisions.jsonl", "Ann", reviewer.catalog)
    assert lines(game) == saved
