"""The rules of Block-Killer: plain functions over frozen data, without scenes, files or the web.

`deck` checks a deck and `deck_rules` a ruleset with it. `placements` lists the placements of a block, `plays` scores a
play, `explain` and `pictures` explain it, and `solver` finds the best play of a hand. `turn_game` is the game of turns,
`protocol` answers bots: docs/engine-block-killer.md.
"""
