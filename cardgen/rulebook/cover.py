"""The covers of a rulebook, dark like the cards: a field from edge to edge, with the title in its open part."""

from __future__ import annotations

from cardgen.draw.scene import Command, Group, Item, Path, Scene, polyline, rectangle, translate
from cardgen.draw.shapes import draw_marks
from cardgen.errors import Place
from cardgen.rulebook.book import Book, Words
from cardgen.rulebook.flow import Desk
from cardgen.rulebook.lines import SetText, natural_width, one
from cardgen.rulebook.style import NIGHT, NIGHT_GRID

_PALE = "#e8ecf3"
_DIM = "#9aa5b8"
_COLUMNS = 10


def _night(width: float, height: float, pitch: float) -> tuple[Item, ...]:
    """The dark ground with the lines of a grid that ends at the lower edge."""
    lines: list[Command] = []
    for i in range(1, round(width / pitch)):
        lines += polyline((i * pitch, 0), (i * pitch, height))
    y = height - pitch
    while y > 0:
        lines += polyline((0, y), (width, y))
        y -= pitch
    return (
        Path(rectangle(0, 0, width, height), fill=NIGHT),
        Path(tuple(lines), stroke=NIGHT_GRID, stroke_width=0.35),
    )


def layout_cover(book: Book, desk: Desk, page: tuple[float, float]) -> Scene:
    """The front: title, what kind of book it is, and the cover's field standing on the lower edge."""
    width, height = page
    cover = book.cover
    columns = len(cover.field[0]) if cover.field else _COLUMNS
    pitch = width / columns
    items = list(_night(width, height, pitch))
    if cover.field:
        field = draw_marks(cover.field, pitch, desk.sources.styles)
        items.append(Group(field.items, translate(0, height - field.height)))
    margin = desk.style.margin + 1
    room = width - 2 * margin
    y = margin + 4

    def put(text: SetText, gap: float) -> None:
        nonlocal y
        items.append(Group(text.items, translate(margin, y)))
        y += text.height + gap

    title = one(book.title, book.lang)
    size = min(30.0, room / natural_width(title, 1.0, font="bold", fonts=desk.sources.fonts))
    here = Place(book.file, 1, 1)
    put(desk.set(title, size, room + 0.01, here, leading=1.12, colour="#ffffff", font="bold"), 1.0)
    others = [(lang, text) for lang, text in _titles(desk) if not lang.startswith(book.lang) and text != book.title]
    for lang, text in others:
        put(desk.set(one(text, lang), 7.2, room, here, leading=1.25, colour=_DIM, font="medium"), 3.0)
    if cover.subtitle:
        put(desk.set(one(cover.subtitle, book.lang), 5.4, room, here, leading=1.3, colour=_PALE, font="medium"), 1.2)
    if cover.tagline:
        put(desk.set(one(cover.tagline, book.lang), 3.8, room, here, leading=1.4, colour=_DIM), 6.0)
    if cover.facts:
        fact = desk.set(_facts(cover.facts, book.lang), 3.4, room, here, leading=1.5, colour=_PALE, font="medium")
        put(fact, 1.0)
    if cover.credit:
        put(desk.set(one(cover.credit, book.lang), 2.9, room, here, leading=1.5, colour=_DIM), 0.0)
    name = " · ".join(filter(None, (book.title, cover.subtitle)))
    return Scene(width, height, tuple(items), title=name, description=cover.tagline, lang=book.lang)


def _titles(desk: Desk) -> list[tuple[str, str]]:
    titles = desk.sources.values.get("game", {}).get("titles", {})
    return [(lang, str(text)) for lang, text in titles.items()]


def _facts(facts: tuple[str, ...], lang: str) -> Words:
    return one("  ·  ".join(facts), lang)


def layout_back_cover(book: Book, desk: Desk, page: tuple[float, float]) -> Scene:
    """The back: the same night, the field without its blocks, the game's titles, and whose work it is."""
    width, height = page
    pitch = width / (len(book.cover.field[0]) if book.cover.field else _COLUMNS)
    items = list(_night(width, height, pitch))
    here = Place(book.file, 1, 1)
    room = width - 2 * desk.style.margin
    field = draw_marks(["".join("#" if c == "#" else "." for c in row) for row in book.cover.field], pitch, {})
    items.append(Group(field.items, translate(0, height - field.height)))
    y = height / 2 - 26
    for lang, text in _titles(desk) or [(book.lang, book.title)]:
        line = desk.set(one(text, lang), 7.0, room, here, leading=1.4, align="centre", colour=_PALE, font="bold")
        items.append(Group(line.items, translate(desk.style.margin, y)))
        y += line.height
    game = desk.sources.values.get("game", {})
    source, licence = game.get("source") or {}, game.get("licence") or {}
    for told in (source.get("link"), licence.get("name")):
        if told:
            line = desk.set(one(str(told), "en"), 2.9, room, here, leading=1.6, align="centre", colour=_DIM)
            items.append(Group(line.items, translate(desk.style.margin, y + 4)))
            y += line.height
    return Scene(width, height, tuple(items), title=book.title, lang=book.lang)
