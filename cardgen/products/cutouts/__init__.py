"""Paper pieces to cut out: the blocks of a deck."""
