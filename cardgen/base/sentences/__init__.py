"""The sentences of rules and effects: their words, their grammar and their trees."""
