"""Files of scenes that are laid out already: a PDF of pages, an SVG of one."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.base.records import replace
from cardgen.data.model import Game
from cardgen.products.files import BytesFile, PagesFile, all_languages, key_of
from cardgen.products.fit_size import PdfLimits, fit_size, picture_limit
from cardgen.scene.items import Scene
from cardgen.scene.keys import content_key

if TYPE_CHECKING:
    from cardgen.formats.pdf import Duplex
    from cardgen.formats.press.settings import Press
    from cardgen.products.printers import Printer


def pages_file(
    game: Game,
    path: str,
    scenes: Sequence[Scene],
    inputs: Iterable[str | PathLike[str]],
    paper: str,
    duplex: Duplex = "simplex",
    facts: Mapping[str, object] | None = None,
    titles: Mapping[str, str] | None = None,
    key: str = "",
    press: Press | None = None,
    printer: Printer | None = None,
    limits: PdfLimits = PdfLimits(),  # noqa: B008  # frozen
) -> PagesFile:
    """Return a PDF of scenes; `titles` are its titles by language. A `key` replaces the keys of the scenes.

    With a `press` it is a PDF/X in the inks of its profile, which is an input. For a `printer` the pages are corrected
    as it needs them; every other one is a back if the file is `duplex`. The pages of a draft say so. `limits` are those
    of its pictures and its size.
    """
    if game.draft:
        from cardgen.cards.layout.drafts import mark_pages

        scenes = mark_pages(scenes, game.file.languages)
        key = key and key_of(key, "draft")
    if game.ink:
        from cardgen.scene.low_ink import save_all

        scenes = save_all(scenes, game.ink)
        key = key and key_of(key, game.ink)
    name = Path(path).stem
    write = partial(_pdf, game, scenes, name, duplex, press, printer)
    dpi = limits.picture_dpi_in(game)
    fit = partial(fit_size, write, dpi, limits.most_mb, limits.place, Path(path).name) if limits.most_mb else None
    head = (all_languages(game, game.file.titles), game.file.author, game.file.licence.name, game.file.languages[0])
    return PagesFile(
        path=path,
        key=key_of(
            "pages",
            name,
            duplex,
            head,
            *limits.key_in(game),
            *([press.key] if press else []),
            *([printer] if printer else []),
            *([key] if key else map(content_key, scenes)),
        ),
        inputs=(*map(Path, inputs), *([press.file] if press and press.file else [])),
        facts={"pages": len(scenes), "paper": paper, "duplex": duplex, **(facts or {})},
        make=(lambda: fit()[0]) if fit else partial(write, dpi),
        fit=fit,
        scenes=scenes,
        titles=titles or {},
        press=press,
        printer=printer,
    )


def for_press(game: Game, file: PagesFile, path: str, press: Press) -> PagesFile:
    """Return a PDF of the pages of another file, for a press."""
    dpi = game.file.targets.picture_dpi
    made = partial(_pdf, game, file.scenes, Path(path).stem, file.facts["duplex"], press, None, dpi)
    inputs = (*file.inputs, press.file) if press.file else file.inputs
    key = key_of(file.key, press.key)
    return replace(file, path=path, key=key, inputs=inputs, make=made, fit=None, press=press, printer=None)


def _pdf(
    game: Game,
    scenes: Sequence[Scene],
    name: str,
    duplex: Duplex,
    press: Press | None,
    printer: Printer | None,
    dpi: int,
    quality: int | None = None,
) -> bytes:
    from cardgen.formats.pdf import to_pdf
    from cardgen.products.imposition.printed import printed_pages

    stream = io.BytesIO()
    to_pdf(
        printed_pages(scenes, printer, "short" if duplex == "short" else "long", (False, duplex in ("long", "short"))),
        stream,
        title=f"{all_languages(game, game.file.titles)} · {name}",
        author=game.file.author,
        subject=game.file.licence.name,
        lang=game.file.languages[0],
        duplex=duplex,
        press=press,
        picture_dpi=picture_limit(dpi, quality),
    )
    return stream.getvalue()


def svg_file(
    game: Game,
    path: str,
    scene: Scene,
    inputs: Iterable[str | PathLike[str]],
    facts: Mapping[str, object],
    draft_layer: str = "",
) -> BytesFile:
    """Return an SVG of a scene, cut at its trim. That of a draft says so, in a layer if `draft_layer` names one."""
    if game.draft:
        from cardgen.cards.layout.drafts import mark_pages

        (scene,) = mark_pages([scene], game.file.languages, draft_layer)
    key = key_of("svg", content_key(scene))
    return BytesFile(path=path, key=key, inputs=tuple(map(Path, inputs)), facts=facts, make=partial(_svg, scene))


#: The endings of the files for a cutting machine, which have only the lines to cut along.
CUT_ENDINGS = ("-cut.svg", "-cut.dxf")


def cut_file(game: Game, path: str, scene: Scene, inputs: tuple[Path, ...], facts: Mapping[str, object]) -> BytesFile:
    """Return a file for a cutting machine: an SVG or a DXF of a `cut_drawing`, by the ending of its path.

    The SVG of a draft says so in a layer that is not cut.
    """
    from cardgen.products.imposition.cutting import PRINT_LAYER

    if path.endswith(".svg"):
        return svg_file(game, path, scene, inputs, facts, PRINT_LAYER)
    key = key_of("dxf", content_key(scene))
    return BytesFile(path=path, key=key, inputs=inputs, facts=facts, make=partial(_dxf, scene))


def _svg(scene: Scene) -> bytes:
    from cardgen.formats.svg import to_svg

    return to_svg(scene).encode()


def _dxf(scene: Scene) -> bytes:
    from cardgen.formats.dxf import to_dxf

    return to_dxf(scene).encode()
