"""A small game to write rulebooks about, and the bundled one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cardgen.cards.layout.cards import layout_deck
from cardgen.data.load import load_game
from cardgen.data.model import Game
from cardgen.engines import Decks, Diagram
from cardgen.products.rulebook import book_sources
from cardgen.rulebook.book import Book, Sources
from cardgen.rulebook.parsing import parse_rulebook
from cardgen.scene.items import Path as Shape
from cardgen.scene.items import Scene, rectangle
from cardgen.scene.shapes import CellStyle

ROOT = Path(__file__).parents[2]


class SmallEngine:
    """An engine that plays `win` in two pictures and rejects everything else."""

    def draw_play(self, text: str, rules: Any, decks: Decks) -> list[Diagram]:  # noqa: ARG002
        if text != "win":
            raise ValueError(f"{text} floats")
        return [
            Diagram((".T.", "#.#"), (), {"en": "The start.", "zh": "开始。"}),
            Diagram((".T.", "#T#"), (1,), {"en": f"Attack {rules}.", "zh": f"攻击值 {rules}。"}),
        ]


def small_face(card_id: str) -> Scene:
    items = (Shape(rectangle(0, 0, 63, 88), fill="#223344"),)
    return Scene(63, 88, items, name=card_id, description=f"face of {card_id}")


@pytest.fixture
def small() -> Sources:
    cards = {
        "T": {"id": "T", "copies": 12, "cells": (".#.", "###"), "centre": (1.0, 0.0)},
        "I": {"id": "I", "copies": 3, "cells": ("####",), "centre": (1.5, -0.5)},
        "g": {"id": "g", "copies": 4, "row": "#.#"},
    }
    values = {
        "game": {"titles": {"en": "Small", "zh": "小"}, "author": "A*B_C", "link": "https://example.org/a_b*c"},
        "standard": {"deal": {"blocks": 4}, "attack": {"spin": [2, 4, 6], "none": None, "on": True, "half": 3.0}},
        "cards": cards,
    }
    styles = {"T": CellStyle("#904895", "dots"), "I": CellStyle("#8ce6ff", "cross")}
    return Sources(values, SmallEngine(), {"standard": 7}, styles, small_face)


@pytest.fixture(scope="session")
def game() -> Game:
    return load_game(ROOT / "card_data" / "block-killer", ROOT / "templates", ROOT)


@pytest.fixture(scope="session")
def sources(game: Game) -> Sources:
    return book_sources(game, {name: layout_deck(game, deck) for name, deck in game.decks.items()})


@pytest.fixture(scope="session")
def books(game: Game, sources: Sources) -> dict[str, Book]:
    def parse(lang: str) -> Book:
        file = ROOT / "card_data" / "block-killer" / f"rulebook.{lang}.md"
        return parse_rulebook(file.read_text(encoding="utf-8"), file.name, lang, sources)

    return {lang: parse(lang) for lang in game.file.languages}
