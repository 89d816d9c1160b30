"""The icons of a game for the words of its rulebooks."""

from __future__ import annotations

from cardgen.base.errors import SHARED, DataError, Fault, Own, Text
from cardgen.cards.boxes.pictures import LEAST_DPI as CARDS_DPI
from cardgen.cards.layout.cards import cell_styles
from cardgen.cards.layout.icons import IconContext, draw_icon
from cardgen.data.model import Game
from cardgen.data.pictures import Pictures
from cardgen.data.reading import Marked
from cardgen.data.templates.icons import icons_in, written_icon
from cardgen.rulebook.book import BookIcon
from cardgen.rulebook.strips import LEAST_DPI
from cardgen.text.spans import Inset


def book_icons(game: Game, pictures: Pictures) -> dict[str, BookIcon]:
    """Return the icons of game.yaml by name."""
    return {name: _book_icon(game, pictures, name, icon) for name, icon in icons_in(game.marked).items()}


def _book_icon(game: Game, pictures: Pictures, name: str, icon: Marked) -> BookIcon:
    """Return an icon. Drawing it raises DataError if its picture is coarser than those of a rulebook may be."""

    def report(finding: str, problem: Text, hint: Text = "", own: Own = SHARED, /, *, key: str = "") -> None:  # noqa: ARG001
        if finding == "low-resolution" and CARDS_DPI - own.amount < LEAST_DPI - 0.5:
            raise DataError(Fault(icon.place(), problem, hint))

    context = IconContext(game.values, pictures.open, report, game.fonts, cell_styles(game))

    def draw(colour: str, lang: str, size: float) -> Inset:
        return draw_icon(name, icon, colour, lang, size, context)

    return BookIcon(name, written_icon(icon).value.get("names", {}), draw)
