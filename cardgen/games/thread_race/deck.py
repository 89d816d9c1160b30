"""Check the printed deck. Every broken check has its number as the code: T1 to T7.

The deck `deck` has a card for each different card: `kind`, `element`, `speed`, `cost`, `trigger`, the records of its
`effects`, and `marks` if they are written as well. The deck `cores` has the cores. The optional deck `order` has a card
for each place: `place`, from 1 at the top, 0 for the core; the card, `card_id`; and which copy, `copy_number`. Without
it the order is that of the deck, and there is one core.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from cardgen import joined, message, plural
from cardgen.engines import Bars, CardData, Decks, Problem
from cardgen.engines.card_fields import text_field
from cardgen.engines.effects.inspecting import attached, chooses_cards, is_own, part_size
from cardgen.engines.effects.model import Effect, Step
from cardgen.engines.effects.parts import steps_of
from cardgen.games.thread_race.cards import ThreadRaceCard
from cardgen.games.thread_race.decks import MOST_COPIES
from cardgen.games.thread_race.marks import kind_of_step, marks_of, sign_of
from cardgen.games.thread_race.reading import CORES, DECK, ORDER, Fault, card_name, effects_of, read_card, read_core
from cardgen.games.thread_race.rules import DECK_SIZE
from cardgen.games.thread_race.vocabulary import ELEMENTS, KINDS, read_effects

#: Code -> short name.
DECK_CODES = {
    "T1": "deck-size",
    "T2": "too-many-copies",
    "T3": "out-of-range",
    "T4": "wrong-marks",
    "T5": "target-outside-effects",
    "T6": "destroys-others",
    "T7": "wrong-order",
}


def check_deck(decks: Decks) -> list[Problem]:
    """Return every check that the decks `deck`, `cores` and `order` break; other decks are ignored.

    An empty list is a proof: there are 23 speed and plain cards and one core for them, at most two speed cards and one
    plain card of a name, no name of two cards; all values are in range; marks are the kinds of the effects; effects
    outside of the effect stage have no targets; only own cards are destroyed; and the order has each card once.
    """
    cards, cores = decks.get(DECK, ()), decks.get(CORES, ())
    return [
        *_check_size(decks),
        *_check_copies(cards),
        *(problem for data in cards for problem in _check_card(data, read_card(data).faults, DECK)),
        *(problem for data in cores for problem in _check_card(data, read_core(data).faults, CORES)),
        *_check_order(decks),
    ]


def _check_size(decks: Decks) -> Iterator[Problem]:
    for name in (DECK, CORES):
        if name not in decks:
            hint = message("the game needs the decks deck and cores")
            yield Problem("T1", message("the game has no deck {name!r}", name=name), name, hint=hint)
    count = sum(data.copies for data in decks.get(DECK, ()))
    if DECK in decks and count != DECK_SIZE:
        text = plural("the deck has {count} card", "the deck has {count} cards", count)
        yield Problem("T1", text, DECK, hint=message("expected {count}", count=DECK_SIZE))
    if ORDER not in decks and CORES in decks:
        yield from _check_core_count(sum(data.copies for data in decks[CORES]), CORES)


def _check_core_count(count: int, deck: str) -> Iterator[Problem]:
    if count != 1:
        text = plural("the deck is played with {count} core", "the deck is played with {count} cores", count)
        yield Problem("T1", text, deck, hint=message("expected {count}", count=1))


def _check_copies(cards: Sequence[CardData]) -> Iterator[Problem]:
    first: dict[str, CardData] = {}
    counts: Counter[str] = Counter()
    for data in cards:
        for name in {card_name(data, "en"), card_name(data, "zh")}:
            if first.setdefault(name, data) is not data:
                text = message("{name!r} is the name of {other!r}, too", name=name, other=first[name].id)
                yield Problem("T2", text, DECK, data.id, "names", message("one name stands for one card"))
        counts[data.id] += data.copies
        most = MOST_COPIES.get(text_field(data, "kind"), DECK_SIZE)
        if counts[data.id] > most:
            text = plural("the card has {count} copy", "the card has {count} copies", counts[data.id])
            yield Problem("T2", text, DECK, data.id, "copies", message("expected {count} at most", count=most))


def _check_card(data: CardData, faults: Sequence[Fault], deck: str) -> Iterator[Problem]:
    for check, field, text, hint in faults:
        yield Problem(f"T{check}", text, deck, data.id, field, hint)
    effects = read_effects(effects_of(data)[0], data.id)
    yield from _check_marks(data, effects, deck)
    yield from _check_orders(data, effects, deck)
    if has_target_outside(effects):
        text = message("an effect outside of the effect stage chooses cards, or changes other ones")
        yield Problem("T5", text, deck, data.id, "effects", _OUTSIDE)
    if destroys_others(effects):
        hint = message("write {example}", example="field where owner is me")
        yield Problem("T6", message("the effect destroys cards of others"), deck, data.id, "effects", hint)


_OUTSIDE = message(
    "on a flip, of a core or on a slot: a change of its own speed or element, draw, order, an effect on its own slot"
)


def _check_marks(data: CardData, effects: Sequence[Effect], deck: str) -> Iterator[Problem]:
    """Check that the icons of a card are the kinds of its effects, with the sign of a change of speed."""
    if not effects:
        return
    marks, right = data.fields.get("marks"), marks_of(effects)
    if sorted(map(str, marks or ())) != sorted(right):
        text = message("the marks are {marks}", marks=joined(marks) if marks else message("missing"))
        hint = message("its effects have the kinds {kinds}", kinds=joined(right))
        yield Problem("T4", text, deck, data.id, "marks", hint)
    sign = text_field(data, "sign")
    if sign != sign_of(effects):
        text = message("the sign of its speed is {sign!r}", sign=sign)
        yield Problem(
            "T4", text, deck, data.id, "sign", message("expected {expected}", expected=repr(sign_of(effects)))
        )


def _check_orders(data: CardData, effects: Sequence[Effect], deck: str) -> Iterator[Problem]:
    """Check that a part of a deck is ordered, from 1 to 22 cards, and never all."""
    for effect in (*effects, *attached(effects)):
        for step in steps_of(effect):
            is_order = kind_of_step(step) == "order" and step.verb != "look"
            if is_order and not 1 <= part_size(step) < DECK_SIZE:
                text, hint = message("the whole deck is ordered"), message("write {example}", example="top(3, me.deck)")
                yield Problem("T4", text, deck, data.id, "effects", hint)


def has_target_outside(effects: Sequence[Effect]) -> bool:
    """Return True if an effect outside of the effect stage chooses cards, or changes others than its own.

    Outside are effects on a flip, those of cores, and effects on slots.
    """
    outside = [one for one in effects if one.window == "core" or any(t.event == "turn" for t in one.timings)]
    outside += attached(effects)
    return any(_is_targeted(effect) for effect in outside)


def _is_targeted(effect: Effect) -> bool:
    if chooses_cards(effect):
        return True
    return any(
        kind_of_step(step) not in (None, "draw", "order", "slot") and not _is_on_itself(step, effect)
        for step in steps_of(effect)
    )


def _is_on_itself(step: Step, effect: Effect) -> bool:
    phrase = step.keys.get("of")
    return (
        effect.window != "core" and step.verb == "set" and phrase is not None and phrase.text in ("this", "event.card")
    )


def destroys_others(effects: Sequence[Effect]) -> bool:
    """Return True if an effect may destroy cards of others."""
    return any(
        step.verb == "destroy" and not is_own(step.argument, effect)
        for effect in (*effects, *attached(effects))
        for step in steps_of(effect)
    )


# ---------------------------------------------------------------- the order


def _check_order(decks: Decks) -> Iterator[Problem]:
    if ORDER not in decks:
        return
    cards = {data.id: data.copies for data in decks.get(DECK, ())}
    cores = {data.id for data in decks.get(CORES, ())}
    places = decks[ORDER]
    yield from _check_core_count(sum(text_field(place, "card_id") in cores for place in places), ORDER)
    seen: set[tuple[str, object]] = set()
    taken: set[object] = set()
    for place in places:
        card, copy, number = text_field(place, "card_id"), place.fields.get("copy_number"), place.fields.get("place")
        least, most = (0, 0) if card in cores else (1, DECK_SIZE)
        if not isinstance(number, int) or not least <= number <= most or number in taken:
            text = message("the place is {place}", place=repr(number))
            hint = message("each place from 1 to {count} once, and 0 for the core", count=DECK_SIZE)
            yield Problem("T7", text, ORDER, place.id, "place", hint)
        taken.add(number)
        if card not in cores and card not in cards:
            yield Problem("T7", message("there is no card {name!r}", name=card), ORDER, place.id, "card_id")
        elif card in cards and (not isinstance(copy, int) or not 1 <= copy <= cards[card]):
            text = message("there is no copy {copy} of {name!r}", copy=repr(copy), name=card)
            yield Problem("T7", text, ORDER, place.id, "copy_number")
        elif (card, copy) in seen:
            text = message("copy {copy} of {name!r} has another place, too", copy=repr(copy), name=card)
            yield Problem("T7", text, ORDER, place.id, "copy_number")
        seen.add((card, copy))
    for card, copies in cards.items():
        for copy in range(1, copies + 1):
            if (card, copy) not in seen:
                yield Problem("T7", message("copy {copy} of {name!r} has no place", copy=copy, name=card), ORDER)


# ---------------------------------------------------------------- what is noted


#: What each element leans to.
LEANINGS = {
    "heaven": {"order"},
    "marsh": {"copy"},
    "water": {"cover", "flip"},
    "thunder": {"seal"},
    "wind": {"speed"},
    "fire": {"destroy", "draw"},
    "mountain": {"speed", "nullify"},
    "earth": {"slot"},
}


def leaves_after_one_use(card: ThreadRaceCard) -> bool:
    """Return True if a card's own cost destroys it when it has acted (check 8: noted, not an error)."""
    return card.speed is not None and card.cost > 0 and card.speed - card.cost < 1


def is_off_element(card: ThreadRaceCard) -> bool:
    """Return True if none of a card's effects is of the kinds that its element leans to."""
    effects = read_effects(card.effects, card.name)
    acts = any(effect.window == "act" for effect in effects)
    return acts and LEANINGS[card.element].isdisjoint(marks_of(effects))


def deck_coverage(decks: Decks) -> list[Bars]:
    """Return how many cards of the deck have each speed, each element and each kind of effect."""
    speeds, elements, kinds = [0] * 6, [0] * len(ELEMENTS), [0] * len(KINDS)
    for data in decks.get(DECK, ()):
        card = read_card(data).card
        if isinstance(card, ThreadRaceCard):
            speeds[card.speed or 0] += data.copies
            elements[list(ELEMENTS).index(card.element)] += data.copies
            marks = marks_of(read_effects(card.effects, card.name))
            for number, kind in enumerate(KINDS):
                kinds[number] += data.copies * (kind in marks)
    return [
        _bars(
            {"zh": "速度", "en": "Speeds"},
            speeds,
            {"zh": "各速度的卡数（0 为无速度）", "en": "Cards by speed, 0 for none"},
        ),
        _bars({"zh": "元素", "en": "Elements"}, elements, _listed("元素", "Elements", ELEMENTS)),
        _bars({"zh": "效果", "en": "Effects"}, kinds, _listed("效果种类", "Kinds of effects", KINDS)),
    ]


def _bars(title: dict[str, str], counts: list[int], about: dict[str, str]) -> Bars:
    return Bars(title=title, series=[({"zh": "卡", "en": "cards"}, counts)], about=about)


def _listed(chinese: str, english: str, words: dict[str, str]) -> dict[str, str]:
    return {"zh": f"{chinese}：{'、'.join(words.values())}", "en": f"{english}: {', '.join(words)}"}
