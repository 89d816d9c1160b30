"""Fixtures and settings of all tests."""

from __future__ import annotations

import atexit
import gc
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings

from cardgen.base.plugins import forget_plugins
from cardgen.base.processors import become_copy

if TYPE_CHECKING:
    from tests.games_on_disk import GameOnDisk

# Messages are in English, whatever the system's language. Tests of other languages set LC_ALL or give --messages.
os.environ["LC_ALL"] = "C.UTF-8"

# Much of what tests share lives as long as they run: looking for unused objects less often saves time.
gc.set_threshold(100_000, 50, 100)

# Tests neither read nor fill the cache and the settings of whoever runs them. All processes of a run share theirs.
if "PYTEST_XDIST_WORKER" not in os.environ:
    os.environ["CARDGEN_CACHE"] = tempfile.mkdtemp(prefix="cardgen-cache-")
    os.environ["XDG_STATE_HOME"] = tempfile.mkdtemp(prefix="cardgen-state-")
    os.environ["CARDGEN_CONFIG"] = tempfile.mkdtemp(prefix="cardgen-config-")
    for folder in ("CARDGEN_CACHE", "XDG_STATE_HOME", "CARDGEN_CONFIG"):
        atexit.register(shutil.rmtree, os.environ[folder], ignore_errors=True)

# Builds make all files in the process of the tests, which has loaded their fonts and libraries: copies would load them
# again, in four times the time. What copies do is tested in processes of their own.
become_copy()

# No power fails during a test: that the disk has a file is nothing to wait for. A bad descriptor is still an error.
pytest.MonkeyPatch().setattr(os, "fsync", lambda descriptor: os.fstat(descriptor) and None)

InstallPlugin = Callable[..., None]


def pytest_collection_finish() -> None:
    """Leave modules and collected tests out of every later search for unused objects: they live as long as the run."""
    gc.freeze()


# The examples of `make test` are the same every time, and fewer: `make soak` looks further. How long one takes shows
# nothing: a machine may be busy, or stand still for a while.
settings.register_profile("others", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("same", settings.get_profile("others"), derandomize=True, database=None, max_examples=30)
settings.load_profile("same")

#: What Chromium is called on one system or another; the Makefile looks for the same. The first has no window to draw,
#: and opens a page in a quarter of the time.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

# A shell that runs `make test` in the background has it ignore Ctrl-C, and every program that a test starts as well.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Yield Chromium, started once. Tests that use it are marked `browser`; they fail if it is not installed."""
    from playwright.sync_api import sync_playwright

    program = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        pytest.fail(f"none of {', '.join(BROWSERS)}: install Chromium, or name it in CHROMIUM", pytrace=False)
    options = ["--no-sandbox", "--headless", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=options)
        yield started
        started.close()


@pytest.fixture
def tiny(tmp_path: Path) -> GameOnDisk:
    """Write the tiny game into the folder of the test."""
    from tests.games_on_disk import tiny_game_in

    return tiny_game_in(tmp_path)


@pytest.fixture
def game(tiny: GameOnDisk) -> GameOnDisk:
    """The game that tests change: the tiny one if their module has no other."""
    return tiny


@pytest.fixture
def killer(tmp_path: Path) -> GameOnDisk:
    """Write Block-Killer into the folder of the test."""
    from tests.games_on_disk import block_killer_in

    return block_killer_in(tmp_path)


@pytest.fixture
def tea(tmp_path: Path) -> GameOnDisk:
    """Write the game of teas, which is translated, into the folder of the test."""
    from tests.tea_game import tea_game_in

    return tea_game_in(tmp_path)


@pytest.fixture
def install_plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[InstallPlugin]:
    """Installs a package: its name, the kind and the entry points it declares, and the source of its one module."""
    packages = set()

    def install(package: str, kind: str, points: dict[str, str], source: str = "") -> None:
        packages.add(package)
        folder = tmp_path / package
        info = folder / f"{package}-1.0.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", encoding="utf-8")
        lines = [f"[cardgen.{kind}]", *(f"{name} = {target}" for name, target in points.items())]
        (info / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
        (folder / f"{package}.py").write_text(source, encoding="utf-8")
        monkeypatch.syspath_prepend(str(folder))
        forget_plugins()

    yield install
    forget_plugins()
    for name in packages:
        sys.modules.pop(name, None)
