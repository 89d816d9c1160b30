"""Characters that the page writes itself: each is in a font that cardgen ships, or in those of plain systems."""

from __future__ import annotations

from pathlib import Path

from fontTools.ttLib import TTFont

import cardgen

PACKAGE = Path(cardgen.__file__).parent
SHIPPED = ("Barlow-Regular", "CardgenSansSC-Regular", "CardgenSansTC-Regular")
SOURCES = {".js", ".css", ".j2"}

#: Signs that DejaVu Sans has, the font of plain Linux systems, and ⌘, which Macs alone are shown. Others are drawn.
PLAIN = set("⌘↳↶↷↺↻⇑⇓⇥▸▾☐☑⚂⚄⚑⚔⚖⚙⚭✎✕✛✝✦⠿")


def test_every_sign_of_the_page_can_be_shown() -> None:
    shown = set(PLAIN)
    for name in SHIPPED:
        with TTFont(PACKAGE / f"assets/fonts/{name}.ttf") as font:
            shown.update(map(chr, font.getBestCmap()))
    files = [*(PACKAGE / "review/page").rglob("*"), *PACKAGE.glob("games/*/table/*")]
    missing = {
        (character, file.name)
        for file in files
        if file.suffix in SOURCES and "vendor" not in file.parts
        for character in set(file.read_text(encoding="utf-8"))
        if ord(character) > 127 and character not in shown
    }
    assert missing == set()
