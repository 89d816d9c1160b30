"""The engine protocol: rows of its table, the facts of the rules as requests, and errors by the number of a check."""

from __future__ import annotations

from math import factorial
from typing import Any

from cardgen.engines.turn_states import write_played
from cardgen.games.thread_race.turn_game import GAME
from tests.cases import for_cases
from tests.games.asking import protocol_of
from tests.games.thread_race.playing import answer, random_game
from tests.games.thread_race.rulesets import RULESETS
from tests.games.thread_race.starter import starter_deck

ask, code = protocol_of(lambda line: answer(line, RULESETS))


def card(speed: int | None, *effects: dict[str, Any], cost: int = 0, name: str = "card") -> dict[str, Any]:
    kind = "plain" if speed is None else "speed"
    data = {"name": name, "kind": kind, "element": "天", "speed": speed, "effects": list(effects), "cost": cost}
    return data | ({"trigger": "on-flip"} if speed is None else {})


def lying(printed: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {"card": printed, "face": "up", "sealed": False, "speed_now": printed["speed"], **changes}


def player(*slots: dict[str, Any] | None, lock: int = 1, deck: Any = (), rebirth: Any = ()) -> dict[str, Any]:
    filled = [*slots, *[None] * (3 - len(slots))]
    return {"lock": lock, "slots": filled, "deck": list(deck), "rebirth": list(rebirth)}


def acts(*players: dict[str, Any], turn: int = 2, **members: Any) -> list[tuple[int, int, int]]:
    data = ask(op="turn", turn=turn, players=list(players), **members)
    return [(act["player"], act["slot"], act["stage"]) for act in data["acts"]]


IDLE = {"do": "order", "amount": "top-to-bottom", "n": 1}
FOUR, THREE, TWO = (card(speed, IDLE) for speed in (4, 3, 2))


def test_it_says_what_it_is() -> None:
    about = ask(op="about", id=7)
    assert (about["id"], about["rulesets"]) == (7, ["full", "brief"])
    required = {"about", "new_game", "turns", "apply", "turn", "orders", "deck_orders", "solitaire"}
    assert required <= set(about["ops"])


def test_counts_of_orders() -> None:
    assert [ask(op="orders", waiting=waiting)["count"] for waiting in range(6)] == [1, 1, 2, 6, 18, 54]
    assert ask(op="orders", waiting=20, window=3)["count"] == 3**18 * 2
    assert ask(op="orders", waiting=4, window=1)["count"] == 1
    assert ask(op="deck_orders", copies=[2] * 11 + [1])["count"] == factorial(23) // 2**11
    assert ask(op="deck_orders", copies=[1] * 1000)["count"] == ask(op="orders", waiting=1000, window=1000)["count"]
    assert code(op="deck_orders", copies=[1000, 1]) == "too-large"
    assert code(op="deck_orders", copies=[-1]) == code(op="orders", waiting=-1) == "bad-value"


def test_a_deck_without_effects_alone() -> None:
    deck = [card(1 + number % 5, name=str(number), cost=1) for number in range(23)]
    assert ask(op="solitaire", deck=deck) == {"wins_in_turn": 24}
    assert ask(op="solitaire", ruleset="brief", deck=deck) == {"wins_in_turn": 21}
    assert code(op="solitaire", deck=[FOUR]) == "bad-value"


def test_clash_lock_and_acting_again_as_requests() -> None:
    own = player(lying(FOUR))
    sealed = ask(op="turn", turn=2, players=[own, player(lying(FOUR, sealed=True))])
    assert (sealed["acts"], sealed["skipped"]) == ([], [4])
    assert acts(player(lying(card(4, IDLE, cost=2)))) == [(0, 0, 4)]
    assert acts(player(lying(card(4, IDLE, cost=2))), ruleset="brief") == [(0, 0, 4), (0, 0, 2)]
    draws = card(3, {"do": "draw", "n": 1})
    assert acts(player(lying(draws), None, lying(THREE), deck=[THREE])) == [(0, 0, 3), (0, 2, 3), (0, 1, 3)]


def test_the_players_come_back_in_the_words_in_which_they_were_given() -> None:
    one, two = player(lying(card(1, IDLE, cost=1))), player(lying(TWO), deck=[THREE, FOUR])
    answered = ask(op="turn", turn=2, players=[one, two])
    assert answered["players"][0] == {**one, "slots": [None] * 3, "rebirth": [card(1, IDLE, cost=1)]}
    assert answered["players"][1] == {**two, "deck": [FOUR, THREE]}
    slot = {"do": "slot", "gives": "speed", "amount": 1}
    furrow = ask(op="turn", turn=2, players=[player(lying(card(5, slot)))])["players"][0]
    assert furrow["slot_effects"] == [[slot], [], []]
    assert ask(op="turn", turn=2, players=[{**player(None), "slot_effects": [[slot]]}])["players"][0] == {
        **player(None),
        "slot_effects": [[slot], [], []],
    }
    fixes = player(lying(card(5, {"do": "speed", "amount": "fix", "target": {"owner": "opponent"}})))
    covers = player(lying(card(5, {"do": "cover", "target": {"owner": "opponent", "state": "face-up"}})))
    assert ask(op="turn", turn=2, players=[fixes, two])["players"][1]["slots"][0] == lying(TWO, fixed=True)
    after = ask(op="turn", turn=2, players=[covers, two])["players"][1]["slots"][0]
    assert after == lying(TWO, face="down", speed_now=None)


def test_choices_are_taken_as_they_are_asked_for() -> None:
    seals = player(lying(card(5, {"do": "seal", "target": {"owner": "opponent"}})))
    others = player(lying(THREE), lying(TWO))
    for choice in ([1, 1], {"player": 1, "slot": 1}):
        slots = ask(op="turn", turn=2, players=[seals, others], choices=[choice])["players"][1]["slots"]
        assert [slot and slot["sealed"] for slot in slots] == [False, True, None]
    assert code(op="turn", turn=2, players=[seals, others]) == "T16"
    assert code(op="turn", turn=2, players=[seals, others], choices=[[0, 0]]) == "T16"
    assert code(op="turn", turn=2, players=[seals, others], choices=[[1, 0], [1, 1]]) == "T16"
    # A single target may be named or not.
    one = player(lying(THREE))
    assert acts(seals, one) == acts(seals, one, choices=[[1, 0]]) == [(0, 0, 5)]


def test_a_text_without_records_is_asked_for() -> None:
    unknown = player(lying({**card(4), "text": "Everybody sings."}), deck=[TWO])
    refused = ask(op="turn", turn=2, players=[unknown])["error"]
    assert refused["code"] == "T16"
    assert "choices[0], by-hand of card of player 0" in refused["message"]
    assert acts(unknown, choices=[{"effects": [{"do": "draw"}]}]) == [(0, 0, 4), (0, 1, 2)]
    assert acts(unknown, choices=[{"effects": []}]) == [(0, 0, 4)]


@for_cases(
    ("wrong", "expected"),
    [
        ({"kind": "core"}, "T1"),
        ({"speed": 6}, "T3"),
        ({"speed": 0}, "T3"),
        ({"element": "metal"}, "T3"),
        ({"cost": 6}, "T3"),
        ({"trigger": "never"}, "T3"),
        ({"effects": [{"do": "steal"}]}, "T3"),
        ({"effects": [{"do": "seal", "target": {"owner": "opponent"}, "when": "on-flip"}]}, "T5"),
        ({"effects": [{"do": "destroy", "target": {"owner": "any"}}]}, "T6"),
        ({"power": 3}, "unknown-member"),
        ({"speed": "4"}, "bad-value"),
    ],
)
def test_a_card_that_breaks_a_check_is_an_error_with_its_number(wrong: dict[str, Any], expected: str) -> None:
    assert code(op="turn", turn=1, players=[player({"card": {**FOUR, **wrong}})]) == expected


def test_wrong_fields_are_errors() -> None:
    assert code(op="turn", players=[player(lying(FOUR, speed_now=6))]) == "T3"
    assert code(op="turn", players=[player(lying(FOUR), lock=6)]) == "T3"
    assert code(op="turn", players=[player(lying(FOUR, face="left"))]) == "bad-value"
    assert code(op="turn", players=[]) == "bad-value"
    assert code(op="turn", ruleset="long", players=[player()]) == "unknown-ruleset"


def test_openings_clash_where_both_show_a_speed() -> None:
    openings = [[FOUR, THREE, card(None)], [card(5), THREE, FOUR]]
    assert ask(op="clashes", openings=openings) == {"stages": [4, 3]}


def test_a_log_names_players_and_cards_and_is_read_again() -> None:
    state = ask(op="new_game", players=2, seed=3)["state"]
    for _ in range(8):
        facts = ask(op="turns", state=state)
        turn = facts["turns"][0]
        state = ask(op="apply", state=state, turn=turn)["state"]
    written = ask(op="log", state=state)
    players = ask(op="turns", state=state)["players"]
    left = [len(player["deck"]) + sum(slot is not None for slot in player["slots"]) for player in players]
    assert written["counts"][-1] == left
    assert len(written["players"]) == len(written["cards"]) == 8
    assert written["players"][:2] == [0, 1]
    before = {**state, "turns": state["turns"][:-1]}
    facts = ask(op="turns", state=before)
    assert (facts["to_move"], facts["stage"], turn["answer"]) == (written["players"][-1], "play", ["play-1-1"])
    assert written["cards"][-1] == facts["players"][facts["to_move"]]["deck"][0]["name"]
    assert ask(op="verify", log=written["log"])["state"] == state
    decks = [{**deck, "core": {**deck["core"], "id": ""}} for deck in state["decks"]]
    assert ask(op="log", state={**state, "decks": decks})["log"] == ""


def test_a_game_that_is_over_has_winners_and_no_turns() -> None:
    played = random_game([starter_deck()] * 2, 1, RULESETS["full"])
    end, state = played.state, write_played(GAME, played)
    facts = ask(op="turns", state=state)
    assert (facts["stage"], facts["to_move"], facts["turns"]) == ("over", None, [])
    assert facts["winners"] == list(end.now.winners) != []
    assert code(op="apply", state=state, turn={"seat": 0, "answer": ["pass"]}) == "T24"


def test_a_game_is_set_up_with_decks_of_ones_own_and_checked() -> None:
    deck = {"core": {"lock": 3, "uses": 1}, "cards": [card(1 + number // 5, name=str(number)) for number in range(23)]}
    state = ask(op="new_game", seed=1, decks=[deck, deck])["state"]
    facts = ask(op="turns", state=state)
    assert (facts["stage"], facts["to_move"], len(facts["turns"])) == ("start", 0, 8)
    short = {**deck, "cards": deck["cards"][1:]}  # type: ignore[index]
    assert code(op="new_game", seed=1, decks=[deck, short]) == "T1"
    twice = {**deck, "cards": [card(1, name="same")] * 23}
    assert code(op="new_game", seed=1, decks=[deck, twice]) == "T2"
    assert code(op="new_game", seed=1, players=5) == "bad-value"
    assert ask(op="new_game", seed=1, players=3, cores=["Preempt"])["state"]["decks"][0]["core"]["name"] == "Preempt"
    assert code(op="new_game", seed=1, cores=["Turbo"]) == "T1"
    assert code(op="apply", state=state, turn={"seat": 0, "answer": ["pass"]}) == "T10"
    assert code(op="apply", state=state, turn={"kind": "play"}) == "bad-value"
    assert code(op="turns", state={}) == "bad-state"
