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


Answer = Callable[[HeroesState, Sequence[str]], str | None]


def _about(count: int, answer: Callable[..., object], are_different: bool = False) -> Answer:
    """Return what answers a claim about so many seats, which may have to be different; None for other words."""

    def answer_words(state: HeroesState, words: Sequence[str]) -> str | None:
        seats = [seat for word in words if (seat := seat_of(word, state)) is not None]
        is_read = len(seats) == len(words) == count and not (are_different and len(set(seats)) < count)
        return str(answer(state, *seats)) if is_read else None

    return answer_words


def _sieges(state: HeroesState, words: Sequence[str]) -> str | None:
    values = _property(state, words[0]) if words else None
    seat = seat_of(words[2], state) if len(words) == 3 and words[1] == "by" else None
    if values is None or (len(words) != 1 and seat is None):
        return None
    return _triples(sieges(state.living, values, seat))


def _lines(state: HeroesState, words: Sequence[str]) -> str | None:
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


def _winner(state: HeroesState) -> str:
    outcome = state.outcome or outcome_of(state)
    return NONE if outcome is None else f"{_letters(outcome.winners, 'draw')} by {outcome.by}"


def _can(state: HeroesState, words: Sequence[str]) -> str | None:
    turn = parse_turn(" ".join(words), state)
    if turn is None:
        return None
    try:
        GAME.apply(state, turn)
    except HeroesError as error:
        return error.code
    return "yes"


def _execution(state: HeroesState, words: Sequence[str]) -> str | None:
    has_less = len(words) == 4 and words[2] == "less" and words[3] in "0123456789"
    less = int(words[3]) if has_less else 0

    def damage_of(_: HeroesState, one: int, other: int) -> object:
        executor, target, choices = state.seats[one], state.seats[other], state.table.rules.choices
        numbers = (target.hp, target.max_hp, executor.hp, distance_between(state, one, other), attack_range(state, one))
        damage = execution(*numbers, less, extra=choices.execution_extra, least=choices.least_execution)
        return NONE if damage is None else damage

    return _about(2, damage_of, True)(state, words[:2] if has_less else words)


def _duel(state: HeroesState, words: Sequence[str]) -> str | None:
    codes = state.table.codes
    if len(words) != 2 or not all(word in codes for word in words):
        return None
    numbers = [state.table.cards[codes[word]].number for word in words]
    return point_duel(numbers[0], numbers[1]) or NONE


def _stages(state: HeroesState, words: Sequence[str]) -> str | None:
    del state
    if len(words) != 3 or words[1] != "of" or not all(word in "123456789" for word in words[::2]):
        return None
    return " ".join(str(stage(use, int(words[2]))) for use in range(1, int(words[0]) + 1))


#: The first word of a claim -> how it is answered; None if its words cannot be read.
CLAIMS: Mapping[str, Answer] = {
    # `distance A D`: the distance from A to D
    "distance": _about(2, distance_between, True),
    # `distances A`: those from A to the others living, in seat order from A on
    "distances": _about(1, lambda state, a: " ".join(str(distance_between(state, a, n)) for n in others(state, a))),
    # `range A`: the attack range of A
    "range": _about(1, attack_range),
    # `reaches A`: whom A can use a strike on
    "reaches": _about(1, lambda state, a: _letters(n for n in others(state, a) if can_reach(state, a, n))),
    # `neighbours A`: the previous and the next player
    "neighbours": _about(1, lambda state, a: _letters(neighbours(state.living, a))),
    # `between A C`: who sits between them, on both sides if they are equally long: `B | D`
    "between": _about(2, lambda state, a, b: " | ".join(map(_letters, between(state.living, a, b))), True),
    # `sieges faction` or `sieges faction by A`: each siege, besieger - besieged - besieger: `A-B-C C-D-E`
    "sieges": _sieges,
    # `lines faction han`: each three neighbours who all have this property: `A-B-C`
    "lines": _lines,
    # `limit A`: the hand limit of A
    "limit": _about(1, hand_limit),
    # `discards A`: how many cards A has above the hand limit
    "discards": _about(1, cards_to_discard),
    # `strikes A`: how many strikes A may still use in this turn
    "strikes": _about(1, strikes_left),
    # `hp A`: the HP and the max HP
    "hp": _about(1, lambda state, a: f"{state.seats[a].hp}/{state.seats[a].max_hp}"),
    # `hand A`: the number of cards in the hand
    "hand": _about(1, lambda state, a: len(state.seats[a].hand)),
    # `camp A`: the identity, the faction, or `ambition`
    "camp": _about(1, lambda state, a: state.seats[a].camp.partition(":")[0]),
    # `seal`: who has the jade seal
    "seal": _about(0, lambda state: NONE if (owner := seal_owner(state)) is None else SEATS[owner]),
    # `winner`: who has won, and by what: `A C by lord-dead`; `draw by no-seal`
    "winner": _about(0, _winner),
    # `can A use S7 strike > D`: `yes`, or the number of the rule that forbids this turn, such as `H13`
    "can": _can,
    # `due`: who decides now and what: `D answer`, `B rescue`, `A play`
    "due": _about(0, lambda state: NONE if state.ask is None else f"{SEATS[state.ask.seat]} {state.ask.kind}"),
    # `execution A D` or `execution A D less 1`: the damage of an execution by A; `none` if it is not legal
    "execution": _execution,
    # `explosion C`: the damage of an explosion by seat: `C2 B1 D1`
    "explosion": _about(1, lambda state, a: " ".join(f"{SEATS[n]}{x}" for n, x in explosion(state.living, a).items())),
    # `duel HK S7`: who wins a point duel with these cards: `challenger`, `challenged`, or `none` for a tie
    "duel": _duel,
    # `stages 7 of 3`: the stage of each of the first 7 uses of a skill of 3 stages
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
