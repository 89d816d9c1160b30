"""Tuck boxes: a net to cut out and fold for each deck, as large as its cards need."""
