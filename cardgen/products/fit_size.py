"""PDFs that are no larger than a destination takes: their pictures get fewer pixels and a lower quality."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, TypeVar

from pydantic import Field

from cardgen.base.errors import DataError, Fault, Place
from cardgen.base.records import dataclass
from cardgen.base.temporary import Content
from cardgen.base.words.messages import message
from cardgen.data.kinds import FileModel
from cardgen.products.files import dpi_key

if TYPE_CHECKING:
    from cardgen.data.model import Game
    from cardgen.formats.pdf_images import PictureLimit

PictureDpi = Annotated[int, Field(ge=72, le=2400)]
MostMegabytes = Annotated[float, Field(gt=0, le=2000)]


class LimitedTarget(FileModel):
    """A target whose PDFs have pictures of at most `picture_dpi`, fewer if a file would be larger than `most_mb`."""

    picture_dpi: PictureDpi | None = None
    most_mb: MostMegabytes | None = None


@dataclass(frozen=True, slots=True)
class PdfLimits:
    """The most dots per inch of the pictures of a PDF and the most megabytes of it; the game's own, or any, if None.

    `place` is that of the limit in game.yaml.
    """

    picture_dpi: int | None = None
    most_mb: float | None = None
    place: Place = Place()  # frozen

    def picture_dpi_in(self, game: Game) -> int:
        """Return the most dots per inch of pictures."""
        return self.picture_dpi or game.file.targets.picture_dpi

    def key_in(self, game: Game) -> tuple[str, ...]:
        """Return the parts of keys that say what the limits are; none if they are as usual."""
        return (*dpi_key(game, self.picture_dpi), *([f"most_mb {self.most_mb}"] if self.most_mb else []))


def limits_of(game: Game, target: LimitedTarget, *path: str) -> PdfLimits:
    """Return the limits of the PDFs of a target, which is at `path` below the targets in game.yaml."""
    return PdfLimits(target.picture_dpi, target.most_mb, game.marked.place("targets", *path, "most_mb"))


Made = TypeVar("Made", bound=Content)


def picture_limit(dpi: int, quality: int | None) -> int | PictureLimit:
    """Return the limit of a document's pictures as `to_pdf` takes it."""
    if quality is None:
        return dpi
    from cardgen.formats.pdf_images import PictureLimit

    return PictureLimit(dpi, quality)


#: The dots per inch and the quality of pictures that are tried one after the other.
STEPS = ((300, 85), (250, 80), (200, 75), (150, 70), (120, 60), (96, 50), (72, 40))


def fit_size(
    write: Callable[[int, int | None], Made], dpi: int, most_mb: float | None, place: Place, name: str
) -> tuple[Made, dict[str, object]]:
    """Return a PDF of at most `most_mb` megabytes, and the facts that say how it was reached.

    `write` returns it with pictures of at most so many dots per inch that are JPEGs of a quality, unless that is None.
    The first that is small enough is taken: that of `dpi`, then those of STEPS. DataError at `place` if none is.
    """
    content = write(dpi, None)
    if most_mb is None or len(content) <= most_mb * 1e6:
        return content, {}
    step = (dpi, 0)
    for step in ((min(dpi, least), quality) for least, quality in STEPS):
        content = write(*step)
        if len(content) <= most_mb * 1e6:
            return content, {"reduced": [*step]}
    problem = message(
        "{name} has {size:.2f} MB with pictures of {dpi} dpi and a quality of {quality}, expected at most {most:g} MB",
        name=name,
        size=len(content) / 1e6,
        dpi=step[0],
        quality=step[1],
        most=most_mb,
    )
    raise DataError(Fault(place, problem, message("raise most_mb, or put fewer cards or pages into one file")))
