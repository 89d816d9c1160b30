"""What is to be made of a game: one Product a file, each with a key of everything that decides its bytes."""
