"""A comparison as one HTML file that needs nothing else: the changed cards side by side."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping
from html import escape

from cardgen.base.words.language import current_language, localised
from cardgen.base.words.messages import message
from cardgen.formats.png import Picture, to_pngs
from cardgen.project.comparing.changes import KINDS, CardChange, Comparison, kind_name, side_name, version_name
from cardgen.project.comparing.versions import Side
from cardgen.scene.items import Scene

#: The resolution of the pictures, dots per inch.
_DPI = 192

_STYLE = """\
:root { color-scheme: light dark; --ink: light-dark(#1b2230, #e8ebf0); --quiet: light-dark(#535d6c, #a8b1bf);
  --paper: light-dark(#fff, #15181d); --line: light-dark(#d5dae2, #363d49); }
body { max-width: 60rem; margin: 0 auto; padding: 1.5rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; line-height: 1.3; }
h2 { margin-top: 2.5rem; border-top: 3px solid var(--line); padding-top: 1rem; }
h3 { margin: 2rem 0 .3rem; } code { color: var(--quiet); font-size: .9em; }
.pair { display: flex; flex-wrap: wrap; gap: 1rem; margin: .8rem 0; }
figure { margin: 0; max-width: 100%; } figcaption { color: var(--quiet); font-size: .9rem; }
img { display: block; max-width: 100%; height: auto; border: 1px solid var(--line); border-radius: 6px; }
"""


def comparison_page(comparison: Comparison) -> str:
    """Return the HTML document of a comparison in the language of this run. Pictures have text alternatives."""
    pictures = _pictures(comparison)
    title = escape(str(localised(comparison.title())))
    policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
    body = "\n".join(_sections(comparison, pictures))
    return (
        f'<!doctype html>\n<html lang="{current_language()}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>\n{_STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n"
        f"{body}\n</main>\n</body>\n</html>\n"
    )


def _sections(comparison: Comparison, pictures: Mapping[int, bytes]) -> Iterator[str]:
    for kind in KINDS:
        changes = [change for change in comparison.changes if change.kind == kind]
        if not changes:
            continue
        yield f'<h2 id="{kind}">{escape(str(localised(kind_name(kind))))} ({len(changes)})</h2>'
        for change in changes:
            yield from _card(comparison, change, pictures)


def _card(comparison: Comparison, change: CardChange, pictures: Mapping[int, bytes]) -> Iterator[str]:
    yield f"<section>\n<h3>{escape(change.name)} <code>{escape(change.key)}</code></h3>"
    lines = [escape(str(localised(line))) for line in change.lines()]
    if lines:
        yield "<ul>" + "".join(f"<li>{line}</li>" for line in lines) + "</ul>"
    versions = ((comparison.before, change.before), (comparison.after, change.after))
    pairs = [
        [_figure(label, side, own.sides[side], pictures) for label, own in versions if own and side in own.sides]
        for side in change.sides
    ]
    if change.kind != "changed":  # both sides of the one version beside each other
        pairs = [[figure for pair in pairs for figure in pair]]
    for pair in filter(None, pairs):
        yield f'<div class="pair">{"".join(pair)}</div>'
    yield "</section>"


def _figure(label: str, side: str, shown: Side, pictures: Mapping[int, bytes]) -> str:
    version = escape(str(localised(version_name(label))))
    caption = f"<figcaption>{version}: {escape(str(localised(side_name(side))))}</figcaption>"
    content = pictures.get(id(shown))
    if content is None:
        return f"<figure><p>{escape(str(localised(message('the picture is gone'))))}</p>{caption}</figure>"
    data = base64.b64encode(content).decode()
    width, height = (int.from_bytes(content[at : at + 4], "big") for at in (16, 20))  # of the PNG's header
    size = f'width="{width // 2}" height="{height // 2}"'
    alternative = escape(shown.description or str(localised(side_name(side))))
    return f'<figure><img {size} alt="{alternative}" src="data:image/png;base64,{data}">{caption}</figure>'


def _pictures(comparison: Comparison) -> dict[int, bytes]:
    """Return the PNG of each side that is shown, by its id. Sides that look the same are drawn once."""
    sides = [
        card.sides[name]
        for change in comparison.changes
        for card in (change.before, change.after)
        if card is not None
        for name in change.sides
        if name in card.sides
    ]
    scenes: dict[str, Scene] = {side.key: side.scene for side in sides if side.scene is not None}
    drawn = dict(zip(scenes, to_pngs([Picture(scene, _DPI) for scene in scenes.values()]), strict=True))
    content = {id(side): side.png if side.png is not None else drawn.get(side.key) for side in sides}
    return {name: png for name, png in content.items() if png is not None}
