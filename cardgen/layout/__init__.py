"""Data into scenes: cards by their templates, charts, strips of play."""
