"""Projects created in a temporary folder, and the codes of their findings."""

from __future__ import annotations

from pathlib import Path

from cardgen.starters.starting import starter_files
from cardgen.starters.writing import write_new
from tests.games_on_disk import GameOnDisk


def begun_in(folder: Path, starter: str = "blank", name: str = "mine", *languages: str) -> GameOnDisk:
    """A game begun from a starter, in English when no languages are asked for."""
    write_new(folder / name, starter_files(starter, name, languages or ("en",)))
    return GameOnDisk(folder / name, name)
