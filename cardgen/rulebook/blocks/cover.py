"""`cover`: what the front of the book shows, over a picture file if one is named.

Further keys are ornaments: plug-ins of the group `cardgen.ornaments`, each a function that reads the key's value.
"""

from functools import lru_cache
from typing import Any

from pydantic import create_model

from cardgen.base.errors import DataError, Fault
from cardgen.base.plugins import PluginError, find_plugins, load_plugin
from cardgen.base.words.messages import message
from cardgen.data.kinds import Colour, FileModel
from cardgen.data.reading import Marked
from cardgen.rulebook.blocks.context import BlockContext, Fence
from cardgen.rulebook.book import Cover, Ornament, OrnamentKind
from cardgen.rulebook.style import NIGHT, NIGHT_INK
from cardgen.scene.colour import LEAST_CONTRAST, contrast


class CoverBody(FileModel):
    """The texts of a cover and its colours. `back` is the anchor of the first chapter on the back cover."""

    subtitle: str = ""
    tagline: str = ""
    facts: list[str] = []
    credit: str = ""
    ground: Colour | None = None
    ink: Colour | None = None
    back: str = ""


@lru_cache(maxsize=8)
def _cover_model(ornaments: tuple[str, ...]) -> type[CoverBody]:
    # Values of ornaments are checked by their own readers.
    fields: dict[str, Any] = dict.fromkeys(ornaments, (Any, None))
    return create_model("CoverBody", __base__=CoverBody, **fields)


def read_cover(fence: Fence, context: BlockContext) -> Cover:
    """Return the cover. DataError if its ink does not stand out from its ground, or several pictures are named."""
    names = list(find_plugins("ornaments"))
    body, marked = fence.parse_yaml(_cover_model(tuple(names)))
    if len(fence.names) > 1:
        text = message("the cover has {count} pictures, expected one", count=len(fence.names))
        raise DataError(Fault(fence.place, text))
    picture = context.open_picture(fence.names[0], fence) if fence.names else None
    ratio = contrast(body.ground or NIGHT, body.ink or NIGHT_INK)
    if picture is None and ratio < LEAST_CONTRAST:
        text = message(
            "the cover's ink and ground have a contrast of {ratio:.1f}:1, expected at least {least}:1",
            ratio=ratio,
            least=LEAST_CONTRAST,
        )
        key = "ink" if body.ink else "ground"
        raise DataError(
            Fault(marked.place(key), text, message("use a lighter `ink` on a dark `ground`, or the reverse"))
        )
    back = body.back.removeprefix("#")
    if back:
        context.words(f"[{back}](<#{back}>)", marked.place("back"))  # reports an anchor that does not exist
    return Cover(
        context.fill(body.subtitle, marked.place("subtitle")),
        context.fill(body.tagline, marked.place("tagline")),
        tuple(context.fill(fact, marked.place("facts", i)) for i, fact in enumerate(body.facts)),
        context.fill(body.credit, marked.place("credit")),
        _read_ornament(names, body, marked, context),
        body.ground or "",
        body.ink or "",
        picture,
        back,
    )


def _read_ornament(names: list[str], body: CoverBody, marked: Marked, context: BlockContext) -> Ornament | None:
    """Return the cover's ornament. DataError if its value is wrong, there are two, or its plug-in cannot be loaded."""
    chosen = [name for name in names if getattr(body, name) is not None]
    if len(chosen) > 1:
        text = message("a cover has one ornament: {first} or {second}", first=chosen[0], second=chosen[1])
        raise DataError(Fault(marked.key_place(chosen[1]), text))
    for name in chosen:
        try:
            read: OrnamentKind = load_plugin("ornaments", name)
        except PluginError as error:
            raise DataError(Fault(marked.key_place(name), error.fault.message, error.fault.hint)) from error
        return read(getattr(body, name), context.sources, marked.place(name))
    return None
