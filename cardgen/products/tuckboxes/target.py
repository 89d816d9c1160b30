"""The model of a tuck box among the targets of game.yaml, and its checks."""

from collections.abc import Iterator, Mapping
from typing import Literal

from pydantic import Field

from cardgen.base.errors import Fault
from cardgen.data.kinds import Colour, CopiesOfFile, CutMode, FileModel, FileName, Identifier, Papers, Texts
from cardgen.data.regmarks import Regmarks
from cardgen.data.targets import Section, TargetSource, paper_names
from cardgen.products.scene_files import CUT_ENDINGS

#: The endings of files for a cutting machine, with the number of the sheet and that of all sheets.
SHEET_ENDINGS = {
    f"{part}{ending}": (sheet, count)
    for part, sheet, count in (("", 1, 1), ("-1", 1, 2), ("-2", 2, 2))
    for ending in CUT_ENDINGS
}


class TuckboxTarget(FileModel):
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
    front_title: bool = Field(default=False, description="print the titles over the back of the cards, too")
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


TUCKBOXES: Section[Mapping[str, TuckboxTarget]] = Section(
    "tuckboxes", dict[FileName, TuckboxTarget], {}, order=70, check=_check, file_names=paper_names
)
