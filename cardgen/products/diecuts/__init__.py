"""Pieces side by side on a sheet to be die-cut, printed on both sides."""
