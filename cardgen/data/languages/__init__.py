"""The languages of a game: fallbacks, translations, editions."""
