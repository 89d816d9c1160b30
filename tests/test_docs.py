"""The docs name every command, option, code, key and kind of box, and their links work."""

from __future__ import annotations

import re
from inspect import isfunction
from pathlib import Path
from textwrap import dedent
from typing import Any

import typer.main
from babel.messages.pofile import read_po

from cardgen.base.plugins import find_plugins, load_plugins
from cardgen.base.words import catalogues
from cardgen.building.build import build_game
from cardgen.building.check import registered_checks
from cardgen.cli.card_stats import card_command
from cardgen.cli.play import engine_commands
from cardgen.cli.review import review
from cardgen.cli.study_options import StudyCommand, installed_options, make_parameters
from cardgen.cli.translate import translate
from cardgen.cli.tree import app
from cardgen.data.fields import markdown_table
from cardgen.data.languages.overlays import COLUMNS, Kept, OverlayFile
from cardgen.data.model import GameFile, LanguagesEntry
from cardgen.data.project import Project
from cardgen.engines import CardData
from cardgen.engines.capabilities import CAPABILITIES, ChecksDecks, ChecksRules
from cardgen.engines.registry import capability, engine_names, load_engines
from cardgen.games.block_killer.rulebook.shingle import ShingleBody
from cardgen.games.squares.rulebook import FieldBody
from cardgen.products.options import Options
from cardgen.rulebook.blocks.cards import CardsBody
from cardgen.rulebook.blocks.cover import CoverBody
from cardgen.rulebook.blocks.play import PlayBody
from cardgen.rulebook.blocks.table import TableBody
from tests.cases import for_cases
from tests.games_on_disk import GameOnDisk

REPOSITORY = Path(__file__).parent.parent
DOCS = REPOSITORY / "docs"
PAGES = [
    REPOSITORY / "README.md",
    REPOSITORY / "README.zh-CN.md",
    REPOSITORY / "CHANGELOG.md",
    *sorted(DOCS.glob("*.md")),
]


def text(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def test_every_command_and_option_is_in_the_docs() -> None:
    page = text("commands.md")
    commands = dict(typer.main.get_group(app).commands)
    server = typer.main.get_group(review).commands
    commands |= {f"review {name}".removesuffix(" serve"): command for name, command in server.items()}
    for engine in engine_names():
        commands |= {f"play {name}": command for name, command in engine_commands(engine).items()}
    commands |= {f"translate {name}": command for name, command in typer.main.get_group(translate).commands.items()}
    studies = {name: command for name, command in commands.items() if isinstance(command, StudyCommand)}
    own = {name: [p for options in installed_options(name) for p in make_parameters(options)] for name in studies}
    assert all(own.values())
    own["stats"] += typer.main.get_command(card_command).params
    for name, command in commands.items():
        assert f"`cardgen {name}" in page
        for parameter in (*command.params, *own.get(name, ())):
            for option in (*parameter.opts, *parameter.secondary_opts):
                if option.startswith("-") and option != "--help":
                    assert f"`{option}" in page, f"{name} {option}"


def test_every_code_is_in_the_docs() -> None:
    page = text("checks.md")
    offering = [*registered_checks().values(), *load_plugins("products").values()]
    for code in {code for plugin in offering for code in plugin.codes}:
        assert f"| {code.code} | {code.name} |" in page
    for _, engine in load_engines():
        decks, rulesets = capability(engine, ChecksDecks), capability(engine, ChecksRules)
        codes = {**(decks.deck_codes() if decks else {}), **(rulesets.rules_codes() if rulesets else {})}
        assert codes
        for code, name in codes.items():
            assert f"| {code} | {name} |" in page


def test_every_capability_of_an_engine_is_in_the_docs() -> None:
    for protocol in CAPABILITIES:
        methods = [f"`{name}`" for name, value in vars(protocol).items() if isfunction(value) and name[0] != "_"]
        assert f"| `{protocol.__name__}` | {', '.join(methods)} |" in text("extending.md")


def test_the_engine_in_the_docs_checks_a_deck() -> None:
    code, *_ = re.findall(r"^   ```python\n(.*?)^   ```$", text("extending.md"), re.DOTALL | re.MULTILINE)
    names: dict[str, Any] = {}
    exec(dedent(code), names)
    decks = {"rolls": [CardData("1-1", 1, {}), CardData("1-2", 3, {})]}
    assert [problem.card for problem in names["ENGINE"].check_deck(decks)] == ["1-2"]


def test_every_key_of_a_game_is_in_the_docs() -> None:
    page = text("data.md")
    for key in [*GameFile.model_fields, *find_plugins("products")]:
        assert f"`{key}`" in page, key


def test_the_table_of_field_kinds_is_generated() -> None:
    """`python docs/make_field_table.py` writes it."""
    assert "\n".join(markdown_table()) in text("data.md")


def test_every_key_of_languages_and_translations_is_in_the_docs() -> None:
    page = text("languages.md")
    for key in [*LanguagesEntry.model_fields, *OverlayFile.model_fields, *Kept.model_fields, *COLUMNS]:
        assert re.search(rf"\b{key}\b", page), key


def test_every_data_block_and_its_keys_are_in_the_docs() -> None:
    page = text("rulebooks.md")
    for kind in find_plugins("blocks"):
        assert f"| `{kind}" in page
    for body in (CardsBody, FieldBody, PlayBody, ShingleBody, TableBody, CoverBody):
        for key in body.model_fields:
            assert f"`{key}`" in page, f"{body.__name__}: {key}"


def test_the_game_in_the_docs_is_one(tmp_path: Path) -> None:
    """The files of docs/data.md with the rulebook of docs/rulebooks.md make a game without findings."""
    files = dict(re.findall(r"^`([a-z_/.]+)`:\n\n```[a-z]+\n(.*?)```$", text("data.md"), re.DOTALL | re.MULTILINE))
    assert sorted(files) == ["card_data/tea/game.yaml", "card_data/tea/tea.csv", "templates/tea.yaml"]
    game = GameOnDisk(tmp_path, "tea")
    for name, content in files.items():
        game.write(name, content)
    example = re.search(r"^    # Tea Garden\n.*?^    ```\n", text("rulebooks.md"), re.DOTALL | re.MULTILINE)
    assert example is not None
    game.write("card_data/tea/rules.md", dedent(example[0]))
    game.change("card_data/tea/game.yaml", "targets:", "rulebooks: {en: rules.md}\ntargets:")
    assert game.codes() == []
    built = build_game(Project(tmp_path, bundled=False), "tea", tmp_path / "out", Options())
    assert {"sheets/tea-letter.pdf", "cards/png/main-green.png", "rules/rules.en.html"} <= set(built.states)


@for_cases("page", PAGES)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        if not target.startswith("http"):
            assert (page.parent / target).exists(), target


def test_both_readmes_show_the_two_commands_and_credit_the_original() -> None:
    for name in ("README.md", "README.zh-CN.md"):
        readme = (REPOSITORY / name).read_text(encoding="utf-8")
        assert "make build" in readme
        assert "make test" in readme
        for link in ("https://github.com/Aqua6623/Block-Killer", "https://creativecommons.org/licenses/by-sa/4.0/"):
            assert link in readme


def test_controls_have_their_names_on_the_page() -> None:
    with (catalogues.FOLDER / "zh_Hans.po").open("rb") as file:
        entries = [entry for entry in read_po(file) if entry.context == "page"]
    for name in ("studio.md", "tutorial-studio.md", "tutorial-studio.zh-CN.md"):
        page, is_chinese = text(name), "zh" in name
        texts = [(entry.string if is_chinese else entry.id) or "" for entry in entries]
        shown = {form for forms in texts for form in ([forms] if isinstance(forms, str) else forms)}
        table, *_ = page.partition("\n|---")
        columns = {cell.strip() for cell in table.splitlines()[-1].split("|")}
        names = re.findall("“([^”]+)”" if is_chinese else r"(?<!\*)\*([^*\n]+)\*(?!\*)", page)
        assert [one for one in names if re.sub(r"\d+", "{count}", one) not in shown | columns] == [], name
