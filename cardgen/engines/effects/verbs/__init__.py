"""The verbs and blocks of steps: `kinds` has their keys, the other modules do them.

Each returns what it did: cards, things or True; nothing, if it was not done.
"""
