"""Changes of a game's files that leave every other line as it was."""
