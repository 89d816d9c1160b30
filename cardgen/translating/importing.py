"""The messages of a PO file into the translations that a game keeps: nothing that is kept is lost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pydantic import ValidationError

from cardgen.data.languages.overlays import Context, Entry, Kept, State
from cardgen.data.model import Game
from cardgen.data.rows.lists import SEPARATOR, parse_list
from cardgen.errors import DataError, Fault, Place
from cardgen.translating.exporting import is_outdated, source_of
from cardgen.translating.po import Message, PoFile


@dataclass(frozen=True, slots=True)
class Import:
    """What a PO file makes of the translations into one language.

    `entries` are all that are kept from now on, in the order of the game's texts; `changed` the lines of the file's
    messages that are new in them. The others count messages: used, not used because they are fuzzy or because their
    text has changed, without a translation, of what the game has no more; and what was kept and is not in the file.
    """

    entries: tuple[Entry, ...]
    changed: tuple[int, ...]
    used: int = 0
    fuzzy: int = 0
    outdated: int = 0
    empty: int = 0
    obsolete: int = 0
    others: int = 0


def import_po(game: Game, lang: str, po: PoFile, shown: str) -> Import:
    """What the file `shown` makes of the game's translations into `lang`.

    DataError when it says that it is in another language or of another game, or holds what cannot be kept.
    """
    faults = list(_wrong(po, lang, shown))
    if faults:
        raise DataError(faults)
    texts = {str(text.context): text for text in game.translations.texts}
    whose = po.header.get("Project-Id-Version", "").split(" ")[0]
    ours = {(context, source_of(game, text).strip()) for context, text in texts.items()}
    if whose not in ("", game.id) and not any((each.context, each.source.strip()) in ours for each in po.messages):
        raise DataError(
            Fault(Place(shown, 1, 1), f"holds no text of {game.id}", f"its header says that it is of {whose!r}")
        )
    kept = game.translations.kept.get(lang, ())
    live = {entry.context: entry for entry in kept if entry.state != "obsolete"}
    gone = {entry.context: entry for entry in kept if entry.state == "obsolete"}
    changed: list[int] = []
    counts = dict.fromkeys(("used", "fuzzy", "outdated", "empty", "obsolete"), 0)
    others = len(live.keys() - {each.context for each in po.messages if not each.obsolete})
    for message in po.messages:
        text = texts.get(message.context)
        if message.obsolete or text is None:
            if not message.text:
                continue
            counts["obsolete"] += 1
            entry = _entry(message, shown, "obsolete", message.source)
            old = gone.get(entry.context)
            if old is None or not _alike(old, entry):
                gone[entry.context] = entry
                changed.append(message.line)
            continue
        source = source_of(game, text)
        if not message.text:
            counts["empty"] += 1
            continue
        entry = _entry(message, shown, "fuzzy" if message.fuzzy else "", _source(message))
        outdated = is_outdated(entry, source)
        counts["fuzzy" if message.fuzzy else "outdated" if outdated else "used"] += 1
        if not outdated and "" in parse_list(message.text) and _is_list(game, text.context):
            told = f"{message.context}: an empty entry in {message.text!r}"
            faults.append(Fault(Place(shown, message.line, 1), told, f"{SEPARATOR} parts the entries of a list"))
        old = live.get(entry.context)
        if old is None and not outdated and not entry.note and text.own.get(lang) == entry.text:
            continue  # as the game's own files say it
        if old is None or not _alike(old, entry) or is_outdated(old, source) != outdated:
            live[entry.context] = entry
            changed.append(message.line)
    if faults:
        raise DataError(faults)
    ordered = [live[context] for context in texts if context in live]
    entries = (*ordered, *(gone[context] for context in sorted(gone)))
    return Import(entries, tuple(changed), **counts, others=others)


def _is_list(game: Game, context: Context) -> bool:
    deck = game.decks.get(context.deck)
    return deck is not None and deck.fields.get(context.field, "").startswith("lists")


def _source(message: Message) -> str:
    """The text that a translation was made from; of a fuzzy one this is known only where the file tells it."""
    return message.previous if message.fuzzy else message.source


def _entry(message: Message, shown: str, state: State, source: str) -> Entry:
    return Entry(message.context, message.text, Place(shown, message.line, 1), source, state, message.note)


def _alike(old: Entry, new: Entry) -> bool:
    """Whether two translations say the same; a text that nobody noted that the old one was made from may be any."""

    def said(entry: Entry) -> tuple[str, str]:
        return entry.text.strip(), entry.note.strip()

    return said(old) == said(new) and old.source.strip() in ("", new.source.strip())


def _wrong(po: PoFile, lang: str, shown: str) -> Iterator[Fault]:
    told = po.header.get("Language", "").replace("_", "-")
    if told and not f"{told}-".lower().startswith(f"{lang}-".lower()):  # de_DE is German
        yield Fault(Place(shown, 1, 1), f"its header says that it is in {told!r}", f"expected {lang!r}")
    for message in po.messages:
        try:
            Kept(text=message.text or "-", source=message.source, note=message.note)
        except ValidationError:
            told = f"{message.context}: a text of {len(message.text):,} characters"
            yield Fault(Place(shown, message.line, 1), told, "shorter ones can be kept")
