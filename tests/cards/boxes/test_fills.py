"""Fills of shapes as templates write them: colours, gradients and patterns, and their faults."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cardgen.base.errors import DataError, Place
from cardgen.cards.boxes.fills import Fill
from cardgen.cards.boxes.rect import RectBox
from cardgen.data.reading import Reader, parse_yaml, try_model
from cardgen.data.templates.files import read_template
from cardgen.scene.items import Stop
from tests.cases import for_cases
from tests.data.templates.test_files import ASKED, face


def fill(written: str) -> Fill:
    box: Any
    box, faults = try_model(RectBox, parse_yaml(f"{{kind: rect, box: trim, fill: {written}}}", "t.yaml"))
    assert faults == []
    assert isinstance(box.fill, Fill)
    return box.fill


def faults(written: str) -> list[str]:
    return [str(f) for f in try_model(RectBox, parse_yaml(f"{{kind: rect, box: trim, fill: {written}}}", "t.yaml"))[1]]


def test_a_colour_is_written_by_itself() -> None:
    assert fill("'#AABBCC'").colour == "#aabbcc"
    assert fill("{colour: '#aabbcc'}") == fill("'#aabbcc'")


def test_a_gradient_from_one_colour_to_another() -> None:
    gradient = fill("{gradient: {from: '#000000', to: '#ffffff', opacity: [1, 0.5]}}").gradient
    assert gradient is not None
    assert gradient.all_stops == (Stop(0, "#000000"), Stop(1, "#ffffff", 0.5))
    assert (gradient.shape, gradient.turn) == ("linear", 0)


def test_a_gradient_by_stops_reaches_both_ends() -> None:
    gradient = fill(
        "{gradient: {shape: radial, stops: [[0.2, '#000000'], [0.2, '#ffffff', 0], [0.9, '#112233']]}}"
    ).gradient
    assert gradient is not None
    assert [(stop.offset, stop.colour, stop.opacity) for stop in gradient.all_stops] == [
        (0, "#000000", 1),
        (0.2, "#000000", 1),
        (0.2, "#ffffff", 0),
        (0.9, "#112233", 1),
        (1, "#112233", 1),
    ]


@for_cases(
    ("written", "expected"),
    [
        ("rad", "fill: 'rad' is not a colour"),
        ("12", "fill: 12 given, expected a colour, a gradient or a pattern (put it in quotes)"),
        ("[1]", "fill: [1] given, expected a colour, a gradient or a pattern (such as '#1f6feb', or {gradient:"),
        ("{}", "fill: a fill is exactly one of colour, gradient and pattern"),
        ("{gradiant: {}}", "unknown key 'gradiant' (did you mean 'gradient'?)"),
        ("{gradient: {}}", "fill.gradient: a gradient needs from and to, or stops"),
        ("{gradient: {from: '#000000'}}", "a gradient needs from and to, or stops"),
        ("{gradient: {form: '#000000', to: '#000000'}}", "unknown key 'form' (did you mean 'from'?)"),
        ("{gradient: {from: blak, to: '#000000'}}", "fill.gradient.from: 'blak' is not a colour"),
        ("{gradient: {stops: [[0, '#000000']]}}", "a gradient needs at least two stops"),
        (
            "{gradient: {stops: [[0, '#000000'], [1]]}}",
            "fill.gradient.stops.1: [1] given, expected a number from 0 to 1",
        ),
        ("{gradient: {stops: [[0, '#000000'], [2, '#000000']]}}", "expected a position and an opacity from 0 to 1"),
        ("{gradient: {stops: [[0, '#000000'], [1, rad]]}}", "fill.gradient.stops.1: 'rad' is not a colour"),
        ("{gradient: {stops: [[1, '#000000'], [0, '#000000']]}}", "must be in the order of their positions"),
        (
            "{gradient: {from: '#000000', to: '#111111', stops: [[0, '#000000'], [1, '#000000']]}}",
            "has either from and to, or stops",
        ),
        ("{gradient: {from: '#000000', to: '#111111', shape: radial, turn: 9}}", "a radial gradient has no turn"),
        ("{gradient: {from: '#000000', to: '#111111', radius: 2}}", "a linear gradient has no radius"),
        ("{gradient: {from: '#000000', to: '#111111', opacity: 1}}", "opacity: 1 given, expected two numbers"),
        (
            "{pattern: {marks: dot, colour: '#000000'}}",
            "marks: unknown pattern 'dot' (did you mean 'dots'?)",
        ),
        ("{pattern: {marks: dots}}", "key 'colour' is missing"),
        ("{pattern: {marks: dots, colour: '#000000', pitch: 0.1}}", "pitch: 0.1 given, expected at least 0.5"),
        (
            "{pattern: {marks: dots, colour: '#000000', weight: 0.5}}",
            "the pattern dots has no weight (these have one: cross-hatch,",
        ),
        ("{colour: '#000000', pattern: {marks: dots, colour: '#000000'}}", "a fill is exactly one of colour"),
    ],
)
def test_a_wrong_fill_is_a_fault_at_its_place(written: str, expected: str) -> None:
    (fault,) = faults(written)
    assert expected in fault


def test_a_fault_has_its_own_place() -> None:
    (fault,) = try_model(
        RectBox, parse_yaml("kind: rect\nbox: trim\nfill:\n  gradient:\n    from: rad\n    to: '#000000'", "t.yaml")
    )[1]
    assert fault.place == Place("t.yaml", 5, 11)


def test_any_part_of_a_fill_may_be_a_placeholder(tmp_path: Path) -> None:
    written = "{gradient: {stops: [[0, '{colours.ink}'], [1, '#ffffff']], turn: '{way}'}}"
    (tmp_path / "t.yaml").write_text(face(f"{{kind: rect, box: trim, fill: {written}}}"), encoding="utf-8")
    assert read_template(Reader(tmp_path, tmp_path), "t.yaml", ASKED)
    (tmp_path / "t.yaml").write_text(face("{kind: rect, box: trim, fill: {gradient: {from: '{a}', t: x}}}"))
    with pytest.raises(DataError, match="unknown key 't'"):
        read_template(Reader(tmp_path, tmp_path), "t.yaml", ASKED)
