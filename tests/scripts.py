"""The scripts that write parts of the docs, as modules."""

from __future__ import annotations

import importlib.util
import sys
from functools import cache
from typing import Any

from tests.games_on_disk import REPOSITORY


@cache
def docs_script(name: str) -> Any:
    """Return the module docs/NAME.py."""
    spec = importlib.util.spec_from_file_location(name, REPOSITORY / "docs" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look for it there
    spec.loader.exec_module(module)
    return module
