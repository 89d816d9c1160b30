"""The documentation site has every page, its links are right, and the project's YAML files name files that exist."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from tests.cases import for_cases
from tests.scripts import docs_script

REPOSITORY = Path(__file__).parent.parent
WORKFLOWS = sorted((REPOSITORY / ".github" / "workflows").glob("*.yml"))
FORMS = sorted(path for path in (REPOSITORY / ".github/ISSUE_TEMPLATE").glob("*.yml") if path.stem != "config")


class _AnyTag(yaml.SafeLoader):
    """Reads YAML with tags that only MkDocs knows; their values are None."""


_AnyTag.add_multi_constructor("", lambda loader, tag, node: None)  # noqa: ARG005


def load(name: str) -> Any:
    return yaml.load((REPOSITORY / name).read_text(encoding="utf-8"), _AnyTag)


def pages_in(navigation: Any) -> Iterator[str]:
    if isinstance(navigation, str):
        yield navigation
    elif isinstance(navigation, dict):
        navigation = navigation.values()
    if not isinstance(navigation, str):
        for part in navigation:
            yield from pages_in(part)


def test_every_page_is_in_the_navigation_once() -> None:
    pages = sorted(pages_in(load("mkdocs.yml")["nav"]))
    docs = [path.name for path in (REPOSITORY / "docs").glob("*.md")]
    assert pages == sorted([*docs, *docs_script("site_hooks").PAGES.values()])


def test_pages_from_outside_of_docs_exist() -> None:
    for source in docs_script("site_hooks").PAGES:
        assert (REPOSITORY / source).is_file(), source


def test_the_site_has_no_python_files() -> None:
    assert load("mkdocs.yml")["exclude_docs"].split() == ["*.py", "__pycache__/"]


def test_the_site_is_strict_and_asks_for_no_fonts() -> None:
    config = load("mkdocs.yml")
    assert config["theme"]["font"] is False
    assert set(config["validation"]["links"].values()) == {"warn"}
    assert "--strict" in (REPOSITORY / "Makefile").read_text(encoding="utf-8")


@for_cases(
    ("link", "source", "expected"),
    [
        ("[a](docs/data.md#decks)", "README.md", "[a](data.md#decks)"),
        ("![a](docs/pictures/a.png)", "README.md", "![a](pictures/a.png)"),
        ("[a](README.zh-CN.md)", "README.md", "[a](index.zh-CN.md)"),
        ("[a](../README.md)", "docs/tutorial.md", "[a](index.md)"),
        ("[a](data.md)", "docs/tutorial.md", "[a](data.md)"),
        ("[a](make_api.py)", "docs/api.md", "[a](https://example.org/cards/tree/HEAD/docs/make_api.py)"),
        ("[a](#top)", "docs/tutorial.md", "[a](#top)"),
        ("[a](https://example.org/b)", "docs/tutorial.md", "[a](https://example.org/b)"),
        ("[a](../examples)", "docs/tutorial.md", "[a](https://example.org/cards/tree/HEAD/examples)"),
    ],
)
def test_links_are_converted_for_the_site(link: str, source: str, expected: str) -> None:
    assert docs_script("site_hooks").convert_links(link, source, "https://example.org/cards/") == expected


def test_without_a_repository_links_to_its_files_are_plain_text() -> None:
    assert docs_script("site_hooks").convert_links("see [examples](../examples)", "docs/a.md", "") == "see examples"


def test_a_page_that_loads_from_another_server_is_reported() -> None:
    loaded = docs_script("site_hooks")._LOADED
    assert loaded.search('<script src="https://example.org/a.js">')
    assert loaded.search('<link rel="stylesheet" href="//example.org/a.css">')
    assert not loaded.search('<a href="https://example.org/">')
    assert not loaded.search('<script src="../assets/a.js">')


def test_every_input_of_the_action_is_in_the_docs() -> None:
    page = (REPOSITORY / "docs/continuous-integration.md").read_text(encoding="utf-8")
    action = load("action.yml")
    for name in [*action["inputs"], *action["outputs"]]:
        assert f"`{name}`" in page, name
    for hook in load(".pre-commit-hooks.yaml"):
        assert hook["id"] in page


def test_every_form_is_in_english_and_chinese() -> None:
    assert {path.stem for path in WORKFLOWS} == {"tests", "packages", "release", "docs"}
    assert {path.stem for path in FORMS} == {"bug", "print-problem", "new-game", "feature"}
    for path in FORMS:
        form = load(str(path.relative_to(REPOSITORY)))
        labels = [part["attributes"]["label"] for part in form["body"] if part["type"] != "markdown"]
        assert all(re.search("[\u4e00-\u9fff]", label) for label in [form["name"], *labels]), path.name


def test_tests_run_on_every_system_and_python() -> None:
    matrix = load(".github/workflows/tests.yml")["jobs"]["tests"]["strategy"]["matrix"]
    assert matrix["python"] == ["3.11", "3.12", "3.13", "3.14"]
    assert {system.split("-")[0] for system in matrix["system"]} == {"ubuntu", "macos", "windows"}


@for_cases("path", WORKFLOWS)
def test_no_workflow_needs_a_secret(path: Path) -> None:
    assert "secrets." not in path.read_text(encoding="utf-8")
