"""Plug-ins are entry points. One that cannot be loaded is a fault, never a crash."""

from __future__ import annotations

import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from cardgen.base import plugins
from cardgen.base.plugins import PluginError, find_plugins, forget_plugins, load_plugin, load_plugins, plugin_faults
from tests.conftest import InstallPlugin


def test_a_plugin_is_found_by_name_and_loaded_when_asked_for(install_plugin: InstallPlugin) -> None:
    install_plugin("dice", "exports", {"dice": "dice:export"}, "export = 'six sides'\n")
    assert "dice" in find_plugins("exports")
    assert "dice" not in sys.modules
    assert load_plugin("exports", "dice") == "six sides"
    assert load_plugins("exports")["dice"] == "six sides"


def test_a_package_brings_its_catalogues(
    install_plugin: InstallPlugin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_plugin("dice", "exports", {"dice": "dice_package.main:export"})
    package = tmp_path / "dice/dice_package"
    (package / "catalogues").mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "main.py").write_text("export = 6\n", encoding="utf-8")
    added: list[Path] = []
    monkeypatch.setattr(plugins, "add_catalogues", added.append)
    assert load_plugin("exports", "dice") == 6
    assert added == [package / "catalogues"]


def test_an_unknown_name_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        load_plugin("exports", "nothing-of-this-name")


@pytest.mark.parametrize(
    ("target", "source", "reason"),
    [
        ("dice:export", "raise OSError('no dice')", "OSError: no dice"),
        ("dice:export", "", "AttributeError"),
        ("nowhere:export", "", "ModuleNotFoundError"),
        ("dice:export", "def (", "SyntaxError"),
    ],
)
def test_a_broken_plugin_is_one_fault(install_plugin: InstallPlugin, target: str, source: str, reason: str) -> None:
    install_plugin("dice", "exports", {"dice": target}, source)
    with pytest.raises(PluginError) as caught:
        load_plugin("exports", "dice")
    assert "export plug-in 'dice' of the package 'dice' cannot be loaded" in str(caught.value.fault)
    assert reason in str(caught.value.fault)
    assert "dice" not in load_plugins("exports")
    assert [fault for fault in plugin_faults() if "'dice'" in str(fault)] == [caught.value.fault]


def test_two_packages_with_one_name_are_a_fault(install_plugin: InstallPlugin) -> None:
    install_plugin("other", "exports", {"dice": "other:export"}, "export = 2\n")
    install_plugin("dice", "exports", {"dice": "dice:export"}, "export = 1\n")
    assert load_plugin("exports", "dice") == 1
    (fault,) = [fault for fault in plugin_faults() if "'dice'" in str(fault)]
    assert str(fault) == (
        "cardgen: export plug-in 'dice' is in several packages: dice, other (the one of dice is used)"
    )


def test_plugins_are_those_that_python_finds(install_plugin: InstallPlugin) -> None:
    """They are read anew, without `importlib.metadata`, which takes long: the result is the same."""
    install_plugin("dice", "exports", {"dice": "dice:export", "odd": "dice:export [extra]"})
    for kind in plugins.KINDS:
        expected = {(point.name, point.value) for point in entry_points(group=f"cardgen.{kind}")}
        assert {(name, value) for name, value, _ in plugins._declared_points()[kind]} == expected
    assert find_plugins("exports")["dice"].package == "dice"
    assert find_plugins("exports")["odd"].attribute == "export"


def test_a_cache_declares_no_plugins(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nothing that is imported or checked comes from the cache: not even what this user has written."""
    for name in ("read_cache", "write_cache"):
        assert not hasattr(plugins, name)
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path))
    forget_plugins()
    assert find_plugins("checks")
    assert not list(tmp_path.iterdir())


def test_every_plugin_of_cardgen_loads() -> None:
    own = {kind: [p.name for p in find_plugins(kind).values() if p.package == "cardgen"] for kind in plugins.KINDS}
    for kind, names in own.items():
        for name in names:
            load_plugin(kind, name)
