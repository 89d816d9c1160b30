"""What one part of a game says of another, and whether it holds: names of decks, languages, sizes, files to be made."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from cardgen.data.boxes import REPEATED
from cardgen.data.model import EVERY_LANGUAGE, MOST_CARDS, MOST_DIFFERENT, Card, GameFile, Template
from cardgen.data.placeholders import check_texts, has_placeholder
from cardgen.data.places import Key
from cardgen.data.reading import Marked
from cardgen.data.targets import TargetSource, check_targets
from cardgen.data.templates.forms import BoxForm
from cardgen.data.templates.icons import check_icons
from cardgen.engines.registry import engine_fault
from cardgen.errors import Fault, did_you_mean
from cardgen.units import CARD_SIZES
from cardgen.words.messages import message

#: The words with which placeholders begin, and what every card has: no ruleset and no field is called so.
RESERVED = ("game", "decks", "cards", "colours", "language", "deck", "id", "copies")

Cards = Mapping[str, tuple[Card, ...]]


def check_references(file: GameFile, marked: Marked, cards: Cards) -> Iterator[Fault]:
    """What does not hold of the game in `file`, read from `marked`.

    `cards` are those of each deck that could be read.
    """
    if file.engine is not None and (fault := engine_fault(file.engine, marked.place("engine"))):
        yield fault
    for name in file.rulesets.keys() & set(RESERVED):
        place = marked.key_place("rulesets", name)
        yield Fault(place, f"a ruleset cannot be called {name!r}", "placeholders begin with that word")
    for deck, entry in file.decks.items():
        if file.size_named(entry.size) is None:
            what = message("there is no size {name!r}", name=entry.size)
            hint = did_you_mean(entry.size, list(dict.fromkeys([*file.sizes, *CARD_SIZES])))
            yield Fault(marked.place("decks", deck, "size"), what, hint)
    total = sum(card.copies for deck in cards.values() for card in deck)
    if total > MOST_CARDS:
        yield Fault(marked.key_place("decks"), f"{total:,} cards in all", f"at most {MOST_CARDS:,}")
    different = sum(map(len, cards.values()))
    if different > MOST_DIFFERENT:
        told = f"{different:,} different cards"
        yield Fault(marked.key_place("decks"), told, f"at most {MOST_DIFFERENT:,} in a game")
    yield from _check_languages(file, marked)
    yield from check_targets(TargetSource(file, marked, cards))
    yield from _check_file_names(cards)


def check_template(template: Template, known: set[str] | None) -> Iterator[Fault]:
    """Braces that belong to no placeholder, and placeholders whose first word is not `known`. None knows them all."""
    yield from check_icons(template.icons, known or ())
    if known is None:
        return
    for marked in [*(side.description for side in template.sides.values()), *template.styles.values()]:
        yield from _check_words(marked, marked.value, known)
    for side in template.sides.values():
        yield from _check_boxes(side.boxes, known, template.icons.keys())


def _check_words(marked: Marked, value: Any, known: Collection[str], icons: Collection[str] = ()) -> Iterator[Fault]:
    for path, error in check_texts(value, known, icons):
        yield Fault(marked.place(*path), str(error), error.hint)


def _check_boxes(boxes: Mapping[str, BoxForm], known: set[str], icons: Collection[str]) -> Iterator[Fault]:
    """Placeholders and conditions of boxes; those in a repeat know its entries as well."""
    for form in boxes.values():
        own = {key: value for key, value in form.marked.value.items() if key not in ("boxes", "when")}
        yield from _check_words(form.marked, own, known, icons)
        for path in form.when:
            root = path.split(".")[0]
            if root not in known:
                hint = did_you_mean(root, sorted(known))
                yield Fault(form.marked.key_place("when", path), f"when: no card has {path!r}", hint)
        repeated = REPEATED if form.marked.value["kind"] == "repeat" else ()
        yield from _check_boxes(form.inside, {*known, *repeated}, icons)


def check_fonts(template: Template, known: Sequence[str]) -> Iterator[Fault]:
    """Fonts that a template's styles and boxes name and that are none of the `known`."""
    marks = [
        *template.styles.values(),
        *(form.marked for side in template.sides.values() for form in side.boxes.values()),
    ]
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


def _check_languages(file: GameFile, marked: Marked) -> Iterator[Fault]:
    """Languages that are none of the game's, and translations into the one that they are made from."""
    named = [(lang, marked.key_place("rulebooks", lang)) for lang in file.rulebooks]
    named += [(lang, marked.place("editions", i)) for i, lang in enumerate(file.editions)]
    for deck, entry in file.decks.items():
        named += [(entry.language, marked.place("decks", deck, "language"))] if entry.language else []
    for lang, chain in file.fallback.items():
        named += [(lang, marked.key_place("fallback", lang))]
        named += [(other, marked.place("fallback", lang, i)) for i, other in enumerate(chain)]
    for lang, name in file.translations.items():
        place = marked.key_place("translations", lang)
        if lang != EVERY_LANGUAGE:
            named.append((lang, place))
        elif "{lang}" not in name:
            told = "write {lang} where the language goes, or a file for each language"
            yield Fault(marked.place("translations"), f"{name!r} is one file for all languages", told)
        if lang == file.languages[0]:
            told = f"{lang!r} is the game's first language, which is translated from"
            yield Fault(place, told, "its texts stand in the decks and in game.yaml")
    for lang, place in named:
        if lang not in file.languages:
            yield Fault(place, f"{lang!r} is not one of the game's languages", ", ".join(file.languages))
    for lang, chain in file.fallback.items():
        if lang in chain:
            place = marked.place("fallback", lang, chain.index(lang))
            yield Fault(place, f"{lang!r} cannot stand for itself", "the languages after it are other ones")


# ---------------------------------------------------------------- file names


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
