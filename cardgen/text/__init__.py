"""Text: fonts, measured, broken into lines and set."""
