"""The rules of Blokus: plain functions over frozen data, without scenes, files or the web.

`turn_game` is the game of turns, `protocol` answers bots. `deck` checks the printed pieces and the board, `deck_rules`
a ruleset against them. `placements` lists the placements of a colour in a position, `checking` finds the first rule
that a placement breaks, and `sequences` counts sequences of them.
"""
