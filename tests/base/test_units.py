"""Sums of lengths are the same in every version of Python."""

from __future__ import annotations

from cardgen.base.units import sum_floats


def test_floats_are_added_from_left_to_right() -> None:
    """Python 3.12 and later compensate for rounding in `sum`: it would return 0.3 here, and 0.6."""
    assert sum_floats([0.1] * 3) == 0.1 + 0.1 + 0.1 == 0.30000000000000004
    assert sum_floats(value for value in (0.1, 0.2, 0.3)) == 0.6000000000000001


def test_no_floats_add_up_to_zero() -> None:
    assert sum_floats([]) == 0
