"""Tidy the kept pictures of a game: remove those that no standing event needs, and pack the others."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from cardgen.base.records import dataclass
from cardgen.building.prints import read_run, run_names
from cardgen.review.kept.folder import PNG, SVG, KeptPictures
from cardgen.review.kept.packs import Header, make_pack
from cardgen.review.kept.scenes import IMAGE
from cardgen.review.server.events import Event
from cardgen.review.server.pictures import KEY_PREFIX
from cardgen.review.server.status import by_card, card_status, undone_parts
from cardgen.review.server.store import EDITION_LOG, LOG, PICTURES, Store
from cardgen.scene.items import Scene

#: The most pictures in a pack, and the fewest with which a pack is left as it is.
_MOST, _FEW = 1024, 256
_EDITION = re.compile(re.escape(EDITION_LOG).replace(r"\{\}", r"([\w-]+)"))


@dataclass(frozen=True, slots=True)
class Tidied:
    """The result: the pictures that were `removed` and those that were `packed`, which are of earlier versions.

    `unread` are pictures of earlier versions that stay as they are. `files` and `size` in bytes are those of the
    folder, before and after.
    """

    removed: tuple[str, ...]
    packed: tuple[str, ...]
    unread: tuple[str, ...]
    files: tuple[int, int]
    size: tuple[int, int]

    def as_data(self) -> dict[str, object]:
        """Return the result as JSON can hold it."""
        return {
            "removed": list(self.removed),
            "packed": list(self.packed),
            "left": list(self.unread),
            "files": {"before": self.files[0], "after": self.files[1]},
            "bytes": {"before": self.size[0], "after": self.size[1]},
        }


def tidy_pictures(folder: Path, shown_from: Path | None = None, game_folder: Path | None = None) -> Tidied:
    """Tidy the kept pictures beside the logs in a folder. `game_folder` has the game's print runs if it is another one.

    Any number of servers may run meanwhile.

    All new files are written before the first one is removed. DataError if a log cannot be read, or OSError: then
    nothing is removed that is still needed.
    """
    stores = [Store(folder, shown_from, edition) for edition in _editions(folder)]
    kept = KeptPictures(folder / PICTURES)
    with contextlib.ExitStack() as locks:
        for store in stores:
            locks.enter_context(store.locked_log())
        needed = {key for store in stores for key in needed_pictures(store.read())}
        needed |= printed_pictures(game_folder or folder)
        files, size = _measure(kept.folder)
        kept.refresh()
        before = _keys(kept)
        packed = _pack_older(kept, needed)
        _pack_again(kept, needed)
        unread = kept.older() & needed
        kept.remove(name for key in kept.older() - needed for name in (f"{key}{SVG}", f"{key}{PNG}"))
        used = {name for header in kept.headers.values() for name in header.images}
        kept.remove(name for name in kept.names() if IMAGE.fullmatch(name) and name not in used)
        files_after, size_after = _measure(kept.folder)
        removed = before - _keys(kept)
    keys = [tuple(sorted(one)) for one in (removed, packed, unread)]
    return Tidied(keys[0], keys[1], keys[2], (files, files_after), (size, size_after))


def printed_pictures(folder: Path) -> set[str]:
    """Return the keys of the pictures in the print runs of a game."""
    cards = [card for name in run_names(folder) for card in read_run(folder, name)]
    return {f"{KEY_PREFIX}{key}" for card in cards for key in (card.face, card.back) if key}


def needed_pictures(events: Iterable[Event]) -> set[str]:
    """Return the keys of the pictures that standing events need.

    They are those of the last approval and the last rejection of each card, and of its comments, unless they were
    undone.
    """
    events = list(events)
    undone = undone_parts(events)
    needed = [event for event in _baselines(events) if event is not None]
    needed += [event for event in events if event.kind == "comment" and event.thread is None]
    return {key for event in needed if event.part not in undone for key in event.sides.values()}


def _baselines(events: Iterable[Event]) -> Iterator[Event | None]:
    for own in by_card(events).values():
        status = card_status(own, None)
        yield from (status.approval, status.rejection)


def _editions(folder: Path) -> list[str]:
    """Return the editions that have a log in a folder, "" for the first one."""
    names = sorted(path.name for path in folder.glob("review*.jsonl"))
    others = [match[1] for name in names if (match := _EDITION.fullmatch(name))]
    return ([""] if LOG in names else []) + others


def _keys(kept: KeptPictures) -> set[str]:
    return {key for header in kept.headers.values() for key in header.pictures} | kept.older()


def _pack_older(kept: KeptPictures, needed: set[str]) -> set[str]:
    """Pack the needed pictures of earlier versions. Return their keys, without those that cannot be read as shapes."""
    scenes: dict[str, Scene] = {}
    for key in sorted(kept.older() & needed):
        scene = kept.scene(key)
        if scene is not None:
            scenes[key] = scene
    new = {key: scene for key, scene in scenes.items() if not kept.has_packed(key)}
    for start in range(0, len(new), _MOST):
        kept.write(make_pack(dict(list(new.items())[start : start + _MOST])))
    kept.remove(name for key in scenes for name in (f"{key}{SVG}", f"{key}{PNG}"))
    return set(scenes)


def _pack_again(kept: KeptPictures, needed: set[str]) -> None:
    """Write the packs anew that are small or have pictures that nobody needs."""
    counts = {name: len(header.pictures.keys() & needed) for name, header in _unpacked(kept.headers, needed).items()}
    wasteful = [name for name, count in counts.items() if count < len(kept.headers[name].pictures)]
    if len(counts) < 2 and not wasteful:
        return
    batch: list[str] = []
    for name in sorted(counts):
        if batch and sum(counts[one] for one in [*batch, name]) > _MOST:
            kept.replace(batch, needed)
            batch = []
        batch.append(name)
    kept.replace(batch, needed)


def _unpacked(headers: Mapping[str, Header], needed: set[str]) -> dict[str, Header]:
    """Return the packs that are small or have pictures that nobody needs."""
    return {
        name: header
        for name, header in headers.items()
        if len(header.pictures) < _FEW or not header.pictures.keys() <= needed
    }


def _measure(folder: Path) -> tuple[int, int]:
    """Return the number of files in a folder and their bytes."""
    sizes = []
    for path in folder.iterdir() if folder.is_dir() else ():
        with contextlib.suppress(FileNotFoundError):  # a decision that is being saved has just renamed it
            if path.is_file():
                sizes.append(path.stat().st_size)
    return len(sizes), sum(sizes)
