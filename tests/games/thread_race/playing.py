"""The functions of the engine with the starter set, for tests in which the cards do not matter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cardgen.engines import Diagram, GameContent
from cardgen.games.thread_race import logs, pictures, protocol
from cardgen.games.thread_race.game import State
from cardgen.games.thread_race.logs import Cards, known_cards
from cardgen.games.thread_race.notation import Entry
from cardgen.games.thread_race.rules import Rules
from tests.games.thread_race.decks import DECKS

KNOWN = known_cards(DECKS)


def verify_log(text: str, rules: Rules, known: Cards = KNOWN) -> State:
    return logs.verify_log(text, rules, known)


def follow_log(text: str, rules: Rules, known: Cards = KNOWN) -> Iterator[tuple[int, Entry, State]]:
    return logs.follow_log(text, rules, known)


def draw_play(text: str, rules: Rules, known: Cards = KNOWN) -> list[Diagram]:
    return pictures.draw_play(text, rules, known)


def draw_log(text: str, rules: Rules, known: Cards = KNOWN) -> Diagram:
    return pictures.draw_log(text, rules, known)


def answer(line: str | bytes, rulesets: Mapping[str, Rules]) -> str:
    return protocol.answer(line, GameContent(rulesets, DECKS))
