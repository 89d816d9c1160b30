"""`keywords unit`, `keywords facility`, `keywords skill`: what the texts of cards say, and which cards have them.

Everything is from the decks: a row for each text that is on a card of this kind, in the order of the cards.
"""

import re
from typing import Annotated

from pydantic import Field

from cardgen import DataError, Fault, FileModel, message
from cardgen.blocks import BlockContext, Fence, Table, in_language
from cardgen.games.blitz.rulebook.position import cards_of_book, joined_names

#: A small picture in a text of a card, which books do not have.
_ICON = re.compile(r"\{[\w.-]+\}\s*")


class KeywordsBody(FileModel):
    """`header` has the titles of the two columns: the cards and their text."""

    header: Annotated[tuple[str, str], Field(strict=False)]
    caption: str = ""


def read_keywords(fence: Fence, context: BlockContext) -> Table:
    """Return a table of the texts on cards of the kinds named. DataError for a kind without any."""
    body, marked = fence.parse_yaml(KeywordsBody)
    names: dict[str, list[str]] = {}
    for kind in fence.require_names(message("expected kinds of cards, such as {example}", example="unit")):
        cards = [card for card in cards_of_book(context) if card.fields.get("kind") == kind]
        texts = [(card, in_language(card.fields.get("text"), context.lang)) for card in cards]
        for card, text in texts:
            if text:
                name = in_language(card.fields.get("names"), context.lang) or card.id
                names.setdefault(_ICON.sub("", text).strip(), []).append(name)
        if not any(text for _, text in texts):
            raise DataError(Fault(fence.place, message("no card of the kind {kind!r} has a text", kind=kind)))
    rows = tuple(
        (context.words(joined_names(cards, context.lang), fence.place), context.words(text, fence.place))
        for text, cards in names.items()
    )
    header = tuple(context.words(title, marked.place("header", i)) for i, title in enumerate(body.header))
    caption = context.words(body.caption, marked.place("caption"))
    return Table(header, rows, ("left", "left"), fence.place, caption=caption, whole=1)
