"""Digests of scenes and values: equal for equal ones, and the same from the kernel as from Python."""

from __future__ import annotations

from pathlib import Path as FilePath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.base.fast import kernel
from cardgen.scene.digests import FIELDS, scene_digest, stand_in, tagged_digest, value_digest, write_values
from cardgen.scene.items import GlyphRun, Glyphs, Gradient, Group, Image, Placed, Scene, Stop, rectangle
from cardgen.scene.items import Path as Shape
from cardgen.scene.keys import content_key
from cardgen.scene.tags import Tag


def scene(fill: str = "#112233", tag: Tag | None = None, inner: str = "#445566") -> Scene:
    """A scene of objects of its own: no string is the same object in two of them."""
    placed = Placed(Scene(5, 5, (Shape(rectangle(0, 0, 5, 5), fill="".join(inner)),)))
    return Scene(50, 50, (Group((Shape(rectangle(0, 0, 9, 4), fill="".join(list(fill))), placed), tag=tag),))


def test_equal_scenes_have_equal_digests_and_others_do_not() -> None:
    assert scene_digest(scene()) == scene_digest(scene())
    assert len({scene_digest(own) for own in (scene(), scene("#112234"), scene(inner="#445567"))}) == 3


def test_tags_are_part_of_the_digest_of_tagged_pages() -> None:
    tags = (Tag("P"), Tag("P"), Tag("H2"), Tag("P", Tag("Sect")), Tag("Figure", alt="A"), Tag("Figure", alt="B"), None)
    digests = [tagged_digest(scene(tag=tag)) for tag in tags]
    assert digests[0] == digests[1]
    assert len(set(digests)) == 6
    one, other = (Scene(5, 5, (Group((Shape(rectangle(0, 0, 1, 1)),), tag=tag),)) for tag in tags[1:3])
    assert content_key(one) == content_key(other)
    assert tagged_digest(one) != tagged_digest(other)


_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False)
    | st.text(st.characters(exclude_categories=())),
    lambda values: (
        st.lists(values) | st.lists(values).map(tuple) | st.builds(Placed, st.builds(Scene, values, values, values))
    ),
)


@given(_VALUES, _VALUES)
def test_the_kernel_writes_values_as_python_does_and_different_ones_differently(one: object, other: object) -> None:
    assert kernel is not None
    written = [kernel.write_values(value, FIELDS, stand_in) for value in (one, other)]
    assert written == [write_values(value, FIELDS, stand_in) for value in (one, other)]
    assert (written[0] == written[1]) == (shown(one) == shown(other))


def shown(value: object) -> object:
    """Return a value as another one that compares as its bytes do: by its kind, scenes by their content."""
    if isinstance(value, list | tuple):
        return [shown(part) for part in value]
    if isinstance(value, Placed):
        return "placed", [shown(part) for part in (value.scene.width, value.scene.height, value.scene.items)]
    return type(value), repr(value)


def test_the_kernel_writes_all_of_a_page_as_python_does() -> None:
    run = GlyphRun("fi", "latin", 3.0, 0.0, 5.0, (1.0,), glyphs=Glyphs((7,), (0,), ((0.5, 0.0),)))
    fade = Gradient((Stop(0, "#000000"), Stop(1, "#ffffff")), (0, 0), (1, 0))
    picture = Image(FilePath("a.png"), "digest", (0, 0, 1, 1), (10, 10), "a picture")
    items = (run, Shape(rectangle(0, 0, 1, 1), fill=fade), picture, Group((run,), tag=Tag("P", Tag("Sect"))))
    assert kernel is not None
    assert kernel.write_values(items, FIELDS, stand_in) == write_values(items, FIELDS, stand_in)


def test_only_values_of_known_classes_have_a_digest() -> None:
    for value in ({1, 2}, {"a": 1}, object(), b"bytes"):
        with pytest.raises(TypeError, match="no digest of"):
            value_digest(value)
    endless: list[object] = []
    endless.append(endless)
    with pytest.raises(RecursionError):
        value_digest(endless)


def test_it_does_not_matter_whether_equal_values_are_one_object() -> None:
    word = "".join(["wo", "rd"])
    other = "".join(["w", "ord"])
    assert value_digest((word, word)) == value_digest((word, other))
