"""`cardgen play` and `cardgen engine`: the engine from the command line."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from cardgen.cli_play import best
from tests.games_on_disk import REPOSITORY

T_SPIN_DOUBLE = "XXXX..XXXX/XXX...XXXX/XXXX.XXXXX"


def run(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "cardgen", *arguments]
    return subprocess.run(
        command, cwd=REPOSITORY, input=stdin, capture_output=True, text=True, encoding="utf-8", check=False
    )


def test_score_explains_a_play_in_both_languages() -> None:
    done = run("play", "score", "1-2 3-1 | T2@1,0")
    assert done.returncode == 0, done.stderr
    assert "攻击值 1" in done.stdout
    assert "Attack 1, block 0." in done.stdout
    told = json.loads(run("play", "score", "1-2 3-1 | T2@1,0", "--rules", "no-mercy", "--json").stdout)
    assert (told["legal"], told["attack"], told["play"]) == (True, 2, "1-2 3-1 | T2@1,0")


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
    told = json.loads(run("play", "score", *arguments, "--json").stdout)
    assert (told["legal"], told["reason"]) == (False, code)


def test_moves_lists_placements_and_spins(tmp_path: Path) -> None:
    done = run("play", "moves", T_SPIN_DOUBLE, "T")
    lines = done.stdout.splitlines()
    assert lines[-1] == "37 placements, 3 spins"
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
    root = ElementTree.fromstring(file.read_text(encoding="utf-8"))
    described = root.find("{http://www.w3.org/2000/svg}desc")
    assert described is not None
    assert "T2@1,0" in (described.text or "")
    assert run("play", "draw", "| I0@0,9", str(tmp_path / "no.svg")).returncode == 1
    assert not (tmp_path / "no.svg").exists()


def test_a_seeded_game_replays_to_the_byte() -> None:
    first = run("play", "game", "--seed", "7", "--players", "3")
    assert first.returncode == 0, first.stderr
    assert first.stdout.splitlines()[-1].startswith("Player ")
    assert run("play", "game", "--seed", "7", "--players", "3").stdout == first.stdout
    assert run("play", "game", "--seed", "8", "--players", "3").stdout != first.stdout
    assert json.loads(run("play", "game", "--seed", "7", "--players", "3", "--json").stdout)["players"] == 3


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("play", "score", "| O0@0,0", "--rules", "standart"), "did you mean 'standard'?"),
        (("play", "moves", "###", "T"), "FIELD"),
        (("play", "moves", "no-such-file", "T"), "neither rows of # and . nor a file"),
        (("play", "moves", "", "Q"), "no such block"),
        (("play", "game", "--players", "2"), "--players 2"),
        (("engine", "--game", "nonsense"), "no game 'nonsense'"),
    ],
)
def test_a_wrong_request_exits_2(arguments: tuple[str, ...], told: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert told in done.stderr
    assert "Traceback" not in done.stderr


def test_the_engine_answers_line_by_line_and_survives_nonsense() -> None:
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


def test_best_finds_proves_and_draws(tmp_path: Path) -> None:
    picture = tmp_path / "best.svg"
    done = run("play", "best", "TS / 1-4 3-3 2-4", "--draw", str(picture))
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert run("play", "score", lines[0], "--hand", "TS / 1-4 3-3 2-4").stdout.splitlines() == lines[1:-1]
    assert "Attack 5" in done.stdout
    assert lines[-1] == "Proven: no play of this hand is worth more."
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")
    told = json.loads(run("play", "best", "TS / 1-4 3-3 2-4", "--rules", "no-mercy", "--json").stdout)
    assert (told["proven"], told["at_most"]) == (True, told["attack"])
    assert told["positions"] > 0


def test_best_without_time_says_that_it_is_not_proven() -> None:
    done = run("play", "best", "ZSTTI / 1-0 1-0 2-3 x x 4-3", "--seconds", "0")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1].startswith("Not proven: at most ")


@pytest.mark.parametrize("hand", ["T", "Q / 1-0", "T / 9-9", "/ 1-0", "TTTTTTTT / 1-0"])
def test_best_of_no_hand_is_refused(hand: str) -> None:
    done = run("play", "best", hand)
    assert done.returncode == 2
    assert done.stderr.startswith("cardgen: ")


def test_ctrl_c_ends_the_search_with_the_best_so_far(capfd: pytest.CaptureFixture[str]) -> None:
    hand = "ZSTJLII / 1-0 1-1 2-3 2-0 3-3 4-3 1-2"
    before, alarm = signal.getsignal(signal.SIGINT), threading.Timer(2, signal.raise_signal, [signal.SIGINT])
    alarm.start()
    best(hand, seconds=3000, as_json=True)
    told = json.loads(capfd.readouterr().out)
    assert told["attack"] <= told["at_most"]
    assert not told["proven"]
    assert signal.getsignal(signal.SIGINT) == before
