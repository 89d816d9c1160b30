"""The values of characters in a table of ranges."""

from __future__ import annotations

from bisect import bisect_right


class ValueOfCharacter(dict[int, str]):
    """The value of each character, by its number, for `str.translate`.

    `starts` has the first character of each range, `values` the value of the range at the same position. The value of a
    character is looked up when it is first needed.
    """

    def __init__(self, starts: str, values: str) -> None:
        super().__init__()
        self._starts, self._ranges = starts, values

    def __missing__(self, code: int) -> str:
        value = self[code] = self._ranges[bisect_right(self._starts, chr(code)) - 1]
        return value
