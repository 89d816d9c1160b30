"""Small ICC profiles for tests, made here: of screens, of greys, and of inks with tables."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence

#: Primaries and white as CIE 1931 x, y: red, green, blue, white.
Space = tuple[tuple[float, float], tuple[float, float], tuple[float, float], tuple[float, float]]
D65, D50 = (0.3127, 0.3290), (0.3457, 0.3585)
SRGB: Space = ((0.64, 0.33), (0.30, 0.60), (0.15, 0.06), D65)
DISPLAY_P3: Space = ((0.68, 0.32), (0.265, 0.69), (0.15, 0.06), D65)
ADOBE_RGB: Space = ((0.64, 0.33), (0.21, 0.71), (0.15, 0.06), D65)
PROPHOTO: Space = ((0.7347, 0.2653), (0.1596, 0.8404), (0.0366, 0.0001), D50)

_PCS_WHITE = (0.9642, 1.0, 0.8249)
_BRADFORD = ((0.8951, 0.2664, -0.1614), (-0.7502, 1.7135, 0.0367), (0.0389, -0.0685, 1.0296))


def srgb_curve(value: float) -> float:
    """Return the linear light of a value of sRGB (IEC 61966-2-1)."""
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def gamma(exponent: float) -> Callable[[float], float]:
    """Return a curve of a power."""
    return lambda value: value**exponent


def matrix_profile(space: Space, curve: Callable[[float], float]) -> bytes:
    """Return a profile of version 2 of an RGB screen."""
    columns = _columns(space)
    tags = {b"wtpt": _xyz(_PCS_WHITE)}
    tags |= {name: _xyz(column) for name, column in zip((b"rXYZ", b"gXYZ", b"bXYZ"), columns, strict=True)}
    tags |= dict.fromkeys((b"rTRC", b"gTRC", b"bTRC"), _curve(curve))
    return profile(b"mntr", b"RGB ", tags)


def grey_profile(curve: Callable[[float], float]) -> bytes:
    """Return a profile of version 2 of a grey screen."""
    return profile(b"mntr", b"GRAY", {b"wtpt": _xyz(_PCS_WHITE), b"kTRC": _curve(curve)})


def inks_profile(**tags: bytes) -> bytes:
    """Return a profile of a printer with four inks, in coarse tables from and to CIE L*a*b*; `tags` replace others."""
    tables = {"A2B0": _lut8(4, 3, _lab), "B2A0": _lut8(3, 4, _inks), **tags}
    white = {b"wtpt": _xyz(_PCS_WHITE)}
    return profile(b"prtr", b"CMYK", white | {name.encode(): table for name, table in tables.items()}, b"Lab ")


def profile(device_class: bytes, space: bytes, tags: dict[bytes, bytes], connection: bytes = b"XYZ ") -> bytes:
    """Return a profile with these tags (ICC.1:2001-04, 6.1-6.3)."""
    tags = {b"desc": _text(b"desc", b"test"), b"cprt": b"text" + bytes(4) + b"CC0\0", **tags}
    place, table, data = 128 + 4 + 12 * len(tags), b"", b""
    for name, content in tags.items():
        content += bytes(-len(content) % 4)
        table += name + struct.pack(">II", place + len(data), len(content))
        data += content
    size = place + len(data)
    head = struct.pack(">I4sI4s4s4s", size, b"\0" * 4, 0x02400000, device_class, space, connection)
    head += struct.pack(">6H4s", 2026, 1, 1, 0, 0, 0, b"acsp") + bytes(28) + _numbers(_PCS_WHITE) + bytes(48)
    return head + struct.pack(">I", len(tags)) + table + data


def _text(kind: bytes, text: bytes) -> bytes:
    return kind + bytes(4) + struct.pack(">I", len(text) + 1) + text + b"\0" + bytes(4 + 4 + 2 + 1 + 67)


def _numbers(values: Sequence[float]) -> bytes:
    return struct.pack(f">{len(values)}i", *(round(value * 65536) for value in values))


def _xyz(values: Sequence[float]) -> bytes:
    return b"XYZ " + bytes(4) + _numbers(values)


def _curve(curve: Callable[[float], float], points: int = 1024) -> bytes:
    values = [round(65535 * curve(i / (points - 1))) for i in range(points)]
    return b"curv" + bytes(4) + struct.pack(f">I{points}H", points, *values)


def _lut8(inputs: int, outputs: int, cell: Callable[[Sequence[float]], Sequence[float]], points: int = 5) -> bytes:
    """Return a tag of type lut8Type: straight curves, and a table of cells (6.5.8)."""
    head = b"mft1" + bytes(4) + bytes([inputs, outputs, points, 0]) + _numbers((1, 0, 0, 0, 1, 0, 0, 0, 1))
    cells = bytearray()
    for number in range(points**inputs):
        place = [number // points ** (inputs - 1 - axis) % points / (points - 1) for axis in range(inputs)]
        cells += bytes(min(255, max(0, round(255 * value))) for value in cell(place))
    straight = bytes(range(256))
    return head + straight * inputs + bytes(cells) + straight * outputs


def _lab(inks: Sequence[float]) -> tuple[float, float, float]:
    """Return a dull picture of four inks: L from 0 to 1, a and b with their middle at 128 of 255."""
    cyan, magenta, yellow, black = inks
    light = (1 - 0.45 * cyan) * (1 - 0.5 * magenta) * (1 - 0.1 * yellow) * (1 - 0.9 * black)
    middle = 128 / 255
    a = middle + (-0.14 * cyan + 0.28 * magenta - 0.02 * yellow) * (1 - black)
    b = middle + (-0.18 * cyan - 0.02 * magenta + 0.35 * yellow) * (1 - black)
    return light, a, b


def _inks(lab: Sequence[float]) -> tuple[float, float, float, float]:
    light, a, b = lab[0], lab[1] - 128 / 255, lab[2] - 128 / 255
    dark = 1 - light
    return 0.6 * dark - a - b, 0.6 * dark + 2 * a, 0.6 * dark + 2 * b, max(0.0, dark - 0.4)


def _columns(space: Space) -> list[list[float]]:
    """Return the XYZ of the three primaries, adapted to D50 by Bradford."""
    *primaries, white = [(x / y, 1.0, (1 - x - y) / y) for x, y in space]
    rows = [[primary[i] for primary in primaries] for i in range(3)]
    amounts = _solve(rows, white)
    scaled = [[primary[i] * amount for i in range(3)] for primary, amount in zip(primaries, amounts, strict=True)]
    there, here = (_times(_BRADFORD, point) for point in (_PCS_WHITE, white))
    gains = [a / b for a, b in zip(there, here, strict=True)]
    adapted = []
    for column in scaled:
        cones = [gain * value for gain, value in zip(gains, _times(_BRADFORD, column), strict=True)]
        adapted.append(_solve(_BRADFORD, cones))
    return adapted


def _times(rows: Sequence[Sequence[float]], column: Sequence[float]) -> list[float]:
    return [sum(a * b for a, b in zip(row, column, strict=True)) for row in rows]


def _solve(rows: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Solve three equations by Cramer's rule."""

    def determinant(m: Sequence[Sequence[float]]) -> float:
        (a, b, c), (d, e, f), (g, h, i) = m
        return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)

    whole = determinant(rows)
    solved = []
    for at in range(3):
        other = [[right[n] if k == at else v for k, v in enumerate(row)] for n, row in enumerate(rows)]
        solved.append(determinant(other) / whole)
    return solved


def half_table() -> bytes:
    """Return a tag of type lutBToAType without its last curves (ICC.1:2022, 10.13).

    LittleCMS reads it, and does not write it again if the profile is of version 4.
    """
    grid = bytes([2, 2, 2]) + bytes(13) + bytes([1, 0, 0, 0]) + bytes(4 * 8)
    curves = (b"curv" + bytes(8)) * 3
    offsets = (32, 0, 0, 32 + len(curves), 0)
    return b"mBA " + bytes(4) + bytes([3, 4, 0, 0]) + struct.pack(">5I", *offsets) + curves + grid
