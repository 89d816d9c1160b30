"""Starters, the small projects that a new game begins from, and additions to a game that exists."""
