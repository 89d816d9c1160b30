"""A game's files: read with their places, checked, and made into a frozen Game."""
