"""Policies of installed packages, which decide the turns in simulations: plug-ins of the kind `policies`.

    [project.entry-points."cardgen.policies"]
    "my-game.hunter" = "my_package.policies:hunter"

The name begins with the engine's. What a policy receives and returns is up to the engine (docs/balance.md).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

from cardgen.base.errors import WrongValueError, did_you_mean
from cardgen.base.plugins import PluginError, find_plugins, load_plugin
from cardgen.base.words.messages import message

__all__ = ["PluginError", "Policy", "find_policy", "list_policies", "load_policy", "policy_names"]

Policy: TypeAlias = Callable[..., Any]
"""Chooses a turn. What it receives is up to the engine: what the player to move may see, and random numbers."""

OwnPolicy = TypeVar("OwnPolicy", bound=Callable[..., Any])


def policy_names(engine: str) -> list[str]:
    """Return the policies that installed packages add for an engine, without the engine's name. Nothing is imported."""
    return [name.removeprefix(f"{engine}.") for name in find_plugins("policies") if name.startswith(f"{engine}.")]


def load_policy(engine: str, name: str) -> Policy:
    """Return such a policy. KeyError for an unknown name; PluginError if it cannot be loaded."""
    policy: Policy = load_plugin("policies", f"{engine}.{name}")
    return policy


def list_policies(engine: str, own: Mapping[str, OwnPolicy]) -> list[str]:
    """Return the names of an engine's policies: its own in their order, then those of installed packages."""
    return [*own, *policy_names(engine)]


def unknown_policy(name: str, names: Sequence[str]) -> WrongValueError:
    """Return the error for a name that is none of the policies."""
    return WrongValueError(message("there is no policy {name!r}", name=name), did_you_mean(name, names))


def find_policy(engine: str, own: Mapping[str, OwnPolicy], name: str) -> OwnPolicy:
    """Return a policy of an engine: one of its own, or that of an installed package.

    ValueError for an unknown name, and for a policy that cannot be loaded.
    """
    if name in own:
        return own[name]
    if name not in policy_names(engine):
        raise unknown_policy(name, list_policies(engine, own))
    try:
        policy: Any = load_policy(engine, name)
    except PluginError as error:
        raise ValueError(str(error)) from error
    return policy  # type: ignore[no-any-return]
