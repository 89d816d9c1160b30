"""Large decks laid out by copies of the process, which also prepare what is made of each face later.

A copy lays out a part of the deck and prepares the faces; the scenes themselves stay there. This process gets what was
prepared, and scenes that are laid out when something asks for their items, which files prepared in this way never do.
Only cards that differ in their texts alone are laid out by copies: these are laid out quickly, and have no findings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from cardgen.copies import do_in_copies
from cardgen.data.model import Card
from cardgen.processors import processors_for_copies
from cardgen.scene.items import Scene

#: Smaller decks are laid out sooner than copies are started.
_MANY_CARDS = 2_000

#: The cards that a copy lays out in one go.
_CHUNK = 250


class Preparation(NamedTuple):
    """What is prepared of faces.

    `prepare` is called by the process that lays out a face, and its result is sent to this process; None if it must be
    laid out here. `keep` is called here with the scene of the face.
    """

    prepare: Callable[[Scene], Any]
    keep: Callable[[Scene, Any], None]


def can_copy(cards: Sequence[Card]) -> bool:
    """Return True if copies of this process would lay out cards sooner than this process alone."""
    return len(cards) >= _MANY_CARDS and processors_for_copies() > 1


def prepare_late(cards: Sequence[Card], prepare: Callable[[Sequence[Card]], list[Any]]) -> Iterator[tuple[Card, Any]]:
    """Yield each card with what `prepare` returns of it in a copy of this process; None if it is laid out here."""
    chunks = [cards[start : start + _CHUNK] for start in range(0, len(cards), _CHUNK)]
    results = do_in_copies([partial(prepare, chunk) for chunk in chunks], processors_for_copies())
    for chunk, prepared in zip(chunks, results, strict=True):
        yield from zip(chunk, prepared or [None] * len(chunk), strict=True)
