"""The rules of thread-race: plain functions over frozen data, without scenes, files or the web.

`turn_game` is the game of turns, `protocol` answers bots. `deck` checks a printed deck, `deck_rules` a ruleset against
it. `effect_stage` runs the effect stage of a turn, `solver` searches orders of a deck, and `decks` counts them and
their clashes.
"""
