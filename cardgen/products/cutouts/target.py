"""The model of a target of paper pieces."""

from typing import Annotated

from pydantic import Field

from cardgen.data.kinds import CutMode, FileModel, Identifier, Length, Papers, Texts
from cardgen.data.regmarks import Regmarks


class CutoutTarget(FileModel):
    """Paper pieces to cut out: shapes of a deck with their numbers, in cells of `pitch` mm.

    `cut` draws the lines for people or for machines; `regmarks` are for a cutting machine: it finds the print by them.
    """

    deck: Identifier
    papers: Papers
    pitch: Length
    titles: Texts
    pieces: Annotated[dict[Identifier, Annotated[int, Field(ge=1, le=1000)]], Field(min_length=1)]
    cut: CutMode = "line"
    regmarks: Regmarks = None
