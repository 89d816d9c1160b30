"""Pictures of what is in the box, and of the table at the start."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest

from cardgen.base.errors import DataError
from cardgen.rulebook.blocks.components import PiecePicture
from cardgen.rulebook.book import Book, Figure, Items, Paragraph, Sources, plain
from cardgen.rulebook.html import rulebook_html
from cardgen.rulebook.pages import layout_rulebook
from cardgen.rulebook.parsing import parse_rulebook
from cardgen.scene.items import Group, Item, Placed, Scene
from tests.runs import texts_in

from .conftest import small_face

BACK, BOARD = Scene(63, 88, (), name="back"), Scene(400, 300, (), name="board")


@pytest.fixture
def table(small: Sources) -> Sources:
    cards = {name: {"id": name, "copies": copies} for name, copies in (("T", 12), ("I", 3), ("g", 4))}
    main = {"id": "main", "titles": {"en": "Tea cards", "zh": "茶牌"}, "count": 19, "different": 3, "cards": cards}
    return replace(
        small,
        values={**small.values, "decks": {"main": main}, "hand": 4},
        back={"main": BACK}.get,
        deck_faces=lambda _: [small_face(name) for name in cards],
        board={"mat-a4": BOARD}.get,
    )


def parse(text: str, sources: Sources, lang: str = "en") -> Book:
    return parse_rulebook(f"# Title\n\n{text}", "book.md", lang, sources)


def fault(text: str, sources: Sources) -> str:
    with pytest.raises(DataError) as caught:
        parse(text, sources)
    return str(caught.value)


def shown(figure: Figure, sources: Sources) -> list[list[str]]:
    """Return the names of the scenes in each panel."""
    return [[*placed(panel.picture.draw(50, sources).items)] for panel in figure.panels]


def placed(items: Iterable[Item]) -> Iterator[str]:
    for item in items:
        if isinstance(item, Group):
            yield from placed(item.items)
        elif isinstance(item, Placed):
            yield item.scene.name


COMPONENTS = """\
```components
parts:
  - {deck: main}
  - {cards: [T, I], title: "Teas"}
  - {board: mat-a4, title: Mat, count: "{hand}"}
  - {grid: [10, 20], title: Field}
caption: All of it.
```
"""


def test_components_have_their_numbers_from_the_data(table: Sources) -> None:
    (figure,) = parse(COMPONENTS, table).blocks
    assert isinstance(figure, Figure)
    captions = [plain(panel.caption) for panel in figure.panels]
    assert captions == ["Tea cards × 19", "Teas × 15", "Mat × 4", "Field × 1"]
    assert [panel.alt for panel in figure.panels] == captions
    assert shown(figure, table) == [["back", "T", "I", "g"], ["T", "I"], ["board"], []]
    (chinese,) = parse(COMPONENTS, table, "zh").blocks
    assert isinstance(chinese, Figure)
    assert plain(chinese.panels[0].caption) == "茶牌 × 19"


def test_components_fit_into_their_columns(table: Sources) -> None:
    (figure,) = parse(COMPONENTS, table).blocks
    assert isinstance(figure, Figure)
    drawings = [panel.picture.draw(27, table) for panel in figure.panels]
    assert all(drawing.width <= 27 + 1e-6 for drawing in drawings)
    sizes = [panel.picture.drawing.width for panel in figure.panels if isinstance(panel.picture, PiecePicture)]
    cards = [drawing.width / size for drawing, size in zip(drawings, sizes, strict=True)]
    assert cards[0] == pytest.approx(cards[1]), "cards have one scale"
    assert layout_rulebook(parse(COMPONENTS, table), table).scenes
    assert "Tea cards" in rulebook_html(parse(COMPONENTS, table), table)


SETUP = """\
```setup
places:
  - {board: mat-a4, at: [0, 0]}
  - {pile: main, at: [420, 0], text: "The **deck**.", title: Deck}
  - {place: main, at: [420, 120], text: "The discards."}
  - {hand: main, count: "{hand}", at: [100, 320]}
  - {cards: [T, "I~"], at: [10, 10], turn: 90, text: "Two teas."}
caption: The start.
```
"""


def test_the_numbers_of_a_set_up_are_those_of_its_list(table: Sources) -> None:
    figure, items = parse(SETUP, table).blocks
    assert isinstance(figure, Figure)
    assert isinstance(items, Items)
    texts = [plain(block.words) for entry in items.entries for block in entry if isinstance(block, Paragraph)]
    assert texts == ["The deck.", "The discards.", "Two teas."]
    assert figure.panels[0].alt == "1. The deck. 2. The discards. 3. Two teas."
    drawing = figure.panels[0].picture.draw(110, table)
    assert texts_in(drawing.items) == ["Deck", "1", "2", "3"]
    assert shown(figure, table) == [["board", *["back"] * 8, "T", "I"]]
    assert drawing.width <= 110
    assert drawing.height <= 100


def test_a_set_up_stays_with_the_beginning_of_its_list(table: Sources) -> None:
    for filler in range(12, 24):
        made = layout_rulebook(parse("x\n\n" * filler + SETUP, table), table, multiple=1)
        texts = ["".join(texts_in(page.items)) for page in made.scenes]
        assert sum("The start." in text and "The deck." in text for text in texts) == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("```components\nparts:\n- {deck: mian}\n```", "book.md:5:10: there is no deck 'mian' (did you mean 'main'?)"),
        ("```components\nparts:\n- {cards: [T]}\n```", "book.md:5:3: parts.0: a part without a deck needs a title"),
        ("```components\nparts:\n- {title: x}\n```", "a part needs a deck, cards, a board or a grid"),
        ("```components\nparts:\n- {board: mat, title: x}\n```", "book.md:5:11: there is no board or page 'mat'"),
        ("```setup\nplaces:\n- {at: [0, 0]}\n```", "a place has one of: pile, hand, cards, board, grid, place"),
        (
            "```setup\nplaces:\n- {hand: main, count: 13, at: [0, 0]}\n```",
            "'13' is not a number of cards (expected 1 to",
        ),
        ("```setup\nplaces:\n- {pile: x, at: [0, 0]}\n- {cards: [q], at: [0, 0]}\n```", "there is no card 'q'"),
    ],
)
def test_faults_are_at_their_place(text: str, expected: str, table: Sources) -> None:
    assert expected in fault(text, table)
