"""Text that reaches out of an area: measured exactly, unless it is certainly inside."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cardgen.cards.boxes import ink
from cardgen.cards.boxes.ink import text_beyond
from cardgen.scene.items import IDENTITY, GlyphRun
from cardgen.text.fonts import face_named
from cardgen.text.ink import ink_of

AREA = (0.0, 0.0, 30.0, 10.0)
FACES = {"latin": "Aj .W…f|ÅÇ_", "han": "中 ，字j"}


@st.composite
def runs(draw: st.DrawFn) -> GlyphRun:
    face = draw(st.sampled_from(sorted(FACES)))
    text = draw(st.text(FACES[face], min_size=1, max_size=8).filter(str.strip))
    size = draw(st.floats(1, 5))
    extra = draw(st.sampled_from([0.0, 0.3, -0.2, -1.0]))
    units = face_named(face).units
    advances = tuple(face_named(face).nominal_width(character) / units * size + extra for character in text)
    x, baseline = draw(st.floats(-3, 30)), draw(st.floats(-1, 12))
    slant, vertical = draw(st.sampled_from([0.0, 0.0, 0.3])), draw(st.sampled_from([False, False, True]))
    return GlyphRun(text, face, size, x, baseline, advances, slant=slant, vertical=vertical)


@given(runs())
def test_a_run_that_is_well_inside_has_all_of_its_ink_inside(run: GlyphRun) -> None:
    if ink._is_well_inside(run, AREA):
        x, y, width, height = ink_of(run)
        assert min(x, y) >= -1e-9
        assert x + width <= 30 + 1e-9
        assert y + height <= 10 + 1e-9
        assert text_beyond((run,), IDENTITY, AREA) == 0


def test_most_runs_inside_are_not_measured() -> None:
    run = GlyphRun("Wide words", "latin", 2.0, 3.0, 5.0, (1.0,) * 10)
    assert ink._is_well_inside(run, AREA)
    assert not ink._is_well_inside(run, (3.0, 0.0, 11.0, 10.0))
