"""The model of a board among the targets of game.yaml, and its checks."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Self

from pydantic import Field, model_validator

from cardgen.base.errors import Fault, WrongValueError
from cardgen.base.words.messages import message
from cardgen.data.kinds import Cell, CellCounts, FileName, Identifier, PageSize, Papers, Texts
from cardgen.data.model import Card, DeckEntry
from cardgen.data.reading import Marked
from cardgen.data.targets import Section, TargetSource, paper_names
from cardgen.products.fit_size import LimitedTarget

#: The word in file names, instead of a paper, for a page that is as large as the board.
WHOLE = "whole"

#: The most cells along a side of a board whose size is in a deck.
MOST_CELLS = 200


class BoardTarget(LimitedTarget):
    """A drawing that may be larger than the paper, on as many sheets as it needs: a board, a map, a poster.

    It is drawn by a template of its own. Its size is `size` mm; or `cells` of `cell` mm, which are the template's area
    `safe`, with a `border` around them. The number of cells may be in the field `size` of the one card of a `deck`.
    With `whole`, the board is also made as one page of its own size, for print shops.
    """

    template: FileName
    papers: Papers
    titles: Texts
    size: PageSize | None = None
    cells: CellCounts | None = None
    deck: Identifier | None = None
    cell: Cell = 15.0
    border: Annotated[float, Field(ge=0, le=100)] = 5.0
    overlap: Annotated[float, Field(ge=1, le=50)] = 10.0
    whole: bool = False

    @model_validator(mode="after")
    def _one_size(self) -> Self:
        if [self.size, self.cells, self.deck].count(None) != 2:
            problem = message("a board needs exactly one of size, cells and deck")
            raise WrongValueError(problem, message("such as cells: [8, 8]"))
        if self.size is not None and self.model_fields_set & {"cell", "border"}:
            raise WrongValueError(message("cell and border require cells or a deck, not a size in mm"))
        return self


def whole_name(key: str) -> str:
    """Return the name of the file of a whole board, with `{paper}` for the word WHOLE."""
    return key if "{paper}" in key else f"{key}-{{paper}}"


def _check(targets: Mapping[str, BoardTarget], source: TargetSource) -> Iterator[Fault]:
    for key, target in targets.items():
        if target.deck is not None:
            yield from source.deck_faults([target.deck], "boards", key, "deck")
            if target.deck in source.file.decks:
                marked = source.marked.part("targets", "boards", key)
                deck = source.file.decks[target.deck]
                yield from _check_deck(target.deck, marked, deck, source.cards.get(target.deck))


def _check_deck(name: str, marked: Marked, deck: DeckEntry, cards: tuple[Card, ...] | None) -> Iterator[Fault]:
    """Yield a fault if the deck does not say how many cells its board has."""
    if deck.kinds.get("size") != "point":
        problem = message("the card of {deck} does not say how many cells the board has", deck=name)
        yield Fault(marked.place("deck"), problem, message("expected a field `size` of the kind point"))
        return
    if cards is not None and len(cards) != 1:
        problem = message("{deck} has {count} cards", deck=name, count=len(cards))
        yield Fault(marked.place("deck"), problem, message("the deck of a board has exactly one card"))
    for card in (cards or ())[:1]:
        if any(length != int(length) or not 1 <= length <= MOST_CELLS for length in card.fields["size"]):
            hint = message("expected columns and rows, 1 to {most}, such as [20, 20]", most=MOST_CELLS)
            yield Fault(card.place("size"), message("the size of the board is not a whole number of cells"), hint)


def _file_names(key: str, target: BoardTarget, source: TargetSource) -> Iterable[str]:
    whole = [whole_name(key).replace("{paper}", WHOLE)] if target.whole else []
    return [*paper_names(key, target, source), *whole]


BOARDS: Section[Mapping[str, BoardTarget]] = Section(
    "boards",
    dict[FileName, BoardTarget],
    {},
    order=40,
    check=_check,
    file_names=_file_names,
    has_templates=True,
)
