"""The drawing of what a machine cuts: a closed path for each piece, creases, and registration marks, in layers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardgen.products.imposition.plan import Size
from cardgen.scene.items import CUT, Command, Group, Item, Path, Scene

#: The colour and the width (mm) of cut lines, by `cut`. A line for people is dark, which is visible on every colour.
#: Machines look for the spot colour, which is shown as magenta.
CUT_LINES = {"line": ("#10131a", 0.2), "spot": ("#e6007e", 0.1)}

#: The layers of a cut file. Programs for Silhouette machines leave out those called Regmarks and Print.
CUT_LAYER = "Cut"
CREASE_LAYER = "Crease"
MARKS_LAYER = "Regmarks"
PRINT_LAYER = "Print"

#: The colour of creases. Programs assign tools by colour, too, so it is not that of the cuts.
CREASE_COLOUR = "#0072ce"


def cut_line(commands: tuple[Command, ...], cut: str) -> tuple[Path, ...]:
    """Return a path as a cut line for people (`line`) or for machines (`spot`); no path for `none`."""
    if cut == "none":
        return ()
    colour, width = CUT_LINES[cut]
    return (Path(commands, stroke=colour, stroke_width=width, spot=CUT if cut == "spot" else ""),)


def cut_drawing(
    paper: Size,
    pieces: Iterable[tuple[Command, ...]],
    *,
    creases: Iterable[tuple[Command, ...]] = (),
    marks: Sequence[Path] = (),
    name: str,
    title: str,
    description: str = "",
    lang: str,
) -> Scene:
    """Return the outlines of `pieces` and the `creases` on a sheet of `paper`, as seen on its front.

    Each is a separate path, so that the machine's software can move or omit it. The scene has the size of the printed
    page and the same coordinates.
    """
    colour, width = CUT_LINES["spot"]
    items: list[Item] = [Path(outline, stroke=colour, stroke_width=width, spot=CUT_LAYER) for outline in pieces]
    items += [Path(line, stroke=CREASE_COLOUR, stroke_width=width, spot=CREASE_LAYER) for line in creases]
    items += [Group(tuple(marks), layer=MARKS_LAYER)] if marks else []
    return Scene(*paper, tuple(items), name=name, title=title, description=description, lang=lang)
