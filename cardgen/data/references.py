"""Check references between the parts of a game: names of engines, sizes, fonts, languages, fields, output files."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from cardgen.base.errors import Fault, Place, Text, did_you_mean
from cardgen.base.units import CARD_SIZES
from cardgen.base.words.messages import joined, message
from cardgen.data.conditions import names_in
from cardgen.data.glossary.model import GLOSSARY
from cardgen.data.model import EVERY_LANGUAGE, MOST_CARDS, RULES, Card, GameFile, Template
from cardgen.data.names import file_key
from cardgen.data.placeholders import check_texts, has_placeholder
from cardgen.data.places import Key
from cardgen.data.reading import Marked, Reader
from cardgen.data.targets import TargetSource, check_targets
from cardgen.data.templates.forms import BoxForm
from cardgen.data.templates.icons import check_icon_words
from cardgen.data.templates.kinds import inner_values
from cardgen.engines.registry import engine_fault

#: The first words of placeholders, and the fields of every card. No ruleset and no field can have these names.
RESERVED = ("game", "decks", "cards", "colours", "language", "deck", "card", "id", "copies")


def reserved_words(marked: Marked) -> tuple[str, ...]:
    """Return the words that no ruleset and no field of the game can be called by."""
    return (*RESERVED, *([GLOSSARY] if GLOSSARY in marked.value else []))


Cards = Mapping[str, tuple[Card, ...]]


def check_references(file: GameFile, marked: Marked, cards: Cards, reader: Reader) -> Iterator[Fault]:
    """Yield the faults of game.yaml, which is `file`, read as `marked`.

    `cards` are the cards of each deck that could be read. `reader` reads further files that targets name.
    """
    yield from _check_names(file, marked)
    yield from _check_counts(marked, cards)
    yield from _check_languages(file, marked)
    yield from check_targets(TargetSource(file, marked, cards, reader))
    if "table" in file.model_fields_set:
        from cardgen.data.table_setup import check_table  # lazy: most games have only the table that all have

        boards = [name for section in ("boards", "pages") for name in getattr(file.targets, section, None) or ()]
        yield from check_table(file, marked, boards)
    yield from _check_file_names(cards)


def _check_names(file: GameFile, marked: Marked) -> Iterator[Fault]:
    """Yield unknown engines, sizes and rulesets, and rulesets with a reserved name."""
    if file.engine is not None and (fault := engine_fault(file.engine, marked.place("engine"))):
        yield fault
    for name in file.rulesets.keys() & set(reserved_words(marked)):
        text = message("a ruleset cannot be called {name!r}", name=name)
        yield Fault(marked.key_place("rulesets", name), text, message("this word is reserved for placeholders"))
    for name, position in file.positions.items():
        if position.rules is not None and position.rules not in file.rulesets:
            text = message("there is no ruleset {name!r}", name=position.rules)
            hint = did_you_mean(position.rules, list(file.rulesets))
            yield Fault(marked.place("positions", name, "rules"), text, hint)
    if RULES in file.books:
        text = message("a book cannot be called {name!r}", name=RULES)
        yield Fault(marked.key_place("books", RULES), text, message("this word is reserved for the rulebook"))
    if file.glossary is not None and GLOSSARY in file.decks:  # its terms are translated as those of a deck
        text = message("a deck cannot be called {name!r}", name=GLOSSARY)
        yield Fault(marked.key_place("decks", GLOSSARY), text, message("this word is reserved for the glossary"))
    for deck, entry in file.decks.items():
        if file.size_named(entry.size) is None:
            yield _unknown_size(file, entry.size, marked.place("decks", deck, "size"))
        if entry.scale is not None and entry.extends is None:
            problem = message("scale: this deck extends none")
            yield Fault(
                marked.place("decks", deck, "scale"), problem, message("write it into the design of the template")
            )


def _check_counts(marked: Marked, cards: Cards) -> Iterator[Fault]:
    """Yield a fault if the game has too many cards."""
    total = sum(card.copies for deck in cards.values() for card in deck)
    if total > MOST_CARDS:
        text = message("the game has {count:,} cards", count=total)
        yield Fault(marked.key_place("decks"), text, message("at most {most:,}", most=MOST_CARDS))


def check_design(template: Template, file: GameFile) -> Iterator[Fault]:
    """Yield a fault if the game has no size of the name that a template is drawn for."""
    design = template.design
    if design is not None and file.size_of_design(design) is None:
        yield _unknown_size(file, design.size or "", template.design_place)


def _unknown_size(file: GameFile, name: str, place: Place) -> Fault:
    hint = did_you_mean(name, list(dict.fromkeys([*file.sizes, *CARD_SIZES])))
    return Fault(place, message("there is no size {name!r}", name=name), hint)


def check_template(template: Template, roots: set[str] | None, fields: Collection[str] = ()) -> Iterator[Fault]:
    """Yield braces that are no placeholder, and placeholders whose first word is not in `roots`.

    If `roots` is None, every word is accepted. `fields` are those of the words that are fields of the cards.
    """
    yield from check_icon_words(template.icons, roots or (), fields)
    if roots is None:
        return
    for marked in [*(side.description for side in template.sides.values()), *template.styles.values()]:
        yield from _check_words(marked, marked.value, roots)
    for side in template.sides.values():
        yield from _check_boxes(side.boxes, roots, template.icons.keys())


def _check_words(marked: Marked, value: Any, roots: Collection[str], icons: Collection[str] = ()) -> Iterator[Fault]:
    for path, error in check_texts(value, roots, icons):
        yield Fault(marked.place(*path), error.text, error.hint)


def _check_boxes(boxes: Mapping[str, BoxForm], roots: set[str], icons: Collection[str]) -> Iterator[Fault]:
    """Yield unknown words in placeholders and conditions; boxes in a repeat may name its entries too."""
    for form in boxes.values():
        own = {key: value for key, value in form.marked.value.items() if key not in ("boxes", "when")}
        yield from _check_words(form.marked, own, roots, icons)
        for key, path in names_in(form.when):
            root = path.split(".")[0]
            if root not in roots:
                text = message("when: no card has {path!r}", path=path)
                yield Fault(form.marked.key_place("when", key), text, did_you_mean(root, sorted(roots)))
        inner = inner_values(form.marked.value["kind"])
        yield from _check_boxes(form.inside, {*roots, *inner}, icons)


def check_fonts(template: Template, fonts: Sequence[str]) -> Iterator[Fault]:
    """Yield a fault for each font that a template's styles and boxes name and that is not one of `fonts`."""
    marks = [
        *template.styles.values(),
        *(form.marked for side in template.sides.values() for form in side.boxes.values()),
    ]
    for marked in marks:
        for path, name in _named_fonts(marked.value):
            if name not in fonts and not has_placeholder(name):
                text = message("there is no font {name!r}", name=name)
                yield Fault(marked.place(*path), text, did_you_mean(name, fonts))


def _named_fonts(value: Any, path: Key = ()) -> Iterator[tuple[Key, str]]:
    """Yield each font that a box or a style names, also in boxes inside of it, with its path."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == "font" and isinstance(inner, str):
                yield (*path, key), inner
            else:
                yield from _named_fonts(inner, (*path, key))


# ---------------------------------------------------------------- languages


def _check_languages(file: GameFile, marked: Marked) -> Iterator[Fault]:
    """Yield languages that the game does not have, translations into its first one, and circular fallbacks."""
    yield from _check_translation_files(file, marked)
    for lang, place in _named_languages(file, marked):
        if lang not in file.languages:
            text = message("{language!r} is not one of the game's languages", language=lang)
            yield Fault(place, text, message("expected one of: {words}", words=joined(file.languages)))
    for lang, chain in file.fallback.items():
        if lang in chain:
            place = marked.place("fallback", lang, chain.index(lang))
            yield Fault(place, message("{language!r} cannot fall back to itself", language=lang))


def _check_translation_files(file: GameFile, marked: Marked) -> Iterator[Fault]:
    for lang, name in file.translations.items():
        if lang == EVERY_LANGUAGE and "{lang}" not in name:
            text = message("{file!r} is one file for all languages", file=name)
            hint = message("write {lang} in place of the language, or name a file for each language")
            yield Fault(marked.place("translations"), text, hint)
        if lang == file.languages[0]:
            text = message(
                "{language!r} is the game's first language, which needs no file of translations", language=lang
            )
            hint = message("its texts are in the decks and in game.yaml")
            yield Fault(marked.key_place("translations", lang), text, hint)


def _named_languages(file: GameFile, marked: Marked) -> Iterator[tuple[str, Place]]:
    """Yield every language that game.yaml names outside of its texts, with its place."""
    for lang in file.rulebooks:
        yield lang, marked.key_place("rulebooks", lang)
    for name, files in file.books.items():
        for lang in files:
            yield lang, marked.key_place("books", name, lang)
    for index, lang in enumerate(file.editions):
        yield lang, marked.place("editions", index)
    for deck, entry in file.decks.items():
        if entry.language:
            yield entry.language, marked.place("decks", deck, "language")
    for lang, chain in file.fallback.items():
        yield lang, marked.key_place("fallback", lang)
        for index, other in enumerate(chain):
            yield other, marked.place("fallback", lang, index)
    for lang in file.translations:
        if lang != EVERY_LANGUAGE:
            yield lang, marked.key_place("translations", lang)


# ---------------------------------------------------------------- file names


#: What the names of the pictures of a card's other sides, and of those with bleed, end with.
_ENDS = ("-bleed", "-back", "-back-bleed")


def _check_file_names(cards: Cards) -> Iterator[Fault]:
    """Yield cards whose pictures would have the file name of another card's, or of the back of a deck."""
    every = {_stem(card) for deck in cards.values() for card in deck}
    backs = {file_key(f"{deck}-back"): message("the back of deck {deck!r}", deck=deck) for deck in cards}
    # Two names can only be equal if two stems are, but for the ending that the sides of one of them add.
    count = sum(map(len, cards.values()))
    text = "\n".join([*every, ""])
    if len(every) == count and every.isdisjoint(map(file_key, cards)) and not any(f"{e}\n" in text for e in _ENDS):
        return
    owners: dict[str, Text] = {f"{back}{end}": owner for back, owner in backs.items() for end in ("", "-bleed")}
    for card in (card for deck in cards.values() for card in deck):
        names = [_stem(card) + end for end in ("", *_ENDS)]
        owner = next((owners[name] for name in names if name in owners), None)
        if owner is not None:
            template = "the pictures of card {card!r} and of {owner} would have the same file name"
            text = message(template, card=card.id, owner=owner)
            yield Fault(card.place("id"), text)
        else:
            owners |= dict.fromkeys(names, message("card {card!r} of deck {deck!r}", card=card.id, deck=card.deck))


def _stem(card: Card) -> str:
    """Return the beginning of the file names of a card's pictures, as disks that ignore case compare them."""
    return file_key(f"{card.deck}-{card.id}")
