"""The export `roll-list`: the rolls as JSON, for a program that shuffles them."""

from __future__ import annotations

import json
from collections.abc import Iterator

from cardgen import BytesFile, Export, ExportContext, FileModel, deck_inputs, key_of, message


class RollListOptions(FileModel):
    """How the list is written."""

    indent: int = 1


def _files(context: ExportContext[RollListOptions]) -> Iterator[BytesFile]:
    for deck in context.game.decks.values():
        rolls = {card.id: card.copies for card in deck.cards}
        text = json.dumps(rolls, indent=context.options.indent) + "\n"
        path = f"{deck.id}.json"
        inputs = deck_inputs(context.game, deck)
        yield BytesFile(path=path, key=key_of("roll-list", text), inputs=inputs, make=text.encode)


ROLL_LIST = Export(
    "roll-list",
    message("the rolls as JSON: how many copies each of them has"),
    RollListOptions,
    _files,
    steps=(message("Open the file in a program that shuffles cards."),),
)
