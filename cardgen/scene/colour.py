"""Colours as numbers: mixtures, contrast, and differences as seen with normal and with impaired colour vision.

Colours are `#rrggbb` in sRGB (IEC 61966-2-1).
"""

from __future__ import annotations

import math
import re
from functools import lru_cache
from typing import TypeAlias

from cardgen.base.units import sum_floats

Triple: TypeAlias = tuple[float, float, float]

HEX = re.compile(r"#[0-9a-fA-F]{6}\Z")

#: Kinds of colour vision: matrices from linear RGB to linear RGB (Machado, Oliveira and Fernandes 2009, severity 1.0).
SIGHTS: dict[str, tuple[Triple, Triple, Triple]] = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


@lru_cache(maxsize=1)
def colour_names() -> dict[str, str]:
    """Return the colours that CSS names, as `#rrggbb`."""
    from PIL import ImageColor  # lazy: few games name a colour

    colours = ImageColor.colormap.items()
    return {name: value if isinstance(value, str) else to_hex(*value[:3]) for name, value in colours}


def parse_hex(colour: str) -> tuple[int, int, int]:
    """Return red, green and blue, 0 to 255. ValueError unless `colour` is `#rrggbb`."""
    if not HEX.match(colour):
        raise ValueError(f"not a colour: {colour!r}, expected #rrggbb")
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def to_hex(red: float, green: float, blue: float) -> str:
    """Return channels from 0 to 255, rounded and clamped, as `#rrggbb`."""
    return "#" + "".join(f"{min(255, max(0, round(v))):02x}" for v in (red, green, blue))


def mix(colour: str, other: str, share: float) -> str:
    """Return a mixture of two colours, in which the fraction of `other` is `share` (0 to 1)."""
    return to_hex(*(a + (b - a) * share for a, b in zip(parse_hex(colour), parse_hex(other), strict=True)))


def _linear(colour: str) -> Triple:
    r, g, b = (v / 255 for v in parse_hex(colour))
    return tuple(v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in (r, g, b))  # type: ignore[return-value]


@lru_cache(maxsize=4096)
def luminance(colour: str) -> float:
    """Return the relative luminance by WCAG 2: 0 is black, 1 is white."""
    r, g, b = _linear(colour)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def grey_of(colour: str) -> str:
    """Return the grey of the same luminance."""
    grey = luminance(colour)
    level = 255 * (12.92 * grey if grey <= 0.0031308 else 1.055 * grey ** (1 / 2.4) - 0.055)
    return to_hex(level, level, level)


#: The lowest contrast ratio of text of any size (WCAG 2.2, success criterion 1.4.3).
LEAST_CONTRAST = 4.5


def contrast(colour: str, other: str) -> float:
    """Return the contrast ratio of two colours by WCAG 2, 1 to 21."""
    low, high = sorted((luminance(colour), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def shade_of(colour: str) -> str:
    """Return a shade of a colour for marks on it: darker for a light colour, lighter for a dark one."""
    return mix(colour, "#000000", 0.38) if luminance(colour) > 0.18 else mix(colour, "#ffffff", 0.42)


@lru_cache(maxsize=4096)
def lab(colour: str, sight: str = "normal") -> Triple:
    """Return CIE L*a*b* (D65, 2°) of a colour, as it is seen with a kind of colour vision (a key of SIGHTS)."""
    linear = _linear(colour)
    seen = [min(1.0, max(0.0, sum_floats(m * v for m, v in zip(row, linear, strict=True)))) for row in SIGHTS[sight]]
    r, g, b = seen
    x = (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047
    y = 0.2126729 * r + 0.7151522 * g + 0.0721750 * b
    z = (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883
    fx, fy, fz = (v ** (1 / 3) if v > 216 / 24389 else (24389 / 27 * v + 16) / 116 for v in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def difference(colour: str, other: str, sight: str = "normal") -> float:
    """Return the CIEDE2000 difference of two colours, as seen with a kind of colour vision; 1 is just visible."""
    return ciede2000(lab(colour, sight), lab(other, sight))


def ciede2000(first: Triple, second: Triple) -> float:
    """Return the CIEDE2000 difference of two L*a*b* colours (Sharma, Wu and Dalal 2005; kL = kC = kH = 1)."""
    l1, a1, b1 = first
    l2, a2, b2 = second
    mean7 = ((math.hypot(a1, b1) + math.hypot(a2, b2)) / 2) ** 7
    g = 0.5 * (1 - math.sqrt(mean7 / (mean7 + 25**7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1 = math.degrees(math.atan2(b1, a1)) % 360 if c1 else 0.0
    h2 = math.degrees(math.atan2(b2, a2)) % 360 if c2 else 0.0
    delta_h = 0.0 if c1 * c2 == 0 else h2 - h1
    if abs(delta_h) > 180 + 1e-9:  # hues that are opposite within rounding errors keep their difference
        delta_h -= math.copysign(360, delta_h)
    big_h = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(delta_h / 2))
    mean_l, mean_c = (l1 + l2) / 2, (c1 + c2) / 2
    mean_h = h1 + h2 if c1 * c2 == 0 else (h1 + delta_h / 2) % 360
    t = (
        1
        - 0.17 * math.cos(math.radians(mean_h - 30))
        + 0.24 * math.cos(math.radians(2 * mean_h))
        + 0.32 * math.cos(math.radians(3 * mean_h + 6))
        - 0.20 * math.cos(math.radians(4 * mean_h - 63))
    )
    s_l = 1 + 0.015 * (mean_l - 50) ** 2 / math.sqrt(20 + (mean_l - 50) ** 2)
    s_c, s_h = 1 + 0.045 * mean_c, 1 + 0.015 * mean_c * t
    r_c = 2 * math.sqrt(mean_c**7 / (mean_c**7 + 25**7))
    r_t = -r_c * math.sin(math.radians(60 * math.exp(-(((mean_h - 275) / 25) ** 2))))
    light, chroma, hue = (l2 - l1) / s_l, (c2 - c1) / s_c, big_h / s_h
    return math.sqrt(light**2 + chroma**2 + hue**2 + r_t * chroma * hue)
