"""A change applied to the contents of files. Nothing is written: the result is every file's new content, proved."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from pathlib import PurePosixPath

from cardgen.base.errors import DataError, Fault, Place
from cardgen.base.words.messages import message
from cardgen.data.rows.options import TableOptions
from cardgen.editing.documents import ConflictError, Document, raise_conflicts
from cardgen.editing.operations import Change, Operation, Replace
from cardgen.editing.table_document import TableDocument
from cardgen.editing.text_document import TextDocument
from cardgen.editing.workbook_document import WorkbookDocument
from cardgen.editing.yaml_document import YamlDocument


def apply_change(
    change: Change, read: Callable[[str], bytes | None], options: Callable[[str], TableOptions | None] = lambda _: None
) -> dict[str, bytes]:
    """Return the new contents of the files that a change is about, by name. `options` returns those of a table.

    `read` returns the content of a file, None if there is none. DataError with the faults of all operations that are
    not possible; ConflictError if all of these are for other values.
    """
    documents: dict[str, Document] = {}
    moved = set()
    faults = [
        Fault(Place(file), message("already exists"), message("nothing is overwritten"))
        for file in change.created
        if read(file) is not None
    ]
    conflicts: list[ConflictError] = []
    for operation in change.operations:
        file = operation.file
        if file not in documents:
            content = read(file)
            if content is None:
                raise DataError(Fault(Place(file), message("there is no file {file}", file=file)))
            if isinstance(operation, Replace):  # also in a file that cannot be read: this may put it right
                documents[file] = TextDocument(file, content, TableOptions())
            else:
                documents[file] = open_document(file, content, options(file))
            if change.digests.get(file, digest := hashlib.sha256(content).hexdigest()) != digest:
                moved.add(file)
        if file in moved and _counts(operation):
            problem = message("the file has changed, and this edit counts its entries or characters")
            raise DataError(Fault(Place(file), problem, message("look at it again, and edit it again")))
        try:
            documents[file].apply(operation)
        except ConflictError as error:
            conflicts.append(error)
        except DataError as error:
            faults += error.faults
    if faults:
        raise DataError([*faults, *(conflict.fault for conflict in conflicts)])
    raise_conflicts(conflicts)
    return {**change.created, **{file: document.content() for file, document in documents.items()}}


def _counts(operation: Operation) -> bool:
    """Return True if an operation names an entry by its number or line, or a part of a text by its characters."""
    return isinstance(operation, Replace) or any(isinstance(step, int) for step in getattr(operation, "path", ()))


_TABLES: Mapping[str, Callable[[str, bytes, TableOptions], Document]] = {
    ".csv": TableDocument,
    ".tsv": TableDocument,
    ".xlsx": WorkbookDocument,
}
_KINDS = {".yaml": YamlDocument, ".yml": YamlDocument, **_TABLES}


def is_table(file: str) -> bool:
    """Return True for a file with rows and columns."""
    return PurePosixPath(file).suffix.lower() in _TABLES


def open_document(file: str, content: bytes, options: TableOptions | None = None) -> Document:
    """Return a file as a document. `options` are those of a table. DataError if it cannot be read."""
    kind = _KINDS.get(PurePosixPath(file).suffix.lower(), TextDocument)
    return kind(file, content, options or TableOptions())
