"""A table for any deck, without a rules engine: people move the things, and nothing is forbidden."""
