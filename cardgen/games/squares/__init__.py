"""What games played on a grid of squares share, beside their rules."""
