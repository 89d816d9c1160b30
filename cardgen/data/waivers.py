"""Waivers: findings that somebody has decided to accept, in waivers.yaml in a game's folder."""

import datetime
from typing import Annotated, Any, Self

from pydantic import BeforeValidator, Field, WithJsonSchema, model_validator

from cardgen.base.errors import Place, WrongValueError
from cardgen.base.records import dataclass
from cardgen.base.words.messages import message
from cardgen.data.kinds import FileModel, Word
from cardgen.data.reading import Reader, validate

#: The name of the file in a game's folder.
WAIVERS = "waivers.yaml"

MOST_WAIVERS = 1_000


def _date(value: Any) -> datetime.date:
    if isinstance(value, datetime.date):
        return value
    try:
        return datetime.date.fromisoformat(value if isinstance(value, str) else "")
    except ValueError:
        raise WrongValueError(
            message("{value!r} given, expected a date", value=str(value)), message("such as 2027-01-31")
        ) from None


Date = Annotated[datetime.date, BeforeValidator(_date), WithJsonSchema({"type": "string", "format": "date"})]


class WaiverEntry(FileModel):
    """Findings that are accepted: those that match all of `code`, `place` and `pattern`, of which one is needed."""

    code: Word | None = Field(default=None, description="the code or the name of the findings; `*` is any text")
    place: Word | None = Field(default=None, description="the file, or file:line, or file:line:column; `*` is any text")
    pattern: Word | None = Field(default=None, description="the message in English; `*` is any text")
    reason: Word = Field(description="why the findings are accepted")
    who: Word = Field(description="who has decided so")
    until: Date | None = Field(default=None, description="the last day on which it counts, such as 2027-01-31")

    @model_validator(mode="after")
    def _names_findings(self) -> Self:
        if not (self.code or self.place or self.pattern):
            raise WrongValueError(message("a waiver needs a code, a place or a pattern"))
        return self


class WaiversFile(FileModel):
    """waivers.yaml: the findings of a game that are accepted."""

    waivers: Annotated[list[WaiverEntry], Field(max_length=MOST_WAIVERS)]


@dataclass(frozen=True, slots=True)
class Waiver:
    """An entry of waivers.yaml and its place."""

    entry: WaiverEntry
    where: Place


def read_waivers(reader: Reader) -> tuple[Waiver, ...]:
    """Return the waivers of the game in the reader's folder, in the order of the file; none if there is no file.

    DataError with all faults in it.
    """
    if not reader.has(reader.fence / WAIVERS):
        return ()
    marked = reader.read_yaml(reader.find(WAIVERS, Place(reader.shown(reader.fence))))
    file = validate(WaiversFile, marked)
    return tuple(Waiver(entry, marked.place("waivers", index)) for index, entry in enumerate(file.waivers))
