"""Scenarios: a position drawn with text, and questions with their answers, which are verified.

# text after a number sign is a comment
players us wm                        the factions
turn us attack                       who acts, and in which step
round 3                              optional: 1 if it is left out
hand us rifles depot                 optional, for each player
map                                  rows 3 to -3, each with its number and a word for each column
 3   .          .            .   wm:rifles
 …                               us:rifles= is turned sideways, us:rifles/wm:mine is on a facility, /wm:mine is alone
beyond 3,4 us:rifles                 a unit that has broken through
ask us attack 1,2 by 1,1 = destroyed a turn of the one who acts: legal, destroyed, fails, or the rule that it breaks
ask turns = 12                       how many legal turns there are
ask supplied 1,1 = yes
ask hits 2,1 = 2,-2 2,-1 2,0         what a unit or resource reaches; none without any
ask lost = 0,-1                      the cells whose resource or facility is discarded at the end of the deploy stage
ask winner = allied 27b              who wins, and by which rule, if the game ends now
ask group 1,2 = 1,1 2,1              the smallest group that destroys a unit; none without one
ask most = 1,2 2,2                   the most units that disjoint groups destroy in this round
"""

from __future__ import annotations

from collections.abc import Sequence

from cardgen import dataclass, field
from cardgen.engines.cells import bit_indexes
from cardgen.engines.serving import adapter_of
from cardgen.engines.turn_logs import read_entries
from cardgen.games.blitz.attackers import destroy_most, smallest_group
from cardgen.games.blitz.board import DEPTH, ROWS, Cell, cell_at
from cardgen.games.blitz.cards import FactionDecks
from cardgen.games.blitz.combat import is_supplied, list_targets, reach_of
from cardgen.games.blitz.endings import immediate_result, judged_result, lost_objects
from cardgen.games.blitz.game import apply, legal_turns
from cardgen.games.blitz.notation import parse_cell, parse_turn, unreadable, write_cells
from cardgen.games.blitz.positions import Layout, Placed, make_position
from cardgen.games.blitz.refusals import BlitzError
from cardgen.games.blitz.rules import BlitzRules
from cardgen.games.blitz.state import FIRST_ORDER, NOTHING, STEPS, BlitzState, Turn, index_of, make_setup

#: The first words of questions that are no turns.
_KINDS = ("turns", "supplied", "hits", "lost", "winner", "group", "most")


@dataclass(frozen=True, slots=True)
class Question:
    """A question of a scenario and its answer, with the number of its line."""

    line: int
    text: str
    answer: str


@dataclass(frozen=True, slots=True)
class Scenario:
    """A position and questions about it."""

    state: BlitzState
    questions: tuple[Question, ...]


@dataclass(slots=True)
class _Draft:
    """What has been read so far."""

    factions: tuple[str, ...] = ()
    actor: str = ""
    step: str = "attack"
    round: int = 1
    layout: Layout = field(default_factory=Layout)


def is_scenario(text: str) -> bool:
    """Return True if a text is a scenario rather than a log."""
    return any(line == "map" for _, line in read_entries(text))


def verify_scenario(text: str, rules: BlitzRules, decks: FactionDecks) -> Scenario:
    """Return a scenario whose answers are right. BlitzError with the line of the first mistake."""
    scenario = parse_scenario(text, rules, decks)
    for question in scenario.questions:
        try:
            right = answer_question(scenario.state, question.text)
            if right != question.answer:
                raise BlitzError("question", right)
        except BlitzError as error:
            raise error.at_line(question.line) from None
    return scenario


def parse_scenario(text: str, rules: BlitzRules, decks: FactionDecks) -> Scenario:
    """Return a scenario without answering its questions. BlitzError with the line that cannot be read."""
    draft, questions, rows = _Draft(), [], 0
    lines = read_entries(text)
    for number, line in lines:
        try:
            if rows:
                _read_row(draft, line.split(), rows - 1 - DEPTH)
                rows -= 1
            elif line == "map":
                rows = ROWS
            elif line.startswith("ask "):
                question, separator, answer = line.removeprefix("ask ").partition("=")
                if not separator:
                    raise unreadable(line)
                questions.append(Question(number, question.strip(), " ".join(answer.split())))
            else:
                _read_line(draft, line)
        except BlitzError as error:
            raise error.at_line(number) from None
    if rows:
        raise unreadable("map").at_line(lines[-1][0])
    setup = make_setup(draft.factions, rules, decks)
    player = setup.factions.index(draft.actor or setup.factions[0])
    return Scenario(make_position(setup, draft.layout, draft.step, player, draft.round), tuple(questions))


def question_members(question: Question) -> dict[str, object]:
    """Return a question as JSON values: its line, its kind, its text and answer, and the cell it is about, if any.

    The kind is `turn`, or the first word of the question.
    """
    kind, *words = question.text.split()
    members: dict[str, object] = {"line": question.line, "text": question.text, "answer": question.answer}
    if kind not in _KINDS:
        faction, turn = parse_turn(question.text)
        data = adapter_of(Turn).dump_python(turn, mode="json", exclude_defaults=True)
        return {**members, "kind": "turn", "faction": faction, "turn": data}
    return {**members, "kind": kind, **({"cell": list(parse_cell(words[0]))} if words else {})}


def answer_question(state: BlitzState, text: str) -> str:
    """Return the answer to a question. BlitzError if it cannot be read."""
    width, player = state.setup.width, state.actor
    match text.split():
        case ["turns"]:
            return str(len(legal_turns(state)))
        case ["winner"]:
            result = immediate_result(state) or judged_result(state, "28c")
            return f"{result.winner} {result.by}"
        case ["lost"]:
            return write_cells(list({cell_at(index, width) for cells in lost_objects(state) for index in cells}))
        case ["most"] if player is not None:
            return write_cells([target for target, _ in destroy_most(state, player).groups])
        case ["supplied", cell]:
            return "yes" if is_supplied(state, _card_at(state, cell)) else "no"
        case ["hits", cell]:
            return write_cells([cell_at(index, width) for index in bit_indexes(reach_of(state, _card_at(state, cell)))])
        case ["group", cell] if player is not None:
            index = _card_at(state, cell)
            if not any(target == index and not facility for target, facility, _ in list_targets(state, player)):
                raise BlitzError("no-target", cell=cell_at(index, width))
            return write_cells(smallest_group(state, player, index).units or ())
    faction, turn = parse_turn(text)
    if player is None or faction != state.setup.factions[player]:
        return "B10"
    try:
        after = apply(state, turn)
    except BlitzError as error:
        return error.code
    if turn.kind not in ("attack", "raid"):
        return "legal"
    return "destroyed" if sum(map(len, after.discards)) > sum(map(len, state.discards)) else "fails"


def _card_at(state: BlitzState, text: str) -> int:
    """Return the number of a cell, which has a unit or a resource."""
    cell = parse_cell(text)
    index = index_of(state, cell)
    if state.ground[index] == NOTHING:
        raise BlitzError("not-own", cell=cell)
    return index


# ---------------------------------------------------------------- reading


def _read_line(draft: _Draft, line: str) -> None:
    match line.split():
        case ["players", *factions]:
            draft.factions = tuple(factions)
        case ["turn", actor, step] if actor in draft.factions and step in STEPS[2:]:
            draft.actor, draft.step = actor, step
        case ["round", number] if number.isascii() and number.isdigit() and 0 < len(number) < 5:
            draft.round = int(number)
        case ["hand", faction, *names] if faction in draft.factions:
            draft.layout.hands[faction] = names
        case ["beyond", cell, card]:
            draft.layout.ground.append(_placed(parse_cell(cell), card))
        case _:
            raise unreadable(line)


def _read_row(draft: _Draft, words: Sequence[str], y: int) -> None:
    """Read a row of the map, which begins with its number."""
    if not words or words[0] != str(y):
        raise unreadable(" ".join(words))
    for x, word in enumerate(words[1:]):
        card, _, trap = word.partition("/")
        if trap:
            draft.layout.traps.append(_placed((x, y), trap))
        if card.endswith("="):
            draft.layout.turned.append((x, y))
            card = card.removesuffix("=")
        if card and card != ".":
            draft.layout.ground.append(_placed((x, y), card))


def _placed(cell: Cell, text: str) -> Placed:
    faction, separator, name = text.partition(":")
    if not separator or faction not in FIRST_ORDER:
        raise unreadable(text)
    return cell, faction, name
