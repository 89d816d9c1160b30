"""Texts that go on in other boxes: which boxes follow each other, and what a box takes from the one before it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from cardgen.base.errors import Fault, did_you_mean
from cardgen.base.plugins import PluginError
from cardgen.base.records import replace
from cardgen.base.words.messages import message
from cardgen.data.reading import Marked
from cardgen.data.templates.areas import EDGES
from cardgen.data.templates.extending import FileValue, lay
from cardgen.data.templates.forms import SIDES, chains_in, circle_in, placed_by
from cardgen.data.templates.kinds import is_flowing, kind_names
from cardgen.data.templates.models import TextStyle

#: What a box has of its own, however it goes on.
_OWN = ("kind", "box", "turn", "when", "when_text", "ink", "extends", "continues")

#: What the first box of a chain decides for all of them.
_OF_FIRST = ("text", "lang", "fit", "floor", "same", "direction", "hyphenate")


def join_texts(
    boxes: Mapping[str, FileValue], before: Mapping[str, FileValue], faults: list[Fault]
) -> dict[str, FileValue]:
    """Return the boxes of a side or container; one that continues another has its text, and its style but for its own.

    `before` are the boxes of the face, for those of the back.
    """
    joined: dict[str, FileValue] = {}
    followed: dict[tuple[bool, str], str] = {}
    for name, box in boxes.items():
        entry = box.entries.get("continues")
        if entry is not None and _flows(box):
            followed_name = str(entry.value)
            is_beside = followed_name in joined or followed_name not in before
            other = (joined if is_beside else before).get(followed_name)
            key = (is_beside, followed_name)
            fault = _fault(name, box, other, boxes, [*joined, *before], followed.get(key))
            faults += [fault] if fault is not None else []
            if fault is not None or other is None:
                joined[name] = replace(box, value={"text": replace(entry, value=""), **box.entries})
                continue
            followed[key] = name
            box = _joined(box, other)
        inner = box.entries.get("boxes")
        if inner is not None and inner.entries:
            inside = replace(inner, value=join_texts(inner.entries, {}, faults))
            box = replace(box, value={**box.entries, "boxes": inside})
        joined[name] = box
    return joined


def _flows(box: FileValue) -> bool:
    try:
        return box.kind in kind_names() and is_flowing(box.kind)
    except PluginError:  # it is reported with the box
        return False


def _fault(
    name: str,
    box: FileValue,
    other: FileValue | None,
    beside: Mapping[str, FileValue],
    earlier: Sequence[str],
    follower: str | None,
) -> Fault | None:
    entry = box.entries["continues"]
    if not isinstance(entry.value, str):  # the model of the box reports it
        return None
    if other is None and entry.value == name:
        return Fault(entry.place, message("continues: a box does not continue itself"))
    if other is None and entry.value in beside:
        problem = message("continues: {name!r} does not come before this box", name=entry.value)
        return Fault(entry.place, problem, message("write this box below it"))
    if other is None:
        problem = message("continues: there is no box {name!r} before this one", name=entry.value)
        return Fault(entry.place, problem, did_you_mean(entry.value, list(dict.fromkeys(earlier))))
    if not _flows(other):
        problem = message("continues: {name!r} has no text that could go on", name=entry.value)
        return Fault(entry.place, problem, message("name a box of the kind {kind}", kind="text"))
    if follower is not None:
        problem = message("continues: the text of {name!r} goes on in {other!r}", name=entry.value, other=follower)
        return Fault(entry.place, problem, message("continue {other!r}", other=follower))
    for key in _OF_FIRST:
        if key in box.entries:
            problem = message("{key}: a box that continues another has none of its own", key=key)
            return Fault(
                box.entries[key].place, problem, message("leave it out: it is that of {name!r}", name=entry.value)
            )
    return None


def _joined(box: FileValue, other: FileValue) -> FileValue:
    """Return a box with the text of another, and with its look, unless the box names a style of its own."""
    taken = [key for key in other.entries if key not in _OWN]
    if "style" in box.entries:
        taken = [key for key in taken if key in _OF_FIRST or (key not in TextStyle.model_fields and key != "style")]
    low = replace(other, value={key: other.entries[key] for key in taken})
    laid = lay(low, box).entries
    own = [key for key in box.entries if key in laid]  # they come first, as in the file
    return replace(box, value={key: laid[key] for key in dict.fromkeys([*own, *laid])})


# ---------------------------------------------------------------- circles


def check_circles(template: Marked, sides: Sequence[str]) -> Iterator[Fault]:
    """Yield a fault for boxes of a chain whose places depend on the text that flows through them.

    A box that is drawn with the text of a box that it cannot have is a fault, too.
    """
    given = {side: template.part(side, "boxes") for side in sides if side in template.value}
    yield from _check_together(given)


def _check_together(sides: Mapping[str, Marked]) -> Iterator[Fault]:
    chains = chains_in({side: boxes.value for side, boxes in sides.items()})
    behind = {name for chain in chains for side, name in chain if side != chain[0][0]}
    faults = [fault for side, boxes in sides.items() for fault in _check_shown(side, boxes, behind)]
    yield from faults
    if faults:
        return
    needs = _needs({side: boxes.value for side, boxes in sides.items()})
    circle = circle_in(needs, lambda node: needs[node])
    if circle:
        side, name = circle[0].removesuffix(_PLACE).split("/")
        names = [node.removesuffix(_PLACE).split("/")[1] for node in circle]
        chain = " → ".join(name for name, _ in groupby(names))
        problem = message("the places of these boxes depend on a text that flows through them: {names}", names=chain)
        yield Fault(sides[side].place(name, "box"), problem)
    for boxes in sides.values():
        for name, box in boxes.value.items():
            if isinstance(box.get("boxes"), dict):
                yield from _check_together({"": boxes.part(name, "boxes")})


def _check_shown(side: str, boxes: Marked, behind: set[str]) -> Iterator[Fault]:
    """Yield a fault for each box with the name of a box that is not beside it, nor one `behind` a box of the face."""
    names = [*boxes.value, *(behind if side == SIDES[0] else ())]
    for name, box in boxes.value.items():
        other = box.get("when_text")
        if isinstance(other, str) and other not in names:
            problem = message("when_text: there is no box {name!r} beside this one", name=other)
            yield Fault(boxes.place(name, "when_text"), problem, did_you_mean(other, sorted(names)))


#: What ends the name of the place of a box, which is known before its text is set.
_PLACE = ".box"


def _needs(sides: Mapping[str, Mapping[str, Any]]) -> dict[str, list[str]]:
    """Return what must be known before a box, or the place of a box in a chain; nothing if there is no chain."""
    chain_of = {member: chain for chain in chains_in(sides) for member in chain}
    needs: dict[str, list[str]] = {}
    for side, boxes in sides.items():
        for name, box in boxes.items() if chain_of else ():
            node = f"{side}/{name}"
            placed = [
                f"{side}/{other}" + (_PLACE if (side, other) in chain_of and edge in EDGES else "")
                for other, edge in placed_by(box)
                if other in boxes
            ]
            shown = str(box.get("when_text"))
            placed += [f"{behind}/{shown}" for behind, name in chain_of if name == shown and shown not in boxes]
            if (side, name) in chain_of:
                needs[node + _PLACE] = placed
                placed = [f"{side}/{name}{_PLACE}" for side, name in chain_of[side, name]]
            needs[node] = placed
    return needs
