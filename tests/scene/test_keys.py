"""Keys of scenes: what they depend on, and pinned literal keys under which decisions are kept."""

from __future__ import annotations

import gc
import weakref
from dataclasses import replace
from pathlib import Path as FilePath
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from cardgen.base.fast import kernel
from cardgen.scene.items import (
    PATH_DATA,
    Command,
    GlyphRun,
    Gradient,
    Group,
    Image,
    Path,
    Pen,
    Placed,
    Scene,
    Stop,
    ellipse,
    polyline,
    rectangle,
    scale,
    translate,
    turn,
)
from cardgen.scene.keys import KEY_VERSION, content_key, serialise, write_commands, write_run
from tests.cases import for_cases

BOX = Path(rectangle(0, 0, 1, 1), fill="#000000")
DOT = Path(ellipse(0, 0, 1), fill="#ffffff")
RUN = GlyphRun("ab", "latin", 3.0, 0.0, 5.0, (1.0, 2.0))
FADE = Gradient((Stop(0, "#000000"), Stop(1, "#ffffff")), (0, 0), (1, 0))
IMAGE = Image(FilePath("a.png"), "digest", (0, 0, 1, 1), (10, 10), "a picture")


def test_equal_content_has_equal_keys() -> None:
    one, two = (Scene(63, 88, (BOX, Group((RUN,), turn(30))), bleed=3, name="x") for _ in range(2))
    assert one != two
    assert content_key(one) == content_key(two)


@for_cases(
    "change",
    [
        {"width": 64.0},
        {"height": 87.0},
        {"bleed": 2.0},
        {"title": "t"},
        {"description": "d"},
        {"lang": "zh"},
        {"name": "n"},
        {"trim": (0.0, 0.0, 1.0, 1.0)},
        {"items": ()},
        {"items": (BOX,)},
        {"items": (replace(BOX, fill="#000001"), RUN, IMAGE)},
        {"items": (replace(BOX, spot="CutContour"), RUN, IMAGE)},
        {"items": (replace(BOX, pen=Pen(cap="round")), RUN, IMAGE)},
        {"items": (replace(BOX, fill=FADE), RUN, IMAGE)},
        {"items": (Group((BOX, RUN, IMAGE), opacity=0.5),)},
        {"items": (BOX, replace(RUN, outlined=True), IMAGE)},
        {"items": (BOX, replace(RUN, advances=(1.0, 2.1)), IMAGE)},
        {"items": (BOX, RUN, replace(IMAGE, digest="other"))},
        {"items": (BOX, RUN, replace(IMAGE, rect=(0, 0, 1, 2)))},
        {"items": (BOX, RUN, IMAGE, BOX)},
        {"items": (RUN, BOX, IMAGE)},
        {"items": (Group((BOX, RUN, IMAGE)),)},
        {"items": (Group((BOX, RUN)), IMAGE)},
        {"items": (Group((BOX, RUN, IMAGE), clip=BOX),)},
    ],
)
def test_every_visible_change_changes_the_key(change: dict[str, Any]) -> None:
    scene = Scene(63.0, 88.0, (BOX, RUN, IMAGE))
    assert content_key(replace(scene, **change)) != content_key(scene)


def test_adjacent_numbers_are_unambiguous() -> None:
    assert content_key(Scene(1.0, 23.0, ())) != content_key(Scene(1.02, 3.0, ()))
    assert content_key(Scene(1, 1, (), name="a'", title="b")) != content_key(Scene(1, 1, (), name="a", title="'b"))


def test_an_image_is_keyed_by_its_bytes() -> None:
    one, two = (Scene(9, 9, (replace(IMAGE, file=FilePath(name)),)) for name in ("a.png", "elsewhere/b.png"))
    assert content_key(one) == content_key(two)


def test_a_placed_scene_is_keyed_by_content_place_and_clip() -> None:
    def placing(item: Placed) -> str:
        return content_key(Scene(50, 50, (item,)))

    def face() -> Scene:
        return Scene(9, 9, (BOX,))

    assert placing(Placed(face())) == placing(Placed(face()))
    keys = {
        placing(Placed(face())),
        placing(Placed(Scene(9, 9, (DOT,)))),
        placing(Placed(face(), translate(1, 0))),
        placing(Placed(face(), clip=(0, 0, 9, 9))),
    }
    assert len(keys) == 4


def test_a_key_does_not_keep_its_scene() -> None:
    scene = Scene(9, 9, (BOX,))
    content_key(scene)
    gone = weakref.ref(scene)
    del scene
    gc.collect(1)  # of what is new: to look at all that the tests keep takes a second
    assert gone() is None


def test_different_gradients_have_different_keys() -> None:
    def filled(fill: Gradient) -> str:
        return content_key(Scene(9, 9, (replace(BOX, fill=fill),)))

    others = [replace(FADE, end=(2, 0)), replace(FADE, radius=1), replace(FADE, matrix=scale(2))]
    others += [replace(FADE, stops=(FADE.stops[0], Stop(1, "#ffffff", 0.5)))]
    assert len({filled(FADE), *map(filled, others)}) == 5


# ---------------------------------------------------------------- pinned
#
# These literals may change only together with KEY_VERSION: decisions of every user are kept under such keys.

EVERYTHING = Scene(
    63.5,
    88.9,
    (
        Path(rectangle(0, 0, 10, 20), fill="#1f6feb", stroke="#000000", stroke_width=0.15, dash=(1, 0.5)),
        Path((("M", 0, 0), ("L", 1, 1), ("Z",)), opacity=0.5, even_odd=True, spot="CutContour", pen=Pen("round")),
        replace(BOX, fill=Gradient((Stop(0, "#000000", 0.25), Stop(1, "#ffffff")), (0, 0), (1, 0), 2, scale(2))),
        GlyphRun("方块", "regular", 3.2, 4, 9.5, (3.2, 3.2), "#102030", "zh", True, 0.2, True, True, "#top"),
        Image(FilePath("a.png"), "00ff", (1, 2, 3, 4), (10, 10), "a picture"),
        Group((BOX, RUN), turn(90), BOX, 0.5, "a group"),
        Placed(Scene(9, 9, (BOX,)), translate(1, 2), (0, 0, 9, 9)),
    ),
    bleed=3,
    name="card",
    title="Title",
    description="two\nlines",
    lang="zh",
    trim=(1, 1, 61.5, 86.9),
)


def test_small_scales_are_distinct() -> None:
    keys = {content_key(Scene(9, 9, (Group((BOX,), scale(factor)),))) for factor in (0.000_01, 0.000_012)}
    assert len(keys) == 2


def test_keys_are_pinned() -> None:
    assert KEY_VERSION == 2
    assert content_key(Scene(63, 88, ())) == "5075f746590ff05c864e040fef43c576d5ec140f56a08c093c722a1b951ada71"
    assert (
        content_key(Scene(63, 88, (BOX, RUN, IMAGE)))
        == "5bc3a315b3b748c0b9bba27eb8d8b80f09255b72e0de608706717f0e8f9e1b97"
    )
    assert content_key(EVERYTHING) == "c96d5096db7f003f27dece8fd02ea91af30f2391dca77224a33d3df3bed4cff5"


def lines_of(scene: Scene) -> list[str]:
    return "\n".join(serialise(scene)).split("\n")


def test_the_serialisation_of_every_kind_of_item_is_pinned() -> None:
    assert lines_of(EVERYTHING) == [
        "scene 2 63.50000 88.90000",
        " bleed=3.00000",
        " name=4:card",
        " title=5:Title",
        " description=9:two",
        "lines",
        " lang=2:zh",
        " trim=1.00000 1.00000 61.50000 86.90000",
        "path M0.00000 0.00000L10.00000 0.00000L10.00000 20.00000L0.00000 20.00000Z",
        " fill=#1f6feb",
        " stroke=#000000",
        " stroke_width=0.15000",
        " dash=1.00000 0.50000",
        "path M0.00000 0.00000L1.00000 1.00000Z",
        " opacity=0.50000",
        " even_odd=yes",
        " spot=10:CutContour",
        " pen=round miter 10.00000 0.00000",
        "path M0.00000 0.00000L1.00000 0.00000L1.00000 1.00000L0.00000 1.00000Z",
        " fill=2.00000 0.00000 0.00000 1.00000 0.00000"
        " 2.0000000000 0.0000000000 0.0000000000 2.0000000000 0.0000000000 0.0000000000"
        " 0.00000 0.25000 #000000;1.00000 1.00000 #ffffff",
        "run 2:方块 regular 3.20000 4.00000 9.50000",
        "3.20000 3.20000",
        " colour=#102030",
        " lang=zh",
        " echo=yes",
        " slant=0.20000",
        " unseen=yes",
        " down=yes",
        " link=4:#top",
        "image 00ff 1.00000 2.00000 3.00000 4.00000",
        " description=9:a picture",
        "group",
        " matrix=0.0000000000 1.0000000000 -1.0000000000 0.0000000000 0.0000000000 0.0000000000",
        " opacity=0.50000",
        " description=7:a group",
        "clip",
        "path M0.00000 0.00000L1.00000 0.00000L1.00000 1.00000L0.00000 1.00000Z",
        " fill=#000000",
        "path M0.00000 0.00000L1.00000 0.00000L1.00000 1.00000L0.00000 1.00000Z",
        " fill=#000000",
        "run 2:ab latin 3.00000 0.00000 5.00000",
        "1.00000 2.00000",
        "end",
        "placed 5e8b3ff17b0903e1f253d8bdd90f6975264ff956c72eed5957a1b97c2a37df4c",
        " matrix=1.0000000000 0.0000000000 0.0000000000 1.0000000000 1.0000000000 2.0000000000",
        " clip=0.00000 0.00000 9.00000 9.00000",
    ]


def test_an_attribute_with_its_default_value_is_not_written() -> None:
    assert lines_of(Scene(9, 9, (RUN,))) == [
        "scene 2 9.00000 9.00000",
        "run 2:ab latin 3.00000 0.00000 5.00000",
        "1.00000 2.00000",
    ]


def test_rounding_noise_does_not_change_a_key() -> None:
    noisy = replace(RUN, x=-1e-9, baseline=0.1 + 0.2 + 4.7)
    assert content_key(Scene(9, 9, (noisy,))) == content_key(Scene(9, 9, (RUN,)))


@given(st.lists(st.floats(-1e6, 1e6) | st.floats(-1e-5, 1e-5) | st.integers(-3, 3), min_size=1, max_size=9))
def test_lengths_have_five_decimals_and_zero_has_no_sign(values: list[float]) -> None:
    written = lines_of(Scene(9, 9, (replace(RUN, advances=tuple(values)),)))[2]
    assert written.split(" ") == [f"{value:.5f}" if round(value, 5) else "0.00000" for value in values]


def test_a_path_that_scenes_share_is_written_in_each_of_them() -> None:
    shared, other = Path(polyline((0, 0), (1, 0)), fill="#000000"), Path(polyline((0, 0), (2, 0)), fill="#000000")
    lines = [lines_of(Scene(9, 9, items)) for items in ((shared,), (other, shared), (shared, other))]
    assert lines[1][1:] == [*lines[1][1:3], *lines[0][1:]]
    assert lines[2][1:] == [*lines[0][1:], *lines[1][1:3]]


_LENGTHS = st.floats(-1e6, 1e6) | st.floats(-1e-5, 1e-5) | st.integers(-(10**7), 10**7).map(lambda n: n / 2**20)


@given(st.text(st.characters(exclude_categories=())), _LENGTHS, _LENGTHS, _LENGTHS, st.lists(_LENGTHS))
def test_the_kernel_writes_runs_as_python_does(
    text: str, size: float, x: float, baseline: float, advances: list[float]
) -> None:
    run = replace(RUN, text=text, size=size, x=x, baseline=baseline, advances=tuple(advances))
    assert kernel is not None
    written = kernel.write_run(run.text, run.face, run.size, run.x, run.baseline, run.advances)
    if any("\ud800" <= character <= "\udfff" for character in text):
        assert written is None
    elif text and advances:
        assert written == write_run(run)


@given(
    st.lists(
        st.tuples(st.sampled_from("ML"), _LENGTHS, _LENGTHS)
        | st.tuples(st.just("C"), *[_LENGTHS] * 6)
        | st.just(("Z",))
    )
)
def test_the_kernel_writes_paths_as_python_does(commands: list[Command]) -> None:
    assert kernel is not None
    assert kernel.write_path(tuple(commands), PATH_DATA, "", 5, False) == write_commands(tuple(commands))
