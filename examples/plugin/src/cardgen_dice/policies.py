"""A policy for the simulations of another engine: `cardgen simulate --policy greedy,careful`."""

from __future__ import annotations

from typing import Any


def careful(view: Any, context: Any) -> Any:
    """Play like `defensive`, but like `greedy` against an attack."""
    from cardgen.games.block_killer.policies import defensive, greedy

    return greedy(view, context) if view.attack else defensive(view, context)
