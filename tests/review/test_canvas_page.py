"""The canvas in a real browser: boxes are dragged, nudged and changed, by the pointer and by keys; and the template."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.editing.test_boxes import BOXES, TEMPLATE
from tests.games_on_disk import GameOnDisk, tiny_game_in
from tests.review.conftest import page_of
from tests.review.serving import ServedHere
from tests.review.test_accessibility import AXE, broken_rules
from tests.review.waiting import place_of, soon, wait_for_newest

pytestmark = pytest.mark.browser

#: Keeps the addresses of the drafts that the picture on the canvas shows from now on.
SOURCES = """() => {
  window.sources = [];
  const picture = document.querySelector(".canvas-stage img");
  const note = () => picture.src.startsWith("blob:") && window.sources.push(picture.src);
  new MutationObserver(note).observe(picture, { attributeFilter: ["src"] });
}"""


@pytest.fixture
def game(tmp_path: Path) -> GameOnDisk:
    game = tiny_game_in(tmp_path)
    game.write(TEMPLATE, BOXES)
    return game


def open_box(page: Any, served: ServedHere, box: str) -> Any:
    page.goto(f"{served.address}#/canvas/main/one?box={box}")
    outline = page.locator(".canvas-stage .canvas-box:not(.halo)")
    expect(outline).to_be_visible()
    return outline


def test_a_box_is_dragged_as_a_draft_written_when_it_is_let_go_and_undone(
    page: Any, served: ServedHere, game: GameOnDisk
) -> None:
    thin = BOXES.replace("box: [1, 2, 3, 3]", "box: [1, 2, 9, 0.2]")
    game.write(TEMPLATE, thin)
    served.session.live.reread("Ann")
    outline = open_box(page, served, "pair.dot")
    place = place_of(outline)  # a line, which is dragged between its handles; with Shift straight to the right
    page.mouse.move(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2 + 2)
    page.mouse.down()
    page.keyboard.down("Shift")
    page.mouse.move(place["x"] + place["width"], place["y"] + 20, steps=3)
    page.mouse.up()
    page.keyboard.up("Shift")
    soon(lambda: re.search(r"dot: .*box: \[[2-9][.\d]*, 2, 9, 0.2\]", game.read(TEMPLATE)) is not None, True)
    page.keyboard.press("Control+z")
    soon(lambda: game.read(TEMPLATE), thin)

    game.write(TEMPLATE, BOXES)
    served.session.live.reread("Ann")
    answers: list[Any] = []
    page.on("response", lambda answer: answers.append(answer) if "api/draft" in answer.url else None)
    outline = open_box(page, served, "name")  # which may draft it, too
    picture = page.locator(".canvas-stage img")
    before = picture.get_attribute("src")
    extent = page.locator(".canvas-ruler.across .extent")
    x_before = extent.get_attribute("x")
    page.evaluate(SOURCES)
    place = place_of(outline)
    scale = place["width"] / 53
    x, y = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
    page.keyboard.down("Control")  # does not snap
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 1 * scale, y + 5 * scale, steps=3)
    expect(page.locator(".canvas .make-status")).to_contain_text("Draft: letting go writes 2 numbers")
    number = page.locator(".canvas-ruler text").first.element_handle()
    page.mouse.move(x + 2 * scale, y + 10 * scale, steps=3)
    soon(lambda: (picture.get_attribute("src") or "").startswith("blob:"), True)
    assert picture.get_attribute("src") != before
    expect(page.locator(".canvas-sample img").first).to_have_attribute("src", re.compile("^blob:"))  # the rest
    loaded = page.evaluate("window.sources.length")  # before the answers are read, while more may come
    assert loaded <= len({answer.json()["cards"][0]["face"] for answer in answers})  # the same is not loaded again
    assert number.evaluate("(number) => number.isConnected")  # the rulers are as they were
    assert extent.get_attribute("x") != x_before
    assert game.read(TEMPLATE) == BOXES
    page.mouse.up()
    page.keyboard.up("Control")
    moved = BOXES.replace("box: [5, 5, 53, 8]", "box: [7, 15, 53, 8]")
    soon(lambda: game.read(TEMPLATE), moved)
    expect(page.locator("[data-hold=prop-box-0]")).to_have_value("7")
    handle = place_of(page.locator("[data-handle=e]"))
    page.mouse.move(handle["x"] + 4, handle["y"] + 4)
    page.mouse.down()
    page.mouse.move(handle["x"] - 36, handle["y"] + 4, steps=3)
    page.keyboard.press("Escape")  # drops it
    page.mouse.up()
    expect(page.locator("[data-hold=prop-box-2]")).to_have_value("53")
    page.keyboard.press("Control+z")
    soon(lambda: game.read(TEMPLATE), BOXES)


def test_keys_alone_choose_move_and_change_boxes(page: Any, served: ServedHere, game: GameOnDisk) -> None:
    open_box(page, served, "plate")
    page.locator(".canvas-stage").focus()
    page.keyboard.press("Shift+Tab")  # the box above it
    expect(page.locator("[data-hold=layer-lower]")).to_have_attribute("aria-pressed", "true")
    for key in ("ArrowRight", "ArrowRight", "Alt+ArrowUp", "Shift+ArrowDown"):
        page.keyboard.press(key)
    moved = BOXES.replace(
        'lower: {extends: plate, box: {y: "+= 30"}}', 'lower: {extends: plate, box: {y: "+= 34.5", x: 5.2}}'
    )
    soon(lambda: game.read(TEMPLATE), moved)
    page.get_by_role("button", name="At the top").focus()  # Escape also drops the selection there
    page.keyboard.press("Escape")
    expect(page.locator(".canvas-properties")).to_contain_text("No box is selected")
    assert game.read(TEMPLATE) == moved  # one edit: several keys are one step
    page.keyboard.press("Control+z")
    soon(lambda: game.read(TEMPLATE), BOXES)
    colour = page.get_by_role("textbox", name="ink", exact=True)
    for code in ("#123456", "#654321"):  # the second at once: it replaces what the first has left
        colour.fill(code)
        colour.press("Enter")
    soon(lambda: game.read(TEMPLATE), BOXES.replace("#111111", "#654321"))
    page.get_by_role("button", name="Show it with little ink").click()
    expect(page.locator(".canvas-stage img").first).to_have_attribute("src", re.compile(r"-low-ink\.svg$"))


@pytest.mark.full
def test_every_gesture_has_a_key(page: Any, served: ServedHere, game: GameOnDisk) -> None:
    open_box(page, served, "again")
    stage, zoom = page.locator(".canvas-stage"), page.locator("[data-hold=canvas-fit]")
    stage.focus()
    page.keyboard.press("+")
    expect(zoom).to_contain_text("%")
    page.keyboard.press("f")
    expect(zoom).to_have_text("Fit")
    for key in ("Control+Shift+ArrowRight", "Control+ArrowDown", "Control+ArrowDown"):
        page.keyboard.press(key)
    soon(lambda: "again: {kind: rect, box: [30, 60, 10, 5.2], turn: 30," in game.read(TEMPLATE), True)
    page.keyboard.press("r")
    soon(lambda: "turn: 45," in game.read(TEMPLATE), True)
    page.keyboard.press("Control+[")
    soon(lambda: game.read(TEMPLATE).index("again:") < game.read(TEMPLATE).index("pair:"), True)
    page.locator("[data-hold=layer-again]").focus()
    page.keyboard.press("Delete")
    expect(page.locator("[data-hold=layer-again]")).to_have_count(0)
    expect(stage).to_be_focused()  # its row is gone
    page.locator("[data-hold=canvas-insert]").press("Enter")
    star = page.locator("[data-hold=insert-menu-star]")
    star.focus()
    soon(lambda: star.locator("img").evaluate("image => image.naturalWidth") > 0, True)
    page.keyboard.press("Enter")
    expect(page.locator("[data-hold=layer-star]")).to_have_attribute("aria-pressed", "true")
    while game.read(TEMPLATE) != BOXES:  # moves by keys are one step, or several if the machine is busy
        with page.expect_response("**/api/undo"):
            page.keyboard.press("Control+z")


@pytest.mark.full
def test_a_text_is_edited_on_the_other_cards_that_have_it_too(page: Any, served: ServedHere, game: GameOnDisk) -> None:
    cards = "card_data/tiny/cards.yaml"
    game.write(cards, game.read(cards).replace("name: Second", "name: First"))
    served.session.live.reread("Ann")
    open_box(page, served, "name")
    page.locator(".canvas-stage").focus()
    page.keyboard.press("Enter")
    letters = page.get_by_role("textbox", name="name of one")
    expect(letters).to_have_value("First")
    place, box = place_of(letters), place_of(page.locator(".canvas-stage .canvas-box:not(.halo)"))
    assert [place["x"], place["width"]] == pytest.approx([box["x"], box["width"]], abs=4)
    family = "getComputedStyle(document.querySelector('.canvas-letters')).fontFamily"
    assert page.evaluate(f"document.fonts.ready.then(() => {family})").startswith("card-0")
    letters.fill("Both")
    page.get_by_label("On 1 other card with the same text, too").check()
    expect(page.locator(".canvas-text.rests")).to_be_visible()  # the exact layout is under the caret
    page.evaluate(AXE)
    assert broken_rules(page) == []
    letters.press("Escape")
    expect(letters).to_have_count(0)
    assert "name: Both" not in game.read(cards)

    page.keyboard.press("Enter")
    expect(letters).to_be_focused()
    page.keyboard.press("Control+a")
    tools = page.context.new_cdp_session(page)
    tools.send("Input.imeSetComposition", {"text": "hu", "selectionStart": 2, "selectionEnd": 2})
    expect(letters).to_have_value("hu")
    tools.send("Input.insertText", {"text": "Both"})
    page.get_by_label("On 1 other card with the same text, too").check()
    game.write(cards, game.read(cards).replace("name: First", "name: Theirs", 1))
    served.session.live.reread("Bo")
    letters.press("Control+Enter")
    expect(page.locator(".canvas-text-problem")).to_have_text(re.compile("'Theirs' now.* Save again to replace theirs"))
    letters.press("Control+Enter")
    soon(lambda: game.read(cards).count("name: Both"), 2)
    expect(page.locator(".canvas-stage")).to_be_focused()


@pytest.mark.full
def test_a_finger_drags_a_box_and_two_zoom_on_a_tablet(browser: Any, served: ServedHere, game: GameOnDisk) -> None:
    with page_of(browser, viewport={"width": 820, "height": 1180}, has_touch=True) as page:
        outline = open_box(page, served, "name")
        place = place_of(outline)
        tools = page.context.new_cdp_session(page)
        x, y, scale = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2, place["width"] / 53

        def touch(*steps: list[tuple[float, float]]) -> None:
            for number, points in enumerate([*steps, []]):
                kind = "touchEnd" if not points else "touchMove" if number else "touchStart"
                fingers = [{"x": left, "y": top, "id": finger} for finger, (left, top) in enumerate(points)]
                tools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

        touch([(x, y)], [(x, y + 10 * scale)], [(x, y + 20 * scale)])
        soon(lambda: game.read(TEMPLATE) != BOXES, True)
        moved = re.search(r"name: {kind: text, box: \[[\d.]+, ([\d.]+), 53, 8\]", game.read(TEMPLATE))
        assert moved
        assert abs(float(moved[1]) - 25) < 2  # it may snap
        wait_for_newest(page, served)
        place = place_of(outline)  # a card that fits is smaller if the stage has become so
        touch([(x - 40, y), (x + 40, y)], [(x - 80, y), (x + 80, y)])
        soon(lambda: place_of(outline)["width"] > 1.5 * place["width"], True)


def test_properties_say_where_they_come_from_and_are_changed_here_or_there(
    page: Any, served: ServedHere, game: GameOnDisk
) -> None:
    open_box(page, served, "name")
    picker = page.get_by_label("Choose the colour: colour")
    picker.fill("#111111")  # a colour of the template is written by its name
    page.get_by_role("button", name="Here only").click()
    soon(lambda: "{colours.ink}" in game.read(TEMPLATE), True)
    expect(page.locator("[data-hold=prop-colour]")).to_have_value("{colours.ink}")
    expect(picker).to_have_value("#111111")
    page.locator("[data-hold=canvas-undo]").click()
    soon(lambda: game.read(TEMPLATE), BOXES)
    size = page.locator("[data-hold=prop-size]")
    expect(page.locator(".props")).to_contain_text(["from style body"])
    size.fill("4")
    size.press("Enter")
    page.get_by_role("button", name="There, for 1 box").click()
    there = BOXES.replace("size: 3.4", "size: 4")
    size.fill("+= 0.5")  # at once: it is added to what the first change has left
    size.press("Enter")
    page.get_by_role("button", name="Here only").click()
    here = there.replace("lang: en}  # the title", "lang: en, size: 4.5}  # the title")
    soon(lambda: game.read(TEMPLATE), here)
    page.locator("[data-hold=layer-below]").click()
    formula = page.get_by_role("textbox", name="Formula of y, mm from the top")
    expect(formula).to_have_value("name.bottom + 2")
    down = page.get_by_role("textbox", name="y, mm from the top", exact=True)
    expect(down).to_have_value("15")
    down.fill("18")
    down.press("Enter")
    soon(lambda: game.read(TEMPLATE), here.replace("name.bottom + 2", "name.bottom + 5"))
    expect(formula).to_have_value("name.bottom + 5")
    formula.fill("nothing.bottom")
    formula.press("Enter")
    refusal = page.locator(".props .refusal")
    expect(refusal).to_contain_text("nothing")
    assert "nothing" not in game.read(TEMPLATE)
    # It stays when the panel is drawn again, until something else is typed there or the value is another one.
    page.locator(".canvas-stage").focus()
    page.locator("[data-hold=layer-name]").click()
    expect(refusal).to_have_count(0)
    page.locator("[data-hold=layer-below]").click()
    expect(formula).to_have_value("nothing.bottom")
    expect(refusal).to_contain_text("nothing")
    formula.press("End")
    formula.press("Backspace")
    expect(refusal).to_have_count(0)
    down.fill("")  # as it was
    down.press("Enter")
    expect(down).to_have_value("18")
    down.fill("+= wrong")
    down.press("Enter")
    expect(refusal).to_be_visible()
    page.locator(".canvas-stage").focus()
    page.keyboard.press("ArrowDown")
    soon(lambda: game.read(TEMPLATE), here.replace("name.bottom + 2", "name.bottom + 5.1"))
    expect(refusal).to_have_count(0)
    page.evaluate(AXE)
    assert broken_rules(page) == []


def test_a_button_that_is_pressed_is_not_drawn_again(page: Any, served: ServedHere, game: GameOnDisk) -> None:
    open_box(page, served, "name")
    page.locator(".canvas-stage").focus()
    page.keyboard.press("ArrowDown")
    soon(lambda: game.read(TEMPLATE) == BOXES, False)
    undo = page.locator("[data-hold=canvas-undo]:enabled")
    undo.hover()
    page.mouse.down()
    page.evaluate("use('app/events.js').announce('edits')")
    page.mouse.up()
    soon(lambda: game.read(TEMPLATE), BOXES)
    expect(page.locator("[data-hold=canvas-undo]")).to_be_disabled()


@pytest.mark.full
def test_an_inherited_text_is_edited_for_all_boxes_that_have_it_or_for_one(
    page: Any, served: ServedHere, game: GameOnDisk
) -> None:
    note = '  note: {kind: text, box: [5, 70, 50, 8], text: "Deal two.", lang: en}\n  plate:'
    shared = BOXES.replace("  plate:", note, 1).replace("    again:", "    note: {extends: note}\n    again:")
    game.write(TEMPLATE, shared)
    served.session.live.reread("Ann")
    open_box(page, served, "note")

    def write(text: str, is_there: bool) -> None:
        page.locator(".canvas-stage").focus()
        page.keyboard.press("Enter")
        page.get_by_role("textbox", name="text of note").fill(text)
        page.get_by_label("There, for 1 box").set_checked(is_there)
        page.get_by_role("button", name="Save (Ctrl+Enter)").click()

    write("Deal three.", True)
    there = shared.replace("Deal two.", "Deal three.")
    soon(lambda: game.read(TEMPLATE), there)
    expect(page.locator("[data-hold=prop-text]")).to_have_value("Deal three.")
    write("Deal four.", False)
    soon(lambda: game.read(TEMPLATE), there.replace("{extends: note}", "{extends: note, text: Deal four.}"))
    expect(page.locator("[data-hold=prop-text]")).to_have_value("Deal four.")
    page.locator(".canvas-stage").press("Enter")
    letters = page.get_by_role("textbox", name="text of note")
    letters.fill("Deal six.")
    game.write(TEMPLATE, game.read(TEMPLATE).replace("Deal four.", "Deal five."))
    served.session.live.reread("Bo")
    letters.press("Control+Enter")
    expect(page.locator(".canvas-text-problem")).to_contain_text("Save again to replace theirs")
    letters.press("Control+Enter")
    soon(lambda: "text: Deal six." in game.read(TEMPLATE), True)


def test_boxes_are_inserted_copied_ordered_deleted_and_their_text_edited(
    page: Any, served: ServedHere, game: GameOnDisk
) -> None:
    def has(line: str, at: int) -> None:
        """Wait until the template has a line, so many from its end."""
        soon(lambda: game.read(TEMPLATE).splitlines()[at].strip(), line)

    open_box(page, served, "name")
    page.get_by_role("button", name="Insert: rect").click()
    has('rect: {kind: rect, box: [17.5, 34, 28, 20], radius: 2, fill: "#2d5fa8"}', -1)
    expect(page.locator("[data-hold=layer-rect]")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="At the right").click()
    has('rect: {kind: rect, box: [32, 34, 28, 20], radius: 2, fill: "#2d5fa8"}', -1)
    page.locator(".canvas-stage").focus()
    page.keyboard.press("Control+d")
    has('rect-2: {kind: rect, box: [34, 36, 28, 20], radius: 2, fill: "#2d5fa8"}', -1)
    expect(page.locator("[data-hold=layer-rect-2]")).to_have_attribute("aria-pressed", "true")
    page.get_by_label("Add a property").select_option("opacity")
    has('rect-2: {kind: rect, box: [34, 36, 28, 20], radius: 2, fill: "#2d5fa8", opacity: 1}', -1)
    page.locator("[data-hold=layer-name]").click()
    page.get_by_label("Add a property").select_option("outline")
    width = page.get_by_role("textbox", name="outline width")
    width.fill("0.5")
    width.press("Enter")
    soon(lambda: 'outline: {width: 0.5, colour: "#ffffff"}' in game.read(TEMPLATE), True)
    page.get_by_label("Add a property").select_option("features")
    features = page.get_by_role("textbox", name="features")
    features.fill("-kern")
    features.press("Enter")
    soon(lambda: 'features: ["-kern"]' in game.read(TEMPLATE), True)
    page.locator("[data-hold=layer-rect-2]").click()
    page.get_by_role("textbox", name="opacity").hover()
    page.get_by_role("button", name="Leave out opacity").click()
    has('rect-2: {kind: rect, box: [34, 36, 28, 20], radius: 2, fill: "#2d5fa8"}', -1)
    page.get_by_role("button", name="Paint it earlier").click()
    has('rect: {kind: rect, box: [32, 34, 28, 20], radius: 2, fill: "#2d5fa8"}', -1)
    page.locator(".canvas-stage").focus()
    page.keyboard.press("Control+]")  # later again
    has('rect-2: {kind: rect, box: [34, 36, 28, 20], radius: 2, fill: "#2d5fa8"}', -1)
    page.keyboard.press("Delete")
    soon(lambda: "rect-2" in game.read(TEMPLATE), False)
    page.locator("[data-hold=layer-name]").click()
    expect(page.get_by_role("textbox", name="text", exact=True)).to_have_value("{name}")
    page.locator(".canvas-stage").focus()
    page.keyboard.press("Enter")
    page.get_by_role("textbox", name="name of one").fill("Changed")
    page.keyboard.press("Control+Enter")
    soon(lambda: "name: Changed" in game.read("card_data/tiny/cards.yaml"), True)
    page.get_by_role("button", name="Insert: text").click()
    expect(page.locator("[data-hold=layer-text]")).to_have_attribute("aria-pressed", "true")
    page.locator(".canvas-stage").focus()
    page.keyboard.press("Enter")  # the text of the template, with the palette of marks
    page.get_by_role("textbox", name="text of text").fill("Deal two.")
    page.keyboard.press("Control+a")
    page.keyboard.press("Control+b")
    page.locator("[data-hold=layer-name]").click()  # somewhere else
    soon(lambda: '"**Deal two.**"' in game.read(TEMPLATE), True)
    expect(page.locator(".canvas-legend")).to_have_text(["bleed 3 mm", "trim 63 × 88 mm", "safe area 3 mm"])
    game.write(TEMPLATE, game.read(TEMPLATE) + "".join(f"    more-{n}: {{extends: plate}}\n" for n in range(12)))
    served.session.live.reread("Ann")
    page.get_by_role("searchbox", name="Find a box").fill("more-7")
    expect(page.locator(".canvas-layers li")).to_have_count(1)


@pytest.mark.full
def test_several_boxes_are_moved_aligned_spread_grouped_turned_hidden_and_given_conditions(
    page: Any, served: ServedHere, game: GameOnDisk
) -> None:
    def has(*lines: str) -> None:
        """Wait until the template has these lines."""
        soon(lambda: [line for line in lines if line not in game.read(TEMPLATE)], [])

    def layer(name: str) -> Any:
        return page.locator(f"[data-hold=layer-{name}]")

    open_box(page, served, "plate")
    layer("again").click(modifiers=["Shift"])
    layer("name").click(modifiers=["Shift"])
    expect(page.locator(".canvas-properties h2").first).to_contain_text("3 boxes")
    page.get_by_role("button", name="At the left").click()
    has("again: {kind: rect, box: [5.91, 60, 5, 5]", "plate: {extends: plate}")
    page.get_by_role("button", name="The same distance apart, down").click()
    has('name: {kind: text, box: [5, 5, 53, 8], text: "{name}"', "plate: {extends: plate, box: {y: 32.04}}")
    page.locator(".canvas-stage").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    has("again: {kind: rect, box: [11.01, 60, 5, 5]", "plate: {extends: plate, box: {y: 32.04, x: 10.1}}")
    for _ in range(3):
        page.keyboard.press("Control+z")
    soon(lambda: game.read(TEMPLATE), BOXES)

    layer("below").click()
    layer("again").click(modifiers=["Shift"])
    both = page.get_by_role("textbox", name="fill")
    expect(both).to_have_attribute("placeholder", "different values")
    both.fill("#0000ff")
    both.press("Enter")
    has('"80 - name.bottom"], fill: "#0000ff"}', 'turn: 30, fill: "#0000ff"}')
    page.locator(".canvas-stage").focus()
    page.keyboard.press("Control+g")
    has("    group:", "      box: [5, 15, 31.5, 67]", "        again: {kind: rect, box: [25, 45, 5, 5], turn: 30")
    expect(layer("group")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Control+Shift+g")
    has('again: {kind: rect, box: [30, 60, 5, 5], turn: 30, fill: "#0000ff"}')

    layer("again").click()
    handle = place_of(page.locator("[data-handle=turn]"))
    centre = place_of(page.locator(".canvas-stage .canvas-box:not(.halo)"))
    x, y = centre["x"] + centre["width"] / 2, centre["y"] + centre["height"] / 2
    page.mouse.move(handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2)
    page.mouse.down()
    page.mouse.move(x + 60, y + 2, steps=3)  # to the right of it, and it snaps
    page.mouse.up()
    has('again: {kind: rect, box: [30, 60, 5, 5], turn: 90, fill: "#0000ff"}')

    page.get_by_role("button", name="Add a condition").click()
    page.get_by_label("What it is about").select_option("name")
    page.get_by_label("With what").fill("Second, Third")
    page.get_by_label("With what").press("Enter")
    has('turn: 90, fill: "#0000ff", when: {name: [Second, Third]}}')
    expect(page.locator(".canvas-stage .canvas-box.ghost")).to_be_visible()  # where it is on other cards
    expect(page.locator(".canvas-tag.ghost")).to_contain_text("name: Second")

    picture = page.locator(".canvas-stage img")
    before = picture.get_attribute("src")
    page.locator("[data-hold=hidden-plate]").click()
    soon(lambda: (picture.get_attribute("src") or "").startswith("blob:"), True)
    page.locator("[data-hold=hidden-plate]").click()
    expect(picture).to_have_attribute("src", str(before))


def test_a_text_box_continues_another_that_is_chosen_from_a_list(
    page: Any, served: ServedHere, game: GameOnDisk
) -> None:
    line = "    more: {kind: text, box: [5, 70, 53, 8], text: own, lang: en, size: 2}\n"
    at = "    again: {kind: rect"
    game.write(TEMPLATE, BOXES.replace(at, line + at))
    served.session.live.reread("Ann")
    open_box(page, served, "more")
    page.locator("[data-hold=prop-add]").select_option("continues")
    joined = "    more: {kind: text, box: [5, 70, 53, 8], size: 2, continues: name}\n"
    soon(lambda: game.read(TEMPLATE), BOXES.replace(at, joined + at))
    chosen = page.locator("[data-hold=prop-continues]")
    expect(chosen).to_have_value("name")
    assert chosen.locator("option").all_inner_texts() == ["name"]
    page.locator("[data-hold=unset-continues]").click()
    parted = '    more: {kind: text, box: [5, 70, 53, 8], size: 2, text: ""}\n'
    soon(lambda: game.read(TEMPLATE), BOXES.replace(at, parted + at))
    page.keyboard.press("Control+z")
    soon(lambda: game.read(TEMPLATE), BOXES.replace(at, joined + at))
    open_box(page, served, "again")
    page.locator("[data-hold=prop-add]").select_option("when_text")
    soon(lambda: "when_text: name" in game.read(TEMPLATE), True)
    chosen = page.locator("[data-hold=prop-when_text]")
    expect(chosen).to_have_value("name")
    assert chosen.locator("option").all_inner_texts() == ["name", "more"]
    chosen.select_option("more")
    soon(lambda: "when_text: more" in game.read(TEMPLATE), True)
    expect(page.locator(".canvas-stage .canvas-box.ghost")).to_be_visible()  # where it is if there is more
    expect(page.locator(".canvas-tag.ghost")).to_contain_text("when_text: more")
