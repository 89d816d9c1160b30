"""Which inks the items of a scene get."""

from __future__ import annotations

from pathlib import Path as FilePath

import pytest
from PIL import Image as Pictures

from cardgen.formats.press.conversion import conversion_for
from cardgen.formats.press.inks import format_inks, parse_inks
from cardgen.formats.press_pages import separate_scenes
from cardgen.scene.items import (
    CUT,
    GlyphRun,
    Gradient,
    Group,
    Item,
    Path,
    Placed,
    Scene,
    Stop,
    polyline,
    rectangle,
    scale,
    translate,
    walk,
)
from tests.formats.press.made import press
from tests.pictures import photograph, text

pytestmark = pytest.mark.tools

BLACK, BLACK_OVER = "cmyk 0 0 0 1", "cmyk 0 0 0 1 overprint"
INK = "#1b2230"
DEEP = "#10205c"  # 255 % of ink, 190 % without black


def separated(*items: Item, **settings: object) -> list[Item]:
    """Return the items of a scene in inks, also those of its groups and placed scenes."""
    settings = {"tac": 280, **settings}
    (scene,), _ = separate_scenes([Scene(60, 90, items)], press(**settings), lambda *_: b"")
    return [item for _, item in walk(scene.items)]


def colours(*items: Item, **settings: object) -> list[object]:
    return [
        item.colour if isinstance(item, GlyphRun) else item.fill or item.stroke
        for item in separated(*items, **settings)
        if isinstance(item, (GlyphRun, Path))
    ]


def words(colour: str = INK) -> GlyphRun:
    return text("Words", colour=colour)[0].moved(2, 2)


def area(colour: str, width: float = 40, **more: object) -> Path:
    return Path(rectangle(0, 0, width, 20), fill=colour, **more)  # type: ignore[arg-type]


def line(colour: str, width: float, **more: object) -> Path:
    return Path(polyline((0, 0), (30, 30)), stroke=colour, stroke_width=width, **more)  # type: ignore[arg-type]


def inks(colour: str) -> str:
    return format_inks(conversion_for(press(tac=280)).inks(colour))


def test_dark_text_and_thin_lines_are_black_ink_that_overprints() -> None:
    items = words(), line(INK, 0.3), area(INK, 0.4), Group((words(),), translate(3, 4))
    assert colours(*items) == [BLACK_OVER] * 4
    assert colours(*items, black_text="profile") == [inks(INK)] * 4


def test_other_text_lines_and_areas_have_the_inks_of_the_profile() -> None:
    items = words("#aa2200"), words("#777777"), line(INK, 1.2), line("#336699", 0.2), area(INK), area(INK, 1.5)
    assert colours(*items) == [inks(colour) for colour in ("#aa2200", "#777777", INK, "#336699", INK, INK)]


def test_wide_black_areas_are_rich_black() -> None:
    rich = {"rich_black": (0.3, 0.3, 0.0, 1.0)}
    items = area("#0a0a0a"), line("#000000", 3), area("#0a0a0a", 1.5), area(INK), area("#000000", opacity=0.5)
    expected = ["cmyk 0.3 0.3 0 1"] * 2 + [inks("#0a0a0a"), inks(INK), inks("#000000")]
    assert colours(*items, **rich) == expected
    assert colours(*items) == [inks("#0a0a0a"), inks("#000000"), *expected[2:]]


def test_the_width_is_that_on_paper() -> None:
    small = Group((line(INK, 3), area("#000000", 20)), scale(0.05))
    assert colours(small, rich_black=(0.3, 0.3, 0.0, 1.0)) == [BLACK_OVER, inks("#000000")]
    placed = Placed(Scene(40, 20, (line(INK, 3),)), scale(0.05))
    assert colours(placed) == [BLACK_OVER]


def test_black_does_not_overprint_where_that_is_too_much_ink() -> None:
    assert sum(parse_inks(inks(DEEP))[:3]) > 1.8
    assert colours(area(DEEP), words()) == [inks(DEEP), BLACK]
    assert colours(area(DEEP), words(), tac=400) == [inks(DEEP), BLACK_OVER]
    assert colours(area(DEEP, 1), words().moved(10, 0))[1] == BLACK_OVER
    assert colours(words(), area(DEEP))[0] == BLACK_OVER
    card = Placed(Scene(60, 90, (words(),)))
    assert colours(area(DEEP), card, card) == [inks(DEEP), BLACK, BLACK]
    assert colours(card, Placed(Scene(60, 90, (area(DEEP),))), card)[::2] == [BLACK_OVER, BLACK]
    clipped = Group((area(DEEP),), clip=Path(rectangle(30, 0, 5, 20)))
    assert colours(clipped, words())[1] == BLACK_OVER


def test_black_on_a_picture_overprints_unless_that_is_too_much_ink(tmp_path: FilePath) -> None:
    light, dark = (photograph(tmp_path, f"{i}.png", colour) for i, colour in enumerate([(240, 230, 200), (16, 32, 92)]))
    assert colours(dark, words()) == [BLACK]
    Pictures.new("RGB", (9, 9), (240, 230, 200)).save(light.file)
    assert colours(light, words()) == [BLACK_OVER]


def test_nothing_overprints_in_what_is_translucent() -> None:
    assert colours(Group((words(),), opacity=0.5), line(INK, 0.2, opacity=0.5)) == [BLACK] * 2


def test_cut_lines_keep_their_spot_colour() -> None:
    (cut,) = separated(line("#101010", 0.1, spot=CUT))
    assert isinstance(cut, Path)
    assert (cut.spot, cut.stroke) == (CUT, inks("#101010"))


def test_gradients_and_what_they_are_around_are_in_inks() -> None:
    gradient = Gradient((Stop(0, "#ffffff"), Stop(1, DEEP)), (0, 0), (9, 0))
    shaded, run = separated(Path(rectangle(0, 0, 30, 30), fill=gradient), words())
    assert isinstance(shaded, Path)
    assert isinstance(shaded.fill, Gradient)
    assert (shaded.fill.stops[0].colour, shaded.fill.stops[-1].colour) == ("cmyk 0 0 0 0", inks(DEEP))
    assert isinstance(run, GlyphRun)
    assert run.colour == BLACK


def test_a_scene_that_is_shown_twice_stays_one_scene() -> None:
    card = Scene(20, 30, (area("#aa0000"),))
    pages = [Scene(60, 90, (Placed(card), Placed(card, translate(20, 0))))] * 2
    (first, second), _ = separate_scenes(pages, press(), lambda *_: b"")
    assert first is second
    assert len({id(item.scene) for item in first.items if isinstance(item, Placed)}) == 1
