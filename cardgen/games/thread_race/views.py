"""The game as one player may see it: no card that lies face down elsewhere, and no order of another deck.

A policy gets a view, so it cannot use what is hidden.
"""

from __future__ import annotations

from cardgen import dataclass, replace
from cardgen.games.thread_race.asking import Question
from cardgen.games.thread_race.cards import PLAIN, ThreadRaceCard
from cardgen.games.thread_race.field import FieldCard, ThreadRaceSeat
from cardgen.games.thread_race.game import ThreadRaceState, legal_turns
from cardgen.games.thread_race.rules import ThreadRaceRules
from cardgen.games.thread_race.turns import Turn

#: What others see of a card that they do not know.
HIDDEN = ThreadRaceCard("?", PLAIN)


@dataclass(frozen=True, slots=True)
class View:
    """The game as the player in `seat`, who is to move, may see it.

    `seats` are all players' cards; those that this player does not know are `HIDDEN`. `options` are the legal turns,
    `question` is what effects ask for. The own deck is known: its owner has fixed its order.
    """

    rules: ThreadRaceRules
    seat: int
    turn: int
    stage: str
    seats: tuple[ThreadRaceSeat, ...]
    options: tuple[Turn, ...]
    question: Question | None

    @property
    def own(self) -> ThreadRaceSeat:
        """The player's own cards."""
        return self.seats[self.seat]

    def card_at(self, place: tuple[int, int]) -> FieldCard | None:
        """Return the card of a player in a slot."""
        return self.seats[place[0]].slots[place[1]]


def view_state(state: ThreadRaceState) -> View:
    """Return what the player to move may see. ValueError if the game is over."""
    if state.to_move is None:
        raise ValueError("nobody is to move")
    seats = tuple(seat if player == state.to_move else conceal(seat) for player, seat in enumerate(state.view))
    options = tuple(legal_turns(state))
    return View(state.rules, state.to_move, state.turn, state.stage, seats, options, state.question)


def conceal(seat: ThreadRaceSeat) -> ThreadRaceSeat:
    """Return a seat as others see it: cards that are face down or in the deck are `HIDDEN`."""
    hidden = {*seat.deck, *(now.card for now in seat.slots if now is not None and not now.up)}
    cards = tuple(HIDDEN if number in hidden else card for number, card in enumerate(seat.cards))
    slots = tuple(
        now if now is None or now.up else FieldCard(now.card, None, HIDDEN.element, HIDDEN, up=False)
        for now in seat.slots
    )
    # The order of the deck is hidden, and so are the numbers of its cards.
    return replace(seat, cards=cards, slots=slots, deck=tuple(sorted(seat.deck)))
