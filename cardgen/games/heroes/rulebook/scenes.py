"""A table typed as text: who sits where, what happens, and claims about it that the rules engine proves.

mode nation                               identity without this line
seat A: rider lord 3/5 pike hand:S7,H4    hero, identity, HP, equipment and delayed tricks by name, cards in the hand
seat B: physician+boatman hidden          nation war: main hero and deputy, not shown yet
seats 6                                   six seats, A to F, without heroes
turn A                                    whose play phase it is, A without this line
pile SK D4                                the top cards of the draw pile
do A use S7 strike > D                    a turn in the notation of logs, with letters for seats
shows B                                   a character shows its heroes
hit B 2 fire by A                         damage, with or without a source
dies B by A                               a character dies, with or without a killer
continue                                  in place of the seats: the table as the picture before leaves it
ask distance A D = 2                      a claim, see `CLAIMS` in `cardgen.games.heroes.rulebook.claims`

Other words after a hero: `dead`, `chained`, `turned`, `ally:C`. A hero `-` is none. Lines follow one another in time:
a claim is about the table at its place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, cast

from cardgen import Message, dataclass, did_you_mean, field, message, replace
from cardgen.blocks import SceneError
from cardgen.engines.effects.world import Player
from cardgen.games.heroes.notation import parse_entry
from cardgen.games.heroes.positions import begin_with, in_play_of, position_of
from cardgen.games.heroes.refusals import HeroesError
from cardgen.games.heroes.rules import HeroesRules, Mode
from cardgen.games.heroes.state import HeroesSeat, HeroesState, Turn
from cardgen.games.heroes.table import HeroesTable, make_table
from cardgen.games.heroes.turn_game import GAME
from cardgen.games.heroes.vocabulary import IDENTITIES, MODES, MOST_PLAYERS

#: The letters of the seats, in the order of turns.
SEATS = "ABCDEFGHIJ"
#: The HP of a seat without a hero.
_PLAIN_HP = 4

_ASK = re.compile(r"ask (.+?) = (.+)")
_HP = re.compile(r"([0-9])/([1-9])")


@dataclass(frozen=True, slots=True)
class SceneLine:
    """A line of a scene that is not empty, and its number, from 1."""

    number: int
    text: str

    @property
    def words(self) -> str:
        """The text in single spaces."""
        return " ".join(self.text.split())

    def error(self, reason: Message | str | HeroesError, word: str = "", hint: Message | str = "") -> SceneError:
        """Return an error at a word of the line, or at its beginning."""
        start = self.text.rfind(word) if word else len(self.text) - len(self.text.lstrip())
        return SceneError(self.number, reason, max(0, start) + 1, hint)


@dataclass(frozen=True, slots=True)
class Claim:
    """A question, its answer, and the table that it is about."""

    line: SceneLine
    question: str
    answer: str
    state: HeroesState


@dataclass(frozen=True, slots=True)
class SeatScene:
    """The table at the end of a scene and its claims. `turn` is True if the picture shows whose turn it is."""

    state: HeroesState | None
    claims: tuple[Claim, ...]
    turn: bool = False


@dataclass(slots=True)
class _SceneReader:
    """What has been read so far: seats first, then the state."""

    rules: HeroesRules
    table: HeroesTable
    mode: str = "identity"
    seats: list[HeroesSeat] = field(default_factory=list)
    pile: tuple[int, ...] = ()
    current: int = 0
    turn: bool = False
    state: HeroesState | None = None


def read_scene(text: str, rules: HeroesRules, before: SeatScene | None = None) -> SeatScene:
    """Return a scene with its turns made. SceneError for a line that cannot be read or played."""
    reader = _SceneReader(rules, make_table(rules))
    claims = []
    for number, content in enumerate(text.split("\n"), 1):
        if not content.strip():
            continue
        line = SceneLine(number, content)
        if match := _ASK.fullmatch(line.words):
            claims.append(Claim(line, match[1], match[2], _state(reader)))
        else:
            _read_line(reader, line, before)
    state = _state(reader) if reader.seats or reader.state else None
    return SeatScene(state, tuple(claims), reader.turn)


def seat_of(word: str, state: HeroesState) -> int | None:
    """Return the number of a seat by its letter; None if there is none."""
    number = SEATS.find(word) if len(word) == 1 else -1
    return number if 0 <= number < len(state.seats) else None


def parse_turn(text: str, state: HeroesState) -> Turn | None:
    """Return a turn in the notation of logs, with letters for seats; None if it cannot be read."""
    head, arrow, targets = text.partition(">")
    words = head.split()
    numbers = [seat_of(word, state) for word in (*words[:1], *targets.split())]
    if not words or None in numbers or bool(arrow) != bool(targets.split()):
        return None
    ends = [">", *map(str, numbers[1:])] if arrow else []
    try:
        entry = parse_entry(" ".join([str(numbers[0]), *words[1:], *ends]))
    except HeroesError:
        return None
    return entry if isinstance(entry, Turn) else None


def with_letters(error: HeroesError) -> HeroesError:
    """Return a refusal of a turn with the letters of seats in place of their numbers."""
    return HeroesError(error.reason, SEATS[error.what]) if isinstance(error.what, int) else error


# ---------------------------------------------------------------- lines


def _read_line(reader: _SceneReader, line: SceneLine, before: SeatScene | None) -> None:
    word, _, rest = line.words.partition(" ")
    read = _LINES.get(word)
    if word == "continue" and not rest and not reader.seats:
        if before is None or before.state is None:
            raise line.error(message("there is no picture before this one"))
        reader.state, reader.turn, reader.mode = before.state, before.turn, before.state.mode
    elif read is None:
        raise line.error(message("{text} cannot be read", text=repr(line.words)), word)
    else:
        pattern, read_words = read
        match = re.fullmatch(pattern, line.words)
        if match is None:
            raise line.error(message("{text} cannot be read", text=repr(line.words)))
        try:
            read_words(reader, line, *match.groups())
        except HeroesError as error:
            raise line.error(with_letters(error)) from error


def _read_mode(reader: _SceneReader, line: SceneLine, mode: str) -> None:
    if mode not in MODES or reader.seats:
        raise line.error(message("expected one of: {words}, before the seats", words=", ".join(MODES)), mode)
    reader.mode = mode


def _read_count(reader: _SceneReader, line: SceneLine, count: str) -> None:
    if not re.fullmatch("[0-9]{1,2}", count) or not 2 <= int(count) <= MOST_PLAYERS or reader.seats:
        raise line.error(
            message("expected {first} to {last} seats", first=2, last=MOST_PLAYERS), line.words.split()[-1]
        )
    reader.seats = [HeroesSeat(f"seat:{n}", (), (), True, _PLAIN_HP, _PLAIN_HP) for n in range(int(count))]


def _read_seat(reader: _SceneReader, line: SceneLine, letter: str, kept: str, more: str) -> None:
    if reader.state is not None or len(reader.seats) == MOST_PLAYERS:
        raise line.error(message("{text} cannot be read", text=repr(line.words)))
    if letter != SEATS[len(reader.seats)]:
        raise line.error(message("the next seat is {seat}", seat=SEATS[len(reader.seats)]), f"{letter}:")
    names = () if kept == "-" else tuple(kept.split("+"))
    for name in names:
        if name not in reader.table.heroes:
            raise line.error(
                message("there is no hero {name!r}", name=name), name, did_you_mean(name, list(reader.table.heroes))
            )
    if reader.mode == "nation" and len(names) != 2:
        raise line.error(message("in nation war a seat has two heroes, such as rider+herder"), kept)
    seat, given = _new_seat(reader, names), False
    for word in more.split():
        seat, given = _with_word(reader, line, seat, word), given or bool(_HP.fullmatch(word))
    bonus = reader.rules.choices.lord_bonus if seat.camp == "lord" and not given else 0
    reader.seats.append(replace(seat, max_hp=seat.max_hp + bonus, hp=(seat.hp + bonus) if seat.alive else 0))


def _new_seat(reader: _SceneReader, names: tuple[str, ...]) -> HeroesSeat:
    """Return a seat with full HP and the camp that follows from the mode."""
    heroes, number = [reader.table.heroes[name] for name in names], len(reader.seats)
    hp = heroes[0].max_hp if heroes else _PLAIN_HP
    camp = {"identity": "rebel", "realm": f"seat:{number}"}.get(reader.mode, "")
    if reader.mode == "nation":
        camp = heroes[0].faction if heroes[0].faction == heroes[1].faction else f"ambition:{number}"
    return HeroesSeat(camp, (), names, True, hp, hp)


def _with_word(reader: _SceneReader, line: SceneLine, seat: HeroesSeat, word: str) -> HeroesSeat:
    """Return the seat as a word after its hero says."""
    name, _, value = word.partition(":")
    if match := _HP.fullmatch(word):
        return replace(seat, hp=int(match[1]), max_hp=int(match[2]))
    if word in IDENTITIES and reader.mode == "identity":
        return replace(seat, camp=word)
    if word in _STATES:
        return replace(seat, **_STATES[word])
    if name == "ally" and reader.mode == "realm" and value in SEATS:
        return replace(seat, ally=SEATS.index(value))
    taken = {card for other in (*reader.seats, seat) for card in _lying(other)}
    if name == "hand" and value:
        hand = tuple(_card(reader, line, code) for code in value.split(","))
        if taken & {*hand} or len({*hand}) < len(hand):
            raise line.error(message("one of these cards is in two places"), word)
        return replace(seat, hand=hand)
    kind = reader.table.kinds.get(word)
    if kind is not None and (kind.category == "equipment" or kind.delayed):
        card = next((n for n, card in enumerate(reader.table.cards) if card.kind is kind and n not in taken), None)
        if card is None:
            raise line.error(message("there is no other card {name!r}", name=word), word)
        if kind.delayed:
            return replace(seat, judgement=(*seat.judgement, card))
        return replace(seat, equipment=(*seat.equipment, (kind.sub or "", card)))
    worn = [name for name, kind in reader.table.kinds.items() if kind.category == "equipment"]
    words = [*IDENTITIES, *_STATES, *worn]
    raise line.error(message("{text} cannot be read", text=repr(word)), word, did_you_mean(word, words))


_STATES: Mapping[str, Mapping[str, Any]] = {
    "hidden": {"shown": False},
    "dead": {"alive": False},
    "chained": {"chained": True},
    "turned": {"turned": True},
}


def _lying(seat: HeroesSeat) -> tuple[int, ...]:
    return (*(card for _, card in seat.equipment), *seat.judgement, *seat.hand)


def _card(reader: _SceneReader, line: SceneLine, code: str) -> int:
    try:
        return reader.table.card(code)
    except HeroesError as error:
        raise line.error(error, code) from error


def _read_turn(reader: _SceneReader, line: SceneLine, seat: str) -> None:
    reader.current = _seat(reader, line, seat)
    reader.turn = True
    if reader.state is not None:
        reader.state = in_play_of(reader.state, reader.current)


def _read_pile(reader: _SceneReader, line: SceneLine, codes: str) -> None:
    reader.pile = tuple(_card(reader, line, code) for code in codes.split())


def _do(reader: _SceneReader, line: SceneLine, text: str) -> None:
    state = _state(reader)
    turn = parse_turn(text, state)
    if turn is None:
        raise line.error(message("{text} cannot be read", text=repr(text)))
    reader.state = GAME.apply(state, turn)


def _shows(reader: _SceneReader, line: SceneLine, seat: str) -> None:
    reader.state = begin_with(_state(reader), "show_heroes", Player(_seat(reader, line, seat)))


def _hit(reader: _SceneReader, line: SceneLine, target: str, amount: str, element: str, by: str | None) -> None:
    hurt, source = _living(reader, line, target), _living(reader, line, by)
    reader.state = begin_with(_state(reader), "hit", source, hurt, int(amount), element)


def _dies(reader: _SceneReader, line: SceneLine, seat: str, by: str | None) -> None:
    reader.state = begin_with(_state(reader), "kill", _living(reader, line, seat), _living(reader, line, by))


#: The first word of a line -> the form of the line, and what reads its parts.
_LINES: Mapping[str, tuple[str, Callable[..., None]]] = {
    "mode": (r"mode ?(.*)", _read_mode),
    "seats": (r"seats ?(.*)", _read_count),
    "seat": (r"seat ([A-J]): (\S+)(.*)", _read_seat),
    "turn": (r"turn ?(.*)", _read_turn),
    "pile": (r"pile ?(.*)", _read_pile),
    "do": (r"do ?(.*)", _do),
    "shows": (r"shows ([A-J])", _shows),
    "hit": (r"hit ([A-J]) ([1-9]) (none|fire|thunder|water)(?: by ([A-J]))?", _hit),
    "dies": (r"dies ([A-J])(?: by ([A-J]))?", _dies),
}


# ---------------------------------------------------------------- the state


def _seat(reader: _SceneReader, line: SceneLine, word: str) -> int:
    """Return the number of a seat. SceneError if there is none of this letter."""
    number = seat_of(word, _state(reader))
    if number is None:
        raise line.error(message("there is no seat {seat}", seat=word), word)
    return number


def _living(reader: _SceneReader, line: SceneLine, word: str | None) -> Player | None:
    """Return the player at a seat, None for no letter. SceneError if nobody living sits there."""
    if word is None:
        return None
    number = _seat(reader, line, word)
    if not _state(reader).seats[number].alive:
        raise line.error(HeroesError("nobody-there", word), word)
    return Player(number)


def _state(reader: _SceneReader) -> HeroesState:
    """Return the state so far: the seats in the play phase of the current one."""
    if reader.state is not None:
        return reader.state
    used = {card for seat in reader.seats for card in _lying(seat)}
    count = len(reader.table.cards) - (reader.mode != "realm")
    rest = tuple(card for card in range(count) if card not in used and card not in reader.pile)
    showing = tuple(number for number, seat in enumerate(reader.seats) if seat.shown)
    mode, pile = cast("Mode", reader.mode), (*reader.pile, *rest)
    return position_of(reader.table, mode, reader.seats, reader.current, pile, showing=showing)
