"""Draw the sheets of a deck with typst: python benchmarks/peers/typst_sheets.py CARDS.csv FILE.pdf [--defaults]

It gets a folder with the two fonts only, and writes no tags for screen readers, because cardgen writes none on sheets:
both make it faster. With --defaults it gets the folder of all bundled fonts, and writes tags.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

import typst

FONTS = Path(__file__).parents[2] / "cardgen/assets/fonts"
PROGRAM = Path(__file__).with_name("sheets.typ")


def main() -> None:
    source, target, *options = sys.argv[1:]
    defaults = options == ["--defaults"]
    with tempfile.TemporaryDirectory() as folder:
        for name in () if defaults else ("Barlow-Regular.ttf", "Barlow-Bold.ttf"):
            shutil.copy(FONTS / name, folder)
        typst.compile(
            str(PROGRAM),
            output=target,
            root="/",
            sys_inputs={"cards": str(Path(source).resolve())},
            font_paths=[str(FONTS) if defaults else folder],
            ignore_system_fonts=True,
            pdf_tags=defaults,
        )


main()
