"""A YAML text that is parsed by what has changed in it has the same value, places and faults as one parsed in whole."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cardgen.base.errors import DataError
from cardgen.cache.parts import keep_parts
from cardgen.data import yaml_kept, yaml_reading
from cardgen.data.marked import Marked
from cardgen.data.yaml_reading import parse
from tests.editing.test_yaml import STYLES
from tests.examples import trials
from tests.games_on_disk import tiny_game_in

MOST = 500_000

#: What begins, ends or continues an entry, a text or a document.
PARTS = (
    *(
        "- ",
        "  - ",
        "    - ",
        "-\n",
        "\n",
        "\n\n",
        "\r\n",
        " ",
        "  ",
        "\t",
        "...\n",
        "---\n",
        "# x\n",
        "|\n",
        "|+\n",
        ">2\n",
    ),
    *(
        '"',
        "'",
        "{",
        "}",
        "[",
        "]",
        ",",
        ": ",
        "a: 1\n",
        "  b: two\n",
        "- {id: x}\n",
        "  - y\n",
        "?",
        "&a ",
        "%YAML 1.2\n",
        "\ufeff",
    ),
)
HEADS = ("cards:\n", "a: 1\ncards:\n", "---\nb: [1, 2]\ncards:   # all\n", "")
ENTRIES = (
    *(
        "- id: a\n  n: 1\n",
        "- {id: b, n: [1, 2]}\n",
        "- |\n  one\n\n  two\n",
        "- >+\n  folded\n\n",
        "- 'quoted\n  text'\n",
    ),
    *(
        "- plain\n  goes on\n",
        "-   # comment\n  id: c\n",
        "- - x\n  - y\n",
        '- "a\n\n  - b"\n',
        "- {a: 1,\n  b: 2}\n",
        "- z  # end\n\n",
    ),
)


def random_text(chance: random.Random) -> str:
    """Return a list of entries, indented or not, below a key or alone."""
    pad = chance.choice(("", "  ", "    "))
    entries = "".join(chance.choice(ENTRIES) for _ in range(chance.randint(1, 6)))
    return chance.choice(HEADS) + "".join(pad + line for line in entries.splitlines(keepends=True))


def random_change(chance: random.Random, text: str) -> str:
    """Return a text with something inserted, removed or moved in a place or two."""
    for _ in range(chance.randint(1, 2)):
        lines = text.splitlines(keepends=True)
        at, end = sorted(chance.randrange(len(text) + 1) for _ in "12")
        kind = chance.randrange(4)
        if kind == 0:
            text = text[:at] + chance.choice(PARTS) + text[at:]
        elif kind == 1:
            text = text[:at] + text[min(end, at + 6) :]
        else:
            line = lines.pop(chance.randrange(len(lines))) if kind == 2 and lines else chance.choice(ENTRIES)
            lines.insert(chance.randint(0, len(lines)), line)
            text = "".join(lines)
    return text


def read(parser: object, text: str) -> object:
    """Return everything that a parser says of a text."""
    try:
        marked: Marked = parser(text, "a.yaml", MOST)  # type: ignore[operator]
    except DataError as error:
        return [str(fault) for fault in error.faults]
    return repr(marked.value), dict(marked.places.items()), dict(marked.keys.items())


def change_at_random(chance: random.Random, text: str) -> None:
    """Change a text again and again, and compare both parsers after each change."""
    for _ in range(4):
        assert read(yaml_kept.parse_kept, text) == read(parse, text), text
        text = random_change(chance, text)


@pytest.fixture(autouse=True)
def any_length(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yaml_kept, "_LEAST_KEPT", 0)
    monkeypatch.setattr(yaml_kept, "_kept", {})


@pytest.mark.parametrize("seed", range(20))
def test_changed_texts(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(trials(5_000, few=50)):
        change_at_random(chance, random_text(chance))
    for style in STYLES.values():
        change_at_random(chance, style.removeprefix("\ufeff"))


def test_only_changed_entries_are_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    texts: list[str] = []

    def count(text: str, *others: object) -> Marked:
        texts.append(text)
        return parse(text, *others)  # type: ignore[arg-type]

    before = "decks: 1\ncards:\n" + "".join(f"  - {{id: c{number}}}\n" for number in range(100))
    first = yaml_kept.parse_kept(before, "a.yaml", MOST)
    monkeypatch.setattr(yaml_reading, "parse", count)
    second = yaml_kept.parse_kept(before.replace("c50}", "d50, n: 1}\n"), "a.yaml", MOST)
    assert texts == ["  - {id: c49}\n  - {id: d50, n: 1}\n\n"]
    assert second.value["cards"][50] == {"id": "d50", "n": 1}
    assert second.value["cards"][99] is first.value["cards"][99]


def test_texts_of_the_last_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path))
    chance = random.Random(1)
    for _ in range(trials(500, few=50)):
        text = random_text(chance)
        for _ in range(4):
            yaml_kept._kept.clear()
            with keep_parts("files"):
                assert read(yaml_kept.parse_kept, text) == read(parse, text), text
            text = random_change(chance, text)


BUILD = """
import sys
from pathlib import Path
from cardgen.building.build import build_game
from cardgen.data.project import Project
from cardgen.products.options import Options
built = build_game(Project(Path(sys.argv[1]), bundled=False), "tiny", Path(sys.argv[1]) / "out", Options())
print("yaml" in sys.modules, *sorted(set(built.states.values())))
"""


def test_a_build_of_the_same_yaml_does_not_import_pyyaml(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path / "cache"))
    game = tiny_game_in(tmp_path)

    def build() -> list[str]:
        shutil.rmtree(tmp_path / "out", ignore_errors=True)
        done = subprocess.run([sys.executable, "-P", "-c", BUILD, tmp_path], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout.split()

    assert build() == ["True", "written"]
    assert build() == ["False", "written"]
    game.write("card_data/tiny/game.yaml", "# later\n" + game.read("card_data/tiny/game.yaml"))
    assert build() == ["True", "written"]
