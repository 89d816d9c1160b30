"""YAML texts that differ little from the last ones: of a long list, only the entries that have changed are parsed.

How an entry of a block list is parsed does not depend on the entries before it, as each begins with a dash in the same
column. So entries above and below the lines that have changed are taken from the last text, and those between are
parsed as a list of their own. Whatever is unusual there, and every fault, has the whole text parsed.

The last texts are those of this process, or of the last build. A build whose YAML has not changed does not import
PyYAML, which takes a twentieth of the time of a small one.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from cardgen.base.errors import DataError
from cardgen.base.records import dataclass
from cardgen.cache.parts import kept_parts
from cardgen.data.marked import Marked
from cardgen.data.places import Key, KeyPlaces, Outline, ValuePlaces, common_ends

#: The characters of a text that is kept, and the number of files whose last text is.
_LEAST_KEPT, _MOST_KEPT, _MOST_FILES = 10_000, 5_000_000, 4

#: A line that ends a document or begins one.
_DOCUMENT_LINE = re.compile(r"^(?:\.\.\.|---)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class _Kept:
    """A text as it was parsed last."""

    text: str
    marked: Marked


_kept: dict[str, _Kept] = {}


def parse_kept(text: str, file: str, most: int) -> Marked:
    """Return what `yaml_reading.parse` returns. Equal parts of the last value of the same file are the same objects."""
    kept = _kept.get(file) or _stored(file)
    marked = _parse_changed(kept, text, file, most) if kept is not None else None
    if marked is None:
        marked = _parse(text, file, most)
    if kept is None or kept.text != text:
        _store(file, text, marked)
    if _LEAST_KEPT <= len(text) <= _MOST_KEPT:
        _kept.pop(file, None)
        _kept[file] = _Kept(text, marked)
        for old in list(_kept)[:-_MOST_FILES]:
            _kept.pop(old, None)
    return marked


def _parse(text: str, file: str, most: int, path: Key = ()) -> Marked:
    from cardgen.data.yaml_reading import parse  # it imports PyYAML

    return parse(text, file, most, path)


def _stored(file: str) -> _Kept | None:
    """Return the text of a file in the last build; None if it is not kept."""
    parts = kept_parts()
    stored = parts.get(file) if parts is not None else None
    if stored is None:
        return None
    text, value, places = stored
    return _Kept(text, _marked(Outline.unpack(file, value, places)))


def _store(file: str, text: str, marked: Marked) -> None:
    """Keep a text for the next build."""
    parts = kept_parts()
    if parts is not None and isinstance(marked.places, ValuePlaces):
        parts.put(file, (text, marked.value, marked.places.outline.pack()))


def _marked(outline: Outline) -> Marked:
    return Marked(outline.value, outline.file, ValuePlaces(outline), KeyPlaces(outline))


def _parse_changed(kept: _Kept, text: str, file: str, most: int) -> Marked | None:
    """Return the value of a text by that of the last one; None if all of it must be parsed."""
    places, value = kept.marked.places, kept.marked.value
    if not isinstance(places, ValuePlaces) or len(places.outline) > most:
        return None
    if kept.text == text:
        return kept.marked
    if not isinstance(value, dict) or not value:
        return None
    key, rows = next(reversed(value.items()))
    if not isinstance(rows, list) or not rows:
        return None
    outline = places.outline
    nodes = [*outline.children_of((key,)), len(outline)]
    starts = [outline.line(node) for node in nodes[:-1]]
    before, after = kept.text.splitlines(keepends=True), text.splitlines(keepends=True)
    above, below = common_ends(before, after)
    if above < starts[0] - 1:  # something before the list has changed
        return None
    # The last entry that begins above the change may reach into it.
    first = max(0, bisect_right(starts, above) - 1)
    last = max(first, bisect_right(starts, len(before) - below))
    moved = len(after) - len(before)
    dash = " " * (places[key,].column - 1) + "-"
    begin, end = starts[first] - 1, starts[last] - 1 if last < len(starts) else len(before)
    if not all(
        line.startswith(dash) for line in (before[begin], *before[end : end + 1])
    ):  # the dash is above its entry
        return None
    changed = "".join(after[begin : end + moved])
    if not changed.startswith(dash) or _DOCUMENT_LINE.search(changed):
        return None
    try:
        middle = _parse(changed, file, most, (key,))
    except DataError:  # the places of its faults would be wrong
        return None
    if not isinstance(middle.value, list) or not isinstance(middle.places, ValuePlaces):
        return None
    whole = {**value, key: [*rows[:first], *middle.value, *rows[last:]]}
    joined = outline.with_entries((key,), nodes[first], nodes[last], middle.places.outline, begin, moved, whole)
    return _marked(joined) if len(joined) <= most else None
