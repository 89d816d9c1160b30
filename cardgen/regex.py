"""Regular expressions that are compiled when they are first used, and only once: few commands need all of them."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any, AnyStr, Generic


class _LatePattern(Generic[AnyStr]):
    """Has the attributes of a compiled pattern, which is made when one of them is first asked for."""

    def __init__(self, pattern: AnyStr, flags: int = 0) -> None:
        self.pattern: AnyStr = pattern
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        value = getattr(compiled(self.pattern, self._flags), name)
        setattr(self, name, value)
        return value


if TYPE_CHECKING:

    def late_pattern(pattern: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
        """Return a pattern with the attributes of a compiled one. `re.error` at the first use if it is none."""

else:
    late_pattern = _LatePattern


@cache
def compiled(pattern: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """Return a compiled pattern. `re.error` if it is none.

    Only for patterns of the code: one that is made of a text or a request would stay in memory for ever.
    """
    return re.compile(pattern, flags)
