"""The press settings of a game: the keys in game.yaml, and loading them."""

from typing import Annotated, Self

from pydantic import BeforeValidator, Field, model_validator

from cardgen.base.errors import DataError, Fault, Place, WrongValueError
from cardgen.base.words.messages import message
from cardgen.data.icc import CLASSES, read_head, structure_fault
from cardgen.data.kinds import FileModel, FileName, Word, as_tuple
from cardgen.data.reading import Reader
from cardgen.formats.press.settings import BlackText, Press, Standard
from cardgen.scene.finishes import SPOT_NAMES

_Percent = Annotated[float, Field(ge=0, le=100)]


#: Names that PDFs keep for plates of their own.
_RESERVED = {"all", "none", "cyan", "magenta", "yellow", "black"}

_SpotName = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9 ._+-]*$", max_length=60)]


class SpotNames(FileModel):
    """The names of plates that are no process inks."""

    cut: _SpotName = Field(default=SPOT_NAMES["cut"], description="lines to cut along")
    crease: _SpotName = Field(default=SPOT_NAMES["crease"], description="lines to fold along")
    foil: _SpotName = Field(default=SPOT_NAMES["foil"], description="foil")
    varnish: _SpotName = Field(default=SPOT_NAMES["varnish"], description="spot varnish")
    white: _SpotName = Field(default=SPOT_NAMES["white"], description="white ink")
    emboss: _SpotName = Field(default=SPOT_NAMES["emboss"], description="embossing")

    @model_validator(mode="after")
    def _check_names(self) -> Self:
        names = [name.lower() for _, name in self]
        for role, name in self:
            if name.lower() in _RESERVED:
                raise WrongValueError(message("{role}: {name!r} is the name of another plate", role=role, name=name))
            if names.count(name.lower()) > 1:
                raise WrongValueError(message("{name!r} is the name of two plates", name=name))
        return self


class PressOptions(FileModel):
    """How colours become inks, and which PDF/X standard a file follows."""

    icc: FileName = Field(description="the ICC profile of the press and the paper, a file inside the game's folder")
    condition: Word = Field(
        description="the name of the printing condition that the profile describes, such as FOGRA39 or CGATS TR 001"
    )
    standard: Standard = Field(
        default="x-4", description="x-4: PDF/X-4, with transparency; x-1a: PDF/X-1a:2003, without"
    )
    black_text: BlackText = Field(
        default="k",
        description="k: dark, nearly neutral text and thin lines are black ink alone, which overprints; "
        "profile: they have the inks of the profile",
    )
    rich_black: Annotated[tuple[_Percent, _Percent, _Percent, _Percent], BeforeValidator(as_tuple)] | None = Field(
        default=None,
        description="the inks of black areas wider than 2 mm in percent, such as [30, 30, 0, 100]; "
        "if left out, those of the profile",
    )
    tac: Annotated[int, Field(ge=200, le=400)] = Field(
        default=300, description="the limit of all four inks together, in percent"
    )

    flatten: bool = Field(
        default=False,
        description="whether transparent areas become pictures, with their colours mixed as on a screen instead of by "
        "inks; x-1a always has pictures",
    )
    spots: SpotNames | None = Field(
        default=None,
        description="the names of plates as the shop wants them, such as {foil: Hot Foil Gold}; "
        "if left out, CutContour, Crease, FOIL, VARNISH, WHITE and EMBOSS",
    )
    knockout: bool = Field(default=True, description="whether there is no ink below foil")
    trap: Annotated[float, Field(ge=0, le=0.5)] = Field(
        default=0.15, description="how far foil covers the edge of the ink around it, mm"
    )
    white_below: bool = Field(
        default=False,
        description="whether there is white ink below all art, as opaque as the art: for clear or metallic stock",
    )
    choke: Annotated[float, Field(ge=0, le=0.5)] = Field(
        default=0.1, description="how far inside the edge of the art that white ink ends, mm"
    )

    @model_validator(mode="after")
    def _check_rich_black(self) -> Self:
        if self.rich_black is not None and sum(self.rich_black) > self.tac:
            total = f"{sum(self.rich_black):g}"
            raise WrongValueError(
                message("rich_black is {total} % of ink, more than tac: {tac}", total=total, tac=self.tac)
            )
        return self


def load_press(options: PressOptions, reader: Reader, place: Place) -> Press:
    """Return the settings with the profile that they name, which `reader` adds to its inputs.

    `place` is that of the settings. DataError for a file that is no profile of a CMYK printer.
    """
    path = reader.find(options.icc, place)
    profile = reader.read_bytes(path)
    fault = _profile_fault(profile, options.standard, Place(reader.shown(path)))
    if fault is not None:
        raise DataError(fault)
    rich = options.rich_black
    inks = None if rich is None else (rich[0] / 100, rich[1] / 100, rich[2] / 100, rich[3] / 100)
    spots = tuple((role, name) for role, name in options.spots or SpotNames() if name != SPOT_NAMES[role])
    return Press(
        profile,
        options.condition,
        options.standard,
        options.black_text,
        inks,
        options.tac,
        options.flatten,
        spots,
        options.knockout,
        options.trap,
        options.white_below,
        options.choke,
        file=path.resolve(),
        place=place,
    )


def _profile_fault(profile: bytes, standard: Standard, place: Place) -> Fault | None:
    """Return what is wrong with a profile; None if colours can be converted by it."""
    head = read_head(profile)
    if head is None:
        return Fault(place, message("not an ICC profile"), _HINT)
    if head.device_class != "prtr":
        kind = CLASSES.get(head.device_class, head.device_class)
        return Fault(place, message("an ICC profile of {kind}, expected one of a printer", kind=kind), _HINT)
    if head.space != "CMYK":
        return Fault(place, message("an ICC profile of {space} colours, expected CMYK", space=head.space), _HINT)
    if standard == "x-1a" and head.version > 2:
        text = message("an ICC profile of version {version}: PDF/X-1a has only version 2", version=head.version)
        return Fault(place, text, message("write standard: x-4, or use a profile of version 2"))
    damage = structure_fault(profile)
    if damage is not None:
        return Fault(place, damage, _HINT)
    from cardgen.formats.press.conversion import can_convert  # lazy: Pillow is large

    return None if can_convert(profile) else Fault(place, message("an ICC profile that cannot be used"), _HINT)


_HINT = message("print shops offer the profile of their press and paper, a file such as ISOcoated_v2_300_eci.icc")
