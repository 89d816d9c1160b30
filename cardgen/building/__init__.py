"""Builds and checks: a game laid out, its files planned, checked, made, written and reported."""
