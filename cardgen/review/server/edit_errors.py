"""The error for a request of an edit that is none."""

from __future__ import annotations

from cardgen.base.errors import Text


class EditError(Exception):
    """A request that is no edit, with the reason."""

    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self.text = text
