"""The vocabulary of effects, from effects.yaml; the kinds of effects and the elements."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from cardgen.engines.effects.model import Effect, Steps
from cardgen.engines.effects.phrases import EffectFault
from cardgen.engines.effects.reading import Reader
from cardgen.engines.effects.vocabulary import Vocabulary
from cardgen.engines.effects.vocabulary import load_vocabulary as load_vocabulary_file

#: The kinds of effects, in the order of their marks: kind -> its name in Chinese.
KINDS = {
    "destroy": "破坏",
    "draw": "抽卡",
    "cover": "翻盖",
    "flip": "翻转",
    "seal": "封印",
    "copy": "复制",
    "speed": "速度调整",
    "element": "属性调整",
    "nullify": "无效",
    "slot": "场地",
    "order": "牌序调整",
}
#: Element -> its name in Chinese: the eight trigrams.
ELEMENTS = {
    "heaven": "天",
    "mountain": "山",
    "fire": "火",
    "thunder": "雷",
    "wind": "风",
    "water": "水",
    "marsh": "泽",
    "earth": "地",
}


class EffectsError(ValueError):
    """Effects that cannot be read: what is wrong with the first one, and where."""

    def __init__(self, fault: EffectFault) -> None:
        super().__init__(fault.problem)
        self.fault = fault


@cache
def load_vocabulary() -> Vocabulary:
    return load_vocabulary_file(files("cardgen.games.thread_race") / "effects.yaml")


def write_effects(data: Any) -> str:
    """Return effects, as YAML or JSON has them, as a text that is the same for the same effects; "" for none."""
    return json.dumps(_plain(data), sort_keys=True, ensure_ascii=False) if data else ""


def _plain(data: Any) -> Any:
    if isinstance(data, Mapping):
        return {str(key): _plain(value) for key, value in data.items()}
    return list(map(_plain, data)) if isinstance(data, list | tuple) else data


@lru_cache(maxsize=4096)
def read_effects(text: str, name: str) -> tuple[Effect, ...]:
    """Return the effects of a text; their keys begin with a name. EffectsError for the first fault."""
    reader = Reader(load_vocabulary(), f"{name}/")
    effects = reader.effects(json.loads(text)) if text else ()
    if reader.faults:
        raise EffectsError(reader.faults[0])
    return effects


@lru_cache(maxsize=1024)
def read_steps(text: str) -> Steps:
    """Return the steps of a text that is done by hand. EffectsError for the first fault."""
    reader = Reader(load_vocabulary(), "by hand/")
    steps = reader.steps(json.loads(text), ())
    if reader.faults:
        raise EffectsError(reader.faults[0])
    return steps


def element_name(value: object) -> str | None:
    """Return an element by its English or Chinese name; None for anything else."""
    return next((name for name, chinese in ELEMENTS.items() if value in (name, chinese)), None)
