"""The words of the calibration sheet."""

from __future__ import annotations

from collections.abc import Mapping

from cardgen.sheets.label import SIDES
from cardgen.sheets.plan import Flip
from cardgen.words.messages import Message, message

TITLE = message("Calibration")
FRONT, BACK = SIDES["front"], SIDES["back"]
AIM = message("Finds how far your printer sets the backs off, and proves that it prints at 100 %.")
AIM_LYING = message(
    "Finds how far your printer sets the backs off, and proves that it prints at 100 %. "
    "For the sheets that lie on their side."
)
ANGLE = message("angle")
EXAMPLE = message("Example")
TURNED = message("This is the back. Hold the front towards you.")
RULER = message("Each ruler must be 100 mm long")

_EDGES: Mapping[Flip, Message] = {"long": message("long edge"), "short": message("short edge")}


def steps(flip: Flip, axis: str, factor: str) -> tuple[Message, ...]:
    """Return the steps. `axis` is the axis of the readings for the angle, `factor` the degrees per mm of difference."""
    return (
        message(
            "Print this sheet on both sides at 100 %, never “fit to page”, turned over on the {edge}: "
            "on the paper and from the tray that your cards will be printed on.",
            edge=_EDGES[flip],
        ),
        message(
            "Measure both rulers: each must be 100 mm long. If one is not, the printer still scales the page; "
            "put that right and begin again."
        ),
        message(
            "Hold the sheet against a window, this side towards you: a red cross shines through each target. "
            "Or prick a pin through the middle of each cross from the back."
        ),
        message(
            "At A and at B read x where the upright red line meets the lower scale, and y where the level red line "
            "meets the scale on the left. Mind the sign, and estimate tenths of a millimetre."
        ),
        message(
            "The shift is the mean, and the angle in degrees comes from the difference, as in the table:\n"
            "x  =  (xA + xB)  ÷  2\ny  =  (yA + yB)  ÷  2\nangle  =  ({axis}A − {axis}B)  ×  {factor}",
            axis=axis,
            factor=factor,
        ),
        message(
            "Build again with the three numbers as in the example, and print this sheet once more: "
            "both crosses must stand at 0. What is left is added to the numbers."
        ),
    )


def readings(
    first: tuple[str, str], second: tuple[str, str], shift: tuple[str, str], difference: str, factor: str, angle: str
) -> Message:
    """Return the example: the readings (x, y) at A and at B, and the numbers that follow."""
    return message(
        "A reads x {xa}, y {ya}.  B reads x {xb}, y {yb}.  So x = {x},  y = {y},  "
        "angle = {difference} × {factor} = {angle}.",
        xa=first[0],
        ya=first[1],
        xb=second[0],
        yb=second[1],
        x=shift[0],
        y=shift[1],
        difference=difference,
        factor=factor,
        angle=angle,
    )


def applied(option: str) -> Message:
    """Return the note about the command line option that has moved the backs of this sheet."""
    return message("Corrected by {option}.", option=option)


def all_words() -> tuple[Message, ...]:
    """Return every message of the sheet, with values in place of the measured ones."""
    example = readings(("0", "0"), ("0", "0"), ("0", "0"), "0", "0", "0")
    fixed = (TITLE, FRONT, BACK, AIM, AIM_LYING, ANGLE, EXAMPLE, TURNED, RULER)
    return (*fixed, *steps("long", "x", "0"), *steps("short", "x", "0"), example, applied("--back-offset"))
