"""`examples RULES`: steps on a board that are legal or refused, as the engine judges them."""

from typing import Annotated, Any

from pydantic import Field

from cardgen.base.errors import DataError, Fault, Faults, Place
from cardgen.base.words.messages import message, printed
from cardgen.data.kinds import FileModel
from cardgen.engines import Diagram
from cardgen.engines.capabilities import DrawsExamples
from cardgen.engines.guarding import check_letters
from cardgen.engines.registry import capability
from cardgen.rulebook.blocks.context import BlockContext, Fence
from cardgen.rulebook.blocks.diagram import DiagramPicture, describe_diagram
from cardgen.rulebook.blocks.figure import FigureBody
from cardgen.rulebook.blocks.play import find_rules
from cardgen.rulebook.book import Figure, Panel
from cardgen.scene.boards import Window

_Start = Annotated[int, Field(ge=0)]
_Count = Annotated[int, Field(ge=1)]
WindowField = Annotated[tuple[_Start, _Start, _Count, _Count], Field(strict=False)]


class ExampleBody(FileModel):
    """A step in its position. `expect` is a text of the engine that the prose relies on."""

    play: str
    refused: bool = False
    expect: str = ""
    caption: str = ""
    window: WindowField | None = None


class ExamplesBody(FigureBody):
    """`window` is the part of every board that is shown, in cells: left column, top row, columns, rows."""

    panels: Annotated[list[ExampleBody], Field(min_length=1)]
    window: WindowField | None = None


def read_examples(fence: Fence, context: BlockContext) -> Figure:
    """Return a figure of examples. DataError if the engine judges one otherwise than the text."""
    body, marked = fence.parse_yaml(ExamplesBody)
    rules = find_rules(fence, context)
    engine = capability(context.sources.engine, DrawsExamples)
    if engine is None:
        raise DataError(Fault(fence.place, message("this game has no rules engine that draws examples")))
    panels: list[Panel] = []
    faults = Faults()
    for number, example in enumerate(body.panels):
        place = marked.place("panels", number, "play")
        with faults:
            diagram = _draw_example(example, place, rules, engine, context)
            window = _check_window(example.window or body.window, diagram, place)
            caption = context.words(example.caption, marked.place("panels", number, "caption"))
            picture = DiagramPicture(diagram, window, not diagram.refused)
            panels.append(Panel(picture, caption, _alt_text(diagram, window, context.lang)))
    faults.raise_all()
    words = context.words(body.caption, marked.place("caption"))
    return Figure(tuple(panels), body.across or min(3, len(panels)), words, fence.place)


def _alt_text(diagram: Diagram, window: Window | None, lang: str) -> str:
    verdict = printed("Not legal") if diagram.refused else printed("Legal")
    reason = diagram.caption.get(lang, "")
    return f"{verdict.in_language(lang)}. {reason} {describe_diagram(diagram, lang, window)}"


def _draw_example(
    example: ExampleBody, place: Place, rules: Any, engine: DrawsExamples, context: BlockContext
) -> Diagram:
    """Return the diagram of an example. DataError if it is not as the text says."""
    try:
        diagram = engine.draw_example(example.play, rules, context.sources.decks)
    except ValueError as error:
        raise DataError(Fault(place, message("this example cannot be made: {reason}", reason=error.args[0]))) from error
    check_letters(engine, [diagram], context.sources.styles)
    caption = diagram.caption.get(context.lang, "")
    if diagram.refused and not example.refused:
        raise DataError(Fault(place, message("the engine rejects this example"), caption))
    if example.refused and not diagram.refused:
        raise DataError(Fault(place, message("the engine allows this example"), caption))
    expected = context.fill(example.expect, place)
    if expected not in caption:
        text = message("the engine does not say {expected!r}", expected=expected)
        raise DataError(Fault(place, text, message("it says: {given}", given=caption)))
    return diagram


def _check_window(window: Window | None, diagram: Diagram, place: Place) -> Window | None:
    if window is None:
        return None
    left, top, columns, rows = window
    across, down = len(diagram.rows[0]), len(diagram.rows)
    if left + columns > across or top + rows > down:
        text = message(
            "the window {window} reaches beyond the board of {columns} × {rows} cells",
            window=list(window),
            columns=across,
            rows=down,
        )
        raise DataError(Fault(place, text))
    return window
