"""A side as a picture of its own: known by what is painted, drawn as SVG for the page and as PNG to be compared."""

from __future__ import annotations

import gzip
from dataclasses import replace

from cardgen.files import digest_of
from cardgen.formats.png import to_png
from cardgen.formats.svg import to_svg
from cardgen.scene.items import Image, Scene, walk
from cardgen.scene.keys import KEY_VERSION, content_key

#: The resolution at which pictures are kept and compared.
DPI = 100


def bare(scene: Scene) -> Scene:
    """The scene without its words for readers: two cards that look alike are one picture, whatever they are called."""
    return replace(scene, name="", title="", description="")


#: What the keys of today's version begin with. Those of version 1 had no prefix.
KEY_PREFIX = f"{KEY_VERSION}-"


def picture_key(scene: Scene) -> str:
    """Return the version of the key, a hyphen and 32 hexadecimal digits: equal for bare scenes that paint the same."""
    return KEY_PREFIX + content_key(scene)[:32]


def is_current_key(key: str) -> bool:
    """Return True if a picture's key can be compared with those that cardgen makes now."""
    return key.startswith(KEY_PREFIX)


def picture_svg(scene: Scene) -> str:
    """The picture with its bleed, as SVG; the view begins at minus the bleed, in mm."""
    return to_svg(scene, bleed=True)


def picture_png(scene: Scene) -> bytes:
    """The picture with its bleed, as PNG of 100 dpi."""
    return to_png(scene, dpi=DPI, bleed=True)


def is_whole(scene: Scene) -> bool:
    """Whether the picture files that are painted still are those that were laid out.

    Asked after drawing, it says whether what was drawn is what its hash says.
    """
    images = {item.file: item.digest for _, item in walk(scene.items) if isinstance(item, Image)}
    return all(digest_of(file) == digest for file, digest in images.items())


def packed(svg: str) -> bytes:
    """An SVG as gzip, the same bytes for the same text."""
    return gzip.compress(svg.encode(), 6, mtime=0)
