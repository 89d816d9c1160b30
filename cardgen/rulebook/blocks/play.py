"""`play RULES` and `log RULES`: a play in the game's notation, which the rules engine plays and draws.

A `play` is on the first line of the body. A `log` has many lines, up to a line `---`; the lines between two empty
lines share a picture.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from cardgen.base.errors import DataError, Fault, Faults, Place, did_you_mean
from cardgen.base.words.messages import message
from cardgen.data.reading import Marked
from cardgen.engines import Diagram
from cardgen.engines.capabilities import DrawsPlays
from cardgen.engines.guarding import check_letters
from cardgen.engines.registry import capability
from cardgen.rulebook.blocks.context import BlockContext, Fence
from cardgen.rulebook.blocks.diagram import DiagramPicture, describe_diagram
from cardgen.rulebook.blocks.figure import FigureBody
from cardgen.rulebook.book import Figure, Panel, Words
from cardgen.rulebook.inline import escape_markdown


class PlayBody(FigureBody):
    """`captions` replace the engine's. `expect` are texts of the engine that the prose relies on."""

    captions: list[str] = []
    expect: list[str] = []
    notation: bool = False


def read_play(fence: Fence, context: BlockContext) -> Figure:
    """Return the figure of a play. DataError if it cannot be played."""
    notation, _, rest = fence.body.partition("\n")
    body, marked = fence.parse_yaml(PlayBody, rest, 1)
    return _figure_of_play(notation.strip(), body, marked, fence, context)


def read_log(fence: Fence, context: BlockContext) -> Figure:
    """Return the figure of a log. DataError at the line that cannot be played."""
    log, _, rest = fence.body.partition("\n---\n")
    groups = [group.split("\n") for group in log.strip("\n").split("\n\n")]
    notation = "\n".join("; ".join(filter(str.strip, group)) for group in groups)
    body, marked = fence.parse_yaml(PlayBody, rest, log.count("\n") + 2)
    try:
        return _figure_of_play(notation, body, marked, fence, context)
    except DataError:
        _check_lines(log, fence, context)
        raise


def _check_lines(log: str, fence: Fence, context: BlockContext) -> None:
    """Play a log line by line, so that a fault is at its own line: joined lines are numbered differently."""
    rules = find_rules(fence, context)
    engine = capability(context.sources.engine, DrawsPlays)
    if engine is None:
        return
    try:
        engine.draw_play(log, rules, context.sources.decks)
    except ValueError as error:
        line = getattr(error, "line", None)
        place = Place(fence.file, fence.line + line, 1) if line else fence.place
        raise DataError(Fault(place, _cannot_be_played(error))) from error


def find_rules(fence: Fence, context: BlockContext) -> Any:
    """Return the ruleset that the fence names. DataError if it names none, or an unknown one."""
    rulesets = context.sources.rulesets
    if len(fence.names) != 1 or fence.names[0] not in rulesets:
        hint = did_you_mean(fence.names[0] if fence.names else "", list(rulesets))
        raise DataError(
            Fault(fence.place, message("{kind} needs the name of a ruleset after it", kind=fence.kind), hint)
        )
    return rulesets[fence.names[0]]


def _figure_of_play(notation: str, body: PlayBody, marked: Marked, fence: Fence, context: BlockContext) -> Figure:
    place = Place(fence.file, fence.line + 1, 1)
    diagrams = _draw(notation, place, fence, context)
    captions = [diagram.caption.get(context.lang, "") for diagram in diagrams]
    faults = Faults(_unmet(body, captions, marked, context))
    if body.captions and len(body.captions) != len(diagrams):
        text = message(
            "{captions} captions for {pictures} pictures", captions=len(body.captions), pictures=len(diagrams)
        )
        faults.append(Fault(marked.place("captions"), text))
    faults.raise_all()
    panels = []
    for i, (diagram, caption) in enumerate(zip(diagrams, captions, strict=True)):
        words: Words
        if body.captions:
            words = context.words(body.captions[i], marked.place("captions", i))
        else:
            words = context.words(escape_markdown(_without_script_spaces(caption)), place)
        panels.append(Panel(DiagramPicture(diagram), words, f"{describe_diagram(diagram, context.lang)}. {caption}"))
    caption_words = context.words(body.caption, marked.place("caption"))
    across = body.across or (len(panels) if len(panels) < 4 else 3 if len(panels) != 4 else 2)
    return Figure(tuple(panels), across, caption_words, fence.place, notation if body.notation else "")


def _draw(notation: str, place: Place, fence: Fence, context: BlockContext) -> list[Diagram]:
    rules = find_rules(fence, context)
    engine = capability(context.sources.engine, DrawsPlays)
    if engine is None:
        raise DataError(Fault(place, message("this game has no rules engine that draws plays")))
    try:
        diagrams = engine.draw_play(notation, rules, context.sources.decks)
    except ValueError as error:
        raise DataError(Fault(place, _cannot_be_played(error))) from error
    check_letters(engine, diagrams, context.sources.styles)
    return diagrams


def _cannot_be_played(error: ValueError) -> str:
    return message("this play cannot be made: {reason}", reason=error.args[0])


def _unmet(body: PlayBody, captions: Sequence[str], marked: Marked, context: BlockContext) -> list[Fault]:
    """Return a fault for each expected text that the engine does not give."""
    faults = []
    for i, text in enumerate(body.expect):
        expected = context.fill(text, marked.place("expect", i))
        if not any(expected in caption for caption in captions):
            given = " · ".join(filter(None, captions))
            fault = message("the engine does not say {expected!r}", expected=expected)
            faults.append(Fault(marked.place("expect", i), fault, message("it says: {given}", given=given)))
    return faults


_SCRIPT_SPACE = re.compile(r"(?<=[\u2e80-\u9fff]) (?=[0-9A-Za-z])|(?<=[0-9A-Za-z]) (?=[\u2e80-\u9fff])")


def _without_script_spaces(text: str) -> str:
    """Return a text without spaces between Chinese characters and Latin letters or figures: layout adds its own.

    Spaces beside signs such as = stay: layout adds none there.
    """
    return _SCRIPT_SPACE.sub("", text)
