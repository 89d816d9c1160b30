"""Contact sheets: all cards of a game in small, with their names and numbers of copies."""
