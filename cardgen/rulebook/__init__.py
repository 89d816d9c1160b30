"""Rulebooks: Markdown with data blocks into a Book, and a Book into pages. `cardgen.rulebook.html` writes HTML."""

from cardgen.rulebook.book import Book, Sources
from cardgen.rulebook.pages import Bookmark, Pages, layout_rulebook
from cardgen.rulebook.parsing import parse_rulebook

__all__ = ["Book", "Bookmark", "Pages", "Sources", "layout_rulebook", "parse_rulebook"]
