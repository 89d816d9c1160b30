"""The export `tabletop-simulator`: a saved object with decks, boards and rulebooks, and the pictures that it shows."""
