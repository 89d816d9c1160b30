"""Libraries imported without modules of others that most uses of them never need."""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from types import ModuleType
from typing import Any


@contextlib.contextmanager
def stand_ins(functions: Mapping[str, Sequence[str]]) -> Iterator[None]:
    """Put modules in place of those that are not imported yet, while a library is imported that asks for them.

    `functions` has by module those that the library takes from it; they import the module when they are called. In a
    process of several threads nothing is replaced, since another thread might want a module meanwhile.
    """
    missing = [name for name in functions if name not in sys.modules] if threading.active_count() == 1 else []
    for name in missing:
        sys.modules[name] = ModuleType(name)
        sys.modules[name].__dict__.update({function: _late(name, function) for function in functions[name]})
    try:
        yield
    finally:
        for name in missing:
            del sys.modules[name]


def _late(module: str, name: str) -> Callable[..., Any]:
    def call(*arguments: Any) -> Any:
        return getattr(import_module(module), name)(*arguments)

    return call
