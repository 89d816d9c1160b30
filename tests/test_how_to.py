"""docs/how-to.md works: the lines of each how-to, added to the files at its top, make a game without findings.

A block is of the file that the line above it names; mappings are laid key by key over those at the top, other files
replace them. Pictures, fonts and a workbook, which a page cannot show, are added here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from cardgen.data.reading import parse_yaml
from cardgen.products.options import Options
from tests.data.xlsx import workbook
from tests.games_on_disk import GameOnDisk
from tests.made_fonts import LICENCE_TEXT, true_type
from tests.scripts import anchor, anchors_in

DOCS = Path(__file__).parent.parent / "docs"
PAGE = (DOCS / "how-to.md").read_text(encoding="utf-8")
TOP, *REST = re.split(r"^### ", PAGE, flags=re.MULTILINE)
SECTIONS = dict(section.split("\n", 1) for section in REST)

_BLOCK = re.compile(r"^[^\n]*`([\w./-]+)`[^`\n]*:\n\n```\w+\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def blocks(text: str) -> dict[str, str]:
    """Return the content of each file in a how-to."""
    files = {match[1]: match[2] for match in _BLOCK.finditer(text)}
    assert len(files) == text.count("\n```") / 2
    return files


def laid(low: Any, high: Any) -> Any:
    if not (isinstance(low, Mapping) and isinstance(high, Mapping)):
        return high
    return {**low, **{key: laid(low.get(key), value) for key, value in high.items()}}


def game_of(folder: Path, title: str) -> GameOnDisk:
    game = GameOnDisk(folder, "mygame")
    files = blocks(TOP)
    for name, text in blocks(SECTIONS[title]).items():
        if name in files and name.endswith(".yaml"):
            text = json.dumps(laid(parse_yaml(files[name], name).value, parse_yaml(text, name).value))
        files[name] = text
    for name, text in files.items():
        game.write(name if name.startswith("templates/") else f"card_data/mygame/{name}", text)
    own = folder / "card_data/mygame"
    (own / "art").mkdir()
    for picture in (DOCS / "art").iterdir():
        (own / "art" / picture.name).write_bytes(picture.read_bytes())
    for card in ("spark", "wall"):
        Image.new("RGB", (700, 520), "#2a9d8f").save(own / f"art/{card}.png")
    game.write(
        "card_data/mygame/cards.xlsx",
        workbook({"Spells": [["id", "name", "kind", "cost", "rules"], ["spark", "Spark", "spell", 1, "Draw a card."]]}),
    )
    game.write("card_data/mygame/fonts/Cinzel-Bold.ttf", true_type("Cinzel", style="Bold"))
    vietnamese = {letter: "a" for letter in PAGE if "\u01a0" <= letter <= "\u1ef9" and letter.isalpha()}
    for style in ("Regular", "SemiBold", "Bold"):
        noto = true_type("Noto Sans", map(chr, range(0x20, 0x180)), style=style, drawn_as=vietnamese)
        game.write(f"card_data/mygame/fonts/NotoSans-{style}.ttf", noto)
    game.write("card_data/mygame/fonts/OFL.txt", LICENCE_TEXT)
    return game


@pytest.mark.parametrize("title", [title for title, text in SECTIONS.items() if "```" in text])
def test_the_lines_of_a_how_to_make_a_game(tmp_path: Path, title: str) -> None:
    game = game_of(tmp_path, title)
    findings = [finding for finding in game.check().findings if finding.code != "CG201"]
    assert [str(finding) for finding in findings] == []


@pytest.mark.soak
@pytest.mark.parametrize("title", [title for title, text in SECTIONS.items() if "```" in text])
def test_the_game_of_a_how_to_is_built(tmp_path: Path, title: str) -> None:
    assert game_of(tmp_path, title).build(Options(papers=("a4",), dpi=50)).states


def test_the_index_leads_to_every_how_to_and_every_reference_exists() -> None:
    index = TOP.split("| | |")[1]
    for title in SECTIONS:
        assert f"](#{anchor(title)})" in index, title
    for page, target in re.findall(r"\]\(([\w-]+\.md)?#([^)]+)\)", PAGE):
        assert target in anchors_in(DOCS / (page or "how-to.md")), f"{page}#{target}"


def test_every_how_to_links_to_its_reference() -> None:
    for title, text in SECTIONS.items():
        assert re.search(r"More: \[[^\]]+\]\([\w-]+\.md", text), title


def test_every_command_is_one() -> None:
    page = (DOCS / "commands.md").read_text(encoding="utf-8")
    commands = re.findall(r"(?:^    |`)cardgen ([^`\n]+)", PAGE, re.MULTILINE)
    assert len(commands) > 5
    for command in commands:
        name = re.match(r"(?:fonts|printer|review|translate)(?: (?:add|export|import|status))?|\w+", command)
        assert name is not None
        assert f"`cardgen {name[0]}" in page, command
        for option in re.findall(r"--[a-z-]+", command):
            assert f"`{option}" in page, command
