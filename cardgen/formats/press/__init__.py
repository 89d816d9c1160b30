"""Colours for printing presses: inks of the user's own ICC profile, and the rules that print shops ask for."""
