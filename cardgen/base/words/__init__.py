"""cardgen's own words in any language: messages as templates with values, and one catalogue a language."""
