"""What one part of a game says of another, and whether it holds: names of decks, languages, sizes, files to be made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from cardgen.data.model import MOST_CARDS, Card, CutoutTarget, DeckEntry, GameFile, Template
from cardgen.data.placeholders import check_texts, has_placeholder
from cardgen.data.reading import Key, Marked
from cardgen.errors import Fault, Place, did_you_mean
from cardgen.games import ENGINES

#: The words with which placeholders begin, and what every card has: no ruleset and no field is called so.
RESERVED = ("game", "decks", "cards", "colours", "deck", "id", "copies")

Cards = Mapping[str, tuple[Card, ...]]


def check_references(
    file: GameFile, marked: Marked, cards: Cards, forms: Mapping[tuple[str, str], Template]
) -> Iterator[Fault]:
    """What does not hold of the game in `file`, read from `marked`.

    `cards` are those of each deck that could be read, `forms` the templates by section (decks, pages) and name.
    """
    if file.engine is not None and file.engine not in ENGINES:
        hint = did_you_mean(file.engine, list(ENGINES))
        yield Fault(marked.place("engine"), f"there is no rules engine {file.engine!r}", hint)
    for name in file.rulesets.keys() & set(RESERVED):
        place = marked.key_place("rulesets", name)
        yield Fault(place, f"a ruleset cannot be called {name!r}", "placeholders begin with that word")
    for deck, entry in file.decks.items():
        if entry.size not in file.sizes:
            place = marked.place("decks", deck, "size")
            yield Fault(place, f"there is no size {entry.size!r}", did_you_mean(entry.size, list(file.sizes)))
    total = sum(card.copies for deck in cards.values() for card in deck)
    if total > MOST_CARDS:
        yield Fault(marked.key_place("decks"), f"{total:,} cards in all", f"at most {MOST_CARDS:,}")
    yield from _check_languages(file, marked, cards, forms)
    yield from _check_targets(file, marked, cards)
    yield from _check_file_names(cards)


def check_template(template: Template, known: set[str] | None) -> Iterator[Fault]:
    """Braces that belong to no placeholder, and placeholders whose first word is not `known`. None knows them all."""
    if known is None:
        return
    marks = [mark for side in template.sides.values() for mark in (side.description, *side.boxes.values())]
    for marked in [*marks, *template.styles.values()]:
        for path, error in check_texts(marked.value, known):
            yield Fault(marked.place(*path), str(error), error.hint)


def check_fonts(template: Template, known: Sequence[str]) -> Iterator[Fault]:
    """Fonts that a template's styles and boxes name and that are none of the `known`."""
    marks = [*template.styles.values(), *(box for side in template.sides.values() for box in side.boxes.values())]
    for marked in marks:
        for path, title in _named_fonts(marked.value):
            if title not in known and not has_placeholder(title):
                yield Fault(marked.place(*path), f"there is no font {title!r}", did_you_mean(title, known))


def _named_fonts(value: Any, path: Key = ()) -> Iterator[tuple[Key, str]]:
    """Every font that a box or a style names, boxes in boxes included, with the path to it."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == "font" and isinstance(inner, str):
                yield (*path, key), inner
            else:
                yield from _named_fonts(inner, (*path, key))


# ---------------------------------------------------------------- languages


def _check_languages(
    file: GameFile, marked: Marked, cards: Cards, forms: Mapping[tuple[str, str], Template]
) -> Iterator[Fault]:
    """Texts that lack one of the game's languages, or have one that is none of them."""
    yield from _check_texts(file.languages, file.titles, marked.part("titles"))
    if file.source:
        for name in ("titles", "changes"):
            yield from _check_texts(file.languages, getattr(file.source, name), marked.part("source", name))
    for deck, entry in file.decks.items():
        yield from _check_texts(file.languages, entry.titles, marked.part("decks", deck, "titles"))
        for name, kind in entry.fields.items():
            for card in cards.get(deck, ()):
                if kind.startswith("texts") and card.fields[name] is not None:
                    yield from _check_texts(file.languages, card.fields[name], card.marked.part(name))
    for section in ("cutouts", "tuckboxes"):
        for key, target in getattr(file.targets, section).items():
            yield from _check_texts(file.languages, target.titles, marked.part("targets", section, key, "titles"))
    for lang in file.rulebooks.keys() - set(file.languages):
        yield _unknown_language(marked.key_place("rulebooks", lang), lang, file.languages)
    for template in forms.values():
        for side in template.sides.values():
            # Games of other languages may share the template, so it may have more.
            for lang in set(file.languages) - side.description.value.keys():
                yield Fault(side.description.place(), f"the description in {lang!r} is missing")


def _check_texts(languages: Iterable[str], texts: Mapping[str, str], marked: Marked) -> Iterator[Fault]:
    for lang in texts.keys() - set(languages):
        yield _unknown_language(marked.key_place(lang), lang, languages)
    for lang in set(languages) - texts.keys():
        yield Fault(marked.place(), f"the text in {lang!r} is missing")


def _unknown_language(place: Place, lang: str, languages: Iterable[str]) -> Fault:
    return Fault(place, f"{lang!r} is not one of the game's languages", ", ".join(languages))


# ---------------------------------------------------------------- targets


def _check_targets(file: GameFile, marked: Marked, cards: Cards) -> Iterator[Fault]:
    targets = file.targets

    def check_decks(names: Iterable[str], *path: str) -> Iterator[Fault]:
        for name in names:
            if name not in file.decks:
                place = marked.place("targets", *path)
                yield Fault(place, f"there is no deck {name!r}", did_you_mean(name, list(file.decks)))

    yield from check_decks(targets.cards.decks, "cards", "decks")
    for key, sheet in targets.sheets.items():
        yield from check_decks(sheet.decks, "sheets", key, "decks")
    for key, box in targets.tuckboxes.items():
        yield from check_decks([box.deck], "tuckboxes", key, "deck")
    for key, cutout in targets.cutouts.items():
        yield from check_decks([cutout.deck], "cutouts", key, "deck")
        if cutout.deck in file.decks:
            pieces = marked.part("targets", "cutouts", key)
            yield from _check_pieces(cutout, pieces, file.decks[cutout.deck], cards.get(cutout.deck, ()))
    made: dict[str, Place] = {}
    for section in ("sheets", "cutouts", "pages", "tuckboxes"):
        for key, target in getattr(targets, section).items():
            place = marked.key_place("targets", section, key)
            if len(target.papers) > 1 and "{paper}" not in key:
                yield Fault(place, f"{key!r} is made for several papers", "write {paper} where the paper's name goes")
            if "/" in key or "\\" in key or key.startswith("."):
                yield Fault(place, f"{key!r} is not a plain file name")
            for name in {key.replace("{paper}", paper).lower() for paper in target.papers}:
                if name in made:
                    yield Fault(place, f"a second file would be called {name!r}", f"the first at {made[name]}")
                made.setdefault(name, place)


def _check_pieces(cutout: CutoutTarget, marked: Marked, deck: DeckEntry, cards: tuple[Card, ...]) -> Iterator[Fault]:
    """Pieces to cut out that are no cards, or cards without a shape and a colour."""
    for name, kind in (("cells", "cells"), ("colour", "colour")):
        if deck.fields.get(name) != kind:
            told = f"the cards of {cutout.deck} have no shape to cut out"
            yield Fault(marked.place("deck"), told, f"a field {name} of the kind {kind}")
            return
    ids = [card.id for card in cards]
    for piece in cutout.pieces:
        if ids and piece not in ids:
            place = marked.key_place("pieces", piece)
            yield Fault(place, f"there is no card {piece!r} in {cutout.deck}", did_you_mean(piece, ids))


def _check_file_names(cards: Cards) -> Iterator[Fault]:
    """Cards whose pictures would be called as those of another card, or as the back of a deck."""
    made = {f"{deck}-back{end}".lower(): f"the back of {deck}" for deck in cards for end in ("", "-bleed")}
    for deck in cards.values():
        for card in deck:
            stem = f"{card.deck}-{card.id}".lower()
            names = [stem + end for end in ("", "-bleed", "-back", "-back-bleed")]
            other = next((made[name] for name in names if name in made), None)
            if other:
                yield Fault(card.place("id"), f"the picture of {card.id!r} would have the file name of {other}")
            else:
                made |= dict.fromkeys(names, f"card {card.id!r} of {card.deck}")
