"""The plain twin of the engine: whole games with the starter set, written directly from the rules.

It shares nothing with the engine. The effects of the cards are functions; a game is a generator that yields what a
player is asked, with all possible answers, and is sent the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import Any, TypeAlias

Answer: TypeAlias = tuple[str, ...]


@dataclass(frozen=True)
class Ask:
    """What a player is asked. `shuffle` is no question: the answer is the new order of the top cards."""

    kind: str
    seat: int
    answers: frozenset[Answer] = frozenset()


Course: TypeAlias = Generator[Ask, Any, None]

#: Name -> element, speed, cost.
CARDS: dict[str, tuple[str, int | None, int]] = {
    "reorder": ("heaven", 5, 1),
    "echo": ("marsh", 3, 2),
    "ebb": ("water", 4, 2),
    "flow": ("water", 3, 1),
    "clamp": ("thunder", 4, 3),
    "tailwind": ("wind", 5, 2),
    "headwind": ("wind", 2, 1),
    "burn": ("fire", 3, 2),
    "anchor": ("mountain", 2, 1),
    "cleanse": ("mountain", 4, 3),
    "furrow": ("earth", 1, 1),
    "spark": ("fire", None, 0),
}
#: Name -> lock, uses.
CORES = {"overclock": (5, 2), "preempt": (3, 1)}


@dataclass(eq=False)
class TwinCard:
    """A card on the field or anywhere else; everything but its name and its number is of the field alone."""

    number: int
    name: str
    owner: int
    face: str = "up"
    speed: int | None = None
    element: str = ""
    text: str = ""
    fixed: bool = False
    nullified: bool = False
    #: The last stage of this turn in which it acted, and whether anything but its own cost has lowered it since.
    acted: int = 0
    lowered: bool = False

    def print_anew(self) -> None:
        """Make it as printed. If that is less than when it acted, its own cost is not what lowered it."""
        self.element, self.speed, _ = CARDS[self.name]
        self.text, self.fixed, self.nullified = self.name, False, False
        self.lowered = self.speed is not None and self.speed < self.acted

    @property
    def shown(self) -> int | None:
        return None if self.face == "down" else self.speed


@dataclass
class TwinPlayer:
    core: str
    deck: list[TwinCard]
    uses: int = 0
    slots: list[TwinCard | None] = field(default_factory=lambda: [None, None, None])
    #: For each slot how often "draw 1 when a card enters" lies on it.
    draws: list[int] = field(default_factory=lambda: [0, 0, 0])
    rebirth: list[TwinCard] = field(default_factory=list)


class Twin:
    """A game by the full or the brief rules."""

    def __init__(self, decks: Sequence[tuple[str, Sequence[str]]], *, full: bool) -> None:
        self.full = full
        self.turn, self.stage, self.winners = 1, 0, list[int]()
        self.queue: list[TwinCard] = []
        self.players: list[TwinPlayer] = []
        count = 0
        for seat, (core, names) in enumerate(decks):
            cards = [TwinCard(count + number, name, seat) for number, name in enumerate(names)]
            self.players.append(TwinPlayer(core, cards, CORES[core][1]))
            count += len(cards)

    # ------------------------------------------------------------ the course

    def play(self) -> Course:
        """Play the whole game."""
        yield from self.place_first_cards()
        while True:
            yield from self.effect_stage()
            if self.full:
                yield from self.flip_stage()
            self.winners = [seat for seat, player in enumerate(self.players) if self.has_won(player)]
            if self.winners:
                return
            for seat in range(len(self.players)):
                yield from self.play_stage(seat)
            self.turn += 1

    def place_first_cards(self) -> Course:
        faces = [["up"] * 3 for _ in self.players]
        if self.full:
            ways = frozenset(("-".join(way),) for way in product(("up", "down"), repeat=3))
            for seat in range(len(self.players)):
                (word,) = yield Ask("start", seat, ways)
                faces[seat] = word.split("-")
        for player, ways_of_player in zip(self.players, faces, strict=True):
            for slot, face in enumerate(ways_of_player):
                yield from self.enter(player.deck.pop(0), slot, face)

    def has_won(self, player: TwinPlayer) -> bool:
        return not player.deck and not (self.full and any(player.slots))

    def flip_stage(self) -> Course:
        turned: list[TwinCard] = []
        for seat, player in enumerate(self.players):
            down = {f"{seat + 1}.{slot + 1}": card for slot, card in self.lying(player) if card.face == "down"}
            if down:
                some = (names for count in range(len(down) + 1) for names in combinations(down, count))
                names = yield Ask("flip", seat, frozenset(some))
                turned += [down[name] for name in names]
        for card in turned:
            self.turn_up(card)
        for card in turned:
            yield from self.flipped(card)

    def play_stage(self, seat: int) -> Course:
        player, used = self.players[seat], False
        while True:
            window = range(min(3, len(player.deck)))
            words = {f"play-{choice + 1}-{slot + 1}" for choice in window for slot in range(3)}
            if player.deck and not used and (player.uses or not self.full):
                words.add("core")
            if not player.deck:
                words |= {f"away-{slot + 1}" for slot, _ in self.lying(player)} | {"pass"}
            (word,) = yield Ask("play", seat, frozenset((word,) for word in words))
            if word != "core":
                break
            used = True
            player.uses -= self.full
            yield from self.use_core(seat)
        verb, *numbers = word.split("-")
        if verb == "pass":
            return
        card, slot = player.deck.pop(int(numbers[0]) - 1) if verb == "play" else None, int(numbers[-1]) - 1
        if there := player.slots[slot]:
            self.destroy(there)
        if card:
            yield from self.enter(card, slot)

    def use_core(self, seat: int) -> Course:
        deck = self.players[seat].deck
        if self.players[seat].core == "overclock":
            deck.append(deck.pop(0))
        elif len(deck) > 3:  # never the whole deck
            top = {card.number: card for card in deck[:3]}
            order: list[int] = yield Ask("shuffle", seat)
            assert sorted(order) == sorted(top)
            deck[:3] = [top[number] for number in order]

    # ------------------------------------------------------------ the effect stage

    def effect_stage(self) -> Course:
        for card in self.on_field():
            card.acted, card.lowered = 0, False
        for stage in (5, 4, 3, 2, 1):
            showing = [card for card in self.on_field() if card.shown == stage]
            locks = [seat for seat, player in enumerate(self.players) if CORES[player.core][0] == stage]
            is_locked = self.full and self.turn == 1 and len(locks) == 1
            if self.full and not is_locked and len({card.owner for card in showing}) > 1:
                continue
            self.stage, self.queue = stage, showing
            while self.queue:
                card = self.queue.pop(0)
                if not is_locked or card.owner in locks:
                    yield from self.act(card)
        self.stage, self.queue = 0, []

    def act(self, card: TwinCard) -> Course:
        """Let a card act, if it can: its effect, then its own cost."""
        again = not card.acted or (card.acted > self.stage and (card.lowered or not self.full))
        if card.face != "up" or not again or card.text == "spark":
            return
        if card.text not in ("reorder", "furrow") and not self.targets(card):
            return
        card.acted, card.lowered = self.stage, False
        cost = CARDS[card.text][2]
        yield from EFFECTS[card.text](self, card)
        if card in self.on_field() and card.face != "down":
            self.change_speed(card, -cost, own=True)

    def targets(self, card: TwinCard) -> list[TwinCard]:
        """Return the cards that the text of a card can have as its target."""
        there = self.on_field()
        up = [other for other in there if other.face == "up"]
        own = [other for other in there if other.owner == card.owner]
        match card.text:
            case "echo":
                return [other for other in up if other in own and other is not card]
            case "ebb":
                return up
            case "clamp":
                return [other for other in up if other not in own and (other.speed or 9) <= 3]
            case "tailwind":
                return [other for other in own if other.shown and other is not card]
            case "headwind":
                return [other for other in there if other.shown and other not in own]
            case "anchor":
                return [other for other in there if other.shown]
            case "burn":
                return own
            case "flow":
                return [other for other in there if other.face == "down"]
        return [other for other in there if other.face != "down"]

    def choose(self, card: TwinCard) -> Generator[Ask, Any, TwinCard]:
        """Ask for a target, if there are several."""
        cards = self.targets(card)
        named = {self.name(one): one for one in cards}
        if len(named) == 1:
            return cards[0]
        (word,) = yield Ask("pick", card.owner, frozenset((name,) for name in named))
        return named[word]

    # ------------------------------------------------------------ the field

    def lying(self, player: TwinPlayer) -> list[tuple[int, TwinCard]]:
        return [(slot, card) for slot, card in enumerate(player.slots) if card]

    def on_field(self) -> list[TwinCard]:
        return [card for player in self.players for _, card in self.lying(player)]

    def name(self, card: TwinCard) -> str:
        return f"{card.owner + 1}.{self.players[card.owner].slots.index(card) + 1}"

    def enter(self, card: TwinCard, slot: int, face: str = "up") -> Course:
        player = self.players[card.owner]
        player.slots[slot], card.face = card, face
        card.print_anew()
        self.requeue(card, None)
        for _ in range(player.draws[slot]):
            yield from self.draw(player)

    def draw(self, player: TwinPlayer) -> Course:
        if player.deck and None in player.slots:
            yield from self.enter(player.deck.pop(0), player.slots.index(None))

    def destroy(self, card: TwinCard) -> None:
        player = self.players[card.owner]
        player.slots[player.slots.index(card)] = None
        player.rebirth.append(card)
        self.queue = [one for one in self.queue if one is not card]

    def change_speed(self, card: TwinCard, change: int, *, own: bool = False) -> None:
        """Change a speed: above 5 it is 5, below 1 the card is destroyed."""
        if card.speed is None or card.fixed:
            return
        before = card.shown
        card.speed = min(5, card.speed + change)
        card.lowered |= change < 0 and not own
        self.requeue(card, before)
        if card.speed < 1:
            self.destroy(card)

    def requeue(self, card: TwinCard, before: int | None) -> None:
        """Keep in line who shows the speed of the stage; who has come to show it is the last."""
        if card.shown == before or not self.stage:
            return
        self.queue = [one for one in self.queue if one is not card]
        if card.shown == self.stage:
            self.queue.append(card)

    def turn_up(self, card: TwinCard) -> None:
        card.face = "up"
        card.print_anew()
        self.requeue(card, None)

    def flipped(self, card: TwinCard) -> Course:
        if card.name == "spark":
            yield from self.draw(self.players[card.owner])


# ---------------------------------------------------------------- what the cards do


def reorder(twin: Twin, card: TwinCard) -> Course:
    deck = twin.players[card.owner].deck
    deck[:] = deck[2:] + deck[:2]
    yield from ()


def echo(twin: Twin, card: TwinCard) -> Course:
    other = yield from twin.choose(card)
    card.text = other.text


def ebb(twin: Twin, card: TwinCard) -> Course:
    other = yield from twin.choose(card)
    before, other.face = other.shown, "down"
    twin.requeue(other, before)


def flow(twin: Twin, card: TwinCard) -> Course:
    other = yield from twin.choose(card)
    twin.turn_up(other)
    yield from twin.flipped(other)


def clamp(twin: Twin, card: TwinCard) -> Course:
    other = yield from twin.choose(card)
    other.face = "sideways"


def tailwind(twin: Twin, card: TwinCard) -> Course:
    twin.change_speed((yield from twin.choose(card)), 1)


def headwind(twin: Twin, card: TwinCard) -> Course:
    twin.change_speed((yield from twin.choose(card)), -1)


def burn(twin: Twin, card: TwinCard) -> Course:
    twin.destroy((yield from twin.choose(card)))
    yield from twin.draw(twin.players[card.owner])


def anchor(twin: Twin, card: TwinCard) -> Course:
    (yield from twin.choose(card)).fixed = True


def cleanse(twin: Twin, card: TwinCard) -> Course:
    other = yield from twin.choose(card)
    before = other.shown
    other.print_anew()
    other.nullified = True
    twin.requeue(other, before)


def furrow(twin: Twin, card: TwinCard) -> Course:
    player = twin.players[card.owner]
    player.draws[player.slots.index(card)] += 1
    other = yield from twin.choose(card)
    other.element = "earth"


EFFECTS: dict[str, Callable[[Twin, TwinCard], Course]] = {
    effect.__name__: effect
    for effect in (reorder, echo, ebb, flow, clamp, tailwind, headwind, burn, anchor, cleanse, furrow)
}
