"""The data blocks of a rulebook that show boards and what lies on them: logs, examples, shapes."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from cardgen.data.kinds import FileModel
from cardgen.engines import Diagram, Engine
from cardgen.errors import DataError, Fault, Place, did_you_mean
from cardgen.rulebook.book import BoardPicture, Figure, Panel, ShapePicture
from cardgen.rulebook.fences import Bench, Fence
from cardgen.rulebook.figure_blocks import FigureBody, PlayBody, named, picture_play, rules_named
from cardgen.scene.boards import Window
from cardgen.scene.shapes import parse_cells

Place0 = Annotated[int, Field(ge=0)]
Part = Annotated[tuple[Place0, Place0, Annotated[int, Field(ge=1)], Annotated[int, Field(ge=1)]], Field(strict=False)]


class ExampleBody(FileModel):
    """A step in its position. `expect` is a text of the engine that the prose relies on."""

    play: str
    refused: bool = False
    expect: str = ""
    caption: str = ""
    window: Part | None = None


class ExamplesBody(FigureBody):
    """`window` is what is shown of every board, in cells: left column, top row, columns, rows."""

    panels: Annotated[list[ExampleBody], Field(min_length=1)]
    window: Part | None = None


class ShapesBody(FigureBody):
    """`label` is the field that is written under each shape, `look` the card whose colour and pattern they have."""

    label: str = "id"
    look: str


def read_log(fence: Fence, bench: Bench) -> Figure:
    """A play of many lines, up to a line `---`; the lines between two empty ones share a picture."""
    log, _, rest = fence.body.partition("\n---\n")
    groups = [group.split("\n") for group in log.strip("\n").split("\n\n")]
    written = "\n".join("; ".join(filter(str.strip, group)) for group in groups)
    body, marked = fence.yaml(PlayBody, rest, log.count("\n") + 2)
    try:
        return picture_play(written, body, marked, fence, bench)
    except DataError:
        _find_fault(log, fence, bench)
        raise


def _find_fault(log: str, fence: Fence, bench: Bench) -> None:
    """DataError at the very line of a log that cannot be played; what was joined has other numbers."""
    rules = rules_named(fence, bench)
    if bench.sources.engine is None:
        return
    try:
        bench.sources.engine.draw_play(log, rules)
    except ValueError as error:
        line = getattr(error, "line", None)
        place = Place(fence.file, fence.line + line, 1) if line else fence.place
        raise DataError(Fault(place, f"this play cannot be made: {error}")) from error


def read_examples(fence: Fence, bench: Bench) -> Figure:
    body, marked = fence.yaml(ExamplesBody)
    rules = rules_named(fence, bench)
    engine = bench.sources.engine
    if engine is None or not hasattr(engine, "draw_example"):
        raise DataError(Fault(fence.place, "this game has no rules engine that draws examples"))
    panels: list[Panel] = []
    faults: list[Fault] = []
    for number, example in enumerate(body.panels):
        place = marked.place("panels", number, "play")
        try:
            diagram = _example(example, place, rules, engine, bench)
            window = _window(example.window or body.window, diagram, place)
        except DataError as error:
            faults += error.faults
            continue
        told = diagram.caption.get(bench.lang, "")
        verdict = bench.say("wrong" if diagram.refused else "right")
        panels.append(
            Panel(
                BoardPicture(diagram, window, not diagram.refused),
                bench.words(example.caption, marked.place("panels", number, "caption")),
                f"{verdict}. {told} {bench.say('board')}: " + " / ".join(_shown(diagram, window)),
            )
        )
    if faults:
        raise DataError(faults)
    caption = bench.words(body.caption, marked.place("caption"))
    return Figure(tuple(panels), body.across or min(3, len(panels)), caption, fence.place)


def _example(example: ExampleBody, place: Place, rules: Any, engine: Engine, bench: Bench) -> Diagram:
    """The picture of an example. DataError when it is not what it is said to be."""
    try:
        diagram = engine.draw_example(example.play, rules)
    except ValueError as error:
        raise DataError(Fault(place, f"this example cannot be made: {error}")) from error
    told = diagram.caption.get(bench.lang, "")
    if diagram.refused != example.refused:
        verdict = "refuses" if diagram.refused else "allows"
        raise DataError(Fault(place, f"the engine {verdict} this example", told))
    expected = bench.filled(example.expect, place)
    if expected not in told:
        raise DataError(Fault(place, f"the example does not say {expected!r}", f"it says: {told}"))
    return diagram


def _window(window: Window | None, diagram: Diagram, place: Place) -> Window | None:
    if window is None:
        return None
    left, top, columns, rows = window
    across, down = len(diagram.rows[0]), len(diagram.rows)
    if left + columns > across or top + rows > down:
        raise DataError(Fault(place, f"the window {list(window)} is not on the board of {across} × {down} cells"))
    return window


def _shown(diagram: Diagram, window: Window | None) -> list[str]:
    left, top, columns, rows = window or (0, 0, len(diagram.rows[0]), len(diagram.rows))
    return [row[left : left + columns] for row in diagram.rows[top : top + rows]]


def read_shapes(fence: Fence, bench: Bench) -> Figure:
    body, marked = fence.yaml(ShapesBody)
    if body.look not in bench.sources.styles:
        hint = did_you_mean(body.look, list(bench.sources.styles))
        raise DataError(Fault(marked.place("look"), f"no card {body.look!r} has a colour", hint))
    cards = [bench.card(name, fence, ["cells", body.label]) for name in named(fence)]
    across = body.across or min(7, len(cards))
    panels = []
    for number, card in enumerate(cards):
        label, cells = str(card[body.label]), parse_cells(card["cells"])
        if not cells:
            raise DataError(Fault(fence.place, f"the card {card['id']!r} has no shape"))
        line = cards[number // across * across :][:across]
        picture = ShapePicture(cells, bench.sources.styles[body.look], label, max(len(each["cells"]) for each in line))
        panels.append(Panel(picture, alt=f"{label}: " + " / ".join(card["cells"])))
    return Figure(tuple(panels), across, bench.words(body.caption, marked.place("caption")), fence.place)
