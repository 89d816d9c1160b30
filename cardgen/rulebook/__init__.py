"""Rulebooks: `parsing` reads Markdown with data blocks into a Book, `pages` and `html` lay it out."""
