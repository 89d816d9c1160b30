"""Draw the pictures of docs/templates.md: each example there is built as a game of its own."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardgen.base.errors import DataError
from cardgen.cards.layout.cards import layout_deck
from cardgen.data.load import load_game
from cardgen.data.reading import parse_yaml
from cardgen.formats.svg import to_svg
from cardgen.scene.items import Group, Item, Placed, Scene, rectangle, scale, translate
from cardgen.scene.items import Path as Shape

DOCS = Path(__file__).parent
PAGE = DOCS / "templates.md"
FOLDER = DOCS / "pictures" / "templates"

_EXAMPLE = re.compile(
    r"^```yaml picture=([a-z0-9-]+)\n(.*?)^```\n\n!\[([^\]]+)\]\(([^)]+)\)$", re.DOTALL | re.MULTILINE
)

#: Examples are shown larger than they are, so that small print can be read.
_LARGER = 1.5
_GAP = 4.0


@dataclass(frozen=True, slots=True)
class Example:
    """An example of the page: its name and keys, and the text alternative and the path of its picture."""

    name: str
    keys: Mapping[str, Any]
    description: str
    picture: str


def examples_in(page: str) -> Iterator[Example]:
    """Yield every example of the page in its order. ValueError for one that has no picture below it."""
    named = re.findall(r"^```yaml picture=(.*)$", page, re.MULTILINE)
    matches = list(_EXAMPLE.finditer(page))
    without = set(named) - {match[1] for match in matches}
    if without:
        raise ValueError(f"no picture is below {', '.join(sorted(without))}")
    for match in matches:
        yield Example(match[1], parse_yaml(match[2], match[1]).value, match[3], match[4])


def draw_example(example: Example) -> str:
    """Return an example as an SVG: the faces of its cards side by side, each beside its back if it has one.

    DataError if it is wrong, ValueError if it would not print well.
    """
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch)
        for path, content in example_files(example).items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_bytes(content)
        loaded = load_game(root / "card_data/example", root / "templates", root)
        cards = layout_deck(loaded, loaded.decks["main"])
        sides = [side for card in cards for _, side in card.sides]
        findings = [str(finding) for side in sides for finding in side.findings]
        if findings:
            raise ValueError(f"{example.name}: {'; '.join(findings)}")
        return to_svg(_side_by_side([side.scene for side in sides], example.description))


def example_files(example: Example) -> dict[str, bytes]:
    """Return an example as a project with a game called "example": its files by their paths.

    Its keys are those of a template, with `boxes` for its face and `back` for those of its back, and `size` (mm),
    `fields` and `cards` of the deck, `game` (more keys of game.yaml) and `templates` (whole files, the last one the
    card's).
    """
    keys = dict(example.keys)
    width, height = keys.pop("size", (60, 30))
    rows = keys.pop("cards", [{}])
    files: dict[str, Any] = keys.pop("templates", {})
    game = {
        "titles": {"en": "Example", "zh": "示例"},
        "author": "cardgen",
        "licence": {"name": "CC0-1.0", "link": "https://creativecommons.org/publicdomain/zero/1.0/"},
        "languages": ["en", "zh"],
        "sizes": {"card": {"width": width, "height": height, "corner": 2, "bleed": 0, "safe": 0}},
        "decks": {
            "main": {
                "titles": {"en": "Cards", "zh": "牌"},
                "cards": "cards.yaml",
                "template": list(files)[-1] if files else "card.yaml",
                "size": "card",
                "fields": keys.pop("fields", {}),
            }
        },
        "targets": {"cards": {"decks": ["main"]}},
        **keys.pop("game", {}),
    }
    described = {"en": example.description, "zh": example.description}
    if not files:
        sides = {"face": keys.pop("boxes")} | ({"back": keys.pop("back")} if "back" in keys else {})
        files = {"card.yaml": {**keys, **{side: {"description": described, "boxes": sides[side]} for side in sides}}}
    cards = [{"id": f"{i}", **row} for i, row in enumerate(rows)]
    written = {"card_data/example/game.yaml": game, "card_data/example/cards.yaml": {"cards": cards}}
    written |= {f"templates/{name}": content for name, content in files.items()}
    art = {f"card_data/example/art/{path.name}": path.read_bytes() for path in sorted((DOCS / "art").glob("*"))}
    # JSON is YAML.
    return {path: json.dumps(value, ensure_ascii=False).encode() for path, value in written.items()} | art


def _side_by_side(faces: list[Scene], description: str) -> Scene:
    items: list[Item] = []
    left = _GAP
    for face in faces:
        corners = rectangle(0, 0, face.width, face.height, 2)
        paper, edge = Shape(corners, fill="#ffffff"), Shape(corners, stroke="#9aa3b2", stroke_width=0.2)
        placed = Group((Placed(face, clip=(0, 0, face.width, face.height)),), clip=Shape(corners))
        items.append(Group((paper, placed, edge), translate(left, _GAP)))
        left += face.width + _GAP
    tall = faces[0].height + 2 * _GAP
    ground = Shape(rectangle(0, 0, left, tall), fill="#e6eaf0")
    larger = Group((ground, *items), scale(_LARGER))
    return Scene(left * _LARGER, tall * _LARGER, (larger,), title=description, description=description)


def draw_templates() -> None:
    """Draw every example of the page anew, and remove pictures without an example."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    names = set()
    for example in examples_in(PAGE.read_text(encoding="utf-8")):
        names.add(f"{example.name}.svg")
        try:
            (FOLDER / f"{example.name}.svg").write_text(draw_example(example), encoding="utf-8")
        except DataError as error:
            raise SystemExit("\n".join(f"{example.name}: {fault}" for fault in error.faults)) from None
    for old in FOLDER.glob("*.svg"):
        if old.name not in names:
            old.unlink()


if __name__ == "__main__":
    draw_templates()
