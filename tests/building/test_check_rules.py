"""Findings about rulesets end to end: at their place in the file, from the library and on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cardgen.building.check import check_game
from cardgen.building.checks.rulesets import check_rulesets
from cardgen.building.plan import layout_game
from cardgen.cli.app import main
from tests.games_on_disk import GameOnDisk, block_killer_decks_in, tiny_game_in

NO_MERCY = "card_data/block-killer/rules/no-mercy.yaml"
GARBAGE = "card_data/block-killer/garbage.yaml"

#: Changes of no-mercy.yaml, and the code, the file of the finding, and the text at its place.
MUTATED = {
    "a table that decreases": (
        [("non_spin: [1, 2, 4, 6, 9]", "non_spin: [1, 2, 4, 3, 9]")],
        ("BK501", NO_MERCY, "3, 9]"),
    ),
    "a combo that decreases": (
        [("combo: [0, 1, 2, 2, 3, 3, 4]", "combo: [0, 1, 2, 2, 3, 3, 1]")],
        ("BK501", NO_MERCY, "1]"),
    ),
    "spins worth less": (
        [("  spin: [2, 5, 8, 12, 16]", "  spin: [0, 5, 8, 12, 16]")],
        ("BK502", NO_MERCY, "0, 5, 8"),
    ),
    "a combo that never ends": (
        [("combo: [0, 1, 2, 2, 3, 3, 4]", "combo: [0, 1, 2, 2, 3, 3]")],
        ("BK503", NO_MERCY, "last"),
    ),
    "a card that stays": (
        [
            ("deal: {blocks: 4,", "deal: {blocks: 3,"),
            ("most_blocks: 5 ", "most_blocks: 3 "),
            ("blocks: 2}", "blocks: 1}"),
            ("most_solid_rows: null", "most_solid_rows: 0"),
        ],
        ("BK504", GARBAGE, '"#.#.#.#.#."'),
    ),
    "a game that never ends": ([("most_garbage: 12 ", "most_garbage: 100 ")], ("BK505", NO_MERCY, "100")),
}


@pytest.fixture
def killer(tmp_path: Path) -> GameOnDisk:
    return block_killer_decks_in(tmp_path)


def mutate(game: GameOnDisk, name: str) -> tuple[str, str, str]:
    changes, expected = MUTATED[name]
    for old, new in changes:
        game.change(NO_MERCY, old, new)
    if name == "a game that never ends":  # a hand holds at most 100 cards, so take fewer cards
        game.write(GARBAGE, game.read(GARBAGE).replace("copies: 10", "copies: 6"))
    return expected


def test_the_shipped_rulesets_have_no_findings(killer: GameOnDisk) -> None:
    assert list(check_rulesets(killer.load())) == []


@pytest.mark.parametrize("name", MUTATED)
def test_a_mutated_ruleset_has_its_finding_at_its_place(killer: GameOnDisk, name: str) -> None:
    code, file, text = mutate(killer, name)
    (finding,) = check_rulesets(killer.load(), ["no-mercy"])
    assert (finding.code, finding.place.file, finding.severity) == (code, file, "error")
    assert killer.read(file).splitlines()[finding.place.line - 1][finding.place.column - 1 :].startswith(text)
    assert list(check_rulesets(killer.load(), ["standard"])) == [], "the other ruleset is unchanged"
    assert list(check_rulesets(killer.load())) == [finding]


def test_a_card_that_stays_is_reported_with_its_ruleset(killer: GameOnDisk) -> None:
    mutate(killer, "a card that stays")
    (finding,) = check_rulesets(killer.load())
    assert (finding.deck, finding.card) == ("garbage", "x")
    assert str(finding) == (
        f"{GARBAGE}:{finding.place.line}:{finding.place.column}: error BK504 never-cleared: "
        "card 'x', ruleset 'no-mercy': the block cards of a hand, 4 at most, "
        "can never fill its holes (1 + 1 + 1 + 1 + 1)"
    )


def test_the_whole_check_includes_rulesets(killer: GameOnDisk) -> None:
    mutate(killer, "a table that decreases")
    game = killer.load()
    laid = layout_game(game)
    assert [finding.code for finding in check_game(game, laid).findings] == ["BK501"]
    assert check_game(game, laid, rulesets=["standard"]).findings == ()


def test_a_game_without_an_engine_has_no_findings_about_rulesets(tmp_path: Path) -> None:
    assert list(check_rulesets(tiny_game_in(tmp_path).load())) == []


# ---------------------------------------------------------------- the command line


def run(game: GameOnDisk, capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[Any, str, str]:
    with pytest.raises(SystemExit) as stopped:
        main(["check", game.name, "--project", str(game.root), *arguments])
    out, err = capsys.readouterr()
    return stopped.value.code, out, err


def test_only_the_named_rulesets_are_checked(
    killer: GameOnDisk, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(killer.root)
    mutate(killer, "a table that decreases")
    assert run(killer, capsys, "--rules", "standard")[0] == 0
    for arguments in ([], ["--rules", "standard,no-mercy"], ["--rules", "standard", "--rules", "no-mercy"]):
        exited, out, _ = run(killer, capsys, *arguments)
        assert (exited, out.count("BK501")) == (1, 1)
    exited, out, _ = run(killer, capsys, "--rules", "no-mercy", "--json")
    (finding,) = json.loads(out)["findings"]
    assert (exited, finding["code"], finding["file"], finding["line"] > 0) == (1, "BK501", NO_MERCY, True)


def test_an_unknown_ruleset_is_rejected(killer: GameOnDisk, capsys: pytest.CaptureFixture[str]) -> None:
    exited, out, err = run(killer, capsys, "--rules", "standard,mercy")
    assert (exited, out) == (2, "")
    assert "--rules mercy: did you mean 'no-mercy'? Expected one of: standard, no-mercy" in err
