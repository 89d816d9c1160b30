"""What a page asks to be built, exported or recorded: read from its request, as options and as a command line."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from cardgen.base.records import dataclass, replace
from cardgen.base.words.messages import message
from cardgen.building.prints import read_run, since_run
from cardgen.data.project import Project, output_folder
from cardgen.products.options import INK_ENDINGS, Options
from cardgen.products.printers import FLIPS, chosen_printer
from cardgen.review.server.request_models import RequestError, read_model

_Word = Annotated[str, Field(max_length=200)]
_Words = Annotated[tuple[_Word, ...], Field(max_length=200)]


@dataclass(frozen=True, slots=True)
class MakeRequest:
    """Files that a page asks for; each member is an option of `cardgen build` or `cardgen export`."""

    export: _Word = ""
    only: _Words = ()
    languages: _Words = ()
    papers: _Words = ()
    since: _Word = ""
    printer: _Word = ""
    flip: _Word = ""
    ink: _Word = ""
    draft: bool = False
    despite_findings: bool = False

    @property
    def data(self) -> dict[str, object]:
        """The members that are not left out."""
        members = {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()}
        return {name: value for name, value in members.items() if value}


class RecordRequest(BaseModel):
    """A print run that a page asks to record."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    replace: bool = False


_READER: TypeAdapter[MakeRequest] = TypeAdapter(MakeRequest)
_RECORD = TypeAdapter(RecordRequest)


def read_request(body: object) -> MakeRequest:
    """Return the request in the body of a page's request. RequestError if it is none."""
    members = body if isinstance(body, dict) else {}
    request = read_model(_READER, {name: value for name, value in members.items() if value})
    for key, value, values in (("flip", request.flip, FLIPS), ("ink", request.ink, INK_ENDINGS)):
        if value and value not in values:
            raise RequestError(message("{text!r} is not a value for {key!r}", text=value, key=key))
    return request


def read_record_request(body: object) -> RecordRequest:
    """Return the print run in the body of a page's request. RequestError if it is none."""
    return read_model(_RECORD, body)


def asked_in(query: Iterable[tuple[str, str]]) -> dict[str, object]:
    """Return the members of a request that the query of an address names."""
    members: dict[str, Any] = {}
    for name, value in query:
        if name in ("only", "languages", "papers"):
            members.setdefault(name, []).append(value)
        elif name in ("since", "printer", "flip", "ink"):
            members[name] = value
    return members


def options_of(request: MakeRequest, project: Project, game: str, shown_from: Path | None = None) -> Options:
    """Return the options of the build that is asked for, as the command line has them.

    DataError if there is no such print run or printer.
    """
    options = Options(
        only=request.only,
        languages=request.languages,
        papers=request.papers,
        flip=request.flip,
        ink=request.ink,
        export=request.export,
        draft=request.draft,
        despite_findings=request.despite_findings,
    )
    if request.export:
        return replace(options, folder=(output_of(project) / game).resolve().as_uri())
    if request.since:
        options = since_run(options, request.since, read_run(project.game_folder(game), request.since, shown_from))
    return replace(options, printer=chosen_printer(request.printer))


def output_of(project: Project) -> Path:
    """Return the folder that `cardgen build` writes the games of a project to."""
    return output_folder(None if project.bundled else project.root)


def command_of(request: MakeRequest, game: str) -> str:
    """Return the command line that makes the same files."""
    return shlex.join(["cardgen", *_arguments(request, game)])


def _arguments(request: MakeRequest, game: str) -> Iterator[str]:
    yield from ("export", request.export, game) if request.export else ("build", game)
    for part in request.only:
        yield from ("--only", part)
    words: Mapping[str, str] = {
        "--lang": ",".join(request.languages),
        "--paper": ",".join(request.papers),
        "--flip": request.flip,
        "--ink": request.ink,
        "--printer": request.printer,
        "--since": request.since,
    }
    for name, value in words.items():
        if value:
            yield from (name, value)
    if request.draft:
        yield "--draft"
    if request.despite_findings:
        yield "--despite-findings"
