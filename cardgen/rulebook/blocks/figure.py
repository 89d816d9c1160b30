"""The keys that all blocks for figures share."""

from typing import Annotated

from pydantic import Field

from cardgen.data.kinds import FileModel

Across = Annotated[int | None, Field(ge=1, le=8)]


class FigureBody(FileModel):
    """The caption of a figure, and how many of its panels are side by side."""

    caption: str = ""
    across: Across = None
