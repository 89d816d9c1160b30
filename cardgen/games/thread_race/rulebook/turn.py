"""`turn RULES`: turns with claims about them, which the rules engine proves and the pictures show.

The body has for each picture a scene (see `cardgen.games.thread_race.rulebook.scenes`), a line `---`, and its options
as YAML; a line `---` also separates the pictures. A claim that the engine refutes is a fault at its line. A scene
without players has no picture: its claims are about decks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field as Bounded

from cardgen import DataError, Fault, dataclass, message
from cardgen.blocks import (
    BlockContext,
    Drawing,
    Fence,
    Figure,
    FigureBody,
    Marked,
    Picture,
    SceneError,
    Sources,
    find_rules,
    in_language,
    read_scenes,
)
from cardgen.drawing import Group, scale
from cardgen.engines import CardData
from cardgen.games.thread_race.cards import Core, ThreadRaceCard
from cardgen.games.thread_race.course import fault_of, has_won, make_move
from cardgen.games.thread_race.decks import clash_stages, count_orders, count_window_orders
from cardgen.games.thread_race.effect_stage import run_choosing
from cardgen.games.thread_race.field import FieldCard, ThreadRaceSeat
from cardgen.games.thread_race.moves import Move, Pass, Play, PutAway, UseCore
from cardgen.games.thread_race.reading import read_card, read_core
from cardgen.games.thread_race.rulebook.drawing import Field, FieldLook
from cardgen.games.thread_race.rulebook.scenes import PLAYERS, FieldScene, Known, read_scene, write_place
from cardgen.games.thread_race.rules import ThreadRaceRules
from cardgen.games.thread_race.solitaire import wins_in_turn
from cardgen.games.thread_race.vocabulary import ELEMENTS


class TurnBody(FigureBody):
    """`stages`: with the line of speed stages; `deck`: with the top of the decks; `most`: the greatest scale.

    `rules` is the ruleset of this turn, if it is another one than that of the block.
    """

    stages: bool = True
    deck: bool = False
    most: Annotated[float, Bounded(ge=0.4, le=1.5)] = 0.9
    rules: str | None = None


@dataclass(frozen=True, slots=True)
class TurnPicture(Picture):
    """The field of a scene before a turn, who acts, and what becomes of the cards."""

    scene: FieldScene
    look: FieldLook
    stages: bool = True
    deck: bool = False
    most: float = 1.0

    def draw(self, width: float, sources: Sources) -> Drawing:
        drawn = Field(self.scene, self.look, sources.fonts, self.stages, self.deck)
        factor = min(self.most, width / drawn.width)
        items = Group(tuple(drawn.items()), scale(factor))
        return Drawing((items,), drawn.width * factor, drawn.height * factor)

    def labels(self) -> tuple[str, ...]:
        return tuple(self.look.names.values())


def read_turn(fence: Fence, context: BlockContext) -> Figure | None:
    """Return a figure of turns; None if no scene has players. DataError at each claim that the engine refutes."""
    rules = find_rules(fence, context)
    known, look = known_cards(context), look_of_book(context)

    def draw(text: str, body: TurnBody, marked: Marked) -> tuple[Picture, str] | None:
        if body.rules is not None and body.rules not in context.sources.rulesets:
            raise DataError(Fault(marked.place("rules"), message("there is no ruleset {name!r}", name=body.rules)))
        scene = verify_scene(text, context.sources.rulesets.get(body.rules or "", rules), known)
        picture = TurnPicture(scene, look, body.stages, body.deck, body.most)
        return (picture, describe_scene(scene, look)) if scene.before else None

    panels, across = read_scenes(fence, context, TurnBody, draw)
    return Figure(tuple(panels), across, (), fence.place) if panels else None


def describe_scene(scene: FieldScene, look: FieldLook) -> str:
    """Return what lies in each slot and who acts, in words."""
    parts = []
    for player, seat in enumerate(scene.before):
        cards = (_described(write_card(seat, now), look) for now in seat.slots)
        parts.append(f"{PLAYERS[player]}: {' | '.join(cards)}")
    acts = ", ".join(f"{PLAYERS[act.player]}{act.slot + 1} ({act.stage})" for act in scene.resolved.acts)
    return "; ".join([*parts, *([f"→ {acts}"] if acts else [])])


def _described(card: str, look: FieldLook) -> str:
    name, _, states = card.partition(" ")
    words = [look.word(state) if state in ("sealed", "down", "fixed") else state for state in states.split()]
    return " ".join([look.names.get(name, name), *words])


# ---------------------------------------------------------------- the cards of the book


def known_cards(context: BlockContext) -> Known:
    """Return the cards and cores of the game, as the book's values have them."""
    cards: dict[str, ThreadRaceCard] = {}
    cores: dict[str, Core] = {}
    for name, fields in context.sources.cards.items():
        data = CardData(str(name), int(fields.get("copies") or 1), fields)
        card = read_core(data).card if "lock" in fields else read_card(data).card if "marks" in fields else None
        if isinstance(card, ThreadRaceCard):
            cards[str(name)] = card
        elif isinstance(card, Core):
            cores[str(name)] = card
    return Known(cards, cores)


def look_of_book(context: BlockContext) -> FieldLook:
    """Return the names of the cards in the language of the book, and the colours of the elements."""
    cards = context.sources.cards
    names = {str(name): in_language(fields.get("names"), context.lang) for name, fields in cards.items()}
    elements = {english: cards.get(chinese, {}) for english, chinese in ELEMENTS.items()}
    colours = {name: str(fields["dark"]) for name, fields in elements.items() if fields.get("dark")}
    return FieldLook(context.lang, {name: text for name, text in names.items() if text}, colours)


# ---------------------------------------------------------------- claims


NONE = "none"


def verify_scene(text: str, rules: ThreadRaceRules, known: Known) -> FieldScene:
    """Return a scene whose claims the engine has proved. SceneError at the first one that it refutes."""
    scene = read_scene(text, rules, known)
    for claim in scene.claims:
        answer = answer_claim(scene, claim.question.split())
        if answer is None:
            raise SceneError(claim.line, message("{text} cannot be read", text=repr(claim.question)))
        if answer != claim.answer:
            raise SceneError(claim.line, message("the answer is {answer}", answer=answer))
    return scene


def answer_claim(scene: FieldScene, words: Sequence[str]) -> str | None:
    """Return the answer of the engine to a question; None if its words cannot be read.

    acts         who acts in the effect stage, in this order; stage 6 is before stage 5
    skipped      the stages that are skipped for clash, the fastest first
    winner       who wins at the beginning of the play stage; several for a draw
    openings     the stages in which the cards of A and B that lie there would clash if all lay face up
    alone 23     the turn in which a deck of so many cards without effects wins alone
    orders 4     in how many orders so many cards can be played through the window
    lists 11 1   the number of orders of a deck with 11 cards twice and 1 card once
    field A      what lies in the slots after the flip stage, as it is typed
    rebirth A    the cards in a rebirth zone, the first destroyed first
    deck A       the deck after the flip stage, top first
    window A     the cards that a player chooses from
    play A 2 1   whether the second of these cards may be played into slot 1, or the number of the check
    next A 2 1   the cards to choose from after this play, in the next turn
    away A 1     whether the card in slot 1 may be put away, or the number of the check
    pass A       whether the player may do nothing, or the number of the check
    core A       whether the core may be used, or the number of the check
    """
    numbers = [int(word) for word in words[1:] if word.isdecimal() and len(word) < len("100")]
    players = PLAYERS[: len(scene.after)]
    match words[0], numbers:
        case "acts", []:
            found = [f"{write_place(act.player, act.slot)}@{act.stage}" for act in scene.resolved.acts]
        case "skipped", []:
            found = list(map(str, scene.resolved.skipped))
        case "winner", []:
            found = [name for seat, name in enumerate(players) if has_won(scene.resolved.world, seat, scene.rules)]
        case "openings", [] if len(scene.before) > 1:
            own, other = ([seat.cards[now.card] for now in seat.slots if now] for seat in scene.before[:2])
            found = list(map(str, clash_stages(own, other)))
        case "alone", [count]:
            blank = [ThreadRaceCard(str(number), speed=1) for number in range(count)]
            found = [str(wins_in_turn(blank, scene.rules))]
        case "orders", [count]:
            found = [str(count_window_orders(count, scene.rules.window))]
        case "lists", [twice, once]:
            found = [str(count_orders([2] * twice + [1] * once))]
        case _:
            if len(words) != 2 + len(numbers) or words[1] not in list(players):
                return None
            return _answer_of_player(scene, words[0], players.index(words[1]), [number - 1 for number in numbers])
    return (" ".join(found) or NONE) if len(words) == 1 + len(numbers) else None


def _answer_of_player(scene: FieldScene, name: str, player: int, numbers: Sequence[int]) -> str | None:
    seat = scene.after[player]
    move: Move
    match name, numbers:
        case "field", []:
            return " | ".join(write_card(seat, now) for now in seat.slots)
        case "rebirth", []:
            return _ids(seat, seat.rebirth)
        case "deck", []:
            return _ids(seat, seat.deck)
        case "window", []:
            return _ids(seat, seat.deck[: scene.rules.window])
        case "play" | "next", [choice, slot]:
            move = Play(choice, slot)
        case "away", [slot]:
            move = PutAway(slot)
        case "pass", []:
            move = Pass()
        case "core", []:
            move = UseCore()
        case _:
            return None
    fault = fault_of(scene.resolved.world, player, scene.rules, move)
    if fault is not None or name != "next":
        return "legal" if fault is None else fault.code
    world = scene.resolved.world.copy()
    after = run_choosing(scene.resolved.setup, world, (), lambda run: make_move(run, player, move)).seats[player]
    return _ids(after, after.deck[: scene.rules.window])


def write_card(seat: ThreadRaceSeat, now: FieldCard | None) -> str:
    """Return a card on the field as it is typed: its id, its speed if it has changed, and how it lies."""
    if now is None:
        return "-"
    card = seat.cards[now.card]
    words = [card.id]
    if now.up and now.speed != card.speed:
        words.append(str(now.shown_speed))
    for word, holds in (("sealed", now.sealed), ("down", not now.up), ("fixed", now.fixed)):
        words += [word] if holds else []
    return " ".join(words)


def _ids(seat: ThreadRaceSeat, cards: Sequence[int]) -> str:
    return " ".join(seat.cards[card].id for card in cards) or NONE
