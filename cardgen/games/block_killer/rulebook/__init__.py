"""The data blocks that only Block-Killer's rulebook has."""
