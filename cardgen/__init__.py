"""cardgen: declarative card data in; printed tabletop games, proven decks and rulebooks out."""

__version__ = "0.2.0"
