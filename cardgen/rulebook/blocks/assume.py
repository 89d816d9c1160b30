"""`assume`: values that the text relies on. A value that is different is a fault."""

from __future__ import annotations

from cardgen.base.errors import DataError, Fault, Faults
from cardgen.base.values import as_written
from cardgen.base.words.messages import message
from cardgen.data.placeholders import UnknownValueError, look_up
from cardgen.data.reading import parse_yaml
from cardgen.rulebook.blocks.context import BlockContext, Fence


def check_assumptions(fence: Fence, context: BlockContext) -> None:
    """Compare each value with the game's. DataError with those that differ and paths that name nothing."""
    marked = parse_yaml("\n" * fence.line + fence.body, fence.file)
    if not isinstance(marked.value, dict):
        raise DataError(Fault(fence.place, message("expected paths, each with the value that the text relies on")))
    faults = Faults()
    for path, expected in marked.value.items():
        try:
            value = look_up(context.sources.values, path)
        except UnknownValueError as error:
            faults.append(Fault(marked.key_place(path), error.text, error.hint))
            continue
        if value != expected:
            text = message(
                "the text assumes that {path} is {expected}, but it is {value}",
                path=path,
                expected=as_written(expected),
                value=as_written(value),
            )
            faults.append(Fault(marked.place(path), text, message("rewrite the text, then change this line")))
    faults.raise_all()
