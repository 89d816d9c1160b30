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


#: A collection is written anew if more than this part of its bytes is new. Otherwise what is new is written beside it.
_MANY_NEW = 1 / 4


#: What was put last in this process, and how many of them: several files of a build have the same parts.
_recent: dict[str, bytes] = {}
_MOST_RECENT = 128


class Kept:
    """A collection of parts, such as the pages of one file. `save` keeps those that were used since it was made."""

    def __init__(self, *names: object) -> None:
        """`names` are those of what the parts belong to: a game's folder, a file's path."""
        # Another zlib may compress the same content in another way.
        about = (code_digest(), sys.version, zlib.ZLIB_RUNTIME_VERSION, *names)
        self._name = f"parts-{_digest(repr(about).encode())[:32]}"
        self._before: dict[str, bytes] | None = None
        self._first: dict[str, bytes] = {}
        self._used: dict[str, bytes] = {}
        self._is_new = False

    def get(self, key: str) -> Any:
        """Return the value that was put under a key, a digest; None if there is none."""
        content = self._used.get(key) or self._load().get(key) or _recent.get(key)
        if content is None:
            return None
        try:
            value = _value(content)
        except Exception:  # of a file that somebody else has written
            return None
        if key not in self._load():
            self._is_new = True
        self._used[key] = content
        return value

    def put(self, key: str, value: object) -> None:
        """Add a value."""
        content = self._used[key] = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
        self._is_new = True
        _recent[key] = content
        while len(_recent) > _MOST_RECENT:
            del _recent[next(iter(_recent))]

    def save(self) -> None:
        """Write what was used to the cache, unless all of it comes from there."""
        size = sum(map(len, self._used.values()))
        if not self._is_new or size > _MOST_BYTES:
            return
        added = {key: content for key, content in self._used.items() if key not in self._first}
        if sum(map(len, added.values())) > _MANY_NEW * size:
            if len(self._load()) > len(self._first):
                _write(self._added, {})
            _write(self._name, self._used)
            self._first = dict(self._used)
        else:
            _write(self._added, added)
        self._is_new = False

    def _load(self) -> dict[str, bytes]:
        if self._before is None:
            self._first = _read(self._name)
            self._before = self._first | _read(self._added)
        return self._before

    @property
    def _added(self) -> str:
        """The name of what is written beside the first file."""
        return f"{self._name}-added"


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


def _write(name: str, parts: dict[str, bytes]) -> None:
    write_cache(name, pickle.dumps(parts, pickle.HIGHEST_PROTOCOL))


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


class _PlainValues(pickle.Unpickler):
    """Reads values without objects of classes: these could run code."""

    def find_class(self, module: str, name: str) -> NoReturn:
        raise pickle.UnpicklingError(f"{module}.{name}")


def _value(content: bytes) -> Any:
    return _PlainValues(io.BytesIO(content)).load()
