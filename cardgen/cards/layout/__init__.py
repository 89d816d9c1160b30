"""Data into scenes: cards by their templates, charts, boards and plays as pictures."""
