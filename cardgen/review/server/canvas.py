"""The boxes of a template as the page's canvas shows them: each value with the place where it is written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from cardgen.cards.layout.cards import design_scale
from cardgen.data.fields import field_kind
from cardgen.data.model import Game
from cardgen.data.templates.box_models import AREAS
from cardgen.data.templates.kinds import is_reference
from cardgen.editing.boxes import TemplateBoxes
from cardgen.review.server.details import place_data, plain
from cardgen.review.server.edit_payloads import BoxValue, CanvasBox, CanvasData, ColourData


def canvas_data(game: Game, boxes: TemplateBoxes) -> CanvasData:
    """Return the boxes of a side of a deck, in painting order, each container before those inside of it."""
    pictures = (name for name, kind in boxes.deck.fields.items() if field_kind(kind).is_file)
    return {
        "deck": boxes.deck.id,
        "side": boxes.side,
        "file": game.reader.shown(boxes.template.files[0]),
        "scale": design_scale(game, boxes.deck),
        "language": game.file.languages[0],
        "picture": next(pictures, ""),
        "colours": [*_colours(boxes)],
        "boxes": [_box(boxes, name) for name in boxes.forms],
    }


def _colours(boxes: TemplateBoxes) -> Iterator[ColourData]:
    texts = [str(value) for name in boxes.forms for key, value, _ in boxes.values(name) if len(key) == 1]
    for name, colour, origin in boxes.colours():
        users = sum(f"{{colours.{name}}}" in text for text in texts)
        yield {
            **place_data(origin.place),
            "name": name,
            "value": str(origin.written),
            "shown": colour,
            "path": [*origin.path],
            "users": users,
        }


def _box(boxes: TemplateBoxes, name: str) -> CanvasBox:
    kind = boxes.forms[name].marked.value["kind"]
    return {"name": name, "kind": kind, "values": [*_values(boxes, name)], "fixed": _fixed(boxes, name)}


def _values(boxes: TemplateBoxes, name: str) -> Iterator[BoxValue]:
    entry = boxes.entry(name)
    for key, value, origin in boxes.values(name):
        yield {
            **place_data(origin.place),
            "key": [*key],
            "value": plain(value),
            "written": plain(origin.written),
            "own": origin.belongs_to(entry),
            "owner": [*origin.owner],
            "users": origin.users,
        }


def _fixed(boxes: TemplateBoxes, name: str) -> Literal["", "value", "turned", "drawn again"]:
    """Return why a box cannot be dragged: its place is a value of the cards, or something around it is turned."""
    values = boxes.forms[name].marked.value
    if is_reference(values["kind"]):
        return "drawn again"
    above, _, _ = name.rpartition(".")
    while above:
        if boxes.forms[above].marked.value.get("turn"):
            return "turned"
        above, _, _ = above.rpartition(".")
    return "value" if isinstance(values.get("box"), str) and values["box"] not in AREAS else ""
