"""The contact sheet in game.yaml."""

from typing import Annotated

from pydantic import Field

from cardgen.data.kinds import DeckNames, FieldName, Papers
from cardgen.products.fit_size import LimitedTarget


class ContactTarget(LimitedTarget):
    """All cards in small, so many beside each other, with their names and numbers of copies.

    Without `decks` it has all decks. `name` is the field with the names of the cards. `backs` adds each back.
    """

    decks: DeckNames | None = None
    papers: Papers = ("a4",)
    columns: Annotated[int, Field(ge=1, le=20)] = 6
    name: FieldName | None = None
    backs: bool = True
    dpi: Annotated[int, Field(ge=36, le=300)] = 150
