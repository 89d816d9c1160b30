"""Archives: ZIP files with the same bytes for the same contents, which open on every system."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable
from pathlib import PurePosixPath

# The oldest date that an archive can have, as no file in it has one.
_DATE = (1980, 1, 1, 0, 0, 0)

# A plain file that its owner may change and others may read, as Unix says it in an archive.
_PLAIN_FILE, _UNIX = 0o100644 << 16, 3


def to_zip(files: Iterable[tuple[str, bytes]], *, compressed: bool = False) -> bytes:
    """Return an archive of files by their paths, in this order. ValueError for a path that leads out of the archive.

    Pictures are compressed already, so contents are stored as they are unless `compressed`.
    """
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED if compressed else zipfile.ZIP_STORED) as archive:
        for path, content in files:
            if PurePosixPath(path).is_absolute() or ".." in PurePosixPath(path).parts or "\\" in path:
                raise ValueError(f"{path!r} leads out of the archive")
            entry = zipfile.ZipInfo(path, _DATE)
            entry.compress_type = archive.compression
            entry.create_system, entry.external_attr = _UNIX, _PLAIN_FILE
            archive.writestr(entry, content)
    return stream.getvalue()
