"""How much of scenes is covered with ink, measured on their pixels."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.base.units import pixels
from cardgen.scene.items import Scene

#: A line of 0.3 mm is a pixel wide. With fewer dots per inch it counts as much more than it has: none is drawn thinner.
_DPI = 108


def measure_coverage(scenes: Sequence[Scene]) -> list[float]:
    """Return the mean of 1 - lightness of each scene at its trim, 0 (white) to 1 (black).

    Lightness is the luma of the pixels (ITU-R BT.601), as grey printers take it.
    """
    from cardgen.formats.pdf import Page, pdf_bytes
    from cardgen.formats.rendering import opened_pdf, render

    if not scenes:
        return []
    means = []
    with opened_pdf(pdf_bytes(Page(scene, bleed=False) for scene in scenes)) as document:
        for number, scene in enumerate(scenes):
            size = (max(1, pixels(side, _DPI)) for side in (scene.width, scene.height))
            counts = render(document, number, *size).to_picture().convert("L").histogram()
            means.append(1 - sum(level * count for level, count in enumerate(counts)) / 255 / sum(counts))
    return means
