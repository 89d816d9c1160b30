"""The frame of a page of a rulebook: its paper, and what is at its foot."""

from __future__ import annotations

from cardgen.base.errors import located_at
from cardgen.rulebook.book import Text
from cardgen.rulebook.cover import back_texts
from cardgen.rulebook.lines import SetText, one, set_words
from cardgen.rulebook.mirroring import mirror
from cardgen.rulebook.strips import BookContext
from cardgen.scene.items import Group, Item, Path, Scene, polyline, rectangle, translate
from cardgen.scene.tags import FOOTER, Tag


def make_page(items: tuple[Item, ...], title: str, context: BookContext, page: tuple[float, float]) -> Scene:
    """Return a page with its paper, mirrored in a book from right to left."""
    ground = Path(rectangle(0, 0, *page), fill=context.palette.paper)
    items = mirror(items, page[0]) if context.is_mirrored else items
    return Scene(*page, (ground, *items), title=title, lang=context.lang)


def draw_footer(number: int, title: str, context: BookContext, page: tuple[float, float]) -> tuple[Item, ...]:
    """Return the page number at the outer edge, and the running title at the inner one."""
    style = context.style
    y = page[1] - style.foot - 3.0
    figure = context.set(one(str(number), "en", strong=True), 2.9, 20, context.start, leading=1.2)
    room = page[0] - 2 * style.margin - 14
    # Faults in these words are reported where they are a heading or the title: only their font may be another one.
    fonts, theme, colour = context.sources.fonts, context.theme, context.palette.footer
    with located_at(context.start):  # of a glyph that cannot be drawn
        running = set_words(
            one(title, context.lang),
            style.tiny,
            room,
            1.2,
            colour=colour,
            fonts=fonts,
            theme=theme,
            mirrored=context.is_mirrored,
        )
    left, right = style.margin, page[0] - style.margin
    outer_left = number % 2 == 0
    return (
        Path(polyline((left, y - 2.0), (right, y - 2.0)), stroke=context.palette.rule, stroke_width=0.2),
        Group(figure.items, translate(left if outer_left else right - figure.width, y), tag=FOOTER),
        Group(running.items, translate(right - running.width if outer_left else left, y + 0.3), tag=FOOTER),
    )


def imprint(context: BookContext, width: float) -> SetText:
    """Return the source and the licence, or the theme's text for the back, in small print; no lines for neither."""
    texts = back_texts(context) if context.theme.has_back else []
    words: list[Text] = []
    for text, link in texts:
        words += [Text("  ·  ", context.lang)] if words else []
        words.append(Text(text, context.lang, link=link))
    if not words:
        return SetText((), (), ())
    colour = context.palette.footer
    return context.set(tuple(words), context.style.tiny, width, context.start, leading=1.3, colour=colour)


def draw_imprint(lines: SetText, context: BookContext, page: tuple[float, float]) -> tuple[Item, ...]:
    """Return the imprint at the foot of the back cover, below a line."""
    style = context.style
    left, right = style.margin, page[0] - style.margin
    y = page[1] - style.foot - 3.0 - overhang(lines)
    rule = Path(polyline((left, y - 2.0), (right, y - 2.0)), stroke=context.palette.rule, stroke_width=0.2)
    return (rule, Group(lines.items, translate(left, y), tag=Tag("P", Tag("Sect"))))


def overhang(lines: SetText) -> float:
    """Return how much higher than the foot of a page the imprint is, mm."""
    return max(0.0, lines.height - 6.5)
