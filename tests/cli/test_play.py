"""The commands `cardgen play` and `cardgen engine`."""

from __future__ import annotations

import json
import re
import signal
import threading
import xml.etree.ElementTree as ElementTree
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cardgen.base.errors import DataError
from cardgen.cli.play import game_with_command
from cardgen.data import load
from cardgen.data.load import load_game
from cardgen.data.model import Game
from cardgen.games.block_killer.commands import best
from cardgen.games.thread_race import solver
from cardgen.games.thread_race.cards import DeckOrder
from tests.commands import Done, run
from tests.games_on_disk import REPOSITORY, tiny_game_in


@pytest.fixture(autouse=True)
def _games_are_loaded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The shipped games do not change between commands, and to load one takes most of the time of a command."""
    monkeypatch.setattr(load, "load_game", _load_once)


_load = cache(load_game)


def _load_once(folder: Path, templates: Path, root: Path) -> Game:
    return (_load if folder.is_relative_to(REPOSITORY) else load_game)(folder, templates, root)


T_SPIN_DOUBLE = "XXXX..XXXX/XXX...XXXX/XXXX.XXXXX"


def description(picture: Path) -> str:
    """Return what a picture says that it shows."""
    described = ElementTree.parse(picture).getroot().find("{http://www.w3.org/2000/svg}desc")
    assert described is not None
    return described.text or ""


def verified_game(folder: Path, game: str, *options: str, rules: str = "") -> tuple[str, list[str], str]:
    """Play a random game and verify its log. Return the log, the lines about it, and what its picture shows."""
    same = ("--game", game, *(("--rules", rules) if rules else ()))
    played = run("play", "game", *options, *same)
    assert played.returncode == 0, played.stderr
    log, picture = folder / "log.txt", folder / "end.svg"
    log.write_text(played.stdout, encoding="utf-8")
    done = run("play", "verify", str(log), "--draw", str(picture), *same)
    assert done.returncode == 0, done.stderr
    return played.stdout, done.stdout.splitlines(), description(picture)


def test_score_explains_a_play_in_both_languages() -> None:
    done = run("play", "score", "1-2 3-1 | T2@1,0")
    assert done.returncode == 0, done.stderr
    assert "攻击值 1" in done.stdout
    assert "Attack 1, block 0." in done.stdout
    data = json.loads(run("play", "score", "1-2 3-1 | T2@1,0", "--rules", "no-mercy", "--json").stdout)
    assert (data["legal"], data["attack"], data["play"]) == (True, 2, "1-2 3-1 | T2@1,0")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("1-3 1-3~ x+x | T2@2,0 I0@5,3",), "overlaps"),
        (("| I0@0,3",), "floating"),
        (("1-2 | ",), "no-block"),
        (("| O0@0,0", "--hand", "T / 1-0"), "block-not-held"),
        (("9-9 | O0@0,0",), "unknown-garbage"),
    ],
)
def test_score_names_the_first_illegal_step(arguments: tuple[str, ...], code: str) -> None:
    done = run("play", "score", *arguments)
    assert done.returncode == 1
    assert f"{code}: " in done.stderr
    data = json.loads(run("play", "score", *arguments, "--json").stdout)
    assert (data["legal"], data["reason"]) == (False, code)


def test_moves_lists_placements_and_spins(tmp_path: Path) -> None:
    done = run("play", "moves", T_SPIN_DOUBLE, "T")
    lines = done.stdout.splitlines()
    assert lines[-1] == "placements: 37, spins: 3"
    assert "T2@3,0     spin" in lines
    (tmp_path / "field.txt").write_text(T_SPIN_DOUBLE.replace("/", "\n"))
    assert run("play", "moves", str(tmp_path / "field.txt"), "T").stdout == done.stdout
    assert run("play", "moves", "-", "T", stdin=T_SPIN_DOUBLE.replace("/", "\n")).stdout == done.stdout


def test_perft_counts_the_published_numbers() -> None:
    plies = json.loads(run("play", "perft", "", "IOTL", "--json").stdout)
    assert [ply["sequences"] for ply in plies] == [17, 153, 5266, 188891]


def test_draw_makes_a_strip_with_captions(tmp_path: Path) -> None:
    file = tmp_path / "play.svg"
    assert run("play", "draw", "1-2 3-1 | T2@1,0", str(file)).returncode == 0
    assert "T2@1,0" in description(file)
    assert run("play", "draw", "| I0@0,9", str(tmp_path / "no.svg")).returncode == 1
    assert not (tmp_path / "no.svg").exists()


def test_a_seed_always_gives_the_same_game_whose_log_is_verified() -> None:
    log = run("play", "game", "--seed", "7", "--players", "3").stdout
    assert log.startswith("game 3 seed 7\n")
    assert re.fullmatch(r"# \d+ turns; player \d wins\.", log.splitlines()[-1])
    assert run("play", "game", "--seed", "7", "--players", "3").stdout == log
    assert run("play", "game", "--seed", "8", "--players", "3").stdout != log
    assert json.loads(run("play", "game", "--seed", "7", "--players", "3", "--json").stdout)["players"] == 3
    done = run("play", "verify", "-", stdin=log)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert f"# {lines[0]}" == log.splitlines()[-1]
    assert sum("out of the game" in line for line in lines) == 2
    data = json.loads(run("play", "verify", "-", "--json", stdin=log).stdout)
    assert (data["legal"], data["over"], data["turns"]) == (True, True, len(log.splitlines()) - 3)


def test_a_log_that_breaks_a_rule_names_its_line() -> None:
    done = run("play", "verify", "-", stdin="game 3 seed 7\n# a remark\n0 pass\n")
    assert (done.returncode, done.stdout) == (1, "")
    assert "line 3" in done.stderr.lower()
    data = json.loads(run("play", "verify", "-", "--json", stdin="game 3 seed 7\n0 pass\n").stdout)
    assert (data["legal"], data["line"]) == (False, 2)


@pytest.mark.parametrize(
    ("game", "arguments", "expected"),
    [
        ("block-killer", ("score", "| O0@0,0", "--rules", "standart"), "did you mean 'standard'?"),
        ("block-killer", ("moves", "###", "T"), "FIELD"),
        ("block-killer", ("moves", "no-such-file", "T"), "is neither a file nor rows of # ."),
        ("block-killer", ("moves", "", "Q"), "there is no block 'Q'"),
        ("block-killer", ("game", "--players", "2"), "--players: 2 "),
        ("blokus", ("score", "| O0@0,0"), "has no command 'score' (it has moves, perft, draw, game, verify)"),
        ("blokus", ("best", "T / 1-0"), "has no command 'best'"),
        ("blokus", ("verify", "no-such-file"), "LOG: cannot read the file 'no-such-file'"),
        ("blokus", ("verify", "-", "--rules", "standart"), "did you mean 'standard'?"),
        ("blokus", ("moves", "", "purple"), "COLOUR: there is no colour 'purple'"),
        ("blokus", ("moves", "RR/..", "red"), "20 rows of 20 cells"),
        ("blokus", ("moves", "no-such-file", "red"), "is neither a file nor rows of R G B Y ."),
        ("blokus", ("perft", "", "IOTLJ"), "DEPTH: 'IOTLJ' given"),
        ("blokus", ("perft", "", "red green 3"), "DEPTH: 'red green 3' given"),
        ("blokus", ("game", "--players", "2"), "--players: 2 given"),
        ("heroes", ("game", "--mode", "relm"), "there is no mode 'relm' (did you mean 'realm'?)"),
        ("heroes", ("game", "--mode", "realm", "--players", "4"), "the realm mode needs more than 4 players"),
        ("nonsense", ("moves", "", "T"), "no game 'nonsense'"),
    ],
)
def test_a_wrong_request_exits_2(game: str, arguments: tuple[str, ...], expected: str) -> None:
    done = run("play", *arguments, "--game", game)
    assert done.returncode == 2
    assert expected in done.stderr
    assert "Traceback" not in done.stderr


def test_the_engine_answers_every_line_also_after_errors() -> None:
    requests = [
        '{"op": "about", "id": 1}',
        "nonsense",
        '{"op": "nothing"}',
        '{"op": "about", "extra": 1}',
        '{"op": "about", "id": 2}',
    ]
    answers = [json.loads(line) for line in run("engine", stdin="\n".join(requests) + "\n").stdout.splitlines()]
    assert len(answers) == 5
    assert answers[0]["rulesets"] == ["standard", "no-mercy"]
    assert ["error" in answer for answer in answers] == [False, True, True, True, False]
    assert (answers[0]["id"], answers[-1]["id"]) == (1, 2)
    done = run("engine", "--game", "heroes", stdin='{"op": "ambitionists", "players": 7}\n')
    assert json.loads(done.stdout) == {"threshold": 3}
    assert "no game 'nonsense'" in run("engine", "--game", "nonsense").stderr


def test_best_finds_proves_and_draws(tmp_path: Path) -> None:
    picture = tmp_path / "best.svg"
    done = run("play", "best", "TS / 1-4 3-3 2-4", "--draw", str(picture))
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert run("play", "score", lines[0], "--hand", "TS / 1-4 3-3 2-4").stdout.splitlines() == lines[1:-1]
    assert "Attack 5" in done.stdout
    assert lines[-1] == "Proven: no play of this hand has a greater attack."
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")
    data = json.loads(run("play", "best", "TS / 1-4 3-3 2-4", "--rules", "no-mercy", "--json").stdout)
    assert (data["proven"], data["at_most"]) == (True, data["attack"])
    assert data["positions"] > 0


def test_best_without_time_says_that_it_is_not_proven() -> None:
    done = run("play", "best", "ZSTTI / 1-0 1-0 2-3 x x 4-3", "--seconds", "0")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1].startswith("Not proven: a play of this hand may have an attack of up to ")


def test_analyse_lists_plays_and_the_step_that_loses() -> None:
    done = run("play", "analyse", "TZ / 1-1 3-0 2-1", "--play", "1-1 3-0 2-1 | T2@0,0")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].startswith("1. attack 5: ")
    assert "Proven: no other choice of blocks gives a better play." in lines
    assert "Your play: attack 4 of 5." in lines
    assert lines[-1] == "after T2@0,0: attack 5 is possible"
    data = json.loads(run("play", "analyse", "TZ / 1-1 3-0 2-1", "--json").stdout)
    assert (data["attack"], data["own"], data["finished"], data["lost_at"]) == (5, None, True, None)
    assert data["lines"][0]["proven"]


@pytest.mark.parametrize(
    ("arguments", "name"),
    [(("T",), "HAND"), (("T / 1-0", "--play", "1-1 | T0@0,1"), "--play"), (("T / 1-0", "--play", "x"), "--play")],
)
def test_analyse_refuses_a_wrong_hand_or_play(arguments: tuple[str, ...], name: str) -> None:
    done = run("play", "analyse", *arguments)
    assert done.returncode == 2
    assert done.stderr.startswith(f"{name}: ")


def test_puzzles_are_made_by_seed_and_by_date() -> None:
    done = run("play", "puzzle", "--strength", "easy", "--seed", "7", "--number", "2", "--solution")
    assert done.returncode == 0, done.stderr
    first, solution, second, _ = done.stdout.splitlines()
    assert first == "easy 7: IL / 2-1 3-2 1-0: find attack 4"
    assert second.startswith("easy 8: ")
    scored = run("play", "score", solution.strip(), "--hand", "IL / 2-1 3-2 1-0")
    assert "Attack 4" in scored.stdout
    (daily,) = json.loads(run("play", "puzzle", "--date", "2026-11-23", "--json").stdout)
    assert (daily["strength"], daily["seed"]) == ("easy", 20261123)
    for wrong in (("--date", "2026-13-01"), ("--strength", "huge")):
        refused = run("play", "puzzle", *wrong)
        assert refused.returncode == 2
        assert refused.stderr.startswith(wrong[0])


def test_a_fumen_is_written_as_a_play() -> None:
    assert run("play", "fumen", "https://fumen.zui.jp/?v115@HhRpHeRpHeA8AeH8JeAgH").stdout == "1-1 | O0@0,1\n"
    refused = run("play", "fumen", "v115@bhD8PeT9MvhBTjDAAA")
    assert refused.returncode == 1
    assert "Row 0 (####......) of the fumen is no garbage card" in refused.stderr


@pytest.mark.parametrize("hand", ["T", "Q / 1-0", "T / 9-9", "/ 1-0", "TTTTTTTT / 1-0"])
def test_best_refuses_a_wrong_hand(hand: str) -> None:
    done = run("play", "best", hand)
    assert done.returncode == 2
    assert done.stderr.startswith("HAND: ")


def test_ctrl_c_ends_the_search_with_the_best_so_far(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    hand = "ZSTJLII / 1-0 1-1 2-3 2-0 3-3 4-3 1-2"
    before, set_handler = signal.getsignal(signal.SIGINT), signal.signal

    def set_handler_and_press(number: int, handler: Any) -> Any:
        if handler is not before:
            threading.Timer(0.5, signal.raise_signal, [signal.SIGINT]).start()
        return set_handler(number, handler)

    monkeypatch.setattr(signal, "signal", set_handler_and_press)
    best(hand, seconds=3000, as_json=True)
    data = json.loads(capfd.readouterr().out)
    assert data["attack"] <= data["at_most"]
    assert not data["proven"]
    assert signal.getsignal(signal.SIGINT) == before


# ---------------------------------------------------------------- Blokus

OPENING = "red V3 (0,0)(1,0)(1,1)\ngreen I2 (19,0)(19,1); blue I2 (19,19)(18,19)\nyellow I3 (0,19)(0,18)(0,17)\n"


def blokus(*arguments: str, stdin: str = "") -> Done:
    return run("play", *arguments, "--game", "blokus", stdin=stdin)


def test_the_log_of_a_random_game_of_blokus_is_legal(tmp_path: Path) -> None:
    log, lines, shown = verified_game(tmp_path, "blokus", "--seed", "3")
    assert lines[0].endswith("枚棋子，游戏结束。")
    assert lines[5].endswith("placements; the game is over.")
    standings = [line.removeprefix("# ") for line in log.splitlines() if line.startswith("# ")]
    assert lines[1:5] + lines[6:] == standings
    assert "红：剩 " in standings[0]
    assert "cells left, rank " in standings[4]
    assert all(line in shown for line in standings[4:])


def test_a_log_may_end_before_the_game_and_come_from_standard_input() -> None:
    done = blokus("verify", "-", stdin=OPENING)
    assert done.returncode == 0, done.stderr
    assert "已放置 4 枚棋子，游戏尚未结束。" in done.stdout
    assert "4 placements; the game is not over." in done.stdout
    data = json.loads(blokus("verify", "-", "--json", stdin=OPENING).stdout)
    assert (data["legal"], data["over"], len(data["board"])) == (True, False, 20)
    assert data["board"][0] == "RR" + "." * 17 + "G"


@pytest.mark.parametrize(
    ("line", "code", "rule"),
    [
        ("red I1 (2,1)", "side-touches", 9),
        ("red Q9 (1,1)", "unknown-shape", None),
    ],
)
def test_verify_reports_the_line_and_the_first_broken_rule(
    tmp_path: Path, line: str, code: str, rule: int | None
) -> None:
    log, picture = OPENING + line, tmp_path / "no.svg"
    done = blokus("verify", "-", "--draw", str(picture), stdin=log)
    assert done.returncode == 1
    place = "Line 4" if rule is None else f"Line 4, rule {rule}"
    assert f"{code}: {place}: " in done.stderr
    assert f"{code}: 第 4 行" in done.stderr
    assert not picture.exists()
    data = json.loads(blokus("verify", "-", "--json", stdin=log).stdout)
    assert (data["legal"], data["reason"], data["line"], data["rule"]) == (False, code, 4, rule)


def test_blokus_lists_placements_and_counts_sequences(tmp_path: Path) -> None:
    assert blokus("moves", "", "red").stdout.splitlines()[-1] == "58 placements"
    board = json.loads(blokus("verify", "-", "--json", stdin=OPENING).stdout)["board"]
    (tmp_path / "board.txt").write_text("\n".join(board))
    placements = blokus("moves", str(tmp_path / "board.txt"), "red").stdout.splitlines()
    assert "red I1 (2,2)" in placements
    assert blokus("moves", "/".join(board), "red").stdout.splitlines() == placements
    data = json.loads(blokus("moves", "/".join(board), "red", "--json").stdout)
    assert [entry["placement"] for entry in data] == placements[:-1]
    assert json.loads(blokus("perft", "", "3", "--json").stdout) == [
        {"sequences": 58},
        {"sequences": 3364},
        {"sequences": 195112},
    ]
    assert blokus("perft", "", "blue 2").stdout.split() == ["1", "58", "2", "3364"]


def test_a_log_is_drawn_as_boards(tmp_path: Path) -> None:
    file = tmp_path / "log.svg"
    done = blokus("draw", OPENING.strip().replace("\n", " | "), str(file))
    assert done.stdout == f"{file}: 3 pictures.\n"
    assert "2 green I2; 3 blue I2." in description(file)


# ---------------------------------------------------------------- Blitz

SCENARIOS = REPOSITORY / "card_data/blitz/scenarios"


def blitz(*arguments: str, stdin: str = "") -> Done:
    return run("play", *arguments, "--game", "blitz", stdin=stdin)


def test_the_log_of_a_random_game_of_blitz_is_legal(tmp_path: Path) -> None:
    options = ("--seed", "3", "--players", "2")
    log, lines, shown = verified_game(tmp_path, "blitz", *options, rules="literal")
    count = len(log.splitlines()) - 2
    assert lines == [f"{count} legal turns", log.splitlines()[-1]]
    assert "勝" in shown
    data = json.loads(blitz("game", *options, "--rules", "literal", "--json").stdout)
    assert (len(data["turns"]), data["end"]["seed"]) == (count, 3)
    done = blitz("verify", "-", "--json", stdin=log.replace("us keep", "us pass").replace("us redraw", "us pass"))
    assert done.returncode == 1
    data = json.loads(done.stdout)
    assert (data["legal"], data["reason"], data["line"]) == (False, "B10", 2)


def test_a_scenario_of_blitz_is_verified_drawn_and_solved(tmp_path: Path) -> None:
    joint = str(SCENARIOS / "joint.txt")
    assert blitz("verify", joint).stdout == "7 answers are right\n"
    assert json.loads(blitz("verify", joint, "--json").stdout)["questions"] == 7
    wrong = Path(joint).read_text(encoding="utf-8").replace("= fails", "= legal")
    done = blitz("verify", "-", stdin=wrong)
    assert done.returncode == 1
    assert "question: Line 13: the answer is fails." in done.stderr
    assert "question: 第 13 行：答案应为 fails。" in done.stderr
    done = run("play", "targets", joint)
    assert done.stdout.splitlines() == ["1,1: 1,0 2,1 (4 : 3)", "3,1: 3,0 (3 : 2)", "2 units at once at most"]
    assert json.loads(run("play", "targets", joint, "--json").stdout)["most"] == 2
    assert blitz("moves", joint).stdout.splitlines()[-2:] == ["us pass", "12 turns"]
    assert len(json.loads(blitz("moves", joint, "--json").stdout)) == 12
    assert blitz("perft", joint, "1").stdout.split() == ["1", "12"]
    assert json.loads(blitz("perft", joint, "1", "--json").stdout) == [{"sequences": 12}]
    picture = tmp_path / "joint.svg"
    assert blitz("draw", joint, str(picture)).stdout == f"{picture}: 1 picture.\n"
    assert b"\xe8\xa3\x9d\xe7\x94\xb2\xe8\xbb\x8a" not in picture.read_bytes()  # text is outlines


def test_a_command_of_several_games_needs_the_name_of_one(tmp_path: Path) -> None:
    games_in(tmp_path, {"corners": "blokus", "walls": "block-killer"})
    done = run("play", "verify", "-", "--project", str(tmp_path), stdin=OPENING)
    assert done.returncode == 2
    assert "there are several games (name one: corners, walls)" in done.stderr


def test_the_only_game_of_a_project_is_the_default(tmp_path: Path) -> None:
    tiny_game_in(tmp_path)
    for command in (("play", "perft", "", "T"), ("play", "verify", "-"), ("engine",), ("simulate",)):
        done = run(*command, "--project", str(tmp_path))
        assert done.returncode == 2, command
        assert "tiny" in done.stderr
        assert "has no rules engine" in done.stderr


# ---------------------------------------------------------------- the game of a command


def games_in(folder: Path, engines: dict[str, str]) -> None:
    """Write a project of incomplete games: each has a name and an engine."""
    for name, engine in engines.items():
        (folder / "card_data" / name).mkdir(parents=True)
        (folder / "card_data" / name / "game.yaml").write_text(f"engine: {engine}\n", encoding="utf-8")


def listed(folder: Path) -> list[str]:
    lines = run("play", "--help", cwd=folder, COLUMNS="300").stdout.partition("Commands:\n")[2].splitlines()
    return [line.split()[0] for line in lines]


def test_help_lists_the_commands_of_the_games_of_a_project(tmp_path: Path) -> None:
    own = ["analyse", "puzzle", "fumen"]
    everything = ["score", "moves", "perft", "draw", "best", *own, "game", "verify", "targets", "order", "facts"]
    assert listed(tmp_path) == listed(REPOSITORY) == everything  # of the bundled games
    games_in(tmp_path / "one", {"corners": "blokus"})
    assert listed(tmp_path / "one") == ["moves", "perft", "draw", "game", "verify"]
    tiny_game_in(tmp_path / "none")
    assert listed(tmp_path / "none") == []


@pytest.mark.parametrize(
    ("arguments", "argument"),
    [
        ((), "BLOCK"),
        (("--game", "blokus"), "COLOUR"),
        (("--game=blokus",), "COLOUR"),
        (("--game", "block-killer"), "BLOCK"),
        (("--", "--game", "blokus"), "BLOCK"),
    ],
)
def test_the_game_decides_which_engine_has_the_command(arguments: tuple[str, ...], argument: str) -> None:
    before, after = (arguments, ()) if arguments[:1] != ("--",) else ((), arguments)
    done = run("play", "moves", "--help", *before, *after)
    assert f"[OPTIONS] FIELD {argument}\n" in done.stdout


@pytest.mark.parametrize(
    ("engines", "command", "game"),
    [
        ({"corners": "blokus"}, "score", "corners"),
        ({"corners": "blokus", "many": "heroes"}, "moves", "corners"),
        ({"corners": "blokus", "walls": "block-killer"}, "best", "walls"),
        ({"corners": "blokus", "walls": "block-killer"}, "moves", None),
        ({"default": "block-killer", "walls": "block-killer"}, "best", "default"),
        ({"default": "block-killer", "corners": "blokus"}, "moves", "default"),
        ({"default": "heroes", "corners": "blokus"}, "moves", "corners"),
        ({"corners": "blokus", "squares": "blokus"}, "verify", None),
    ],
)
def test_a_command_belongs_to_the_default_game_or_the_only_one_that_has_it(
    tmp_path: Path, engines: dict[str, str], command: str, game: str | None
) -> None:
    games_in(tmp_path, engines)
    (tmp_path / "card_data/default.txt").write_text("default\n", encoding="utf-8")
    if game is None:
        with pytest.raises(DataError, match="there are several games"):
            game_with_command(tmp_path, "", command)
    else:
        assert game_with_command(tmp_path, "", command) == game
    assert game_with_command(tmp_path, "other", command) == "other"


def test_a_command_that_no_engine_has_is_unknown() -> None:
    done = run("play", "shuffle")
    assert done.returncode == 2
    assert "No such command 'shuffle'." in done.stderr


def test_a_game_that_cannot_be_read_reports_its_faults(tmp_path: Path) -> None:
    tiny_game_in(tmp_path).change("card_data/tiny/game.yaml", "languages:", "engine: blockus\nlanguages:")
    done = run("play", "moves", "", "red", "--project", str(tmp_path))
    assert done.returncode == 2
    assert "there is no rules engine 'blockus' (did you mean 'blokus'?)" in done.stderr


# ---------------------------------------------------------------- thread-race


def thread_race(*arguments: str, stdin: str = "") -> Done:
    return run("play", *arguments, "--game", "thread-race", stdin=stdin)


@pytest.mark.full
def test_the_log_of_a_random_game_of_thread_race_is_legal_and_drawn(tmp_path: Path) -> None:
    log, lines, _ = verified_game(tmp_path, "thread-race", "--seed", "4", "--players", "3", rules="brief")
    assert [line[2:] for line in log.splitlines()[-2:]] == [
        line.partition("：" if "：" in line else ": ")[2].rstrip("。.") for line in lines
    ]
    strip = thread_race("draw", str(tmp_path / "log.txt"), str(tmp_path / "strip.svg"), "--rules", "brief")
    assert strip.returncode == 0, strip.stderr
    assert strip.stdout.rstrip().endswith(" pictures.")
    refused = thread_race("verify", "-", "--json", stdin=log)
    assert refused.returncode == 1
    data = json.loads(refused.stdout)
    assert (data["legal"], data["rule"]) == (False, 10)  # the full rules begin with a choice of faces


def test_facts_and_orders_of_the_deck_of_thread_race(monkeypatch: pytest.MonkeyPatch) -> None:
    facts = json.loads(thread_race("facts", "--json").stdout)
    assert facts["orders"] == 12_623_055_048_283_680_000
    assert facts["window_orders"] == {"full": 774_840_978, "brief": 774_840_978}
    assert facts["leave_after_one_use"] == ["furrow"]

    def found_at_once(brought: DeckOrder, rules: Any, width: int) -> solver.FastestOrder:
        """The search itself, which takes seconds, has tests of its own."""
        assert (rules.titles.en, width) == ("Brief rules", 1)
        return solver.FastestOrder(brought, ("1 play-1-1", "1 pass"), 16, 2)

    monkeypatch.setattr(solver, "fastest_order", found_at_once)
    found = json.loads(thread_race("order", "--rules", "brief", "--width", "1", "--core", "preempt", "--json").stdout)
    assert (found["core"], len(found["order"])) == ("preempt", 23)
    assert (found["at_least"], found["wins_in_turn"], found["proven"]) == (2, 16, False)
    assert found["turns"] == ["play-1-1", "pass"]
    wrong = thread_race("order", "--core", "turbo")
    assert (wrong.returncode, "there is no core 'turbo'" in wrong.stderr) == (2, True)


# ---------------------------------------------------------------- heroes


def test_the_log_of_a_random_game_of_heroes_is_legal_and_drawn(tmp_path: Path) -> None:
    log, lines, _ = verified_game(tmp_path, "heroes", "--mode", "nation", "--players", "2", "--seed", "3")
    assert log.startswith("game nation 2 seed 3\n0 keep ")
    assert any(line.endswith("turns; the game is over.") for line in lines)
    data = json.loads(run("play", "verify", "-", "--game", "heroes", "--json", stdin=log).stdout)
    assert (data["legal"], data["over"], len(data["seats"]["zh"])) == (True, True, 3)
    picture = tmp_path / "strip.svg"
    assert run("play", "draw", "game realm 5 seed 1", str(picture), "--game", "heroes").returncode == 0
    assert picture.exists()
