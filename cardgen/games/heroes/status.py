"""What can be read from a state: distances, ranges, limits, skills, and whether a card can be used."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.games.heroes.fights import excess_cards
from cardgen.games.heroes.outcomes import Character, HeroesOutcome, victory
from cardgen.games.heroes.refusals import HeroesError
from cardgen.games.heroes.rules import FreeStrikes, NoDistance, Passive, Skill, UseAs
from cardgen.games.heroes.seating import distance, from_seat, in_range, neighbours
from cardgen.games.heroes.state import HeroesState


def skills_of(state: HeroesState, seat: int) -> tuple[Skill, ...]:
    """Return the skills that a character has now: in nation war only those of heroes that are shown."""
    character = state.seats[seat]
    hidden = state.mode == "nation" and not character.shown and not state.table.rules.choices.skills_when_hidden
    if hidden or not character.heroes:
        return ()
    skills = state.table.skills(character.heroes)
    lord = state.mode == "identity" and character.camp == "lord"
    return tuple(skill for skill in skills if lord or "lord" not in skill.types)


def passive(state: HeroesState, seat: int, kind: str) -> int:
    """Return the sum of the changes of one kind that the skills of a character make."""
    total = 0
    for skill in skills_of(state, seat):
        for record in skill.records:
            if (
                isinstance(record, Passive)
                and record.kind == kind
                and not (record.with_weapon and not weapon(state, seat))
            ):
                total += record.by
    return total


def weapon(state: HeroesState, seat: int) -> int | None:
    """Return the weapon of a character, None without one."""
    return dict(state.seats[seat].equipment).get("weapon")


def mount_distance(state: HeroesState, seat: int) -> int:
    """Return what the equipment of a character says of distances: below 0 outwards, above 0 inwards."""
    cards = state.table.cards
    return sum(cards[card].kind.distance or 0 for _, card in state.seats[seat].equipment)


def distance_between(state: HeroesState, a: int, b: int) -> int:
    """Return the distance from seat a to seat b, both living."""
    outward = min(0, mount_distance(state, a)) + passive(state, a, "distance-out")
    inward = max(0, mount_distance(state, b)) + passive(state, b, "distance-in")
    return distance(state.living, a, b, outward, inward, state.table.rules.choices.least_distance)


def attack_range(state: HeroesState, seat: int) -> int:
    """Return the attack range of a character: 1, or that of the weapon, as skills change it."""
    card = weapon(state, seat)
    reach = None if card is None else state.table.cards[card].kind.range
    base = state.table.rules.choices.base_range if reach is None else reach
    return max(0, base + passive(state, seat, "range"))


def can_reach(state: HeroesState, a: int, b: int) -> bool:
    """Return True if b is in the attack range of a, or a has no distance limit on b."""
    if in_range(distance_between(state, a, b), attack_range(state, a)):
        return True
    left, right = neighbours(state.living, a)
    sides = {"left": left, "right": right}
    records = [record for skill in skills_of(state, a) for record in skill.records]
    return any(isinstance(record, NoDistance) and sides[record.on] == b for record in records)


def hand_limit(state: HeroesState, seat: int) -> int:
    """Return the hand limit of a character: current HP unless changed."""
    character = state.seats[seat]
    base = character.hp if state.table.rules.choices.hand_limit == "hp" else character.max_hp
    return max(0, base + passive(state, seat, "hand-limit"))


def cards_to_discard(state: HeroesState, seat: int) -> int:
    """Return the number of cards that a character has above the hand limit."""
    return excess_cards(len(state.seats[seat].hand), hand_limit(state, seat))


def strikes_left(state: HeroesState, seat: int) -> int:
    """Return the number of strikes that a character may still use this turn."""
    records = [record for skill in skills_of(state, seat) for record in skill.records]
    free = sum(record.first for record in records if isinstance(record, FreeStrikes))
    counted = max(0, state.seats[seat].used("turn:strike") - free)
    used_free = min(free, state.seats[seat].used("turn:strike"))
    return (free - used_free) + max(0, state.table.rules.choices.strikes - counted)


def names_of(state: HeroesState, seat: int, card: int) -> Iterator[str]:
    """Yield the name of a card in the hand of a character, and those that it counts as by a skill."""
    name = state.table.cards[card].kind.card
    yield name
    for skill in skills_of(state, seat):
        for record in skill.records:
            if isinstance(record, UseAs) and record.card == name:
                yield record.counts_as


def seal_owner(state: HeroesState) -> int | None:
    """Return the living seat with the jade seal in its treasure place."""
    seal = state.table.seal
    return next((n for n in state.living if any(card == seal for _, card in state.seats[n].equipment)), None)


def possible_targets(state: HeroesState, seat: int, name: str) -> list[tuple[int, ...]]:
    """Return the targets, each a tuple, that a card of this name may have in the play phase of a seat."""
    kind, others = state.table.kinds[name], [n for n in from_seat(state.living, seat) if n != seat]
    match kind.effect:
        case "strike":
            return [(n,) for n in others if can_reach(state, seat, n)] if strikes_left(state, seat) else []
        case "peach":
            character = state.seats[seat]
            return [(seat,)] if character.hp < character.max_hp else []
        case "draw" | "equip":
            return [(seat,)]
        case "volley":
            return [tuple(others)] if others else []
        case "skip-play":
            return [(n,) for n in others if not _judges(state, n, name)]
        case "chain":
            return [(n,) for n in from_seat(state.living, seat)]
    return []  # dodge and wine only answer; a card by hand has no effect of the engine's


def check_use(state: HeroesState, seat: int, card: int, name: str, targets: tuple[int, ...]) -> None:
    """Raise HeroesError with the first rule that the use of a card in the play phase breaks."""
    character = state.seats[seat]
    code, kind = state.table.cards[card].code, state.table.kinds.get(name)
    if card not in character.hand:
        raise HeroesError("not-in-hand", code)
    if kind is None or name not in names_of(state, seat, card) or kind.effect in ("dodge", "wine", "by-hand"):
        raise HeroesError("cannot-use", f"{code} {name}")
    if targets in possible_targets(state, seat, name):
        return
    for target in targets:
        if target not in state.living:
            raise HeroesError("nobody-there", target)
    if kind.effect == "strike" and not strikes_left(state, seat):
        raise HeroesError("strike-limit")
    if kind.effect == "peach" and targets == (seat,):
        raise HeroesError("not-wounded", seat)
    if len(targets) == 1 and targets[0] != seat:
        if kind.effect == "strike":
            raise HeroesError("out-of-range", targets[0])
        if kind.effect == "skip-play":
            raise HeroesError("same-name", name)
    raise HeroesError("wrong-targets", name)


def can_use(state: HeroesState, card: int, targets: tuple[int, ...], name: str | None = None) -> bool:
    """Return True if the seat that plays may use a card of its hand at these targets, also under another name."""
    ask = state.ask
    if ask is None or ask.kind != "play":
        return False
    try:
        check_use(state, ask.seat, card, name or state.table.cards[card].kind.card, targets)
    except HeroesError:
        return False
    return True


def _judges(state: HeroesState, seat: int, name: str) -> bool:
    """Return True if the judgement area of a seat holds a card of this name."""
    return any(state.table.cards[card].kind.card == name for card in state.seats[seat].judgement)


def outcome_of(state: HeroesState) -> HeroesOutcome | None:
    """Return the end of the game as the living and the dead are now; None if it goes on."""
    characters = [Character(seat.camp, seat.alive) for seat in state.seats]
    needed = state.table.rules.choices.last_without_seal == "draw"
    return victory(state.mode, characters, seal_owner(state), needed)
