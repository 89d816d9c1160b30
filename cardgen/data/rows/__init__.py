"""Tables of any format into a deck's cards."""
