"""Figures of the cards of any game: counts, curves, cross tables, and exact chances of opening hands."""
