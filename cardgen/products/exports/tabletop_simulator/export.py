"""The files of the export `tabletop-simulator`: the saved object, its small picture, and the assets."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from urllib.parse import quote

from cardgen.base.errors import DataError, Fault, all_of
from cardgen.base.records import dataclass, replace
from cardgen.base.units import MM_PER_INCH
from cardgen.base.words.messages import message
from cardgen.data.card_shapes import cut_outline
from cardgen.data.model import Game
from cardgen.products.exports.archives import build_seconds
from cardgen.products.exports.boards import PictureLimits, TableBoard, boards_of
from cardgen.products.exports.export import Export, ExportContext
from cardgen.products.exports.images import image_rows
from cardgen.products.exports.sheets import AtlasPair, deck_sheets, sheet_files, sheet_inputs
from cardgen.products.exports.tabletop_simulator.objects import (
    AddressOf,
    Guids,
    PlacedObject,
    SaveObject,
    board_piece,
    book_piece,
    deck_piece,
    save,
    token_piece,
)
from cardgen.products.exports.tabletop_simulator.options import ASSETS, TabletopSimulatorOptions, asset_path
from cardgen.products.exports.tabletop_simulator.tokens import TokenGroup, tokens_of
from cardgen.products.files import (
    BytesFile,
    OutputFile,
    PngFile,
    UnfinishedFile,
    all_languages,
    key_of,
    licence_line,
)
from cardgen.products.options import Options
from cardgen.products.product import Decks
from cardgen.products.rulebook import PRODUCT
from cardgen.scene.items import Command, Group, Item, Path, Placed, Scene, rectangle, scale, then, translate, turn
from cardgen.scene.keys import content_key

Context = ExportContext[TabletopSimulatorOptions]

#: The list of the sheets of cards.
LIST = f"{ASSETS}/atlas.json"


@dataclass(frozen=True, slots=True)
class _Content:
    """What is on the table: the sheets of each deck, the boards, the pieces, the books."""

    decks: Sequence[Sequence[AtlasPair]]
    boards: Sequence[TableBoard]
    groups: Sequence[TokenGroup]
    books: Sequence[Book]


def _files(context: Context) -> Iterator[OutputFile]:
    """Yield the files. DataError for a game with nothing on the table, or with cards or boards that are too large."""
    game = context.game
    content = _content_of(context)
    if not content.decks and not content.boards and not content.groups:
        raise DataError(Fault(game.marked.place(), message("the game has no cards and no boards for a table")))
    sheets = [sheet for deck in content.decks for sheet in deck]
    yield from sheet_files(game, sheets, LIST, context.optimise)
    pictures = {token.file.path: token.file for group in content.groups for token in group.tokens}
    files: list[OutputFile] = [
        *(board.file for board in content.boards),
        *pictures.values(),
        *(book.file for book in content.books),
    ]
    yield from files
    inputs = tuple(dict.fromkeys([*sheet_inputs(game, sheets), *(name for file in files for name in file.inputs)]))
    text = f"{json.dumps(_save(context, content), ensure_ascii=False, indent=2)}\n"
    yield BytesFile(path=f"{context.name}.json", key=key_of("save", text), inputs=inputs, make=text.encode)
    yield replace(_thumbnail(context, content), path=f"{context.name}.png", inputs=inputs)


TABLETOP_SIMULATOR = Export(
    "tabletop-simulator",
    message("a saved object for Tabletop Simulator: decks, boards, pieces and rulebooks, with sheets of the cards"),
    TabletopSimulatorOptions,
    _files,
    steps=(
        message(
            "1. Copy the .json file and the .png file of the same name to the folder Saves/Saved Objects of Tabletop"
            " Simulator: it is in Documents/My Games/Tabletop Simulator on Windows, in ~/.local/share/Tabletop"
            " Simulator on Linux, in ~/Library/Tabletop Simulator on a Mac."
        ),
        message("2. In Tabletop Simulator choose Objects, Saved Objects, and the game."),
        message(
            "3. To play with others, upload all pictures with the Cloud Manager and save the object again; or put the"
            " files in assets on a web server, and export again with --tts-url and their address."
        ),
    ),
    use="table",
)


def _content_of(context: Context) -> _Content:
    """Return what is on the table. DataError with the faults of all decks and boards."""
    game, options = context.game, context.options
    dpi = options.dpi or context.dpi

    def lay_out_deck(name: str) -> Iterator[list[AtlasPair]]:
        rows = image_rows(game, context.decks, [name])
        if rows:
            yield deck_sheets(game, rows, options.sheet_layout(dpi))

    decks = all_of(lay_out_deck(name) for name in context.decks)
    boards = boards_of(game, PictureLimits(dpi, options.pixels, context.optimise, asset_path))
    parts = list(all_of((decks, boards)))
    return _Content(
        [part for part in parts if isinstance(part, list)],
        [part for part in parts if isinstance(part, TableBoard)],
        [*tokens_of(game, dpi, options.pixels)] if options.pieces else [],
        [*books_of(game, context.all_decks)] if options.rulebooks else [],
    )


def _save(context: Context, content: _Content) -> dict[str, object]:
    game = context.game
    title = all_languages(game, game.file.titles)
    pieces = place_pieces([*_pieces(context, content)])
    return save(title, _date(), licence_line(game), [*pieces])


def _pieces(context: Context, content: _Content) -> Iterator[PlacedObject]:
    """Yield the boards, the decks, the pieces and the rulebooks."""
    game, options = context.game, context.options
    guids = Guids(context.name)
    address = _addresses(context)
    for board in content.boards:
        size = (board.scene.width, board.scene.height)
        yield board_piece(board.name, board.title, size, options.board_size, address(board.file.path), guids)
    key = 1
    for sheets in content.decks:
        is_two_sided = game.file.decks[sheets[0].deck.id].two_sided
        yield deck_piece(game, sheets, key, not is_two_sided, address, guids)
        key += len(sheets)
    for group in content.groups:
        yield token_piece(group, options.token_size, address, guids)
    for book in content.books:
        yield book_piece(f"rules/{book.lang}", book.title, address(book.file.path), guids)


def _addresses(context: Context) -> AddressOf:
    """Return a function that returns the address of a file: at the option `url`, or on this computer."""
    base = (context.options.url or f"{context.folder}/{ASSETS}").rstrip("/")
    return lambda path: f"{base}/{quote(path.removeprefix(f'{ASSETS}/'))}"


def _date() -> str:
    """Return the date of SOURCE_DATE_EPOCH, or the start of 2000, as the program writes it."""
    date = datetime.fromtimestamp(build_seconds(), UTC)
    hour = f"{(date.hour + 11) % 12 + 1}:{date:%M:%S} {'AM' if date.hour < 12 else 'PM'}"
    return f"{date.month}/{date.day}/{date.year} {hour}"


def _thumbnail(context: Context, content: _Content) -> PngFile:
    """Return the small picture: a card of each of the first decks, or several of a single one."""
    from cardgen.formats.png import Picture

    rows = [sheets[0].rows[0] for sheets in content.decks]
    if len(content.decks) == 1:
        rows = list(content.decks[0][0].rows)
    faces = [(row.card.face.scene, row.deck.size) for row in rows[:3]]
    shown = [ShownFace(scene, cut_outline(size, scene.width, scene.height, "transparent")) for scene, size in faces]
    title = all_languages(context.game, context.game.file.titles)
    scene = thumbnail(context.name, title, shown, [board.scene for board in content.boards])
    picture = Picture(scene, DPI, optimised=context.optimise)
    key = key_of("thumbnail", content_key(scene), context.optimise)
    return PngFile(
        path=f"{context.name}.png", key=key, inputs=(), facts={"pixels": list(picture.size)}, picture=picture
    )


# ---------------------------------------------------------------- rulebooks


@dataclass(frozen=True, slots=True)
class Book:
    """A rulebook: its language, its title, its file."""

    lang: str
    title: str
    file: UnfinishedFile


def books_of(game: Game, decks: Decks) -> Iterator[Book]:
    """Yield the rulebooks of a game. They are laid out when they are made."""
    for lang in game.rulebooks:
        title = game.file.titles.get(lang) or next(iter(game.file.titles.values()))
        for file in PRODUCT.plan(game, decks, Options(only=(f"rules/rules.{lang}.pdf",))):
            assert isinstance(file, UnfinishedFile)
            yield Book(lang, title, _renamed(file, asset_path(f"rules-{lang}", file.key, ".pdf")))


def _renamed(file: UnfinishedFile, path: str) -> UnfinishedFile:
    finish = file.finish
    return replace(file, path=path, finish=lambda: replace(finish(), path=path))


# ---------------------------------------------------------------- places on the table


#: The widest row, and the space between pieces, inches.
_WIDEST, _GAP = 40.0, 1.0


@dataclass(frozen=True, slots=True)
class _PieceLine:
    """Pieces beside each other."""

    pieces: list[PlacedObject]

    @property
    def width(self) -> float:
        return sum(piece.width for piece in self.pieces) + _GAP * (len(self.pieces) - 1)

    @property
    def depth(self) -> float:
        return max(piece.depth for piece in self.pieces)


def place_pieces(pieces: Sequence[PlacedObject]) -> Iterator[SaveObject]:
    """Yield the objects on their places: rows from left to right, from the far edge to the near one, in the middle."""
    lines: list[_PieceLine] = []
    for piece in pieces:
        if lines and lines[-1].width + _GAP + piece.width <= _WIDEST:
            lines[-1].pieces.append(piece)
        else:
            lines.append(_PieceLine([piece]))
    z = (sum(line.depth for line in lines) + _GAP * (len(lines) - 1)) / 2
    for line in lines:
        x = -line.width / 2
        for piece in line.pieces:
            place = {"posX": round(x + piece.width / 2, 4), "posZ": round(z - line.depth / 2, 4)}
            yield {**piece.data, "Transform": {**piece.data["Transform"], **place}}
            x += piece.width + _GAP
        z -= line.depth + _GAP


# ---------------------------------------------------------------- the picture of a saved object


#: The width and height of the picture in pixels.
PIXELS = 256

#: The width and height of its scene, mm, its ground, and the resolution that gives the pixels.
_SIDE, _GROUND = 64.0, "#33463f"
DPI = PIXELS / _SIDE * MM_PER_INCH

#: The longer side of a board and of a card, mm, and the angle between two cards.
_BOARD, _CARD, _ANGLE = 58.0, 44.0, 14.0


@dataclass(frozen=True, slots=True)
class ShownFace:
    """A face in the picture, and the outline that it is cut along, mm."""

    scene: Scene
    outline: tuple[Command, ...]


def thumbnail(name: str, title: str, cards: Sequence[ShownFace], boards: Sequence[Scene]) -> Scene:
    """Return a square with the first of the boards and up to three cards, one over another."""
    ground = Path(rectangle(0, 0, _SIDE, _SIDE), fill=_GROUND)
    items: list[Item] = [ground]
    middle = _SIDE / 2
    for board in boards[:1]:
        items.append(_placed(ShownFace(board, rectangle(0, 0, board.width, board.height)), _BOARD, middle, middle, 0.0))
    length, y = (_CARD * 0.66, _SIDE * 0.68) if boards else (_CARD, middle)
    shown = cards[:3]
    longest = max((_longer_side(card.scene) for card in shown), default=0.0)
    for i, card in enumerate(shown):
        offset = i - (len(shown) - 1) / 2
        own = length * _longer_side(card.scene) / longest
        items.append(_placed(card, own, middle + offset * length * 0.36, y + abs(offset) * 2, offset * _ANGLE))
    return Scene(_SIDE, _SIDE, tuple(items), name=name, title=title)


def _longer_side(scene: Scene) -> float:
    return max(scene.width, scene.height)


def _placed(shown: ShownFace, length: float, x: float, y: float, angle: float) -> Group:
    """Return a face in small, its longer side `length` mm, with a shadow, its middle at (x, y)."""
    scene = shown.scene
    factor = length / _longer_side(scene)
    outline = shown.outline
    paper = Path(outline, fill="#ffffff")
    face = Group((paper, Placed(scene, clip=(0, 0, scene.width, scene.height))), clip=Path(outline))
    shift = 0.7 / factor
    shadow = Group((Path(outline, fill="#000000", opacity=0.35),), translate(0.0, shift))
    way = then(translate(-scene.width / 2, -scene.height / 2), then(scale(factor), then(turn(angle), translate(x, y))))
    return Group((shadow, face), way)
