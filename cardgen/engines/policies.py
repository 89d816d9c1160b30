"""Policies of installed packages, which decide the turns in simulations: plug-ins of the kind `policies`.

    [project.entry-points."cardgen.policies"]
    "my-game.hunter" = "my_package.policies:hunter"

The name begins with the engine's. What a policy receives and returns is up to the engine (docs/balance.md).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from cardgen.plugins import PluginError, find_plugins, load_plugin

__all__ = ["PluginError", "Policy", "load_policy", "policy_names"]

Policy: TypeAlias = Callable[..., Any]


def policy_names(engine: str) -> list[str]:
    """Return the policies that installed packages add for an engine, without the engine's name. Nothing is imported."""
    return [name.removeprefix(f"{engine}.") for name in find_plugins("policies") if name.startswith(f"{engine}.")]


def load_policy(engine: str, name: str) -> Policy:
    """Return such a policy. KeyError for an unknown name; PluginError if it cannot be loaded."""
    policy: Policy = load_plugin("policies", f"{engine}.{name}")
    return policy
