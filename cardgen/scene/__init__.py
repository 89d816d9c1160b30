"""Scenes: their items, keys, colours, path data, patterns, shapes made of squares, boards."""
