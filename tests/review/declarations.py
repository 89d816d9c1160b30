"""Generate the page's TypeScript declarations from the payloads of the server.

    python -m tests.review.declarations

writes `cardgen/review/page/types.d.ts`, which `tsc` reads when it checks the page's scripts.
"""

from __future__ import annotations

import inspect
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from cardgen.review.server import payloads

FILE = Path(payloads.__file__).parent.parent / "page" / "types.d.ts"

_HEADER = """\
/* Generated from cardgen/review/server/payloads.py by `python -m tests.review.declarations`. Do not edit.
   The shapes of everything that the server and the page send each other. */
"""

_PLAIN: dict[Any, str] = {
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    object: "unknown",
    type(None): "null",
}


def typescript(annotation: Any) -> str:
    """Return the TypeScript type of an annotation. TypeError if it has none."""
    if is_typeddict(annotation):
        return str(annotation.__name__)
    if annotation in _PLAIN:
        return _PLAIN[annotation]
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Literal:
        return " | ".join(f'"{value}"' for value in arguments)
    if origin in (Union, types.UnionType):
        return " | ".join(map(typescript, arguments))
    if origin is tuple:
        return f"[{', '.join(map(typescript, arguments))}]"
    if origin is dict:
        return f"Record<{typescript(arguments[0])}, {typescript(arguments[1])}>"
    if origin is list:
        item = typescript(arguments[0])
        return f"({item})[]" if "|" in item else f"{item}[]"
    raise TypeError(f"no TypeScript type for {annotation!r}")


def declarations() -> str:
    """Return the text of the declaration file."""
    return "\n".join([_HEADER, *_interfaces()])


def _interfaces() -> Iterator[str]:
    for shape in vars(payloads).values():
        if not is_typeddict(shape) or shape.__module__ != payloads.__name__:
            continue
        yield f"/** {inspect.cleandoc(shape.__doc__ or '')} */"
        yield f"interface {shape.__name__} {{"
        for name, annotation in get_type_hints(shape, include_extras=True).items():
            optional = get_origin(annotation) is NotRequired
            written = typescript(get_args(annotation)[0] if optional else annotation)
            yield f"  {name}{'?' if optional else ''}: {written};"
        yield "}\n"


if __name__ == "__main__":
    FILE.write_text(declarations(), encoding="utf-8")
