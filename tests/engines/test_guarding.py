"""Engines that leave out a method or get it wrong: an error that names the engine, never a traceback."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from typer.testing import CliRunner

import cardgen
from cardgen.building.checks.rules import check_rules
from cardgen.cards.layout.diagrams import draw_diagrams
from cardgen.cli.tree import app
from cardgen.data.playing import open_answers
from cardgen.engines import Diagram, Problem
from cardgen.engines.capabilities import CAPABILITIES
from cardgen.engines.guarding import EngineError, guard_engine
from tests.cases import for_cases
from tests.conftest import InstallPlugin
from tests.games_on_disk import GameOnDisk, tiny_game_in

#: An engine with a study that checks nothing, and without options of its own.
DICE = """\
import sys
from typing import Any
from pydantic import BaseModel
from cardgen import Summary
NAME, TITLE, VERSION = "simulate", {"en": "Rolls", "zh": "掷骰"}, 1
class Rules(BaseModel, frozen=True):
    sides: int = 6
class Settings(BaseModel, frozen=True):
    rules: Any
    seed: int
    policies: tuple[str, ...] = ()
def trial(settings, number): return {"roll": number}
def trial_count(settings): return None
def describe(settings): return {"en": "rolls", "zh": "掷骰"}
def summarise(runs): return Summary([{"en": f"{run.count} rolls", "zh": f"{run.count} 次"} for run in runs], [])
class Dice:
    def ruleset_model(self): return Rules
    def study_names(self): return ["simulate"]
    def load_study(self, name): return sys.modules[__name__]
    def answer(self, line, game): return 1 / 0
ENGINE = Dice()
"""
OPTIONS = """\
from cardgen import StudyOption, StudyOptions, message
from guarded_dice import *
from guarded_dice import Dice
import guarded_dice
class Able(Dice):
    def study_options(self):
        policy = StudyOption("--policy", message("The policies."), setting="policies", kind="policy", several="tuple",
                             policies=("greedy", "random"))
        return {"simulate": StudyOptions(StudyOption("--rolls", message("The rolls."), kind="number"), [policy])}
ENGINE = Able()
"""


@pytest.fixture
def game(install_plugin: InstallPlugin, tmp_path: Path) -> GameOnDisk:
    install_plugin("guarded_dice", "engines", {"dice": "guarded_dice:ENGINE"}, DICE)
    game = tiny_game_in(tmp_path)
    game.change("card_data/tiny/game.yaml", "sizes:\n", "engine: dice\nrulesets: {standard: rules.yaml}\nsizes:\n")
    game.write("card_data/tiny/rules.yaml", "sides: 6\n")
    return game


def simulate(folder: Path, *options: str) -> Any:
    arguments = ["simulate", "tiny", "--project", str(folder), "--out", str(folder / "out"), "--jobs", "1", *options]
    return CliRunner().invoke(app, arguments)


def test_a_study_without_options_of_its_own_has_the_number_of_trials(game: GameOnDisk, tmp_path: Path) -> None:
    done = simulate(tmp_path, "--trials", "3")
    assert (done.exit_code, done.exception) == (0, None), done.output
    assert "3 rolls" in done.output
    assert game.load().file.engine == "dice"


def test_an_unknown_policy_is_refused_before_the_first_trial(
    game: GameOnDisk, install_plugin: InstallPlugin, tmp_path: Path
) -> None:
    install_plugin("able_dice", "engines", {"able": "able_dice:ENGINE"}, OPTIONS)
    game.change("card_data/tiny/game.yaml", "engine: dice", "engine: able")
    done = simulate(tmp_path, "--rolls", "3", "--policy", "gredy,random,mine:policy")
    assert str(done.exception) == "--policy: there is no policy 'gredy' (did you mean 'greedy'?)"
    assert not list((tmp_path / "out").rglob("*.sqlite"))
    assert simulate(tmp_path, "--rolls", "3", "--policy", "greedy").exit_code == 0


def test_an_engine_that_fails_answers_with_an_error(game: GameOnDisk) -> None:
    answer = open_answers(game.load())
    assert answer is not None
    message = json.loads(answer("{}"))["error"]["message"]
    assert "rules engine 'dice': `answer` fails with ZeroDivisionError" in message
    assert "(at guarded_dice.py:" in message


def raising(*_: Any) -> Any:
    raise LookupError("no such card")


@for_cases(
    ("method", "call", "arguments", "problem"),
    [
        ("load_study", lambda _: SimpleNamespace(NAME="x"), ["x"], "`load_study` returns SimpleNamespace, expected a"),
        ("load_study", lambda _: json, ["x"], "`load_study` returns json, expected a study with NAME, TITLE"),
        ("study_options", lambda: {"simulate": {}}, [], "`study_options` returns dict, expected a mapping of"),
        ("check_deck", raising, [{}], "`check_deck` fails with LookupError: no such card"),
        ("check_deck", lambda _: ["wrong"], [{}], "`check_deck` returns list, expected a list of Problem"),
        ("draw_play", lambda *_: [], ["", 0, {}], "`draw_play` returns list, expected a list of Diagram, one at least"),
        ("draw_example", lambda *_: None, ["", 0, {}], "`draw_example` returns NoneType, expected a Diagram"),
        ("verify_position", lambda _text, _rules: None, ["", 0, {}], "`verify_position` fails with TypeError"),
        ("table_folder", lambda: "table", [], "`table_folder` returns str, expected the path of a folder or None"),
        ("commands", lambda: {"roll": 1}, [], "`commands` returns dict, expected a mapping of functions"),
    ],
)
def test_a_method_that_is_wrong_is_named(method: str, call: Any, arguments: list[Any], problem: str) -> None:
    engine: Any = guard_engine("dice", SimpleNamespace(**{method: call}))
    with pytest.raises(EngineError) as error:
        getattr(engine, method)(*arguments)
    assert str(error.value).startswith(f"cardgen: rules engine 'dice': {problem}")


def test_an_error_that_the_protocol_allows_is_passed_on() -> None:
    def refuse(*_: Any) -> Any:
        raise ValueError("it floats")

    engine: Any = guard_engine("dice", SimpleNamespace(draw_play=refuse))
    with pytest.raises(ValueError, match="it floats"):
        engine.draw_play("", 0, {})


def test_a_character_that_is_no_card_names_the_engine(game: GameOnDisk) -> None:
    with pytest.raises(EngineError, match="rules engine 'dice': a diagram has 'X', which is no card with a colour"):
        draw_diagrams([Diagram(["X#."])], game.load(), "a play")


def test_a_code_that_is_not_declared_names_the_engine(game: GameOnDisk, install_plugin: InstallPlugin) -> None:
    source = """\
from cardgen import Problem
class Strict:
    def deck_codes(self): return {"DI001": "wrong"}
    def check_deck(self, decks): return [Problem("DI010", "no", "nowhere", "nobody", "nothing")]
ENGINE = Strict()
"""
    install_plugin("strict_dice", "engines", {"strict": "strict_dice:ENGINE"}, source)
    game.change("card_data/tiny/game.yaml", "engine: dice\nrulesets: {standard: rules.yaml}\n", "engine: strict\n")
    with pytest.raises(EngineError, match="'strict': it reports 'DI010', which is none of its codes"):
        list(check_rules(game.load()))
    assert Problem("a", "b", "c").stops_play


def test_all_that_an_engine_needs_is_public() -> None:
    names = {protocol.__name__ for protocol in CAPABILITIES} | {"StudyOption", "StudyOptions", "PositionProblem"}
    assert names <= set(cardgen.__all__)
