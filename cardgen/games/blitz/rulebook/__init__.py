"""Positions of Blitz as pictures."""
