"""Write the tables of docs/templates.md from the models of the boxes: python docs/template_tables.py

Lines between a comment such as `<!-- keys: rect ellipse -->` and `<!-- end -->` are replaced:

    <!-- kinds: rect text … -->      a table of these kinds of boxes
    <!-- examples: rect text … -->   a YAML block with an example of each
    <!-- keys: rect ellipse … -->    a table of the keys of these kinds, or of one of MODELS
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from cardgen.cards.boxes.fills import GradientFill, PatternFill
from cardgen.cards.boxes.map import MapLook
from cardgen.cards.boxes.registry import load_box_kind
from cardgen.cards.boxes.shapes import ShapeBox
from cardgen.data.templates.box_models import Box
from cardgen.data.templates.models import DesignEntry, IconFile, TextStyle

PAGE = Path(__file__).parent / "templates.md"

#: Models that are no boxes, by the names that comments of the page have for them.
MODELS: dict[str, type[BaseModel]] = {
    "style": TextStyle,
    "icon": IconFile,
    "design": DesignEntry,
    "gradient": GradientFill,
    "pattern": PatternFill,
    "look": MapLook,
}

#: Parts of descriptions that become links.
LINKS = {
    "gradient or pattern": "#fills",
    "SVG path data": "https://www.w3.org/TR/SVG11/paths.html#PathData",
    "a font of the game's own": "fonts.md",
    "words inside a text": "#marks-in-a-text",
    "columns from the right": "#vertical-text",
    "instead of a file: a shape": "#shapes",
}

_COLOURS = {"#000000": "black", "#888888": "grey"}

#: Keys of all boxes and styles, which the page describes by themselves.
_COMMON = ("kind", "box", "when", "when_text", "extends", "ink")

_TABLE = re.compile(r"^<!-- (kinds|examples|keys): ([^>]+) -->\n.*?^<!-- end -->$", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Key:
    """A row of a table: a key, the kinds of boxes that have it, its description and its default."""

    name: str
    kinds: tuple[str, ...]
    description: str
    default: str


def write_tables(page: str) -> str:
    """Return the page with all its tables written anew."""

    def written(match: re.Match[str]) -> str:
        names = match[2].split()
        lines = {
            "kinds": lambda: kind_table(names, page),
            "examples": lambda: example_block(names),
            "keys": lambda: key_table(names),
        }[match[1]]()
        return "\n".join([match[0].splitlines()[0], "", *lines, "", "<!-- end -->"])

    return _TABLE.sub(written, page)


def kind_table(kinds: Sequence[str], page: str) -> Iterator[str]:
    """Yield the lines of a table of kinds of boxes, with links to the sections that have their keys."""
    yield "| kind | draws | keys beside `box`, `turn`, `when`, `when_text`, `extends` and `ink` |"
    yield "|---|---|---|"
    for kind in kinds:
        model = load_box_kind(kind).model
        words = " ".join((model.__doc__ or "").split()).rstrip(".")
        shared = ShapeBox.model_fields if issubclass(model, ShapeBox) else {}
        keys = ", ".join(f"`{key.name}`" for key in own_keys(model) if key.name not in shared)
        keys += ", and those of all shapes" if shared else ""
        keys += ", and all those of a style" if issubclass(model, TextStyle) else ""
        section = _section_of(kind, page)
        link = f", see [{section.lower()}](#{section.lower().replace(' ', '-')})" if section else ""
        yield f"| `{kind}` | {words[0].lower()}{words[1:]}{link} | {keys.removeprefix(', and ')} |"


def example_block(kinds: Sequence[str]) -> Iterator[str]:
    """Yield the lines of a YAML block that has a box of each kind."""
    yield "```yaml picture=kinds"
    yield "size: [136, 42]"
    yield "boxes:"
    for kind in kinds:
        yield f"  {kind}: {load_box_kind(kind).example}"
    yield "```"
    yield ""
    yield f"![One box of each kind: {', '.join(kinds)}](pictures/templates/kinds.svg)"


def key_table(names: Sequence[str]) -> Iterator[str]:
    """Yield the lines of a table of the keys of kinds of boxes, or of one of MODELS."""
    keys = _merged([key for name in names for key in own_keys(_model_of(name), name)])
    if len(names) == 1:
        yield "| key | meaning | default |"
        yield "|---|---|---|"
        yield from (f"| `{key.name}` | {key.description} | {key.default} |" for key in keys)
        return
    yield "| key | of | meaning | default |"
    yield "|---|---|---|---|"
    for key in keys:
        yield f"| `{key.name}` | {_of(key.kinds, names)} | {key.description} | {key.default} |"


def own_keys(model: type[BaseModel], kind: str = "") -> Iterator[Key]:
    """Yield the keys of a model but for those of all boxes; of a text, but for those of a style, too."""
    for name, info in model.model_fields.items():
        of_all = name in _COMMON or (name == "turn" and issubclass(model, Box))
        of_style = issubclass(model, TextStyle) and model is not TextStyle and name in TextStyle.model_fields
        if not of_all and not of_style:
            words, *left_out = re.split(r"[.;] [Ii]f left out,? ", info.description or "")
            yield Key(info.alias or name, (kind,), _with_links(words), left_out[0] if left_out else _default(info))


def _with_links(words: str) -> str:
    """Return a description with links to the pages and sections that say more."""
    for text, target in LINKS.items():
        words = words.replace(text, f"[{text}]({target})")
    return words


def _model_of(name: str) -> type[BaseModel]:
    return MODELS[name] if name in MODELS else load_box_kind(name).model


def _default(info: FieldInfo) -> str:
    """Return a default as people write it; empty if there is none, or it is nothing or false."""
    value = info.default
    if info.is_required() or value is None or value is False or value in ("", (), {}):
        return ""
    if isinstance(value, tuple):
        return f"[{', '.join(_shown(part) for part in value)}]"
    return _shown(value)


def _shown(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else _COLOURS.get(str(value), str(value))


def _merged(keys: Sequence[Key]) -> list[Key]:
    """Return the keys, those of several kinds with the same description and default as one."""
    merged: dict[tuple[str, str, str], Key] = {}
    for key in keys:
        row = (key.name, key.description, key.default)
        kinds = (*merged[row].kinds, *key.kinds) if row in merged else key.kinds
        merged[row] = Key(key.name, kinds, key.description, key.default)
    return list(merged.values())


def _of(kinds: Sequence[str], names: Sequence[str]) -> str:
    """Return the kinds that have a key: all of `names`, all but one, or a list."""
    missing = [name for name in names if name not in kinds]
    if not missing:
        return "all"
    if len(missing) == 1 and len(kinds) > 2:
        return f"all but `{missing[0]}`"
    return ", ".join(f"`{kind}`" for kind in kinds)


def _section_of(kind: str, page: str) -> str:
    """Return the heading of the section with the keys of a kind."""
    heading = ""
    for line in page.splitlines():
        if line.startswith("##"):
            heading = line.lstrip("# ")
        if line.startswith("<!-- keys:") and kind in line.split():
            return heading
    return ""


if __name__ == "__main__":
    PAGE.write_text(write_tables(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
