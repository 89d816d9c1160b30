"""Seats in a ring as pictures, with what the rules engine says about them."""
