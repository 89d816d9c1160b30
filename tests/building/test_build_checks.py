"""What a build says of the findings that do not stop it."""

from __future__ import annotations

from cardgen.base.errors import Finding, Place
from cardgen.building.build_checks import worst_first


def test_the_worst_findings_come_first() -> None:
    small = Finding(Place("a", 1), "CG116", "small-text", "x", severity="warning")
    one = Finding(Place("b", 1), "CG105", "low-contrast", "y", card="1", deck="main")
    many = [Finding(Place("c", 1), "CG114", "text-covered", "z", card=str(i), deck="main") for i in range(3)]
    assert [found.code for found in worst_first([small, one, *many])] == ["CG114", "CG105", "CG116"]
