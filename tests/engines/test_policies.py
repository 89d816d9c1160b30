"""Policies by their names: an engine's own, and those of installed packages."""

from __future__ import annotations

import random

import pytest

from cardgen.base.errors import WrongValueError
from cardgen.engines.policies import Policy, find_policy, list_policies
from tests.conftest import InstallPlugin

OWN: dict[str, Policy] = {"random": random.choice, "greedy": max}


def test_own_policies_come_before_those_of_packages(install_plugin: InstallPlugin) -> None:
    install_plugin("hunters", "policies", {"snail.hunter": "hunters:hunter"}, "def hunter(*_):\n    return 'hunts'\n")
    assert list_policies("snail", OWN) == ["random", "greedy", "hunter"]
    assert find_policy("snail", OWN, "greedy") is max
    assert find_policy("snail", OWN, "hunter")() == "hunts"


def test_an_unknown_policy_is_refused_with_the_name_that_was_probably_meant() -> None:
    with pytest.raises(WrongValueError, match="there is no policy 'gredy'") as error:
        find_policy("snail", OWN, "gredy")
    assert str(error.value.hint) == "did you mean 'greedy'?"


def test_a_policy_that_cannot_be_loaded_is_refused_with_the_reason(install_plugin: InstallPlugin) -> None:
    install_plugin("hunters", "policies", {"snail.hunter": "hunters:hunter"}, "raise OSError('no teeth')\n")
    with pytest.raises(ValueError, match=r"'snail.hunter'.*cannot be loaded: OSError: no teeth"):
        find_policy("snail", OWN, "hunter")
