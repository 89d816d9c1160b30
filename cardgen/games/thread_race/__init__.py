"""A racing card game of ordered decks and speed stages: plain functions over frozen data."""
