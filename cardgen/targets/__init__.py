"""The files that are made of a game: the plans of its products, and a key of everything that decides their bytes."""
