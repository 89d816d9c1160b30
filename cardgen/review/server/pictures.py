"""A side of a card as a picture with a key: drawn as SVG for the page and as PNG for comparisons."""

from __future__ import annotations

import gzip
import hashlib

from cardgen.base.files import digest_of
from cardgen.cache.code import code_digest
from cardgen.cache.sealed import read_cache, write_cache
from cardgen.formats.png import to_png
from cardgen.formats.svg import to_svg
from cardgen.review.kept.scenes import as_kept
from cardgen.scene.items import Scene, images_in
from cardgen.scene.keys import KEY_VERSION, content_key

#: The resolution at which pictures are kept and compared.
DPI = 100


#: The resolutions of small pictures on pages: for usual screens, and for those with twice as many pixels.
THUMBNAIL_DPIS = (96, 192)

#: The prefix of the current version's keys. Those of version 1 had none.
KEY_PREFIX = f"{KEY_VERSION}-"


def picture_key(scene: Scene) -> str:
    """Return the version of the key, a hyphen and 32 hexadecimal digits: equal for bare scenes that paint the same."""
    return KEY_PREFIX + content_key(scene)[:32]


def is_current_key(key: str) -> bool:
    """Return True if a picture's key can be compared with those that cardgen makes now."""
    return key.startswith(KEY_PREFIX)


def picture_svg(scene: Scene) -> str:
    """Return the picture with its bleed, as SVG; the view begins at minus the bleed, in mm."""
    return to_svg(scene, bleed=True)


def picture_png(scene: Scene) -> bytes:
    """Return the picture with its bleed, as PNG of 100 dpi."""
    return to_png(scene, dpi=DPI, bleed=True)


def outlined_png(scene: Scene) -> bytes:
    """Return the picture as `picture_png` does, with letters as outlines, as they are in kept pictures."""
    return picture_png(as_kept(scene))


def thumbnail(scene: Scene, key: str, dpi: int) -> bytes | None:
    """Return the picture of this key as a PNG of so many dpi, with its bleed, from the cache if it has it.

    None if a picture file in it has changed since it was laid out.
    """
    digest = hashlib.sha256(f"{code_digest()} {key} {dpi}".encode()).hexdigest()
    name = f"thumbnails-{digest[0]}/{digest[:32]}"
    png = read_cache(name)
    if png is None:
        png = to_png(scene, dpi=dpi, bleed=True)
        if not is_whole(scene):
            return None
        write_cache(name, png)
    return png


def is_whole(scene: Scene) -> bool:
    """Return True if the picture files in the scene have not changed since it was laid out.

    Call it after drawing: if it returns True, the drawing matches its key.
    """
    images = {item.file: item.file_digest for item in images_in(scene.items)}
    return all(digest_of(file) == digest for file, digest in images.items())


def packed(svg: str) -> bytes:
    """Return an SVG compressed by gzip: equal bytes for equal texts."""
    return gzip.compress(svg.encode(), 6, mtime=0)
