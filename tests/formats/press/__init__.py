"""Colours into inks, and files for presses."""
