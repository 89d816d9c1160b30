"""Data in files beside the modules of engines: vocabularies, keywords, texts in both languages."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


def load_written(path: Traversable) -> Any:
    """Return the values in a YAML file of a package. In a browser the file has JSON, which needs no package."""
    text = path.read_text(encoding="utf-8")
    if text.startswith("{"):
        return json.loads(text)
    import yaml

    return yaml.load(text, yaml.CSafeLoader)
