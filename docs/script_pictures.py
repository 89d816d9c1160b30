"""Draw the picture of text in eight languages for docs/fonts.md: python docs/script_pictures.py

It needs the fonts of Debian that `make test` installs, and is run from the folder of the repository.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from cardgen.formats.png import to_png  # noqa: E402
from cardgen.scene.items import Group, Item, Scene, rectangle, translate  # noqa: E402
from cardgen.scene.items import Path as Shape  # noqa: E402
from cardgen.text.paragraphs import layout_paragraph  # noqa: E402
from cardgen.text.spans import Span  # noqa: E402
from tests.formats.world import SAMPLES, font_of  # noqa: E402

_SIZE, _MARGIN, _GAP = 3.2, 5.0, 1.6


def main() -> None:
    items: list[Item] = [Shape(rectangle(0, 0, 63, 88, 3), fill="#fbf8f1", stroke="#1b2230", stroke_width=0.3)]
    y = _MARGIN
    for sample in SAMPLES:
        span = Span(sample.text, font_of(sample), "#1b2230", sample.lang)
        flow = layout_paragraph([span], _SIZE, 63 - 2 * _MARGIN, leading=1.25, align="start")
        items.append(Group(flow.items, translate(_MARGIN, y)))
        y += flow.height + _GAP
    card = Scene(63, 88, tuple(items), title="Eight languages", description="A card with a rule in eight languages")
    (ROOT / "docs/pictures/scripts.png").write_bytes(to_png(card, dpi=254))


main()
