"""A play as a strip of pictures: everything is in its panel, and every caption is present."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.cards.layout.diagrams import draw_strip
from cardgen.engines import Diagram
from cardgen.scene.items import GlyphRun, Group, Item, Path, Scene
from cardgen.scene.shapes import CellStyle
from cardgen.text.ink import ink_of
from tests.cases import for_cases

STYLES = {"T": CellStyle("#8e3b9e", "dots")}
FIELD = ("....T.....", "###TTT####", "####.#####")


def strip(count: int, languages: tuple[str, ...] = ("zh", "en"), words: int = 1) -> Scene:
    caption = {"zh": "方块落下，消一行。" * words, "en": "The block falls, a row goes. " * words}
    return draw_strip([Diagram(FIELD, (1,), caption)] * count, STYLES, languages, "1-4 2-3 | T0@3,0")


def runs(scene: Scene) -> list[GlyphRun]:
    return [item for item in scene.items if isinstance(item, GlyphRun)]


def boxes(items: tuple[Item, ...], fill: str) -> Iterator[tuple[float, float, float, float]]:
    """Return left, top, right and bottom of every path of one colour that is not in a group."""
    for item in items:
        if isinstance(item, Path) and item.fill == fill:
            numbers = [numbers for _, *numbers in item.commands if numbers]
            xs, ys = [n for values in numbers for n in values[::2]], [n for values in numbers for n in values[1::2]]
            yield min(xs), min(ys), max(xs), max(ys)


def test_every_caption_is_in_every_language_and_the_title_once() -> None:
    text = "".join(run.text for run in runs(strip(3)))
    assert text.replace(" ", "").count("方块落下，消一行。") == 3
    assert text.replace(" ", "").count("Theblockfalls,arowgoes.") == 3
    assert text.count("T0@3,0") == 1
    assert "方块" not in "".join(run.text for run in runs(strip(3, ("en",))))


def test_the_panels_are_numbered_and_four_in_a_row() -> None:
    scene = strip(6)
    panels = list(boxes(scene.items, "#f7f8fb"))
    assert len(panels) == 6
    assert [len({panel[1] for panel in line}) for line in (panels[:4], panels[4:])] == [1, 1]
    assert panels[4][0] == panels[0][0]
    assert panels[4][1] > panels[0][3]
    numbers = [run.text for run in runs(scene) if run.colour == "#ffffff"]
    assert numbers == ["1", "2", "3", "4", "5", "6"]


@for_cases(("count", "words"), [(1, 1), (3, 9), (5, 1), (8, 4)])
def test_captions_are_inside_their_panels_and_panels_on_the_page(count: int, words: int) -> None:
    scene = strip(count, words=words)
    panels = list(boxes(scene.items, "#f7f8fb"))
    assert all(
        0 < left < right < scene.width and 0 < top < bottom < scene.height for left, top, right, bottom in panels
    )
    for run in runs(scene)[1:]:
        x, y, width, height = ink_of(run)
        assert any(
            left <= x and x + width <= right and top <= y and y + height <= bottom
            for left, top, right, bottom in panels
        ), run.text


def test_a_free_row_is_above_every_playfield_and_arrows_point_at_the_full_rows() -> None:
    (field,) = [item for item in strip(1).items if isinstance(item, Group)]
    ((_, top, _, floor),) = boxes(field.items, "#eef1f5")
    pitch = (floor - top) / (len(FIELD) + 1)
    ((_, arrow_top, _, arrow_bottom),) = boxes(field.items, "#c2410c")
    assert top + 2 * pitch < arrow_top < arrow_bottom < top + 3 * pitch


def test_a_strip_has_a_text_alternative() -> None:
    scene = strip(2)
    assert scene.title == "1-4 2-3 | T0@3,0"
    assert scene.description.count("The block falls") == 2
