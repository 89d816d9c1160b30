"""ICC profiles that are damaged, lie about themselves, or take much work: in pictures, and as that of a press."""

from __future__ import annotations

import io
import shutil
import struct
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from PIL import Image

from tests.attack.bombs_media import project
from tests.attack.trial import Problem, Verdict, judge, run_command, write_files
from tests.profiles import (
    DISPLAY_P3,
    gamma,
    grey_profile,
    half_table,
    inks_profile,
    matrix_profile,
    profile,
)

_PRESS = """\
  exports:
    print-shop:
      press: {icc: press.icc, condition: Test}
"""
_MODES = {b"RGB ": "RGB", b"GRAY": "L", b"CMYK": "CMYK"}


def damaged_profiles(random: Random, trials: int, folder: Path) -> Iterator[Verdict]:
    """Check, build and export games with such a profile: nothing is written for one that is rejected."""
    for number in range(trials):
        kind, content = _profile(random)
        place = random.choice(("picture", "press")) if content[16:20] == b"CMYK" else "picture"
        name, picture = _picture(random, b"" if place == "press" else content)
        files = project({name: picture})
        files["templates/bomb.yaml"] = files["templates/bomb.yaml"].replace(b"box: trim", b"box: bleed")
        if place == "press":
            files["card_data/bomb/press.icc"] = content
            files["card_data/bomb/game.yaml"] += _PRESS.encode()
        root = folder / str(number)
        write_files(root, files)
        problems: list[tuple[Problem, str]] = []
        export = ["export", "print-shop", "bomb", "--project", "."]
        for command in (
            ["check", "bomb", "--project", "."],
            export if place == "press" else ["build", "bomb", "--quiet", "--dpi", "72", "--project", "."],
        ):
            outcome = run_command(command, root)
            problems += judge(outcome)
            if "the picture changed" in outcome.err:
                problems.append(("wrong", "a profile is rejected only when a file is made"))
            if outcome.code == 2 and (root / "output").exists():
                problems.append(("wrong", "something is written for a profile that is rejected"))
        yield Verdict(f"{place} {name}: {kind}", tuple(problems))
        shutil.rmtree(root)


def _profile(random: Random) -> tuple[str, bytes]:
    whole = random.choice([matrix_profile(DISPLAY_P3, gamma(2.2)), grey_profile(gamma(1.8)), inks_profile()])
    kinds = (_cut_off, _other_bytes, _other_tags, _other_numbers, _half, _segments, _long_table, _padded)
    kind = random.choice(kinds)
    return kind.__name__.strip("_"), kind(random, whole)


def _cut_off(random: Random, whole: bytes) -> bytes:
    cut = whole[: random.randrange(len(whole))]
    return len(cut).to_bytes(4) + cut[4:] if random.random() < 0.7 else cut


def _other_bytes(random: Random, whole: bytes) -> bytes:
    changed = bytearray(whole)
    for _ in range(random.randrange(1, 40)):
        changed[random.randrange(20, len(changed))] = random.choice((0, 1, 127, 255, random.randrange(256)))
    return bytes(changed)


def _other_tags(random: Random, whole: bytes) -> bytes:
    """Move, resize or exchange tags."""
    changed = bytearray(whole)
    count = int.from_bytes(whole[128:132])
    at = 132 + 12 * random.randrange(count)
    match random.randrange(4):
        case 0:
            changed[at + 4 : at + 8] = random.randrange(1 << 32).to_bytes(4)
        case 1:
            changed[at + 8 : at + 12] = random.randrange(1 << random.randrange(33)).to_bytes(4)
        case 2:
            other = 132 + 12 * random.randrange(count)
            changed[at + 4 : at + 12] = whole[other + 4 : other + 12]
        case _:
            changed[128:132] = random.choice((0, 1, count + 1, 100, 101, 1 << 31)).to_bytes(4)
    return bytes(changed)


def _other_numbers(random: Random, whole: bytes) -> bytes:
    """Change the beginnings of tags: types, counts of points and of channels."""
    changed = bytearray(whole)
    for _ in range(random.randrange(1, 4)):
        tag = 132 + 12 * random.randrange(int.from_bytes(whole[128:132]))
        start = int.from_bytes(whole[tag + 4 : tag + 8])
        at = start + random.randrange(0, 48)
        changed[at : at + 4] = random.choice((bytes(4), b"\xff" * 4, b"\x7f\xff\xff\xff", random.randbytes(4)))
    return bytes(changed[: len(whole)])


def _half(random: Random, _: bytes) -> bytes:
    """Return one that LittleCMS reads, but cannot write."""
    table = inks_profile(B2A0=half_table())
    return table[:8] + bytes([random.choice((2, 4))]) + table[9:]


def _segments(random: Random, _: bytes) -> bytes:
    """Return one whose colours go through curves of many segments each."""
    count = random.choice((20, 40, 3_000, 60_000))
    breaks = struct.pack(f">{count - 1}f", *(i / count for i in range(1, count)))
    parts = b"parf" + bytes(4) + struct.pack(">H2x4f", 0, 1.0, 1.0, 0.0, 0.0)
    curve = b"curf" + bytes(4) + struct.pack(">H2x", count) + breaks + parts * count
    head = b"cvst" + bytes(4) + struct.pack(">HH", 3, 3) + struct.pack(">6I", *((36, len(curve)) * 3))
    stage = head + curve
    element = b"mpet" + bytes(4) + struct.pack(">HHI", 3, 3, 1) + struct.pack(">II", 24, len(stage)) + stage
    whole = profile(b"mntr", b"RGB ", {b"wtpt": b"XYZ " + bytes(16), b"D2B0": element, b"D2B1": element}, b"XYZ ")
    return whole[:8] + b"\4" + whole[9:]


def _long_table(random: Random, _: bytes) -> bytes:
    """Return one with curves of millions of points, or a table that claims so many cells."""
    if random.random() < 0.5:
        points = random.choice((5_000, 700_000))
        curve = b"curv" + bytes(4) + points.to_bytes(4) + random.randbytes(2 * points)
        white = b"XYZ " + bytes(4) + struct.pack(">3i", 63190, 65536, 54061)
        columns = dict.fromkeys((b"wtpt", b"rXYZ", b"gXYZ", b"bXYZ"), white)
        return profile(b"mntr", b"RGB ", columns | dict.fromkeys((b"rTRC", b"gTRC", b"bTRC"), curve))
    table = bytearray(inks_profile())
    at = table.index(b"mft1")
    table[at + 8 : at + 11] = random.choice((bytes([4, 3, 255]), bytes([15, 15, 33]), bytes([4, 15, 200])))
    return bytes(table)


def _padded(random: Random, whole: bytes) -> bytes:
    """Return one with megabytes behind its tags."""
    longer = whole + bytes(random.choice((500_000, 6_000_000, 15_000_000)))
    return len(longer).to_bytes(4) + longer[4:]


def _picture(random: Random, content: bytes) -> tuple[str, bytes]:
    mode = _MODES.get(content[16:20], "RGB")
    name = random.choice({"RGB": ("a.png", "a.jpg", "a.webp"), "L": ("a.png", "a.jpg"), "CMYK": ("a.jpg",)}[mode])
    options: dict[str, Any] = {"icc_profile": content} if content else {}
    stream = io.BytesIO()
    picture = Image.linear_gradient("L").resize((830, 1131)).convert(mode)
    picture.save(stream, Image.registered_extensions()[name[1:]], **options)
    return name, stream.getvalue()
