"""Which files are made of a game: its products' plans, and a key of everything that decides the bytes of each file."""
