"""ICC profiles (ICC.1:2001-04): their structure, checked before LittleCMS reads them, and small ones to be made."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence

from cardgen.base.records import dataclass
from cardgen.base.words.messages import Message, message

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
_MOST_ELEMENTS = 1_024

_HEAD_BYTES, _TAG_BYTES = 128, 12


@dataclass(frozen=True, slots=True)
class ProfileHead:
    """The version of a profile's format, such as 2 or 4, and the four-letter codes of its class and its colours."""

    version: int
    device_class: str
    space: str


def read_head(profile: bytes) -> ProfileHead | None:
    """Return the head of a profile; None for data that is no whole ICC profile."""
    if len(profile) < _HEAD_BYTES + 4 or profile[36:40] != b"acsp" or int.from_bytes(profile[:4]) > len(profile):
        return None
    codes = (profile[at : at + 4].decode("ascii", "replace").strip() for at in (12, 16))
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


# ---------------------------------------------------------------- making profiles

#: The white of the connection space, D50, as XYZ, and the matrix of Bradford, which adapts other whites to it.
_WHITE = (0.9642, 1.0, 0.8249)
_BRADFORD = ((0.8951, 0.2664, -0.1614), (-0.7502, 1.7135, 0.0367), (0.0389, -0.0685, 1.0296))


def screen_profile(primaries: Sequence[float], curve: Sequence[float]) -> bytes:
    """Return the profile of an RGB screen: white, red, green, blue as x and y each (CIE 1931), and a curve.

    A curve is an exponent, or the five numbers g, a, b, c, d of a parametric curve of type 3. ValueError or
    ArithmeticError for primaries that are no colours.
    """
    white, *points = (_xyz(x, y) for x, y in zip(primaries[::2], primaries[1::2], strict=True))
    amounts = _solve([*zip(*points, strict=True)], white)
    gains = [a / b for a, b in zip(_times(_BRADFORD, _WHITE), _times(_BRADFORD, white), strict=True)]
    tags = {b"wtpt": _pack_xyz(_WHITE)}
    for name, point, amount in zip((b"r", b"g", b"b"), points, amounts, strict=True):
        cones = [gain * amount * part for gain, part in zip(gains, _times(_BRADFORD, point), strict=True)]
        tags[name + b"XYZ"] = _pack_xyz(_solve(_BRADFORD, cones))
        tags[name + b"TRC"] = _pack_curve(curve)
    return _profile(b"RGB ", tags)


def grey_profile(curve: Sequence[float]) -> bytes:
    """Return the profile of a grey screen with a curve, as for `screen_profile`."""
    return _profile(b"GRAY", {b"wtpt": _pack_xyz(_WHITE), b"kTRC": _pack_curve(curve)})


def _profile(space: bytes, tags: Mapping[bytes, bytes]) -> bytes:
    """Return a profile of version 4 of a screen. Its tags have lengths that can be divided by four."""
    place, table = _HEAD_BYTES + 4 + _TAG_BYTES * len(tags), b""
    for name, content in tags.items():
        table += struct.pack(">4sII", name, place, len(content))
        place += len(content)
    head = struct.pack(">I4sI4s4s4s12x4s28x", place, b"", 0x04200000, b"mntr", space, b"XYZ ", b"acsp")
    white = struct.pack(">3i", *(round(value * 65536) for value in _WHITE))
    return head + white + bytes(48) + struct.pack(">I", len(tags)) + table + b"".join(tags.values())


def _pack_xyz(values: Sequence[float]) -> bytes:
    try:
        return struct.pack(">4s4x3i", b"XYZ ", *(round(value * 65536) for value in values))
    except struct.error as error:
        raise ValueError("a value outside of s15Fixed16Number") from error


def _pack_curve(curve: Sequence[float]) -> bytes:
    kind = 0 if len(curve) == 1 else 3
    return struct.pack(f">4s4xH2x{len(curve)}i", b"para", kind, *(round(value * 65536) for value in curve))


def _xyz(x: float, y: float) -> tuple[float, float, float]:
    return x / y, 1.0, (1 - x - y) / y


def _times(rows: Sequence[Sequence[float]], column: Sequence[float]) -> list[float]:
    return [sum(a * b for a, b in zip(row, column, strict=True)) for row in rows]


def _solve(rows: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Return the solution of three equations, by Cramer's rule."""
    whole = _determinant(rows)
    columns = [[[*row[:i], value, *row[i + 1 :]] for row, value in zip(rows, right, strict=True)] for i in range(3)]
    return [_determinant(changed) / whole for changed in columns]


def _determinant(rows: Sequence[Sequence[float]]) -> float:
    (a, b, c), (d, e, f), (g, h, i) = rows
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
