"""A game's folder into a Game: every file read, every key checked, every fault told at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

from pydantic import create_model

from cardgen.errors import DataError, Fault, Place, did_you_mean
from cardgen.games import ENGINES, load_engine
from cardgen.kinds import FIELD_KINDS
from cardgen.model import Card, CardRow, Deck, DeckEntry, Game, GameFile, Rulebook, Template
from cardgen.reading import Marked, Reader, parse_csv, try_model, validate
from cardgen.templates import read_template

#: Of all decks together; a print run beyond it is a mistake.
MOST_CARDS = 100_000

Found = TypeVar("Found")


class _Faults:
    """Collects what is wrong while loading goes on with the rest."""

    def __init__(self) -> None:
        self.found: list[Fault] = []

    def attempt(self, load: Callable[..., Found], *arguments: Any) -> Found | None:
        """What `load` returns for the arguments, or None with its faults kept."""
        try:
            return load(*arguments)
        except DataError as error:
            self.found += error.faults
            return None


def load_game(folder: Path, templates: Path, shown_from: Path | None = None) -> Game:
    """The game in `folder`, its templates from the folder `templates`. Paths are shown relative to `shown_from`.

    DataError with every fault of every file; nothing outside the two folders is read.
    """
    reader, template_reader = Reader(folder, shown_from), Reader(templates, shown_from)
    template_reader.digests = reader.digests
    faults = _Faults()
    marked = reader.read_yaml(reader.find("game.yaml", Place(reader.shown(folder))))
    if not isinstance(marked.value, dict):
        raise DataError(Fault(marked.place(), "game.yaml is a mapping of keys, beginning with titles"))
    file, wrong = try_model(GameFile, marked)
    faults.found += wrong

    made: dict[str, Template] = {}

    def template(name: str, place: Place) -> Template:
        if name not in made:
            made[name] = read_template(template_reader, name, place)
        return made[name]

    decks: dict[str, Deck] = {}
    for name in _keys(marked, "decks"):
        entry, _ = try_model(DeckEntry, marked.part("decks", name))  # its own faults stand in `wrong` already
        if entry is None:
            continue
        rows = faults.attempt(_read_cards, reader, marked, name, entry)
        form = faults.attempt(template, entry.template, marked.place("decks", name, "template"))
        size = file.sizes.get(entry.size) if file else None
        if file and size is None:
            place = marked.place("decks", name, "size")
            faults.found.append(
                Fault(place, f"there is no size {entry.size!r}", did_you_mean(entry.size, [*file.sizes]))
            )
        if rows is not None and form is not None and size is not None:
            path = (reader.fence / entry.cards).resolve()
            decks[name] = Deck(name, entry.titles, path, size, form, rows)

    pages: dict[str, Template] = {}
    for _, name, place in _texts(marked, "targets", "pages", inner="template"):
        form = faults.attempt(template, name, place)
        if form is not None:
            pages[name] = form
    rulesets = _read_rulesets(reader, marked, faults)
    rulebooks: dict[str, Rulebook] = {}
    for lang, name, place in _texts(marked, "rulebooks"):
        book = faults.attempt(_read_rulebook, reader, lang, name, place)
        if book is not None:
            rulebooks[lang] = book

    if file:
        faults.found += _check_references(file, marked, decks)
    if faults.found or file is None:
        raise DataError(faults.found)
    return Game(
        id=folder.name,
        folder=folder,
        file=file,
        marked=marked,
        decks=decks,
        pages=pages,
        rulesets={name: parsed for name, (parsed, _) in rulesets.items()},
        rulebooks=rulebooks,
        values=_values(file, decks, {name: raw for name, (_, raw) in rulesets.items()}),
        digests=dict(sorted(reader.digests.items())),
    )


def _keys(marked: Marked, *path: str) -> list[str]:
    """The keys of the mapping at `path`, none when there is no mapping."""
    value: Any = marked.value
    for step in path:
        value = value.get(step) if isinstance(value, dict) else None
    return list(value) if isinstance(value, dict) else []


def _texts(marked: Marked, *path: str, inner: str | None = None) -> Iterator[tuple[str, str, Place]]:
    """Each key of the mapping at `path` whose value (or its key `inner`) is a text, with that text and its place."""
    for key in _keys(marked, *path):
        value: Any = marked.part(*path, key).value
        where = (*path, key)
        if inner is not None:
            value, where = (value.get(inner) if isinstance(value, dict) else None), (*where, inner)
        if isinstance(value, str):
            yield key, value, marked.place(*where)


# ---------------------------------------------------------------- decks


def card_model(entry: DeckEntry) -> type[CardRow]:
    """The model of one row of a deck: what every card has and the fields that the deck declares."""
    fields: dict[str, Any] = {}
    for name, kind in entry.fields.items():
        annotation = FIELD_KINDS[kind.removesuffix("?")]
        fields[name] = (annotation | None, None) if kind.endswith("?") else (annotation, ...)
    return create_model("CardRow", __base__=CardRow, **fields)


def _read_cards(reader: Reader, game: Marked, deck: str, entry: DeckEntry) -> tuple[Card, ...]:
    taken = {"id", "copies"} & set(entry.fields)
    if taken:
        place = game.place("decks", deck, "fields")
        raise DataError(Fault(place, f"every card has {' and '.join(sorted(taken))} already: name the field otherwise"))
    path = reader.find(entry.cards, game.place("decks", deck, "cards"))
    if path.suffix == ".csv":
        rows = parse_csv(reader.read_text(path), reader.shown(path), _converter(entry))
    else:
        whole = reader.read_yaml(path)
        if not isinstance(whole.value, dict) or not isinstance(whole.value.get("cards"), list) or len(whole.value) > 1:
            raise DataError(Fault(whole.place(), "expected one key, cards, with a list of cards"))
        rows = whole.part("cards")
    if not rows.value:
        raise DataError(Fault(rows.place(), "a deck without cards"))
    model = card_model(entry)
    cards: list[Card] = []
    faults: list[Fault] = []
    seen: dict[str, Card] = {}
    for i in range(len(rows.value)):
        row = rows.part(i)
        found, wrong = try_model(model, row)
        faults += wrong
        if found is None:
            continue
        fields = {name: getattr(found, name) for name in entry.fields}
        card = Card(deck, found.id, found.copies, fields, row)
        # Compared without case: the ids become file names, and not every disk tells A from a.
        first = seen.setdefault(card.id.lower(), card)
        if first is not card:
            faults.append(
                Fault(row.place("id"), f"the id {card.id!r} stands here twice", f"first at {first.place('id')}")
            )
        for name, kind in entry.fields.items():
            if kind.startswith("image") and fields[name] is not None:
                try:
                    reader.read_bytes(reader.find(fields[name], row.place(name)))
                except DataError as error:
                    faults += error.faults
        cards.append(card)
    if sum(card.copies for card in cards) > MOST_CARDS:
        faults.append(Fault(rows.place(), f"more than {MOST_CARDS:,} cards in one deck"))
    if faults:
        raise DataError(faults)
    return tuple(cards)


def _converter(entry: DeckEntry) -> Callable[[str, str], Any]:
    """How a cell of a table becomes the value that its field wants; what does not convert is left for the check."""

    def convert(column: str, text: str) -> Any:
        name = column.split(".")[0]
        kind = "integer" if name == "copies" else entry.fields.get(name, "text").removesuffix("?")
        try:
            if kind == "integer":
                return int(text)
            if kind == "number":
                return float(text)
            if kind == "point":
                return [float(part) for part in text.split()]
        except ValueError:
            return text
        return text.split("/") if kind == "cells" else text

    return convert


# ---------------------------------------------------------------- the rest


def _read_rulebook(reader: Reader, lang: str, name: str, place: Place) -> Rulebook:
    path = reader.find(name, place)
    return Rulebook(lang, path.resolve(), reader.shown(path), reader.read_text(path))


def _read_rulesets(reader: Reader, marked: Marked, faults: _Faults) -> dict[str, tuple[Any, Any]]:
    """For each ruleset the engine's parsed rules (the raw values without an engine) and the raw values."""
    engine = marked.value.get("engine")
    model = load_engine(engine).Rules if engine in ENGINES else None
    found: dict[str, tuple[Any, Any]] = {}

    def read(name: str, place: Place) -> tuple[Any, Any]:
        raw = reader.read_yaml(reader.find(name, place))
        return (validate(model, raw) if model else raw.value), raw.value

    for ruleset, name, place in _texts(marked, "rulesets"):
        pair = faults.attempt(read, name, place)
        if pair is not None:
            found[ruleset] = pair
    return found


def _check_references(file: GameFile, marked: Marked, decks: Mapping[str, Deck]) -> Iterator[Fault]:
    """What one part of game.yaml says of another that does not hold."""
    if file.engine is not None and file.engine not in ENGINES:
        hint = did_you_mean(file.engine, list(ENGINES))
        yield Fault(marked.place("engine"), f"there is no rules engine {file.engine!r}", hint)
    for lang in set(file.rulebooks) - set(file.languages):
        yield Fault(marked.key_place("rulebooks", lang), f"{lang!r} is not among the game's languages")
    reserved = {"game", "decks", "cards", "colours", "deck"} & set(file.rulesets)
    for name in sorted(reserved):
        yield Fault(
            marked.key_place("rulesets", name), f"a ruleset cannot be called {name!r}: placeholders use that word"
        )

    def deck_names(names: Iterable[str], *path: str | int) -> Iterator[Fault]:
        for name in names:
            if name not in file.decks:
                yield Fault(marked.place(*path), f"there is no deck {name!r}", did_you_mean(name, [*file.decks]))

    targets = file.targets
    yield from deck_names(targets.cards.decks, "targets", "cards", "decks")
    for key, sheet in targets.sheets.items():
        yield from deck_names(sheet.decks, "targets", "sheets", key, "decks")
    for key, box in targets.tuckboxes.items():
        yield from deck_names([box.deck], "targets", "tuckboxes", key, "deck")
    for key, cutout in targets.cutouts.items():
        yield from deck_names([cutout.deck], "targets", "cutouts", key, "deck")
        if cutout.deck in decks:
            ids = {card.id: card for card in decks[cutout.deck].cards}
            for piece in cutout.pieces:
                place = marked.key_place("targets", "cutouts", key, "pieces", piece)
                if piece not in ids:
                    yield Fault(place, f"there is no card {piece!r} in {cutout.deck}", did_you_mean(piece, [*ids]))
                elif not {"cells", "colour"} <= set(ids[piece].fields):
                    yield Fault(place, f"the card {piece!r} has no cells and colour to cut a piece from")
    for section in ("sheets", "cutouts", "pages", "tuckboxes"):
        for key, target in getattr(targets, section).items():
            if len(target.papers) > 1 and "{paper}" not in key:
                place = marked.key_place("targets", section, key)
                yield Fault(place, f"{key!r} is made for several papers", "write {paper} where the paper's name goes")
            if "/" in key or "\\" in key or key.startswith("."):
                yield Fault(marked.key_place("targets", section, key), f"{key!r} is not a plain file name")


def _values(file: GameFile, decks: Mapping[str, Deck], rulesets: Mapping[str, Any]) -> dict[str, Any]:
    """What placeholders in templates and rulebooks can name."""
    told: dict[str, dict[str, Any]] = {
        deck.id: {
            "titles": deck.titles,
            "count": deck.count,
            "cards": {card.id: {"id": card.id, "copies": card.copies, **card.fields} for card in deck.cards},
        }
        for deck in decks.values()
    }
    every: dict[str, list[Any]] = {}
    for deck_values in told.values():
        for card_id, card in deck_values["cards"].items():
            every.setdefault(card_id, []).append(card)
    game = {key: value for key, value in file.model_dump().items() if key in ("titles", "author", "licence", "source")}
    return {
        **rulesets,
        "game": game,
        "decks": told,
        "cards": {card_id: found[0] for card_id, found in every.items() if len(found) == 1},
    }
