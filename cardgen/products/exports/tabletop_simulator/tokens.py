"""The pieces of a game that are cut out, as pictures that are transparent outside of the outline."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from functools import partial

from cardgen.base.records import dataclass
from cardgen.base.units import MM_PER_INCH
from cardgen.cards.layout.cards import style_of
from cardgen.data.model import Card, Game
from cardgen.products.cutouts.product import CUTOUTS
from cardgen.products.diecuts.layout import group_pieces
from cardgen.products.diecuts.target import DIECUTS
from cardgen.products.exports.images import title_of
from cardgen.products.exports.tabletop_simulator.options import asset_path
from cardgen.products.files import BytesFile, all_languages, deck_inputs, key_of
from cardgen.scene.items import Path, Scene, rectangle
from cardgen.scene.keys import content_key
from cardgen.scene.shapes import Cell, CellStyle, cells_at_origin, draw_polyomino, outline_path, parse_cells


@dataclass(frozen=True, slots=True)
class Token:
    """A kind of piece: its name, its title, its size in mm, how many there are, and the file of its picture."""

    name: str
    title: str
    deck: str
    size: tuple[float, float]
    count: int
    file: BytesFile


@dataclass(frozen=True, slots=True)
class TokenGroup:
    """Pieces that lie together: all of one kind, or those of one sheet."""

    name: str
    title: str
    tokens: Sequence[Token]


@dataclass(frozen=True, slots=True)
class _Limits:
    dpi: int
    side: int


def tokens_of(game: Game, dpi: int, side: int) -> Iterator[TokenGroup]:
    """Yield the pieces of a game with pictures of at most `dpi` and `side` pixels.

    Paper pieces are grouped by kind, die-cut ones by sheet. Of several targets with paper pieces of one deck, the one
    with the largest cells is taken: the others are the same pieces in another size.
    """
    limits = _Limits(dpi, side)
    yield from _cutouts(game, limits)
    yield from _diecuts(game, limits)


def _cutouts(game: Game, limits: _Limits) -> Iterator[TokenGroup]:
    largest = {target.deck: target for target in sorted(CUTOUTS.of(game.file).values(), key=lambda one: one.pitch)}
    for deck_id, target in largest.items():
        deck = game.decks[deck_id]
        cards = {card.id: card for card in deck.cards}
        for card_id, count in target.pieces.items():
            card = cards[card_id]
            cells = parse_cells(card.fields["cells"])
            token = _token(game, card, cells, style_of(deck, card), target.pitch, count, limits)
            yield TokenGroup(f"{deck_id}-{card_id}", f"{token.title} × {count}", [token])


def _diecuts(game: Game, limits: _Limits) -> Iterator[TokenGroup]:
    for key, target in DIECUTS.of(game.file).items():
        deck = game.decks[target.deck]
        cards = {card.id: card for card in deck.cards}
        for group, pieces in group_pieces(deck, target).items():
            tokens = [
                _token(game, cards[piece.name], piece.cells, piece.style, target.cell or _USUAL_CELL, 1, limits)
                for piece in pieces
            ]
            title = all_languages(game, target.names.get(group) or target.titles)
            yield TokenGroup(f"{key}-{group}", title, tokens)


#: The side of a cell of a die-cut piece that is as large as its paper allows, mm.
_USUAL_CELL = 20.0


def _token(
    game: Game, card: Card, cells: Sequence[Cell], style: CellStyle, pitch: float, count: int, limits: _Limits
) -> Token:
    drawing = draw_polyomino(cells, pitch, style)
    size = (drawing.width, drawing.height)
    # The colour goes on beyond the outline, so that no pixel at it is mixed with white.
    ground = Path(rectangle(-1, -1, size[0] + 2, size[1] + 2), fill=style.colour)
    scene = Scene(size[0], size[1], (ground, *drawing.items), name=f"{card.deck}-{card.id}")
    black = Path(rectangle(-1, -1, size[0] + 2, size[1] + 2), fill="#000000")
    white = Path(outline_path(cells_at_origin(cells), pitch), fill="#ffffff", even_odd=True)
    mask = Scene(size[0], size[1], (black, white), name=scene.name)
    dpi = min(float(limits.dpi), limits.side / max(size) * MM_PER_INCH)
    pixels = (max(1, round(size[0] * dpi / MM_PER_INCH)), max(1, round(size[1] * dpi / MM_PER_INCH)))
    content = key_of("token", content_key(scene), content_key(mask), pixels)
    deck = game.decks[card.deck]
    file = BytesFile(
        path=asset_path(scene.name, content),
        key=content,
        inputs=deck_inputs(game, deck),
        facts={"pixels": list(pixels)},
        make=partial(_png, scene, mask, pixels),
    )
    return Token(scene.name, title_of(game, deck, card), card.deck, size, count, file)


def _png(scene: Scene, mask: Scene, pixels: tuple[int, int]) -> bytes:
    """Return a PNG of the scene, opaque where the mask is white and transparent where it is black."""
    from cardgen.formats.png import render_scenes

    picture, alpha = render_scenes([scene, mask], [pixels, pixels])
    picture.putalpha(alpha.convert("L"))
    stream = io.BytesIO()
    picture.save(stream, "PNG", compress_level=9)
    return stream.getvalue()
