"""Exports are plug-ins: `cardgen export` makes their files, and so does a build if game.yaml names them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cardgen.base.errors import DataError
from cardgen.building.build import Built
from cardgen.data.schema import game_schema
from cardgen.products.exports.registry import load_export, load_exports
from cardgen.products.options import Options, export_of
from tests.cases import for_cases
from tests.conftest import InstallPlugin
from tests.games_on_disk import GameOnDisk, tiny_game_in
from tests.products.exports.services.games import cardgen

GAME = "card_data/tiny/game.yaml"
CARDS = "card_data/tiny/cards.yaml"

#: An export of another package: a text file with the names of the cards, as often as an option says.
NAMES = """\
from pydantic import Field

from cardgen.data.kinds import FileModel
from cardgen.products.exports.export import Export
from cardgen.products.files import BytesFile, ListFile, key_of
from cardgen.base.words.messages import message


class Options(FileModel):
    times: int = Field(default=1, ge=1)


def files(context):
    text = "".join(f"{card.id} " for card in context.game.decks["main"].cards) * context.options.times
    yield BytesFile(path="a/names.txt", key=key_of(text), inputs=(), make=text.encode)
    yield ListFile(
        path="sums.txt", key=key_of(text), inputs=(), listed=("a/names.txt",), make=lambda sums: sums[0].encode()
    )


EXPORT = Export("names", message("the names of the cards"), Options, files, steps=(message("Read them."),))
"""


@pytest.fixture
def game(tmp_path: Path) -> GameOnDisk:
    return tiny_game_in(tmp_path / "project")


@pytest.fixture
def names(install_plugin: InstallPlugin) -> None:
    """Install the export `names`, one that cannot be imported, and one that is called otherwise than it says."""
    points = {"names": "names_export:EXPORT", "broken": "no_such_module:EXPORT", "odd": "names_export:EXPORT"}
    install_plugin("names_export", "exports", points, NAMES)


def add_targets(game: GameOnDisk, lines: str) -> None:
    game.change(GAME, "targets:\n", f"targets:\n{lines}")


def build(game: GameOnDisk, options: Options = Options()) -> Built:  # noqa: B008  # frozen
    return game.build(options)


def states(built: Built, state: str) -> set[str]:
    return {path for path, own in built.states.items() if own == state}


NAME_FILES = {"exports/names/a/names.txt", "exports/names/sums.txt"}


@pytest.mark.usefixtures("names")
def test_the_files_of_an_export_lie_in_its_folder_and_in_the_manifest(game: GameOnDisk) -> None:
    done = cardgen(game, "export", "names", "--quiet")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert game.read("output/tiny/exports/names/a/names.txt") == "one two "
    manifest = json.loads(game.read("output/tiny/manifest.json"))
    assert manifest["files"].keys() == NAME_FILES
    assert game.read("output/tiny/exports/names/sums.txt") == manifest["files"]["exports/names/a/names.txt"]["sha256"]


@pytest.mark.usefixtures("names")
def test_a_command_prints_the_steps_after_the_files(game: GameOnDisk) -> None:
    lines = cardgen(game, "export", "names").stdout.splitlines()
    assert lines[0] == "names: main 4: 4 cards."
    assert lines[1:3] == ["[1/2] exports/names/a/names.txt", "[2/2] exports/names/sums.txt"]
    assert lines[3] == "output/tiny: 2 files written."
    assert lines[-1] == "Read them."
    assert cardgen(game, "export", "names").stdout.splitlines()[1].startswith("Nothing to do")
    data = json.loads(cardgen(game, "export", "names", "--json").stdout)
    assert set(data["unchanged"]) == NAME_FILES


@pytest.mark.usefixtures("names")
def test_options_come_from_game_yaml(game: GameOnDisk) -> None:
    add_targets(game, "  exports:\n    names: {times: 2}\n")
    build(game, Options(export="names"))
    assert game.read("output/tiny/exports/names/a/names.txt") == "one two one two "


@pytest.mark.usefixtures("names")
def test_a_build_makes_the_exports_that_game_yaml_names(game: GameOnDisk) -> None:
    add_targets(game, "  exports: {names: {}}\n")
    assert states(build(game), "written") > NAME_FILES
    game.change(GAME, "  exports: {names: {}}\n", "")
    assert states(build(game), "removed") == set()  # they may have been made by the command
    assert states(build(game, Options(export="names")), "unchanged") == NAME_FILES


@pytest.mark.usefixtures("names")
def test_a_build_keeps_the_files_of_exports_and_an_export_those_of_a_build(game: GameOnDisk) -> None:
    built = states(build(game), "written")
    assert states(build(game, Options(export="names")), "written") == NAME_FILES
    assert states(build(game), "unchanged") == built
    game.change(CARDS, "  - {id: two, name: Second, copies: 3}\n", "")
    assert not states(build(game, Options(export="names")), "removed")
    assert states(build(game), "removed") == {path for path in built if "-two" in path}


@pytest.mark.usefixtures("names")
def test_a_list_is_made_anew_if_a_file_that_it_lists_has_changed(game: GameOnDisk) -> None:
    build(game, Options(export="names"))
    before = game.read("output/tiny/exports/names/sums.txt")
    game.change(CARDS, "id: two", "id: three")
    assert states(build(game, Options(export="names")), "written") == NAME_FILES
    assert game.read("output/tiny/exports/names/sums.txt") != before


@pytest.mark.usefixtures("names")
def test_an_export_is_built_whole(game: GameOnDisk) -> None:
    add_targets(game, "  exports: {names: {}}\n")
    built = build(game, Options(only=("exports/names/sums.txt",)))
    assert states(built, "written") == NAME_FILES


@pytest.mark.usefixtures("names")
def test_a_build_of_sheets_alone_makes_no_exports(game: GameOnDisk) -> None:
    deck = game.read(GAME).split("decks:\n")[1].split("targets:")[0]
    sheets = "  exports: {images: {}, names: {}}\n  sheets:\n    one-{paper}: {decks: [main], papers: [a4]}\n"
    game.change(GAME, "targets:\n", f"{deck.replace('main:', 'other:')}targets:\n{sheets}")
    assert states(build(game, Options(only=("sheets",))), "written") > {"sheets/one-a4.pdf"}


@pytest.mark.usefixtures("names")
def test_each_edition_has_an_export_of_its_own(game: GameOnDisk) -> None:
    game.change(GAME, "languages: [en, zh]\n", "languages: [en, zh]\neditions: [en, zh]\n")
    both = {f"{lang}/{path}" for lang in ("en", "zh") for path in NAME_FILES}
    assert states(build(game, Options(export="names")), "written") == both
    game.change(GAME, "editions: [en, zh]", "editions: [en]")
    assert states(build(game, Options(export="names", languages=("en",))), "removed") == set()
    removed = states(build(game, Options(export="names")), "removed")
    assert removed == {path for path in both if path.startswith("zh/")}


@pytest.mark.usefixtures("names")
def test_exports_are_listed_and_those_that_fail_are_reported(game: GameOnDisk) -> None:
    done = cardgen(game, "export")
    assert done.returncode == 0
    assert ["names", "the", "names", "of", "the", "cards"] in [line.split() for line in done.stdout.splitlines()]
    assert "export plug-in 'broken' of the package 'names_export' cannot be loaded" in done.stderr
    assert "export plug-in 'odd' of the package 'names_export' is no export" in done.stderr
    listed = json.loads(cardgen(game, "export", "--json").stdout)
    assert {"name": "names", "description": "the names of the cards"} in listed


@pytest.mark.usefixtures("names")
@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nams", "cardgen: there is no export 'nams' (did you mean 'names'?)"),
        ("broken", "cardgen: export plug-in 'broken' of the package 'names_export' cannot be loaded: "),
        ("odd", "(its export has to be called 'odd')"),
    ],
)
def test_an_export_that_cannot_be_used_is_a_fault(game: GameOnDisk, name: str, message: str) -> None:
    done = cardgen(game, "export", name)
    assert done.returncode == 2
    assert message in done.stderr
    assert not (game.root / "output").exists()


@pytest.mark.usefixtures("names")
@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        ("nams: {}", "there is no export 'nams' (did you mean 'names'?)"),
        ("names: {time: 2}", "unknown key 'time' (did you mean 'times'?)"),
        ("names: {times: 0}", "times: 0 given, expected at least 1"),
        ("images: {decks: [mian]}", "there is no deck 'mian' (did you mean 'main'?)"),
        ("screentop: {decks: [mian]}", "there is no deck 'mian' (did you mean 'main'?)"),
        ("screentop: {pixels: 1}", "pixels: 1 given, expected at least 256"),
        ("tabletop-simulator: {decks: [mian]}", "there is no deck 'mian' (did you mean 'main'?)"),
        ("tabletop-simulator: {url: example.org}", "'example.org' given, expected the address of a folder"),
        ("tabletop-simulator: {hidden: front}", "expected 'back' or 'cell'"),
        ("tabletop-simulator: {turn: 45}", "expected 90 or 270"),
        ("makeplayingcards: {decks: [mian]}", "there is no deck 'mian' (did you mean 'main'?)"),
        ("makeplayingcards: {products: {mian: poker}}", "there is no deck 'mian' (did you mean 'main'?)"),
        (
            "makeplayingcards: {products: {main: pokr}}",
            "MakePlayingCards has no product 'pokr' (did you mean 'poker'?)",
        ),
        ("makeplayingcards: {dpi: 150}", "MakePlayingCards takes pictures of 300 to 1200 dpi, not of 150"),
        ("makeplayingcards: {stock: smooth}", "MakePlayingCards has no stock 'smooth'"),
        ("makeplayingcards: {fit: strech}", "'strech' given, expected 'scale' or 'pad'"),
        ("the-game-crafter: {dpi: 600}", "The Game Crafter takes pictures of 300 dpi only, not of 600"),
        ("mpc-autofill: {copies: list}", "MPC Autofill takes copies as its order says (leave out copies)"),
        ("mpc-autofill: {stock: (M31) Line}", "MPC Autofill has no stock '(M31) Line' (did you mean '(M31) Linen'?)"),
        ("mpc-autofill: {stock: (P10) Plastic, foil: true}", "MPC Autofill does not make (P10) Plastic with foil "),
        ("print-shop: {backs: once}", "backs: once has no meaning where each face is followed by its back"),
        ("mb-print: {press: {icc: no.icc, condition: C}}", "there is no file card_data/tiny/no.icc"),
    ],
)
def test_a_wrong_export_in_game_yaml_has_its_place(game: GameOnDisk, lines: str, fault: str) -> None:
    add_targets(game, f"  exports:\n    {lines}\n")
    faults = game.faults()
    assert faults
    assert all(one.startswith(f"{GAME}:16:") and fault in one for one in faults)


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("images", "the game has no cards to make images of"),
        ("tabletopia", "the game has no cards to make images of"),
        ("screentop", "the game has no cards to make sheets of"),
        ("tabletop-simulator", "the game has no cards and no boards for a table"),
        ("playingcards-io", "for a table"),
        ("vassal", "for a table"),
    ],
)
def test_a_game_without_cards_is_a_fault(tiny: GameOnDisk, name: str, fault: str) -> None:
    tiny.write(GAME, f"{tiny.read(GAME).split('sizes:')[0]}targets: {{}}\n")
    with pytest.raises(DataError, match=fault):
        build(tiny, Options(export=name))


@pytest.mark.parametrize(
    "lines",
    [
        "images: {}",
        'tabletop-simulator: {url: "https://example.org"}',
        "playingcards-io: {}",
        "vassal: {}",
        "makeplayingcards: {zip: true}",
    ],
)
def test_the_same_game_gives_the_same_files(tmp_path: Path, lines: str) -> None:
    digests = []
    for folder in ("one", "two"):
        game = tiny_game_in(tmp_path / folder)
        add_targets(game, f"  exports:\n    {lines}\n")
        files = build(game, Options(export=lines.split(":")[0])).files
        digests.append({path: entry["sha256"] for path, entry in files.items()})
    assert digests[0] == digests[1]


@pytest.mark.usefixtures("names")
def test_a_game_that_would_print_wrong_is_not_exported(game: GameOnDisk) -> None:
    game.change(CARDS, "name: First", f"name: {'First ' * 40}")
    done = cardgen(game, "export", "names")
    assert done.returncode == 2
    assert "Nothing was written" in done.stderr
    assert not (game.root / "output").exists()


@pytest.mark.usefixtures("names")
def test_editors_complete_the_exports_and_their_options() -> None:
    schema = game_schema()
    exports = json.dumps(schema["$defs"]["Targets"]["properties"]["exports"])
    assert '"images"' in exports
    assert '"names"' in exports
    assert '"broken"' not in exports


def test_the_exports_of_cardgen_can_be_loaded() -> None:
    exports, faults = load_exports()
    assert faults == []
    assert [load_export(export.name) for export in exports] == exports
    with pytest.raises(DataError):
        load_export("nothing-of-this-name")


@for_cases(
    ("path", "export"),
    [
        ("exports/images/cards.csv", ("images", "")),
        ("exports/images/a/b.png", ("images", "")),
        ("zh/exports/images/cards.csv", ("images", "zh")),
        ("exports/images", ("", "")),
        ("cards/png/exports.png", ("", "")),
        ("a/b/exports/images/c.png", ("", "")),
    ],
)
def test_the_export_of_a_path(path: str, export: tuple[str, str]) -> None:
    assert export_of(path) == export
