"""The wheel has everything that cardgen needs, and a compiled solver if there was a compiler."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from cardgen import __version__

REPOSITORY = Path(__file__).parent.parent
CODE = "import sys; sys.path.insert(0, sys.argv.pop(1)); from cardgen.cli.app import main; main(sys.argv[1:])"


def wheel_in(folder: Path, **environment: str) -> Path:
    """Build a wheel in a folder, and unpack it into `site` in the same folder."""
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder / "dist")]
    subprocess.run(build, cwd=REPOSITORY, env=os.environ | environment, check=True, capture_output=True)
    (wheel,) = (folder / "dist").glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return wheel


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The cardgen of the unpacked wheel, run outside the repository."""
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir(exist_ok=True)
    command = [sys.executable, "-P", "-c", CODE, str(folder / "site"), *arguments]
    return subprocess.run(command, cwd=elsewhere, capture_output=True, text=True, check=False)


@pytest.mark.full
def test_the_wheel_works_outside_the_repository(tmp_path: Path) -> None:
    """The bundled game, its templates, the fonts and all licences travel inside the wheel, and the kernel compiled."""
    compiler = tmp_path / "cc"  # the last option wins, and takes a tenth of the time
    compiler.write_text('#!/bin/sh\nexec cc "$@" -O0\n', encoding="utf-8")
    compiler.chmod(0o755)
    wheel = wheel_in(tmp_path, CC=str(compiler))
    names = [path.relative_to(tmp_path / "site").as_posix() for path in (tmp_path / "site").rglob("*")]
    for name in (
        "OFL-Barlow.txt",
        "OFL-CardgenSansSC.txt",
        "OFL-CardgenSansTC.txt",
        "LICENSE-Unicode.txt",
        "bundled/card_data/block-killer/LICENSE",
    ):
        assert any(path.endswith(name) for path in names), name
    assert any(path.endswith("licenses/LICENSE") for path in names)
    assert {"cardgen/py.typed", "cardgen/__init__.pyi"} <= set(names)
    for engine in ("block_killer", "blokus"):
        assert f"cardgen/games/{engine}/table/table.js" in names
    assert wheel.name.startswith(f"cardgen-{__version__}-cp311-abi3-")
    assert run(tmp_path, "--version").stdout == f"cardgen {__version__}\nblock-killer solver: kernel\n"
    done = run(tmp_path, "build", "block-killer", "--only", "cards/svg/blocks-T.svg", "--json")
    assert done.returncode == 0, done.stderr
    assert "cards/svg/blocks-T.svg" in json.loads(done.stdout)["written"]
    assert (tmp_path / "elsewhere/output/block-killer/cards/svg/blocks-T.svg").is_file()


@pytest.mark.full
def test_without_a_compiler_the_wheel_searches_in_python(tmp_path: Path) -> None:
    wheel = wheel_in(tmp_path, CC=str(tmp_path / "no-compiler"))
    assert wheel.name == f"cardgen-{__version__}-py3-none-any.whl"
    site = tmp_path / "site"
    assert not list(site.rglob("_kernel.*.so"))
    starters = REPOSITORY / "cardgen/starters"
    for path in starters.rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts:
            assert (site / path.relative_to(REPOSITORY)).is_file(), "starters are in the wheel"
    assert run(tmp_path, "--version").stdout == f"cardgen {__version__}\nblock-killer solver: python\n"
    done = run(tmp_path, "play", "best", "T / 1-4 3-3", "--game", "block-killer", "--json")
    assert json.loads(done.stdout)["proven"]
