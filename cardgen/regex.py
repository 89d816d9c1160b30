"""Regular expressions that are compiled when they are first used, and only once.

Python compiles a pattern with many letters of other scripts in some milliseconds: those of a small build took a
twentieth of its time. What the compiler makes of a pattern, the code of its matcher, is kept in the cache. Python has
no public way to do so: `re._compiler` makes the code, and `_sre` makes a pattern of it, once it has found it valid.
If they are not as expected, patterns are compiled as usual.
"""

from __future__ import annotations

import contextlib
import json
import re
import sys
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


#: What `_sre` raises for code that is not valid, and Python if it has no such module.
_NO_CODE = (ArithmeticError, AttributeError, ImportError, LookupError, RuntimeError, TypeError, ValueError)


@cache
def compiled(pattern: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """Return a compiled pattern. `re.error` if it is none.

    Only for patterns of the code: one that is made of a text or a request would stay in the cache for ever.
    """
    codes, name = _codes(), f"{int(flags)} {pattern!r}"
    if name not in codes:
        made = _code_of(pattern, flags)
        if made is None:
            return re.compile(pattern, flags)
        from cardgen.cache import write_cache

        codes[name] = made
        write_cache(_cache_name(), json.dumps(codes).encode())
    try:
        return _pattern_of(pattern, *codes[name])
    except _NO_CODE:
        return re.compile(pattern, flags)


def _cache_name() -> str:
    return f"patterns-{sys.implementation.cache_tag}-{sys.hexversion:x}.json"


@cache
def _codes() -> dict[str, Any]:
    """Return the codes of the patterns that were compiled before."""
    from cardgen.cache import read_cache  # the rules of a game know nothing of files

    with contextlib.suppress(ValueError, TypeError):
        return dict(json.loads(read_cache(_cache_name()) or ""))
    return {}


def _code_of(pattern: str | bytes, flags: int) -> list[Any] | None:
    """Return the flags of a pattern, its code and its groups by name; None if Python compiles it in another way."""
    try:
        from re import _compiler, _parser  # type: ignore[attr-defined]

        parsed = _parser.parse(pattern, flags)
        code = _compiler._code(parsed, flags)
        state = parsed.state
        return [int(flags | state.flags), list(map(int, code)), state.groups - 1, dict(state.groupdict)]
    except (AttributeError, ImportError, TypeError):
        return None


def _pattern_of(pattern: AnyStr, flags: int, code: list[int], groups: int, names: dict[str, int]) -> re.Pattern[AnyStr]:
    from _sre import compile as make  # type: ignore[import-not-found]

    by_number: list[str | None] = [None] * (groups + 1)
    for name, number in names.items():
        by_number[number] = name
    made: re.Pattern[AnyStr] = make(pattern, flags, code, groups, names, tuple(by_number))
    return made
