"""The model of a tuck box among the targets of game.yaml, and its checks."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from cardgen.base.errors import DataError, Fault, Place
from cardgen.data.kinds import Colour, CopiesOfFile, CutMode, FileName, Identifier, Papers, Texts
from cardgen.data.reading import Reader
from cardgen.data.regmarks import Regmarks
from cardgen.data.targets import Section, TargetSource, paper_names
from cardgen.products.fit_size import LimitedTarget
from cardgen.products.scene_files import CUT_ENDINGS

if TYPE_CHECKING:
    from cardgen.data.pictures import PictureFile

#: The endings of files for a cutting machine, with the number of the sheet and that of all sheets.
SHEET_ENDINGS = {
    f"{part}{ending}": (sheet, count)
    for part, sheet, count in (("", 1, 1), ("-1", 1, 2), ("-2", 2, 2))
    for ending in CUT_ENDINGS
}


class TuckboxTarget(LimitedTarget):
    """A box for a deck, sized from the number of its cards and their thickness.

    `cut` draws the lines for people or for machines; `regmarks` are for a cutting machine: it finds the print by them.
    """

    deck: Identifier = Field(description="the deck that it holds")
    papers: Papers = Field(description="the papers that it is printed on")
    titles: Texts = Field(description="what is in it, by language; the title of the game is printed as well")
    ink: Colour = Field(default="#ffffff", description="the colour of its text")
    paint: Colour = Field(default="#1b2230", description="the colour of the box")
    accent: Colour = Field(default="#f0b93a", description="the colour of its lines, icons and subtitles")
    front: Literal["auto", "back", "plain"] = Field(
        default="auto",
        description=(
            "`back`: the back of the cards covers the front; `plain`: titles in a frame; "
            "`auto`: `back` if all cards of the deck have the same upright back"
        ),
    )
    picture: FileName | None = Field(default=None, description="a picture of the game's folder that covers the front")
    front_title: bool | None = Field(
        default=None, description="print the titles over what covers the front; by default over a picture only"
    )
    show: Annotated[tuple[Identifier, ...], Field(max_length=5, strict=False)] = Field(
        default=(), description="cards of the deck, by their ids, whose faces are in a fan on the back"
    )
    bottom: Literal["tuck", "glued", "crash-lock"] = Field(
        default="tuck", description="how it is closed below: tucked in, glued, or locking by itself"
    )
    slits: bool = Field(default=True, description="slits beside the fold of a tuck flap, in which the dust flaps catch")
    sheets: Literal["auto", "one", "two"] = Field(
        default="auto", description="how many sheets it is printed on; `auto`: two only if it does not fit one"
    )
    copies: CopiesOfFile = Field(default=1, description="how many boxes the file has")
    cut: CutMode = "line"
    regmarks: Regmarks = None

    @property
    def cut_endings(self) -> tuple[str, ...]:
        """The endings that its files for a cutting machine can have: none if it is not for one."""
        return tuple(SHEET_ENDINGS) if self.cut == "spot" or self.regmarks is not None else ()


def _check(targets: Mapping[str, TuckboxTarget], source: TargetSource) -> Iterator[Fault]:
    for key, target in targets.items():
        yield from source.deck_faults([target.deck], "tuckboxes", key, "deck")
        if target.picture is not None:
            place = source.marked.place("targets", "tuckboxes", key, "picture")
            try:
                open_picture(target.picture, source.reader, place)
            except DataError as error:
                yield from error.faults


def open_picture(name: str, reader: Reader, place: Place) -> "PictureFile":
    """Return the picture for a front. DataError if it cannot be opened."""
    from cardgen.data.pictures import Pictures  # lazy: few boxes have a picture

    return Pictures(reader).open(name, place)


TUCKBOXES: Section[Mapping[str, TuckboxTarget]] = Section(
    "tuckboxes", dict[FileName, TuckboxTarget], {}, order=70, check=_check, file_names=paper_names
)
