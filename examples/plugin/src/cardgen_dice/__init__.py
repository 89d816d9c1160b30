"""A cardgen plug-in: decks that replace two dice."""
