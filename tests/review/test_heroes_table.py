"""The table of Tale of Many Heroes: seats and distances, cards and targets, hidden cards."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.review.serving import Served
from tests.review.tables import WATCH, begin_anew, open_drawer, status, until

pytestmark = pytest.mark.browser

KEEP = '[data-hold^="pick-hero:"]'


@pytest.fixture
def heroes(table_of: Callable[[str], Served]) -> Served:
    return table_of("heroes")


@pytest.fixture
def table(shared_page: Any, heroes: Served) -> Any:
    """The page with a new game against bots that do not pause."""
    return begin_anew(shared_page, f"{heroes.address}#/table", "heroes")


def play_on(page: Any, condition: str) -> None:
    """Let bots play until the first seat is to move and a condition about `facts` holds."""
    page.evaluate(
        """condition => { const { game } = cardgen.heroes; game.seats.set(0, "careful"); game.goOn();
        globalThis.stopped = false;
        const holds = new Function("facts", `return facts.to_move === 0 && (${condition})`);
        const timer = setInterval(() => {
          if (!holds(game.facts)) return;
          clearInterval(timer);
          game.paused = true; game.seats.set(0, ""); game.reveal(); globalThis.stopped = true;
        }, 1); }""",
        condition,
    )
    until(page, "globalThis.stopped")


def test_a_hero_is_kept_and_the_seats_are_dealt(table: Any) -> None:
    expect(status(table)).to_have_text("Choose the heroes to keep.")
    expect(table.locator(".he-seat")).to_have_count(5)
    name = str(table.locator(KEEP).first.get_attribute("aria-label"))
    table.emulate_media(reduced_motion="no-preference")
    table.evaluate(f"() => {{ {WATCH} }}")
    table.locator(KEEP).first.click()
    expect(table.locator(".he-seat").first).to_contain_text(name)
    expect(table.locator(".he-hand button").nth(3)).to_be_visible()
    until(table, "moved.some((name) => name === 'is-leaving')")  # backs of cards, which turn over
    table.emulate_media(reduced_motion="reduce")


def test_a_table_asks_for_its_cards_at_once_and_for_the_lesson_when_it_is_seen(page: Any, heroes: Served) -> None:
    asked = list[str]()
    note = asked.append
    page.on("request", lambda request: note(request.url.removeprefix(heroes.address).partition("?")[0]))
    page.goto(f"{heroes.address}#/table")
    with page.expect_response("**/data/learn"):
        expect(page.locator(".he-seat")).to_have_count(5)
    opening = asked[: asked.index("data/learn")]
    assert opening.count("data/cards") == 1
    assert opening.count("api/engine") == 4  # about, new_game, turns, log


def test_the_next_player_sits_on_the_right(table: Any) -> None:
    """Play goes anticlockwise."""
    across = [
        float(x)
        for x in table.locator(".he-seat").evaluate_all("seats => seats.map(s => s.style.getPropertyValue('--x'))")
    ]
    assert abs(across[0]) < 0.01
    assert across[1] > 0.5
    assert across[-1] < -0.5


def test_distances_are_those_from_the_seat_that_is_looked_at(table: Any) -> None:
    table.set_viewport_size({"width": 1600, "height": 1000})
    table.locator(KEEP).first.click()
    until(table, "cardgen.heroes.game.facts.seats.every(({ heroes }) => heroes.length)")
    for seat in (2, 0):
        table.locator(f'[data-hold="pick-seat:{seat}"]').focus()
        shown = table.locator(".he-seat .he-distance").all_inner_texts()
        facts = table.evaluate(f"cardgen.heroes.game.facts.seats[{seat}]")
        assert [int(text.split()[0]) for text in shown] == list(facts["distances"].values())
        near = [distance <= facts["range"] for distance in facts["distances"].values()]
        assert ["✛" in text for text in shown] == near
    before = table.evaluate("document.activeElement.dataset.hold")
    table.keyboard.press("ArrowUp")
    assert table.evaluate("document.activeElement.dataset.hold") != before


def test_a_card_is_used_on_a_target_that_is_lit(table: Any) -> None:
    table.locator(KEEP).first.click()
    strike = "facts.turns.some(({verb, names}) => verb === 'use' && names[0] === 'strike')"
    play_on(table, f"facts.asked === 'play' && {strike}")
    turn = table.evaluate(
        "cardgen.heroes.game.facts.turns.find(({verb, names}) => verb === 'use' && names[0] === 'strike')"
    )
    # The next card of the fan may cover its middle, but never the corner with its suit.
    table.locator(f'.he-hand [data-hold="pick-card:{turn["cards"][0]}"]').click(position={"x": 14, "y": 60})
    as_strike = table.locator('[data-hold="play-choice-as:strike"]')
    if as_strike.count():
        as_strike.click()
    if table.locator(".he-seat.play-can").count():
        table.locator(f'[data-hold="pick-seat:{turn["targets"][0]}"]').click()
    else:
        table.locator('[data-hold="play-choice-do:use"]').click()
    expect(table.locator(".play-turn-list")).to_contain_text(re.compile(r"You use .*Strike on \w+"))


def test_what_cannot_be_used_is_answered_with_the_rule(table: Any) -> None:
    table.locator(KEEP).first.click()
    dodge = "facts.seats[0].hand.some(code => cardgen.heroes.kindOf(code) === 'dodge')"
    play_on(table, f"facts.asked === 'play' && {dodge}")
    code = table.evaluate(f"{dodge.replace('facts', 'cardgen.heroes.game.facts').replace('some', 'find')}")
    table.locator(f'.he-hand [data-hold="pick-card:{code}"]').press("Enter")
    expect(status(table)).to_contain_text(re.compile(r"✕ .*cannot be used now"))


#: The computer begins a turn for the first seat. While the answer to one of its requests is awaited, something is done.
#: Returns the number of turns when all requests have been answered.
MEANWHILE = """async ([op, meanwhile]) => {
  const { game } = cardgen.heroes;
  const { fetch } = window;
  let asked, answer;
  const isAsked = new Promise((resolve) => { asked = resolve; });
  const mayAnswer = new Promise((resolve) => { answer = resolve; });
  window.fetch = async (...request) => {
    if (String(request[1]?.body).includes(`"op":"${op}"`)) { asked(); await mayAnswer; }
    return fetch(...request);
  };
  game.seats.set(0, "careful");
  game.goOn();
  await isAsked;
  if (meanwhile === "sit") game.setSeat(0, ""); else game.paused = true;
  window.fetch = fetch;
  answer();
  await game.ask({ op: `${op} ${meanwhile}` }); // requests are answered one after the other
  await new Promise((resolve) => setTimeout(resolve, 50));
  return game.turns.length;
}"""


def test_a_turn_of_the_computer_is_not_made_once_a_person_has_its_seat(table: Any) -> None:
    for seed, (op, meanwhile) in enumerate(product(["choose", "apply", "turns"], ["sit", "pause"]), start=100):
        table.evaluate(f"cardgen.heroes.game.begin({{ seed: {seed} }})")  # for which no answers are cached
        until(table, f"cardgen.heroes.game.seed === {seed} && cardgen.heroes.game.facts.asked === 'keep'")
        assert table.evaluate(MEANWHILE, [op, meanwhile]) == 0, (op, meanwhile)
        expect(status(table)).to_have_text("Choose the heroes to keep.")
        table.evaluate("Object.assign(cardgen.heroes.game, { paused: false }).seats.set(0, '')")


def test_others_do_not_see_a_side_or_a_hand(table: Any) -> None:
    table.locator(KEEP).first.click()
    camps = table.locator(".he-camp")
    lord = table.evaluate("cardgen.heroes.game.facts.seats.findIndex(({ camp }) => camp === 'lord')")
    for seat in range(5):
        if seat == lord:
            expect(camps.nth(seat)).to_have_text("lord")
        elif seat:
            expect(camps.nth(seat)).to_have_text("?")
    expect(table.locator('[data-hold="pick-seat:1"]')).to_have_attribute("aria-label", re.compile("side unknown"))
    expect(table.get_by_role("heading", name=re.compile("^Hand: Seat 1"))).to_be_attached()


def test_heroes_that_are_not_shown_are_not_named_in_the_story(table: Any) -> None:
    table.evaluate("Object.assign(cardgen.heroes.game.settings, { mode: 'nation', players: 5 })")
    table.evaluate("cardgen.heroes.game.begin()")
    until(table, "cardgen.heroes.game.facts.mode === 'nation' && cardgen.heroes.game.facts.asked === 'keep'")
    for _ in range(2):
        table.locator(f"{KEEP}.play-can").first.press("Enter")
    until(table, "cardgen.heroes.game.facts.asked === 'play'")
    expect(table.locator(".table-story")).to_contain_text("Seat 5 keeps a hidden hero")


@pytest.mark.full
def test_the_table_is_adjusted_by_hand_and_that_is_undone(table: Any) -> None:
    table.locator(KEEP).first.click()
    play_on(table, "facts.asked === 'play'")
    before = table.evaluate("cardgen.heroes.game.facts.seats[0].hp")
    open_drawer(table, "more")
    form = table.locator(".play-by-hand")
    for key, label in (("verb", "Set a value"), ("to", "Chained")):
        form.locator(f"[data-hold=by-hand-{key}]").select_option(label)
    form.locator("[data-hold=by-hand-value]").select_option("Yes")
    form.get_by_role("button", name="Do it").click()
    until(table, "cardgen.heroes.game.facts.seats[0].chained")
    expect(table.locator(".play-turn-list")).to_contain_text(re.compile("by hand: Set a value, .*, Chained, Yes"))
    form.locator("[data-hold=by-hand-verb]").select_option("Move a card")
    form.locator("[data-hold=by-hand-to]").select_option("On the draw pile")
    form.get_by_role("button", name="Do it").click()
    until(table, "cardgen.heroes.game.turns.at(-1).names.at(-1) === 'top'")
    table.evaluate("cardgen.heroes.game.step(-2)")
    until(table, f"!cardgen.heroes.game.facts.seats[0].chained && cardgen.heroes.game.facts.seats[0].hp === {before}")


def test_too_few_players_are_refused_and_the_table_stays(table: Any) -> None:
    open_drawer(table, "people")
    table.locator('[data-hold="play-set-players"]').select_option(label="4")
    expect(table.locator(".he-seat")).to_have_count(4)
    table.locator('[data-hold="play-set-mode"]').select_option(label="Realm")
    expect(status(table)).to_contain_text("✕ Rule 9")
    expect(table.locator(".he-seat")).to_have_count(4)


def test_groups_are_listed_with_their_members_and_values(table: Any) -> None:
    table.locator(KEEP).first.click()
    until(table, "cardgen.heroes.game.facts.seats.every(({ heroes }) => heroes.length)")
    rampart = {"name": "rampart", "skill": "rampart", "kind": "building", "owner": 0, "members": [0]}
    groups = [
        {**rampart, "values": {"progress": [1]}},
        {**rampart, "values": {"progress": [9]}},
        {"name": "band", "skill": "sworn-band", "kind": "party", "owner": 1, "members": [1, 2], "values": {}},
        {"name": "curfew", "skill": "curfew", "kind": "law", "owner": 2, "members": [], "values": {}},
    ]
    table.evaluate(
        """groups => { const { game } = cardgen.heroes; game.facts.groups = groups;
        game.facts.seats[3].ally = 4; game.facts.seats[4].ally = 3; game.reveal(); }""",
        groups,
    )
    entries = table.locator(".he-groups li")
    expect(entries.nth(0)).to_contain_text(re.compile(r"\(building\), owner: you.*You · progress 1 of \d$", re.S))
    expect(entries.nth(1)).to_contain_text("complete")
    expect(entries.nth(2).locator(".he-member")).to_have_count(2)
    expect(entries.nth(3)).to_contain_text("no members")
    heroes = [table.locator(".he-seat .he-name strong").nth(seat).inner_text() for seat in (3, 4)]
    expect(entries.nth(4)).to_have_text("".join(["Alliance", *heroes]))
