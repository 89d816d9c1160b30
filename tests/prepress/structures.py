"""What pdf.js and poppler read of the structure of tagged PDFs, and what is wrong with it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

from tests.prepress.tools import run_tool

REPOSITORY = Path(__file__).parent.parent.parent

#: An element that pdf.js reads: `role`, `alt`, `lang`, `children`; content has `id` and `type`.
Node = Mapping[str, Any]


def read_with_pdfjs(pdf: Path) -> dict[str, Any]:
    """Return the marks, the language, and the structure, texts and links of the pages of a PDF."""
    done = run_tool("node", REPOSITORY / "tests/page/structure.js", pdf)
    assert done.returncode == 0, done.stderr
    read: dict[str, Any] = json.loads(done.stdout)
    return read


def _walk(node: Node) -> Iterator[Node]:
    yield node
    for child in node.get("children", ()):
        yield from _walk(child)


def complaints(read: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is wrong in the structure of a PDF that pdf.js has read."""
    if not read["marks"] or not read["marks"]["Marked"]:
        yield "not tagged"
    levels: list[int] = []
    for number, page in enumerate(read["pages"], start=1):
        nodes = list(_walk(page["structure"] or {}))
        inside = {str(node["id"]) for node in nodes if "id" in node}
        yield from (f"page {number}: unmarked text {page['texts'][name]!r}" for name in {"none"} & set(page["texts"]))
        yield from (f"page {number}: text of no element" for name in set(page["texts"]) - inside - {"", "none"})
        yield from (f"page {number}: a link of no element" for link in page["links"] if link["id"] not in inside)
        figures, linked = ([node for node in nodes if node.get("role") == role] for role in ("Figure", "Link"))
        yield from (f"page {number}: a figure without alt" for figure in figures if not figure.get("alt"))
        yield from (f"page {number}: an empty link" for link in linked if not link.get("children"))
        # An element that goes on on the next page is listed on both.
        levels += [int(node["role"][1]) for node in nodes if re.fullmatch("H[1-6]", node.get("role", ""))]
    if levels[:1] != [1]:
        yield f"the first heading has the level {levels[:1]}"
    yield from (f"H{after} follows H{before}" for before, after in pairwise(levels) if after > before + 1)


def roles_of(read: Mapping[str, Any]) -> set[str]:
    """Return the roles that are on any page."""
    return {node["role"] for page in read["pages"] for node in _walk(page["structure"] or {}) if "role" in node}


def read_aloud(pdf: Path) -> str:
    """Return the text of the elements in reading order, as poppler reads it, without that of figures."""
    done = run_tool("pdfinfo", "-struct-text", pdf, seconds=1200)  # it reads each page once for each of its elements
    assert "Warning" not in done.stderr, done.stderr
    assert "Error" not in done.stderr, done.stderr
    texts: list[str] = []
    figure = -1  # the depth of the figure that is listed
    for line in done.stdout.splitlines():
        depth = len(line) - len(line.lstrip())
        if figure >= 0 and depth > figure:
            continue
        figure = depth if line.strip().startswith("Figure") else -1
        if line.strip().startswith('"'):
            texts.append(line.strip()[1:-1])
        elif figure < 0:
            texts.append(" " * ("(inline)" not in line and "Object" not in line))
    return " ".join("".join(texts).split())
