"""The files of the export `vassal`: the pictures, and the module with all of them."""

from collections.abc import Iterator, Sequence
from typing import Annotated

from pydantic import Field

from cardgen.base.errors import DataError, Fault
from cardgen.base.records import dataclass
from cardgen.base.units import MM_PER_INCH
from cardgen.base.words.messages import message, printed
from cardgen.data.kinds import DeckNames, FileModel
from cardgen.products.exports.archives import archive_file, build_seconds
from cardgen.products.exports.boards import PictureLimits, TableBoard, boards_of
from cardgen.products.exports.export import Export, ExportContext
from cardgen.products.exports.images import ListedCard, image_rows, row_pictures, rows_by_deck, title_of
from cardgen.products.exports.piles import TableArea, place_piles
from cardgen.products.exports.vassal.module import DeckPile, Module, build_file, module_data
from cardgen.products.files import OutputFile, PngFile, all_languages, key_of, licence_line
from cardgen.scene.items import Item, Path, Placed, Scene, rectangle, translate
from cardgen.scene.keys import content_key

_IMAGES = "images"
_TABLE_PICTURE = "table.png"

#: The least width of the table and the space around everything on it, mm.
_LEAST_WIDTH, _GAP = 900.0, 20.0
#: The most pixels along a side of the table.
_MOST_PIXELS = 10_000
_GROUND = "#345c48"


class VassalOptions(FileModel):
    """A module of VASSAL with a table, a pile for each deck, and a hand for each player."""

    decks: DeckNames | None = Field(default=None, description="which decks; if left out, all for a table")
    dpi: Annotated[int, Field(ge=36, le=300)] = Field(default=100, description="the resolution of cards and boards")
    players: Annotated[int, Field(ge=1, le=20)] = Field(default=4, description="how many players have a hand")


Context = ExportContext[VassalOptions]


def _files(context: Context) -> Iterator[OutputFile]:
    """Yield the pictures and the module. DataError for a game with nothing on the table, or for too large a table."""
    game, dpi = context.game, context.options.dpi
    rows = [row.below(_IMAGES) for row in image_rows(game, context.decks)]
    limits = PictureLimits(dpi, _MOST_PIXELS, context.optimise, lambda name, _: name)
    boards = list(boards_of(game, limits))
    if not rows and not boards:
        raise DataError(Fault(game.marked.place(), message("the game has no cards and no boards for a table")))
    layout = _lay_out(boards, list(rows_by_deck(rows).values()))
    pictures = [*row_pictures(game, rows, dpi, context.optimise), _table_picture(context, layout, boards)]
    yield from pictures
    module = _module(context, layout, pictures[-1])
    members: list[tuple[str, PngFile | bytes]] = [
        ("moduledata", module_data(module, build_seconds())),
        ("buildFile.xml", build_file(module)),
    ]
    yield archive_file(f"{context.name}.vmod", [*members, *((picture.path, picture) for picture in pictures)])


VASSAL = Export(
    "vassal",
    message("a module for VASSAL: a table with boards and piles, and a hand for each player"),
    VassalOptions,
    _files,
    steps=(
        message("1. Open the .vmod file in VASSAL 3.7 or newer with File, Open Module."),
        message("2. Start a game, and choose a side: the hand of a side is seen by its player only."),
        message("3. Send the .vmod file to those who play with you, and meet on the server of VASSAL."),
    ),
    use="table",
)


@dataclass(frozen=True, slots=True)
class _Layout:
    """Where boards and decks are on the table, mm: their top left corners. A deck has a place for discards as well."""

    size: tuple[float, float]
    boards: Sequence[tuple[float, float]]
    decks: Sequence[tuple[Sequence[ListedCard], tuple[float, float], tuple[float, float]]]


def _lay_out(boards: Sequence[TableBoard], decks: Sequence[Sequence[ListedCard]]) -> _Layout:
    """Lay out the boards, and below and beside them the decks, each with a place for its discards."""
    faces = [rows[0].card.face.scene for rows in decks for _ in range(2)]
    sizes = [(scene.width, scene.height) for scene in (*(board.scene for board in boards), *faces)]
    width = max([_LEAST_WIDTH, *(size[0] for size in sizes)])
    _, places = place_piles(sizes, TableArea(_GAP, _GAP, width, float("inf"), _GAP), 1.0)
    height = max(y + size[1] for (_, y), size in zip(places, sizes, strict=True))
    piles = places[len(boards) :]
    return _Layout(
        (width + 2 * _GAP, height + _GAP),
        places[: len(boards)],
        [(rows, piles[2 * index], piles[2 * index + 1]) for index, rows in enumerate(decks)],
    )


def _table_picture(context: Context, layout: _Layout, boards: Sequence[TableBoard]) -> PngFile:
    """Return the picture of the table with the boards on it. DataError if it is too large."""
    from cardgen.formats.png import Picture

    game, dpi = context.game, context.options.dpi
    ground: Item = Path(rectangle(0, 0, *layout.size), fill=_GROUND)
    placed = [Placed(board.scene, translate(*place)) for board, place in zip(boards, layout.boards, strict=True)]
    scene = Scene(*layout.size, (ground, *placed), title=all_languages(game, game.file.titles))
    picture = Picture(scene, dpi, optimised=context.optimise)
    side = max(picture.size)
    if side > _MOST_PIXELS:
        what = message(
            "the table has {pixels:,} pixels a side, expected at most {most:,}",
            pixels=max(picture.size),
            most=_MOST_PIXELS,
        )
        raise DataError(Fault(game.marked.key_place("targets", "exports", "vassal"), what, message("use a lower dpi")))
    inputs = [*(file for board in boards for file in board.file.inputs), game.folder.resolve() / "game.yaml"]
    return PngFile(
        path=f"{_IMAGES}/{_TABLE_PICTURE}",
        key=key_of("table", content_key(scene), dpi, context.optimise),
        inputs=tuple(dict.fromkeys(inputs)),
        facts={"pixels": list(picture.size)},
        picture=picture,
    )


def _module(context: Context, layout: _Layout, table: PngFile) -> Module:
    game = context.game
    width, height = table.picture.size
    lang = game.file.languages[0]
    player, hand = printed("Player").in_language(lang), printed("Hand").in_language(lang)
    return Module(
        all_languages(game, game.file.titles),
        licence_line(game),
        _TABLE_PICTURE,
        (width, height),
        [pile for deck in layout.decks for pile in _piles(context, *deck)],
        [f"{player} {number}" for number in range(1, context.options.players + 1)],
        hand,
    )


def _piles(
    context: Context, rows: Sequence[ListedCard], place: tuple[float, float], discards: tuple[float, float]
) -> Iterator[DeckPile]:
    """Yield the pile of a deck, and the one for its discards."""
    game, scale = context.game, context.options.dpi / MM_PER_INCH
    face, deck = rows[0].card.face.scene, rows[0].deck
    title = all_languages(game, deck.titles)
    size = (round(face.width * scale), round(face.height * scale))

    def middle(corner: tuple[float, float]) -> tuple[int, int]:
        return round((corner[0] + face.width / 2) * scale), round((corner[1] + face.height / 2) * scale)

    cards = [
        (title_of(game, deck, row.card.card), _name(row.file), _name(row.back))
        for row in rows
        for _ in range(row.copies)
    ]
    yield DeckPile(
        title, *middle(place), *size, not game.file.decks[deck.id].two_sided and bool(rows[0].back), "", cards
    )
    words = printed("{deck}: discards", deck=title).in_language(game.file.languages[0])
    yield DeckPile(words, *middle(discards), *size, False, title)


def _name(path: str) -> str:
    """Return the name by which a module finds a picture."""
    return path.removeprefix(f"{_IMAGES}/")
