"""Regular expressions that are compiled when they are first used.

Python compiles a pattern with many letters of other scripts in some milliseconds, and a build uses few of them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any


class _LatePattern:
    """Has the attributes of a compiled pattern, which is made when one of them is first asked for."""

    def __init__(self, pattern: str, flags: int = 0) -> None:
        self.pattern = pattern
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        value = getattr(re.compile(self.pattern, self._flags), name)
        setattr(self, name, value)
        return value


if TYPE_CHECKING:

    def late_pattern(pattern: str, flags: int = 0) -> re.Pattern[str]:
        """Return a pattern with the attributes of a compiled one. `re.error` at the first use if it is none."""

else:
    late_pattern = _LatePattern
