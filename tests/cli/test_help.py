"""The help of all commands: its width, its groups, its words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
import typer

from cardgen.cli.tree import app
from tests.commands import run


def paths(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    yield path
    for name, inner in getattr(command, "commands", {}).items():
        yield from paths(inner, (*path, name))


def test_help_has_the_width_of_the_terminal_and_the_words_of_people() -> None:
    for path in paths(typer.main.get_group(app)):
        wide, narrow = (run(*path, "-h", COLUMNS=columns).stdout for columns in ("150", "60"))
        assert wide
        assert max(map(len, narrow.splitlines())) <= 60, path
        assert max(map(len, wide.splitlines())) <= 150, path
        assert not re.search(r"\w\.\.\.\n", wide), (path, "cut")
        assert not re.search(r"<\w+|\[\[|[{}]", wide), (path, "types of Python")
    assert run("build", "-h").stdout == run("build", "--help").stdout


def test_commands_are_listed_in_groups_with_whole_descriptions() -> None:
    text = run("--help", COLUMNS="200").stdout
    groups = re.findall(r"^(\w.*):\n((?:  \w.*\n?)+)", text, re.MULTILINE)
    names = [line.split()[0] for _, lines in groups for line in lines.splitlines()]
    assert len(groups) == 5
    assert names == list(typer.main.get_group(app).commands)
    assert "  contact    Make a contact sheet: all cards in small, with their names and numbers.\n" in text


@pytest.mark.parametrize(("given", "meant"), [("make", "build"), ("lint", "check"), ("serve", "review")])
def test_a_command_by_another_name_is_suggested(given: str, meant: str) -> None:
    done = run(given)
    assert done.returncode == 2
    assert done.stderr.endswith(f"Error: No such command {given!r}. Did you mean {meant!r}?\n")
