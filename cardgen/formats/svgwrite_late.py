"""svgwrite, imported without the modules that most drawings never use: they take longer to import than the rest of it.

One reads fonts from the network, which no drawing of cardgen does. The other checks the attributes of a drawing that is
made for debugging; it is imported when it is first called.
"""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Callable, Iterator
from importlib import import_module
from types import ModuleType
from typing import Any

#: The modules, and the functions that svgwrite takes from them when it is imported.
_LATE = {
    "urllib.request": ("urlopen",),
    "svgwrite.data.svgparser": ("is_valid_transferlist", "is_valid_pathdata", "is_valid_animation_timing"),
}


@contextlib.contextmanager
def _stand_ins() -> Iterator[None]:
    """Put modules in place of those that are not imported yet, whose functions import them.

    In a process of several threads nothing is replaced, since another thread might want a module meanwhile.
    """
    missing = [name for name in _LATE if name not in sys.modules] if threading.active_count() == 1 else []
    for name in missing:
        sys.modules[name] = ModuleType(name)
        sys.modules[name].__dict__.update({function: _late(name, function) for function in _LATE[name]})
    try:
        yield
    finally:
        for name in missing:
            del sys.modules[name]


def _late(module: str, name: str) -> Callable[..., Any]:
    def call(*arguments: Any) -> Any:
        return getattr(import_module(module), name)(*arguments)

    return call


with _stand_ins():
    import svgwrite
    import svgwrite.container
    import svgwrite.gradients
    import svgwrite.image
    import svgwrite.masking
    import svgwrite.path
    from svgwrite.extensions import Inkscape

__all__ = ["Inkscape", "svgwrite"]
