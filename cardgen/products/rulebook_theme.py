"""The theme of the rulebooks as data: its model, its faults, and the theme of a book in a language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from pydantic import (
    BeforeValidator,
    Field,
    WithJsonSchema,
    model_validator,
)

from cardgen.base.errors import DataError, Fault, Place, WrongValueError, did_you_mean
from cardgen.base.words.messages import Message, joined, message
from cardgen.data.kinds import (
    COLOUR_PATTERN,
    Colour,
    FileModel,
    FileName,
    Font,
    Language,
    Length,
    Prose,
    WithShortForms,
)
from cardgen.data.marked import value_at
from cardgen.data.model import EVERY_LANGUAGE, Game
from cardgen.data.reading import Marked, Reader, validate
from cardgen.data.targets import TargetSource
from cardgen.rulebook.palette import make_palette
from cardgen.rulebook.style import NIGHT, NIGHT_INK, QUIET
from cardgen.scene.colour import LEAST_CONTRAST, contrast
from cardgen.text.fonts import FONTS

if TYPE_CHECKING:
    from cardgen.rulebook.theme import Theme


def _by_language(value: Any) -> Any:
    return {EVERY_LANGUAGE: value} if isinstance(value, str) else value


BookText = Annotated[
    dict[Language, Prose],
    Field(min_length=1),
    BeforeValidator(_by_language),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "string", "minLength": 1},
                {"type": "object", "minProperties": 1, "additionalProperties": {"type": "string", "minLength": 1}},
            ]
        }
    ),
]
"""A text with placeholders: one for all languages, or one for each."""


def _as_colours(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else (value,)


_COLOUR = {"type": "string", "pattern": COLOUR_PATTERN}
Accents = Annotated[
    tuple[Colour, ...],
    Field(min_length=1, max_length=50),
    BeforeValidator(_as_colours),
    WithJsonSchema({"anyOf": [_COLOUR, {"type": "array", "items": _COLOUR, "minItems": 1, "maxItems": 50}]}),
]
"""A colour, or several."""

_TextSize = Annotated[float, Field(ge=1.5, le=10)]
_TitleSize = Annotated[float, Field(ge=2, le=30)]


class ThemeFonts(FileModel):
    """Fonts by their names: of text (regular), of titles and headings (bold), and of code (medium)."""

    text: Font = "regular"
    headings: Font = "bold"
    code: Font = "medium"


class ThemeColours(FileModel):
    """Colours. Those that are left out are mixed from `text` and `paper`.

    `accent` is the colour of the chapters, or several in turn; `quiet` that of captions, `footer` that of titles at
    the foot of pages, `rule` that of lines, `panel` the ground of notes and of heads of tables.
    """

    text: Colour | None = None
    heading: Colour | None = None
    quiet: Colour | None = None
    footer: Colour | None = None
    link: Colour | None = None
    accent: Accents = ()
    rule: Colour | None = None
    panel: Colour | None = None
    paper: Colour | None = None

    @property
    def chosen(self) -> dict[str, str]:
        """The colours besides the accents, by their names."""
        return {name: colour for name, colour in self.model_dump().items() if isinstance(colour, str)}


class ThemeSizes(FileModel):
    """Sizes in mm: of text, of captions (`small`), of the titles of chapters and sections, the margin, the gap between
    paragraphs; `leading` in ems. If only `text` is given, the others follow it, except `label`: pictures are not made
    smaller if a label in them would be smaller than this.
    """

    text: _TextSize | None = None
    small: _TextSize | None = None
    label: _TextSize | None = None
    chapter: _TitleSize | None = None
    section: _TitleSize | None = None
    leading: Annotated[float, Field(ge=1, le=3)] | None = None
    margin: Annotated[float, Field(ge=5, le=60)] | None = None
    gap: Annotated[float, Field(ge=0, le=20)] | None = None


class ThemeOrnament(FileModel):
    """What is above the title of a chapter: a shape, or a picture of a height in mm; `align` is for the title, too."""

    shape: Literal["segments", "line", "diamond", "dots", "wave", "none"] | None = None
    picture: FileName | None = None
    height: Annotated[Length, Field(le=60)] = 7.0
    align: Literal["left", "centre"] = "left"

    @model_validator(mode="after")
    def _check_one(self) -> Self:
        if self.shape and self.picture:
            raise WrongValueError(message("an ornament is either a shape or a picture"))
        return self


def _as_ornament(value: Any) -> Any:
    if isinstance(value, str):
        return {"picture" if "." in value else "shape": value}
    return value


class ThemeCover(FileModel):
    """What the cover has if the rulebook's own data block `cover` does not say otherwise; `title` is only for it."""

    picture: FileName | None = None
    title: BookText = {}
    subtitle: BookText = {}
    tagline: BookText = {}
    credit: BookText = {}
    ground: Colour | None = None
    ink: Colour | None = None


class ThemeContents(FileModel):
    """The contents: chapters (depth 1), or chapters and sections (2)."""

    depth: Annotated[int, Field(ge=1, le=2)] = 2


class ThemeBack(FileModel):
    """The back page. `text` is in place of the links to the source and the licence; empty lines divide paragraphs."""

    text: BookText = {}


def _on_or_off(value: Any) -> Any:
    return {True: {}, False: None}[value] if isinstance(value, bool) else value


_SWITCH = {"type": "boolean"}
_Cover = Annotated[ThemeCover | None, BeforeValidator(_on_or_off), WithShortForms(ThemeCover, _SWITCH)]
_Contents = Annotated[ThemeContents | None, BeforeValidator(_on_or_off), WithShortForms(ThemeContents, _SWITCH)]
_Back = Annotated[ThemeBack | None, BeforeValidator(_on_or_off), WithShortForms(ThemeBack, _SWITCH)]
_SHAPE = {"enum": ["segments", "line", "diamond", "dots", "wave", "none"]}
_Ornament = Annotated[
    ThemeOrnament,
    BeforeValidator(_as_ornament),
    WithShortForms(ThemeOrnament, _SHAPE, {"type": "string", "pattern": r"\."}),
]


class ThemeEntry(FileModel):
    """The look of the rulebooks, and the parts that they have: `false` leaves one out."""

    fonts: ThemeFonts = ThemeFonts.model_construct()
    colours: ThemeColours = ThemeColours.model_construct()
    sizes: ThemeSizes = ThemeSizes.model_construct()
    ornament: _Ornament = ThemeOrnament.model_construct()
    cover: _Cover = ThemeCover.model_construct()
    contents: _Contents = ThemeContents.model_construct()
    notes: bool = True
    back: _Back = ThemeBack.model_construct()

    @property
    def pictures(self) -> list[tuple[str, tuple[str, ...]]]:
        """The names of its picture files, each with its path in the theme."""
        named = [
            (self.ornament.picture, ("ornament", "picture")),
            (self.cover and self.cover.picture, ("cover", "picture")),
        ]
        return [(name, path) for name, path in named if name]


# ---------------------------------------------------------------- reading and checks


def read_theme(reader: Reader, marked: Marked) -> tuple[ThemeEntry, Marked] | None:
    """Return the theme that game.yaml (`marked`) has or names, and its source; None if there is none.

    DataError with all faults of the model.
    """
    value = value_at(marked.value, "targets", "rulebook", "theme")
    if value is None:
        return None
    part = marked.part("targets", "rulebook", "theme")
    if isinstance(value, str):
        part = reader.read_yaml(reader.find(value, part.place()))
    return validate(ThemeEntry, part), part


def check_theme(page: tuple[float, float], source: TargetSource) -> Iterator[Fault]:
    """Yield the faults of the theme: unknown fonts and files, languages, margins, colours that cannot be read."""
    try:
        loaded = read_theme(source.reader, source.marked)
    except DataError as error:
        yield from error.faults
        return
    if loaded is None:
        return
    theme, marked = loaded
    yield from _check_names(theme, marked, source)
    yield from _check_texts(theme, marked, source.file.languages)
    yield from _check_page(theme, marked, page)
    yield from _check_contrast(theme, marked)


def _check_names(theme: ThemeEntry, marked: Marked, source: TargetSource) -> Iterator[Fault]:
    titles = [*source.file.fonts, *FONTS]
    for key in ThemeFonts.model_fields:
        name = getattr(theme.fonts, key)
        if name not in titles:
            yield Fault(
                marked.place("fonts", key), message("there is no font {name!r}", name=name), did_you_mean(name, titles)
            )
    reader = source.reader
    for name, path in theme.pictures:
        if not (reader.draft and reader.is_missing(name)):
            try:
                reader.find(name, marked.place(*path))
            except DataError as error:
                yield from error.faults


def _texts(theme: ThemeEntry) -> Iterator[tuple[Mapping[str, str], tuple[str, ...]]]:
    """Yield the texts of a theme with their paths."""
    for key in ("title", "subtitle", "tagline", "credit"):
        if theme.cover is not None:
            yield getattr(theme.cover, key), ("cover", key)
    if theme.back is not None:
        yield theme.back.text, ("back", "text")


def _check_texts(theme: ThemeEntry, marked: Marked, languages: Sequence[str]) -> Iterator[Fault]:
    for texts, path in _texts(theme):
        for lang in texts:
            if lang not in (*languages, EVERY_LANGUAGE):
                text = message("{language!r} is not one of the game's languages", language=lang)
                hint = message("expected one of: {words}", words=joined(languages))
                yield Fault(marked.key_place(*path, lang), text, hint)


#: The least column of a page, mm, and what is below it besides the foot.
_LEAST_COLUMN, _BELOW = 30.0, 16.0


def _check_page(theme: ThemeEntry, marked: Marked, page: tuple[float, float]) -> Iterator[Fault]:
    margin = theme.sizes.margin or 0.0
    width, height = page[0] - 2 * margin, page[1] - margin - _BELOW
    if min(width, height) < _LEAST_COLUMN:
        text = message("a margin of {margin:g} mm leaves {room:g} mm for text", margin=margin, room=min(width, height))
        hint = message("expected at least {least:g} mm", least=_LEAST_COLUMN)
        yield Fault(marked.place("sizes", "margin"), text, hint)


def _check_contrast(theme: ThemeEntry, marked: Marked) -> Iterator[Fault]:
    """Yield a fault for each colour of text that is too close to its ground, and for paper that is too dark."""
    chosen = theme.colours.chosen
    palette = make_palette(chosen)
    pairs: list[tuple[str, str, Message, tuple[str, ...]]] = []
    if "paper" in chosen:
        pairs.append((QUIET, "paper", message("the labels of pictures"), ("paper",)))
    names = {
        "text": message("text"),
        "heading": message("headings"),
        "quiet": message("captions"),
        "footer": message("the titles at the foot of pages"),
        "link": message("links"),
    }
    for key, name in names.items():
        for ground in ("paper", "panel") if key in ("text", "quiet") else ("paper",):
            if {key, ground} & chosen.keys():
                pairs.append((getattr(palette, key), ground, name, (key, ground)))
    reported = set()
    for colour, ground, name, keys in pairs:
        ratio = contrast(colour, getattr(palette, ground))
        place = marked.place("colours", next(key for key in keys if key in chosen))
        if round(ratio, 2) < LEAST_CONTRAST and place not in reported:
            reported.add(place)
            yield _too_faint(name, _GROUNDS[ground], ratio, place)
    cover = theme.cover
    if cover is not None and (cover.ground or cover.ink) and not cover.picture:
        ratio = contrast(cover.ground or NIGHT, cover.ink or NIGHT_INK)
        if round(ratio, 2) < LEAST_CONTRAST:
            place = marked.place("cover", "ink" if cover.ink else "ground")
            yield _too_faint(message("the texts of the cover"), message("its ground"), ratio, place)


_GROUNDS = {"paper": message("the paper"), "panel": message("the ground of notes")}


def _too_faint(name: Message, ground: Message, ratio: float, place: Place) -> Fault:
    text = message("{text} on {ground}: the contrast is {ratio:.1f}:1", text=name, ground=ground, ratio=ratio)
    return Fault(place, text, message("expected at least {least}:1", least=LEAST_CONTRAST))


# ---------------------------------------------------------------- the theme of a book


def theme_files(game: Game) -> tuple[list[str], list[str]]:
    """Return the names of the YAML file and of the picture files of the theme."""
    loaded = read_theme(game.reader, game.marked)
    if loaded is None:
        return [], []
    given = game.marked.part("targets", "rulebook", "theme").value
    return [given] if isinstance(given, str) else [], [name for name, _ in loaded[0].pictures]


def theme_key(game: Game) -> list[str]:
    """Return the parts of keys that stand for the theme, besides its pictures."""
    loaded = read_theme(game.reader, game.marked)
    if loaded is None:
        return []
    fonts = loaded[0].fonts.model_dump().values()
    return [repr(loaded[0]), *map(game.fonts.name_of, fonts)]


def theme_of(game: Game, lang: str) -> Theme:
    """Return the theme of the rulebook in a language. DataError if a picture or a placeholder of it is wrong."""
    from cardgen.data.pictures import Pictures
    from cardgen.rulebook.book import Cover
    from cardgen.rulebook.inline import Filler
    from cardgen.rulebook.theme import PLAIN, ChapterOrnament, Theme, Typefaces

    loaded = read_theme(game.reader, game.marked)
    if loaded is None:
        return PLAIN
    entry, marked = loaded
    filler, pictures = Filler({**game.values, "language": lang}, marked.file, lang), Pictures(game.reader)

    def text(texts: Mapping[str, str], *path: str) -> str:
        chosen = game.translations.languages.find(texts, lang) or (texts.get(EVERY_LANGUAGE, ""), EVERY_LANGUAGE)
        place = marked.place(*path, chosen[1]) if chosen[1] != EVERY_LANGUAGE else marked.place(*path)
        return filler.fill(chosen[0], place)

    opened = {}
    for name, path in entry.pictures:
        with filler.faults:
            opened[path[0]] = pictures.open(name, marked.place(*path))
    cover, back, sizes = entry.cover or ThemeCover(), entry.back or ThemeBack(), entry.sizes.model_dump()
    sizes["size"] = sizes.pop("text")
    theme = Theme(
        make_palette(entry.colours.chosen, entry.colours.accent),
        Typefaces(entry.fonts.text, entry.fonts.headings, entry.fonts.code),
        {name: size for name, size in sizes.items() if size is not None},
        ChapterOrnament(
            entry.ornament.shape or "segments", opened.get("ornament"), entry.ornament.height, entry.ornament.align
        ),
        entry.cover is not None,
        text(cover.title, "cover", "title"),
        Cover(
            text(cover.subtitle, "cover", "subtitle"),
            text(cover.tagline, "cover", "tagline"),
            (),
            text(cover.credit, "cover", "credit"),
            None,
            cover.ground or "",
            cover.ink or "",
            opened.get("cover"),
        ),
        entry.contents.depth if entry.contents else 0,
        entry.notes,
        entry.back is not None,
        tuple(part.strip() for part in re.split(r"\n[ \t]*\n", text(back.text, "back", "text")) if part.strip()),
    )
    filler.faults.raise_all()
    return theme
