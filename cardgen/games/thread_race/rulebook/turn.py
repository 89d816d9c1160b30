"""`turn RULES`: turns with claims about them, which the rules engine proves and the pictures show.

The body has for each picture a scene (see `cardgen.games.thread_race.rulebook.scenes`), a line `---`, and its options
as YAML; a line `---` also separates the pictures. A claim that the engine refutes is a fault at its line. A scene
without players has no picture: its claims are about decks.
"""

from __future__ import annotations

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
    Sources,
    find_rules,
    in_language,
    read_scenes,
)
from cardgen.drawing import Group, scale
from cardgen.engines import CardData
from cardgen.games.thread_race.cards import Core, ThreadRaceCard
from cardgen.games.thread_race.reading import read_card, read_core
from cardgen.games.thread_race.rulebook.claims import verify_scene, write_card
from cardgen.games.thread_race.rulebook.drawing import Field, FieldLook
from cardgen.games.thread_race.rulebook.scenes import PLAYERS, FieldScene, Known
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
