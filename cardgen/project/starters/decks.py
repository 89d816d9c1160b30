"""Templates and decks added to a game: new files, and lines inserted into game.yaml."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from cardgen.base.errors import DataError, Fault, Place
from cardgen.base.words.messages import message
from cardgen.data.model import CardSize, Deck, Game
from cardgen.editing.insertions import end_of_block, flow, insert_lines, lines_of, prove
from cardgen.products.cards import CARDS
from cardgen.project.starters.adding import Addition, check_decks
from cardgen.project.starters.layouts import layout_text
from cardgen.project.starters.starting import LAYOUT_COMMENTS, check_name, title_field
from cardgen.project.starters.wording import in_language, is_chinese, title_of

#: The fields of a new deck.
_FIELDS = {"names": "texts", "rules": "texts", "value": "integer"}

# Texts for `in_language`: the name and the rules of its card, and the comment at the top of its file.
_NAMES = {"zh": "第一张牌", "en": "First card"}
_RULES = {"zh": "这张牌的效果写在这里。", "en": "What the card does."}
_COMMENTS = {
    "zh": "# 每张牌以 - 开头；`cardgen new card 编号 --deck {}` 会在下面再加一张。",
    "en": "# A card begins with a -; `cardgen new card NAME --deck {}` adds another below.",
}


def add_template(game: Game, name: str, deck: Deck) -> Addition:
    """Return the addition of a template that shows every field of a deck, in all languages of the game."""
    check_name(name)
    path, content = _template(game, name, deck.fields, _longest(deck), deck.size)
    note = message(
        "To use it for the deck {deck}, write in game.yaml: template: {file}",
        deck=deck.id,
        file=path.removeprefix("templates/"),
    )
    return Addition({path: content}, {}, (note,))


def add_deck(game: Game, name: str) -> Addition:
    """Return the addition of a deck with one card: its file, a template, and its lines in game.yaml.

    DataError if there is a deck of this name.
    """
    check_name(name)
    if name in game.decks:
        place = game.marked.key_place("decks", name)
        raise DataError(Fault(place, message("there is already a deck {deck!r}", deck=name)))
    check_decks(game)
    first = next(iter(game.decks.values()))
    fields = {field: kind for field, kind in _FIELDS.items() if field not in game.file.rulesets}
    template, layout = _template(game, name, fields, dict.fromkeys(fields, 30), first.size)
    entry = {
        "titles": {lang: title_of(name) for lang in game.file.languages},
        "cards": f"{name}.yaml",
        "template": template.removeprefix("templates/"),
        "size": game.file.decks[first.id].size,
        "fields": fields,
    }
    return Addition(
        {f"card_data/{game.id}/{name}.yaml": _cards_text(game, name, fields).encode(), template: layout},
        {f"card_data/{game.id}/game.yaml": _with_deck(game, name, entry).encode()},
        (message("The deck {deck} has its own template; a build makes its cards and sheets, too.", deck=name),),
    )


def _cards_text(game: Game, name: str, fields: Mapping[str, str]) -> str:
    """Return the file of a new deck: a comment and one card."""
    languages = game.file.languages
    card: dict[str, Any] = {
        "id": f"{name[:60]}-1",
        "copies": 1,
        "names": {lang: in_language(_NAMES, lang) for lang in languages},
        "rules": {lang: in_language(_RULES, lang) for lang in languages},
        "value": 1,
    }
    keys = [f"{key}: {flow(value)}" for key, value in card.items() if key in ("id", "copies", *fields)]
    lines = [
        in_language(_COMMENTS, languages[0]).format(name),
        "cards:",
        f"  - {keys[0]}",
        *(f"    {key}" for key in keys[1:]),
    ]
    return "\n".join(lines) + "\n"


def _template(
    game: Game, name: str, fields: Mapping[str, str], longest: Mapping[str, int], size: CardSize
) -> tuple[str, bytes]:
    """Return the path and the content of a template for cards with these fields."""
    languages = game.file.languages
    labels = {field: field[:1].upper() + field[1:].replace("_", " ") for field in fields}
    if is_chinese(languages[0]):
        own = ({"zh": "效果", "en": "Rules"}, {"zh": "数值", "en": "Value"})
        labels |= zip(("rules", "value"), (in_language(texts, languages[0]) for texts in own), strict=True)
    layout = layout_text(fields, labels, longest, languages, title_field(languages), (size.width, size.height))
    return f"templates/{game.id}/{name}.yaml", (in_language(LAYOUT_COMMENTS, languages[0]) + layout).encode()


def _longest(deck: Deck) -> dict[str, int]:
    """Return the number of characters in the longest text of each field."""

    def length(value: Any) -> int:
        return max(map(length, value.values()), default=0) if isinstance(value, Mapping) else len(str(value or ""))

    return {name: max(length(card.fields[name]) for card in deck.cards) for name in deck.fields}


# ---------------------------------------------------------------- game.yaml

_Edit: TypeAlias = tuple[float, Callable[[str], str]]
"""A change of a text, and the line at which it is made, so that edits can be made from the last to the first."""


def _with_deck(game: Game, name: str, entry: Mapping[str, Any]) -> str:
    """Return game.yaml with the deck under `decks`, and its cards and a sheet of them in the targets."""
    text = (game.folder / "game.yaml").read_bytes().decode()
    wanted: dict[str, Any] = json.loads(json.dumps(game.marked.value))
    edits = [_deck_edit(game, text, name, entry)]
    wanted["decks"][name] = dict(entry)
    sheets = wanted["targets"].get("sheets")
    sheet = f"{name}-{{paper}}"
    if sheets and not _is_taken(name, sheets):
        target = {"decks": [name], "papers": ["a4", "letter"]}
        edits.append(_sheet_edit(game, text, list(sheets)[-1], sheet, target))
        sheets[sheet] = target
    if CARDS.of(game.file) is not None:
        edits.append(_target_edit(game, name))
        wanted["targets"]["cards"]["decks"].append(name)
    for _, edit in sorted(edits, key=lambda edit: edit[0], reverse=True):  # so that lines above keep their numbers
        text = edit(text)
    return prove(text, game.marked.file, wanted, game.marked.key_place("decks"))


def _is_taken(name: str, sheets: Mapping[str, Any]) -> bool:
    """Return True if one of the sheets makes files of the names that the sheets of a new deck would have."""
    taken = {key.replace("{paper}", paper) for key in sheets for paper in ("a4", "letter", "{paper}")}
    return bool({f"{name}-{paper}" for paper in ("a4", "letter", "{paper}")} & taken)


def _deck_edit(game: Game, text: str, name: str, entry: Mapping[str, Any]) -> _Edit:
    """Return the edit that adds a deck after the last one."""
    place = game.marked.key_place("decks", list(game.marked.value["decks"])[-1])
    pad = " " * (place.column - 1)
    return _insertion(text, place, [f"{pad}{name}:", *(f"{pad}  {key}: {flow(value)}" for key, value in entry.items())])


def _sheet_edit(game: Game, text: str, last: str, name: str, target: Mapping[str, Any]) -> _Edit:
    """Return the edit that adds a sheet after the `last` one."""
    place = game.marked.key_place("targets", "sheets", last)
    return _insertion(text, place, [" " * (place.column - 1) + f"{name}: {flow(target)}"])


def _insertion(text: str, place: Place, lines: Sequence[str]) -> _Edit:
    """Return the edit that inserts lines after the block at a place."""
    end = end_of_block(lines_of(text), place.line - 1, place.column - 1)
    return end, lambda text: insert_lines(text, end, lines)


def _target_edit(game: Game, name: str) -> _Edit:
    """Return the edit that adds a deck to the decks of `targets.cards`."""
    decks = game.marked.value["targets"]["cards"]["decks"]
    place = game.marked.place("targets", "cards", "decks", len(decks) - 1)
    return place.line - 0.5, lambda text: _with_list_entry(text, decks[-1], place, name)


def _with_list_entry(text: str, last: str, place: Place, name: str) -> str:
    """Return the text with a name after the last one of a list, in brackets or with a line for each entry."""
    lines = lines_of(text)
    line = lines[place.line - 1]
    start = place.column - 1
    if line[:start].strip() == "-":
        return insert_lines(text, place.line, [line[:start] + flow(name)])
    spellings = (last, f'"{last}"', f"'{last}'")
    end = start + next((len(spelling) for spelling in spellings if line.startswith(spelling, start)), 0)
    lines[place.line - 1] = line[:end] + f", {flow(name)}" + line[end:]
    return "".join(lines)
