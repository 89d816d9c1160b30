"""Plates of finishes: the shapes of foil, varnish, white and embossing as spot colours on top of a page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from cardgen.formats.paint import placed_rect
from cardgen.press.inks import BLACK, Inks, format_inks, format_spot
from cardgen.press.settings import Press
from cardgen.records import replace
from cardgen.scene.finishes import FINISHES, SPOT_NAMES, finished_paths
from cardgen.scene.items import Group, Item, Path, Pen, Placed, Scene, rectangle

#: What programs show that do not know a plate.
_SHOWN: dict[str, Inks] = {
    "foil": (0.0, 0.2, 0.6, 0.3),
    "white": (0.15, 0.0, 0.0, 0.0),
    "emboss": (0.0, 0.4, 0.0, 0.0),
    "varnish": (0.3, 0.0, 0.1, 0.0),
}

_PAPER = format_inks((0.0, 0.0, 0.0, 0.0))


def named_spot(spot: str, press: Press) -> str:
    """Return the name of the plate of a line to cut or fold along, as the shop of the press wants it."""
    return next((press.spot_name(role) for role, name in SPOT_NAMES.items() if name == spot), spot)


def finish_plates(scene: Scene, press: Press) -> tuple[Item, ...]:
    """Return the items of all finishes of a page, in the coordinates of the page."""
    plates: list[Item] = []
    for finish in FINISHES:
        is_knocked_out = finish == "foil" and press.knockout

        def plate(path: Path, finish: str = finish, is_knocked_out: bool = is_knocked_out) -> Iterator[Path]:
            return _spot_paths(path, press.spot_name(finish), _SHOWN[finish], press.trap if is_knocked_out else None)

        plates += _collected(scene.items, finish, plate)
    return tuple(plates)


def finish_page(scene: Scene, finish: str) -> Scene:
    """Return a page on which one finish is black ink, and all else is white."""
    black = format_inks(BLACK)

    def blackened(path: Path) -> Iterator[Path]:
        if path.stroke_width:
            yield replace(path, stroke=black, finish="")
        else:
            yield replace(path, fill=black, finish="")

    return replace(scene, items=tuple(_collected(scene.items, finish, blackened)))


def finishes_of(scenes: Iterable[Scene]) -> tuple[str, ...]:
    """Return the finishes that are on any page."""
    pages = tuple(dict.fromkeys(scenes))
    return tuple(finish for finish in FINISHES if any(next(finished_paths(page.items, finish), None) for page in pages))


def _spot_paths(path: Path, name: str, inks: Inks, trap: float | None) -> Iterator[Path]:
    """Yield a path in a spot colour. It keeps the ink below it, unless it has a `trap`: how far it covers its edge."""
    shown = format_inks(inks)
    if path.stroke_width:
        if trap is not None and path.stroke_width > 2 * trap:
            yield replace(path, stroke=_PAPER, stroke_width=path.stroke_width - 2 * trap, finish="")
        yield replace(path, stroke=shown, spot=name, finish="")
        return
    area = replace(path, fill=format_spot(name, inks, overprint=trap is None), finish="")
    # A spot colour's outline keeps the ink below it: that is the trap.
    # Round corners, so that sharp ones do not become longer.
    yield replace(area, stroke=shown, stroke_width=2 * trap, spot=name, pen=Pen(join="round")) if trap else area


def _collected(items: Iterable[Item], finish: str, plate: Callable[[Path], Iterator[Path]]) -> Iterator[Item]:
    """Yield the paths of a finish as `plate` makes them, in groups like those that they are in."""
    for item in items:
        if isinstance(item, Path):
            if item.finish == finish:
                yield from plate(item)
        elif isinstance(item, Group):
            inside = tuple(_collected(item.items, finish, plate))
            if inside:
                yield Group(inside, item.matrix, item.clip)
        elif isinstance(item, Placed):
            inside = tuple(_collected(item.scene.items, finish, plate))
            if inside:
                yield Group(inside, item.matrix, Path(rectangle(*placed_rect(item))))
