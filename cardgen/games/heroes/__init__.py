"""The rules of Tale of Many Heroes: plain functions over frozen data, without scenes, files or the web.

`turn_game` is the game of turns, `protocol` answers bots. `deck` checks the printed cards, `deck_rules` a ruleset
against them. `seating` is about seats, `fights` about numbers, `outcomes` about who has won.
"""
