"""Archives of the files of an export."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import partial
from typing import TypeAlias

from cardgen.products.files import ArchiveFile, FinishedFile, key_of

#: Seconds between 1970 and 2000, the date of files without SOURCE_DATE_EPOCH.
_YEAR_2000 = 946_684_800

Member: TypeAlias = tuple[str, FinishedFile | bytes]
"""A file in an archive: its path there, and another file of the same export or its own content."""


def archive_file(path: str, members: Sequence[Member]) -> ArchiveFile:
    """Return an archive of files, in this order."""
    files = [member for _, member in members if not isinstance(member, bytes)]
    keys = (f"{name} {member!r}" if isinstance(member, bytes) else f"{name} {member.key}" for name, member in members)
    return ArchiveFile(
        path=path,
        key=key_of("zip", *keys),
        inputs=tuple(dict.fromkeys(path for file in files for path in file.inputs)),
        facts={"files": len(members)},
        listed=tuple(file.path for file in files),
        make=partial(_archive, members),
    )


def _archive(members: Sequence[Member], contents: Sequence[bytes]) -> bytes:
    from cardgen.formats.zip_files import to_zip

    rest = iter(contents)
    return to_zip((name, member if isinstance(member, bytes) else next(rest)) for name, member in members)


def build_seconds() -> int:
    """Return the date of the files of an export: the seconds of SOURCE_DATE_EPOCH, or the start of 2000."""
    return int(os.environ.get("SOURCE_DATE_EPOCH") or _YEAR_2000)
