"""The models of a template file but for its boxes: its sides, text styles and icons."""

import re
from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Field, StringConstraints, WithJsonSchema, model_validator

from cardgen.base.errors import WrongValueError
from cardgen.base.words.messages import message
from cardgen.data.kinds import (
    Colour,
    FileModel,
    FileName,
    Font,
    Identifier,
    Language,
    Length,
    SizeName,
    Texts,
    WithShortForms,
    Word,
    as_tuple,
    text_as,
    wrong_value,
)
from cardgen.data.templates.box_models import INK_WORDS, Extending, FileNames, Opacity
from cardgen.scene.items import BoxInk

Ems = Annotated[float, Field(ge=0, le=50)]

#: The smallest and the largest text, mm.
LEAST_SIZE, MOST_SIZE = 0.5, 200.0


_TAG = r"^-?[A-Za-z0-9]{4}$"


def _check_tag(value: Any) -> Any:
    if isinstance(value, str) and not re.match(_TAG, value):
        raise wrong_value(value, message("a tag of four letters or figures"), "smcp, -liga")
    return value


Features = Annotated[
    tuple[Annotated[str, StringConstraints(pattern=_TAG), BeforeValidator(_check_tag)], ...], BeforeValidator(as_tuple)
]
"""Tags of OpenType features; with - in front, one that is switched off."""


class TextOutline(FileModel):
    """A line around letters."""

    width: Annotated[float, Field(ge=0.05, le=10)] = Field(default=0.3, description="mm outside of the letters")
    colour: Colour = Field(default="#ffffff", description="of the line")


class TextShadow(FileModel):
    """A shadow of letters."""

    x: Annotated[float, Field(ge=-20, le=20)] = Field(default=0.3, description="mm to the right")
    y: Annotated[float, Field(ge=-20, le=20)] = Field(default=0.3, description="mm down")
    blur: Annotated[float, Field(ge=0, le=10)] = Field(default=0.0, description="mm over which its edge fades out")
    colour: Colour = Field(default="#000000", description="of the shadow")
    opacity: Opacity = Field(default=0.5, description="from 0 to 1")


class TextGlow(FileModel):
    """A glow around letters."""

    width: Annotated[float, Field(ge=0.1, le=10)] = Field(default=1.0, description="mm over which it fades out")
    colour: Colour = Field(default="#ffffff", description="of the glow")
    opacity: Opacity = Field(default=0.9, description="from 0 to 1")


class TextStyle(Extending):
    """How text is set. Sizes are in mm (1 pt is 0.353 mm)."""

    font: Font = Field(
        default="regular", description="regular, medium, bold, condensed, condensed-bold, or a font of the game's own"
    )
    size: Annotated[float, Field(ge=LEAST_SIZE, le=MOST_SIZE)] = Field(default=3.0, description="mm; 1 pt is 0.353 mm")
    scale: Annotated[float, Field(ge=0.1, le=10)] = Field(
        default=1.0, description="times that size; for words inside a text, times the size around them"
    )
    colour: Colour = Field(default="#000000", description="of the letters, `#rrggbb` or a name of CSS")
    align: Literal["start", "left", "centre", "right", "end", "justify"] = Field(
        default="start",
        description="where its lines begin and end: left, centre, right, justify; "
        "`start` is left, in text from right to left it is right, and `end` the other side",
    )
    valign: Literal["top", "middle", "bottom"] = Field(
        default="middle", description="where it is in the height of its box: top, middle, bottom"
    )
    leading: Annotated[float, Field(ge=0.5, le=5)] = Field(default=1.3, description="ems from baseline to baseline")
    tracking: Annotated[float, Field(ge=-0.5, le=5)] = Field(default=0.0, description="ems added after every character")
    script_gap: Annotated[float, Field(ge=0, le=1)] = Field(
        default=0.0,
        description="ems of space between a Chinese character and a letter, a figure or an icon next to it; "
        "0.16 is usual",
    )
    rise: Annotated[float, Field(ge=-2, le=2)] = Field(
        default=0.0, description="ems by which words inside a text are above its baseline, for small raised figures"
    )
    paragraph: Ems | None = Field(
        default=None,
        description="ems of air between paragraphs, half as much between the entries of a list; "
        "if left out there is none, and a blank line is one line",
    )
    indent: Annotated[float, Field(ge=-50, le=50)] = Field(
        default=0.0,
        description="ems by which the first line of a paragraph is indented; below 0, how far all others are",
    )
    balance: bool = Field(
        default=False,
        description="`true` makes the lines of a paragraph about equally long, so that none ends in one word or icon",
    )
    hyphenate: bool = Field(
        default=False, description="`true` divides words at the ends of lines, by the rules of the language of the text"
    )
    fit: Literal["shrink", "ellipsis", "error"] | None = Field(
        default=None,
        description="what happens to text that is too long: `shrink`, `ellipsis`, `error`; "
        "if left out `shrink` with a `floor`, else `error`",
    )
    floor: Annotated[float, Field(ge=0.5, le=200)] | None = Field(
        default=None,
        description="mm: the smallest size it may be shrunk to; if left out its size, for `fit: shrink` 1.6",
    )
    same: Literal["deck"] | None = Field(
        default=None,
        description="`deck`: all cards of the deck have the text in one size, the smallest that one of them needs",
    )
    direction: Literal["horizontal", "vertical"] = Field(
        default="horizontal", description="`horizontal` lines, or `vertical` columns from the right"
    )
    underline: bool = Field(default=False, description="`true` for a line under the text, or under words inside it")
    strike: bool = Field(default=False, description="`true` for a line through the text, or through words inside it")
    outline: TextOutline | None = Field(
        default=None, description="a line around the letters: `width` (0.3 mm), `colour` (white)"
    )
    shadow: TextShadow | None = Field(
        default=None,
        description="a shadow: `x` and `y` (0.3 mm), `blur` (0 mm), `colour` (black), `opacity` (0.5)",
    )
    glow: TextGlow | None = Field(
        default=None, description="a glow around the letters: `width` (1 mm), `colour` (white), `opacity` (0.9)"
    )
    columns: Annotated[int, Field(ge=1, le=10)] = Field(default=1, description="columns that its lines fill in turn")
    column_gap: Annotated[float, Field(ge=0, le=100)] = Field(default=3.0, description="mm between columns")
    arc: Annotated[float, Field(ge=-2000, le=2000)] | None = Field(
        default=None,
        description="mm: the radius of a circle that its lines are bent along, about the middle of the box; "
        "below 0, they are bent downwards",
    )
    features: Features = Field(
        default=(),
        description="OpenType features of the font by their tags: `[smcp, tnum]`; `-liga` switches one off",
    )
    mark: bool = Field(
        default=False, description="`true` for a part of a picture: drawn as a shape, not searched or read aloud"
    )
    ink: BoxInk | None = Field(default=None, description=INK_WORDS)


class IconFile(FileModel):
    """A small picture for texts: a file of the game's folder, or a shape."""

    file: FileName | None = Field(
        default=None, description="a picture of the game's folder; SVG's `currentColor` takes the colour of the words"
    )
    shape: Annotated[dict[str, Any], Field(min_length=1)] | None = Field(
        default=None, description="instead of a file: a shape, a box without `box`"
    )
    height: Annotated[float, Field(ge=0.1, le=10)] = Field(default=0.8, description="ems")
    width: Annotated[float, Field(ge=0.1, le=40)] | None = Field(
        default=None, description="ems, of a shape; if left out as wide as high"
    )
    drop: Annotated[float, Field(ge=-5, le=5)] | None = Field(
        default=None, description="ems below the baseline; if left out as much as centres it on the capitals"
    )
    names: dict[Language, Word] = Field(
        default={}, description="its text alternative in each language; if left out its own name"
    )

    @model_validator(mode="after")
    def _file_or_shape(self) -> Self:
        if (self.file is None) == (self.shape is None):
            raise WrongValueError(
                message("an icon needs either a file or a shape"),
                message("such as {example}", example="{file: art/sword.svg}"),
            )
        if self.width is not None and self.shape is None:
            raise WrongValueError(
                message("width: an icon from a file has no width of its own: it follows from the height"),
                message("leave it out"),
            )
        return self


Icon = Annotated[IconFile, text_as("file"), WithShortForms(IconFile, {"type": "string", "minLength": 1})]
"""An icon, or just its file."""


class TemplateSide(FileModel):
    """One side of a card: its boxes by name, painted in order, and its text alternative."""

    description: Texts = Field(description="the text alternative of the side, for those who cannot see it")
    boxes: Annotated[dict[Identifier, Any], Field(min_length=1)] = Field(
        description="the boxes by name, painted in order"
    )


def _as_scale(value: Any) -> Any:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if value in ("fit", "cover") or (is_number and 0.1 <= value <= 10):
        return value
    raise wrong_value(value, message("fit, cover, or a number from 0.1 to 10"))


Scale = Annotated[
    Any,
    BeforeValidator(_as_scale),
    WithJsonSchema({"anyOf": [{"enum": ["fit", "cover"]}, {"type": "number", "minimum": 0.1, "maximum": 10}]}),
]
"""How a design is scaled to cards of another size: `fit`, `cover`, or so many times."""


class DesignEntry(FileModel):
    """The size of card that a template is drawn for, and how it is scaled to cards of another size."""

    size: SizeName | None = Field(default=None, description="a size of the game, or a standard size")
    width: Length | None = Field(default=None, description="instead of a size: mm, of the card in portrait")
    height: Length | None = Field(default=None, description="instead of a size: mm, of the card in portrait")
    bleed: Annotated[float, Field(ge=0, le=20)] = Field(default=3.0, description="mm, with a width and a height")
    safe: Annotated[float, Field(ge=0, le=50)] = Field(
        default=3.0, description="mm from the trim to the safe area, with a width and a height"
    )
    scale: Scale = Field(
        default="fit",
        description="`fit` keeps all of the design on the card and its safe area in that of the card, "
        "`cover` fills the card with the design and cuts off what is too much; or a number, such as 1.2",
    )

    @model_validator(mode="after")
    def _size_or_lengths(self) -> Self:
        if (self.size is None) == (self.width is None) or (self.width is None) != (self.height is None):
            raise WrongValueError(
                message("a design needs either a size, or a width and a height"),
                message("such as {example}", example="design: poker"),
            )
        if self.size is not None and {"bleed", "safe"} & self.model_fields_set:
            raise WrongValueError(message("bleed and safe are those of the size"), message("leave them out"))
        if self.width is not None and self.height is not None and 2 * self.safe >= min(self.width, self.height):
            template = "safe: {value:g} mm given, expected less than {limit:g} mm, half of the card's shorter side"
            raise WrongValueError(message(template, value=self.safe, limit=min(self.width, self.height) / 2))
        return self


Design = Annotated[DesignEntry, text_as("size"), WithShortForms(DesignEntry, {"type": "string", "minLength": 1})]
"""The size that a template is drawn for, or just its name."""


class TemplateFile(FileModel):
    """A template: the orientation of the card, the styles, colours and icons that it names, its face and its back."""

    extends: FileNames = Field(default=(), description="template files that this one is laid over")
    orientation: Literal["portrait", "landscape"] = Field(default="portrait", description="which way up the card is")
    design: Design | None = Field(
        default=None, description="the size of card that it is drawn for; cards of another size get it scaled"
    )
    styles: dict[Identifier, Any] = Field(default={}, description="text styles by name")
    colours: dict[Identifier, Colour] = Field(
        default={}, description="colours by name, for placeholders: `{colours.ink}`"
    )
    icons: Annotated[dict[Identifier, Any], Field(max_length=1000)] = Field(
        default={}, description="small pictures that texts may name"
    )
    boxes: dict[Identifier, Any] = Field(default={}, description="boxes that are only extended, never painted")
    face: TemplateSide
    back: TemplateSide | None = None
