"""A game at a free table with its history: gestures that can be undone, looked back at, stored and restored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from cardgen.base.records import dataclass, replace
from cardgen.base.words.messages import message
from cardgen.engines.free_table.gestures import Line, make_gesture
from cardgen.engines.free_table.model import MOST_STEPS, Gesture, GestureError, Setup, State, laid_out
from cardgen.engines.serving import adapter_of, read_strict_json

Status: TypeAlias = Literal["made", "undone", "lost"]


@dataclass(frozen=True, slots=True)
class Step:
    """A gesture that a seat made, with its chance.

    It stays in the history if it is undone, and is lost for good if another one is made then.
    """

    seat: int
    gesture: Gesture
    seed: int
    line: Line
    status: Status = "made"


@dataclass(frozen=True, slots=True)
class FreeTable:
    """A game: its set-up, its history, and the table after each step. The first state is before all steps."""

    setup: Setup
    steps: tuple[Step, ...]
    states: tuple[State, ...]

    @property
    def state(self) -> State:
        return self.states[-1]

    @property
    def last(self) -> int | None:
        """The number of the step that `undo` takes back; None if there is none. The set-up at the start stays."""
        return next((at for at in range(len(self.steps) - 1, 0, -1) if self.steps[at].status == "made"), None)

    @property
    def first_undone(self) -> int | None:
        """The number of the step that `redo` makes again; None if there is none."""
        after = range((self.last or 0) + 1, len(self.steps))
        return next((at for at in after if self.steps[at].status == "undone"), None)


def begin_table(setup: Setup, seed: int) -> FreeTable:
    """Return a new game, set up."""
    return make_step(FreeTable(setup, (), (laid_out(setup),)), 0, {"do": "set-up"}, seed)


def make_step(table: FreeTable, seat: int, gesture: object, seed: int) -> FreeTable:
    """Return the game after a gesture of a seat, `undo` and `redo` included. GestureError if it is refused."""
    name = gesture.get("do") if isinstance(gesture, Mapping) else None
    if name in ("undo", "redo"):
        at = table.last if name == "undo" else table.first_undone
        if at is None:
            raise GestureError("nothing", message("there is nothing to undo or to do again"))
        steps = list(table.steps)
        steps[at] = replace(steps[at], status="undone" if name == "undo" else "made")
        return _replayed(table, tuple(steps), at)
    if len(table.steps) >= MOST_STEPS:
        raise GestureError("too-long", message("this game has {most} gestures: set it up anew", most=MOST_STEPS))
    state, line = make_gesture(table.setup, table.state, seat, gesture, seed)
    assert isinstance(gesture, Mapping)
    before = (replace(step, status="lost") if step.status == "undone" else step for step in table.steps)
    return FreeTable(table.setup, (*before, Step(seat, gesture, seed, line)), (*table.states, state))


def _replayed(table: FreeTable, steps: tuple[Step, ...], at: int) -> FreeTable:
    """Return the game with other steps from the number `at` on. Only made ones change it."""
    states = list(table.states[: at + 1])
    for step in steps[at:]:
        after = states[-1]
        if step.status == "made":
            after, _ = make_gesture(table.setup, after, step.seat, step.gesture, step.seed)
        states.append(after)
    return FreeTable(table.setup, steps, tuple(states))


# ---------------------------------------------------------------- stored


def table_data(table: FreeTable) -> dict[str, Any]:
    """Return a game as JSON data. They contain everything that is hidden."""
    return {
        "setup": adapter_of(Setup).dump_python(table.setup, mode="json"),
        "steps": [[step.seat, dict(step.gesture), step.seed, step.status] for step in table.steps],
    }


def restored_table(data: Mapping[str, Any]) -> FreeTable:
    """Return the game that `table_data` was made of. GestureError if the data are of another form."""
    try:
        setup = read_strict_json(adapter_of(Setup), data["setup"])
        states, steps = [laid_out(setup)], list[Step]()
        for seat, gesture, seed, status in data["steps"]:
            state, line = make_gesture(setup, states[-1], seat, gesture, seed)
            steps.append(Step(seat, gesture, seed, line, status))
            states.append(state if status == "made" else states[-1])
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise GestureError("bad-table", message("this is not a stored table of this version")) from error
    return FreeTable(setup, tuple(steps), tuple(states))
