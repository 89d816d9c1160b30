"""What a game says in which language: fallbacks, translations, editions."""
