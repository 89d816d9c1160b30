"""Large decks whose faces are only prepared for files, and laid out again when something asks for their items.

Scenes of 100,000 faces would fill the memory, and files that are prepared in this way need no items. Copies of this
process, if it can be copied, lay out parts of the deck and prepare the faces. Only cards that differ in their texts
alone are treated so: these are laid out quickly, and have no findings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeAlias

from cardgen.base.processes import do_in_copies
from cardgen.base.processors import processors_for_copies
from cardgen.data.model import Card
from cardgen.scene.items import Scene
from cardgen.scene.keys import content_digest

#: Smaller decks are laid out sooner than copies are started, and need little memory.
_MANY_CARDS = 2_000

#: The cards that are prepared in one go.
_CHUNK = 250


Prepared: TypeAlias = tuple[bytes, bytes]
"""What is prepared of a face, as a `LateScene` keeps it: the digest of its key, and what a PDF draws of it."""


def prepare_face(face: Scene) -> Prepared | None:
    """Return what is prepared of a face; None if what a PDF draws depends on the document."""
    from cardgen.formats.pdf_ahead import draw_ahead

    drawn = draw_ahead(face)
    return None if drawn is None else (content_digest(face), drawn.packed())


def are_many(cards: Sequence[Card]) -> bool:
    """Return True if cards should only be prepared."""
    return len(cards) >= _MANY_CARDS


def prepare_late(
    cards: Sequence[Card], prepare: Callable[[Sequence[Card]], list[Prepared | None]]
) -> Iterator[tuple[Card, Prepared | None]]:
    """Yield each card with what `prepare` returns of it, mostly in a copy of this process.

    None for a card that has to be laid out here.
    """
    count = processors_for_copies()
    chunks = [cards[start : start + _CHUNK] for start in range(0, len(cards), _CHUNK)]
    tasks = [partial(prepare, chunk) for chunk in chunks]
    results = do_in_copies(tasks, count) if count > 1 else (task() for task in tasks)
    for chunk, prepared in zip(chunks, results, strict=True):
        yield from zip(chunk, prepared or [None] * len(chunk), strict=True)
