"""Games in a temporary folder for the tests of this room."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games_on_disk import GameOnDisk, block_killer_in, tiny_game_in


@pytest.fixture
def tiny(tmp_path: Path) -> GameOnDisk:
    return tiny_game_in(tmp_path)


@pytest.fixture
def killer(tmp_path: Path) -> GameOnDisk:
    return block_killer_in(tmp_path)
