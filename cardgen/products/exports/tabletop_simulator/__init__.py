"""The export `tabletop-simulator`: a saved object with all that is on the table, and the pictures that it shows."""
