"""`cardgen build --optimise`: smaller PNGs with the same pixels, made anew when the option is given or left out."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from cardgen.building.build import Built, build_game
from cardgen.data.project import Project
from cardgen.products.options import Options
from tests.commands import run
from tests.games_on_disk import GameOnDisk


def build(game: GameOnDisk, out: Path, options: Options) -> Built:
    return build_game(Project(game.root, bundled=False), game.name, out, options)


def pngs_of(built: Built) -> dict[str, bytes]:
    return {path: (built.folder / path).read_bytes() for path in built.files if path.endswith(".png")}


def pixels_of(png: bytes) -> bytes:
    return Image.open(BytesIO(png)).convert("RGB").tobytes()


@pytest.mark.parametrize("export", ["", "images"])
def test_optimised_pictures_are_smaller_and_have_the_same_pixels(game: GameOnDisk, export: str) -> None:
    fast = pngs_of(build(game, game.root / "fast", Options(export=export, dpi=100)))
    best = pngs_of(build(game, game.root / "best", Options(export=export, optimise=True, dpi=100)))
    assert fast.keys() == best.keys() != set()
    for path in fast:
        assert len(best[path]) < len(fast[path])
        assert pixels_of(best[path]) == pixels_of(fast[path])


def test_an_optimised_picture_is_up_to_date_only_for_a_build_that_optimises(game: GameOnDisk) -> None:
    states = []
    for optimise in (False, True, True, False):
        built = build(game, game.root / "out", Options(optimise=optimise, dpi=72))
        states.append({path for path, state in built.states.items() if state == "written"})
    everything, optimised, none, fast = states
    assert everything > optimised == fast == {path for path in everything if path.endswith(".png")}
    assert none == set()


def test_the_bytes_do_not_depend_on_the_number_of_processors(game: GameOnDisk, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    for processors in (1, 3):
        monkeypatch.setattr("os.cpu_count", lambda count=processors: count)
        made.append(pngs_of(build(game, game.root / str(processors), Options(optimise=True, dpi=72))))
    assert made[0] == made[1]


@pytest.mark.parametrize("command", [("build", "tiny", "--only", "cards/png"), ("export", "images", "tiny")])
def test_commands_optimise(game: GameOnDisk, command: tuple[str, ...]) -> None:
    game.change("card_data/tiny/game.yaml", "{decks: [main]}", "{decks: [main], dpi: 50}")
    for options in ((), ("--optimise",)):
        out = str(game.root / "-".join(("out", *options)))
        assert run(*command, *options, "--project", str(game.root), "--out", out).returncode == 0
    fast, best = (sorted((game.root / folder).rglob("*.png")) for folder in ("out", "out---optimise"))
    assert [path.name for path in fast] == [path.name for path in best] != []
    assert all(small.stat().st_size < large.stat().st_size for small, large in zip(best, fast, strict=True))
