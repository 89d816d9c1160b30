"""Registration marks of cutting machines, as targets in game.yaml describe them."""

from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from cardgen.base.words.messages import message
from cardgen.data.kinds import FileModel, WithShortForms, wrong_value


class RegistrationMarks(FileModel):
    """Marks that a cutting machine finds the print by: a square at the top left, and two or three angles; mm.

    `inset` is from the edges of the paper to the square and to the middle of the lines of the angles. `length` is that
    of their arms, `width` that of their lines. `clear` mm inside of each angle stay white. With `four`, an angle is at
    the top left, too. `skip` leaves the place of a card nearest to the lower left angle empty.
    """

    inset: Annotated[float, Field(ge=10, le=50)] = 10.0
    square: Annotated[float, Field(ge=3, le=20)] = 5.0
    length: Annotated[float, Field(ge=5, le=50)] = 20.0
    width: Annotated[float, Field(ge=0.3, le=1)] = 0.5
    clear: Annotated[float, Field(ge=5, le=50)] = 20.0
    four: bool = False
    skip: bool = False


def _as_marks(value: Any) -> Any:
    if isinstance(value, bool):
        return RegistrationMarks() if value else None
    if not isinstance(value, dict | RegistrationMarks):
        raise wrong_value(value, message("true, or values such as {example}", example="{inset: 10, width: 0.5}"))
    return value


Regmarks = Annotated[
    RegistrationMarks | None,
    BeforeValidator(_as_marks),
    WithShortForms(RegistrationMarks, {"type": "boolean"}),
]
"""Registration marks: `true` for the usual ones."""
