"""The covers of a rulebook: the title on a ground of one colour, over a picture, or above an ornament."""

from __future__ import annotations

from cardgen.base.errors import Fault, Place
from cardgen.base.records import dataclass
from cardgen.base.words.messages import message
from cardgen.cards.boxes.pictures import place_picture
from cardgen.data.fonts import FontSet
from cardgen.rulebook.book import Book, Cover, Words
from cardgen.rulebook.lines import SetText, natural_width, one, set_words, widest_word
from cardgen.rulebook.mirroring import mirror
from cardgen.rulebook.strips import BookContext
from cardgen.rulebook.style import NIGHT, NIGHT_GRID, NIGHT_INK
from cardgen.rulebook.theme import Theme
from cardgen.scene.colour import mix
from cardgen.scene.items import Group, Item, Path, Scene, rectangle, translate
from cardgen.scene.tags import Role, Tag

#: The largest size of a title in one line and in several, mm; and the most lines of a title.
_LARGEST, _LONG, _MOST_LINES = 30.0, 13.0, 3


@dataclass(frozen=True, slots=True)
class Colours:
    """The colours of a cover: ground, lines on it, titles, other texts, and secondary texts."""

    ground: str
    grid: str
    ink: str
    pale: str
    dim: str


def cover_colours(cover: Cover) -> Colours:
    """Return the default dark colours, or those that follow from the cover's own."""
    if not (cover.ground or cover.ink):
        return Colours(NIGHT, NIGHT_GRID, NIGHT_INK, "#e8ecf3", "#9aa5b8")
    ground, ink = cover.ground or NIGHT, cover.ink or NIGHT_INK
    return Colours(ground, mix(ground, ink, 0.07), ink, mix(ink, ground, 0.08), mix(ink, ground, 0.2))


def _ground(book: Book, width: float, height: float) -> list[Item]:
    """Return the ground of a cover, with the lines of its ornament."""
    colours, ornament = cover_colours(book.cover), book.cover.ornament
    items: list[Item] = [Path(rectangle(0, 0, width, height), fill=colours.ground)]
    if ornament:
        items.append(Path(ornament.ground(width, height), stroke=colours.grid, stroke_width=0.35))
    return items


def layout_cover(book: Book, context: BookContext, page: tuple[float, float]) -> Scene:
    """Return the front: title, subtitle and facts, with the ornament on the lower edge."""
    width, height = page
    cover, colours = book.cover, cover_colours(book.cover)
    place = Place(book.file, 1, 1)
    items = _ground(book, width, height)

    def check_dpi(dpi: float) -> None:
        context.check_dpi(message("the cover's picture"), dpi, place, message("use a larger picture"))

    if cover.picture:
        area = (0.0, 0.0, width, height)
        items += place_picture(cover.picture, area, "cover", colour=colours.ink, coarse=check_dpi)
    if cover.ornament:
        drawing = cover.ornament.front(width, context.sources)
        items.append(Group(drawing.items, translate(0, height - drawing.height)))
    margin = context.style.margin + 1
    room = width - 2 * margin
    y = margin + 4

    section = Tag("Sect")

    def put(text: SetText, gap: float, role: Role = "P") -> None:
        nonlocal y
        items.append(_place(text, (margin, y), Tag(role, section), width, context))
        y += text.height + gap

    title = one(context.theme.title or book.title, book.lang)
    size = _title_size(title, room, context.sources.fonts, context.theme)
    named = context.set(title, size, room + 0.01, place, leading=1.12, balance=True, colour=colours.ink, font="bold")
    put(named, 1.0, "H1")
    others = [(lang, text) for lang, text in _titles(context) if not lang.startswith(book.lang) and text != book.title]
    for lang, text in others:
        smaller = min(7.2, 0.7 * size)
        put(context.set(one(text, lang), smaller, room, place, leading=1.25, colour=colours.dim, font="medium"), 3.0)
    if cover.subtitle:
        put(
            context.set(
                one(cover.subtitle, book.lang), 5.4, room, place, leading=1.3, colour=colours.pale, font="medium"
            ),
            1.2,
        )
    if cover.tagline:
        put(context.set(one(cover.tagline, book.lang), 3.8, room, place, leading=1.4, colour=colours.dim), 6.0)
    if cover.facts:
        fact = context.set(
            _facts(cover.facts, book.lang), 3.4, room, place, leading=1.5, colour=colours.pale, font="medium"
        )
        put(fact, 1.0)
    if cover.credit:
        put(context.set(one(cover.credit, book.lang), 2.9, room, place, leading=1.5, colour=colours.dim), 0.0)
    if y > height:
        text = message("the cover's texts need {height:.0f} mm, and the page has {page:g} mm", height=y, page=height)
        context.faults.append(Fault(place, text, message("use shorter texts or fewer facts")))
    name = " · ".join(filter(None, (book.title, cover.subtitle)))
    return Scene(width, height, tuple(items), title=name, description=cover.tagline, lang=book.lang)


def _place(text: SetText, place: tuple[float, float], tag: Tag, width: float, context: BookContext) -> Item:
    """Return a text of a cover `width` mm wide at a place, mirrored in a book from right to left."""
    group = Group(text.items, translate(*place), tag=tag)
    return mirror((group,), width)[0] if context.is_mirrored else group


def _title_size(title: Words, room: float, fonts: FontSet, theme: Theme) -> float:
    """Return the title's size: as large as it is in one line; a long title is in several lines rather than small."""
    one_line = min(_LARGEST, room / natural_width(title, 1.0, font="bold", fonts=fonts, theme=theme))
    size = min(_LONG, room / widest_word(title, 1.0, font="bold", fonts=fonts, theme=theme))

    def lines() -> int:
        return len(set_words(title, size, room, 1.0, font="bold", fonts=fonts, theme=theme).lines)

    while size > one_line and lines() > _MOST_LINES:
        size *= 0.96
    return max(size, one_line)


def _titles(context: BookContext) -> list[tuple[str, str]]:
    titles = context.sources.values.get("game", {}).get("titles", {})
    return [(lang, str(text)) for lang, text in titles.items()]


def _facts(facts: tuple[str, ...], lang: str) -> Words:
    return one("  ·  ".join(facts), lang)


def layout_back_cover(book: Book, context: BookContext, page: tuple[float, float]) -> Scene:
    """Return the back: the same ground, the ornament, the game's titles, source and licence."""
    width, height = page
    colours = cover_colours(book.cover)
    items = _ground(book, width, height)
    place = Place(book.file, 1, 1)
    room = width - 2 * context.style.margin
    if book.cover.ornament:
        drawing = book.cover.ornament.back(width, context.sources)
        items.append(Group(drawing.items, translate(0, height - drawing.height)))
    section = Tag("Sect")
    y = height / 2 - 26
    for lang, text in _titles(context) or [(book.lang, book.title)]:
        line = context.set(
            one(text, lang), 7.0, room, place, leading=1.4, align="centre", colour=colours.pale, font="bold"
        )
        items.append(_place(line, (context.style.margin, y), Tag("P", section), width, context))
        y += line.height
    for words, link in back_texts(context):
        line = context.set(
            one(words, book.lang if context.theme.back_text else "en"),
            2.9,
            room,
            place,
            leading=1.6,
            align="centre",
            colour=colours.dim,
            link=link,
        )
        items.append(_place(line, (context.style.margin, y + 4), Tag("P", section), width, context))
        y += line.height + (2.0 if context.theme.back_text else 0.0)
    if y > height:
        text = message(
            "the texts of the back need {height:.0f} mm, and the page has {page:g} mm", height=y, page=height
        )
        context.faults.append(Fault(place, text, message("use a shorter text")))
    return Scene(width, height, tuple(items), title=book.title, lang=book.lang)


def back_texts(context: BookContext) -> list[tuple[str, str]]:
    """Return the texts below the titles on the back with their links: the theme's, or the game's source and licence."""
    if context.theme.back_text:
        return [(text, "") for text in context.theme.back_text]
    game = context.sources.values.get("game", {})
    source, licence = game.get("source") or {}, game.get("licence") or {}
    texts = ((source.get("link"), source.get("link")), (licence.get("name"), licence.get("link")))
    return [(str(words), str(link or "")) for words, link in texts if words]
