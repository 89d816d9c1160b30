"""Parts of files that take time to make, kept in the cache from one build to the next.

A part is kept under a digest of everything that decides it, and only for the code that has made it. So a build makes
the same bytes with and without what is kept. Values are texts, numbers, bytes, and tuples, lists and dicts of them.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import pickle
import sys
import zlib
from collections.abc import Iterator
from contextvars import ContextVar
from typing import Any, NoReturn

from cardgen.cache.code import code_digest
from cardgen.cache.sealed import read_cache, write_cache

#: The most bytes of a collection. A larger one is not kept.
_MOST_BYTES = 16 << 20


class Kept:
    """A collection of parts, such as the pages of one file. `save` keeps those that were used since it was made."""

    def __init__(self, *names: object) -> None:
        """`names` are those of what the parts belong to: a game's folder, a file's path."""
        # Another zlib may compress the same content in another way.
        about = (code_digest(), sys.version, zlib.ZLIB_RUNTIME_VERSION, *names)
        self._name = f"parts-{_digest(repr(about).encode())[:32]}"
        self._before: dict[str, bytes] | None = None
        self._used: dict[str, bytes] = {}
        self._is_new = False

    def get(self, key: str) -> Any:
        """Return the value that was put under a key, a digest; None if there is none."""
        content = self._used.get(key) or self._load().get(key)
        if content is None:
            return None
        try:
            value = _value(content)
        except Exception:  # of a file that somebody else has written
            return None
        self._used[key] = content
        return value

    def put(self, key: str, value: object) -> None:
        self._used[key] = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
        self._is_new = True

    def save(self) -> None:
        """Write what was used to the cache, unless all of it comes from there."""
        if self._is_new and sum(map(len, self._used.values())) <= _MOST_BYTES:
            write_cache(self._name, pickle.dumps(self._used, pickle.HIGHEST_PROTOCOL))
            self._is_new = False

    def _load(self) -> dict[str, bytes]:
        if self._before is None:
            self._before = _read(self._name)
        return self._before


_current: ContextVar[Kept | None] = ContextVar("_current", default=None)


@contextlib.contextmanager
def keep_parts(*names: object) -> Iterator[None]:
    """Let what is made meanwhile be kept in the collection of these names, or be taken from there."""
    kept = Kept(*names)
    before = _current.set(kept)
    try:
        yield
    finally:
        _current.reset(before)
    kept.save()


def kept_parts() -> Kept | None:
    """Return the collection that parts are kept in now; None if they are not kept."""
    return _current.get()


def _read(name: str) -> dict[str, bytes]:
    with contextlib.suppress(Exception):  # a file that somebody else has written may be anything
        values = _value(read_cache(name) or b"")
        return {key: value for key, value in values.items() if isinstance(value, bytes)}
    return {}


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


class _PlainValues(pickle.Unpickler):
    """Reads values without objects of classes: these could run code."""

    def find_class(self, module: str, name: str) -> NoReturn:
        raise pickle.UnpicklingError(f"{module}.{name}")


def _value(content: bytes) -> Any:
    return _PlainValues(io.BytesIO(content)).load()
