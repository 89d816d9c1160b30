"""The scripts that write parts of the docs, as modules, and the headings of pages."""

from __future__ import annotations

import importlib.util
import re
import sys
from functools import cache
from pathlib import Path
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


def anchor(heading: str) -> str:
    """Return what links to a heading are called on the usual hosts of Markdown."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def anchors_in(page: Path) -> set[str]:
    """Return the anchors of all headings of a page."""
    return set(map(anchor, re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)))
