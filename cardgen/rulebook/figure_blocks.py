"""The data blocks of a rulebook that are drawn: fields, plays, blocks, cards."""

from __future__ import annotations

import re
from typing import Annotated, Any

from pydantic import Field

from cardgen.data.kinds import FileModel, Length
from cardgen.data.reading import Marked
from cardgen.engines import Diagram
from cardgen.errors import DataError, Fault, Place, did_you_mean
from cardgen.rulebook.book import (
    BlockPicture,
    BoardPicture,
    FacePicture,
    FieldPicture,
    Figure,
    FilePicture,
    Panel,
    RowPicture,
    ShinglePicture,
    plain,
)
from cardgen.rulebook.fences import Bench, Drawn, Fence, field_picture
from cardgen.scene.shapes import parse_cells

Across = Annotated[int | None, Field(ge=1, le=8)]


class FigureBody(FileModel):
    """What every figure may say."""

    caption: str = ""
    across: Across = None


class FieldBody(FigureBody):
    rows: Drawn
    alt: str = ""


class PlayBody(FigureBody):
    """`captions` take the place of the engine's. `expect` are texts of the engine that the prose relies on."""

    captions: list[str] = []
    expect: list[str] = []
    notation: bool = False


class CardsBody(FigureBody):
    copies: bool = False
    width: Length | None = None


class PictureBody(FigureBody):
    """`captions` and `alts` are one a picture; `alts` tell those who cannot see them what they show."""

    width: Length | None = None
    captions: list[str] = []
    alts: list[str] = []


class ShingleBody(FigureBody):
    cards: Annotated[list[str], Field(min_length=1, max_length=20)]
    step: Length
    field: Drawn | None = None


def _field_alt(picture: FieldPicture, bench: Bench) -> str:
    rows = [f"{row} ({bench.say('going')})" if i in picture.marked else row for i, row in enumerate(picture.rows)]
    return f"{bench.say('field')}: " + " / ".join(rows)


def read_field(fence: Fence, bench: Bench) -> Figure:
    parts: list[tuple[int, str]] = [(0, "")]
    for number, line in enumerate(fence.body.splitlines()):
        if line.strip() == "---":
            parts.append((number + 1, ""))
        else:
            parts[-1] = (parts[-1][0], parts[-1][1] + line + "\n")
    panels = []
    across = None
    faults: list[Fault] = []
    for skip, part in parts:
        try:
            body, marked = fence.yaml(FieldBody, part, skip)
            picture = field_picture(body.rows, bench, marked.place("rows"))
            caption = bench.words(body.caption, marked.place("caption"))
            alt = bench.filled(body.alt, marked.place("alt")) or _field_alt(picture, bench)
            panels.append(Panel(picture, caption, alt))
            across = body.across or across
        except DataError as error:
            faults += error.faults
    if faults:
        raise DataError(faults)
    return Figure(tuple(panels), across or min(3, len(panels)), (), fence.place)


def read_play(fence: Fence, bench: Bench) -> Figure:
    notation, _, rest = fence.body.partition("\n")
    body, marked = fence.yaml(PlayBody, rest, 1)
    return picture_play(notation.strip(), body, marked, fence, bench)


def rules_named(fence: Fence, bench: Bench) -> Any:
    """The ruleset that the fence names. DataError when it names none."""
    rules = bench.sources.rulesets
    if len(fence.names) != 1 or fence.names[0] not in rules:
        hint = did_you_mean(fence.names[0] if fence.names else "", list(rules))
        raise DataError(Fault(fence.place, f"a {fence.kind} is followed by the name of its ruleset", hint))
    return rules[fence.names[0]]


def picture_play(notation: str, body: PlayBody, marked: Marked, fence: Fence, bench: Bench) -> Figure:
    """A play of the game's rules engine as a figure, a panel a picture. DataError when it cannot be made."""
    rules = rules_named(fence, bench)
    here = Place(fence.file, fence.line + 1, 1)
    if bench.sources.engine is None:
        raise DataError(Fault(here, "this game has no rules engine to play by"))
    try:
        diagrams = bench.sources.engine.draw_play(notation, rules)
    except ValueError as error:
        raise DataError(Fault(here, f"this play cannot be made: {error}")) from error
    said = [diagram.caption.get(bench.lang, "") for diagram in diagrams]
    faults = []
    for i, written in enumerate(body.expect):
        expected = bench.filled(written, marked.place("expect", i))
        if not any(expected in text for text in said):
            told = "it says: " + " · ".join(filter(None, said))
            faults.append(Fault(marked.place("expect", i), f"the play does not say {expected!r}", told))
    if body.captions and len(body.captions) != len(diagrams):
        message = f"{len(body.captions)} captions for {len(diagrams)} pictures"
        faults.append(Fault(marked.place("captions"), message))
    if faults:
        raise DataError(faults)
    panels = []
    for i, (diagram, text) in enumerate(zip(diagrams, said, strict=True)):
        if body.captions:
            words = bench.words(body.captions[i], marked.place("captions", i))
        else:
            words = bench.words(escaped(_closed_up(text)), here)
        picture, alt = _picture_of(diagram, bench)
        panels.append(Panel(picture, words, f"{alt}. {text}"))
    caption = bench.words(body.caption, marked.place("caption"))
    across = body.across or (len(panels) if len(panels) < 4 else 3 if len(panels) != 4 else 2)
    return Figure(tuple(panels), across, caption, fence.place, notation if body.notation else "")


def _picture_of(diagram: Diagram, bench: Bench) -> tuple[FieldPicture | BoardPicture, str]:
    """The picture of an engine's diagram, and what it shows as text."""
    if diagram.closed:
        return BoardPicture(diagram), f"{bench.say('board')}: " + " / ".join(diagram.rows)
    field = FieldPicture(tuple(diagram.rows), tuple(diagram.marked))
    return field, _field_alt(field, bench)


def escaped(text: str) -> str:
    """A text that is no Markdown, such that Markdown leaves it alone."""
    return re.sub(r"([\\`*_\[\]<>&{}])", lambda m: m[1] * 2 if m[1] in "{}" else "\\" + m[1], text)


def _closed_up(text: str) -> str:
    """Without the spaces between Chinese characters and Latin letters or figures: the layout gives them their air.

    Those about signs such as = stay, for which it gives none.
    """
    return re.sub(r"(?<=[\u2e80-\u9fff]) (?=[0-9A-Za-z])|(?<=[0-9A-Za-z]) (?=[\u2e80-\u9fff])", "", text)


def read_rotation(fence: Fence, bench: Bench) -> Figure:
    body, marked = fence.yaml(FigureBody)
    panels = []
    for name in named(fence):
        card = bench.card(name, fence, ["cells", "centre"])
        rows = card["cells"]
        x, y = card["centre"]
        picture = BlockPicture(name, parse_cells(rows), (float(x), len(rows) - 1 - float(y)))
        panels.append(Panel(picture, alt=f"{name} {bench.say('turns')}: " + " / ".join(rows)))
    return Figure(tuple(panels), body.across or 2, bench.words(body.caption, marked.place("caption")), fence.place)


def read_picture(fence: Fence, bench: Bench) -> Figure:
    body, marked = fence.yaml(PictureBody)
    names = named(fence, "the names of files, such as art/table.png")
    caption = bench.words(body.caption, marked.place("caption"))
    faults: list[Fault] = []
    for key, texts in (("captions", body.captions), ("alts", body.alts)):
        if texts and len(texts) != len(names):
            faults.append(Fault(marked.place(key), f"{len(texts)} in `{key}`, and {len(names)} pictures"))
    panels = []
    for number, name in enumerate(names):
        try:
            file = bench.file(name, fence)
        except DataError as error:
            faults += error.faults
            continue
        words = (
            bench.words(body.captions[number], marked.place("captions", number)) if number < len(body.captions) else ()
        )
        told = bench.filled(body.alts[number], marked.place("alts", number)) if number < len(body.alts) else ""
        told = told.strip() or plain(words).strip() or (plain(caption).strip() if len(names) == 1 else "")
        if not told and not faults:
            hint = "one of `alts` for each, or captions"
            faults.append(Fault(fence.place, "nobody is told what the picture shows who cannot see it", hint))
        panels.append(Panel(FilePicture(file, body.width), words, told))
    if faults:
        raise DataError(faults)
    return Figure(tuple(panels), body.across or min(3, len(panels)), caption, fence.place)


def read_cards(fence: Fence, bench: Bench) -> Figure:
    body, marked = fence.yaml(CardsBody)
    panels = []
    for name in named(fence):
        card = bench.card(name.removesuffix("~"), fence)
        scene = bench.sources.face(card["id"])
        label = f"× {card['copies']}" if body.copies else name
        width = body.width or (26.0 if scene.width <= scene.height else 40.0)
        picture = FacePicture(scene, name.endswith("~"), label, width)
        alt = f"{bench.say('card')} {name}" + (f" ({bench.say('down')})" if picture.turned else "")
        panels.append(Panel(picture, alt=f"{alt}. {scene.description}".strip()))
    across = body.across or min(4, len(panels))
    return Figure(tuple(panels), across, bench.words(body.caption, marked.place("caption")), fence.place)


def read_rows(fence: Fence, bench: Bench) -> Figure:
    body, marked = fence.yaml(FigureBody)
    panels = []
    for name in named(fence):
        card = bench.card(name, fence, ["row"])
        picture = RowPicture(name, str(card["row"]), int(card["copies"]))
        panels.append(Panel(picture, alt=f"{bench.say('row')} {name}: {picture.row} × {picture.copies}"))
    caption = bench.words(body.caption, marked.place("caption"))
    return Figure(tuple(panels), body.across or 2, caption, fence.place, down=True)


def read_shingle(fence: Fence, bench: Bench) -> Figure:
    body, marked = fence.yaml(ShingleBody)
    cards = []
    for name in body.cards:
        card = bench.card(name.removesuffix("~"), fence)
        cards.append((bench.sources.face(card["id"]), name.endswith("~")))
    rows: tuple[str, ...] = ()
    if body.field:
        rows = field_picture(body.field, bench, marked.place("field")).rows
    alt = f"{bench.say('shingle')}: {', '.join(body.cards)}"
    panel = Panel(ShinglePicture(tuple(cards), body.step, rows), alt=alt)
    return Figure((panel,), 1, bench.words(body.caption, marked.place("caption")), fence.place)


def named(fence: Fence, what: str = "the ids of cards") -> tuple[str, ...]:
    if not fence.names:
        raise DataError(Fault(fence.place, f"{fence.kind} is followed by {what}"))
    return fence.names
