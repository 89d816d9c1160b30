"""The claims of a scene: a question, how the engine answers it, and the check that both are the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from cardgen import did_you_mean, message
from cardgen.games.heroes.fights import execution, explosion, point_duel, stage
from cardgen.games.heroes.refusals import HeroesError
from cardgen.games.heroes.rulebook.scenes import SEATS, Claim, SeatScene, parse_turn, read_scene, seat_of
from cardgen.games.heroes.rules import HeroesRules
from cardgen.games.heroes.seating import between, lines, neighbours, sieges
from cardgen.games.heroes.state import HeroesState
from cardgen.games.heroes.status import (
    attack_range,
    can_reach,
    cards_to_discard,
    distance_between,
    hand_limit,
    outcome_of,
    seal_owner,
    strikes_left,
)
from cardgen.games.heroes.turn_game import GAME

NONE = "none"


def verify_scene(text: str, rules: HeroesRules, before: SeatScene | None = None) -> SeatScene:
    """Return a scene whose claims the engine has proved. SceneError at the first one that it refutes."""
    scene = read_scene(text, rules, before)
    for claim in scene.claims:
        name, *words = claim.question.split()
        if name not in CLAIMS:
            reason = message("there is no claim {name!r}", name=name)
            raise claim.line.error(reason, name, did_you_mean(name, list(CLAIMS)))
        _check_seats(claim, words)
        answer = CLAIMS[name](claim.state, words)
        if answer is None:
            raise claim.line.error(message("{text} cannot be read", text=repr(claim.question)))
        if answer != claim.answer:
            raise claim.line.error(message("the answer is {answer}", answer=answer), claim.answer)
    return scene


def _check_seats(claim: Claim, words: Sequence[str]) -> None:
    """Raise SceneError at the letter of a seat that the table has not, or that nobody living sits at."""
    for word in words:
        if len(word) == 1 and word in SEATS:
            seat = seat_of(word, claim.state)
            if seat is None:
                raise claim.line.error(message("there is no seat {seat}", seat=word), f" {word} ")
            if not claim.state.seats[seat].alive and claim.question.split()[0] not in _OF_THE_DEAD:
                raise claim.line.error(HeroesError("nobody-there", word), f" {word} ")


# ---------------------------------------------------------------- seats


def _distance(state: HeroesState, words: Sequence[str]) -> str | None:
    """`distance A D`: the distance from A to D."""
    seats = _seats(state, words, 2)
    return None if seats is None or seats[0] == seats[1] else str(distance_between(state, seats[0], seats[1]))


def _distances(state: HeroesState, words: Sequence[str]) -> str | None:
    """`distances A`: those from A to the others living, in seat order from A on."""
    seats = _seats(state, words, 1)
    return (
        None if seats is None else " ".join(str(distance_between(state, seats[0], n)) for n in others(state, seats[0]))
    )


def _range(state: HeroesState, words: Sequence[str]) -> str | None:
    """`range A`: the attack range of A."""
    seats = _seats(state, words, 1)
    return None if seats is None else str(attack_range(state, *seats))


def _reaches(state: HeroesState, words: Sequence[str]) -> str | None:
    """`reaches A`: whom A can use a strike on."""
    seats = _seats(state, words, 1)
    return None if seats is None else _letters(n for n in others(state, seats[0]) if can_reach(state, seats[0], n))


def _neighbours(state: HeroesState, words: Sequence[str]) -> str | None:
    """`neighbours A`: the previous and the next player."""
    seats = _seats(state, words, 1)
    return None if seats is None else _letters(neighbours(state.living, *seats))


def _between(state: HeroesState, words: Sequence[str]) -> str | None:
    """`between A C`: who sits between them, on both sides if they are equally long: `B | D`."""
    seats = _seats(state, words, 2)
    if seats is None or seats[0] == seats[1]:
        return None
    return " | ".join(map(_letters, between(state.living, *seats)))


def _sieges(state: HeroesState, words: Sequence[str]) -> str | None:
    """`sieges faction` or `sieges faction by A`: each siege, besieger - besieged - besieger: `A-B-C C-D-E`."""
    values = _property(state, words[0]) if words else None
    seat = seat_of(words[2], state) if len(words) == 3 and words[1] == "by" else None
    if values is None or (len(words) != 1 and seat is None):
        return None
    return _triples(sieges(state.living, values, seat))


def _lines(state: HeroesState, words: Sequence[str]) -> str | None:
    """`lines faction han`: each three neighbours who all have this property: `A-B-C`."""
    values = _property(state, words[0]) if len(words) == 2 else None
    if values is None:
        return None
    return _triples(lines(state.living, lambda seat: values[seat] == words[1]))


#: A property of a character that a skill may look for -> its value.
PROPERTIES: Mapping[str, Callable[[HeroesState, int], str]] = {
    "camp": lambda state, seat: state.seats[seat].camp,
    "faction": lambda state, seat: next((state.table.heroes[name].faction for name in state.seats[seat].heroes), ""),
    "hp": lambda state, seat: str(state.seats[seat].hp),
    "wounded": lambda state, seat: "yes" if state.seats[seat].hp < state.seats[seat].max_hp else "no",
}


def _property(state: HeroesState, name: str) -> list[str] | None:
    return [PROPERTIES[name](state, seat) for seat in range(len(state.seats))] if name in PROPERTIES else None


def _triples(triples: Sequence[tuple[int, int, int]]) -> str:
    return " ".join("-".join(SEATS[seat] for seat in triple) for triple in triples) or NONE


# ---------------------------------------------------------------- characters


def _limit(state: HeroesState, words: Sequence[str]) -> str | None:
    """`limit A`: the hand limit of A."""
    seats = _seats(state, words, 1)
    return None if seats is None else str(hand_limit(state, *seats))


def _discards(state: HeroesState, words: Sequence[str]) -> str | None:
    """`discards A`: how many cards A has above the hand limit."""
    seats = _seats(state, words, 1)
    return None if seats is None else str(cards_to_discard(state, *seats))


def _strikes(state: HeroesState, words: Sequence[str]) -> str | None:
    """`strikes A`: how many strikes A may still use in this turn."""
    seats = _seats(state, words, 1)
    return None if seats is None else str(strikes_left(state, *seats))


def _hp(state: HeroesState, words: Sequence[str]) -> str | None:
    """`hp A`: the HP and the max HP."""
    seats = _seats(state, words, 1)
    return None if seats is None else f"{state.seats[seats[0]].hp}/{state.seats[seats[0]].max_hp}"


def _hand(state: HeroesState, words: Sequence[str]) -> str | None:
    """`hand A`: the number of cards in the hand."""
    seats = _seats(state, words, 1)
    return None if seats is None else str(len(state.seats[seats[0]].hand))


def _camp(state: HeroesState, words: Sequence[str]) -> str | None:
    """`camp A`: the identity, the faction, or `ambition`."""
    seats = _seats(state, words, 1)
    return None if seats is None else state.seats[seats[0]].camp.partition(":")[0]


def _seal(state: HeroesState, words: Sequence[str]) -> str | None:
    """`seal`: who has the jade seal."""
    owner = seal_owner(state)
    return None if words else NONE if owner is None else SEATS[owner]


def _winner(state: HeroesState, words: Sequence[str]) -> str | None:
    """`winner`: who has won, and by what: `A C by lord-dead`; `draw by no-seal`."""
    outcome = state.outcome or outcome_of(state)
    if words:
        return None
    return NONE if outcome is None else f"{_letters(outcome.winners, 'draw')} by {outcome.by}"


# ---------------------------------------------------------------- turns and numbers


def _can(state: HeroesState, words: Sequence[str]) -> str | None:
    """`can A use S7 strike > D`: `yes`, or the number of the rule that forbids this turn, such as `H13`."""
    turn = parse_turn(" ".join(words), state)
    if turn is None:
        return None
    try:
        GAME.apply(state, turn)
    except HeroesError as error:
        return error.code
    return "yes"


def _due(state: HeroesState, words: Sequence[str]) -> str | None:
    """`due`: who decides now and what: `D answer`, `B rescue`, `A play`."""
    ask = state.ask
    return None if words else NONE if ask is None else f"{SEATS[ask.seat]} {ask.kind}"


def _execution(state: HeroesState, words: Sequence[str]) -> str | None:
    """`execution A D` or `execution A D less 1`: the damage of an execution by A; `none` if it is not legal."""
    less = int(words[3]) if len(words) == 4 and words[2] == "less" and words[3] in "0123456789" else None
    seats = _seats(state, words[:2], 2)
    if seats is None or (len(words) != 2 and less is None) or seats[0] == seats[1]:
        return None
    executor, target = (state.seats[seat] for seat in seats)
    choices, steps = state.table.rules.choices, distance_between(state, *seats)
    damage = execution(
        target.hp,
        target.max_hp,
        executor.hp,
        steps,
        attack_range(state, seats[0]),
        less or 0,
        extra=choices.execution_extra,
        least=choices.least_execution,
    )
    return NONE if damage is None else str(damage)


def _explosion(state: HeroesState, words: Sequence[str]) -> str | None:
    """`explosion C`: the damage of an explosion by seat: `C2 B1 D1`."""
    seats = _seats(state, words, 1)
    if seats is None:
        return None
    return " ".join(f"{SEATS[seat]}{damage}" for seat, damage in explosion(state.living, seats[0]).items())


def _duel(state: HeroesState, words: Sequence[str]) -> str | None:
    """`duel HK S7`: who wins a point duel with these cards: `challenger`, `challenged`, or `none` for a tie."""
    codes = state.table.codes
    if len(words) != 2 or not all(word in codes for word in words):
        return None
    numbers = [state.table.cards[codes[word]].number for word in words]
    return point_duel(numbers[0], numbers[1]) or NONE


def _stages(state: HeroesState, words: Sequence[str]) -> str | None:
    """`stages 7 of 3`: the stage of each of the first 7 uses of a skill of 3 stages."""
    del state
    if len(words) != 3 or words[1] != "of" or not all(word in "123456789" for word in words[::2]):
        return None
    return " ".join(str(stage(use, int(words[2]))) for use in range(1, int(words[0]) + 1))


#: The first word of a claim -> how it is answered; None if its words cannot be read.
CLAIMS: Mapping[str, Callable[[HeroesState, Sequence[str]], str | None]] = {
    "distance": _distance,
    "distances": _distances,
    "range": _range,
    "reaches": _reaches,
    "neighbours": _neighbours,
    "between": _between,
    "sieges": _sieges,
    "lines": _lines,
    "limit": _limit,
    "discards": _discards,
    "strikes": _strikes,
    "hp": _hp,
    "hand": _hand,
    "camp": _camp,
    "seal": _seal,
    "winner": _winner,
    "can": _can,
    "due": _due,
    "execution": _execution,
    "explosion": _explosion,
    "duel": _duel,
    "stages": _stages,
}
#: The claims that may also be about the dead.
_OF_THE_DEAD = {"hp", "hand", "camp", "can"}


def others(state: HeroesState, seat: int) -> list[int]:
    """Return the other living seats, in seat order from this one on."""
    living = state.living
    start = living.index(seat)
    return [*living[start + 1 :], *living[:start]]


def _letters(seats: Iterable[int], if_none: str = NONE) -> str:
    return " ".join(SEATS[seat] for seat in seats) or if_none


def _seats(state: HeroesState, words: Sequence[str], count: int) -> list[int] | None:
    """Return so many seats by their letters; None for anything else."""
    seats = [seat for seat in (seat_of(word, state) for word in words) if seat is not None]
    return seats if len(seats) == len(words) == count else None
