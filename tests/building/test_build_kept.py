"""Builds with parts of earlier builds: the same bytes as from scratch, and only what has changed is drawn."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

import pytest

from cardgen.building import contents
from cardgen.building.build import Built
from cardgen.formats.pdf_content import Content
from cardgen.products.options import Options
from cardgen.rulebook import lines
from cardgen.scene.items import Scene
from tests.games_on_disk import GameOnDisk, tiny_game_in

CARDS, GAME, RULES = "card_data/tiny/cards.yaml", "card_data/tiny/game.yaml", "card_data/tiny/rules.md"

BOOK = """\
# Tiny

## The cards

There are {decks.main.count} cards, and *this* sentence is about none of them. See [the end](#the-end).

```cards one two
caption: All cards.
```

---

## Playing

- Take a card.
- Give it back.

| a | table |
|---|---|
| with | cells |

---

## The end

Nothing more.
"""


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> GameOnDisk:
    game = tiny_game_in(tmp_path)
    game.write(RULES, BOOK)
    sheets = "  sheets: {cards: {decks: [main], papers: [a4]}}\n"
    game.change(GAME, "targets:\n", f"rulebooks: {{en: rules.md}}\ntargets:\n{sheets}")
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path / "cache"))
    return game


def build(game: GameOnDisk, out: str = "out") -> Built:
    return game.build(Options(only=("rules", "sheets")), out)


def digests(built: Built) -> dict[str, str]:
    return {path: hashlib.sha256((built.folder / path).read_bytes()).hexdigest() for path in built.files}


def from_scratch(game: GameOnDisk, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    with monkeypatch.context() as patch:
        patch.setenv("CARDGEN_CACHE", str(game.root / "empty"))
        patch.setattr(contents, "processors_for_copies", lambda: 1)
        return digests(build(game, "scratch"))


def rename(game: GameOnDisk) -> None:
    game.change(CARDS, "name: First", "name: Premier")


@pytest.mark.parametrize("processes", [1, 2])
def test_a_build_after_a_change_has_the_bytes_of_a_first_one(
    game: GameOnDisk, processes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contents, "processors_for_copies", lambda: processes)
    before = digests(build(game))
    rename(game)
    after = digests(build(game))
    assert after == from_scratch(game, monkeypatch)
    changed = {path for path in after if after[path] != before[path]}
    assert changed == set(after) - {"sheets/calibration-a4.pdf"}  # the only one that does not show the card
    assert digests(build(game)) == after


def test_only_what_has_changed_is_set_and_drawn(game: GameOnDisk, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    texts: list[str] = []

    def noted(function: Callable[..., object], names: list[str], name_of: Callable[..., str]) -> Callable[..., object]:
        def call(*arguments: object) -> object:
            names.append(name_of(*arguments))
            return function(*arguments)

        return call

    def name_of_scene(_: Content, scene: Scene, __: int) -> str:
        return scene.name

    monkeypatch.setattr(contents, "processors_for_copies", lambda: 1)
    monkeypatch.setattr(Content, "draw", noted(Content.draw, drawn, name_of_scene))
    monkeypatch.setattr(lines, "_set_spans", noted(lines._set_spans, texts, lambda spans, *_: spans[0].text))
    build(game)
    assert {"rules.en-04", "main-one", "main-two"} <= set(drawn)
    assert "Nothing more." in texts
    drawn.clear()
    texts.clear()
    rename(game)
    build(game)
    assert set(texts) == {"Premier"}  # the label of the card
    assert "main-one" in drawn
    assert "main-two" not in drawn or "rules.en-03" in drawn  # on a page with the other card
    assert {"rules.en-04", "rules.en-05"}.isdisjoint(drawn)


def test_a_damaged_cache_is_ignored(game: GameOnDisk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contents, "processors_for_copies", lambda: 1)
    build(game)
    files = list((game.root / "cache").glob("parts-*"))
    assert len(files) >= 5
    for number, file in enumerate(files):
        content = file.read_bytes()
        file.write_bytes(content[: len(content) // 2] if number % 2 else content[:-1] + b"x")
    rename(game)
    assert digests(build(game)) == from_scratch(game, monkeypatch)


def test_parts_of_a_build_that_was_interrupted_are_no_harm(game: GameOnDisk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contents, "processors_for_copies", lambda: 1)
    build(game)
    rename(game)
    draw = Content.draw

    def stop(content: Content, scene: Scene, places: int) -> None:
        if scene.name == "main-one":
            raise KeyboardInterrupt
        draw(content, scene, places)

    with monkeypatch.context() as patch:
        patch.setattr(Content, "draw", stop)
        with pytest.raises(KeyboardInterrupt):
            build(game)
    assert digests(build(game)) == from_scratch(game, monkeypatch)
