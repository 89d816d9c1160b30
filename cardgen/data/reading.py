"""Read input files into plain values with places, and validate values as models.

YAML is read with the scalars of YAML 1.2 (`no` is text). Tags, anchors and duplicate keys are rejected.
"""

from __future__ import annotations

import codecs
import contextlib
import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar
from unicodedata import normalize

from pydantic import BaseModel, ValidationError

from cardgen.base.errors import MOST_FAULTS, DataError, Fault, Place, nearest
from cardgen.base.files import read_regular
from cardgen.base.values import as_written
from cardgen.base.words.messages import message
from cardgen.data.marked import CONTROL as CONTROL
from cardgen.data.marked import MOST_CHARACTERS as MOST_CHARACTERS
from cardgen.data.marked import Marked as Marked
from cardgen.data.marked import control_character as control_character
from cardgen.data.marked import too_long as too_long
from cardgen.data.wording import explain

Model = TypeVar("Model", bound=BaseModel)

#: A larger file is no deck and no template.
MOST_BYTES = 32 * 1024 * 1024

#: Values in a file of cards or translations: 10,000 cards of 50 fields, which take a few seconds to read.
MOST_VALUES = 500_000
#: Values in any other file. A large template has some hundreds.
MOST_PLAIN_VALUES = 50_000


class Reader:
    """A reader of files in one folder. `digests` keeps what has been read: the inputs of a build.

    `absent` are the paths that would have been read, but have no file; `unsteady` the files that were read again with
    other content, so that what was made of them does not fit together.

    `notices` are what people should know of how files were read, such as an encoding that was taken.

    `contents` are read instead of those of the files, by resolved path: files as they would be after an edit.

    Every file must be inside the folder `fence`, whatever links or dots its name has. Messages show its path from
    `shown_from`. For a `draft`, pictures may be missing.
    """

    def __init__(
        self,
        fence: Path,
        shown_from: Path | None = None,
        draft: bool = False,
        contents: Mapping[str, bytes] | None = None,
    ) -> None:
        self.draft = draft
        self.contents = contents or {}
        self.fence = fence.resolve()
        self.shown_from = shown_from and shown_from.resolve()
        self.digests: dict[Path, str] = {}
        self.absent: set[Path] = set()
        self.unsteady: set[Path] = set()
        self.notices: list[Fault] = []

    def shown(self, path: Path) -> str:
        """Return the path as the user would type it."""
        if self.shown_from is not None:
            try:
                return path.relative_to(self.shown_from).as_posix()
            except ValueError:
                pass
        return str(path)

    def find(self, name: str, place: Place) -> Path:
        """Return the path of the file `name` inside the fence. DataError if it is outside or does not exist."""
        path = self.locate(name)
        try:
            real = path.resolve()
            inside = not Path(name).is_absolute() and real.is_relative_to(self.fence)
            exists = inside and (str(real) in self.contents or _exists(real))
        except (OSError, RuntimeError, ValueError) as error:  # too long, links in a circle, a null character
            raise DataError(Fault(place, message("{name} is not the name of a file", name=as_written(name)))) from error
        if not inside:
            raise DataError(
                Fault(
                    place, message("{name!r} is outside the folder {folder}", name=name, folder=self.shown(self.fence))
                )
            )
        if not exists:
            hint = self._hint(path)
            if "\\" in name:
                hint = message("write {name}", name=name.replace("\\", "/"))
            raise DataError(Fault(place, message("there is no file {file}", file=self.shown(path)), hint))
        if str(real) not in self.contents and not real.is_file():
            raise DataError(Fault(place, message("{file} is not a file", file=self.shown(path))))
        return path

    def locate(self, name: str) -> Path:
        """Return the path of the file `name` in the folder, also if letters with accents are written in another form.

        A Mac writes é as two characters, most other systems as one.
        """
        path = self.fence / name
        if name.isascii() or ".." in Path(name).parts or path.exists():
            return path
        located = self.fence
        for part in Path(name).parts:
            same = located / part
            if not same.exists() and located.is_dir():
                key = normalize("NFC", part)
                same = next((file for file in sorted(located.iterdir()) if normalize("NFC", file.name) == key), same)
            located = same
        return located

    def is_missing(self, name: str) -> bool:
        """Return True if a file of this name could be in the folder, and is not."""
        with contextlib.suppress(OSError, RuntimeError, ValueError):
            path = self.locate(name).resolve()
            is_there = str(path) in self.contents or _exists(path)
            if path.is_relative_to(self.fence) and not Path(name).is_absolute() and not is_there:
                self.absent.add(path)
                return True
        return False

    def has(self, path: Path) -> bool:
        """Return True if there is a file at a path that may have none, and add the path to `absent` otherwise."""
        if path.exists() or str(path.resolve()) in self.contents:
            return True
        self.absent.add(path)
        return False

    def _hint(self, path: Path) -> str:
        """Return a hint: the file in the same folder that was probably meant, compared without suffixes."""
        folder = path.parent if path.parent.is_dir() else self.fence
        files = sorted(file for file in folder.iterdir() if file.is_file()) if folder.is_dir() else []
        by_stem = {file.stem: file for file in files}
        near = nearest(path.stem, by_stem)
        return message("did you mean {word!r}?", word=by_stem[near].relative_to(self.fence).as_posix()) if near else ""

    def read_bytes(self, path: Path) -> bytes:
        """Return the file's bytes, and add it to the inputs."""
        shown = self.shown(path)
        real = path.resolve()
        try:
            content = self.contents[str(real)] if str(real) in self.contents else read_regular(path, MOST_BYTES)
        except OSError as error:
            raise DataError(Fault(Place(shown), message("cannot be read: {reason}", reason=error.strerror))) from error
        digest = hashlib.sha256(content).hexdigest()
        if self.digests.get(real, digest) != digest:
            self.unsteady.add(real)
        self.digests[real] = digest
        return content

    def read_text(self, path: Path) -> str:
        """Return the file's text: UTF-8, with or without a byte order mark."""
        return decode_text(self.read_bytes(path), self.shown(path))

    def read_yaml(self, path: Path, most: int = MOST_PLAIN_VALUES) -> Marked:
        """Return the value of a YAML file. See parse_yaml."""
        return parse_yaml(self.read_text(path), self.shown(path), most)


def _exists(path: Path) -> bool:
    """Return True if the path exists. OSError if it cannot be followed, as for links in a circle."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True


def decode_text(content: bytes, file: str) -> str:
    """Return the text of a file: UTF-8, with or without a byte order mark. DataError at what is no text."""
    content = content.removeprefix(codecs.BOM_UTF8)
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        problem = message("byte 0x{byte:02x} is not UTF-8 text", byte=content[error.start])
        place = place_after(content[: error.start].decode(), file)
        raise DataError(Fault(place, problem, message("save it as UTF-8"))) from error
    check_characters(text, file)
    return text


def place_after(text: str, file: str) -> Place:
    """Return the place in the file after `text`, with which the file begins."""
    return Place(file, text.count("\n") + 1, len(text) - text.rfind("\n"))


def check_characters(text: str, file: str) -> None:
    """Raise DataError at the first control character in the text of a file."""
    odd = CONTROL.search(text)
    if odd:
        raise DataError(Fault(place_after(text[: odd.start()], file), control_character(odd[0])))


# ---------------------------------------------------------------- YAML


def parse_yaml(text: str, file: str, most: int = MOST_PLAIN_VALUES) -> Marked:
    """Return the value of a YAML text, with the place of every key, entry and value. It must not be changed.

    DataError with all duplicate keys, anchors, tags and empty values, up to MOST_FAULTS, and with the first syntax
    error or the first value after `most` of them.
    """
    from cardgen.data.yaml_kept import parse_kept  # lazy: PyYAML takes a while to import, and logs need none

    return parse_kept(text, file, most)


# ---------------------------------------------------------------- models


def validate(model: type[Model], marked: Marked) -> Model:
    """Return the value as a `model`. DataError with all faults in it, each at its place."""
    instance, faults = try_model(model, marked)
    if instance is None:
        raise DataError(faults)
    return instance


def try_model(
    model: type[Model], marked: Marked, forgive: Callable[[Any], bool] | None = None
) -> tuple[Model | None, list[Fault]]:
    """Return the value as a `model`, or None and the faults in it.

    Values that `forgive` accepts are no faults (a placeholder will replace them), so there may be None and no faults.
    """
    try:
        return model.model_validate(marked.value), []
    except ValidationError as error:
        errors = [
            detail
            for detail in error.errors(include_url=False)
            if detail["type"] in ("missing", "extra_forbidden") or not (forgive and forgive(detail["input"]))
        ][:MOST_FAULTS]
    return None, [
        Fault((marked.key_place if wrong.of_key else marked.place)(*wrong.path), wrong.message, wrong.hint)
        for wrong in explain(model, errors)
    ]
