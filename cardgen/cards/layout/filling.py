"""Boxes of templates into their models, with the card's values in place of the placeholders.

Most keys of a box are equal on all cards of a deck. So the first card's box is validated as a whole, and for the other
cards only the keys with placeholders are filled in and validated. Whatever is unusual about a card takes the long way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Annotated, Any

from pydantic import TypeAdapter, ValidationError

from cardgen.base.errors import Fault
from cardgen.base.records import dataclass, replace
from cardgen.base.values import as_text
from cardgen.cards.layout.context import PlaceholderFaults, SideContext
from cardgen.data.languages.chains import FallbackText, pick_language
from cardgen.data.placeholders import MARKED, PlaceholderError, fill, fill_text, texts_in
from cardgen.data.reading import Marked, try_model
from cardgen.data.templates.box_models import AnyBox


@dataclass(slots=True)
class BoxKeys:
    """The keys of a box and of its style, for all cards of a deck.

    `written` has them in the first of `languages` that they have, and `by_language` the language of each key that is
    written by language. `needed` are those that the kind requires, `varying` those with a placeholder.
    """

    written: Mapping[str, Any]
    languages: tuple[str, str]
    by_language: Mapping[str, str]
    needed: Sequence[str]
    varying: Sequence[str]
    example: AnyBox | None = None
    """the box of a card without faults; those of other cards differ from it only in the varying keys and the place"""
    area: Any = None
    """the place of the example as the template or the card has it"""


def keys_of(context: SideContext, box: Marked, model: type[AnyBox]) -> BoxKeys:
    """Return the keys of a box for the cards of one deck."""
    written = {**_style_keys(context, box, model), **box.value}
    languages = (str(written.get("lang", context.shared.lang)), context.shared.lang)
    written, by_language = pick_language(written, languages)
    needed = [key for key in written if model.model_fields[key].is_required()]
    varying = [key for key, value in written.items() if key not in _NOT_FILLED and _has_brace(value)]
    return BoxKeys(written, languages, by_language, needed, varying)


def fill_box(
    context: SideContext, box: Marked, model: type[AnyBox], keys: BoxKeys, area: Any, area_faults: Sequence[Fault]
) -> AnyBox | None:
    """Return the box as its model, with its text style and the card's values filled in.

    `keys` are those of `keys_of`. `area` is the place of the box with its sums computed, and `area_faults` are the
    faults of it. A key whose value the card leaves out counts as missing. None for a box with a fault, and for one
    without a required key.
    """
    if keys.example is not None and not area_faults and (area is not None or "box" not in keys.written):
        similar = _fill_example(context, model, keys, keys.example, area)
        if similar is not None:
            return similar
    faults = PlaceholderFaults(box, list(area_faults), keys.by_language, context.source)
    filled = _filled_keys(context, keys, faults)
    if area is not None:
        filled["box"] = area
    borrowed = ""
    if "lang" in model.model_fields:
        texts = (filled.get("text"), keys.written.get("text"))
        borrowed = next((text.lang for text in texts if isinstance(text, FallbackText)), "")
        filled["lang"] = borrowed or filled.get("lang", context.shared.lang)
    result = None
    if not faults.faults and all(key in filled for key in keys.needed):
        result, faults.faults = try_model(model, replace(box, value=filled))
    for fault in faults.faults:
        context.add_fault(fault)
    if result is not None and not borrowed and keys.example is None and _has_separate_keys(model):
        keys.example, keys.area = result, area
    return result


#: Inner boxes are kept: each is filled in by itself. The place and the conditions are computed elsewhere.
_NOT_FILLED = ("boxes", "box", "when")


def _style_keys(context: SideContext, box: Marked, model: type[AnyBox]) -> Mapping[str, Any]:
    """Return the keys of the box's style that its kind has; a table has fewer of them than a text."""
    style = context.template.styles.get(box.value.get("style"))
    return {key: value for key, value in style.value.items() if key in model.model_fields} if style else {}


def _filled_keys(context: SideContext, keys: BoxKeys, faults: PlaceholderFaults) -> dict[str, Any]:
    """Return the keys with the card's values filled in, without those that the card leaves out."""
    own = {key: value for key, value in keys.written.items() if key not in _NOT_FILLED}
    values = fill(own, context.values, faults.add, keys.languages, context.template.icons)
    filled = {key: value for key, value in values.items() if value is not None}
    if "boxes" in keys.written:
        filled["boxes"] = keys.written["boxes"]
    if _reads_as_text(filled.get("text")):
        filled["text"] = as_text(filled["text"])
    return filled


def _reads_as_text(value: Any) -> bool:
    """Return True if the value of a text is a number, or a list of texts and numbers."""
    if isinstance(value, list | tuple):
        return all(isinstance(entry, str | int | float) for entry in value)
    return isinstance(value, int | float)


# ---------------------------------------------------------------- boxes that differ in a few keys


def _has_brace(value: Any) -> bool:
    return any("{" in text or "}" in text for _, text in texts_in(value))


def _has_separate_keys(model: type[AnyBox]) -> bool:
    """Return True if each key of the model is validated by itself, whatever the others are."""
    rules = model.__pydantic_decorators__
    has_rules = rules.model_validators or rules.field_validators or rules.root_validators or rules.validators
    return not has_rules and model.__pydantic_post_init__ is None


def _fill_example(
    context: SideContext, model: type[AnyBox], keys: BoxKeys, example: AnyBox, area: Any
) -> AnyBox | None:
    """Return the example with the varying keys and the place of this card; None if the card is unusual.

    A card is unusual if it has a fault, leaves a value out or has a text in another language.
    """
    changed: dict[str, Any] = {}
    try:
        for key in keys.varying:
            value = _filled_key(context, keys, key)
            if value is None or isinstance(value, FallbackText):
                return None
            if key == "text" and _reads_as_text(value):
                value = as_text(value)
            changed[key] = _validate(model, key)(value)
        if area is not keys.area:
            changed["box"] = _validate(model, "box")(area)
    except (PlaceholderError, ValidationError):
        return None
    return example.model_copy(update=changed)


def fill_text_of(context: SideContext, model: type[AnyBox], keys: BoxKeys) -> str | None:
    """Return the text of a box that varies in its text alone; None if the card is unusual."""
    try:
        value = _filled_key(context, keys, "text")
        if not isinstance(value, str) or isinstance(value, FallbackText):
            return None
        return str(_validate(model, "text")(value))
    except (PlaceholderError, ValidationError):
        return None


def _filled_key(context: SideContext, keys: BoxKeys, key: str) -> Any:
    """Return the value of a key with the card's values filled in. PlaceholderError for the first error in it."""
    written = keys.written[key]
    if isinstance(written, str):
        icons = context.template.icons if key in MARKED else None
        return fill_text(written, context.values, keys.languages, icons)

    def stop(_: object, error: PlaceholderError) -> None:
        raise error

    return fill({key: written}, context.values, stop, keys.languages, context.template.icons)[key]


@cache
def _validate(model: type[AnyBox], key: str) -> Callable[[Any], Any]:
    """Return the function that validates a value as one key of a model."""
    field = model.model_fields[key]
    annotation: Any = Annotated[field.annotation, field]
    return TypeAdapter(annotation, config=model.model_config).validator.validate_python
