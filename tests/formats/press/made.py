"""A press with the CMYK profile that comes with Ghostscript, and files made for it."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cardgen.base.errors import Place
from cardgen.formats.pdf import Page, to_pdf
from cardgen.formats.press.settings import Press
from cardgen.scene.items import Scene

#: Where Debian, and Homebrew on either processor, have Ghostscript's profiles.
_FOLDERS = (
    "/usr/share/color/icc/ghostscript",
    "/opt/homebrew/share/ghostscript/iccprofiles",
    "/usr/local/share/ghostscript/iccprofiles",
)


def profile_folder() -> Path:
    """Return the folder of Ghostscript's profiles. The test fails if there is none."""
    for folder in map(Path, _FOLDERS):
        if (folder / "default_cmyk.icc").exists():
            return folder
    pytest.fail("Ghostscript's profiles are not installed: `make print-tools` installs them", pytrace=False)


@cache
def cmyk_profile() -> bytes:
    """Return the profile of a press."""
    return (profile_folder() / "default_cmyk.icc").read_bytes()


def press(**settings: Any) -> Press:
    """Return a press with these settings."""
    return Press(cmyk_profile(), "CGATS TR 001", place=Place("game.yaml", 7, 5), **settings)


def press_pdf(scenes: Sequence[Scene], settings: Press | None = None, **more: Any) -> bytes:
    """Return a PDF of scenes with their bleed, for a press."""
    file = io.BytesIO()
    to_pdf([Page(scene) for scene in scenes], file, press=settings or press(), **{"title": "Cards & 牌", **more})
    return file.getvalue()
