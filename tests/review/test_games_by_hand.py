"""The end of a whole game at each table, by mouse, by keyboard and by finger: bots bring it to its last turns, a person
makes these. On the way: the hint, the menu of a phone, the long press, and the end of the game. The table of Blokus has
such a test of its own."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.review.conftest import page_of
from tests.review.serving import Served
from tests.review.tables import point_of, until
from tests.review.test_accessibility import AXE, broken_rules

pytestmark = pytest.mark.browser

#: The game, its name in the page, its view, the policy of the bots, the seed of a short game, and its settings.
GAMES = [
    ("blitz", "blitz", "table", "greedy", 5, {}),
    ("block-killer", "blockKiller", "game", "random", 2, {"players": 3}),
    ("card-game", "cardGame", "table", "greedy", 1, {}),
    ("heroes", "heroes", "table", "hasty", 1, {"mode": "nation", "players": 2}),
    ("thread-race", "threadRace", "table", "racer", 1, {"rules": "brief"}),
]

#: How turns are made, and the size of the window.
WAYS = [("mouse", 1280, 800), ("keyboard", 1280, 800), ("finger", 390, 844)]

#: Games that are made by hand from the first turn to the last.
WHOLE = [
    ("block-killer", "blockKiller", "game", "greedy", 1, {"players": 3}) if game[0] == "block-killer" else game
    for game in GAMES
]

#: The keys that steer a block.
KEYS = {"turn-right": "e", "left": "ArrowLeft", "right": "ArrowRight", "up": "ArrowUp", "down": "ArrowDown"}

#: Lets bots play a whole game without drawing it, and gives the decisions of one player to a person. Returns how many
#: turns there are before each of these.
PLAY = """async ([name, policy, seed, { rules = "", ...settings }]) => {
  const { game } = cardgen[name];
  Object.assign(game.settings, settings);
  const seats = new Map([...Array(10).keys()].map((seat) => [seat, ""]));
  Object.assign(game, { pace: 0, rules: rules || game.rules, seats });
  await game.begin({ seed });
  let state = { ...game.start, turns: [] };
  for (;;) {
    const { turn } = await game.ask({ op: "choose", state, policy });
    if (!turn) break;
    ({ state } = await game.ask({ op: "apply", state, turn }));
  }
  const { log } = await game.ask({ op: "log", state });
  await game.openLog(log);
  const { players } = game.made;
  const person = players.at(-1);
  for (const seat of new Set(players)) game.seats.set(seat, seat === person ? "" : policy);
  globalThis.recorded = game.turns;
  globalThis.person = person;
  return players.flatMap((player, at) => (player === person ? [at] : []));
}"""

#: The person's next decision as the picks of the recorded turn; null when the game is over.
NEXT = """([name]) => {
  const { game } = cardgen[name];
  if (game.definition.isOver(game.facts)) return null;
  const turn = recorded[game.at];
  return game.definition.ownTurns ? [turn] : game.definition.steps(turn, game.facts).flat();
}"""

#: What a turn of Block-Killer lays: the rows of garbage, and the cells of each block.
LAYS = """async (text) => {
  const { blockKiller } = cardgen;
  const answer = await blockKiller.ask({ op: "notation", text });
  return { rows: blockKiller.readRows(answer), blocks: answer.blocks };
}"""

#: The next step of the block in hand to a placement of these cells: its shape, then its columns, then its height.
STEER = """(cells) => {
  const { blockKiller: { table, ghost } } = cardgen;
  const key = (of) => of.map(String).sort().join(" ");
  const target = table.placements.find((placement) => key(placement.cells) === key(cells));
  const at = ghost();
  if (!target) throw new Error(`no placement has the cells ${key(cells)}`);
  if (at.shape !== target.shape) return "turn-right";
  if (at.x !== target.x) return at.x < target.x ? "right" : "left";
  return at.y === target.y ? "drop" : at.y < target.y ? "up" : "down";
}"""

#: A point of a button that nothing covers, from its corner: in a fan, the next card lies over most of a card.
FREE = """(button) => {
  button.scrollIntoView({ block: "nearest", inline: "nearest" });
  const { left, top, width, height } = button.getBoundingClientRect();
  for (const part of [0.5, 0.3, 0.15, 0.08, 0.04]) {
    const [x, y] = [width * part, height / 2];
    if (document.elementFromPoint(left + x, top + y)?.closest("button") === button) return { x, y };
  }
  return null;
}"""

#: Whether the position has changed and the person is to move again, or nobody.
WAITS = (
    "(({ game: { facts, definition } }) => facts !== before && (definition.isOver(facts) || facts.to_move === person))"
)


@pytest.fixture(scope="module")
def hand(browser: Any) -> Iterator[Any]:
    """The page of these tests: its screen can be touched, and things move."""
    with page_of(browser, has_touch=True, reduced_motion="no-preference") as page:
        page.add_init_script("if (location.href !== 'about:blank') localStorage.clear()")
        yield page


class Hand:
    """A person at a table who makes turns in one way."""

    def __init__(self, page: Any, way: str) -> None:
        self.page = page
        self.way = way

    def find(self, *holds: str) -> Any:
        """Return the first visible button with one of these names."""
        names = ", ".join(f"[data-hold={json.dumps(hold)}]" for hold in holds)
        return self.page.locator(names).locator("visible=true").first

    def use(self, button: Any) -> None:
        """Choose a button."""
        if self.way == "mouse":
            button.click(position=button.evaluate(FREE))
        elif self.way == "finger":
            button.tap(position=button.evaluate(FREE))
        else:
            button.focus()
            self.page.keyboard.press("Enter")

    def choose(self, *picks: str) -> None:
        """Make the turn with these picks; by mouse, a card of the hand is dragged to its place on the field."""
        if self.way == "mouse" and len(picks) == 2:
            zones = zip((".table-hand", ".table-field"), picks, strict=True)
            card, place = (self.page.locator(f'{zone} [data-hold="pick-{pick}"]') for zone, pick in zones)
            if card.count() and place.count():
                card.drag_to(place, source_position=card.evaluate(FREE))
                return
        for pick in picks:
            self.use(self.find(f"pick-{pick}", f"play-choice-{pick}"))
        confirm = self.page.locator('[data-hold="play-confirm"]')
        if confirm.is_visible():
            self.use(confirm)

    def sit_down(self, name: str, at: int) -> None:
        """Go on after so many turns, at the first decision of the person."""
        self.page.evaluate(f"cardgen.{name}.game.travel({at})")
        until(self.page, f"cardgen.{name}.game.facts.to_move === person && cardgen.{name}.game.at === {at}")
        self.use(self.page.locator('[data-hold="play-bar-on"]'))
        until(self.page, f"cardgen.{name}.game.turns.length === {at}")
        self.page.evaluate(f"cardgen.{name}.game.reveal()")

    def play(self, name: str) -> None:
        """Make all decisions of the person as they are recorded, until the game is over."""
        while (picks := self.page.evaluate(NEXT, [name])) is not None:
            self.page.evaluate(f"globalThis.before = cardgen.{name}.game.facts")
            (self.make_play if name == "blockKiller" else self.choose)(*picks)
            until(self.page, f"{WAITS}(cardgen.{name})")

    def make_play(self, turn: str) -> None:
        """Draw, pass, or lay a play on the field in Block-Killer, and attack or answer with it."""
        verb, _, text = turn.partition(":")
        if not text:
            self.use(self.find(f"game-{turn.replace(' ', '-')}"))
            return
        lays = self.page.evaluate(LAYS, text.strip())
        for index, row in enumerate(lays["rows"]):
            self.lay_row(row, index)
        for block in lays["blocks"]:
            self.place_block(block["block"], block["cells"])
        target = verb.removeprefix("play").strip()
        self.use(self.find(f"game-attack-{target}" if target else "game-answer"))

    def lay_row(self, row: dict[str, Any], index: int) -> None:
        """Lay a card of garbage, or two that are merged."""
        laid = self.page.locator(".bk-row")
        for count in range(1, 2 + row["solid"]):
            self.use(self.page.get_by_role("button", name=f"Lay {row['code']},"))
            expect(laid).to_have_count(index + count)
        if row["turned"]:
            self.use(self.find(f"row-{index}-turn"))
        if row["solid"]:
            self.use(self.find(f"row-{index + 1}-merge"))
            expect(laid).to_have_count(index + 1)

    def place_block(self, block: str, cells: list[list[int]]) -> None:
        """Place a block: by mouse it is shown its place, otherwise it goes there step by step."""
        until(self.page, "!cardgen.blockKiller.table.working")
        placed = self.page.evaluate("cardgen.blockKiller.table.tree.current.state.blocks.length")
        self.use(self.find(f"block-{block}"))
        until(self.page, "Boolean(cardgen.blockKiller.ghost())")
        while (step := self.page.evaluate(STEER, cells)) != "drop":
            if self.way == "mouse" and step != "turn-right":
                self.page.mouse.move(*self.middle_of(cells))
            elif self.way == "keyboard":
                self.page.keyboard.press(KEYS[step])
            else:
                self.use(self.find(step))
        if self.way == "mouse":
            self.page.mouse.click(*self.middle_of(cells))
        elif self.way == "keyboard":
            self.page.keyboard.press("Enter")
        else:
            self.use(self.find("drop"))
        until(self.page, f"cardgen.blockKiller.table.tree.current.state.blocks.length === {placed + 1}")
        until(self.page, "!cardgen.blockKiller.table.working")

    def middle_of(self, cells: list[list[int]]) -> tuple[float, float]:
        """Return the point of the screen at the middle of cells of the field."""
        columns, rows = zip(*cells, strict=True)
        return point_of(self.page, sum(columns) / len(columns) + 0.5, sum(rows) / len(rows) + 0.5)


def look_closely(page: Any, name: str) -> None:
    """Press long on what can be looked at, as a finger does."""
    thing = page.locator(".table-stage [data-look]").locator("visible=true").first
    box = thing.bounding_box()
    client = page.context.new_cdp_session(page)
    point = {"x": box["x"] + min(20, box["width"] / 2), "y": box["y"] + box["height"] / 3}
    client.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    expect(page.locator(".table-look")).to_be_visible()
    client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert page.evaluate(f"cardgen.{name}.game.picks") == []  # it is no choice


@pytest.mark.full
@pytest.mark.parametrize("game", GAMES, ids=[game[0] for game in GAMES])
def test_the_last_turns_are_made_by_hand(
    hand: Any, game: tuple[Any, ...], request: pytest.FixtureRequest, table_of: Callable[[str], Served]
) -> None:
    folder, name, view, policy, seed, more = game
    served = request.getfixturevalue("market") if folder == "card-game" else table_of(folder)
    hand.goto(f"{served.address}#/{view}")
    until(hand, f"Boolean(cardgen.{name}?.game?.facts)")
    hand.evaluate(AXE)
    start = hand.evaluate(PLAY, [name, policy, seed, more])[-2]
    end = hand.locator(".table-end")
    expect(end).to_be_visible()
    assert broken_rules(hand, ".table-stage") == []
    expect(hand.locator(".table-phases li")).to_have_count(0)
    hand.evaluate("cardgen.set('language', 'zh-Hans')")
    expect(end.locator("h2")).to_have_text(re.compile("[\u4e00-\u9fff]"))
    assert "。 " not in end.inner_text()
    hand.evaluate("cardgen.set('language', 'en')")
    for way, width, height in WAYS:
        hand.set_viewport_size({"width": width, "height": height})
        person = Hand(hand, way)
        person.sit_down(name, start)
        if way == "mouse" and folder != "block-killer":
            person.use(hand.locator('[data-hold="play-hint"]'))
            expect(hand.locator(".table-hint")).to_be_visible()
        if way == "finger":
            if folder != "block-killer":
                look_closely(hand, name)
            person.use(hand.locator('[data-hold="play-menu"]'))
            person.use(hand.locator('[data-hold="play-drawer-happened"]'))
            expect(hand.locator("#table-happened")).to_be_visible()
            person.use(hand.locator('#table-happened [data-hold="play-drawer-close"]'))
        person.play(name)
        expect(end).to_be_visible()
    hand.keyboard.press("Escape")
    expect(end).to_be_hidden()


@pytest.mark.soak
@pytest.mark.parametrize(
    ("way", "width", "height"), [("mouse", 1280, 800), ("keyboard", 1280, 800), ("finger", 390, 844)]
)
@pytest.mark.parametrize("game", WHOLE, ids=[game[0] for game in WHOLE])
def test_a_whole_game_is_made_by_hand(
    browser: Any, game: tuple[Any, ...], way: str, width: int, height: int, request: pytest.FixtureRequest
) -> None:
    folder, name, view, policy, seed, more = game
    served = request.getfixturevalue("market" if folder == "card-game" else "table_of")
    served = served if folder == "card-game" else served(folder)
    with page_of(browser, has_touch=True, viewport={"width": width, "height": height}) as page:
        page.goto(f"{served.address}#/{view}")
        until(page, f"Boolean(cardgen.{name}?.game?.facts)")
        decisions = page.evaluate(PLAY, [name, policy, seed, more])
        person = Hand(page, way)
        person.sit_down(name, decisions[0])
        person.play(name)
        expect(page.locator(".table-end")).to_be_visible()
