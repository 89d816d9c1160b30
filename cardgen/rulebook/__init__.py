"""Rulebooks: Markdown with data blocks into a Book, and a Book into pages or into one HTML file."""

from cardgen.rulebook.book import Book, Sources
from cardgen.rulebook.html import rulebook_html
from cardgen.rulebook.pages import Bookmark, Pages, layout_rulebook
from cardgen.rulebook.parsing import parse_rulebook

__all__ = ["Book", "Bookmark", "Pages", "Sources", "layout_rulebook", "parse_rulebook", "rulebook_html"]
