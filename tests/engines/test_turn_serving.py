"""What follows from the frame of games of turns, with a game of secret bids."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from pydantic import BaseModel, ConfigDict

from cardgen.base.records import dataclass
from cardgen.engines import GameContent
from cardgen.engines.serving import NewGame, RuleError
from cardgen.engines.turn_game import TurnGame
from cardgen.engines.turn_serving import TurnServer
from tests.cases import for_cases
from tests.games.asking import protocol_of


class Rules(BaseModel):
    """The only rule: how many bids each of two players makes."""

    model_config = ConfigDict(frozen=True)
    rounds: int = 1


class Options(NewGame):
    """A request for a new game."""


@dataclass(frozen=True)
class Start:
    rounds: int
    seed: int


@dataclass(frozen=True)
class Bid:
    number: int
    loud: bool = False


@dataclass(frozen=True)
class State:
    rounds: int
    bids: tuple[Bid, ...] = ()


class Bids(TurnGame[Start, State, Bid]):
    """Two players bid in turn. A bid is secret until the game is over, unless it is loud; 9 is settled as 5."""

    engine, start_type, turn_type, options, ruleset = "bids", Start, Bid, Options, Rules
    most_turns, has_secrets = 4, True

    def prepare(self, options: Any, content: GameContent) -> Start:
        return Start(self.rules_of(options, content).rounds, options.seed)

    def begin(self, start: Start, content: GameContent) -> State:  # noqa: ARG002
        return State(start.rounds)

    def to_move(self, state: State) -> int | None:
        return len(state.bids) % 2 if len(state.bids) < 2 * state.rounds else None

    def legal_turns(self, state: State) -> list[Bid]:
        return [] if self.to_move(state) is None else [Bid(number) for number in range(6)]

    def settle(self, before: State, turn: Bid) -> Bid:  # noqa: ARG002
        return Bid(5, turn.loud) if turn.number == 9 else turn

    def apply(self, state: State, turn: Bid) -> State:
        if self.to_move(state) is None or not 0 <= turn.number <= 5:
            raise RuleError("too-high", "this bid is not allowed", "不可如此出价", 7)
        return State(state.rounds, (*state.bids, turn))

    def describe(self, before: State, turn: Bid, after: State) -> dict[str, Any]:  # noqa: ARG002
        return {"number": str(turn.number), "loud": turn.loud}

    def card_uses(self, state: State) -> dict[str, tuple[list[int], list[int]]]:
        return {str(bid.number): ([1 - seat % 2, seat % 2], [0, 0]) for seat, bid in enumerate(state.bids)}

    def is_secret(self, before: State, turn: Bid, now: State, seat: int | None) -> Collection[str]:
        hidden = self.to_move(now) is not None and not turn.loud and seat != self.to_move(before)
        return ("number",) if hidden else ()


SERVER = TurnServer(Bids())
CONTENT = GameContent({"short": Rules(), "long": Rules(rounds=3)}, {})
ask, error = protocol_of(lambda line: SERVER.answer(line, CONTENT))


def after(*turns: dict[str, Any], **options: Any) -> Any:
    state = ask("new_game", seed=1, **options)["state"]
    for turn in turns:
        state = ask("apply", state=state, turn=turn)["state"]
    return state


def test_a_new_game_is_by_the_first_ruleset_or_the_one_that_is_named() -> None:
    assert ask("new_game", seed=1) == {"state": {"rounds": 1, "seed": 1, "turns": []}, "seats": 2}
    assert after(ruleset="long")["rounds"] == 3
    assert error("new_game", seed=1, ruleset="none") == "unknown-ruleset"
    assert ask("about")["policies"] == ["random"]


def test_what_a_turn_leaves_to_the_game_is_settled_and_defaults_are_not_written() -> None:
    assert after({"number": 9}, {"number": 0, "loud": True})["turns"] == [{"number": 5}, {"number": 0, "loud": True}]
    assert error("apply", state=after(), turn={"number": 6}) == "too-high"
    assert error("apply", state=after(), turn={"number": "5"}) == "bad-value"
    over = after({"number": 1}, {"number": 2})
    assert ask("turns", state=over) == {"turns": [], "to_move": None}
    assert error("choose", state=over, policy="random") == "game-over"


@for_cases("turns", [[{"number": 9}], [{"number": 6}], [{"number": 1}] * 3, [{"number": 1}] * 5, [{}], "one", None])
def test_a_state_that_no_game_makes_is_refused(turns: Any) -> None:
    assert error("turns", state={**after(), "turns": turns}) == "bad-state"
    long = {**after(ruleset="long"), "turns": [{"number": 1}] * 5}  # one more than a game that is read may have
    assert error("turns", state=long) == "bad-state"


def test_a_view_and_its_log_keep_secrets_until_the_game_is_over() -> None:
    bids: list[dict[str, Any]] = [{"number": 4}, {"number": 3, "loud": True}]
    for seat, number in ((0, "4"), (1, ""), (None, "")):
        view = ask("view", state=after(*bids, ruleset="long"), seat=seat)
        assert view["record"] == [bids[0] if number else {}, bids[1]]
        assert view["made"] == {"players": [0, 1], "number": [number, "3"], "loud": [False, True]}
        assert (view["log"], view["to_move"], len(view["turns"])) == ("", 0, 6 if seat == 0 else 0)
        assert ask("view", state=after(*bids), seat=seat)["record"] == bids
    assert ask("view", state=after(*bids), seat=None)["log"].endswith("\nwinners\n")


def test_the_cards_of_a_game_are_counted_by_their_seats() -> None:
    assert ask("card_uses", state=after()) == {"cards": {}}
    uses = ask("card_uses", state=after({"number": 4}, {"number": 3}))
    assert uses["cards"] == {"4": {"played": [1, 0], "held": [0, 0]}, "3": {"played": [0, 1], "held": [0, 0]}}


def test_a_log_is_read_up_to_its_first_fault() -> None:
    logged = ask("log", state=after({"number": 2}, ruleset="long"))
    assert logged["players"] == [0]
    head, bid = logged["log"].splitlines()
    assert ask("verify", log=f"{head}\n\n# nothing\n{bid}\n")["state"]["turns"] == [{"number": 2}]
    refused = ask("verify", log=f'{head}\n{bid}\n1 {{"number": 8}}\n')
    assert (refused["legal"], refused["line"], refused["rule"]) == (False, 3, 7)
    assert refused["message"]["en"] == "Line 3, rule 7: this bid is not allowed."
    assert ask("verify", log=f'{head}\n{bid}\n0 {{"number": 1}}\n')["line"] == 3  # out of turn
    assert ask("verify", log=f"{head}\nwinners 0\n")["line"] == 2
