"""From data to scenes: the kinds of boxes, and cards laid out by their templates."""
