"""Turn pydantic's errors into messages and hints for people who write card data."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from types import UnionType
from typing import Annotated, Any, TypeAlias, Union, get_args, get_origin

from pydantic import BaseModel

from cardgen.base.errors import did_you_mean, nearest
from cardgen.base.records import dataclass
from cardgen.base.values import as_written
from cardgen.base.words.messages import Message, joined, message, plural

Path: TypeAlias = tuple[str | int, ...]

#: Names of keys in other programs.
_KEYS_ELSEWHERE = {
    **dict.fromkeys(("x", "y", "width", "height"), "box"),
    **dict.fromkeys(("angle", "rotate", "rotation"), "turn"),
    **dict.fromkeys(("str", "string", "label"), "text"),
    **dict.fromkeys(("src", "image", "path"), "file"),
    "fill_color": "fill",
    "font_size": "size",
    "if": "when",
}

#: In a file that extends another: a number that is added to the other's. "+= 2" or "-= 0.5".
ADDITION = re.compile(r"([+-])= *([0-9]+(?:\.[0-9]+)?)")
NOTHING_TO_ADD_TO = message("the extended file has no number to add to")

#: Other units of length, in mm. Pixels are those of print services, 300 to the inch.
_UNITS = {"cm": 10.0, "in": 25.4, "pt": 25.4 / 72, "px": 25.4 / 300}


def _entries(count: int) -> tuple[Message, Message]:
    return (
        plural("at least {count} entry", "at least {count} entries", count),
        plural("at most {count} entry", "at most {count} entries", count),
    )


#: The expected value, by the type of pydantic's error and its context.
_EXPECTED: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "bool_type": lambda _: message("true or false"),
    "dict_type": lambda _: message("keys with values"),
    "finite_number": lambda _: message("a number"),
    "float_type": lambda _: message("a number"),
    "greater_than": lambda context: message("more than {limit:,g}", limit=context["gt"]),
    "greater_than_equal": lambda context: message("at least {limit:,g}", limit=context["ge"]),
    "int_from_float": lambda _: message("a whole number"),
    "int_type": lambda _: message("a whole number"),
    "less_than": lambda context: message("less than {limit:,g}", limit=context["lt"]),
    "less_than_equal": lambda context: message("at most {limit:,g}", limit=context["le"]),
    "list_type": lambda _: message("a list"),
    "literal_error": lambda context: _choice(context["expected"]),
    "model_type": lambda _: message("keys with values"),
    "string_too_long": lambda context: message("at most {limit:,} characters", limit=context["max_length"]),
    "string_too_short": lambda context: plural(
        "at least {count} character", "at least {count} characters", context["min_length"]
    ),
    "string_type": lambda _: message("text"),
    "too_long": lambda context: _entries(context["max_length"])[1],
    "too_short": lambda context: _entries(context["min_length"])[0],
    "tuple_type": lambda _: message("a list"),
}


@dataclass(frozen=True, slots=True)
class Wrong:
    """A mistake in a value: the path to it, the message and a hint. `of_key` if the key is wrong, not its value."""

    path: Path
    message: str
    hint: str = ""
    of_key: bool = False


def explain(model: type[BaseModel], errors: Sequence[Any]) -> list[Wrong]:
    """Return pydantic's errors about a value that should be a `model`, one for each mistake.

    If a required key is misspelt, it is reported as misspelt and not as missing, too.
    """
    mistakes: list[Wrong] = []
    missing: list[Path] = []
    misspelt: set[Path] = set()
    for error in errors:
        path: Path = error["loc"]
        if error["type"] == "too_short" and _has_inside(path, errors):
            continue  # pydantic counts valid entries only
        if error["type"] == "extra_forbidden":
            mistake, meant = _unknown_key(model, path)
            mistakes.append(mistake)
            misspelt.add((*path[:-1], meant))
        elif error["type"] == "missing":
            missing.append(path)
        else:
            mistakes.append(_wrong_value(model, path, error))
    mistakes += [
        Wrong(path[:-1], message("the key {key!r} is missing", key=path[-1]))
        for path in missing
        if path not in misspelt
    ]
    return mistakes


def _unknown_key(model: type[BaseModel], path: Path) -> tuple[Wrong, str]:
    """Return the mistake of an unknown key, and the key that was probably meant, or ""."""
    keys, key = keys_of(model, path[:-1]), str(path[-1])
    other = _KEYS_ELSEWHERE.get(key) if _KEYS_ELSEWHERE.get(key) in keys else None
    hint = message("did you mean {word!r}?", word=other) if other else did_you_mean(key, keys)
    if other == "box":
        hint = message("write box: [x, y, width, height]")
    elif not other and (outer := _outer_key(model, path)):
        hint = message("it is a key of {key!r}", key=outer)
    mistake = Wrong(path, message("unknown key {key!r}", key=path[-1]), hint, of_key=True)
    return mistake, other or nearest(key, keys) or ""


def _has_inside(path: Path, errors: Sequence[Any]) -> bool:
    """Return True if any of the errors is about a part of the value at `path`."""
    return any(len(error["loc"]) > len(path) and error["loc"][: len(path)] == path for error in errors)


def _wrong_value(model: type[BaseModel], path: Path, error: Any) -> Wrong:
    of_key = path[-1:] == ("[key]",)
    if of_key:
        path = path[:-1]
    name = ".".join(map(str, path))
    problem, hint = _problem(error)
    if error["type"] == "model_type" and (keys := keys_of(model, path)):
        hint = message("its keys are {keys}", keys=joined(keys))
    if name and not of_key:
        problem = message("{name}: {problem}", name=name, problem=problem)
    return Wrong(path, problem, hint, of_key)


def _problem(error: Any) -> tuple[str, str]:
    """Return the message about one wrong value, and a hint."""
    kind, given, context = error["type"], error["input"], error.get("ctx", {})
    if kind == "value_error":
        # The argument is the message itself; str() of the error would be the English text only.
        return context["error"].args[0], getattr(context["error"], "hint", "")
    if kind not in _EXPECTED:
        return str(error["msg"]), ""
    expected = _EXPECTED[kind](context)
    problem = message("{value} given, expected {expected}", value=as_written(given), expected=expected)
    if kind == "literal_error" and isinstance(given, str):
        near = nearest(given, re.findall(r"'([^']*)'", context["expected"]))
        return problem, message("did you mean {word!r}?", word=near) if near else ""
    return problem, _hint(kind, given)


def _choice(expected: str) -> str:
    """Return pydantic's list of allowed values, `'a', 'b' or 'c'`, as a message."""
    first, separator, last = expected.rpartition(" or ")
    return message("{choices} or {last}", choices=joined(first.split(", ")), last=last) if separator else expected


def _hint(kind: str, given: Any) -> str:
    """Return a hint for a value that needs quotes, has wrong quotes, or has a unit; otherwise ""."""
    if kind == "string_type" and isinstance(given, bool | int | float):
        return message("put it in quotes")
    if kind in ("int_type", "float_type") and isinstance(given, str) and ADDITION.fullmatch(given):
        return NOTHING_TO_ADD_TO
    if kind in ("int_type", "float_type") and isinstance(given, str) and re.fullmatch(r"-?[1-9][0-9]*|0", given):
        return message("remove the quotes")
    return in_mm(given) if kind == "float_type" and isinstance(given, str) else ""


def in_mm(text: str) -> str:
    """Return a hint for a length written with a unit: its number in mm. Return "" for any other text."""
    match = re.fullmatch(r"(-?[0-9]+(?:\.[0-9]+)?) ?(mm|cm|in|pt|px)", text)
    if match is None:
        return ""
    if match[2] == "mm":
        return message("leave out the unit: lengths are in mm")
    length = f"{float(match[1]) * _UNITS[match[2]]:.3f}".rstrip("0").rstrip(".")
    if match[2] == "px":
        return message("in mm: {length}, at 300 dpi", length=length)
    return message("in mm: {length}", length=length)


# ---------------------------------------------------------------- the keys of a model


def keys_of(model: type[BaseModel], path: Path) -> list[str]:
    """Return the keys that `model` allows at `path` inside it; none if any key is allowed there."""
    return sorted(_types_at(model, path))


def _types_at(model: type[BaseModel], path: Path) -> dict[str, Any]:
    """Return the types of the values that `model` allows at `path` inside it, by key."""
    inner: Any = model
    for step in path:
        inner = _inside(inner, step)
    part = _model_in(inner)
    return {field.alias or name: field.annotation for name, field in part.model_fields.items()} if part else {}


def _outer_key(model: type[BaseModel], path: Path) -> str:
    """Return the key beside an unknown one whose value may have it; "" if none or several have it."""
    types = _types_at(model, path[:-1])
    found = [key for key, inner in types.items() if (part := _model_in(inner)) and path[-1] in keys_of(part, ())]
    return found[0] if len(found) == 1 else ""


def _inside(annotation: Any, step: str | int) -> Any:
    """Return the type of the value under a key or index of a value of this type; None if it is not known."""
    model = _model_in(annotation)
    if model is not None:
        fields = {field.alias or name: field for name, field in model.model_fields.items()}
        return fields[str(step)].annotation if str(step) in fields else None
    arguments = get_args(annotation)
    if get_origin(annotation) in (Annotated, Union, UnionType):
        return next((inner for part in arguments if (inner := _inside(part, step)) is not None), None)
    if get_origin(annotation) is dict:
        return arguments[1]
    return arguments[0] if get_origin(annotation) in (list, tuple) else None


def _model_in(annotation: Any) -> type[BaseModel] | None:
    """Return the model in a type: the type itself, annotated or optional; None if it is no model."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    if get_origin(annotation) in (Annotated, Union, UnionType):
        return next((model for part in get_args(annotation) if (model := _model_in(part)) is not None), None)
    return None
