"""The head of an ICC profile (ICC.1:2001-04, 6.1): what it describes, and for which devices."""

from __future__ import annotations

from cardgen.records import dataclass

_HEAD_BYTES = 128


@dataclass(frozen=True, slots=True)
class ProfileHead:
    """The version of a profile's format, such as 2 or 4, and its four-letter codes."""

    version: int
    device_class: str
    space: str
    connection_space: str


def read_head(profile: bytes) -> ProfileHead | None:
    """Return the head of a profile; None for data that is no whole ICC profile."""
    if len(profile) < _HEAD_BYTES or profile[36:40] != b"acsp" or int.from_bytes(profile[:4]) > len(profile):
        return None
    codes = (profile[at : at + 4].decode("ascii", "replace").strip() for at in (12, 16, 20))
    return ProfileHead(profile[8], *codes)
