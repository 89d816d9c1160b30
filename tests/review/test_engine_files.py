"""The files of a rules engine for the page: what is packed, where Pyodide comes from, and what is refused."""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import json
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardgen.base.errors import DataError
from cardgen.base.plugins import find_plugins
from cardgen.data.playing import open_answers, playable_decks
from cardgen.engines.hosted import deck_values, open_engine, ruleset_values
from cardgen.review.browser import fetching, runtime
from cardgen.review.browser.modules import engine_files
from cardgen.review.browser.packing import content_of, engine_scripts
from tests.commands import run
from tests.conftest import InstallPlugin
from tests.games.block_killer.wasm_kernel import KERNEL, source_digest
from tests.games_on_disk import REPOSITORY, tiny_game_in
from tests.review.serving import hosted

#: Pyodide as npm installs it for the checks of the page, and the wheel that `make engine-files` adds.
PYODIDE = REPOSITORY / "tests" / "page" / "node_modules" / "pyodide"
GAMES = ("block-killer", "blokus", "blitz", "thread-race", "heroes")

DICE = """
import json

from cardgen import AnswersRequests

class Dice(AnswersRequests):
    def answer(self, line, game):
        return json.dumps({"roll": 4})

ENGINE = Dice()
"""


@pytest.mark.parametrize("game", GAMES)
def test_an_engine_needs_its_rules_and_no_drawing(game: str) -> None:
    module = find_plugins("engines")[game].module
    files = engine_files(module)
    assert module.replace(".", "/") + ".py" in files
    assert module.replace(".", "/").removesuffix("engine") + "protocol.py" in files
    assert not [
        path
        for path in files
        if path.startswith(("cardgen/cli", "cardgen/cards/layout", "cardgen/data", "cardgen/formats"))
    ]
    assert {path.split("/")[0] for path in files} == {"cardgen"}


@pytest.mark.parametrize("game", GAMES)
def test_a_hosted_engine_answers_as_the_server_does(game: str) -> None:
    from cardgen.data.load import load_game

    loaded = load_game(REPOSITORY / "card_data" / game, REPOSITORY / "templates")
    plugin = find_plugins("engines")[game]
    content = {"rulesets": ruleset_values(loaded.rulesets), "decks": deck_values(playable_decks(loaded))}
    hosted, answer = open_engine(plugin.module, plugin.attribute, json.dumps(content)), open_answers(loaded)
    assert answer is not None
    for rules in loaded.rulesets:
        line = json.dumps({"op": "new_game", "seed": 3, "ruleset": rules})
        assert hosted(line) == answer(line)


def test_the_effects_of_a_game_are_read_in_a_browser_without_a_package_for_yaml(tmp_path: Path) -> None:
    for path, file in engine_files(find_plugins("engines")["blitz"].module).items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(content_of(file))
    code = """
import sys
sys.modules["yaml"] = None
sys.path.insert(0, sys.argv[1])
import cardgen
from cardgen.games.blitz.powers import own_keywords, vocabulary
print(cardgen.__file__.startswith(sys.argv[1]), "mine" in own_keywords(), "attack" in vocabulary().events)
"""
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=True)
    assert done.stdout == "True True True\n"


def test_modules_and_data_of_a_plug_in_are_packed(install_plugin: InstallPlugin, tmp_path: Path) -> None:
    install_plugin("dice_engine", "engines", {"dice": "dice_engine:ENGINE"}, DICE)
    # The public names of cardgen are imported from the modules that define them.
    assert {"dice_engine.py", "cardgen/engines/capabilities.py"} <= {*engine_files("dice_engine")}
    package = tmp_path / "dice_engine" / "dice_package"
    (package / "parts").mkdir(parents=True)
    (package / "__init__.py").write_text("", encoding="utf-8")
    (package / "engine.py").write_text("def answer():\n    from dice_package.parts import one\n", encoding="utf-8")
    (package / "parts" / "__init__.py").write_text("", encoding="utf-8")
    (package / "parts" / "one.py").write_text("", encoding="utf-8")
    (package / "parts" / "rolls.json").write_text("[]", encoding="utf-8")
    assert [path for path in engine_files("dice_package.engine") if path.startswith("dice_package")] == [
        "dice_package/__init__.py",
        "dice_package/engine.py",
        "dice_package/parts/__init__.py",
        "dice_package/parts/one.py",
        "dice_package/parts/rolls.json",
    ]


def test_the_kernel_for_browsers_is_of_the_current_source_and_packed() -> None:
    assert KERNEL.read_bytes().endswith(source_digest()), "python -m tests.games.block_killer.wasm_kernel"
    packed = "cardgen/games/block_killer/solver/_kernel.cpython-314-wasm32-emscripten.so"
    assert engine_files("cardgen.games.block_killer.engine")[packed] == KERNEL


def test_an_engine_that_needs_a_compiled_module_is_refused(install_plugin: InstallPlugin) -> None:
    install_plugin("quick_engine", "engines", {"quick": "quick_engine:ENGINE"}, "import uharfbuzz._harfbuzz\n")
    with pytest.raises(DataError, match="which is compiled"):
        engine_files("quick_engine")


def unpacked(script: bytes) -> bytes:
    text = script.decode().split('", "')[1].removesuffix('");\n')
    return gzip.decompress(base64.b64decode(text))


@pytest.fixture(scope="module")
def scripts() -> dict[str, bytes]:
    return engine_scripts("blitz", runtime.find_runtime(PYODIDE))


@pytest.mark.full
def test_the_scripts_hold_the_unchanged_files_of_pyodide(scripts: dict[str, bytes]) -> None:
    for name, digest in runtime.DIGESTS.items():
        assert hashlib.sha256(unpacked(scripts[f"engine/{name}.js"])).hexdigest() == digest
    assert b"Mozilla Public License" in scripts["engine/LICENCES.txt"]
    with zipfile.ZipFile(io.BytesIO(unpacked(scripts["engine/engine.zip.js"]))) as archive:
        names = archive.namelist()
    assert names == sorted(names)
    assert {"cardgen/engines/hosted.py", "cardgen/games/blitz/policies.py", "pydantic/main.py"} <= {*names}
    assert [name for name in names if name.endswith(".so")] == [
        "pydantic_core/_pydantic_core.cpython-314-wasm32-emscripten.so"
    ]


def test_a_policy_of_a_package_is_packed_with_its_entry_point(install_plugin: InstallPlugin) -> None:
    install_plugin("blitz_hunter", "policies", {"blitz.hunter": "blitz_hunter:hunter"}, "def hunter(*_): ...\n")
    content = unpacked(engine_scripts("blitz", runtime.find_runtime(PYODIDE))["engine/engine.zip.js"])
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert "blitz_hunter.py" in archive.namelist()
        points = archive.read("blitz_hunter-0.dist-info/entry_points.txt").decode()
    assert points == "[cardgen.policies]\nblitz.hunter = blitz_hunter:hunter\n"


# ---------------------------------------------------------------- where Pyodide comes from


def test_a_missing_runtime_is_an_error_that_says_what_to_do(tmp_path: Path) -> None:
    game = tiny_game_in(tmp_path)
    done = run("review", "export", "site", "--with-engine", cwd=game.root)
    assert done.returncode == 2
    assert "there is no Pyodide 314.0.7 with pydantic_core-" in done.stderr
    assert "`cardgen review fetch-engine` downloads both once" in done.stderr
    assert not (game.root / "site").exists()


def test_a_game_without_tables_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    site = tmp_path / "site"
    sheet = REPOSITORY / "examples/sheet"
    done = run("review", "export", str(site), "--with-engine", "--pyodide", str(PYODIDE), cwd=sheet)
    assert done.returncode == 2
    assert (
        "the game 'sheet' has no cards and no rules engine for a table (export it without --with-engine)" in done.stderr
    )
    assert not [path for path in site.rglob("*") if path.is_file()]


def test_other_files_than_those_of_the_release_are_refused(tmp_path: Path) -> None:
    for name in runtime.DIGESTS:
        (tmp_path / name).write_bytes(b"other")
    shutil.copy2(PYODIDE / runtime.wheel_name(), tmp_path)
    with pytest.raises(DataError, match=r"pyodide\.mjs: not the file of Pyodide 314"):
        runtime.find_runtime(tmp_path)


def test_a_changed_wheel_on_the_disk_is_refused(tmp_path: Path) -> None:
    for name in runtime.DIGESTS:
        shutil.copy2(PYODIDE / name, tmp_path)
    (tmp_path / runtime.wheel_name()).write_bytes(b"other")
    with pytest.raises(DataError, match=r"\.whl: not the file pydantic_core-.* that cardgen knows"):
        runtime.find_runtime(tmp_path)


def test_a_wheel_of_another_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime, "version", lambda _: "1.2.3")
    with pytest.raises(DataError, match=r"pydantic-core 1\.2\.3 is not known .* \(install one of these versions: 2"):
        runtime.check_wheel(b"", "here")


@pytest.fixture
def registry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A registry of npm and an index of Python packages, as files of a server on this machine."""
    root = tmp_path / "registry"
    package = root / "pyodide" / "-" / f"pyodide-{runtime.PYODIDE}.tgz"
    package.parent.mkdir(parents=True)
    with tarfile.open(package, "w:gz", compresslevel=1) as archive:
        for name in (*runtime.DIGESTS, "package.json"):
            archive.add(PYODIDE / name, f"package/{name}")
    wheel = PYODIDE / runtime.wheel_name()
    shutil.copy2(wheel, root)
    # The index declares the digest of a changed wheel: cardgen has its own.
    digest = hashlib.sha256(b"something else").hexdigest()
    listed = {"files": [{"filename": wheel.name, "url": f"../{wheel.name}", "hashes": {"sha256": digest}}]}
    (root / "pydantic-core").mkdir()
    (root / "pydantic-core" / "index.html").write_text(json.dumps(listed), encoding="utf-8")

    with hosted(root) as address:
        monkeypatch.setenv("NPM_CONFIG_REGISTRY", address)
        monkeypatch.setenv("PIP_INDEX_URL", address.rstrip("/"))
        yield root


def test_the_runtime_is_downloaded_once(registry: Path, tmp_path: Path) -> None:
    folder = tmp_path / "engine"
    fetched, size = fetching.fetch_runtime(folder)
    assert fetched == runtime.find_runtime(folder)
    assert size > 5_000_000
    shutil.rmtree(registry)
    assert fetching.fetch_runtime(folder) == (fetched, 0)


def test_a_changed_download_is_refused_and_nothing_is_written(registry: Path, tmp_path: Path) -> None:
    (registry / runtime.wheel_name()).write_bytes(b"something else")
    with pytest.raises(DataError, match=r"not the file pydantic_core-.* that cardgen knows"):
        fetching.fetch_runtime(tmp_path / "engine")
    package = registry / "pyodide" / "-" / f"pyodide-{runtime.PYODIDE}.tgz"
    package.write_bytes(b"something else")
    with pytest.raises(DataError, match=r"the download is not Pyodide"):
        fetching.fetch_runtime(tmp_path / "engine")
    package.unlink()
    with pytest.raises(DataError, match="cannot be downloaded"):
        fetching.fetch_runtime(tmp_path / "engine")
    assert not (tmp_path / "engine").exists()
