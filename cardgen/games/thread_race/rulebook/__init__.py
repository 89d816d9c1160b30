"""Turns of Thread Race as pictures."""
