"""Pictures of the other browsers: of the end of each test, in the folder `BROWSER_PICTURES`, if it is set."""

from __future__ import annotations

import os
import re
from collections.abc import Generator
from pathlib import Path

import pytest

from tests.browsers.driving import Browser


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Function) -> Generator[None, None, None]:
    """Keep a picture of a test's browser, while the servers of the test still run."""
    try:
        yield
    finally:
        folder, browser = os.environ.get("BROWSER_PICTURES"), item.funcargs.get("browser")
        if folder and isinstance(browser, Browser):
            name = re.sub(r"\W+", "-", item.name).strip("-")
            (Path(folder) / f"{name}.png").write_bytes(browser.picture())
