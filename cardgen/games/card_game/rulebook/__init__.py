"""Blocks of rulebooks for games of effects."""
