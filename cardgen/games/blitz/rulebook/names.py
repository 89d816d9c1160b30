"""The words of a picture of a position, from the data of the game."""

from __future__ import annotations

from cardgen import Game, message
from cardgen.games.blitz.cards import SIDES
from cardgen.games.blitz.rulebook.board import PrintedNames
from cardgen.games.blitz.state import BlitzState

_STEPS = {
    "hand": message("opening hands"),
    "draw": message("draw"),
    "deploy": message("deployment"),
    "facility": message("facilities"),
    "skill": message("skills"),
    "attack": message("attacks"),
}


def names_of(game: Game) -> PrintedNames:
    """Return the names of the cards in the game's first language, and the colours of its factions."""
    language = game.file.languages[0]
    cards, tints = {}, {}
    for faction in SIDES:
        for card in game.decks[faction].cards if faction in game.decks else ():
            names, tint = card.fields.get("names"), card.fields.get("tint")
            if isinstance(names, dict) and language in names:
                cards[faction, card.id.removesuffix(f"-{faction}")] = str(names[language])
            if isinstance(tint, str):
                tints[faction] = tint
    return PrintedNames(language, cards, tints or PrintedNames().tints)


def caption_of(state: BlitzState, game: Game) -> str:
    """Return what the picture shows, in the game's first language: the round, the step and the player to move."""
    if state.result is not None:
        template = message("Round {round}. The winner: {side} ({rule}).", **_result(state, game))
        return template.in_language(game.file.languages[0])
    faction = state.setup.factions[state.actor or 0]
    titles = game.decks[faction].titles if faction in game.decks else {}
    language = game.file.languages[0]
    return message(
        "Round {round}, {step}: {player} is to move.",
        round=state.round,
        step=_STEPS[state.step],
        player=titles.get(language, faction),
    ).in_language(language)


def _result(state: BlitzState, game: Game) -> dict[str, object]:
    assert state.result is not None
    winner, language = state.result.winner, game.file.languages[0]
    side: object = message("nobody") if winner == "draw" else winner
    for faction, own in SIDES.items():
        if own == winner and faction in game.decks and game.decks[faction].cards:
            names = game.decks[faction].cards[0].fields.get("side_names")
            side = names.get(language, winner) if isinstance(names, dict) else winner
    return {"round": state.round, "side": side, "rule": state.result.by}
