"""The forms of what can be added to a game: the keys of the models of game.yaml, with values that fit the game."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

from cardgen.base.units import CARD_SIZES, PAPERS
from cardgen.base.words.catalogues import printed_languages
from cardgen.base.words.messages import message
from cardgen.data.model import Game
from cardgen.products.exports.product import EXPORTS
from cardgen.products.exports.registry import export_names, load_export
from cardgen.products.sheet_targets import SHEETS
from cardgen.products.tuckboxes.target import TUCKBOXES
from cardgen.review.server.answers import texts_of
from cardgen.review.server.home_payloads import AdditionData, AdditionKey
from cardgen.review.server.kinds import keys_of
from cardgen.review.server.payloads import Texts
from cardgen.starters.additions import ENTRIES

_Type = Literal["number", "flag", "text", "colour", "choice", "several"]


def addition_forms(game: Game) -> Iterator[AdditionData]:
    """Yield the forms of everything that can be added to a game, in the order of the menu."""
    decks = list(game.decks)
    no_decks = "" if decks else message("the game has no decks")
    backless = [name for name, deck in game.decks.items() if "back" not in deck.template.sides]
    yield _form("deck", [_key("name", "text", ""), _size(game)], no_decks)
    yield _form("size", _entry_keys("size", {"name": _free("size", game.file.sizes), "width": 63, "height": 88}))
    languages = [lang for lang in (*printed_languages(), "zh-Hant") if lang not in game.file.languages]
    yield _form("language", [_key("language", "choice", languages[0], sorted(set(languages)))])
    one_size = [name for name in decks if game.decks[name].size == game.decks[decks[0]].size]
    sheets = {"name": _free("cards-{paper}", SHEETS.of(game.file)), "decks": one_size, "papers": ["a4", "letter"]}
    yield _form("sheet", _entry_keys("sheet", sheets, decks), no_decks)
    others = [name for name in export_names() if name not in EXPORTS.of(game.file)]
    exports = {name: texts_of(load_export(name).description) for name in others}
    yield _form("export", [_key("export", "choice", others[0] if others else "", others, exports)], no_decks)
    back = [_key("deck", "choice", backless[0] if backless else "", backless), _key("colour", "colour", "#2f4a63")]
    has_backs = "" if backless else message("all decks have backs: edit them on the canvas")
    yield _form("back", [*back, _key("text", "text", "")], no_decks or has_backs)
    first = decks[0] if decks else ""
    boxes = {"name": _free("box-{paper}", TUCKBOXES.of(game.file)), "deck": first, "papers": ["a4"], "titles": ""}
    yield _form("tuckbox", _entry_keys("tuckbox", boxes, decks), no_decks)
    yield _form("chapter", [_key("title", "text", "")])


def _form(what: str, keys: Iterable[AdditionKey], refused: str = "") -> AdditionData:
    return {"what": what, "keys": [*keys], "refused": texts_of(refused)}


def _key(
    name: str,
    kind: _Type,
    value: object,
    choices: Sequence[str] = (),
    labels: Mapping[str, Texts] | None = None,
    limits: tuple[float | None, float | None] = (None, None),
) -> AdditionKey:
    least, most = limits
    return {
        "name": name,
        "type": kind,
        "choices": [*choices],
        "labels": dict(labels or {}),
        "least": least,
        "most": most,
        "value": value,
    }


def _size(game: Game) -> AdditionKey:
    named = [entry.size for entry in game.file.decks.values()]
    return _key("size", "choice", named[0] if named else "", [*dict.fromkeys([*game.file.sizes, *CARD_SIZES])])


def _entry_keys(what: str, given: Mapping[str, Any], decks: Sequence[str] = ()) -> Iterator[AdditionKey]:
    """Yield the name of an entry and the keys of its model that a form has, those with `given` values first."""
    model, _ = ENTRIES[what]
    known: Mapping[str, tuple[_Type, Sequence[str]]] = {
        "decks": ("several", decks),
        "deck": ("choice", decks),
        "papers": ("several", [*PAPERS]),
        "titles": ("text", ()),
    }
    yield _key("name", "text", given["name"])
    for key in keys_of(model):
        name, kind = key["name"], key["type"]
        if name in known:
            yield _key(name, known[name][0], given[name], known[name][1])
        elif kind != "other" and (name in given or key["default"] is not None):
            limits = (key["least"], key["most"])
            yield _key(name, kind, given.get(name, key["default"]), key["choices"], limits=limits)


def _free(name: str, taken: Collection[str]) -> str:
    """Return a name that is not taken."""
    head, mark, tail = name.partition("-{paper}")
    number, free = 2, name
    while free in taken:
        free, number = f"{head}-{number}{mark}{tail}", number + 1
    return free
