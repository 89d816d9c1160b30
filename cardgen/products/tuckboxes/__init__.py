"""Tuck boxes: a net to cut out and fold for each deck, in the size that its cards need."""
