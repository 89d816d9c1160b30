"""Player aids of all bundled games, as players read them on the table: no text is smaller than 7.5 pt."""

from __future__ import annotations

import math

import pytest

from cardgen.cards.layout.cards import layout_deck
from cardgen.data.languages.editions import editions_of
from cardgen.data.load import load_game
from cardgen.scene.items import GlyphRun, Scene, walk
from tests.games_on_disk import REPOSITORY

GAMES = sorted(path.parent.name for path in (REPOSITORY / "card_data").glob("*/game.yaml"))
LEAST = 7.5  # pt


def points(scene: Scene) -> dict[str, float]:
    """Return the size of each text that is seen, pt, with the scale of its design."""
    return {
        run.text: run.size * math.sqrt(abs(a * d - b * c)) * 72 / 25.4
        for (a, b, c, d, _, _), run in walk(scene.items)
        if isinstance(run, GlyphRun) and not run.invisible and run.text.strip()
    }


@pytest.mark.parametrize("name", GAMES)
def test_no_text_of_a_player_aid_is_too_small_to_read(name: str) -> None:
    game = load_game(REPOSITORY / "card_data" / name, REPOSITORY / "templates", REPOSITORY)
    for edition in editions_of(game).values() or [game]:
        for laid in layout_deck(edition, edition.decks["aids"]):
            for side in (laid.face, laid.back):
                sizes = points(side.scene) if side else {}
                assert sizes, f"{laid.card.id} has no text on one side"
                assert {text: size for text, size in sizes.items() if size < LEAST} == {}
                assert not side or not side.findings
