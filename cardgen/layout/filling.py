"""Boxes of templates into their models, with the card's values in place of the placeholders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from cardgen.data.languages.chains import FallbackText, pick_language
from cardgen.data.placeholders import as_text, fill
from cardgen.data.reading import Marked, try_model
from cardgen.data.templates.box_models import AnyBox
from cardgen.errors import Fault
from cardgen.layout.context import PlaceholderFaults, SideContext


def fill_box(
    context: SideContext, box: Marked, model: type[AnyBox], area: Any, area_faults: Sequence[Fault]
) -> AnyBox | None:
    """Return the box as its model, with its text style and the card's values filled in.

    `area` is the place of the box with its sums computed, and `area_faults` are the faults of it. A key whose value the
    card leaves out counts as missing. None for a box with a fault, and for one without a required key.
    """
    written = {**_style_keys(context, box, model), **box.value}
    languages = (str(written.get("lang", context.shared.lang)), context.shared.lang)
    written, by_language = pick_language(written, languages)
    needed = [key for key in written if model.model_fields[key].is_required()]
    faults = PlaceholderFaults(box, list(area_faults), by_language)
    filled = _filled_keys(context, written, languages, faults)
    if area is not None:
        filled["box"] = area
    if "lang" in model.model_fields:
        texts = (filled.get("text"), written.get("text"))
        borrowed = next((text.lang for text in texts if isinstance(text, FallbackText)), "")
        filled["lang"] = borrowed or filled.get("lang", context.shared.lang)
    result = None
    if not faults.faults and all(key in filled for key in needed):
        result, faults.faults = try_model(model, replace(box, value=filled))
    for fault in faults.faults:
        context.add_fault(fault)
    return result


def _style_keys(context: SideContext, box: Marked, model: type[AnyBox]) -> Mapping[str, Any]:
    """Return the keys of the box's style that its kind has; a table has fewer of them than a text."""
    style = context.template.styles.get(box.value.get("style"))
    return {key: value for key, value in style.value.items() if key in model.model_fields} if style else {}


def _filled_keys(
    context: SideContext, written: Mapping[str, Any], languages: tuple[str, str], faults: PlaceholderFaults
) -> dict[str, Any]:
    """Return the keys with the card's values filled in, without those that the card leaves out.

    Inner boxes are kept: each is filled in by itself. The place and the conditions are computed elsewhere.
    """
    own = {key: value for key, value in written.items() if key not in ("boxes", "box", "when")}
    values = fill(own, context.values, faults.add, languages, context.template.icons)
    filled = {key: value for key, value in values.items() if value is not None}
    if "boxes" in written:
        filled["boxes"] = written["boxes"]
    if _reads_as_text(filled.get("text")):
        filled["text"] = as_text(filled["text"])
    return filled


def _reads_as_text(value: Any) -> bool:
    """Return True if the value of a text is a number, or a list of texts and numbers."""
    if isinstance(value, list | tuple):
        return all(isinstance(entry, str | int | float) for entry in value)
    return isinstance(value, int | float)
