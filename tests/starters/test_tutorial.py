"""The tutorial is correct: its commands are run, its changes are made, and the output is the one on the page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tests.commands import run as cardgen

DOCS = Path(__file__).parents[2] / "docs"
_BLOCK = re.compile(r"(?:`([\w./-]+)`[^`\n]*:\n\n)?^```(console|diff|csv)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def blocks() -> Iterator[tuple[str, str, str]]:
    """Yield the file, the kind and the content of each block."""
    file = ""
    for match in _BLOCK.finditer((DOCS / "tutorial.md").read_text(encoding="utf-8")):
        file = match[1] or file
        yield file, match[2], match[3]


def change(path: Path, diff: str) -> None:
    """Replace the lines with - in the file, which are together, by those with +."""
    old, new = ("".join(line[1:] for line in diff.splitlines(keepends=True) if line[0] == sign) for sign in "-+")
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{old} stands {text.count(old)} times in {path}"
    path.write_text(text.replace(old, new), encoding="utf-8")


def run(command: str, folder: Path) -> str:
    """What the command says, without how far a build is."""
    program, *arguments = command.split()
    assert program == "cardgen"
    done = cardgen(*arguments, cwd=folder)
    return re.sub(r"^\[\d+/\d+\] .*\n", "", done.stderr + done.stdout, flags=re.MULTILINE)


def test_the_tutorial_is_correct(tmp_path: Path) -> None:
    folder = tmp_path
    commands = changes = 0
    for file, kind, body in blocks():
        if kind == "csv":
            (tmp_path / "herbs.csv").write_text(body, encoding="utf-8")
        elif kind == "diff":
            change(folder / file, body)
            changes += 1
        else:
            for command, output in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", body, re.MULTILINE):
                if command.startswith("cd "):
                    folder = (folder / command[3:]).resolve()
                else:
                    assert run(command, folder) == output, command
                    commands += 1
    assert (commands, changes) == (8, 4)
    assert (tmp_path / "herb-garden/output/herb-garden/sheets/cards-a4.pdf").is_file()
