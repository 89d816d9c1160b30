"""The model of a target of paper pieces."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from cardgen.data.kinds import FileModel, Identifier, Length, Papers, Texts


class CutoutTarget(FileModel):
    """Paper pieces to cut out: shapes of a deck with their numbers, in cells of `pitch` mm."""

    deck: Identifier
    papers: Papers
    pitch: Length
    titles: Texts
    pieces: Annotated[dict[Identifier, Annotated[int, Field(ge=1, le=1000)]], Field(min_length=1)]
