"""The rules of Blitz: plain functions over frozen data, without scenes, files or the web.

`turn_game` is the game of turns, `protocol` answers bots. `deck` checks the printed decks, `deck_rules` checks them
against a ruleset. `attackers` finds what can be destroyed in a round, `sequences` counts sequences of turns, and
`scenarios` reads positions with questions.
"""
