"""The review server: the game as the page reads it, decisions, routes."""
