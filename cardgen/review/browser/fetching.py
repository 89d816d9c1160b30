"""Download Pyodide from npm's registry and pydantic's core from Python's, when the user asks for that.

NPM_CONFIG_REGISTRY and PIP_INDEX_URL name mirrors.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
import tarfile
from collections.abc import Mapping
from http.client import HTTPException
from pathlib import Path
from urllib.parse import urljoin
from urllib.request import Request, urlopen

from cardgen.base.errors import DataError, Fault, Place
from cardgen.base.files import write_atomic
from cardgen.base.words.messages import message
from cardgen.review.browser.runtime import DIGESTS, PYODIDE, Runtime, check_wheel, find_runtime, wheel_name

_NPM, _PYPI = "https://registry.npmjs.org", "https://pypi.org/simple"
_JSON = "application/vnd.pypi.simple.v1+json"
#: The most bytes of an answer, and seconds without any.
_MOST, _TIMEOUT = 40_000_000, 60


def fetch_runtime(folder: Path) -> tuple[Runtime, int]:
    """Download what is missing in a folder. Return the runtime, and the bytes that were downloaded.

    DataError if something cannot be downloaded, or is not what it should be; then nothing is written.
    """
    files: dict[str, bytes] = {}
    size = 0
    if not all((folder / name).is_file() for name in DIGESTS):
        package = _download(f"{_base('NPM_CONFIG_REGISTRY', _NPM)}/pyodide/-/pyodide-{PYODIDE}.tgz")
        files |= _unpacked(package)
        size += len(package)
    if not (folder / wheel_name()).is_file():
        files[wheel_name()] = wheel = _wheel()
        size += len(wheel)
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        write_atomic(folder / name, content)
    return find_runtime(folder), size


def _base(variable: str, usual: str) -> str:
    return (os.environ.get(variable) or os.environ.get(variable.lower()) or usual).rstrip("/")


def _unpacked(package: bytes) -> dict[str, bytes]:
    """Return the files of DIGESTS from the package. DataError if they differ."""
    files: dict[str, bytes] = {}
    try:
        with tarfile.open(fileobj=io.BytesIO(package), mode="r:gz") as archive:
            for member in archive:
                name = member.name.removeprefix("package/")
                if (
                    name in DIGESTS
                    and member.isfile()
                    and member.size < _MOST
                    and (opened := archive.extractfile(member))
                ):
                    files[name] = opened.read()
    except (tarfile.TarError, OSError, EOFError):
        files = {}
    digests = {name: hashlib.sha256(content).hexdigest() for name, content in files.items()}
    if digests != DIGESTS:
        raise DataError(Fault(Place("pyodide"), message("the download is not Pyodide {release}", release=PYODIDE)))
    return files


def _wheel() -> bytes:
    """Return the wheel of pydantic's core. DataError if the index has none, or another one than that of `WHEELS`."""
    page = f"{_base('PIP_INDEX_URL', _PYPI)}/pydantic-core/"
    try:
        listed = json.loads(_download(page, {"Accept": _JSON}))["files"]
        address = next(file["url"] for file in listed if file["filename"] == wheel_name())
    except (ValueError, KeyError, TypeError, StopIteration):
        problem = message("the index has no {wheel}", wheel=wheel_name())
        raise DataError(
            Fault(Place(page), problem, message("update pydantic: `pip install --upgrade pydantic`"))
        ) from None
    wheel = _download(urljoin(page, address))
    check_wheel(wheel, page)
    return wheel


def _download(address: str, headers: Mapping[str, str] | None = None) -> bytes:
    """Return what is at an address. DataError if it cannot be had."""
    try:
        if not re.match("https?://", address):  # urllib would also read files
            raise ValueError(address)
        with urlopen(Request(address, headers=dict(headers or {})), timeout=_TIMEOUT) as answer:
            content: bytes = answer.read(_MOST)
    except (OSError, HTTPException, ValueError) as error:
        hint = message("`cardgen review fetch-engine` needs the network once; --pyodide takes files from elsewhere")
        raise DataError(
            Fault(Place(address), message("cannot be downloaded: {reason}", reason=str(error)), hint)
        ) from None
    return content
