"""Kinds of boxes of other packages: found by entry points, used like cardgen's own, reported if they are broken."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cardgen.base.errors import DataError
from cardgen.base.plugins import forget_plugins
from cardgen.data.schema import template_schema
from cardgen.scene.items import Path as Shape
from cardgen.scene.items import walk
from tests.cards.layout.test_cards import TEMPLATE, lay
from tests.games_on_disk import GameOnDisk
from tests.runs import texts_on

CROSS = '''
from typing import Literal
from pydantic import Field
from cardgen.cards.boxes.kind import BoxKind
from cardgen.data.kinds import Colour
from cardgen.data.templates.box_models import Box, ContainerBox
from cardgen.scene.items import Group, Path, polyline, then, translate

class CrossBox(Box):
    """A cross over the whole box."""

    kind: Literal["cross"]
    colour: Colour = Field(default="#000000", description="of its lines")

def draw_cross(box, area, context):
    x, y, width, height = area
    lines = (*polyline((x, y), (x + width, y + height)), *polyline((x, y + height), (x + width, y)))
    return (Path(lines, stroke=box.colour, stroke_width=0.5),)

class TwiceBox(ContainerBox):
    """Boxes drawn twice, side by side."""

    inner_values = ("turn_of",)
    kind: Literal["twice"]

def draw_twice(box, area, context):
    half = area[2] / 2
    return tuple(
        Group(
            context.inside.draw((i * half, 0.0, half, area[3]), {"turn_of": i}, name=str(i)),
            then(translate(i * half, 0.0), context.inside.matrix),
        )
        for i in range(2)
    )

CROSS = BoxKind("cross", CrossBox, draw_cross, "{kind: cross, box: [0, 0, 9, 9]}")
TWICE = BoxKind("twice", TwiceBox, draw_twice, "{kind: twice, box: [0, 0, 9, 9], boxes: {}}")
'''


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Installs a package with kinds of boxes: the source of its module, and its entry points."""

    def install(source: str, **points: str) -> None:
        info = tmp_path / "site" / "crosses-1.0.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: crosses\nVersion: 1.0\n", encoding="utf-8")
        lines = ["[cardgen.boxes]", *(f"{name} = crosses:{target}" for name, target in points.items())]
        (info / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
        (info.parent / "crosses.py").write_text(source, encoding="utf-8")
        monkeypatch.syspath_prepend(str(info.parent))
        forget_plugins()

    yield install
    forget_plugins()
    sys.modules.pop("crosses", None)


def faults(game: GameOnDisk, *boxes: str) -> list[str]:
    with pytest.raises(DataError) as caught:
        lay(game, *boxes)
    return [str(fault) for fault in caught.value.faults]


def test_a_box_of_another_package_is_drawn(tiny: GameOnDisk, install: Callable[..., None]) -> None:
    install(CROSS, cross="CROSS")
    card = lay(tiny, "x: {kind: cross, box: [10, 20, 30, 40], colour: '#112233'}")[0]
    (shape,) = [item for _, item in walk(card.face.scene.items) if isinstance(item, Shape)]
    assert (shape.stroke, shape.commands[0]) == ("#112233", ("M", 10, 20))
    assert [(box.name, box.kind, box.rect) for box in card.face.boxes] == [("x", "cross", (10, 20, 30, 40))]


def test_a_container_of_another_package_fills_in_its_own_values(tiny: GameOnDisk, install: Callable[..., None]) -> None:
    install(CROSS, twice="TWICE")
    inner = "boxes: {t: {kind: text, box: [0, 0, 9, 9], text: 'no {turn_of}', lang: en}}"
    card = lay(tiny, f"x: {{kind: twice, box: [10, 20, 40, 40], {inner}}}")[0]
    assert texts_on(card.face) == ["no 0", "no 1"]
    assert [(box.name, box.rect[0]) for box in card.face.boxes] == [("x", 10), ("x.0.t", 10), ("x.1.t", 30)]


def test_the_keys_of_a_box_of_another_package_are_checked(tiny: GameOnDisk, install: Callable[..., None]) -> None:
    install(CROSS, cross="CROSS")
    assert faults(tiny, "x: {kind: cross, box: trim, color: '#112233'}") == [
        f"{TEMPLATE}:4:33: unknown key 'color' (did you mean 'colour'?)"
    ]
    assert faults(tiny, "x: {kind: crss, box: trim}") == [
        f"{TEMPLATE}:4:15: there is no kind of box 'crss' (did you mean 'cross'?)"
    ]


def test_the_schema_has_the_boxes_of_other_packages(install: Callable[..., None]) -> None:
    install(CROSS, cross="CROSS")
    schema = template_schema()
    assert "cross" in schema["$defs"]["Box"]["properties"]["kind"]["enum"]
    assert schema["$defs"]["CrossBox"]["properties"]["colour"]["description"] == "of its lines"


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("raise OSError('no disk')", "cannot be loaded: OSError: no disk (update or uninstall crosses)"),
        ("CROSS = 3", "is not a kind of box (its entry point must name a cardgen.cards.boxes.kind.BoxKind)"),
    ],
)
def test_a_broken_kind_of_box_is_one_fault_at_its_place(
    tiny: GameOnDisk, install: Callable[..., None], source: str, reason: str
) -> None:
    install(source, cross="CROSS")
    (fault,) = faults(tiny, "x: {kind: cross, box: trim, what: 3}")
    assert fault.startswith(f"{TEMPLATE}:4:15: box plug-in 'cross' ")
    assert reason in fault
    assert lay(tiny, "x: {kind: rect, box: trim}")  # others go on as before
