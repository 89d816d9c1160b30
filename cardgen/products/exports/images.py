"""The export `images`: each distinct face and back as a PNG with its bleed, and a list with the number of copies."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Annotated

from pydantic import Field

from cardgen.base.errors import DataError, Fault
from cardgen.base.records import dataclass, replace
from cardgen.base.words.messages import message
from cardgen.cards.layout.cards import Laid, LaidCard
from cardgen.cards.layout.marks import without_marks
from cardgen.data.card_shapes import Corners
from cardgen.data.cells import to_csv
from cardgen.data.kinds import DeckNames, FileModel
from cardgen.data.model import Card, Deck, Game
from cardgen.products.cards import side_cut, side_picture
from cardgen.products.copies import each_copy
from cardgen.products.exports.export import Export, ExportContext
from cardgen.products.files import ListFile, OutputFile, PngFile, deck_inputs, key_of
from cardgen.scene.items import Scene

#: The list of the pictures.
LIST = "cards.csv"
COLUMNS = ("file", "back", "copies", "title", "deck", "sha256")

#: The most characters of a file name: some services cut longer ones.
MOST_CHARACTERS = 64


class ImagesOptions(FileModel):
    """Each distinct face and back as a PNG with its bleed, and a list with the number of copies."""

    decks: DeckNames | None = Field(default=None, description="which decks; if left out, all for orders")
    dpi: Annotated[int, Field(ge=36, le=2400)] | None = Field(
        default=None, description="the resolution; if left out, that of `targets: cards:`, or 300"
    )


@dataclass(frozen=True, slots=True)
class ListedCard:
    """A distinct card in the list: the names of its pictures, and how many copies of it there are."""

    deck: Deck
    card: LaidCard
    file: str
    back: str
    copies: int

    @property
    def sides(self) -> Iterator[tuple[str, Laid, bool]]:
        """The face and the back: the name of the picture, the side, and whether it is the back."""
        yield self.file, self.card.face, False
        if self.card.back is not None:
            yield self.back, self.card.back, True

    def below(self, folder: str, back_folder: str = "") -> ListedCard:
        """Return the row with its pictures below a folder; those of backs below another one if it is given."""
        back = f"{back_folder or folder}/{self.back}" if self.back else ""
        return replace(self, file=f"{folder}/{self.file}", back=back)


def _files(context: ExportContext[ImagesOptions]) -> Iterator[OutputFile]:
    """Yield the pictures, then the list of them. DataError for a game without cards, or for too many pixels."""
    game, dpi = context.game, context.options.dpi or context.dpi
    rows = image_rows(game, context.decks)
    if not rows:
        what = message("the game has no cards to make images of")
        raise DataError(Fault(game.marked.place(), what, message("pages and boards are among the files of a build")))
    pictures = list(row_pictures(game, rows, dpi, context.optimise, bleed=True))
    yield from pictures
    yield list_file(game, rows, {file.path: file for file in pictures})


IMAGES = Export(
    "images",
    message("each distinct face and back as a PNG with its bleed, and a list with the number of copies"),
    ImagesOptions,
    _files,
    steps=(
        message("1. Upload the pictures to a print service, in the order of their names."),
        message("2. Set the number of copies of each, as the column copies of cards.csv says."),
        message(
            "3. Use one back for a whole deck if the column back has one name only, otherwise a back for each card."
        ),
    ),
)


def image_rows(
    game: Game,
    decks: Mapping[str, Sequence[LaidCard]],
    wanted: Sequence[str] | None = None,
    each_copy: bool = False,
) -> list[ListedCard]:
    """Return a row for each distinct card of the wanted decks or of all `decks`, in their order; or for each copy.

    Cards with the same face and back are one row. The numbers in file names are as long as the largest needs, at least
    three digits, so that the order of the names is that of the cards. With `each_copy`, a back that not all cards of
    the deck share has a name for each copy too, so that backs can be taken in the order of their names.
    """
    merged = {deck: _merge_copies(decks[deck]) for deck in (decks if wanted is None else wanted)}
    count = sum(copies if each_copy else 1 for cards in merged.values() for _, copies in cards)
    width = max(3, len(str(count)))
    rows: list[ListedCard] = []
    for deck, cards in merged.items():
        backs: dict[Scene, str] = {}
        is_shared = len({card.back.scene for card, _ in cards if card.back}) == 1
        shared = _stem("", deck, "-back.png")
        for card, copies in cards:
            for copy in range(1, copies + 1) if each_copy else (0,):
                name = f"{deck}-{card.card.id}" + (f"-c{copy}" if each_copy and copies > 1 else "")
                stem = _stem(f"{len(rows) + 1:0{width}}-", name, "-front.png")
                back = ""
                if card.back:
                    own = stem if each_copy else backs.setdefault(card.back.scene, stem)
                    back = f"{shared if is_shared else own}-back.png"
                rows.append(ListedCard(game.decks[deck], card, f"{stem}-front.png", back, 1 if each_copy else copies))
    return rows


def rows_by_deck(rows: Iterable[ListedCard]) -> dict[str, list[ListedCard]]:
    """Return the rows of each deck, by its id, in their order."""
    decks: dict[str, list[ListedCard]] = {}
    for row in rows:
        decks.setdefault(row.deck.id, []).append(row)
    return decks


def _merge_copies(cards: Sequence[LaidCard]) -> list[tuple[LaidCard, int]]:
    """Return the distinct cards of a deck, each with its number of copies."""
    merged: dict[tuple[Scene, Scene | None], tuple[LaidCard, int]] = {}
    for card in chain.from_iterable(map(each_copy, cards)):
        key = (card.face.scene, card.back.scene if card.back else None)
        first, copies = merged.get(key, (card, 0))
        merged[key] = first, copies + card.card.copies
    return list(merged.values())


def _stem(number: str, name: str, ending: str) -> str:
    """Return a file name without its ending, of at most MOST_CHARACTERS with it.

    Letters that are not ASCII are left out: archives and services spoil them. Such a name, like a long one, ends with a
    hash.
    """
    room = MOST_CHARACTERS - len(number) - len(ending)
    plain = "".join(filter(str.isascii, name))
    if plain != name or len(name) > room:
        plain = f"{plain[: room - 7].strip('-')}-{hashlib.sha256(name.encode()).hexdigest()[:6]}"
    return f"{number}{plain}"


def row_pictures(
    game: Game,
    rows: Sequence[ListedCard],
    dpi: int,
    optimise: bool,
    bleed: bool = False,
    corners: Corners | None = None,
) -> Iterator[PngFile]:
    """Yield the picture of each face, and that of each back once. DataError for one of too many pixels.

    With a bleed, corners are square.
    """
    inputs = {deck.id: deck_inputs(game, deck) for deck in decks_of(rows)}
    for path, row, side, _ in pictured_sides(rows):
        deck = row.deck.id
        cut = () if bleed else side_cut(game, side, corners)
        yield side_picture(game, deck, side.scene, path, inputs[deck], dpi, bleed, optimise, cut)


def pictured_sides(rows: Sequence[ListedCard]) -> Iterator[tuple[str, ListedCard, Laid, bool]]:
    """Yield the name of each picture once, with the first row and the side that it shows, and whether it is a back."""
    names: set[str] = set()
    for row in rows:
        for name, side, is_back in row.sides:
            if name not in names:
                names.add(name)
                yield name, row, side, is_back


def decks_of(rows: Iterable[ListedCard]) -> list[Deck]:
    """Return the decks of the rows, each once."""
    return list({row.deck.id: row.deck for row in rows}.values())


def rows_inputs(game: Game, rows: Iterable[ListedCard]) -> tuple[Path, ...]:
    """Return the files that the cards of rows come from."""
    return tuple(dict.fromkeys(file for deck in decks_of(rows) for file in deck_inputs(game, deck)))


def list_file(game: Game, rows: Sequence[ListedCard], pictures: Mapping[str, PngFile]) -> ListFile:
    """Return the list of the pictures: a line for each row, with the sha256 of its face."""
    lines = [(row.file, row.back, row.copies, title_of(game, row.deck, row.card.card), row.deck.id) for row in rows]
    return ListFile(
        path=LIST,
        key=key_of("images", COLUMNS, *lines, *(pictures[row.file].key for row in rows)),
        inputs=rows_inputs(game, rows),
        facts={"rows": len(rows)},
        listed=tuple(row.file for row in rows),
        make=partial(_list_bytes, lines),
    )


def _list_bytes(lines: Sequence[tuple[object, ...]], digests: Sequence[str]) -> bytes:
    return to_csv([COLUMNS, *((*line, digest) for line, digest in zip(lines, digests, strict=True))])


def title_of(game: Game, deck: Deck, card: Card) -> str:
    """Return the card's field `names` or `name` without marks, in all languages of the game, or else its id."""
    languages = game.file.languages
    for field in ("names", "name"):
        value = card.fields.get(field)
        if value and deck.has(**{field: "text"}):
            return without_marks(value, deck.template, languages[0])
        if value and deck.has(**{field: "texts"}):
            titles = [without_marks(value[lang], deck.template, lang) for lang in languages if lang in value]
            return " / ".join(dict.fromkeys(titles))
    return card.id
