"""The product `tally`: a page with a row of squares for each sum of two dice, to mark how often it has come."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated

from pydantic import Field

from cardgen import (
    FileModel,
    FileName,
    Game,
    LaidCard,
    Options,
    OutputFile,
    Papers,
    Product,
    Scene,
    Section,
    game_yaml,
    pages_file,
    paper_names,
    paper_size,
)
from cardgen.drawing import Path, rectangle

SUMS = range(2, 13)
MARGIN = 15.0


class TallyTarget(FileModel):
    """A page on each of its `papers`, with so many squares `across`."""

    papers: Papers
    across: Annotated[int, Field(ge=1, le=60)] = 20


def _plan(game: Game, _: Mapping[str, tuple[LaidCard, ...]], options: Options) -> Iterator[OutputFile]:
    """Yield a page for each paper that is asked for."""
    for name, target in TALLY.of(game.file).items():
        for path, paper in options.for_papers(name, target.papers):
            yield pages_file(game, path, [draw_tally(*paper_size(paper), target.across)], (game_yaml(game),), paper)


def draw_tally(width: float, height: float, across: int) -> Scene:
    """Return the page: the squares are as large as the paper allows."""
    side = min((width - 2 * MARGIN) / across, (height - 2 * MARGIN) / len(SUMS))
    squares = [
        Path(rectangle(MARGIN + column * side, MARGIN + row * side, side, side), stroke="#333333", stroke_width=0.2)
        for row in range(len(SUMS))
        for column in range(across)
    ]
    return Scene(width, height, tuple(squares))


TALLY: Section[Mapping[str, TallyTarget]] = Section("tally", dict[FileName, TallyTarget], {}, file_names=paper_names)
PRODUCT = Product(TALLY, _plan)
