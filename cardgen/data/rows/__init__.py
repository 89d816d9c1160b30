"""Read a deck's cards from tables of any format."""
