"""Rules of a game as data: sentences about its cards, parsed, resolved and evaluated. Never code."""
