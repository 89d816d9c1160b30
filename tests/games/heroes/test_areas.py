"""Putting into a place, and plot cards."""

from __future__ import annotations

from cardgen.games.heroes.areas import lay_plot, put_into


def test_nothing_is_replaced_by_putting_into_a_place() -> None:
    assert put_into({"weapon": "S5"}, "mount", "H5") == {"weapon": "S5", "mount": "H5"}
    assert put_into({"weapon": "S5"}, "weapon", "S6") is None


def test_a_faction_has_one_plot_card() -> None:
    assert lay_plot(None, "ruse") == ("ruse", None)
    assert lay_plot("siege", "ruse") == ("ruse", "siege")
    assert lay_plot("siege", "ruse", keep="held") == ("siege", "ruse")
