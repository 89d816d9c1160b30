"""docs/from-squib.md is correct: its deck is converted, and every box is where Squib's layout puts it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from cardgen.cards.layout.cards import layout_deck
from cardgen.data.load import load_game
from cardgen.data.reading import parse_yaml
from tests.scripts import anchors_in
from tests.starters.test_tutorial import change, run

DOCS = Path(__file__).parent.parent / "docs"
PAGE = (DOCS / "from-squib.md").read_text(encoding="utf-8")

#: Each block with the last file that is named above it; further ones are of the same file.
_BLOCK = re.compile(r"^(?:[^\n]*`([\w./-]+)`[^`\n]*:\n\n)?```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_MOON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M6 0A5 5 0 1 0 9 7A4 4 0 0 1 6 0Z"/></svg>'


def squib(layout: Mapping[str, Mapping[str, Any]], name: str) -> dict[str, Any]:
    """Return an entry of a layout as Squib reads it: the one that it extends, with its own keys added or replaced."""
    own = dict(layout[name])
    parents = own.pop("extends", [])
    box: dict[str, Any] = {}
    for parent in [parents] if isinstance(parents, str) else parents:
        box |= squib(layout, parent)
    for key, value in own.items():
        added = re.fullmatch(r"([+-])= (\d+)", str(value))
        box[key] = box[key] + int(added[1] + added[2]) if added else value
    return box


@pytest.fixture(scope="module")
def converted(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Mapping[str, str]]:
    """Return the folder of the game after all steps of the page, and the files of Squib."""
    root = folder = tmp_path_factory.mktemp("from-squib")
    theirs: dict[str, str] = {}
    file = ""
    ran = 0
    for match in _BLOCK.finditer(PAGE):
        file, kind, body = match[1] or file, match[2], match[3]
        if kind == "diff":
            change(root / "birds" / file, body)
        elif kind == "console":
            if file.endswith(".svg"):  # the page tells to copy it, and cannot show it
                (root / "birds" / file).parent.mkdir(exist_ok=True)
                (root / "birds" / file).write_text(_MOON, encoding="utf-8")
            for command, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", body, re.MULTILINE):
                ran += 1
                if command.startswith("cd "):
                    folder = folder / command[3:]
                    continue
                output = run(command, folder)
                assert output == expected or (not expected and "15 files written" in output), command
        elif file.startswith("templates/"):
            (root / "birds" / file).write_text(body, encoding="utf-8")
        else:
            theirs[file] = body
            (root / file).write_text(body, encoding="utf-8")
    assert ran == 4
    return root / "birds", theirs


def test_the_deck_is_converted_as_the_page_says(converted: tuple[Path, Mapping[str, str]]) -> None:
    folder, _ = converted
    assert {path.name for path in (folder / "output/birds/sheets").iterdir()} >= {"cards-a4.pdf", "cards-letter.pdf"}
    assert (folder / "output/birds/cards/png/main-barn-owl-bleed.png").is_file()


def test_every_box_lies_where_squib_puts_it(converted: tuple[Path, Mapping[str, str]]) -> None:
    folder, theirs = converted
    layout = parse_yaml(theirs["layout.yml"], "layout.yml").value
    game = load_game(folder / "card_data/birds", folder / "templates", folder)
    owl, heron, _ = layout_deck(game, game.decks["main"])
    rects = {box.name.removeprefix("squib."): box.rect for box in owl.face.boxes}
    assert set(layout) <= set(rects)
    for name in layout:
        x, y, width, height = rects[name]
        entry = squib(layout, name)
        expected = [entry[key] * 25.4 / 300 for key in ("x", "y", "width", "height")]
        assert [x + 3.175, y + 3.175, width, height] == pytest.approx(expected, abs=0.001), name
    assert "squib.moon" in {box.name for box in owl.face.boxes}
    assert "squib.moon" not in {box.name for box in heron.face.boxes}


def test_references_exist() -> None:
    for page, target in re.findall(r"\]\(([\w-]+\.md)?#([^)]+)\)", PAGE):
        assert target in anchors_in(DOCS / (page or "from-squib.md")), target
