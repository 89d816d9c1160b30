"""A game's texts as the messages of a PO file for translators, with the existing translations."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from cardgen.base.values import as_text
from cardgen.data.languages.overlays import Context, GameText, by_context
from cardgen.data.languages.po import FUZZY, PoFile, PoMessage, references_of
from cardgen.data.model import Card, Game
from cardgen.data.placeholders import PLACEHOLDER, PlaceholderError, fill_text
from cardgen.data.rows.lists import SEPARATOR

#: The flag by which translators' programs compare the placeholders of a translation with those of the text.
_BRACES = "python-brace-format"

_HEADER = {
    "MIME-Version": "1.0",
    "Content-Type": "text/plain; charset=UTF-8",
    "Content-Transfer-Encoding": "8bit",
}

Relative = Callable[[str], str]
"""A function from the path of a file, as faults show it, to its path in the project's folder."""


def relative_to(root: Path) -> Relative:
    """Return the function that shows paths from the folder of a project."""

    def relative(file: str) -> str:
        path = Path.cwd() / file
        return path.relative_to(root).as_posix() if path.is_relative_to(root) else file

    return relative


def export_po(game: Game, lang: str, relative: Relative, before: PoFile | None = None) -> PoFile:
    """Return the PO file of the game in a language; for the language "" the template for new ones.

    Lines that translators' programs have added to the header of the file `before` stay.
    """
    title = game.file.titles[game.translations.languages.main]
    header = {"Project-Id-Version": game.id, **({"Language": lang.replace("-", "_")} if lang else {}), **_HEADER}
    comment = f"{title}, translated from {game.translations.languages.main}" + (f" into {lang}" if lang else "")
    if before is not None:
        header, comment = {**before.header, **header}, before.comment
    return PoFile(header, comment, tuple(_messages(game, lang, relative)))


def source_of(game: Game, text: GameText) -> str:
    """Return the text that translations are made from: in the main language, or in its fallback."""
    languages = game.translations.languages
    source = languages.find(text.own, languages.main)
    return source[0] if source else ""


def _messages(game: Game, lang: str, relative: Relative) -> Iterator[PoMessage]:
    kept = game.translations.kept.get(lang, ())
    entries = by_context(kept)
    cards = {(deck.id, card.id): card for deck in game.decks.values() for card in deck.cards}
    for text in game.translations.texts:
        source, context, place = source_of(game, text), str(text.context), text.place_of()
        entry = entries.get(context)
        previous = game.translations.outdated.get((lang, context))
        flags = [] if previous is None else [FUZZY]
        if _same_everywhere(source, game.file.languages):
            flags.append(_BRACES)
        yield PoMessage(
            context,
            source,
            entry.text if entry else text.own.get(lang, "") if lang else "",
            tuple(flags),
            previous=previous if previous and previous.strip() != source.strip() else "",
            note=entry.note if entry else "",
            comment="\n".join(_about(game, text.context, cards)),
            references=references_of([(relative(place.file), place.line)]),
        )
    for entry in kept:
        if entry.state == "obsolete":
            yield PoMessage(entry.context, entry.source, entry.text, obsolete=True, note=entry.note)


def _same_everywhere(source: str, languages: Sequence[str]) -> bool:
    """Return True if a text has placeholders that translations have as well and that other programs can read."""
    paths = [match[1] for match in PLACEHOLDER.finditer(source) if match[1]]
    codes = {*languages, *(lang.split("-")[0] for lang in languages)}
    return bool(paths) and not any("-" in path or "[" in path or path.split(".")[-1] in codes for path in paths)


def _about(game: Game, context: Context, cards: Mapping[tuple[str, str], Card]) -> Iterator[str]:
    """Yield the comments for translators: where the text is, and what else the card shows.

    They are English in every language of the command line: the same game must make the same file.
    """
    card = cards.get((context.deck, context.card))
    if card is not None:
        yield f"{context.deck}, card {card.id}: {context.field}"
        if game.decks[card.deck].fields[context.field].startswith("lists"):
            yield f"A list: {SEPARATOR} separates its entries."
        seen = " ".join(_seen(game, card).split())
        if seen:
            yield f"On the card: {seen}"
        return
    yield f"{context.card}: {context.field}"
    if context.field.endswith(".description"):
        yield "A description for people who cannot see the card."


def _seen(game: Game, card: Card) -> str:
    """Return the description of the card's face in the main language."""
    deck, main = game.decks[card.deck], game.translations.languages.main
    values: dict[str, Any] = {
        **game.values,
        "deck": game.values["decks"][deck.id],
        "colours": deck.template.colours,
        "language": main,
        "id": card.id,
        "copies": card.copies,
        **card.fields,
    }
    description: str = deck.template.sides["face"].description.value[main]
    try:
        return as_text(fill_text(description, values, (main,), keeps_lines=True))
    except PlaceholderError:
        return description
