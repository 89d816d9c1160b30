"""Archives: the same contents give the same bytes, and nothing in them leads out of them."""

from __future__ import annotations

import io
import zipfile

import pytest

from cardgen.formats.zip_files import to_zip
from tests.cases import for_cases


def test_the_files_are_in_the_archive_in_their_order_as_they_are() -> None:
    archive = zipfile.ZipFile(io.BytesIO(to_zip([("b/two.txt", b"2"), ("a.txt", b"1" * 999)])))
    assert archive.testzip() is None
    assert archive.namelist() == ["b/two.txt", "a.txt"]
    assert archive.read("a.txt") == b"1" * 999
    assert {entry.compress_type for entry in archive.infolist()} == {zipfile.ZIP_STORED}


def test_compressed_files_are_smaller() -> None:
    assert len(to_zip([("a.txt", b"1" * 9999)], compressed=True)) < 400 < len(to_zip([("a.txt", b"1" * 9999)]))


def test_an_archive_has_no_date_of_its_own() -> None:
    files = [("a.txt", b"1")]
    assert to_zip(files) == to_zip(files)
    assert zipfile.ZipFile(io.BytesIO(to_zip(files))).infolist()[0].date_time == (1980, 1, 1, 0, 0, 0)


@for_cases("path", ["../a.txt", "/a.txt", "a/../../b.txt", "a\\b.txt"])
def test_no_file_is_outside_of_the_archive(path: str) -> None:
    with pytest.raises(ValueError, match="leads out"):
        to_zip([(path, b"")])
