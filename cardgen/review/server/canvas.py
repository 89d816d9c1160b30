"""The boxes of a template as the page's canvas shows them: each value with the place where it is written."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise, takewhile
from typing import Any, Literal

from cardgen.base.values import as_text
from cardgen.cards.layout.cards import design_scale
from cardgen.data.fields import field_kind
from cardgen.data.model import Deck, Game
from cardgen.data.templates.box_models import AREAS
from cardgen.data.templates.kinds import is_flowing, is_reference
from cardgen.editing.boxes import TemplateBoxes, box_values
from cardgen.review.server.details import place_data, plain
from cardgen.review.server.edit_payloads import BoxValue, CanvasBox, CanvasData, ColourData, StyleValue

#: The most values of a field that a condition offers to choose from.
_FEW = 40


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
        "conditions": _conditions(game, boxes.deck),
        "colours": [*_colours(boxes)],
        "styles": [*_styles(boxes)],
        "icons": [*boxes.template.icons],
        "boxes": [_box(boxes, name) for name in boxes.forms],
    }


def _conditions(game: Game, deck: Deck) -> dict[str, list[str]]:
    """Return what a condition can be about, each with the values that cards have, if those are few."""
    values = {name: [as_text(value) for value in _plain_values(deck, name)] for name in deck.fields}
    few = {name: texts if len(texts) <= _FEW else [] for name, texts in values.items()}
    return {**few, "copies": [], "language": [*game.file.languages], "deck.id": [*game.decks]}


def _plain_values(deck: Deck, field: str) -> list[Any]:
    values = (card.fields.get(field) for card in deck.cards)
    return [*dict.fromkeys(value for value in values if isinstance(value, str | int | float))]


def _styles(boxes: TemplateBoxes) -> Iterator[StyleValue]:
    named = Counter(str(form.marked.value.get("style")) for form in boxes.of_both_sides())
    for name, key, value, origin in boxes.styles():
        yield {
            **place_data(origin.place),
            "style": name,
            "key": key,
            "value": plain(value),
            "written": plain(origin.written),
            "path": [*origin.path],
            "users": named[name],
        }


def _colours(boxes: TemplateBoxes) -> Iterator[ColourData]:
    texts = [
        " ".join(str(value) for key, value, _ in box_values(boxes.deck, form) if len(key) == 1)
        for form in boxes.of_both_sides()
    ]
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
    values = boxes.forms[name].marked.value
    above = [name[: match.start()] for match in re.finditer(r"\.", name)]
    turns = [boxes.forms[one].marked.value.get("turn") or 0.0 for one in above]
    fixed: Literal["", "value", "turned", "drawn again"] = ""
    if is_reference(values["kind"]):
        fixed = "drawn again"
    elif not all(isinstance(turn, int | float) for turn in turns):
        fixed = "turned"
    elif isinstance(values.get("box"), str) and values["box"] not in AREAS:
        fixed = "value"
    return {
        "name": name,
        "kind": values["kind"],
        "values": [*_values(boxes, name)],
        "fixed": fixed,
        "turn": 0.0 if fixed else float(sum(turns)),
        "continues": [*_continuable(boxes, name)] if is_flowing(values["kind"]) else [],
    }


def _continuable(boxes: TemplateBoxes, name: str) -> Iterator[str]:
    """Yield the boxes whose text could go on in a box, the last one first: those before it that no other continues."""
    container, _, own = name.rpartition(".")
    side = "" if container else boxes.side
    beside = boxes.forms[container].inside if container else boxes.template.sides[side].boxes
    before = dict(takewhile(lambda entry: entry[0] != own, beside.items()))
    face = boxes.template.sides["face"].boxes if side == "back" else {}
    candidates = [((side, other), form) for other, form in [*before.items()][::-1]]
    candidates += [(("face", other), form) for other, form in [*face.items()][::-1] if other not in before]
    for other, form in candidates:
        follower = dict(pairwise(form.chain)).get(other, (side, own))
        if is_flowing(form.marked.value["kind"]) and follower == (side, own):
            yield other[1]


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
