"""Checks are modules: cardgen's own and those of installed packages are registered, run and documented alike."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cardgen.base.errors import Finding, Place
from cardgen.base.plugins import forget_plugins, load_plugins
from cardgen.building.build import FindingsError, build_game
from cardgen.building.check import check_before_build, check_game, merge_findings, registered_checks
from cardgen.building.checks.context import CheckContext
from cardgen.building.plan import layout_game, layout_targets
from cardgen.cli.app import main
from cardgen.data.project import Project
from cardgen.products.options import Options
from tests.games_on_disk import GameOnDisk, block_killer_in, tiny_game_in
from tests.scripts import docs_script

Install = Callable[..., None]


make_checks = docs_script("make_checks")

CHECK = """\
from cardgen.building.checks.context import Check
from cardgen.base.errors import Code
from cardgen.base.words.messages import message

LONG_NAME = Code("DC101", "long-name", message("a card with a long name"))

def run(context):
    for deck in context.game.decks.values():
        for card in deck.cards:
            if len(card.fields["name"]) > 5:
                yield LONG_NAME.finding(card.place("name"), message("{name} is long", name=card.fields["name"]))

CHECK = Check((LONG_NAME,), run)
"""


@pytest.fixture
def tiny(tmp_path: Path) -> GameOnDisk:
    return tiny_game_in(tmp_path / "project")


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Install a package `dice` whose one module registers the check `dice`."""

    def install(source: str, kind: str = "checks", name: str = "CHECK") -> None:
        info = tmp_path / "dice" / "dice-1.0.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: dice\nVersion: 1.0\n", encoding="utf-8")
        (info / "entry_points.txt").write_text(f"[cardgen.{kind}]\ndice = dice:{name}\n", encoding="utf-8")
        (tmp_path / "dice" / "dice.py").write_text(source, encoding="utf-8")
        monkeypatch.syspath_prepend(str(tmp_path / "dice"))
        forget_plugins()

    yield install
    sys.modules.pop("dice", None)
    forget_plugins()


def context_of(game: GameOnDisk) -> CheckContext:
    loaded = game.load()
    return CheckContext(loaded, layout_game(loaded))


# ---------------------------------------------------------------- cardgen's own checks


def test_codes_and_names_are_stable_and_distinct() -> None:
    plugins = [*registered_checks().values(), *load_plugins("products").values()]
    codes = {code.code: code.name for plugin in plugins for code in plugin.codes}
    assert sorted(codes) == [
        *(f"CG{number}" for number in range(101, 126)),
        *(f"CG{number}" for number in range(201, 206)),
        "CG301",
        "CG401",
        "CG402",
        "CG403",
        "CG404",
        "CG405",
        "CG406",
        "CG407",
    ]
    assert len(set(codes.values())) == len(codes)
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", name) for name in codes.values())


def test_checks_run_in_alphabetical_order(tiny: GameOnDisk) -> None:
    context, names = context_of(tiny), list[str]()
    check_game(context.game, context.decks, names.append)
    assert names == sorted(registered_checks())
    assert {"backs", "contrast", "layout", "plugins", "rules"} <= set(names)


def test_a_check_reports_only_its_own_codes(tmp_path: Path) -> None:
    """Of a game with defects of several kinds. Codes of rules are the engine's."""
    game = block_killer_in(tmp_path)
    game.change(
        "templates/block-killer/mat.yaml",
        'note: {font: regular, size: 3.1, colour: "{colours.quiet}"',
        'note: {font: regular, size: 9, colour: "#dddddd"',
    )
    game.change("card_data/block-killer/blocks.yaml", "id: T\n    copies: 12", "id: T\n    copies: 11")
    loaded = game.load()
    context = CheckContext(loaded, layout_game(loaded), tuple(layout_targets(loaded)), tuple(loaded.rulesets))
    reported = {name: {finding.code for finding in check.run(context)} for name, check in registered_checks().items()}
    assert {name: codes for name, codes in reported.items() if codes} == {
        "contrast": {"CG105"},
        "layout": {"CG101", "CG102"},
        "rules": {"BK307", "BK402"},
        "lesson": {"CG407"},  # another deck deals other cards to the lesson
    }


def test_laid_out_pages_are_passed_in_and_not_laid_out_again(tiny: GameOnDisk, monkeypatch: pytest.MonkeyPatch) -> None:
    tiny.change(
        "card_data/tiny/game.yaml",
        "targets:\n",
        "targets:\n  pages: {p: {template: p.yaml, papers: [a4], size: [90, 90]}}\n",
    )
    tiny.write("templates/p.yaml", "face: {description: {en: A page}, boxes: {ground: {kind: rect, box: bleed}}}\n")
    game = tiny.load()
    pages, decks = layout_targets(game), layout_game(game)
    monkeypatch.setattr("cardgen.building.check.layout_targets", lambda *_: pytest.fail("laid out again"))
    assert check_game(game, decks, pages=pages).pages == len(pages)


def test_the_tables_of_codes_in_the_docs_are_generated() -> None:
    page = make_checks.PAGE.read_text(encoding="utf-8")
    assert make_checks.with_tables(page) == page, "run python docs/make_checks.py"
    for check in registered_checks().values():
        assert all(f"| {code.code} | {code.name} | {code.words} |\n" in page for code in check.codes)


def test_findings_of_some_editions_name_their_languages() -> None:
    everywhere, somewhere = (Finding(Place("a", line), "CG101", "text-overflow", "too long") for line in (1, 2))
    merged = merge_findings({"en": [everywhere], "de": [everywhere, somewhere], "fr": [everywhere, somewhere]})
    assert [str(finding.message) for finding in merged] == ["too long", "too long (in de, fr)"]


# ---------------------------------------------------------------- checks of other packages


def test_an_installed_package_adds_a_check(
    install: Install, tiny: GameOnDisk, capsys: pytest.CaptureFixture[str]
) -> None:
    install(CHECK)
    (finding,) = tiny.check().findings
    assert (finding.code, finding.name, finding.message) == ("DC101", "long-name", "Second is long")
    with pytest.raises(SystemExit) as stopped:
        main(["check", "tiny", "--project", str(tiny.root)])
    assert stopped.value.code == 1
    assert "error DC101 long-name: Second is long" in capsys.readouterr().out


@pytest.mark.parametrize("stops_build", [False, True])
def test_a_build_refuses_a_game_only_for_checks_that_stop_it(
    install: Install, tiny: GameOnDisk, stops_build: bool
) -> None:
    install(CHECK.replace("run)", f"run, stops_build={stops_build})"))
    assert [finding.code for finding in check_before_build({"": context_of(tiny)})[0]] == ["DC101"] * stops_build
    project, out = Project(tiny.root, bundled=False), tiny.path("out")
    if stops_build:
        with pytest.raises(FindingsError, match="DC101 long-name"):
            build_game(project, "tiny", out, Options())
    else:
        assert build_game(project, "tiny", out, Options()).states


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("raise OSError('no dice')", "check plug-in 'dice' of the package 'dice' cannot be loaded: OSError: no dice"),
        ("CHECK = 6", "check plug-in 'dice' of the package 'dice' is not a Check"),
        (
            CHECK.replace('fields["name"]', 'fields["eyes"]'),
            "check plug-in 'dice' of the package 'dice' failed: KeyError: 'eyes'",
        ),
        (CHECK.replace("run)", "6)"), "check plug-in 'dice' of the package 'dice' failed: TypeError"),
    ],
)
def test_a_broken_check_is_one_finding_and_the_others_go_on(
    install: Install, tiny: GameOnDisk, source: str, text: str
) -> None:
    install(source)
    tiny.write("templates/tiny.yaml", tiny.read("templates/tiny.yaml").split("back:")[0])
    broken, missing = tiny.check().findings
    assert (broken.code, broken.name, broken.severity) == ("CG301", "plugin-failed", "warning")
    assert str(broken).startswith(f"cardgen: warning CG301 plugin-failed: {text}")
    assert str(broken).endswith(" (update or uninstall dice)")
    assert missing.code == "CG107"


def test_a_broken_plugin_of_another_kind_is_one_finding(install: Install, tiny: GameOnDisk) -> None:
    install("raise OSError('no dice')", kind="exports", name="export")
    (finding,) = tiny.check().findings
    assert finding.code == "CG301"
    assert finding.message == "export plug-in 'dice' of the package 'dice' cannot be loaded: OSError: no dice"


def test_broken_plugins_are_reported_with_a_game_that_cannot_be_read(
    install: Install, tiny: GameOnDisk, capsys: pytest.CaptureFixture[str]
) -> None:
    install("raise OSError('no dice')", kind="boxes")
    tiny.change("templates/tiny.yaml", "kind: text", "kind: dice")
    with pytest.raises(SystemExit) as stopped:
        main(["check", "tiny", "--project", str(tiny.root)])
    assert stopped.value.code == 2
    assert "box plug-in 'dice' of the package 'dice' cannot be loaded" in capsys.readouterr().err
