"""What simulations say about single cards."""

from __future__ import annotations

from cardgen.engines.card_figures import CardTally, card_charts, card_sentences
from cardgen.engines.matches import Matches
from tests.games.card_game.harbour import load_harbour


def tally_of(games: int) -> CardTally:
    """Games of two, which the first seat wins with an ace, and the second one every second time with a jack."""
    tally = CardTally()
    for number in range(games):
        ace = number % 2 == 0
        tally.add({"ace": ([2 * ace, 0], [0, 1]), "jack": ([0, 1], [0, 0])}, [0] if ace else [1])
    return tally


def test_cards_are_counted_by_games_and_by_players() -> None:
    tally = tally_of(40)
    assert tally.names == ["ace", "jack"]
    assert (tally.players["ace"], tally.won["ace"]) == (20, 20)
    assert (tally.players["jack"], tally.won["jack"]) == (40, 20)
    assert tally.mean_win() == 40 / 60


def test_what_stands_out_is_said() -> None:
    english = " ".join(text["en"] for text in card_sentences(tally_of(40)))
    assert "Used most, in times a game: ace 1.0 and jack 1.0" in english
    assert "Clearly more often than with other cards (66.7%), players win with: ace 100.0%" in english
    assert "Left unused at the end, in cards a game: ace 1.0." in english
    assert card_sentences(tally_of(5)) == card_sentences(CardTally()) == []


def test_cards_are_called_as_readers_call_them() -> None:
    tally = tally_of(40)
    tally.titles = {"ace": {"zh": "尖", "en": "Ace"}}
    texts = card_sentences(tally)
    assert texts[0]["zh"].startswith("每局使用最多的牌：尖 1.0、jack 1.0")
    assert "players win with: Ace 100.0%" in texts[1]["en"]
    assert texts[-1]["zh"] == "终局时剩下最多的牌，每局张数：尖 1.0。"

    class Run:
        name, cards = {"zh": "", "en": ""}, tally

    assert card_charts([Run])[0].labels == [{"zh": "尖", "en": "Ace"}, {"zh": "jack", "en": "jack"}]


def test_a_game_of_effects_says_how_its_cards_fare() -> None:
    content = load_harbour()
    study = Matches("cardgen.games.card_game.turn_game:GAME")
    settings = study.Settings(
        rules=content.rulesets["standard"], **study.deck_settings(content.decks), policies=("random",)
    )
    result = study.trial(settings, 3)
    assert set(result["cards"]) == {card.id for card in content.decks["cards"]}
    assert any(sum(played) for played, _ in result["cards"].values())

    class Run:
        name, cards = {"zh": "", "en": ""}, CardTally()

    for _ in range(2):
        Run.cards.add(result["cards"], result["winners"])
    assert [chart.id for chart in card_charts([Run])][:1] == ["cards-played"]


def test_a_game_without_cards_has_no_figures_of_them() -> None:
    class Run:
        name, cards = {"zh": "", "en": ""}, CardTally()

    assert card_charts([Run]) == []
