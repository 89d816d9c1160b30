"""Group the cards that have changed since their decisions by what has changed on them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import cast, get_args

from cardgen.base.records import dataclass
from cardgen.cards.layout.cards import LaidCard
from cardgen.cards.layout.laid import LaidBox
from cardgen.review.server.catalog import Catalog
from cardgen.review.server.compare import fields_at, side_areas, words_since
from cardgen.review.server.events import Event
from cardgen.review.server.payloads import ChangedGroup, ChangesData, InputName, Since
from cardgen.review.server.status import by_card, card_status
from cardgen.review.server.store import Store

#: The most pairs of pictures that are compared: some ten seconds. The boxes of further cards are not known.
_MOST_COMPARED = 400
#: A changed area is looked at in so many rows and columns.
_POINTS = 6


@dataclass(frozen=True, slots=True)
class _Change:
    """What has changed on a card. Cards with equal changes are a group.

    `boxes` are those of the template in which each changed side looks different, `inputs` what has changed among the
    things that the card is made from. `data` without `fields`: it is not known which ones.
    """

    since: Since
    template: str
    data: bool
    fields: tuple[str, ...]
    boxes: tuple[tuple[str, tuple[str, ...]], ...]
    inputs: tuple[InputName, ...]


def changes_data(catalog: Catalog, store: Store, events: Iterable[Event]) -> ChangesData:
    """Return the cards that have changed since they were approved or rejected, in groups, in deck order."""
    groups: dict[_Change, list[str]] = {}
    words: dict[str, Mapping[str, list[str]]] = {}
    compared: set[tuple[str, str]] = set()
    own = by_card(events)
    for key, current in catalog.current.items():
        status = card_status(own.get(key, ()), current)
        baseline = status.approval if status.since == "approval" else status.rejection
        if status.status != "stale" or baseline is None or status.since is None:
            continue
        change = _change_of(catalog, store, key, status.since, baseline, own[key], compared)
        groups.setdefault(change, []).append(key)
        words[key] = words_since(baseline, current.fields, own[key])
    return {
        "version": catalog.version,
        "groups": [_group_data(change, keys, [words[key] for key in keys]) for change, keys in groups.items()],
    }


def _group_data(change: _Change, keys: list[str], words: Sequence[Mapping[str, list[str]]]) -> ChangedGroup:
    return {
        "cards": keys,
        "since": change.since,
        "data": change.data,
        "fields": list(change.fields),
        "boxes": {side: list(names) for side, names in change.boxes},
        "inputs": list(change.inputs),
        "words": dict(words[0]) if all(other == words[0] for other in words) else {},
    }


def _change_of(
    catalog: Catalog,
    store: Store,
    key: str,
    since: Since,
    baseline: Event,
    events: Sequence[Event],
    compared: set[tuple[str, str]],
) -> _Change:
    """Return what has changed on a card since the `baseline`; `compared` are the pairs of pictures compared so far."""
    current, card = catalog.current[key], catalog.card(key)
    before = fields_at(baseline, events) or {}
    names = dict.fromkeys([*current.fields, *before])
    fields = tuple(name for name in names if before and before.get(name) != current.fields.get(name))
    sides = {side: (old, current.sides.get(side)) for side, old in _sides(baseline) if old != current.sides.get(side)}
    inputs = tuple(_changed_inputs(catalog, baseline)) if sides else ()
    deck = catalog.game.decks[baseline.deck]
    if "template" in inputs or not inputs or baseline.data != current.data:
        boxes = tuple(
            (side, _changed_boxes(catalog, store, card, side, *pair, compared)) for side, pair in sides.items()
        )
    else:  # another font or ruleset alone: it changes many boxes, and other ones on each card
        boxes = tuple((side, ()) for side in sides)
    return _Change(since, deck.template.name, baseline.data != current.data, fields, boxes, inputs)


def _sides(event: Event) -> Iterator[tuple[str, str | None]]:
    for side in ("face", "back"):
        yield side, event.sides.get(side)


def _changed_inputs(catalog: Catalog, baseline: Event) -> Iterator[InputName]:
    """Yield what the card was made from that is different now; nothing for events that do not have it."""
    now = catalog.inputs(baseline.deck)
    for name in get_args(InputName):
        if baseline.inputs is not None and baseline.inputs.get(name) != now.get(name):
            yield cast(InputName, name)


def _changed_boxes(
    catalog: Catalog,
    store: Store,
    card: LaidCard,
    side: str,
    old: str | None,
    new: str | None,
    compared: set[tuple[str, str]],
) -> tuple[str, ...]:
    """Return the names of the boxes in which a side looks different, in painting order; none if it is not known."""
    laid = dict(card.sides).get(side)
    if old is None or new is None or laid is None:
        return ()
    compared.add((old, new))
    if len(compared) > _MOST_COMPARED:
        return ()
    points = [point for area in side_areas(catalog, store, old, new) for point in _points_in(area)]
    named = {box.name for x, y in points for box in [_smallest_at(laid.boxes, x, y)] if box is not None}
    return tuple(dict.fromkeys(box.name for box in laid.boxes if box.name in named))


def _points_in(area: Sequence[float]) -> Iterator[tuple[float, float]]:
    """Yield points that are spread over a rectangle."""
    x, y, width, height = area
    for row in range(_POINTS):
        for column in range(_POINTS):
            yield x + (column + 0.5) / _POINTS * width, y + (row + 0.5) / _POINTS * height


def _smallest_at(boxes: Iterable[LaidBox], x: float, y: float) -> LaidBox | None:
    """Return the smallest box that has the point: a ground and a frame contain the others."""
    hit = [box for box in boxes if box.rect[0] <= x <= box.rect[0] + box.rect[2]]
    hit = [box for box in hit if box.rect[1] <= y <= box.rect[1] + box.rect[3]]
    return min(hit, key=lambda box: box.rect[2] * box.rect[3], default=None)
