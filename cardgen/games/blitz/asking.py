"""Questions that effects ask, and their answers as words of a turn.

A card on the board is its cell, `1,1`, a facility `/1,1`; a card elsewhere its id, and `?` if the player cannot see it.
A cell is `1,1`, a player the faction. After `|` come cards that are put at the bottom. What is done by hand is
`adjust move 1,1 cell:2,1`, `adjust turn 1,1 up`, `adjust set 1,1 attack 3`; a card that asks for it
gets `done` after it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

from cardgen.engines.effects.adjusting import ADJUST, ADJUSTABLE, Adjustment, read_adjustment
from cardgen.engines.effects.evaluating import Active
from cardgen.engines.effects.questions import Question, WrongAnswerError
from cardgen.engines.effects.world import Card, Player, Zone
from cardgen.games.blitz.board import cell_at
from cardgen.games.blitz.powers import vocabulary
from cardgen.games.blitz.state import NOTHING, Asked, BlitzState, Turn

#: The most answers that are listed. Any other one that is possible can be given, too.
MOST_ANSWERS = 500


def list_answers(state: BlitzState, asked: Asked) -> list[Turn]:
    """Return the answers to a question as turns."""
    question = asked.question
    words = dict(zip(question.options, option_words(state, question), strict=True))
    answers = islice(question.answers(), 20 * MOST_ANSWERS)
    turns = dict.fromkeys(Turn("answer", answer=tuple(words[one] for one in answer)) for answer in answers)
    return list(islice(turns, MOST_ANSWERS))


def read_answer(state: BlitzState, question: Question, words: Sequence[str]) -> tuple[Any, ...]:
    """Return an answer as the question has it. WrongAnswerError if it is none of the possible ones."""
    if words[:1] == (ADJUST,) and question.kind in ADJUSTABLE:
        return (read_by_hand(state, words),)
    left = list(zip(option_words(state, question), question.options, strict=True))
    answer: list[Any] = []
    for word in words:
        if word == "|" and question.kind == "order" and "|" not in answer:
            answer.append("|")
            continue
        entry = next((entry for entry in left if entry[0] == word), None)
        if entry is None:
            raise WrongAnswerError(words)
        left.remove(entry)
        answer.append(entry[1])
    question.check(tuple(answer))
    return tuple(answer)


def read_by_hand(state: BlitzState, words: Sequence[str]) -> Adjustment:
    """Return what the table does by hand: `adjust` and its words. WrongAnswerError for any other words."""
    if words[:1] != (ADJUST,):
        raise WrongAnswerError(words)
    return read_adjustment(vocabulary(), words[1:], named_things(state))


def named_things(state: BlitzState) -> dict[str, Any]:
    """Return what can be adjusted by hand, by its name in the state in which the question was asked.

    `1,1` is the card in a cell, `/1,1` its facility, `us:rifles` a card elsewhere. The cells are `cell:1,1`, the piles
    `us.hand`, `us.deck` and `us.discards`, the players `us`.
    """
    setup, names = state.setup, dict[str, Any]()
    for seat, faction in enumerate(setup.factions):
        names[faction] = Player(seat)
        names |= {f"{faction}.{area}": Zone(area, seat) for area in ("hand", "deck", "discards")}
        for card in (*state.hands[seat], *state.discards[seat], *state.decks[seat]):
            names.setdefault(f"{faction}:{setup.cards[card].id}", Card(card))
    for index, (card, trap) in enumerate(zip(state.ground, state.traps, strict=True)):
        x, y = cell_at(index, setup.width)
        names[f"cell:{x},{y}"] = Zone("cell", None, (x, y))
        names |= {name: Card(one) for name, one in ((f"{x},{y}", card), (f"/{x},{y}", trap)) if one != NOTHING}
    return names


def option_words(state: BlitzState, question: Question) -> list[str]:
    """Return the options of a question as words. Equal cards have the same word."""
    return ["?" if option in question.hidden else option_word(state, option) for option in question.options]


def option_word(state: BlitzState, option: Any) -> str:
    """Return an option of a question as a word."""
    setup = state.setup
    if isinstance(option, Card):
        number = option.number
        if number in state.ground:
            x, y = cell_at(state.ground.index(number), setup.width)
            return f"{x},{y}"
        if number in state.traps:
            x, y = cell_at(state.traps.index(number), setup.width)
            return f"/{x},{y}"
        return setup.cards[number].id
    if isinstance(option, Player):
        return setup.factions[option.seat]
    if isinstance(option, Zone):
        if isinstance(option.index, tuple):
            return f"{option.index[0]},{option.index[1]}"
        return option.area
    return str(option)


def question_members(state: BlitzState, asked: Asked) -> dict[str, Any]:
    """Return a question as JSON values: who is asked, by which card, and between what."""
    question, about = asked.question, asked.question.about
    members: dict[str, Any] = {
        "faction": state.setup.factions[question.seat],
        "kind": question.kind,
        "options": option_words(state, question),
        "least": question.least,
        "most": question.most,
    }
    if isinstance(about, Active) and isinstance(about.this, Card):
        number = about.this.number
        members["card"] = f"{state.setup.factions[state.setup.owners[number]]}:{state.setup.cards[number].id}"
        members["effect"] = about.effect.id
    return members
