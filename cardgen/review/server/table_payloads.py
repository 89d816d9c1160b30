"""What a site has for its tables."""

from __future__ import annotations

from typing import TypedDict


class EngineSource(TypedDict):
    """The rules engine of a page that has one: the module and the attribute that hold it.

    `content` are the rulesets and the decks that it plays with.
    """

    module: str
    attribute: str
    content: dict[str, object]


class FreeData(EngineSource):
    """What answers for the free table, its set-ups by the number of players, and the pictures of boards by name."""

    setups: dict[str, object]
    pictures: dict[str, str]
