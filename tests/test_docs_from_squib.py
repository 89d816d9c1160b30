"""docs/from-squib.md is true: its deck is converted as it says, and lies where Squib's layout puts it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from cardgen.data.load import load_game
from cardgen.data.reading import parse_yaml
from cardgen.layout.cards import layout_deck
from tests.starters.test_tutorial import change, run

DOCS = Path(__file__).parent.parent / "docs"
PAGE = (DOCS / "from-squib.md").read_text(encoding="utf-8")

#: Each block with the last file that is named above it; further ones are of the same file.
_BLOCK = re.compile(r"^(?:[^\n]*`([\w./-]+)`[^`\n]*:\n\n)?```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_MOON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M6 0A5 5 0 1 0 9 7A4 4 0 0 1 6 0Z"/></svg>'


def squib(layout: Mapping[str, Mapping[str, Any]], name: str) -> dict[str, Any]:
    """What Squib makes of an entry of a layout: what it extends, with its own keys added or put in place of those."""
    own = dict(layout[name])
    parents = own.pop("extends", [])
    found: dict[str, Any] = {}
    for parent in [parents] if isinstance(parents, str) else parents:
        found |= squib(layout, parent)
    for key, value in own.items():
        added = re.fullmatch(r"([+-])= (\d+)", str(value))
        found[key] = found[key] + int(added[1] + added[2]) if added else value
    return found


@pytest.fixture(scope="module")
def converted(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Mapping[str, str]]:
    """The folder of the game, with what the page says done in its order; and the files that are Squib's."""
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
            for command, told in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", body, re.MULTILINE):
                ran += 1
                if command.startswith("cd "):
                    folder = folder / command[3:]
                    continue
                said = run(command, folder)
                assert said == told or (not told and "15 files written" in said), command
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
        headings = re.findall(
            r"^#+ (.*)$", (DOCS / (page or "from-squib.md")).read_text(encoding="utf-8"), re.MULTILINE
        )
        assert target in [re.sub(r"[^\w -]", "", each.lower()).replace(" ", "-") for each in headings], target
