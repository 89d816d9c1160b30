"""Facts about the fonts that a game can use: their faces, licences and characters."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

from cardgen.base.records import dataclass
from cardgen.data.fonts import FontSet, OwnFont
from cardgen.data.model import Game
from cardgen.data.placeholders import texts_in
from cardgen.text.faces import Face
from cardgen.text.fonts import FONT_FOLDER, LICENCES, face_named, font_named


@dataclass(frozen=True, slots=True)
class FaceFacts:
    """A face of a font: the number of its characters, and how many of the requested ones it has (`covered`)."""

    title: str
    file: Path
    characters: int
    covered: int
    licence: str
    licence_file: Path
    own: bool


@dataclass(frozen=True, slots=True)
class FontFacts:
    """A font with its faces in the order in which they are searched.

    `missing` are the requested characters that no face has; `bold` and `italic` are the titles of its partners.
    """

    title: str
    own: bool
    faces: tuple[FaceFacts, ...]
    bold: str
    italic: str | None
    missing: str


def font_facts(fonts: FontSet, characters: Collection[str]) -> list[FontFacts]:
    """Return the facts about each font, the game's own first, for these characters."""
    wanted = sorted(set(characters))
    by_name = {font.face.name: font for font in fonts.own.values()}
    facts = []
    for title in fonts.titles:
        font = font_named(fonts.name_of(title))
        faces = [face_named(name) for name in font.faces]
        facts.append(
            FontFacts(
                title,
                title in fonts.own,
                tuple(_face_facts(face, by_name.get(face.name), wanted) for face in faces),
                font_named(font.bold).title,
                font_named(font.italic).title if font.italic else None,
                "".join(character for character in wanted if not any(face.has(character) for face in faces)),
            )
        )
    return facts


def _face_facts(face: Face, own: OwnFont | None, wanted: Collection[str]) -> FaceFacts:
    if own is None:
        text = next(name for begin, name in LICENCES.items() if face.file.name.startswith(begin))
        file, licence, licence_file = face.file, "OFL-1.1", FONT_FOLDER / text
    else:
        file, licence, licence_file = own.file, own.entry.licence.name, own.licence_file
    covered = sum(map(face.has, wanted))
    return FaceFacts(face.title, file, len(face.source.unicodes), covered, licence, licence_file, own is not None)


def written_characters(game: Game) -> set[str]:
    """Return the characters of all texts in the game's titles and cards, without spaces and line breaks."""
    return {character for text in _texts(game) for character in text if not character.isspace()}


def _texts(game: Game) -> Iterator[str]:
    yield from game.file.titles.values()
    for deck in game.decks.values():
        yield from deck.titles.values()
        kinds = {name: kind.removesuffix("?") for name, kind in deck.fields.items()}
        for card in deck.cards:
            for name, kind in kinds.items():
                value = card.fields[name]
                if kind == "text" and value is not None:
                    yield value
                elif kind in ("texts", "list", "lists"):
                    yield from (text for _, text in texts_in(value))
