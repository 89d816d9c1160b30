"""A field with a turn on it, typed as text, and claims about what happens: the rules engine proves each of them.

player A preempt: clamp | ebb sealed | spark down    a core, and what lies in the slots; `-` is an empty slot
player B overclock: headwind 2 fixed | - | burn      `2`: its speed now; sealed, down, fixed: how it lies
deck A: flow echo burn                               the cards at the top of a deck; without this line it is empty
turn 1                                               the turn, 2 without this line
target B1                                            the targets that players choose, in the order of the questions
flip A3                                              the cards that are turned up in the flip stage
ask acts = A1@4 B3@3                                 who acts, in this order, and in which speed stage

The other claims are in `answer_claim`, in `cardgen.games.thread_race.rulebook.turn`. Slots count from 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cardgen import dataclass, message, replace
from cardgen.blocks import SceneError
from cardgen.engines.effects.world import Zone
from cardgen.games.thread_race.cards import Core, ThreadRaceCard
from cardgen.games.thread_race.course import face_down
from cardgen.games.thread_race.effect_stage import Resolved, card_about, run_choosing, run_effect_stage
from cardgen.games.thread_race.field import FieldCard, ThreadRaceSeat, seats_of, world_of
from cardgen.games.thread_race.lying import slot_of
from cardgen.games.thread_race.refusals import ThreadRaceError
from cardgen.games.thread_race.rules import SLOTS, ThreadRaceRules

#: The names of players, in the order of their seats.
PLAYERS = "ABCD"

_PLAYER = re.compile(r"player ([A-D]) (\S+): (.*)")
_DECK = re.compile(r"deck ([A-D]): (.*)")
_TURN = re.compile(r"turn ([1-9][0-9]?)")
_PLACES = re.compile(r"(target|flip)((?: [A-D][1-3])+)")
_ASK = re.compile(r"ask (.+?) = (.+)")
_STATES: dict[str, dict[str, Any]] = {"sealed": {"sealed": True}, "down": {"up": False}, "fixed": {"fixed": True}}


@dataclass(frozen=True, slots=True)
class Known:
    """The cards and cores that a scene may name, by id."""

    cards: Mapping[str, ThreadRaceCard]
    cores: Mapping[str, Core]

    def card(self, name: str, line: int) -> ThreadRaceCard:
        """Return a card. SceneError if there is none of this id."""
        if name not in self.cards:
            raise SceneError(line, message("there is no card {name!r}", name=name))
        return self.cards[name]


@dataclass(frozen=True, slots=True)
class Claim:
    """A question about a scene, its answer, and the line of both, from 1."""

    line: int
    question: str
    answer: str


@dataclass(frozen=True, slots=True)
class FieldScene:
    """The field before the effect stage, what came of it, the field after that and after the flip stage; the claims.

    The game is in `resolved`, as it is after the flip stage.
    """

    rules: ThreadRaceRules
    turn: int
    before: tuple[ThreadRaceSeat, ...]
    resolved: Resolved
    middle: tuple[ThreadRaceSeat, ...]
    after: tuple[ThreadRaceSeat, ...]
    claims: tuple[Claim, ...]


def read_scene(text: str, rules: ThreadRaceRules, known: Known) -> FieldScene:
    """Return a scene with its effect and flip stages run. SceneError for a line that cannot be read or played."""
    seats: dict[str, ThreadRaceSeat] = {}
    turn, targets, flips, claims = 2, list[tuple[int, int]](), list[tuple[int, int]](), list[Claim]()
    last = 1
    for line, content in _lines(text):
        last = line
        if match := _PLAYER.fullmatch(content):
            seats[match[1]] = _read_seat(match[2], match[3], line, rules, known)
        elif (match := _DECK.fullmatch(content)) and match[1] in seats:
            cards = tuple(known.card(name, line) for name in match[2].split())
            seats[match[1]] = _with_deck(seats[match[1]], cards)
        elif match := _TURN.fullmatch(content):
            turn = int(match[1])
        elif match := _PLACES.fullmatch(content):
            places = [(PLAYERS.index(word[0]), int(word[1:]) - 1) for word in match[2].split()]
            (targets if match[1] == "target" else flips).extend(places)
        elif match := _ASK.fullmatch(content):
            claims.append(Claim(line, " ".join(match[1].split()), " ".join(match[2].split())))
        else:
            raise SceneError(line, message("{text} cannot be read", text=repr(content)))
    if list(seats) != list(PLAYERS[: len(seats)]) or len(seats) > rules.most_players:
        raise SceneError(last, message("the players are A, B and so on, at most {count}", count=rules.most_players))
    before = tuple(seats.values())
    resolved = _run_effects(before, turn, rules, targets, last)
    before, middle = seats_of(*world_of(before, rules, turn, 0)), resolved.seats
    _run_flips(resolved, flips, rules, last)
    return FieldScene(rules, turn, before, resolved, middle, resolved.seats, tuple(claims))


def write_place(player: int, slot: int) -> str:
    """Return a slot as it is typed: `A1`."""
    return f"{PLAYERS[player]}{slot + 1}"


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the number and the content of each line that is not empty, in single spaces."""
    for number, line in enumerate(text.split("\n"), 1):
        if content := " ".join(line.split()):
            yield number, content


def _read_seat(core: str, text: str, line: int, rules: ThreadRaceRules, known: Known) -> ThreadRaceSeat:
    if core not in known.cores:
        raise SceneError(line, message("there is no core {name!r}", name=core))
    words = [slot.split() for slot in text.split("|")]
    if len(words) != SLOTS or not all(words):
        raise SceneError(line, message("expected {count} slots between |", count=SLOTS))
    cards: list[ThreadRaceCard] = []
    slots: list[FieldCard | None] = []
    for name, *states in words:
        if name == "-" and not states:
            slots.append(None)
            continue
        cards.append(known.card(name, line))
        slots.append(_lying(tuple(cards), states, line))
    uses = None if rules.core == "continuous" else known.cores[core].uses
    return ThreadRaceSeat(known.cores[core], tuple(cards), tuple(slots), (), uses=uses)


def _lying(cards: tuple[ThreadRaceCard, ...], states: Sequence[str], line: int) -> FieldCard:
    """Return the last card as the words after its name say."""
    card = cards[-1]
    now = FieldCard(len(cards) - 1, card.speed, card.element, card)
    for word in states:
        if word in _STATES:
            now = replace(now, **_STATES[word])
        elif re.fullmatch("[1-5]", word) and now.speed is not None:
            now = replace(now, speed=int(word))
        else:
            raise SceneError(line, message("{text} cannot be read", text=repr(word)))
    return now


def _with_deck(seat: ThreadRaceSeat, deck: tuple[ThreadRaceCard, ...]) -> ThreadRaceSeat:
    count = len(seat.cards)
    return replace(seat, cards=(*seat.cards, *deck), deck=tuple(range(count, count + len(deck))))


def _run_effects(
    seats: Sequence[ThreadRaceSeat], turn: int, rules: ThreadRaceRules, targets: Sequence[tuple[int, int]], line: int
) -> Resolved:
    try:
        resolved = run_effect_stage(seats, turn, rules, targets)
    except ThreadRaceError as error:
        raise SceneError(line, error) from error
    question = resolved.question
    if question is not None:
        card, where = card_about(question), resolved.world.where
        places = [where.get(option, option) for option in question.options]
        options = " ".join(write_place(zone.owner or 0, slot_of(zone)) for zone in places if isinstance(zone, Zone))
        name = "" if card is None else resolved.setup.card(resolved.world, card).name
        raise SceneError(line, message("{card} needs a target, one of: {options}", card=name, options=options))
    if resolved.used < len(targets):
        raise SceneError(line, message("nobody asks for the last {count} targets", count=len(targets) - resolved.used))
    return resolved


def _run_flips(resolved: Resolved, flips: Sequence[tuple[int, int]], rules: ThreadRaceRules, line: int) -> None:
    """Turn up cards in the game at hand."""
    world, turned = resolved.world, []
    for player, slot in flips:
        lying = world.cards_in(Zone("slots", player, slot + 1))
        if not rules.flip_stage or not lying or lying[0] not in face_down(world, player):
            raise SceneError(line, ThreadRaceError("not-face-down", write_place(player, slot)))
        turned.append(lying[0])
    run_choosing(resolved.setup, world, (), lambda run: run.turn_up_together(turned))
