"""Draw boxes of any kind by themselves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cardgen.cards.boxes.context import DrawContext
from cardgen.cards.boxes.registry import load_box_kind
from cardgen.data.pictures import PictureFile
from cardgen.data.reading import parse_yaml, try_model
from cardgen.scene.items import Item, Rect

AREA: Rect = (10.0, 20.0, 40.0, 12.0)


def plain_context(picture: PictureFile | None = None) -> DrawContext:
    """Return a context that ignores findings and shows one picture."""
    shown = picture or PictureFile(Path("a.png"), "", (1, 1))
    return DrawContext({}, lambda *_: shown, lambda *_, **__: None)


def draw_box(kind: str, area: Rect, context: DrawContext, **keys: Any) -> tuple[Item, ...]:
    """Return the items of a box with these keys."""
    box_kind = load_box_kind(kind)
    box = box_kind.model.model_validate({"kind": kind, "box": list(area), **keys})
    return box_kind.draw(box, area, context)


def box_faults(kind: str, keys: str) -> list[str]:
    """Return the faults of a box with these keys, as YAML."""
    model = load_box_kind(kind).model
    return [str(fault) for fault in try_model(model, parse_yaml(f"{{kind: {kind}, {keys}}}", "t.yaml"))[1]]
