"""The public API: it is lazy, documented and typed, its examples run, and the examples of plug-ins use nothing else."""

from __future__ import annotations

import ast
import builtins
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import cardgen
from tests.cases import for_cases
from tests.games_on_disk import REPOSITORY
from tests.scripts import docs_script

PAGE = REPOSITORY / "docs" / "api.md"
PUBLIC_MODULES = ("cardgen", "cardgen.drawing", "cardgen.blocks", "cardgen.commands")

#: A policy plays a game by its engine's rules: it imports the package of that game.
OF_AN_ENGINE = {"cardgen.games.block_killer.policies"}

make_api = docs_script("make_api")

_PYTHON = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)


def run_python(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, encoding="utf-8").stdout


def test_importing_it_loads_no_module_of_its_names() -> None:
    code = "import sys, importlib; before = {*sys.modules}; import cardgen; print(*({*sys.modules} - before))"
    assert {*run_python(code).split()} == {"cardgen", "cardgen.base", "cardgen.base.lazy", "__future__"}


@pytest.mark.parametrize(
    ("name", "heavy"),
    [
        ("message", "pydantic yaml PIL reportlab typer"),
        ("ChecksDecks", "pydantic yaml PIL reportlab typer"),
        ("Options", "pydantic yaml PIL reportlab typer"),
        ("DataError", "pydantic yaml PIL reportlab typer"),
        ("load_game", "reportlab svgwrite pypdfium2 typer"),
    ],
)
def test_a_name_loads_what_it_needs_only(name: str, heavy: str) -> None:
    code = f"import sys; from cardgen import {name}; print(*(set({heavy.split()}) & set(sys.modules)))"
    assert run_python(code).split() == []


def test_every_public_name_is_there() -> None:
    assert sorted(set(cardgen.__all__)) == cardgen.__all__
    assert {*cardgen.__all__, "__version__"} == {*dir(cardgen)}
    for public in PUBLIC_MODULES:
        module = import_module(public)
        for name in module.__all__:
            assert getattr(module, name) is not None, f"{public}.{name}"


def test_a_public_name_is_not_a_module_of_the_package() -> None:
    folder = Path(cardgen.__file__).parent
    modules = {path.stem for path in folder.iterdir() if path.suffix == ".py" or path.is_dir()}
    assert not modules & set(cardgen.__all__)


def test_another_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'cardgen' has no attribute 'lode_game'"):
        getattr(cardgen, "lode_game")  # noqa: B009  # a type checker would refuse cardgen.lode_game


def test_the_page_and_the_stubs_are_generated() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert make_api.write_entries(page) == page, "run: python docs/make_api.py"
    for path, text in make_api.stubs().items():
        assert path.read_text(encoding="utf-8") == text, "run: python docs/make_api.py"


def test_every_public_name_has_one_entry() -> None:
    entries = make_api.names_on(PAGE.read_text(encoding="utf-8"))
    assert sorted(entries) == sorted((public, name) for public in PUBLIC_MODULES for name in names_of(public))


def test_every_entry_says_something() -> None:
    for public in PUBLIC_MODULES:
        owners = make_api.owners_of(public)
        for name in names_of(public):
            _, docstring = make_api.definition(owners[name], name)
            assert docstring, f"{owners[name]}.{name} has no docstring"


def test_the_names_in_the_page_about_plugins_are_public() -> None:
    """Those of its code are so by `test_examples_import_public_names_only`."""
    page = (REPOSITORY / "docs" / "extending.md").read_text(encoding="utf-8")
    public = {name for module in PUBLIC_MODULES for name in names_of(module)}
    named = set(re.findall(r"`([A-Z]\w+[a-z])`", page))
    assert len(named) > 30
    assert named <= public | {*dir(builtins)}


def names_of(public: str) -> list[str]:
    return list(import_module(public).__all__)


def test_the_examples_of_the_page_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    project = shutil.copytree(REPOSITORY / "examples" / "tiles", tmp_path / "tiles")
    monkeypatch.chdir(project)
    names: dict[str, object] = {}
    for code in _PYTHON.findall(PAGE.read_text(encoding="utf-8")):
        exec(compile(code, str(PAGE), "exec"), names)
    printed = capsys.readouterr().out
    assert "files written to output/tiles" in printed
    assert "card_data/no-such-game" in printed
    assert (project / "front.svg").read_text(encoding="utf-8").startswith("<?xml")
    assert (project / "fronts.pdf").read_bytes().startswith(b"%PDF")
    assert (project / "output/tiles/exports/images/cards.csv").is_file()


def test_functions_take_paths_as_texts_too() -> None:
    for public in PUBLIC_MODULES:
        for name, module in make_api.owners_of(public).items():
            node, _ = make_api.definition(module, name)
            for argument in (*node.args.args, *node.args.kwonlyargs) if isinstance(node, ast.FunctionDef) else ():
                annotation = ast.unparse(argument.annotation) if argument.annotation else ""
                assert not re.search(r"\bPath\b", annotation), f"{public}.{name}({argument.arg})"


def test_a_game_is_found_loaded_and_built_by_names_of_folders(tmp_path: Path) -> None:
    project = cardgen.find_project(str(REPOSITORY / "examples" / "tokens"), "tokens")
    game = cardgen.load_game(str(project.game_folder("tokens")), str(project.templates), str(REPOSITORY))
    assert game.id == "tokens"
    built = cardgen.build_game(project, "tokens", str(tmp_path), cardgen.Options(only=("sheets",)))
    assert built.folder == tmp_path / "tokens"


# ---------------------------------------------------------------- what examples import


def sources() -> Iterator[tuple[str, str]]:
    """The Python code of the examples, and that in the docs for programs and plug-ins."""
    for path in sorted((REPOSITORY / "examples").rglob("*.py")):
        yield path.relative_to(REPOSITORY).as_posix(), path.read_text(encoding="utf-8")
    for page in ("api", "extending"):
        text = (REPOSITORY / "docs" / f"{page}.md").read_text(encoding="utf-8")
        for code in re.findall(r"^( *)```python\n(.*?)^\1```", text, re.DOTALL | re.MULTILINE):
            yield f"docs/{page}.md", re.sub(rf"^{code[0]}", "", code[1], flags=re.MULTILINE)


@for_cases(("name", "code"), [*sources()])
def test_examples_import_public_names_only(name: str, code: str) -> None:
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            assert not any(alias.name.startswith("cardgen.") for alias in node.names), name
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "cardgen":
            module = node.module or ""
            if module not in OF_AN_ENGINE:
                assert module in PUBLIC_MODULES, f"{name} imports {module}"
                assert {alias.name for alias in node.names} <= {*names_of(module)}, name
