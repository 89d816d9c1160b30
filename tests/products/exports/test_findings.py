"""An export of spoiled cards is refused, and says what it orders before it writes."""

from __future__ import annotations

import json

import pytest

from cardgen.building.build import Built, FindingsError
from cardgen.products.options import Options
from cardgen.products.orders import Order, OrderLine
from tests.games_on_disk import GameOnDisk, tiny_game_in
from tests.products.exports.services.games import (
    CARDS,
    GAME,
    TEMPLATE,
    add_own_service,
    cardgen,
    export,
    folder,
)

#: What spoils the cards of the tiny game, with the code of the finding.
SPOILT = {
    "CG108": ("back:\n", 'fill: "#223344"}', 'fill: "#223344"}\n    n: {kind: text, box: [9, 9, 9, 9], text: "{id}"}'),
    "CG114": ("face:\n", "lang: en}", 'lang: en}\n    over: {kind: rect, box: [5, 5, 53, 8], fill: "#ffffff"}'),
    "CG117": ("back:\n", "box: bleed", "box: [0, 0, 63, 88]"),
    "CG105": ("face:\n", "lang: en}", 'lang: en, colour: "#ffeedd"}'),
}


def spoil(game: GameOnDisk, code: str) -> None:
    """Spoil the cards."""
    side, old, new = SPOILT[code]
    before, after = game.read(TEMPLATE).split(side)
    game.write(TEMPLATE, f"{before}{side}{after.replace(old, new, 1)}")


@pytest.mark.parametrize("code", SPOILT)
def test_an_export_of_spoiled_cards_is_refused(game: GameOnDisk, code: str) -> None:
    spoil(game, code)
    with pytest.raises(FindingsError) as refused:
        export(game, "makeplayingcards")
    assert code in {finding.code for finding in refused.value.findings}
    assert not (game.root / "output").exists() or not [*folder(game, "makeplayingcards").rglob("*.png")]


def test_a_refusal_lists_the_findings_and_how_to_go_on(game: GameOnDisk) -> None:
    spoil(game, "CG114")
    done = cardgen(game, "export", "makeplayingcards")
    assert (done.returncode, done.stdout) == (2, "")
    first, last = done.stderr.splitlines()
    assert "error CG114 text-covered: card 'one' and 1 more" in first
    assert last.endswith("`--despite-findings` exports them all the same.")
    assert cardgen(game, "check").returncode == 1


def test_an_export_despite_findings_lists_them_beside_the_files(game: GameOnDisk) -> None:
    spoil(game, "CG114")
    built = export(game, "makeplayingcards", despite=True)
    assert (built.outcome.errors, built.outcome.warnings) == (1, 0)
    assert "error CG114 text-covered" in (folder(game, "makeplayingcards") / "findings.txt").read_text()
    assert {*export(game, "makeplayingcards", despite=True).states.values()} == {"unchanged"}
    with pytest.raises(FindingsError):  # what was made despite them is no excuse
        export(game, "makeplayingcards")
    game.write(TEMPLATE, tiny_game_in(game.root / "again").read(TEMPLATE))
    assert export(game, "makeplayingcards").states["exports/makeplayingcards/findings.txt"] == "removed"


def test_cards_that_are_not_exported_are_no_reason(game: GameOnDisk) -> None:
    game.change(
        GAME,
        "targets:\n",
        "  drawn: {extends: main, titles: {en: Drawn}, template: drawn.yaml, use: print}\ntargets:\n",
    )
    game.write("templates/drawn.yaml", game.read(TEMPLATE).replace("lang: en}", 'lang: en, colour: "#ffeedd"}'))
    assert export(game, "makeplayingcards").outcome.count == 0
    game.change(GAME, "use: print", "use: [print, order]")
    with pytest.raises(FindingsError):
        export(game, "makeplayingcards")


def test_what_only_matters_on_paper_does_not_stop_a_table(game: GameOnDisk) -> None:
    spoil(game, "CG117")
    assert export(game, "playingcards-io").outcome.count == 0


def test_warnings_are_printed_and_stop_nothing(game: GameOnDisk) -> None:
    game.change(TEMPLATE, 'text: "{name}", lang: en}', 'text: "{name}", lang: en, size: 1}')
    done = cardgen(game, "export", "makeplayingcards")
    assert done.returncode == 0
    warning, count = done.stderr.splitlines()
    assert "warning CG116 small-text" in warning
    assert count == "1 finding: 1 warning. `cardgen check` lists all of them."
    assert not (folder(game, "makeplayingcards") / "findings.txt").exists()
    again = cardgen(game, "export", "makeplayingcards").stderr.splitlines()
    assert again == ["templates/tiny.yaml:5:11 CG116 small-text", count]


# ---------------------------------------------------------------- builds


def build(game: GameOnDisk) -> Built:
    return game.build()


def test_a_build_counts_the_findings_that_do_not_stop_it(game: GameOnDisk) -> None:
    spoil(game, "CG114")
    game.change(TEMPLATE, 'text: "{name}"', 'text: "{name}", size: 1')
    done = cardgen(game, "build")
    assert done.returncode == 0
    first, *_, last = done.stderr.splitlines()
    assert "error CG114 text-covered" in first
    assert last == "2 findings: 1 error, 1 warning. `cardgen check` lists all of them."
    again = cardgen(game, "build")
    assert again.stdout.startswith("Nothing to do")
    assert again.stderr.splitlines()[0] == "templates/tiny.yaml:5:11 CG114 text-covered"
    assert again.stderr.splitlines()[-1] == last
    assert "CG116" not in cardgen(game, "build", "--quiet").stdout
    data = json.loads(cardgen(game, "build", "--json").stdout)
    assert (data["errors"], data["warnings"]) == (1, 1)
    game.write(TEMPLATE, tiny_game_in(game.root / "again").read(TEMPLATE))
    assert cardgen(game, "build").stderr == ""


# ---------------------------------------------------------------- orders


def test_an_export_says_what_it_orders_before_it_writes(game: GameOnDisk) -> None:
    more = "  token: {extends: main, titles: {en: Token}}\n  drawn: {extends: main, titles: {en: Drawn}, use: print}\n"
    game.change(GAME, "targets:\n", f"{more}targets:\n")
    orders: list[Order] = []

    def ordering(given: object) -> None:
        assert not folder(game, "mpc-autofill").exists()
        orders.extend(given)  # type: ignore[arg-type]

    options = Options(export="mpc-autofill")
    game.build(options, ordering=ordering)
    assert orders == [Order("mpc-autofill", "", (OrderLine("poker", {"main": 4, "token": 4}, 18),), ("drawn",))]
    for _ in range(2):
        lines = cardgen(game, "export", "mpc-autofill").stdout.splitlines()
        assert lines[:2] == [
            "mpc-autofill, poker: main 4, token 4: 8 cards, priced as 18.",
            "mpc-autofill: left out, see `use`: drawn.",
        ]
    data = json.loads(cardgen(game, "export", "mpc-autofill", "--json").stdout)
    assert data["orders"][0]["lines"] == [
        {"product": "poker", "decks": {"main": 4, "token": 4}, "cards": 8, "bracket": 18}
    ]


def test_an_order_is_priced_by_sheets(game: GameOnDisk) -> None:
    game.change(CARDS, "copies: 3", "copies: 20")
    lines = cardgen(game, "export", "the-game-crafter").stdout.splitlines()
    assert lines[0] == "the-game-crafter, EuroPokerDeck: main 21: 21 cards, 2 sheets of 18."


def test_a_file_that_a_service_does_not_take_is_a_finding(game: GameOnDisk) -> None:
    text = "title: The Corner Shop\nmost_mb: 0.001\nproducts:\n  small: {pixels: [816, 1110], bleed: 36}\n"
    add_own_service(game, text)
    for _ in range(2):
        done = cardgen(game, "export", "shop")
        assert done.returncode == 1
        assert (
            "error CG507 service-file: small/001-main-one-front.png has 0.0 MB, and The Corner Shop takes"
            in done.stderr
        )
    game.write("card_data/tiny/services/shop.yaml", text.replace("0.001", "30"))
    assert cardgen(game, "export", "shop").returncode == 0


def test_a_manifest_with_another_outcome_is_set_aside(game: GameOnDisk) -> None:
    build(game)
    path = "output/tiny/manifest.json"
    manifest = json.loads(game.read(path))
    outcomes: list[object] = [{"errors": "many"}, {"orders": [{"lines": [3]}]}, {"first": [[]]}, []]
    for wrong in outcomes:
        game.write(path, json.dumps({**manifest, "outcomes": {"x": wrong}}))
        assert any("wrong kind" in note for note in build(game).notes)
