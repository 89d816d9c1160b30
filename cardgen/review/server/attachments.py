"""Pictures of comments: checked, reduced, written again without anything else, and named by their content.

They are stored in `review/comments/` beside the log. The page and files of decisions send them as data URLs.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import io
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.base.errors import WrongValueError
from cardgen.base.files import read_regular
from cardgen.base.output_folder import OutputFolder
from cardgen.base.words.messages import message
from cardgen.data.picture_files import decode, eight_bit, open_shown
from cardgen.formats.png import encode_png

if TYPE_CHECKING:
    from PIL.Image import Image

#: The folder beside the log.
FOLDER = "comments"
#: A stored picture's name: the sha256 of its bytes and the format.
NAME = r"[0-9a-f]{32}\.(png|jpg)"
#: The most pictures of one comment.
MOST_PICTURES = 4
#: The most characters of a data URL: some 3 MB of a picture, as the page sends it.
MOST_CHARACTERS = 4_000_000
#: The longest side of a stored picture in pixels, and the most bytes of one without losses.
_LONGEST = 1600
_MOST_LOSSLESS = 500_000
_QUALITY = 85
_MOST_STORED = 8 << 20

_DATA_URL = re.compile(r"data:image/(?:png|jpeg|webp);base64,([A-Za-z0-9+/]+={0,2})")

KINDS = {"png": "image/png", "jpg": "image/jpeg"}
"""The content types of stored pictures by the ends of their names."""


def stored_picture(data_url: str) -> tuple[str, bytes]:
    """Return the name and the bytes of a picture as it is stored. WrongValueError if it is no picture, or too large."""
    match = _DATA_URL.fullmatch(data_url)
    if len(data_url) > MOST_CHARACTERS:
        raise WrongValueError(message("a picture has more than {most} characters", most=MOST_CHARACTERS))
    if match is None:
        raise WrongValueError(message("a picture must be data:image/png;base64,… or the same for JPEG or WebP"))
    try:
        content = base64.b64decode(match[1], validate=True)
    except binascii.Error as error:
        raise WrongValueError(
            message("a picture must be data:image/png;base64,… or the same for JPEG or WebP")
        ) from error
    decode(content)
    stored, suffix = _encoded(_reduced(content))
    return f"{hashlib.sha256(stored).hexdigest()[:32]}.{suffix}", stored


def as_png(content: bytes) -> bytes:
    """Return a picture as every browser shows it. WrongValueError if it is no picture."""
    decode(content)
    return encode_png(_reduced(content))


def _reduced(content: bytes) -> Image:
    """Return the picture upright, on white, and no longer than it is stored."""
    from PIL import Image

    with open_shown(content, least=(_LONGEST, _LONGEST)) as shown:
        picture = eight_bit(shown.image).convert("RGBA")
    picture.thumbnail((_LONGEST, _LONGEST), Image.Resampling.LANCZOS)
    ground = Image.new("RGBA", picture.size, "#ffffff")
    return Image.alpha_composite(ground, picture).convert("RGB")


def _encoded(picture: Image) -> tuple[bytes, str]:
    content = encode_png(picture)
    if len(content) <= _MOST_LOSSLESS:
        return content, "png"
    stream = io.BytesIO()
    picture.save(stream, "JPEG", quality=_QUALITY, optimize=True)
    return stream.getvalue(), "jpg"


def write_attachments(folder: Path, pictures: Mapping[str, bytes]) -> None:
    """Write pictures that are not in the folder yet, by their names."""
    missing = {name: content for name, content in pictures.items() if not (folder / name).is_file()}
    output = OutputFolder(folder)
    for name, content in missing.items():
        output.write(name, content)


def read_attachment(folder: Path, name: str) -> bytes | None:
    """Return a stored picture by its name; None if there is none."""
    if not re.fullmatch(NAME, name):
        return None  # the name must not lead out of the folder
    try:
        return read_regular(folder / name, _MOST_STORED, follow=False)
    except OSError:
        return None
