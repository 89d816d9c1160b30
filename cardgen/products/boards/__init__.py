"""Boards, maps and posters, which may be larger than the paper: in tiles, and whole for print shops."""
