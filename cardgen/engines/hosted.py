"""A rules engine in a web worker: loaded without plug-ins and game files, from what an export has written.

`cardgen.review.browser` packs this module, and all that an engine imports, for Python in WebAssembly.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from importlib import import_module
from operator import attrgetter
from typing import Any

from cardgen.engines import CardData, Decks, GameContent
from cardgen.engines.capabilities import AnswersRequests, ReadsRulesets


def open_engine(module: str, attribute: str, content: str) -> Callable[[str], str]:
    """Return the function that answers a request of the engine protocol.

    `module` and `attribute` are those of the engine's entry point. `content` is a JSON object: `rulesets` by name, as
    `ruleset_values` writes them, and `decks`, as `deck_values` does.
    """
    loaded: Any = import_module(module)
    engine = attrgetter(attribute)(loaded) if attribute else loaded
    assert isinstance(engine, AnswersRequests)
    model = engine.ruleset_model() if isinstance(engine, ReadsRulesets) else None
    values = json.loads(content)
    rulesets = {
        name: model.model_validate_json(json.dumps(value)) for name, value in values["rulesets"].items() if model
    }
    decks = {name: [CardData(*card) for card in cards] for name, cards in values["decks"].items()}
    game = GameContent(rulesets, decks)
    return lambda line: engine.answer(line, game)


def deck_values(decks: Decks) -> dict[str, Any]:
    """Return the cards of decks for `open_engine`: the id, copies and fields of each.

    ValueError naming the card and the field that JSON cannot hold.
    """
    return {
        name: [[card.id, card.copies, {field: _json_value(card, field) for field in card.fields}] for card in cards]
        for name, cards in decks.items()
    }


def _json_value(card: CardData, field: str) -> Any:
    try:
        return json.loads(json.dumps(card.fields[field], allow_nan=False, default=_plain))
    except (TypeError, ValueError):
        raise ValueError(f"{card.id}, {field}") from None


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError


def ruleset_values(rulesets: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of rulesets for `open_engine`. ValueError naming one that JSON cannot hold."""
    values = {}
    for name, ruleset in rulesets.items():
        text = ruleset.model_dump_json(by_alias=True)
        if type(ruleset).model_validate_json(text) != ruleset:
            raise ValueError(name)
        values[name] = json.loads(text)
    return values
