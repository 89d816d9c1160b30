"""A file that is edited as text, such as a rulebook in Markdown."""

from __future__ import annotations

import codecs
from typing import Any

from cardgen.base.errors import Place
from cardgen.data.reading import decode_text, place_after
from cardgen.data.rows.options import TableOptions
from cardgen.editing.documents import ConflictError, not_possible
from cardgen.editing.operations import Operation, Path, Replace


class TextDocument:
    """A file as text, with its byte order mark."""

    def __init__(self, file: str, content: bytes, _: TableOptions) -> None:
        self.file = file
        self.mark = codecs.BOM_UTF8 if content.startswith(codecs.BOM_UTF8) else b""
        self.text = decode_text(content, file)

    def apply(self, operation: Operation) -> None:
        if not isinstance(operation, Replace):
            raise not_possible(Place(self.file))
        end = operation.at + len(operation.old)
        if self.text[operation.at : end] != operation.old:
            place = place_after(self.text[: operation.at], self.file)
            raise ConflictError(operation, place, operation.old, self.text[operation.at : end])
        self.text = self.text[: operation.at] + operation.new + self.text[end:]

    def path_at(self, place: Place) -> Path:
        raise LookupError(place)

    def value_at(self, path: Path) -> Any:
        raise LookupError(path)

    def content(self) -> bytes:
        content = self.mark + self.text.encode()
        decode_text(content, self.file)
        return content
