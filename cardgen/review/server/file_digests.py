"""Digests of files that are asked for again and again: a file is read only if it may have changed."""

from __future__ import annotations

import time
from pathlib import Path

from cardgen.base.files import digest_of

#: Nanoseconds: a file that was written so shortly before it was read could be written again at the same time stamp.
_SAME_STAMP = 50_000_000


class FileDigests:
    """The digests of files, each with the device, inode, size and times that the file had. `read` counts files read."""

    def __init__(self) -> None:
        self._kept: dict[Path, tuple[tuple[int, ...], str]] = {}
        self.read = 0

    def digest(self, path: Path) -> str | None:
        """Return the digest of a file as it is now; None if it cannot be read."""
        try:
            status = path.stat()
        except OSError:
            return None
        stamp = (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)
        kept = self._kept.get(path)
        if kept is not None and kept[0] == stamp:
            return kept[1]
        is_settled = time.time_ns() - max(status.st_mtime_ns, status.st_ctime_ns) > _SAME_STAMP
        self.read += 1
        digest = digest_of(path)
        if digest is not None and is_settled:
            self._kept[path] = (stamp, digest)
        return digest
