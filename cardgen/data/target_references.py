"""What the targets of a game say of its decks, and whether it holds; and that no two files have one name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from cardgen.data.kinds import IDENTIFIER
from cardgen.data.model import BoardTarget, Card, CutoutTarget, DeckEntry, DiecutTarget, GameFile
from cardgen.data.reading import Marked
from cardgen.errors import Fault, Place, did_you_mean

#: What stands in file names for a paper as large as what is on it.
WHOLE = "whole"

#: The most cells along a side of a board that a deck tells.
MOST_CELLS = 200

#: The smallest page of a rulebook, mm: a column of 30 by 30 beside its margins.
LEAST_PAGE = (60.0, 61.0)

Cards = Mapping[str, tuple[Card, ...]]


def check_targets(file: GameFile, marked: Marked, cards: Cards) -> Iterator[Fault]:
    """What does not hold of the targets in `file`, read from `marked`; `cards` are those that could be read."""
    targets = file.targets

    def check_decks(names: Iterable[str], *path: str) -> Iterator[Fault]:
        for name in names:
            if name not in file.decks:
                place = marked.place("targets", *path)
                yield Fault(place, f"there is no deck {name!r}", did_you_mean(name, list(file.decks)))

    if targets.cards is not None:
        yield from check_decks(targets.cards.decks, "cards", "decks")
    for key, sheet in targets.sheets.items():
        yield from check_decks(sheet.decks, "sheets", key, "decks")
    for key, box in targets.tuckboxes.items():
        yield from check_decks([box.deck], "tuckboxes", key, "deck")
    for key, cutout in targets.cutouts.items():
        yield from check_decks([cutout.deck], "cutouts", key, "deck")
        if cutout.deck in file.decks:
            pieces = marked.part("targets", "cutouts", key)
            yield from _check_pieces(cutout, pieces, file.decks[cutout.deck], cards.get(cutout.deck, ()))
    for key, diecut in targets.diecuts.items():
        yield from check_decks([diecut.deck], "diecuts", key, "deck")
        if diecut.deck in file.decks:
            part = marked.part("targets", "diecuts", key)
            yield from _check_diecut(diecut, part, file.decks[diecut.deck], cards.get(diecut.deck, ()), key)
    for key, board in targets.boards.items():
        if board.deck is not None:
            yield from check_decks([board.deck], "boards", key, "deck")
            if board.deck in file.decks:
                part = marked.part("targets", "boards", key)
                yield from _check_board(board, part, file.decks[board.deck], cards.get(board.deck))
    yield from _check_rulebook(file, marked)
    yield from _check_keys(file, marked, cards)


def sheet_names(key: str, target: DiecutTarget, cards: Iterable[Card]) -> dict[str, str]:
    """The sheets of a diecut by the value of its field `by`, in the order of the cards, and each one's key.

    They have a key in common where `key` does not tell them apart.
    """
    if target.by is None:
        return {"": key}
    groups = dict.fromkeys(str(card.fields[target.by]) for card in cards)
    return {group: key.replace(f"{{{target.by}}}", group) for group in groups}


def whole_name(key: str) -> str:
    """How the file of a whole board is called, with `{paper}` for the word WHOLE."""
    return key if "{paper}" in key else f"{key}-{{paper}}"


def _check_rulebook(file: GameFile, marked: Marked) -> Iterator[Fault]:
    """A page too small for a column of text between its margins."""
    page = file.targets.rulebook.page
    if page[0] < LEAST_PAGE[0] or page[1] < LEAST_PAGE[1]:
        told = f"rulebook pages of {page[0]:g} × {page[1]:g} mm"
        hint = f"at least {LEAST_PAGE[0]:g} × {LEAST_PAGE[1]:g}"
        yield Fault(marked.place("targets", "rulebook", "page"), told, hint)


def _check_keys(file: GameFile, marked: Marked, cards: Cards) -> Iterator[Fault]:
    """Names of files that are none, or that two targets share."""
    made: dict[str, Place] = {}
    for section in ("sheets", "diecuts", "boards", "cutouts", "pages", "tuckboxes"):
        for key, target in getattr(file.targets, section).items():
            place = marked.key_place("targets", section, key)
            if len(target.papers) > 1 and "{paper}" not in key:
                yield Fault(place, f"{key!r} is made for several papers", "write {paper} where the paper's name goes")
            if "/" in key or "\\" in key or key.startswith("."):
                yield Fault(place, f"{key!r} is not a plain file name")
            keys = {key}
            if section == "diecuts" and target.by and target.deck in file.decks:
                of_text = file.decks[target.deck].fields.get(target.by) == "text"
                keys = {*sheet_names(key, target, cards.get(target.deck, ())).values()} if of_text else set()
            names = {each.replace("{paper}", paper).lower() for each in keys for paper in target.papers}
            if section == "boards" and target.whole:
                names.add(whole_name(key).replace("{paper}", WHOLE).lower())
            for name in sorted(names):
                if name in made:
                    yield Fault(place, f"a second file would be called {name!r}", f"the first at {made[name]}")
                made.setdefault(name, place)


def _check_pieces(cutout: CutoutTarget, marked: Marked, deck: DeckEntry, cards: tuple[Card, ...]) -> Iterator[Fault]:
    """Pieces to cut out that are no cards, or cards without a shape and a colour."""
    for name, kind in (("cells", "cells"), ("colour", "colour")):
        if deck.fields.get(name) != kind:
            told = f"the cards of {cutout.deck} have no shape to cut out"
            yield Fault(marked.place("deck"), told, f"a field {name} of the kind {kind}")
            return
    ids = [card.id for card in cards]
    for piece in cutout.pieces:
        if ids and piece not in ids:
            place = marked.key_place("pieces", piece)
            yield Fault(place, f"there is no card {piece!r} in {cutout.deck}", did_you_mean(piece, ids))


def _check_diecut(
    diecut: DiecutTarget, marked: Marked, deck: DeckEntry, cards: tuple[Card, ...], key: str
) -> Iterator[Fault]:
    """Fields that the cards have not, sheets that are named and not there, and names that are no file names."""
    wanted = {"cells": "cells", "at": "point", "colour": "colour"}
    wanted |= {"pattern": "pattern"} if diecut.pattern else {}
    wanted |= {"by": "text"} if diecut.by else {}
    missing = False
    for name, kind in wanted.items():
        field = getattr(diecut, name)
        if deck.fields.get(field) != kind:
            place = marked.place(name) if name in marked.value else marked.place("deck")
            told = f"the cards of {diecut.deck} have no field {field!r} of the kind {kind}"
            yield Fault(place, told, did_you_mean(field, [each for each in deck.fields if deck.fields[each] == kind]))
            missing = True
    if missing:
        return
    if diecut.by is None:
        if diecut.names:
            yield Fault(marked.key_place("names"), "names of sheets, but there is only one", "by: the field to part by")
        return
    groups = sheet_names(key, diecut, cards)
    for name in diecut.names.keys() - groups.keys():
        if cards:
            yield Fault(marked.key_place("names", name), f"no card has {name!r}", did_you_mean(name, list(groups)))
    if f"{{{diecut.by}}}" in key:
        for card in cards:
            if not re.fullmatch(IDENTIFIER, card.fields[diecut.by]):
                told = f"{card.fields[diecut.by]!r} becomes part of a file name"
                yield Fault(card.place(diecut.by), told, "expected letters and digits, with - _ . between")


def _check_board(
    board: BoardTarget, marked: Marked, deck: DeckEntry, cards: tuple[Card, ...] | None
) -> Iterator[Fault]:
    """A deck that does not tell how many cells its board has."""
    if deck.fields.get("size") != "point":
        told = f"the card of {board.deck} does not tell how many cells there are"
        yield Fault(marked.place("deck"), told, "a field size of the kind point")
        return
    if cards is not None and len(cards) != 1:
        yield Fault(marked.place("deck"), f"{board.deck} has {len(cards)} cards", "a board's deck has one")
    for card in (cards or ())[:1]:
        size = card.fields["size"]
        if any(length != int(length) or not 1 <= length <= MOST_CELLS for length in size):
            hint = f"columns and rows, 1 to {MOST_CELLS}, such as [20, 20]"
            yield Fault(card.place("size"), "the size of the board is not whole cells", hint)
