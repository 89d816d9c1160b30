"""Comparing two versions of a game: the cards that were added, removed and changed."""
