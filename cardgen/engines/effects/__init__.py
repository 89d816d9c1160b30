"""Effects of cards as data: read, checked, resolved and written as text (docs/effects.md). Never code.

`reading` makes effects of mappings by the `vocabulary` of a game. A `Resolution` does them in a `World`: it raises
`events`, asks the seats their questions and does the `verbs`. What a game has of its own are its vocabulary and a few
deeds.
"""
