"""Figures of scenes with claims that a rules engine proves: each scene as text, a line `---`, its options as YAML."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from cardgen.base.errors import DataError, Fault, Faults, Place, Text
from cardgen.base.words.messages import message
from cardgen.data.marked import Marked
from cardgen.rulebook.blocks.context import BlockContext, Fence
from cardgen.rulebook.blocks.figure import FigureBody
from cardgen.rulebook.book import Panel, Picture, plain

Body = TypeVar("Body", bound=FigureBody)


class SceneError(ValueError):
    """A line of a scene that cannot be read, or that the engine refutes; `line` and `column` count from 1."""

    def __init__(self, line: int, reason: Text | Exception, column: int = 1, hint: Text = "") -> None:
        super().__init__(str(reason))
        self.line, self.column, self.reason, self.hint = line, column, reason, hint


def read_scenes(
    fence: Fence,
    context: BlockContext,
    options: type[Body],
    draw: Callable[[str, Body, Marked], tuple[Picture, str] | None],
) -> tuple[list[Panel], int]:
    """Return a panel for each scene of a block, and how many of them are side by side.

    `draw` returns the picture of a scene and what it shows in words, None for a scene without a picture. DataError for
    all faults, also at each SceneError that it raises.
    """
    parts = fence.parts()
    if len(parts) % 2:
        raise DataError(Fault(fence.place, message("after each scene, options follow below a line ---")))
    panels, across, faults = list[Panel](), None, Faults()
    for (skip, text), (below, given) in zip(parts[::2], parts[1::2], strict=True):
        with faults:
            body, marked = fence.parse_yaml(options, given, below)
            try:
                drawn = draw(text, body, marked)
            except SceneError as error:
                place = Place(fence.file, fence.line + skip + error.line, error.column)
                reason = message("the engine refutes this: {reason}", reason=error.reason)
                raise DataError(Fault(place, reason, error.hint)) from error
            across = body.across or across
            if drawn is not None:
                caption = context.words(body.caption, marked.place("caption"))
                panels.append(Panel(drawn[0], caption, f"{plain(caption)} {drawn[1]}".strip()))
    faults.raise_all()
    return panels, across or min(2, len(panels))
