"""Digests of scenes and other values, by which parts of files are kept. They cost a small part of a key.

Unlike a key, a digest depends on how the data classes are written, so it is only good for looking up what the same code
has made.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Callable
from operator import attrgetter
from pathlib import PurePath
from typing import Any
from weakref import WeakKeyDictionary

from cardgen.base.fast import kernel
from cardgen.scene.items import GlyphRun, Glyphs, Gradient, Group, Image, Path, Pen, Placed, Scene, Stop
from cardgen.scene.keys import known_key
from cardgen.scene.tags import Tag

_digests: WeakKeyDictionary[Scene, str] = WeakKeyDictionary()


def scene_digest(scene: Scene) -> str:
    """Return a digest of what a scene paints: its key if that is known."""
    return known_key(scene) or tagged_digest(scene)


def tagged_digest(scene: Scene) -> str:
    """Return a digest of a scene and of the tags of its items, but not of those inside of placed scenes."""
    digest = _digests.get(scene)
    if digest is None:
        about = (scene.width, scene.height, scene.bleed, scene.name, scene.title, scene.description, scene.lang)
        digest = _digests[scene] = value_digest(about, scene.trim, scene.items)
    return digest


def value_digest(*values: object) -> str:
    """Return a digest of values. Scenes among them are taken by what they paint."""
    write = write_values if kernel is None else kernel.write_values
    return hashlib.sha256(write(values, FIELDS, stand_in)).hexdigest()


#: By class: its name, and the function that returns the values of its fields.
FIELDS: dict[type, tuple[str, Callable[[Any], Any]]] = {
    cls: (cls.__name__, attrgetter(*cls.__match_args__))
    for cls in (Glyphs, GlyphRun, Gradient, Group, Image, Path, Pen, Placed, Stop, Tag)
}


def stand_in(value: object) -> str:
    """Return what is written in place of a scene or of the path of a file. TypeError for any other value."""
    if isinstance(value, PurePath):
        return str(value)
    if isinstance(value, Scene):
        return scene_digest(value)
    raise TypeError(f"no digest of {type(value)}")


def write_values(
    value: object, fields: dict[type, tuple[str, Callable[[Any], Any]]], other: Callable[[Any], object]
) -> bytes:
    """Return a value as bytes: different ones for different values. The kernel has the same function."""
    match value:
        case float():
            return b"f" + struct.pack("=d", value)
        case str():
            text = value.encode("utf-8", "surrogatepass")
            return b"s" + struct.pack("=q", len(text)) + text
        case tuple() | list():
            parts = [write_values(part, fields, other) for part in value]
            return b"".join([b"t" + struct.pack("=q", len(value)), *parts])
        case None:
            return b"n"
        case bool():
            return b"y" if value else b"x"
        case int():
            return b"i" + struct.pack("=q", value)
    if type(value) not in fields:
        return write_values(other(value), fields, other)
    name, getter = fields[type(value)]
    return b"r" + write_values(name, fields, other) + write_values(getter(value), fields, other)
