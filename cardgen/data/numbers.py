"""Numbers that a game states about itself, such as how many people play it."""

from typing import Annotated, Self

from pydantic import Field, model_validator

from cardgen.base.errors import WrongValueError
from cardgen.base.words.messages import message
from cardgen.data.kinds import FileModel

#: The least age of players, in years.
Age = Annotated[int, Field(ge=1, le=99)]


class Numbers(FileModel):
    """The numbers from `least` to `most` in steps: 2 and 4, but not 3, are `{least: 2, most: 4, step: 2}`."""

    least: Annotated[int, Field(ge=1, le=1000, description="the least number")]
    most: Annotated[int, Field(ge=1, le=1000, description="the greatest number")]
    step: Annotated[int, Field(ge=1, le=1000, description="the distance from one number to the next")] = 1

    @model_validator(mode="after")
    def _check_order(self) -> Self:
        if self.most < self.least or (self.most - self.least) % self.step:
            template = "most: {most} given, expected {least} or more, in steps of {step}"
            raise WrongValueError(message(template, most=self.most, least=self.least, step=self.step))
        return self

    @property
    def all(self) -> range:
        """All of the numbers."""
        return range(self.least, self.most + 1, self.step)
