"""Additions to a game that is there, as text put into its files: nothing that stands in them is written anew.

Every change is proven before it is made: the changed file must read as the old one and the addition, no more.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardgen.data.model import Card, CardSize, Deck, Game
from cardgen.data.reading import Marked, parse_yaml
from cardgen.data.rows.tables import parse_csv
from cardgen.errors import DataError, Fault, Place, did_you_mean
from cardgen.products.cards import CARDS
from cardgen.starters.editing import end_of_block, flow, insert_lines, lines_of, prove
from cardgen.starters.layouts import TITLES, layout_text
from cardgen.starters.starting import LAYOUT_COMMENTS, check_name, title_field
from cardgen.starters.wording import title_of
from cardgen.words.messages import Message, joined, message


@dataclass(frozen=True, slots=True)
class Addition:
    """What a command adds: whole files, and the files that text is put into as they will be, by path in the project."""

    added: Mapping[str, bytes]
    changed: Mapping[str, bytes]
    notes: Sequence[Message] = ()


# ---------------------------------------------------------------- cards


def add_card(game: Game, deck: Deck, name: str, root: Path) -> Addition:
    """A card called so, after the deck's last one and like it: its id, name and copies new, the rest for you to change.

    DataError when the deck has it already, or is in a file to which no text can be added.
    """
    check_name(name)
    for card in deck.cards:
        if card.id.lower() == name.lower():
            problem = message("the deck {deck} already has a card {card!r}", deck=deck.id, card=card.id)
            raise DataError(Fault(card.place("id"), problem))
    entry = game.file.decks[deck.id]
    last = deck.cards[-1]
    shown = last.place().file
    if entry.crossed is not None:
        problem = message("the deck {deck} combines two tables: no single card can be added", deck=deck.id)
        hint = message("add a row to one of the tables")
        raise DataError(Fault(game.marked.place("decks", deck.id), problem, hint))
    if deck.file.suffix.lower() in (".xlsx", ".tsv"):
        problem = message("no row can be added to a {suffix} file", suffix=deck.file.suffix)
        raise DataError(Fault(Place(shown), problem, message("add it there yourself")))
    encoding = entry.encoding or "utf-8"
    try:
        text = deck.file.read_bytes().decode(encoding)
    except UnicodeDecodeError as error:
        problem = message("is not {encoding} text", encoding=encoding.upper())
        hint = message("save it as {encoding}", encoding=encoding.upper())
        raise DataError(Fault(Place(shown), problem, hint)) from error
    make = _with_row if deck.file.suffix.lower() == ".csv" else _with_entry
    path = deck.file.relative_to(root.resolve()).as_posix()
    notes = [
        message("{deck}: the card {card!r} is a copy of {last!r}; change it.", deck=deck.id, card=name, last=last.id)
    ]
    others = [other.id for other in game.decks.values() if other.file == deck.file and other is not deck]
    if others:
        notes.append(message("These decks use the same file: {decks}", decks=joined(others)))
    return Addition({}, {path: make(text, shown, deck, last, name, entry.columns).encode(encoding)}, notes)


def _renamed(value: Mapping[str, Any], deck: Deck, name: str) -> dict[str, Any]:
    """A card's data with another id, another name, and one copy."""
    title = next((key for key in TITLES if key in value and deck.fields.get(key, "").startswith("text")), "")
    called = title_of(name)
    new: dict[str, Any] = {}
    for key, each in value.items():
        if key == "id":
            new[key] = name
        elif key == title:
            new[key] = dict.fromkeys(each, called) if isinstance(each, Mapping) else called
        elif key != "copies":
            new[key] = each
    return new


def _with_entry(
    text: str,
    shown: str,
    deck: Deck,
    last: Card,
    name: str,
    columns: Mapping[str, str | None],  # noqa: ARG001
) -> str:
    whole = parse_yaml(text.removeprefix("\ufeff"), shown)
    rows = whole.value["cards"]
    place = whole.place("cards", len(rows) - 1)
    line = lines_of(text)[place.line - 1]
    before = line[: place.column - 1]
    new = _renamed(next(row for row in rows if row.get("id") == last.id), deck, name)
    if before.strip() != "-":
        problem = message("the cards are in brackets: no line can be added")
        raise DataError(Fault(place, problem, message("write each card on a line of its own, after a -")))
    indent = len(before) - len(before.lstrip(" "))
    if line[place.column - 1] == "{":
        addition = [before + flow(new)]
    else:
        keys = [f"{key}: {flow(value)}" for key, value in new.items()]
        addition = [before + keys[0], *(" " * len(before) + key for key in keys[1:])]
    at = end_of_block(lines_of(text), place.line - 1, indent)
    return prove(insert_lines(text, at, addition), shown, {**whole.value, "cards": [*rows, new]}, place)


def _with_row(text: str, shown: str, deck: Deck, last: Card, name: str, columns: Mapping[str, str | None]) -> str:
    def read(content: str) -> Marked:
        return parse_csv(content.removeprefix("\ufeff"), shown, lambda _, cell: cell, columns)

    table = read(text)
    number = next(i for i, row in enumerate(table.value) if row.get("id") == last.id)
    heads = {path[1:]: place for path, place in table.keys.items() if path[0] == number and len(path) > 1}
    new = _renamed(table.value[number], deck, name)
    cells = []
    for path in sorted(heads, key=lambda each: heads[each].column):
        value: Any = new
        for step in path:
            value = value.get(step, "") if isinstance(value, Mapping) else ""
        cells.append('"' + value.replace('"', '""') + '"' if re.search('[",\r\n]', value) else value)
    # A table ends where its last row does; empty lines after it stay behind the new one.
    body = text.rstrip("\r\n")
    ending = "\r\n" if "\r\n" in text else "\n"
    changed = body + ending + ",".join(cells) + (text[len(body) :] or ending)
    try:
        if read(changed).value == [*table.value, new]:
            return changed
    except DataError:
        pass
    problem = message("no row can be added without a change of other rows")
    hint = message("add the row yourself; the reason may be a column that `columns` leaves out")
    raise DataError(Fault(last.place(), problem, hint))


# ---------------------------------------------------------------- templates and decks


def add_template(game: Game, name: str, deck: Deck) -> Addition:
    """A template called so for the fields of the deck: every one of them shown, in the main language and the others."""
    check_name(name)
    path, content = _template(game, name, deck.fields, _longest(deck), deck.size)
    note = message(
        "To use it for the deck {deck}, write in game.yaml: template: {file}",
        deck=deck.id,
        file=path.removeprefix("templates/"),
    )
    return Addition({path: content}, {}, (note,))


def add_deck(game: Game, name: str) -> Addition:
    """A deck called so, with one card and a template of its own, and its lines in game.yaml."""
    check_name(name)
    if name in game.decks:
        place = game.marked.key_place("decks", name)
        raise DataError(Fault(place, message("there is already a deck {deck!r}", deck=name)))
    if not game.decks:
        raise _no_decks(game)
    languages, first = game.file.languages, next(iter(game.decks.values()))
    fields = {"names": "texts", "rules": "texts", "value": "integer"}
    reserved = set(game.file.rulesets) & set(fields)
    fields = {key: kind for key, kind in fields.items() if key not in reserved}
    sample = {"zh": ("第一张牌", "这张牌的效果写在这里。"), "en": ("First card", "What the card does.")}
    told = {lang: sample.get(lang, sample["en"]) for lang in languages}
    card = {
        "id": f"{name[:60]}-1",
        "copies": 1,
        "names": {lang: words[0] for lang, words in told.items()},
        "rules": {lang: words[1] for lang, words in told.items()},
        "value": 1,
    }
    kept = {key: value for key, value in card.items() if key in ("id", "copies", *fields)}
    comment = {
        "zh": "# 每张牌以 - 开头；`cardgen new card 编号 --deck {}` 会在下面再加一张。",
        "en": "# A card begins with a -; `cardgen new card NAME --deck {}` adds another below.",
    }
    main = "zh" if languages[0].startswith("zh") else "en"
    rows = [f"{key}: {flow(value)}" for key, value in kept.items()]
    deck_text = "\n".join([comment[main].format(name), "cards:", f"  - {rows[0]}", *(f"    {row}" for row in rows[1:])])
    template, layout = _template(game, name, fields, dict.fromkeys(fields, 30), first.size)
    entry = {
        "titles": {lang: title_of(name) for lang in languages},
        "cards": f"{name}.yaml",
        "template": template.removeprefix("templates/"),
        "size": game.file.decks[first.id].size,
        "fields": fields,
    }
    return Addition(
        {f"card_data/{game.id}/{name}.yaml": (deck_text + "\n").encode(), template: layout},
        {f"card_data/{game.id}/game.yaml": _with_deck(game, name, entry).encode()},
        (message("The deck {deck} has its own template; a build makes its cards and sheets, too.", deck=name),),
    )


def _template(
    game: Game, name: str, fields: Mapping[str, str], longest: Mapping[str, int], size: CardSize
) -> tuple[str, bytes]:
    languages = game.file.languages
    labels = {field: field[:1].upper() + field[1:].replace("_", " ") for field in fields}
    if languages[0].startswith("zh"):
        labels |= {"rules": "效果", "value": "数值"}
    comment = LAYOUT_COMMENTS["zh" if languages[0].startswith("zh") else "en"]
    layout = layout_text(fields, labels, longest, languages, title_field(languages), (size.width, size.height))
    return f"templates/{game.id}/{name}.yaml", (comment + layout).encode()


def _longest(deck: Deck) -> dict[str, int]:
    def length(value: Any) -> int:
        return max(map(length, value.values()), default=0) if isinstance(value, Mapping) else len(str(value or ""))

    return {name: max(length(card.fields[name]) for card in deck.cards) for name in deck.fields}


def _with_deck(game: Game, name: str, entry: Mapping[str, Any]) -> str:
    """game.yaml with the deck as lines under `decks`, its cards and a sheet of them among the targets."""
    path = game.folder / "game.yaml"
    text = path.read_bytes().decode()
    shown = game.marked.file
    wanted: dict[str, Any] = json.loads(json.dumps(game.marked.value))
    wanted["decks"][name] = dict(entry)
    # From the end of the file upwards, so that the places above stay what they are.
    edits: list[tuple[int, list[str]]] = []
    last = list(game.marked.value["decks"])[-1]
    place = game.marked.key_place("decks", last)
    pad = " " * (place.column - 1)
    lines = lines_of(text)
    block = [f"{pad}{name}:", *(f"{pad}  {key}: {flow(value)}" for key, value in entry.items())]
    edits.append((end_of_block(lines, place.line - 1, place.column - 1), block))
    sheets = game.marked.value["targets"].get("sheets")
    sheet = f"{name}-{{paper}}"
    taken = {key.replace("{paper}", paper) for key in sheets or () for paper in ("a4", "letter", "{paper}")}
    if sheets and not {sheet, f"{name}-a4", f"{name}-letter"} & taken:
        under = game.marked.key_place("targets", "sheets", list(sheets)[-1])
        target = {"decks": [name], "papers": ["a4", "letter"]}
        line = " " * (under.column - 1) + f"{sheet}: {flow(target)}"
        edits.append((end_of_block(lines, under.line - 1, under.column - 1), [line]))
        wanted["targets"]["sheets"][sheet] = target
    if CARDS.of(game.file) is None:
        changed = text
        for at, addition in sorted(edits, reverse=True):
            changed = insert_lines(changed, at, addition)
        return prove(changed, shown, wanted, game.marked.key_place("decks"))
    wanted["targets"]["cards"]["decks"].append(name)
    decks = game.marked.value["targets"]["cards"]["decks"]
    end = game.marked.place("targets", "cards", "decks", len(decks) - 1)
    changed = text
    for at, addition in sorted(edits, reverse=True):
        if at > end.line - 1 >= 0:
            changed = insert_lines(changed, at, addition)
    changed = _named_beside(changed, decks[-1], end, name)
    for at, addition in sorted(edits, reverse=True):
        if at <= end.line - 1:
            changed = insert_lines(changed, at, addition)
    return prove(changed, shown, wanted, game.marked.key_place("decks"))


def _named_beside(text: str, word: str, place: Place, name: str) -> str:
    """The text with a name after the last word of a list, in brackets or a line each."""
    lines = lines_of(text)
    line = lines[place.line - 1]
    start = place.column - 1
    if line[:start].strip() == "-":
        return insert_lines(text, place.line, [line[:start] + flow(name)])
    length = next((len(each) for each in (word, f'"{word}"', f"'{word}'") if line.startswith(each, start)), 0)
    lines[place.line - 1] = line[: start + length] + f", {flow(name)}" + line[start + length :]
    return "".join(lines)


def find_deck(game: Game, name: str) -> Deck:
    """The deck called so; the first without a name. DataError when there is none."""
    if name and name not in game.decks:
        problem = message("{game} has no deck {deck!r}", game=game.id, deck=name)
        raise DataError(Fault(Place(), problem, did_you_mean(name, list(game.decks))))
    if not game.decks:
        raise _no_decks(game)
    return game.decks[name] if name else next(iter(game.decks.values()))


def _no_decks(game: Game) -> DataError:
    hint = message("add sizes and decks to game.yaml first")
    return DataError(Fault(game.marked.place(), message("{game} has no decks", game=game.id), hint))
