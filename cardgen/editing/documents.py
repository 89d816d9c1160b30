"""Files that are being edited: operations are applied one after the other, and the result is proved.

Each kind of file reads its new content again: it must differ from the old one in exactly what the operations say.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from cardgen.base.errors import DataError, Fault, Place
from cardgen.base.values import as_written
from cardgen.base.words.messages import message
from cardgen.editing.operations import Operation, Path


class Document(Protocol):
    """A file that is being edited."""

    def apply(self, operation: Operation) -> None:
        """Apply an operation. ConflictError if the old value is another one; DataError if it is not possible here."""

    def path_at(self, place: Place) -> Path:
        """Return the path of the value at a place, as it was read. LookupError if none begins there."""

    def value_at(self, path: Path) -> Any:
        """Return the value at a path; that of a cell as text or number, None if it is empty. LookupError if none."""

    def content(self) -> bytes:
        """Return the edited content. DataError if it does not read as the operations say."""


class ConflictError(DataError):
    """The value that an operation replaces has changed. `current` is what the file has now.

    If several operations of a change are for other values, this is the error of the first, with the `others`.
    """

    def __init__(self, operation: object, place: Place, old: Any, current: Any) -> None:
        self.operation, self.current = operation, current
        self.others: Sequence[ConflictError] = ()
        problem = message("the file has {current} now, not {old}", current=as_written(current), old=as_written(old))
        self.fault = Fault(place, problem, message("look at both, and edit it again"))
        super().__init__(self.fault)


def raise_conflicts(conflicts: Sequence[ConflictError]) -> None:
    """Raise the conflicts of several operations as one, if there are any."""
    if conflicts:
        error, *error.others = conflicts
        error.faults = tuple(conflict.fault for conflict in conflicts)
        raise error


def not_possible(place: Place) -> DataError:
    """Return the error for an edit that would change more than it says, or cannot be written."""
    problem = message("this cannot be edited without a change of something else")
    return DataError(Fault(place, problem, message("edit the file by hand")))


def no_value(place: Place, path: Path) -> DataError:
    """Return the error for a path that the file does not have."""
    return DataError(Fault(place, message("the file has no value {path}", path=".".join(map(str, path)))))
