"""Text: fonts, measuring, line breaking and layout."""
