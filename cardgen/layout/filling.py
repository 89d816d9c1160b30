"""A box as its template wrote it into its model, with what a card says in place of the placeholders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from cardgen.data.boxes import BOXES
from cardgen.data.languages.chains import Borrowed, pick_language
from cardgen.data.placeholders import PlaceholderError, as_text, fill
from cardgen.data.places import Key
from cardgen.data.reading import Marked, try_model
from cardgen.errors import Fault
from cardgen.layout.desk import Desk


def fill_box(desk: Desk, box: Marked, area: Any, wrong_area: Sequence[Fault]) -> Any:
    """The box as its model, with its text style and its placeholders filled in, in its own language or the card's.

    `area` is where it is, added up already, and `wrong_area` what is wrong with that.

    A key whose value the card leaves out counts as not written. None when the box cannot do without it, and for a box
    with a fault.
    """
    faults = list(wrong_area)

    def wrong(path: Key, error: PlaceholderError) -> None:
        written = (path[0], by_language[path[0]], *path[1:]) if path[0] in by_language else path
        faults.append(Fault(box.place(*written), str(error), error.hint))

    style = desk.template.styles.get(box.value.get("style"))
    kind = BOXES[box.value["kind"]]
    # A table has less to say of its text than a text box.
    styled = {key: value for key, value in style.value.items() if key in kind.model_fields} if style else {}
    raw = {**styled, **box.value}
    languages = (str(raw.get("lang", desk.lang)), desk.lang)
    raw, by_language = pick_language(raw, languages)
    needed = [key for key in raw if kind.model_fields[key].is_required()]
    inner = raw.pop("boxes", None)  # each is filled in by itself
    for each in ("box", "when"):
        raw.pop(each, None)
    filled = {
        key: value
        for key, value in fill(raw, desk.values, wrong, languages, desk.template.icons).items()
        if value is not None
    }
    if inner is not None:
        filled["boxes"] = inner
    if area is not None:
        filled["box"] = area
    if _reads_as_text(filled.get("text")):
        filled["text"] = as_text(filled["text"])
    if "lang" in kind.model_fields:
        borrowed = next((text.lang for text in (filled.get("text"), raw.get("text")) if isinstance(text, Borrowed)), "")
        filled["lang"] = borrowed or filled.get("lang", desk.lang)
    model = None
    if not faults and all(key in filled for key in needed):
        model, faults = try_model(kind, replace(box, value=filled))
    for fault in faults:
        desk.faults.add(fault, desk.card)
    return model


def _reads_as_text(value: Any) -> bool:
    """Whether a value that is a whole text is a number, or a list of texts and numbers."""
    if isinstance(value, list | tuple):
        return all(isinstance(entry, str | int | float) for entry in value)
    return isinstance(value, int | float)
