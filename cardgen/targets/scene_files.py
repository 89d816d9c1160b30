"""Files of scenes that are laid out already: a PDF of pages, an SVG of one."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.data.model import Game
from cardgen.scene.items import Scene
from cardgen.scene.keys import content_key
from cardgen.targets.files import BytesFile, PagesFile, all_languages, key_of

if TYPE_CHECKING:
    from cardgen.formats.pdf import Duplex


def pages_file(
    game: Game,
    path: str,
    scenes: Sequence[Scene],
    inputs: tuple[Path, ...],
    paper: str,
    duplex: Duplex = "simplex",
    facts: Mapping[str, object] | None = None,
    titles: Mapping[str, str] | None = None,
    key: str = "",
) -> PagesFile:
    """Return a PDF of scenes; `titles` are its titles by language. A `key` replaces the keys of the scenes.

    The pages of a draft say so.
    """
    if game.draft:
        from cardgen.layout.drafts import mark_pages

        scenes = mark_pages(scenes, game.file.languages)
        key = key and key_of(key, "draft")
    name = Path(path).stem
    head = (all_languages(game, game.file.titles), game.file.author, game.file.licence.name, game.file.languages[0])
    return PagesFile(
        path=path,
        key=key_of("pages", name, duplex, head, *([key] if key else map(content_key, scenes))),
        inputs=inputs,
        facts={"pages": len(scenes), "paper": paper, "duplex": duplex, **(facts or {})},
        make=partial(_pdf, game, scenes, name, duplex),
        scenes=scenes,
        titles=titles or {},
    )


def _pdf(game: Game, scenes: Sequence[Scene], name: str, duplex: Duplex) -> bytes:
    from cardgen.formats.pdf import to_pdf

    stream = io.BytesIO()
    to_pdf(
        scenes,
        stream,
        title=f"{all_languages(game, game.file.titles)} · {name}",
        author=game.file.author,
        subject=game.file.licence.name,
        lang=game.file.languages[0],
        duplex=duplex,
    )
    return stream.getvalue()


def svg_file(game: Game, path: str, scene: Scene, inputs: tuple[Path, ...], facts: Mapping[str, object]) -> BytesFile:
    """Return an SVG of a scene, cut at its trim. That of a draft says so, beside the lines to cut along."""
    if game.draft:
        from cardgen.layout.drafts import mark_pages

        (scene,) = mark_pages([scene], game.file.languages)
    key = key_of("svg", content_key(scene))
    return BytesFile(path=path, key=key, inputs=inputs, facts=facts, make=partial(_svg, scene))


def _svg(scene: Scene) -> bytes:
    from cardgen.formats.svg import to_svg

    return to_svg(scene).encode()
