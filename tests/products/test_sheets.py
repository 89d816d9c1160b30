"""The keys of printed files: a file with the same key has the same bytes."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.base.temporary import bytes_of
from cardgen.building.plan import layout_game, plan_files
from cardgen.products.files import BytesFile, OutputFile, PagesFile
from cardgen.products.options import Options
from tests.games_on_disk import GameOnDisk
from tests.products.made import GAME, game_with_pieces_in

HEAD = ("author: Nobody", "author: Somebody"), ("zh: 小, en: Tiny", "zh: 小小, en: Tiny")


def sheets_of(game: GameOnDisk) -> dict[str, OutputFile]:
    loaded = game.load()
    planned = plan_files(loaded, layout_game(loaded), Options(only=("sheets/*.pdf",)))
    return {Path(product.path).stem: product for product in planned}


def made(file: OutputFile) -> bytes:
    assert isinstance(file, BytesFile | PagesFile)
    return bytes_of(file.make())


@pytest.mark.parametrize(("old", "new"), [*HEAD, ("zh: 标记, en: Tokens", "zh: 圆标记, en: Round tokens")])
def test_a_file_with_the_same_key_has_the_same_bytes(tmp_path: Path, old: str, new: str) -> None:
    """Authors, titles and bookmarks are in a PDF, even if they are not drawn on its pages."""
    game = game_with_pieces_in(tmp_path)
    before = {name: (product.key, made(product)) for name, product in sheets_of(game).items()}
    game.change(GAME, old, new)
    now = {name: (product.key, made(product)) for name, product in sheets_of(game).items()}
    assert before.keys() == now.keys()
    changed = {name for name in now if now[name][1] != before[name][1]}
    assert "tokens-a4" in changed
    assert changed == {name for name in now if now[name][0] != before[name][0]}


def test_files_beside_the_sheets_of_cards_have_titles_and_pages(tmp_path: Path) -> None:
    game = game_with_pieces_in(tmp_path)
    game.change(
        GAME, "  boards:\n", "  pages:\n    score: {template: board.yaml, papers: [a4], size: [90, 60]}\n  boards:\n"
    )
    pdfs = {name: file for name, file in sheets_of(game).items() if isinstance(file, PagesFile)}
    titles = {name: pdfs[name].titles.get("en") for name in ("score", "board-a4", "sides-west-a4", "sides-east-a4")}
    assert titles == {"score": "A board", "board-a4": "Board", "sides-west-a4": "West", "sides-east-a4": "Pieces east"}
    assert pdfs["score"].titles["zh"] == "棋盘"
    assert not any(name.startswith(("cards", "tokens")) for name in pdfs)
    for file in pdfs.values():
        assert len(file.scenes) == file.facts["pages"]
