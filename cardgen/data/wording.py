"""What pydantic finds wrong with a value, put into words for people who write card data and not Python."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from types import UnionType
from typing import Annotated, Any, TypeAlias, Union, get_args, get_origin

from pydantic import BaseModel

from cardgen.errors import did_you_mean, nearest

Path: TypeAlias = tuple[str | int, ...]

#: What keys are called in other programs.
_ELSEWHERE = {
    **dict.fromkeys(("x", "y", "width", "height"), "box"),
    **dict.fromkeys(("angle", "rotate", "rotation"), "turn"),
    **dict.fromkeys(("str", "string", "label"), "text"),
    **dict.fromkeys(("src", "image", "path"), "file"),
    "fill_color": "fill",
    "font_size": "size",
    "if": "when",
}

#: A number that is added to the one below, in a file that extends another: "+= 2" or "-= 0.5".
ADDITION = re.compile(r"([+-])= *([0-9]+(?:\.[0-9]+)?)")
NOTHING_TO_ADD_TO = "there is no number below it to add to"

#: What people measure in otherwise, in mm; pixels as print services count them, 300 to the inch.
_UNITS = {"cm": 10.0, "in": 25.4, "pt": 25.4 / 72, "px": 25.4 / 300}

#: What was expected, by the type of pydantic's error; `{...}` is a figure from its context.
_EXPECTED = {
    "bool_type": "true or false",
    "dict_type": "keys with values",
    "finite_number": "a number",
    "float_type": "a number",
    "greater_than": "more than {gt}",
    "greater_than_equal": "at least {ge}",
    "int_from_float": "a whole number",
    "int_type": "a whole number",
    "less_than": "less than {lt}",
    "less_than_equal": "at most {le}",
    "list_type": "a list",
    "literal_error": "{expected}",
    "model_type": "keys with values",
    "string_too_long": "at most {max_length} characters",
    "string_too_short": "at least {min_length} characters",
    "string_type": "text",
    "too_long": "at most {max_length} entries",
    "too_short": "at least {min_length} entries",
    "tuple_type": "a list",
}


@dataclass(frozen=True, slots=True)
class Wrong:
    """One wrong thing in a value: where it is, whether the key itself is meant, and what to say of it."""

    path: Path
    message: str
    hint: str = ""
    of_key: bool = False


def explain(model: type[BaseModel], errors: Sequence[Any]) -> list[Wrong]:
    """Pydantic's errors about a value that should have been a `model`, one entry for each mistake.

    A key that is missing because it is misspelt is told once, by its misspelling.
    """
    told: list[Wrong] = []
    missing: list[Path] = []
    meant: set[Path] = set()
    for error in errors:
        path: Path = error["loc"]
        if error["type"] == "too_short" and _has_inside(path, errors):
            continue  # pydantic counts the right entries only
        if error["type"] == "extra_forbidden":
            known, key = keys_of(model, path[:-1]), str(path[-1])
            other = _ELSEWHERE.get(key) if _ELSEWHERE.get(key) in known else None
            hint = f"did you mean {other!r}?" if other else did_you_mean(key, known)
            hint = "write box: [x, y, width, height]" if other == "box" else hint
            told.append(Wrong(path, f"unknown key {path[-1]!r}", hint, of_key=True))
            meant.add((*path[:-1], other or nearest(key, known) or ""))
        elif error["type"] == "missing":
            missing.append(path)
        else:
            told.append(_wrong_value(model, path, error))
    told += [Wrong(path[:-1], f"the key {path[-1]!r} is missing") for path in missing if path not in meant]
    return told


def _has_inside(path: Path, errors: Sequence[Any]) -> bool:
    """Whether any of the errors is about a part of what stands at `path`."""
    return any(len(each["loc"]) > len(path) and each["loc"][: len(path)] == path for each in errors)


def _wrong_value(model: type[BaseModel], path: Path, error: Any) -> Wrong:
    of_key = path[-1:] == ("[key]",)
    if of_key:
        path = path[:-1]
    name = ".".join(map(str, path))
    text, hint = _sentence(error)
    if error["type"] == "model_type" and (known := keys_of(model, path)):
        hint = f"its keys are {', '.join(known)}"
    return Wrong(path, f"{name}: {text}" if name and not of_key else text, hint, of_key)


def _sentence(error: Any) -> tuple[str, str]:
    """What is wrong with one value, and a hint."""
    kind, given, context = error["type"], error["input"], error.get("ctx", {})
    if kind == "value_error":
        return str(context["error"]), getattr(context["error"], "hint", "")
    if kind not in _EXPECTED:
        return str(error["msg"]), ""
    expected = _EXPECTED[kind].format(**{name: _figure(value) for name, value in context.items()})
    expected = expected.replace(" 1 entries", " 1 entry").replace(" 1 characters", " 1 character")
    if kind == "literal_error" and isinstance(given, str):
        near = nearest(given, re.findall(r"'([^']*)'", expected))
        return f"{as_written(given)} given, expected {expected}", f"did you mean {near!r}?" if near else ""
    return f"{as_written(given)} given, expected {expected}", _slip(kind, given)


def _slip(kind: str, given: Any) -> str:
    """A hint about what makes a value text, or keeps it from being a number."""
    if kind == "string_type" and isinstance(given, bool | int | float):
        return "put it in quotes"
    if kind in ("int_type", "float_type") and isinstance(given, str) and ADDITION.fullmatch(given):
        return NOTHING_TO_ADD_TO
    if kind in ("int_type", "float_type") and isinstance(given, str) and re.fullmatch(r"-?[1-9][0-9]*|0", given):
        return "leave the quotes out"
    return in_mm(given) if kind == "float_type" and isinstance(given, str) else ""


def in_mm(text: str) -> str:
    """A hint for a length with a unit, which is not wanted: how long it is in mm. "" for anything else."""
    match = re.fullmatch(r"(-?[0-9]+(?:\.[0-9]+)?) ?(mm|cm|in|pt|px)", text)
    if match is None:
        return ""
    if match[2] == "mm":
        return "without the unit, which is mm"
    length = f"{float(match[1]) * _UNITS[match[2]]:.3f}".rstrip("0").rstrip(".")
    return f"in mm: {length}{', at 300 dpi' if match[2] == 'px' else ''}"


def _figure(value: Any) -> Any:
    return f"{value:,g}" if isinstance(value, float) else f"{value:,}" if isinstance(value, int) else value


def as_written(value: Any) -> str:
    """A value as it stands in a data file, shortened: true, .nan, 'text'."""
    text = "nothing" if value is None else _written(value)
    return text if len(text) < 60 else text[:57] + "..."


def _written(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and not math.isfinite(value):
        return ".nan" if math.isnan(value) else "-.inf" if value < 0 else ".inf"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_written, value))}]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key!r}: {_written(inner)}" for key, inner in value.items()) + "}"
    return repr(value)


# ---------------------------------------------------------------- what a model allows


def keys_of(model: type[BaseModel], path: Path) -> list[str]:
    """The keys that `model` allows at `path` inside it, none where it is not a mapping of known keys."""
    inner: Any = model
    for step in path:
        inner = _inside(inner, step)
    found = _model_in(inner)
    return sorted(field.alias or name for name, field in found.model_fields.items()) if found else []


def _inside(annotation: Any, step: str | int) -> Any:
    """The type of what stands under the key or index `step` of a value of this type; None when that is not told."""
    model = _model_in(annotation)
    if model is not None:
        fields = {field.alias or name: field for name, field in model.model_fields.items()}
        return fields[str(step)].annotation if str(step) in fields else None
    arguments = get_args(annotation)
    if get_origin(annotation) in (Annotated, Union, UnionType):
        return next((found for each in arguments if (found := _inside(each, step)) is not None), None)
    if get_origin(annotation) is dict:
        return arguments[1]
    return arguments[0] if get_origin(annotation) in (list, tuple) else None


def _model_in(annotation: Any) -> type[BaseModel] | None:
    """The model that a value of this type is, if it is one: alone, annotated or optional."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    if get_origin(annotation) in (Annotated, Union, UnionType):
        return next((found for each in get_args(annotation) if (found := _model_in(each)) is not None), None)
    return None
