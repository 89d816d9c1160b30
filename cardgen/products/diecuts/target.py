"""The model of a sheet of pieces among the targets of game.yaml, and its checks."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated

from pydantic import Field

from cardgen.base.errors import Code, Fault, did_you_mean
from cardgen.base.words.messages import message
from cardgen.data.kinds import (
    Cell,
    CellCounts,
    CutMode,
    FieldName,
    FileModel,
    FileName,
    Identifier,
    Papers,
    Texts,
    Word,
)
from cardgen.data.model import Card, DeckEntry
from cardgen.data.names import is_identifier
from cardgen.data.reading import Marked
from cardgen.data.regmarks import Regmarks
from cardgen.data.targets import Section, TargetSource

SHEET_LAYOUT = Code(
    "CG111",
    "sheet-layout",
    message(
        "a piece to be cut out overlaps another, reaches off its sheet, is not in whole cells, or has several copies"
    ),
)


class DiecutTarget(FileModel):
    """Pieces side by side on a sheet to be die-cut, printed on both sides: one sheet for each value of `by`.

    `cells`, `at`, `colour` and `pattern` are fields of the deck: a piece's shape, the column and row of its drawing's
    upper left corner, and its style. `cell` is the side of a cell in mm; by default as large as it fits.
    `regmarks` are for a cutting machine: it finds the print by them.
    """

    deck: Identifier
    papers: Papers
    titles: Texts
    by: FieldName | None = None
    names: dict[Word, Texts] = {}
    area: CellCounts | None = None
    cell: Cell | None = None
    bleed: Annotated[float, Field(ge=0.3, le=1)] = 1.0
    cut: CutMode = "line"
    regmarks: Regmarks = None
    cells: FieldName = "cells"
    at: FieldName = "at"
    colour: FieldName = "colour"
    pattern: FieldName | None = None


def sheet_names(key: str, target: DiecutTarget, cards: Iterable[Card]) -> dict[str, str]:
    """Return the key of each sheet by the value of the field `by`, in the order of the cards.

    The sheets have one key in common if `key` does not contain that field.
    """
    if target.by is None:
        return {"": key}
    groups = dict.fromkeys(str(card.fields[target.by]) for card in cards)
    return {group: key.replace(f"{{{target.by}}}", group) for group in groups}


def _check(targets: Mapping[str, DiecutTarget], source: TargetSource) -> Iterator[Fault]:
    for key, target in targets.items():
        yield from source.deck_faults([target.deck], "diecuts", key, "deck")
        if target.deck in source.file.decks:
            marked = source.marked.part("targets", "diecuts", key)
            faults = list(_check_fields(target, marked, source.file.decks[target.deck]))
            yield from faults
            if not faults:
                yield from _check_sheets(target, marked, source.cards.get(target.deck, ()), key)


def _check_fields(target: DiecutTarget, marked: Marked, deck: DeckEntry) -> Iterator[Fault]:
    """Yield a fault for each field of the target that the cards do not have."""
    kinds = {"cells": "cells", "at": "point", "colour": "colour"}
    kinds |= {"pattern": "pattern"} if target.pattern else {}
    kinds |= {"by": "text"} if target.by else {}
    for name, kind in kinds.items():
        field = getattr(target, name)
        if deck.kinds.get(field) != kind:
            place = marked.place(name) if name in marked.value else marked.place("deck")
            problem = message(
                "the cards of {deck} have no field {field!r} of the kind {kind}",
                deck=target.deck,
                field=field,
                kind=kind,
            )
            yield Fault(place, problem, did_you_mean(field, [name for name, own in deck.kinds.items() if own == kind]))


def _check_sheets(target: DiecutTarget, marked: Marked, cards: tuple[Card, ...], key: str) -> Iterator[Fault]:
    """Yield a fault for each named sheet that does not exist, and for values of `by` that cannot be in a file name."""
    if target.by is None:
        if target.names:
            problem = message("there is only one sheet, which needs no names")
            yield Fault(
                marked.key_place("names"), problem, message("set by: to the field that sorts the pieces into sheets")
            )
        return
    groups = sheet_names(key, target, cards)
    for name in target.names.keys() - groups.keys():
        if cards:
            problem = message("no card has {name!r}", name=name)
            yield Fault(marked.key_place("names", name), problem, did_you_mean(name, list(groups)))
    if f"{{{target.by}}}" in key:
        for card in cards:
            if not is_identifier(card.fields[target.by]):
                problem = message("{value!r} cannot be part of a file name", value=card.fields[target.by])
                yield Fault(card.place(target.by), problem, message("expected letters and digits, with - _ . between"))


def _file_names(key: str, target: DiecutTarget, source: TargetSource) -> Iterable[str]:
    keys = {key}
    if target.by and target.deck in source.file.decks:
        is_text = source.file.decks[target.deck].kinds.get(target.by) == "text"
        keys = {*sheet_names(key, target, source.cards.get(target.deck, ())).values()} if is_text else set()
    return [key.replace("{paper}", paper) for key in keys for paper in target.papers]


DIECUTS: Section[Mapping[str, DiecutTarget]] = Section(
    "diecuts", dict[FileName, DiecutTarget], {}, order=30, check=_check, file_names=_file_names
)
