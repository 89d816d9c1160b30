"""The page's look: its pairs of colours have enough contrast in both themes, and every icon is used and drawn."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import cardgen
from cardgen.scene.colour import contrast

PACKAGE = Path(cardgen.__file__).parent
PAGE = PACKAGE / "review/page"
TOKENS = (PAGE / "app/tokens.css").read_text(encoding="utf-8")
SOURCES = "".join(
    file.read_text(encoding="utf-8")
    for folder in (PAGE, *PACKAGE.glob("games/*/table"))
    for file in sorted(folder.rglob("*"))
    if file.suffix in {".js", ".css"}
)


def colours(theme: int) -> dict[str, str]:
    """Return the tokens that are colours, by their names, in the light (0) or the dark theme (1)."""
    both = re.findall(r"--([\w-]+):\s*light-dark\((#\w+), (#\w+)\)", TOKENS)
    same = re.findall(r"--([\w-]+):\s*(#\w{6})\b", TOKENS)
    return {**dict(same), **{name: shades[theme] for name, *shades in both}}


@pytest.mark.parametrize("theme", [0, 1])
def test_colours_have_enough_contrast(theme: int) -> None:
    of = colours(theme)
    pairs = re.findall(r"([\w-]+) on ([\w-]+) (4\.5|3)\b", TOKENS)
    assert len(pairs) > 70
    weak = {(ink, ground) for ink, ground, least in pairs if contrast(of[ink][:7], of[ground][:7]) < float(least)}
    assert weak == set()


def test_every_token_that_is_used_is_there() -> None:
    used = set(re.findall(r"var\(--([a-z][\w-]*)[,)]", SOURCES))
    assert used - set(re.findall(r"--([\w-]+)\s*[:\"]", SOURCES)) == set()


def test_icons_are_drawn_and_used() -> None:
    drawn = set(re.findall(r'id="icon-([\w-]+)"', (PAGE / "app/sprite.svg").read_text(encoding="utf-8")))
    named = set(re.findall(r'"([a-z-]+)"', SOURCES))
    used = set(re.findall(r'icon\("([\w-]+)"', SOURCES)) | set(re.findall(r'icon: "([\w-]+)"', SOURCES))
    assert used <= drawn
    assert drawn <= named, "an icon that nothing names is not sent to anybody"
