"""SVG pictures that would take too much time or memory are refused at the element that exceeds the budget."""

from __future__ import annotations

import re

import pytest

from cardgen.base.errors import DataError
from cardgen.data.svg import Drawing, budget
from cardgen.scene.items import Group, walk
from tests.attack.bombs_media import small_curves, svg, svg_bombs, zigzag
from tests.cases import for_cases

BOMBS = dict(svg_bombs(8))
ONE_ELEMENT = (
    "transforms",
    "points",
    "style-declarations",
    "arcs",
    "long-path",
    "closings",
    "lines-across",
    "round-strokes",
    "path-used-often",
)
MANY_ELEMENTS = (
    "dashes",
    "style-rules",
    "clips-and-gradients",
    "gradient-links",
    "layers",
    "layers-in-layers",
    "radial-gradients",
    "fading-gradients",
    "see-through",
    "clipped",
)


def message_of(name: str) -> str:
    with pytest.raises(DataError) as caught:
        Drawing(BOMBS[name].decode(), "a.svg")
    return str(caught.value.faults[0])


@pytest.mark.parametrize("name", ONE_ELEMENT)
def test_one_element_can_exceed_the_budget(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "MOST_STEPS", 4_000)
    place = "2:7" if name == "path-used-often" else "2:1"
    assert message_of(name).startswith(
        f"a.svg:{place}: the picture is too complex: with this element it takes more than 4,000 steps to draw (a coord"
    )


@pytest.mark.parametrize("name", MANY_ELEMENTS)
def test_many_elements_can_exceed_the_budget(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The element depends on measured costs of painting; it is neither the first nor the last."""
    monkeypatch.setattr(budget, "MOST_STEPS", 4_000)
    place = re.match(r"a\.svg:(\d+):(\d+): the picture is too complex", message_of(name))
    assert place is not None
    assert 1 <= int(place[1]) < BOMBS[name].count(b"\n") + 1


@for_cases(
    ("name", "message"),
    [
        ("attribute-defaults", "a.svg:1:37: the picture declares the attribute 'id' (remove the declarations"),
        ("attributes", "a.svg:2:1: an element with more than 1,000 attributes"),
        ("transform-spaces", "a.svg:2:1: <g>: '!' is not a transform"),
        ("length-of-digits", "a.svg:2:1: <rect>: '11111"),
        ("long-value", "a.svg:2:1: <g>: fill: a value of more than 2,000 characters"),
        ("style-comments", "a.svg:2:1: <style>: '/* /* /* "),
        ("style-spaces", "a.svg:2:1: <style>: 'a' is not a simple rule"),
        ("use-of-use", "a.svg:31:13: <use>: more than 60 levels deep, including the levels of <use>"),
        ("groups", "a.svg:2:181: a picture with more than 60 levels of groups"),
    ],
)
def test_values_beyond_the_limits_are_refused_at_their_place(name: str, message: str) -> None:
    assert message_of(name).startswith(message)


def test_entities_are_refused_before_they_are_expanded() -> None:
    assert "is an entity, which is not read in pictures" in message_of("entities")
    declared = svg("<g/>", '<!DOCTYPE svg [<!ELEMENT g (g)>]>').decode()  # fmt: skip
    with pytest.raises(DataError, match=r"^a\.svg:1:30: the picture declares the element 'g'"):
        Drawing(declared, "a.svg")


def test_a_clip_of_an_empty_group_draws_nothing() -> None:
    scene = Drawing(BOMBS["empty-clip"].decode(), "a.svg").scene()
    assert not [item for _, item in walk(scene.items)]


def test_reading_stops_after_a_thousand_faults() -> None:
    with pytest.raises(DataError) as caught:
        Drawing(svg("<text/>\n" * 1_200).decode(), "a.svg")
    assert len(caught.value.faults) == 1_000


def test_faults_before_the_end_of_the_budget_are_reported_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "MOST_STEPS", 2_000)
    with pytest.raises(DataError) as caught:
        Drawing(svg(f'<text/>\n<path d="{zigzag(2_000)}"/>').decode(), "a.svg")
    assert [fault.place.line for fault in caught.value.faults] == [2, 3]


def test_an_ordinary_drawing_stays_within_the_budget() -> None:
    """100,000 characters of paths in groups with gradients, clips and classes take a tenth of the steps."""
    look = "<style>.a{fill:#123} .b{fill:url(#g)} path{stroke:#000}</style>"
    gradient = '<linearGradient id="g"><stop stop-color="red"/><stop offset="1"/></linearGradient>'
    paths = "".join(f'<path class="{"ab"[i % 2]}" d="{small_curves(1_000, i)}"/>' for i in range(100))
    clip = '<clipPath id="c"><circle r="90"/></clipPath>'
    inside = f'{look}<defs>{gradient}{clip}</defs><g clip-path="url(#c)" transform="scale(.5)">{paths}</g>'
    (group,) = Drawing(svg(inside).decode(), "a.svg").scene().items
    assert isinstance(group, Group)
    assert len(group.items) == 100


def test_a_long_reference_with_spaces_is_read_once() -> None:
    with pytest.raises(DataError, match="is not a supported colour"):
        Drawing(svg(f'<rect width="9" height="9" fill="url({" " * 900}#g"/>').decode(), "a.svg")
