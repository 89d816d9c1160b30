"""`picture art/a.png art/b.svg`: picture files of the game."""

from __future__ import annotations

from cardgen.base.errors import Fault, Faults
from cardgen.base.records import dataclass
from cardgen.base.units import MM_PER_INCH
from cardgen.base.words.messages import message
from cardgen.cards.boxes.pictures import place_picture
from cardgen.data import pictures
from cardgen.data.kinds import Length
from cardgen.rulebook.blocks.context import BlockContext, Fence
from cardgen.rulebook.blocks.figure import FigureBody
from cardgen.rulebook.book import Figure, Panel, Picture, Sources, Words, plain
from cardgen.rulebook.style import INK
from cardgen.scene.shapes import Drawing

#: A picture is no higher, mm: it leaves room for text on the page.
MOST_HEIGHT = 110.0


class PictureBody(FigureBody):
    """`captions` and `alts` have one entry a picture; `alts` are text alternatives for those who cannot see it."""

    width: Length | None = None
    captions: list[str] = []
    alts: list[str] = []


@dataclass(frozen=True, slots=True)
class FilePicture(Picture):
    """A picture file, as wide as its room or `width` mm, whichever is less."""

    file: pictures.PictureFile
    width: float | None = None

    def draw(self, width: float, sources: Sources) -> Drawing:  # noqa: ARG002
        across, down = self.file.size
        wide = min(width, self.width or width, MOST_HEIGHT * across / down)
        tall = wide * down / across
        return Drawing(place_picture(self.file, (0.0, 0.0, wide, tall), colour=INK), wide, tall)

    def printed_dpi(self, drawing: Drawing) -> float | None:
        if self.file.drawing is not None:  # made of shapes
            return None
        return self.file.pixels[0] / drawing.width * MM_PER_INCH


def read_picture(fence: Fence, context: BlockContext) -> Figure:
    """Return a figure of picture files. DataError if a file cannot be opened, or a picture has no text alternative."""
    body, marked = fence.parse_yaml(PictureBody)
    names = fence.require_names(message("expected names of files, such as art/table.png"))
    caption = context.words(body.caption, marked.place("caption"))
    faults = Faults()
    for key, texts in (("captions", body.captions), ("alts", body.alts)):
        if texts and len(texts) != len(names):
            text = message(
                "the number of `{key}` is {count}, that of the pictures {pictures}",
                count=len(texts),
                key=key,
                pictures=len(names),
            )
            faults.append(Fault(marked.place(key), text))
    panels = []
    for number, name in enumerate(names):
        file = faults.attempt(context.open_picture, name, fence)
        if file is None:
            continue
        words: Words = ()
        if number < len(body.captions):
            words = context.words(body.captions[number], marked.place("captions", number))
        alt = context.fill(body.alts[number], marked.place("alts", number)) if number < len(body.alts) else ""
        alt = alt.strip() or plain(words).strip() or (plain(caption).strip() if len(names) == 1 else "")
        if not alt and not faults:
            hint = message("add `alts` with a text for each picture, or captions")
            faults.append(Fault(fence.place, message("picture has no alt text"), hint))
        panels.append(Panel(FilePicture(file, body.width), words, alt))
    faults.raise_all()
    return Figure(tuple(panels), body.across or min(3, len(panels)), caption, fence.place)
