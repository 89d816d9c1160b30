"""Print runs: what every card looked like when it was printed, and how many copies there are of it.

A run is a small text file in the game's folder with a line for each card, in order, so that branches of it can be
merged. Cards are compared by their looks: a card with another id that looks the same has been printed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from cardgen.base.errors import DataError, Fault, Place, did_you_mean, located_at
from cardgen.base.files import write_atomic
from cardgen.base.records import dataclass, replace
from cardgen.base.words.messages import message
from cardgen.building.editions import Edition
from cardgen.data.model import Game
from cardgen.data.names import check_identifier
from cardgen.products.copies import looks_of
from cardgen.products.options import Options, Printed

#: The folder of a game with its print runs, and the ending of their files.
FOLDER, ENDING = "prints", ".tsv"

_HEADER = ("edition", "deck", "card", "copies", "face", "back")
_NONE = "-"
_MOST_COPIES = 100_000
_MOST_BYTES = 16 << 20


@dataclass(frozen=True, slots=True, order=True)
class PrintedCard:
    """A card of a print run. `edition` is "" for a game in all its languages at once, `back` for a card without one."""

    edition: str
    deck: str
    card: str
    copies: int
    face: str
    back: str


def print_run(editions: Iterable[Edition]) -> list[PrintedCard]:
    """Return every card of these editions as it would be printed now."""
    return [
        PrintedCard(edition.lang, deck, card.card.id, card.card.copies, *looks_of(card))
        for edition in editions
        for deck, cards in edition.laid.items()
        for card in cards
    ]


def run_file(game_folder: Path, name: str) -> Path:
    """Return the file of a print run. DataError if the name cannot be that of a file."""
    with located_at(Place()):
        check_identifier(name)
    return game_folder / FOLDER / f"{name}{ENDING}"


def run_names(game_folder: Path) -> list[str]:
    """Return the names of the print runs of a game, sorted."""
    return sorted(path.name.removesuffix(ENDING) for path in (game_folder / FOLDER).glob(f"*{ENDING}"))


def format_run(cards: Iterable[PrintedCard]) -> str:
    """Return the text of a print run's file."""
    lines = ["\t".join(_HEADER)]
    for card in sorted(cards):
        names = (card.edition or _NONE, card.deck, card.card)
        lines.append("\t".join((*names, str(card.copies), card.face, card.back or _NONE)))
    return "\n".join(lines) + "\n"


def read_run(game_folder: Path, name: str, shown_from: Path | None = None) -> list[PrintedCard]:
    """Return the cards of a print run of a game. DataError if there is none, with every line that is none of a run."""
    file = run_file(game_folder, name)
    names = run_names(game_folder)
    if name not in names:
        record = message("`cardgen print record {name}` remembers the cards as they are", name=name)
        problem = message("there is no print run {name!r}", name=name)
        raise DataError(Fault(Place(), problem, did_you_mean(name, names) if names else record))
    shown = file.relative_to(shown_from) if shown_from and file.is_relative_to(shown_from) else file
    if file.stat().st_size > _MOST_BYTES:
        raise DataError(Fault(Place(shown.as_posix()), message("is too large for a print run")))
    try:
        text = file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        problem = message("is not {encoding} text", encoding="UTF-8")
        raise DataError(Fault(Place(shown.as_posix()), problem)) from error
    return _parse_run(text, shown.as_posix())


def _parse_run(text: str, file: str) -> list[PrintedCard]:
    """Return the cards of a run's text. Lines that a merge has doubled are one; the header may be anywhere."""
    cards: set[PrintedCard] = set()
    faults: list[Fault] = []
    for number, line in enumerate(text.splitlines(), 1):
        cells = line.split("\t")
        if not line.strip() or tuple(cells) == _HEADER:
            continue
        if len(cells) != len(_HEADER) or not _is_count(cells[3]):
            problem = message("is no line of a print run: expected {columns}", columns=", ".join(_HEADER))
            hint = message("record it again, or resolve the conflict of a merge")
            faults.append(Fault(Place(file, number, 1), problem, hint))
            continue
        edition, deck, card, copies, face, back = cells
        cards.add(PrintedCard(_cell(edition), deck, card, int(copies), face, _cell(back)))
    if faults:
        raise DataError(faults)
    return sorted(cards)


def _is_count(text: str) -> bool:
    return text.isascii() and text.isdecimal() and int(text[:9]) <= _MOST_COPIES


def _cell(cell: str) -> str:
    return "" if cell == _NONE else cell


def since_run(options: Options, name: str, cards: Iterable[PrintedCard]) -> Options:
    """Return the options of a build of only the cards and copies that a print run lacks."""
    printed: Counter[tuple[str, str, str]] = Counter()
    for card in cards:
        printed[card.edition, card.face, card.back] += card.copies
    entries = tuple(Printed(*look, count) for look, count in sorted(printed.items()))
    return replace(options, since=name, printed=entries)


def record_run(game: Game, name: str, cards: Iterable[PrintedCard], *, overwrite: bool = False) -> Path:
    """Write a print run into the game's folder, and return its file. DataError if there is one of the name already."""
    file = run_file(game.folder, name)
    if not overwrite and file.exists():
        hint = message("choose another name, or write --replace")
        raise DataError(Fault(Place(), message("there is already a print run {name!r}", name=name), hint))
    file.parent.mkdir(exist_ok=True)
    write_atomic(file, format_run(cards).encode())
    return file
