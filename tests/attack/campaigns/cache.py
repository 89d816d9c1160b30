"""Caches and manifests of somebody else: they decide nothing. Every command answers as with an empty cache."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random

from cardgen.cache import sealed
from tests.attack.trial import Outcome, Verdict, files_below, run_command
from tests.games_on_disk import tiny_game_in

_CHECK = ["check", "tiny", "--project", ".", "--messages", "zh"]
_BUILD = ["build", "tiny", "--project", ".", "--quiet", "--only", "cards/svg"]


def forged_caches(random: Random, trials: int, folder: Path) -> Iterator[Verdict]:
    """Check and build a game with the cache of another user, whose entries or output were changed."""
    project, theirs = folder / "project", folder / "theirs"
    game = tiny_game_in(project)
    game.change("card_data/tiny/cards.yaml", "First", "First‽")  # no face has this character: check has a finding
    _run(_CHECK, project, theirs)
    game.change("card_data/tiny/cards.yaml", "First‽", "First")
    _run(_BUILD, project, theirs)
    expected = _results(project, folder / "empty")
    for number in range(trials):
        kind = random.choice(_KINDS)
        place = folder / str(number)
        shutil.copytree(project, place / "project")
        shutil.copytree(theirs, place / "cache")
        kind(random, place)
        own = _results(place / "project", place / "cache")
        wrong = [name for name, value in own.items() if value != expected[name]]
        detail = "\n".join(f"{name}: {own[name]!r:.300}" for name in wrong)
        yield Verdict(kind.__name__, (("wrong", detail),) if wrong else ())
        shutil.rmtree(place)


def _run(arguments: list[str], project: Path, folder: Path) -> Outcome:
    """Run a command with a cache, as if the code had not just been installed."""
    return run_command(arguments, project, before=partial(os.environ.__setitem__, "CARDGEN_CACHE", str(folder)))


def _results(project: Path, folder: Path) -> dict[str, object]:
    """Return what `check` and `build` answer with a cache, and the files that are there afterwards."""
    checked, built = _run(_CHECK, project, folder), _run(_BUILD, project, folder)
    files = {name: content for name, content in files_below(project / "output").items() if name.endswith(".svg")}
    return {"check": (checked.code, checked.out), "build": built.code, "files": files}


def _entries(place: Path) -> list[Path]:
    return sorted((place / "cache").iterdir())


def _sealed(name: str, content: bytes) -> bytes:
    """Return an entry as somebody else can make it who has another key."""
    return sealed._seal(b"somebody else's key".ljust(32), name, content) + b"\n" + content


def damaged(random: Random, place: Path) -> None:
    for entry in _entries(place):
        content = bytearray(entry.read_bytes())
        content[random.randrange(len(content))] ^= 1 << random.randrange(8)
        entry.write_bytes(content)


def exchanged(random: Random, place: Path) -> None:
    contents = [entry.read_bytes() for entry in _entries(place)]
    random.shuffle(contents)
    for entry, content in zip(_entries(place), contents, strict=True):
        entry.write_bytes(content)


def forged(random: Random, place: Path) -> None:
    """Texts and digests changed, with a seal that looks right."""
    for entry in _entries(place):
        content = entry.read_bytes().partition(b"\n")[2]
        old = random.choice((b"First", b"Second", b"main", b"0", b"tiny"))
        entry.write_bytes(_sealed(entry.name, content.replace(old, bytes(reversed(old)) if old != b"0" else b"1")))


def other_words(_: Random, place: Path) -> None:
    """The kept translations with other words."""
    for entry in _entries(place):
        content = entry.read_bytes().partition(b"\n")[2]
        entry.write_bytes(_sealed(entry.name, content.replace(b"\\u5f20", b"\\u203d")))


def no_checks(_: Random, place: Path) -> None:
    """What named the plug-ins once: no checks, and a module to import."""
    for name in ("plugins-0.json", *(entry.name for entry in _entries(place))):
        points = {"checks": [], "boxes": [["text", "antigravity:x", "cardgen"]]}
        content = json.dumps(points).encode()
        seals = (_sealed(name, content), hashlib.sha256(content).hexdigest().encode() + b"\n" + content)
        (place / "cache" / name).write_bytes(seals[len(name) % 2])


def foreign_output(random: Random, place: Path) -> None:
    """Pictures of somebody else, and a manifest that calls them up to date."""
    output = place / "project" / "output" / "tiny"
    manifest = json.loads((output / "manifest.json").read_bytes())
    for path, entry in manifest["files"].items():
        content = (output / path).read_bytes().replace(b"<svg", b"<!-- forged --><svg", random.randrange(2))
        (output / path).write_bytes(content)
        entry["sha256"], entry["bytes"] = hashlib.sha256(content).hexdigest(), len(content)
    (output / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")


_KINDS: tuple[Callable[[Random, Path], None], ...] = (
    damaged,
    exchanged,
    forged,
    other_words,
    no_checks,
    foreign_output,
)
