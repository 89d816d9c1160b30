"""Hooks of the documentation site (mkdocs.yml): more pages, links to them, and no requests to other servers."""

from __future__ import annotations

import logging
import posixpath
import re
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

REPOSITORY = Path(__file__).parent.parent

#: Files of the repository that are pages of the site, and what they are called there.
PAGES = {
    "README.md": "index.md",
    "README.zh-CN.md": "index.zh-CN.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
}

#: Warnings, which make a strict build fail.
_LOG = logging.getLogger("mkdocs.hooks.site")

_LINK = re.compile(r"(?P<image>!?)\[(?P<text>[^\]]*)\]\((?P<target>[^)\s]+)\)")
_CODE = re.compile(r"^```.*?^```$|`[^`\n]+`", re.DOTALL | re.MULTILINE)
#: The first line of a code block with words after its language, which only our tests read.
_FENCE = re.compile(r"^```(\w+) [^\n]*$", re.MULTILINE)
_LOADED = re.compile(r"<(?:script|img|iframe|source)\b[^>]*\bsrc=\"?(https?:)?//|<link\b[^>]*\bhref=\"?(https?:)?//")
#: Links that name an address and load nothing.
_NAMING = re.compile(r"<link\b[^>]*\brel=\"?(?:canonical|next|prev|alternate)\"?[^>]*>")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages from outside of docs/."""
    from mkdocs.structure.files import File

    for source, page in PAGES.items():
        files.append(File.generated(config, page, abs_src_path=str(REPOSITORY / source)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001
    """Convert links: to pages of the site, or to the repository for all other files."""
    sources = {site: source for source, site in PAGES.items()}
    source = sources.get(page.file.src_uri, f"docs/{page.file.src_uri}")
    markdown = _FENCE.sub(r"```\1", markdown)
    parts: list[str] = []
    end = 0
    for code in _CODE.finditer(markdown):
        parts += [convert_links(markdown[end : code.start()], source, config.repo_url or ""), code[0]]
        end = code.end()
    return "".join([*parts, convert_links(markdown[end:], source, config.repo_url or "")])


def convert_links(text: str, source: str, repository: str) -> str:
    """Return Markdown without code, its links converted. `source` is the path of the page in the repository.

    Links to files that are not on the site lead to `repository`, an address; without one only their text is left.
    """

    def converted(match: re.Match[str]) -> str:
        path, _, anchor = match["target"].partition("#")
        if not path or re.match(r"[a-z]+:", path):
            return match[0]
        target = posixpath.normpath(posixpath.join(PurePosixPath(source).parent, path))
        if target in PAGES:
            target = PAGES[target]
        elif target.startswith("docs/") and not target.endswith(".py"):
            target = target.removeprefix("docs/")
        elif repository:
            target = f"{repository.rstrip('/')}/tree/HEAD/{target}"
        else:
            return match["text"]
        return f"{match['image']}[{match['text']}]({target}{'#' * bool(anchor)}{anchor})"

    return _LINK.sub(converted, text)


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:  # noqa: ARG001
    """Warn if the page would load anything from another server."""
    for match in _LOADED.finditer(_NAMING.sub("", output)):
        _LOG.warning("%s loads from another server: %s", page.file.src_uri, match[0])
    return output
