"""ICC profiles (ICC.1:2001-04): their structure, checked before LittleCMS reads them, and small ones to be made."""

from __future__ import annotations

import struct

from cardgen.records import dataclass
from cardgen.words.messages import Message, message

#: What profiles describe, by the codes of their classes.
CLASSES = {
    "mntr": message("a screen"),
    "scnr": message("a camera or scanner"),
    "link": message("a link between two devices"),
    "spac": message("a colour space"),
    "abst": message("an effect"),
    "nmcl": message("named colours"),
}

#: Bytes of a profile: the largest ones of presses have 3 million.
MOST_BYTES = 8_388_608
#: Tags of a profile, as LittleCMS counts them (cmsMAXTAGS).
_MOST_TAGS = 100
#: Bytes of an element of type mpet: each colour is computed by all of its curves and their segments.
_MOST_ELEMENTS = 4_096

_HEAD_BYTES, _TAG_BYTES = 128, 12


@dataclass(frozen=True, slots=True)
class ProfileHead:
    """The version of a profile's format, such as 2 or 4, and its four-letter codes."""

    version: int
    device_class: str
    space: str
    connection_space: str


def read_head(profile: bytes) -> ProfileHead | None:
    """Return the head of a profile; None for data that is no whole ICC profile."""
    if len(profile) < _HEAD_BYTES + 4 or profile[36:40] != b"acsp" or int.from_bytes(profile[:4]) > len(profile):
        return None
    codes = (profile[at : at + 4].decode("ascii", "replace").strip() for at in (12, 16, 20))
    return ProfileHead(profile[8], *codes)


def structure_fault(profile: bytes) -> Message | None:
    """Return why LittleCMS must not read a profile that has a head; None if it may.

    Its work grows with the bytes of a profile, and with the elements of type mpet for each colour.
    """
    if len(profile) > MOST_BYTES:
        size, most = len(profile) / 1e6, MOST_BYTES / 1e6
        return message("an ICC profile of {size:.1f} MB, more than the limit of {most:.1f}", size=size, most=most)
    count = int.from_bytes(profile[_HEAD_BYTES : _HEAD_BYTES + 4])
    end = _HEAD_BYTES + 4 + count * _TAG_BYTES
    if not 0 < count <= _MOST_TAGS or end > len(profile):
        return message("an ICC profile that is damaged")
    for at in range(_HEAD_BYTES + 4, end, _TAG_BYTES):
        _, start, size = struct.unpack_from(">4sII", profile, at)
        if start < end or size < 8 or start + size > len(profile):
            return message("an ICC profile that is damaged")
        if profile[start : start + 4] == b"mpet" and size > _MOST_ELEMENTS:
            return message("an ICC profile that takes far too much work")
    return None
