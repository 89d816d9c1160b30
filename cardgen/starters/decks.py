"""Templates and decks added to a game: new files, and edits of game.yaml."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardgen.base.errors import DataError, Fault, Place, did_you_mean
from cardgen.base.units import CARD_SIZES
from cardgen.base.words.messages import message
from cardgen.data.model import CardSize, Deck, Game
from cardgen.editing.applying import apply_change
from cardgen.editing.operations import Change, Insert, Operation
from cardgen.editing.yaml_text import flow
from cardgen.products.cards import CARDS
from cardgen.starters.adding import Addition, check_decks
from cardgen.starters.layouts import layout_text
from cardgen.starters.starting import LAYOUT_COMMENTS, check_name, title_field
from cardgen.starters.wording import in_language, is_chinese, title_of

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
    change = deck_change(game, name)
    changed = apply_change(Change(change.operations), lambda _: (game.folder / "game.yaml").read_bytes())
    note = message("The deck {deck} has its own template; a build makes its cards and sheets, too.", deck=name)
    return Addition(change.created, changed, (note,))


def deck_change(game: Game, name: str, size: str = "") -> Change:
    """Return the change that adds a deck with one card, of a named size or that of the first deck.

    DataError if there is a deck of this name.
    """
    check_name(name)
    check_new_deck(game, name)
    check_decks(game)
    size = size or game.file.decks[next(iter(game.decks))].size
    fields = {field: kind for field, kind in _FIELDS.items() if field not in game.file.rulesets}
    template, layout = _template(game, name, fields, dict.fromkeys(fields, 30), sized(game, size))
    entry = {
        "titles": {lang: title_of(name) for lang in game.file.languages},
        "cards": f"{name}.yaml",
        "template": template.removeprefix("templates/"),
        "size": size,
        "fields": fields,
    }
    cards = {f"card_data/{game.id}/{name}.yaml": _cards_text(game, name, fields).encode(), template: layout}
    return Change(deck_operations(game, name, entry), created=cards)


def check_new_deck(game: Game, name: str) -> None:
    """DataError if the game has a deck of this name."""
    if name in game.decks:
        place = game.marked.key_place("decks", name)
        raise DataError(Fault(place, message("there is already a deck {deck!r}", deck=name)))


def sized(game: Game, name: str) -> CardSize:
    """Return a size by its name. DataError if the game has none of this name, and there is no such standard size."""
    size = game.file.size_named(name)
    if size is None:
        known = [*game.file.sizes, *CARD_SIZES]
        raise DataError(Fault(Place(), message("there is no size {name!r}", name=name), did_you_mean(name, known)))
    return size


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


def deck_operations(game: Game, name: str, entry: Mapping[str, Any]) -> tuple[Operation, ...]:
    """Return what adds a deck under `decks` in game.yaml, and its cards and a sheet of them to the targets."""
    file = f"card_data/{game.id}/game.yaml"
    operations = [Insert(file, ("decks", name), entry)]
    sheets = game.marked.value["targets"].get("sheets")
    if sheets and not _is_taken(name, sheets):
        target = {"decks": [name], "papers": ["a4", "letter"]}
        operations.append(Insert(file, ("targets", "sheets", f"{name}-{{paper}}"), target))
    if CARDS.of(game.file) is not None:
        operations.append(Insert(file, ("targets", "cards", "decks", 0), name))
    return tuple(operations)


def _is_taken(name: str, sheets: Mapping[str, Any]) -> bool:
    """Return True if one of the sheets makes files of the names that the sheets of a new deck would have."""
    taken = {key.replace("{paper}", paper) for key in sheets for paper in ("a4", "letter", "{paper}")}
    return bool({f"{name}-{paper}" for paper in ("a4", "letter", "{paper}")} & taken)
