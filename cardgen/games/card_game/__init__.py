"""The engine of card games that are data alone: a vocabulary, effects on cards, rules as effects."""
