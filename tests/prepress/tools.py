"""Programs of others that read what cardgen makes. Each function returns what the program complains about."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest


def run_tool(name: str, *arguments: str | Path, seconds: float = 120) -> subprocess.CompletedProcess[str]:
    """Run a program that `make test` installs, for at most so many seconds. The test fails if there is none."""
    if shutil.which(name) is None:
        pytest.fail(f"{name} is not installed: `make print-tools` installs it", pytrace=False)
    return subprocess.run([name, *map(str, arguments)], capture_output=True, text=True, timeout=seconds, check=False)


def qpdf_complaints(pdf: Path) -> str:
    """Return what qpdf reports of the structure of a PDF."""
    done = run_tool("qpdf", "--check", pdf)
    return "" if done.returncode == 0 and "WARNING" not in done.stderr else done.stdout + done.stderr


def mupdf_complaints(pdf: Path) -> str:
    """Return what MuPDF reports when it reads all objects of a PDF."""
    done = run_tool("mutool", "info", pdf)
    return done.stderr if done.returncode == 0 else done.stderr or "failed"


def ghostscript_complaints(pdf: Path) -> str:
    """Return what Ghostscript reports when it interprets all pages of a PDF."""
    done = run_tool("gs", "-q", "-dBATCH", "-dNOPAUSE", "-dPDFSTOPONWARNING", "-sDEVICE=nullpage", pdf)
    return (done.stdout + done.stderr).strip() or ("" if done.returncode == 0 else "failed")


def pngcheck_complaints(png: Path) -> str:
    """Return what pngcheck reports of a PNG."""
    return run_tool("pngcheck", "-q", png).stdout


def exif_of(file: Path, *names: str) -> list[str]:
    """Return values that ExifTool reads from a file, as it prints them without units."""
    done = run_tool("exiftool", "-s3", "-n", *(f"-{name}" for name in names), file)
    return done.stdout.splitlines()


def boxes_of(pdf: Path, page: int = 1) -> dict[str, tuple[float, ...]]:
    """Return the boxes of a page as pdfinfo reads them: left, bottom, right, top in points."""
    done = run_tool("pdfinfo", "-box", "-f", str(page), "-l", str(page), pdf)
    lines = re.findall(r"Page +\d+ (\w+Box): +([\d. -]+)", done.stdout)
    return {name: tuple(map(float, values.split())) for name, values in lines}


def is_valid_xml(file: Path) -> bool:
    """Return True if xmllint can read a file."""
    return run_tool("xmllint", "--noout", file).returncode == 0
