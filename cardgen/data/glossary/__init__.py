"""The glossary of a game: terms as a table, found and marked in the texts of cards."""
