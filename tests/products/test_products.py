"""Products are plug-ins: an installed package adds a section of game.yaml and its files, with no change of cardgen."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardgen.base.plugins import find_plugins, forget_plugins, load_plugin
from cardgen.building.build import build_game
from cardgen.building.plan import layout_game, plan_files
from cardgen.cache.code import code_digest, forget_code
from cardgen.data.model import GameFile
from cardgen.data.project import Project
from cardgen.data.schema import game_schema
from cardgen.data.targets import ALWAYS_MADE, all_sections
from cardgen.products.options import Options
from cardgen.products.product import Product
from tests.games_on_disk import REPOSITORY, GameOnDisk, tiny_game_in

GAME = "card_data/tiny/game.yaml"

#: A product of another package: a text file that lists the cards of a deck.
PACKAGE = """\
from cardgen.data.kinds import FileModel, Identifier
from cardgen.data.targets import Section
from cardgen.products.files import BytesFile, key_of
from cardgen.products.product import Product


class LabelsTarget(FileModel):
    deck: Identifier


def check(targets, source):
    for key, target in targets.items():
        yield from source.deck_faults([target.deck], "labels", key, "deck")


def plan(game, decks, options):
    for key, target in LABELS.of(game.file).items():
        text = "\\n".join(card.id for card in game.decks[target.deck].cards)
        path = f"labels/{key}.txt"
        if options.wants(path):
            yield BytesFile(path=path, key=key_of("labels", text), inputs=(), make=text.encode)


LABELS = Section("labels", dict[str, LabelsTarget], {}, check=check)
PRODUCT = Product(LABELS, plan)
"""


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install a package with the product `labels`, and one with a product that cannot be imported."""
    folder = tmp_path / "installed"
    (folder / "labels-1.dist-info").mkdir(parents=True)
    (folder / "labels_product.py").write_text(PACKAGE, encoding="utf-8")
    (folder / "labels-1.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: labels\nVersion: 1\n")
    points = "[cardgen.products]\nlabels = labels_product:PRODUCT\nbroken = no_such_module:PRODUCT\n"
    (folder / "labels-1.dist-info" / "entry_points.txt").write_text(f"{points}odd = labels_product:PRODUCT\n")
    monkeypatch.syspath_prepend(str(folder))
    forget_plugins()
    yield
    monkeypatch.undo()
    forget_plugins()
    sys.modules.pop("labels_product", None)


def add_targets(game: GameOnDisk, lines: str) -> None:
    game.change(GAME, "targets:\n", f"targets:\n{lines}")


def test_the_products_of_cardgen_are_registered_by_their_keys() -> None:
    sections = [
        "cards",
        "contact",
        "sheets",
        "diecuts",
        "boards",
        "cutouts",
        "pages",
        "tuckboxes",
        "calibration",
        "rulebook",
    ]
    sections.append("exports")
    assert [section.name for section in all_sections()] == sections
    assert {*find_plugins("products")} == {*sections}
    assert all(isinstance(load_plugin("products", name), Product) for name in sections)


@pytest.mark.usefixtures("install")
def test_an_installed_package_adds_a_product(game: GameOnDisk, tmp_path: Path) -> None:
    add_targets(game, "  labels:\n    main-labels: {deck: main}\n")
    assert game.faults() == []
    build_game(Project(game.root, bundled=False), game.name, tmp_path / "out", Options())
    written = (tmp_path / "out" / game.name / "labels" / "main-labels.txt").read_text()
    assert written.split("\n") == [card.id for card in game.load().decks["main"].cards]
    assert "labels" in game_schema()["$defs"]["Targets"]["properties"]


@pytest.mark.usefixtures("install")
def test_a_file_is_stale_if_the_code_of_its_package_has_changed(tmp_path: Path) -> None:
    before = code_digest()
    module = tmp_path / "installed" / "labels_product.py"
    module.write_text(module.read_text(encoding="utf-8") + "# another line\n", encoding="utf-8")
    forget_code()
    assert code_digest() != before
    forget_code()


@pytest.mark.usefixtures("install")
def test_the_model_and_the_checks_of_a_package_report_faults(game: GameOnDisk) -> None:
    add_targets(game, "  labels:\n    main-labels: {dek: main}\n")
    assert game.faults() == [f"{GAME}:{line_of(game, 'dek')}:19: unknown key 'dek' (did you mean 'deck'?)"]
    game.change(GAME, "{dek: main}", "{deck: mian}")
    assert game.faults() == [f"{GAME}:{line_of(game, 'mian')}:25: there is no deck 'mian' (did you mean 'main'?)"]


@pytest.mark.usefixtures("install")
def test_an_unknown_key_is_compared_with_all_products(game: GameOnDisk) -> None:
    add_targets(game, "  lables: {}\n  shets: {}\n")
    faults = game.faults()
    assert [fault.split(": ", 1)[1] for fault in faults] == [
        "unknown key 'lables' (did you mean 'labels'?)",
        "unknown key 'shets' (did you mean 'sheets'?)",
    ]


@pytest.mark.usefixtures("install")
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("broken", "product plug-in 'broken' of the package 'labels' cannot be loaded: ModuleNotFoundError"),
        ("odd", "product plug-in 'odd' of the package 'labels' is not a product (its section must be called 'odd')"),
    ],
)
def test_a_product_that_cannot_be_loaded_is_a_fault_of_the_games_that_name_it(
    game: GameOnDisk, name: str, expected: str
) -> None:
    assert game.faults() == []
    add_targets(game, f"  {name}: {{}}\n")
    (fault,) = game.faults()
    assert fault.startswith(f"{GAME}:{line_of(game, name)}:3: {expected}")


def test_only_the_products_that_a_game_names_are_loaded(game: GameOnDisk) -> None:
    named = [name for name in find_plugins("products") if f"  {name}:" in game.read(GAME)]
    interface = (f"cardgen.products.{name}" for name in ("files", "fit_size", "options", "product", "scene_files"))
    modules = {*interface, *(find_plugins("products")[name].module for name in (*named, *ALWAYS_MADE))}
    program = (
        "import json, sys; from pathlib import Path; from cardgen.data.load import load_game\n"
        f"load_game(Path({str(game.root / 'card_data' / game.name)!r}), Path({str(game.root / 'templates')!r}))\n"
        "drawing = ('cardgen.products.', 'cardgen.cards.layout')\n"
        "print(json.dumps([name for name in sys.modules if name.startswith(drawing)]))"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=REPOSITORY, capture_output=True, text=True, check=True)
    loaded = {name for name in json.loads(done.stdout) if not name.endswith(tuple(find_plugins("products")))}
    others = {name for name in loaded if not name.startswith(tuple(modules))}
    assert others == set(), "drawing is imported when it is needed"


def test_the_model_of_a_game_has_the_keys_of_every_product() -> None:
    assert GameFile.model_fields["targets"].is_required()
    schema = game_schema()["$defs"]["Targets"]
    assert list(schema["properties"]) == ["picture_dpi", *(section.name for section in all_sections())]
    assert schema["additionalProperties"] is False


def line_of(game: GameOnDisk, text: str) -> int:
    lines = game.read(GAME).splitlines()
    return next(number for number, line in enumerate(lines, 1) if text in line)


def test_the_keys_of_files_depend_on_the_content_of_a_game_alone(tmp_path: Path) -> None:
    game = tiny_game_in(tmp_path)
    game.change(GAME, "languages: [en, zh]", "languages: [en, zh]\nrulebooks: {en: rules.md}")
    game.write("card_data/tiny/rules.md", "# Rules\n\nPlay {cards.one.name}.\n")
    keys = keys_of(game)
    assert keys == keys_of(game)
    game.change("card_data/tiny/cards.yaml", "First", "Another")
    assert all(key != keys[path] for path, key in keys_of(game).items() if path.startswith("rules"))


def keys_of(game: GameOnDisk) -> dict[str, str]:
    """Return the key of each file of a game, loaded anew."""
    loaded = game.load()
    return {file.path: file.key for file in plan_files(loaded, layout_game(loaded), Options())}


def test_the_key_of_a_sheet_depends_on_the_sides_that_it_shows_alone(tmp_path: Path) -> None:
    game = tiny_game_in(tmp_path)
    names = {"both": "interleaved", "fronts": "fronts", "backs": "backs"}
    sheets = "".join(f"    {name}: {{decks: [main], papers: [a4], backs: {backs}}}\n" for name, backs in names.items())
    game.write(GAME, f"{game.read(GAME)}  sheets:\n{sheets}")
    first = keys_of(game)
    game.change("card_data/tiny/cards.yaml", "First", "Another")
    renamed = keys_of(game)
    game.change("templates/tiny.yaml", "#223344", "#443322")
    recoloured = keys_of(game)
    paths = [f"sheets/{name}.pdf" for name in names]
    assert [first[path] != renamed[path] for path in paths] == [True, True, False]
    assert [renamed[path] != recoloured[path] for path in paths] == [True, False, True]
