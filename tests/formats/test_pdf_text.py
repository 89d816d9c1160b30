"""The kernel draws runs as Python does; without it, files have the same bytes."""

from __future__ import annotations

from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.base.fast import kernel
from cardgen.formats import pdf_content
from cardgen.formats.pdf import pdf_bytes
from cardgen.scene.items import GlyphRun, Scene
from cardgen.text.fonts import face_named

_LENGTHS = st.floats(-60, 60) | st.integers(-(10**6), 10**6).map(lambda n: n / 2**14)


@st.composite
def runs(draw: st.DrawFn) -> GlyphRun:
    face = draw(st.sampled_from(["latin", "han"]))
    text = draw(st.text(st.sampled_from("AVTWao.,1790 é" + "方块垃圾" * (face == "han")), min_size=1, max_size=12))
    size = draw(st.sampled_from([2.0, 3.1, 5.0]))
    opened = face_named(face)
    natural = [opened.nominal_width(c) / opened.units * size if opened.has(c) else size for c in text]
    move = st.sampled_from([0.0, 0.0, 0.0, 0.01, -0.13, 1 / 3, 0.5])
    text = "".join(c if opened.has(c) else "a" for c in text)
    advances = tuple([width + draw(move) for width in natural])
    return GlyphRun(text, face, size, draw(_LENGTHS), draw(_LENGTHS), advances)


@given(st.lists(runs(), min_size=1, max_size=6))
def test_files_are_the_same_without_the_kernel(items: list[GlyphRun]) -> None:
    scene = Scene(60, 40, tuple(items))
    fast = pdf_bytes([scene])
    assert kernel is not None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pdf_content, "kernel", None)
        assert pdf_bytes([scene]) == fast


def test_the_kernel_leaves_some_texts_to_python() -> None:
    assert kernel is not None
    widths = array("h", [-1]) * 128
    widths[ord("a")] = 500
    assert kernel.draw_text("aa", (1.5, 1.5), widths, 3.0, 1.0, 2.0, 4) == "BT 1 0 0 -1 1 2 Tm <00610061> Tj ET"
    assert kernel.draw_text("aa", (1.53, 1.5), widths, 3.0, 1, 2, 4) == "BT 1 0 0 -1 1 2 Tm [<0061>-10<0061>] TJ ET"
    for text, advances in (("ab", (1.5, 1.5)), ("a方", (1.5, 3.0)), ("aa", (1.5,)), ("aa", (2.0, 1.5)), ("", ())):
        assert kernel.draw_text(text, advances, widths, 3.0, 1.0, 2.0, 4) is None


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_a_number_that_is_not_finite_cannot_be_drawn(value: float) -> None:
    with pytest.raises(ValueError, match="cannot be drawn"):
        pdf_bytes([Scene(60, 40, (GlyphRun("a", "latin", 3.0, value, 2.0, (1.5,)),))])
