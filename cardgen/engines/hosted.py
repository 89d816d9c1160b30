"""A rules engine in a web worker: loaded without plug-ins and game files, from what an export has written.

`cardgen.review.browser` packs this module, and all that an engine imports, for Python in WebAssembly.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from importlib import import_module
from operator import attrgetter
from typing import Any

from cardgen.engines.capabilities import AnswersRequests, ReadsRulesets


def open_engine(module: str, attribute: str, rulesets: str) -> Callable[[str], str]:
    """Return the function that answers a request of the engine protocol.

    `module` and `attribute` are those of the engine's entry point. `rulesets` is a JSON object: the name of each
    ruleset -> its values, as `ruleset_values` writes them.
    """
    loaded: Any = import_module(module)
    engine = attrgetter(attribute)(loaded) if attribute else loaded
    assert isinstance(engine, AnswersRequests)
    model = engine.ruleset_model() if isinstance(engine, ReadsRulesets) else None
    values = json.loads(rulesets)
    read = {name: model.model_validate_json(json.dumps(value)) for name, value in values.items()} if model else {}
    return lambda line: engine.answer(line, read)


def ruleset_values(rulesets: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of rulesets for `open_engine`. ValueError naming one that JSON cannot hold."""
    values = {}
    for name, ruleset in rulesets.items():
        text = ruleset.model_dump_json(by_alias=True)
        if type(ruleset).model_validate_json(text) != ruleset:
            raise ValueError(name)
        values[name] = json.loads(text)
    return values
