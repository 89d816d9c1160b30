"""What is to be made of a game: one Product a file, each with a key of everything that decides its bytes."""

from cardgen.targets.editions import Edition, layout_editions, plan_editions
from cardgen.targets.plan import decks_for, layout_game, plan_products
from cardgen.targets.product import Options, Product

__all__ = [
    "Edition",
    "Options",
    "Product",
    "decks_for",
    "layout_editions",
    "layout_game",
    "plan_editions",
    "plan_products",
]
