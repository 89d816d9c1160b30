"""Starters: small projects that a designer's own game begins from, and what adds to a game that is there."""
