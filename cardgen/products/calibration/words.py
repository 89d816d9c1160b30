"""The words of the calibration sheet."""

from __future__ import annotations

from collections.abc import Mapping

from cardgen.base.words.messages import Message, printed
from cardgen.products.imposition.label import SIDES
from cardgen.products.imposition.plan import Flip

TITLE = printed("Calibration")
FRONT, BACK = SIDES["front"], SIDES["back"]
AIM = printed("Measures the margins of your printer, its scale, and where it puts fronts and backs.")
EXAMPLE = printed("Example")
CORRECTED = printed("Corrected for the printer:")
TURNED = printed("This is the back. Hold the front towards you.")

_EDGES: Mapping[Flip, Message] = {"long": printed("long edge"), "short": printed("short edge")}


def steps(flip: Flip) -> tuple[Message, ...]:
    """Return the steps of a sheet that is turned over on the `flip` edge."""
    return (
        printed(
            "Print this sheet on both sides at 100 %, never “fit to page”, turned over on the {edge}: "
            "on the paper and from the tray that your cards will be printed on.",
            edge=_EDGES[flip],
        ),
        printed(
            "Scale: measure the rulers G and H. If one is off by more than 3 mm, the printer still fits the page to "
            "the paper: put that right and begin again."
        ),
        printed(
            "Margins: at each edge, find the mark nearest to the edge of the paper that is printed whole, and write "
            "its number above the arrow to that edge."
        ),
        printed("Front: measure C, D, E and F, from the thick line straight to the edge of the paper."),
        printed(
            "Back: hold the sheet against a window, this side towards you: a red cross shines through each target. "
            "Or prick a pin through the middle of each cross from the back."
        ),
        printed(
            "At A and at B read x where the upright red line meets the lower scale, and y where the level red line "
            "meets the scale on the left. Mind the sign, and estimate tenths of a millimetre."
        ),
        printed(
            "Complete the command: choose a name for the printer, and calculate each number as it says below its "
            "line. Type it in one line. From then on, every build is made for this printer."
        ),
        printed(
            "Build, and print this sheet once more: G and H must be 100 mm long, C equal to E, D equal to F, and both "
            "crosses at 0. Add what is left to the numbers."
        ),
    )


def all_words() -> tuple[Message, ...]:
    """Return every message of the sheet."""
    fixed = (TITLE, FRONT, BACK, AIM, EXAMPLE, CORRECTED, TURNED)
    return (*fixed, *steps("long"), *steps("short"))
