"""A contact sheet of the pictures for a service: as they are sent, with the cut and the safe area."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath

from cardgen.base.records import replace
from cardgen.base.units import paper_size
from cardgen.base.words.messages import printed, printed_plural
from cardgen.data.languages.own_words import printed_texts
from cardgen.data.model import Game
from cardgen.products.contact.cells import ContactCell, ContactDeck
from cardgen.products.contact.drawing import contact_pages
from cardgen.products.exports.images import ListedCard, rows_inputs
from cardgen.products.exports.services.pictures import PictureFit
from cardgen.products.files import PagesFile
from cardgen.products.scene_files import pages_file
from cardgen.scene.items import Path, Scene, ellipse, rectangle

PROOF = "contact-sheet.pdf"

_PAPER, _COLUMNS = "a4", 6

#: The cut is a full line and the safe area a broken one, each on a wider line that is seen on dark cards too.
_LINE, _GROUND, _WIDTH = "#c8102e", "#ffffff", 0.25
_DASH = (1.2, 0.8)


def proof_file(game: Game, rows: Mapping[str, Sequence[ListedCard]], fits: Mapping[str, PictureFit]) -> PagesFile:
    """Return a PDF of the pictures of each product in small, with their file names and numbers of copies."""
    decks = [_product(game, product, own, fits) for product, own in rows.items()]
    scenes = contact_pages(game, decks, paper_size(_PAPER), _COLUMNS, PurePosixPath(PROOF).stem)
    every = [row for own in rows.values() for row in own]
    inputs = rows_inputs(game, every)
    return pages_file(game, PROOF, scenes, tuple(dict.fromkeys([*inputs, *game.fonts.files])), _PAPER)


def _product(game: Game, product: str, rows: Sequence[ListedCard], fits: Mapping[str, PictureFit]) -> ContactDeck:
    copies = sum(row.copies for row in rows)
    size = fits[rows[0].deck.id].pixels
    counted = printed_plural("{count} card", "{count} cards", copies)
    count = printed("{cards}, {width} × {height} pixels", cards=counted, width=size[0], height=size[1])
    texts = tuple(printed_texts(count, game.file.languages, game.fonts))
    return ContactDeck(((product, "en"),), texts, 0.0, tuple(_cells(rows, fits)))


def _cells(rows: Sequence[ListedCard], fits: Mapping[str, PictureFit]) -> Iterator[ContactCell]:
    """Yield each face once and each back once, with the name of its first file and the number of its copies."""
    cells: dict[tuple[int, bool], ContactCell] = {}
    for row in rows:
        fit = fits[row.deck.id]
        for path, side, is_back in row.sides:
            key = id(side.scene), is_back
            if key in cells:
                cells[key] = replace(cells[key], copies=cells[key].copies + row.copies)
            else:
                scene = _with_lines(fit.picture(side.scene, is_back), fit)
                cells[key] = ContactCell(scene, ((PurePosixPath(path).stem, "en"),), row.copies)
    return iter(sorted(cells.values(), key=lambda cell: cell.texts))


def _with_lines(picture: Scene, fit: PictureFit) -> Scene:
    """Return a picture with the lines of the cut and of the safe area over it."""
    cut = fit.fit.cut
    lines: list[Path] = []
    for (width, height), dash in ((cut.trim, ()), (cut.safe, _DASH)):
        x, y = (picture.width - width) / 2, (picture.height - height) / 2
        is_round = cut.shape == "circle"
        outline = ellipse(x + width / 2, y + height / 2, width / 2) if is_round else rectangle(x, y, width, height)
        lines += [
            Path(outline, stroke=_GROUND, stroke_width=2 * _WIDTH),
            Path(outline, stroke=_LINE, stroke_width=_WIDTH, dash=dash),
        ]
    return replace(picture, items=(*picture.items, *lines))
