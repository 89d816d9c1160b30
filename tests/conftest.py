"""What several test files share."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium, started once. Tests that ask for it are marked `browser`; without it they fail, and say why."""
    from playwright.sync_api import sync_playwright

    program = Path(os.environ.get("CHROMIUM", "/usr/bin/chromium"))
    if not program.exists():
        pytest.fail(f"no browser at {program}: install Chromium, or name another in CHROMIUM", pytrace=False)
    options = ["--no-sandbox", "--headless", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=options)
        yield started
        started.close()
