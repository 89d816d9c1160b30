"""Keep decisions on cards whose ids have changed.

The log names a card by its deck and id. If an id is gone, and exactly one card of the deck that came later has the same
pictures and data, the card was renamed: its events are read as if they had been written about that card. If the
contents differ, or several cards fit, nothing is carried over. The log itself stays as it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from cardgen.base.records import replace
from cardgen.review.server.events import Event
from cardgen.review.server.status import Current, by_card

_Content = tuple[str, str, tuple[tuple[str, str], ...]]


def with_current_ids(events: Sequence[Event], current: Mapping[str, Current]) -> Sequence[Event]:
    """Return the events, those of renamed cards with the cards' current ids; `was` is the id in the log."""
    ids = renamed_cards(events, current)
    return [_moved(event, ids[event.key]) if event.key in ids else event for event in events] if ids else events


def renamed_cards(events: Sequence[Event], current: Mapping[str, Current]) -> dict[str, str]:
    """Return the current keys of cards that were renamed, by the keys in the log."""
    gone = {event.key for event in events if event.key not in current and not event.is_of_page}
    if not gone:
        return {}
    logged = by_card(events)
    position = {id(event): index for index, event in enumerate(events)}
    first = {key: position[id(parts[0])] for key, parts in logged.items()}
    begun: dict[_Content, list[str]] = {}
    """The cards that have events, by the content that they had at the first one."""
    for key, parts in logged.items():
        if not parts[0].is_of_page:
            begun.setdefault(_content_of(parts[0]), []).append(key)
    undecided: dict[_Content, list[str]] = {}
    """The current cards without events, by their content."""
    for key, version in current.items():
        if key not in logged:
            undecided.setdefault(_content(key.partition("/")[0], version.data, version.sides), []).append(key)
    nexts: dict[str, str] = {}
    for key in gone:
        after, content = position[id(logged[key][-1])], _last_content(logged[key])
        # A card with events was the next one even if it was renamed again since.
        fitting = [other for other in begun.get(content, []) if first[other] > after] or undecided.get(content, [])
        if len(fitting) == 1:
            nexts[key] = fitting[0]
    taken = Counter(nexts.values())
    nexts = {key: other for key, other in nexts.items() if taken[other] == 1}
    ends = {key: _end(key, nexts) for key in nexts}
    return {key: end for key, end in ends.items() if end in current}


def _end(key: str, nexts: Mapping[str, str]) -> str:
    """Return the last of the keys that follow one another. Each begins after the one before, so there is no circle."""
    while key in nexts:
        key = nexts[key]
    return key


def _last_content(events: Sequence[Event]) -> _Content:
    """Return what a card was at its last event. Undoing and answering may be about any version of a card."""
    about = (event for event in reversed(events) if event.kind != "undo" and event.thread is None)
    return _content_of(next(about, events[-1]))


def _content_of(event: Event) -> _Content:
    return _content(event.deck, event.data, event.sides)


def _content(deck: str, data: str, sides: Mapping[str, str]) -> _Content:
    return deck, data, tuple(sorted(sides.items()))


def _moved(event: Event, key: str) -> Event:
    return replace(event, card=key.partition("/")[2], was=event.was or event.card)
