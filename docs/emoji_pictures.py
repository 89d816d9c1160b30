"""Draw the picture of emoji for docs/fonts.md: python docs/emoji_pictures.py package/twemoji.woff2

It needs Twemoji as docs/fonts.md gets it from npm, and is run from the folder of the repository.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from cardgen.editing.fonts import unpack  # noqa: E402
from cardgen.formats.png import to_png  # noqa: E402
from cardgen.scene.items import Group, Item, Scene, rectangle, translate  # noqa: E402
from cardgen.scene.items import Path as Shape  # noqa: E402
from cardgen.text.fonts import Font, make_face, register_font  # noqa: E402
from cardgen.text.paragraphs import layout_paragraph  # noqa: E402
from cardgen.text.spans import Span  # noqa: E402

_INK = "#1b2230"

#: The paragraphs of the card: their size in mm, and their words, of which those in the font of emoji are second.
_PARAGRAPHS = (
    (9.0, (("", "\N{THUNDER CLOUD AND RAIN}\N{OCTOPUS}\N{SAILBOAT}\N{ANCHOR}"),)),
    (4.4, (("Storm over the harbour ", "\N{HIGH VOLTAGE SIGN}"),)),
    (
        3.2,
        (
            ("Pay ", "\N{GEM STONE}\N{GEM STONE}"),
            (", draw ", "\N{GAME DIE}"),
            (" and keep one ", "\N{PERFORMING ARTS}"),
        ),
    ),
)


def draw_emoji(font: Path, file: Path) -> None:
    """Draw a card with emoji of a font in colour."""
    content, _ = unpack(font.read_bytes())
    face = make_face(content, font)
    emoji = register_font(Font("emoji#picture", "emoji", (face.name, "latin"))).name
    items: list[Item] = [Shape(rectangle(0, 0, 63, 33, 3), fill="#fbf8f1", stroke=_INK, stroke_width=0.3)]
    y = 4.0
    for size, words in _PARAGRAPHS:
        spans = [
            Span(text, name, _INK, "en")
            for pair in words
            for text, name in zip(pair, ("regular", emoji), strict=True)
            if text
        ]
        flow = layout_paragraph(spans, size, 55, leading=1.25, align="start")
        items.append(Group(flow.items, translate(4, y)))
        y += flow.height + 2
    card = Scene(63, 33, tuple(items), title="Emoji", description="A card with emoji in colour, large and among words")
    file.write_bytes(to_png(card, dpi=254))


if __name__ == "__main__":
    draw_emoji(Path(sys.argv[1]), ROOT / "docs/pictures/emoji.png")
