"""A profile of a press that is damaged is an error at its file."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.base.errors import DataError, Place
from cardgen.data.icc import MOST_BYTES
from cardgen.data.reading import Reader
from cardgen.formats.press.options import PressOptions, load_press
from tests.profiles import half_table, inks_profile

UNWRITABLE = inks_profile(B2A0=half_table())


def fault_of(profile: bytes, folder: Path) -> str:
    """Return the fault of a profile in a folder; an empty text if it has none."""
    (folder / "press.icc").write_bytes(profile)
    try:
        load_press(PressOptions(icc="press.icc", condition="Test"), Reader(folder, folder), Place("game.yaml", 3, 7))
    except DataError as error:
        (fault,) = error.faults
        return str(fault)
    return ""


def test_a_whole_profile_has_no_fault(tmp_path: Path) -> None:
    assert fault_of(inks_profile(), tmp_path) == ""


@pytest.mark.parametrize(
    ("damaged", "problem"),
    [
        # LittleCMS can read this one, but not write it: each picture would end in an error without a file.
        (UNWRITABLE[:8] + b"\4" + UNWRITABLE[9:], "that cannot be used"),
        (inks_profile(A2B0=b"mpet" + bytes(5_000)), "that takes far too much work"),
        (inks_profile(A2B0=bytes(2 * MOST_BYTES)), "of 16.8 MB, more than the limit of 8.4"),
        (inks_profile()[:140] + b"\xff" + inks_profile()[141:], "that is damaged"),
    ],
    ids=["unwritable", "much-work", "large", "tag-outside"],
)
def test_a_damaged_profile_is_an_error_at_its_file(damaged: bytes, problem: str, tmp_path: Path) -> None:
    assert fault_of(damaged, tmp_path).startswith(f"press.icc: an ICC profile {problem} (print shops")
