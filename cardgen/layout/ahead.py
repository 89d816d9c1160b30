"""Large decks laid out by copies of the process, which also prepare what is made of each face later.

A copy lays out a part of the deck and prepares the faces; the scenes themselves stay there. This process gets what was
prepared, and scenes that are laid out when something asks for their items, which files prepared in this way never do.
Only cards that differ in their texts alone are laid out by copies: these are laid out quickly, and have no findings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeAlias

from cardgen.copies import do_in_copies
from cardgen.data.model import Card
from cardgen.processors import processors_for_copies
from cardgen.scene.items import Scene

#: Smaller decks are laid out sooner than copies are started.
_MANY_CARDS = 2_000

#: The cards that a copy lays out in one go.
_CHUNK = 250


Prepared: TypeAlias = tuple[bytes, bytes]
"""What is prepared of a face, as a `LateScene` keeps it: the digest of its key, and what a PDF draws of it."""

Prepare: TypeAlias = Callable[[Scene], Prepared | None]
"""Prepares a face in the process that lays it out. None if the face must be laid out by this process."""


def can_copy(cards: Sequence[Card]) -> bool:
    """Return True if copies of this process would lay out cards sooner than this process alone."""
    return len(cards) >= _MANY_CARDS and processors_for_copies() > 1


def prepare_late(
    cards: Sequence[Card], prepare: Callable[[Sequence[Card]], list[Prepared | None]]
) -> Iterator[tuple[Card, Prepared | None]]:
    """Yield each card with what `prepare` returns of it in a copy of this process.

    None for a card that has to be laid out here.
    """
    chunks = [cards[start : start + _CHUNK] for start in range(0, len(cards), _CHUNK)]
    results = do_in_copies([partial(prepare, chunk) for chunk in chunks], processors_for_copies())
    for chunk, prepared in zip(chunks, results, strict=True):
        yield from zip(chunk, prepared or [None] * len(chunk), strict=True)
