"""The hints about a text that does not fit help to make it fit."""

from __future__ import annotations

import re

import pytest

from cardgen.building.checks.context import distinct_sides
from cardgen.building.checks.layout import layout_findings
from tests.games_on_disk import GameOnDisk

TEMPLATE = "templates/tiny.yaml"
LONG = "Discard a card, then draw two. **Whoever** holds the tea may look at the top card."


def boxed(game: GameOnDisk, text: str, width: float, height: float, size: float) -> str:
    """Return the hint of the only finding, "" if there is none."""
    head, tail = game.read(TEMPLATE).split("    name:", 1)
    tail = tail.split("\n", 1)[1]
    area = f"[5, 5, {width:g}, {height:g}]"
    box = f'    name: {{kind: text, box: {area}, text: "{text}", lang: en, size: {size:g}}}\n'
    game.write(TEMPLATE, head + box + tail)
    return "".join(
        {finding.hint for finding in layout_findings(distinct_sides(game.layout())) if finding.code == "CG101"}
    )


@pytest.mark.parametrize("text", [LONG, "{{ginger}} " + LONG])  # plain text, and text with an icon
def test_every_recommended_change_makes_the_text_fit(game: GameOnDisk, text: str) -> None:
    game.write(TEMPLATE, game.read(TEMPLATE) + "icons: {ginger: {shape: {kind: ellipse, fill: '#000000'}}}\n")
    text = text.replace("{{", "{").replace("}}", "}")
    hint = boxed(game, text, 26, 12, 3.4)
    way = re.fullmatch(
        r"at 3\.4 mm it is ([\d.]+) mm too high; it fits with one of these: "
        r"text of ([\d.]+) mm, a box ([\d.]+) mm high, a box ([\d.]+) mm wide",
        hint,
    )
    assert way is not None, hint
    _, size, high, wide = map(float, way.groups())
    assert boxed(game, text, 26, 12, size) == ""
    assert boxed(game, text, 26, 12, size + 0.1) != ""
    assert boxed(game, text, 26, high, 3.4) == ""
    assert boxed(game, text, 26, high - 0.2, 3.4) != ""
    assert boxed(game, text, wide, 12, 3.4) == ""
    assert boxed(game, text, wide - 0.5, 12, 3.4) != ""


def test_a_word_that_is_too_wide(game: GameOnDisk) -> None:
    hint = boxed(game, "Incomprehensibility", 20, 8, 4)
    pattern = r"at 4 mm it is [\d.]+ mm too wide; it fits with one of these: text of [\d.]+ mm, a box [\d.]+ mm wide"
    assert re.fullmatch(pattern, hint), hint


def test_a_text_that_no_size_fits_has_only_its_excess_as_hint(game: GameOnDisk) -> None:
    hint = boxed(game, LONG * 9, 15, 2, 4)
    assert re.fullmatch(r"at 4 mm it is [\d.]+ mm too wide and [\d.]+ mm too high", hint), hint


def test_recommendations_are_searched_only_for_the_worst_text_so_far(game: GameOnDisk) -> None:
    """A hundred cards with too long a text do not need a hundred searches."""
    game.change(
        "card_data/tiny/cards.yaml",
        "cards:\n",
        "cards:\n" + "".join(f"  - {{id: c{i}, name: {'tea ' * (20 - i % 3)}}}\n" for i in range(100)),
    )
    game.change(TEMPLATE, "[5, 5, 53, 8]", "[5, 5, 20, 8]")
    hints = [finding.hint for finding in layout_findings(distinct_sides(game.layout())) if finding.code == "CG101"]
    assert len(hints) == 100
    assert [i for i, hint in enumerate(hints) if "it fits" in hint] == [0]
