"""Check that every card has a back, and the cards of a deck have the same one."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.base.errors import Code, Finding
from cardgen.base.words.messages import message
from cardgen.building.checks.context import Check, CheckContext
from cardgen.cards.layout.cards import Laid, LaidCard
from cardgen.data.model import Deck, Game
from cardgen.products.sheet_targets import SHEETS
from cardgen.scene.bare import bare
from cardgen.scene.keys import content_key

BACK_MISSING = Code(
    "CG107",
    "back-missing",
    message("cards without a back, unless all sheets of the deck have `backs: fronts`"),
    only_on_paper=True,
)
BACKS_DIFFER = Code(
    "CG108",
    "backs-differ",
    message("backs that differ, so that a card can be recognised from behind; allowed in a `two_sided` deck"),
)


def _run(context: CheckContext) -> Iterator[Finding]:
    game = context.game
    for deck, cards in context.decks.items():
        if any(card.back is None for card in cards):
            yield from _check_missing(game, game.decks[deck])
        elif not game.file.decks[deck].two_sided:
            yield from _check_same(cards)


def _check_missing(game: Game, deck: Deck) -> Iterator[Finding]:
    sheets = [sheet.backs for sheet in SHEETS.of(game.file).values() if deck.id in sheet.decks]
    if sheets and set(sheets) == {"fronts"}:  # one-sided on purpose
        return
    yield BACK_MISSING.finding(
        game.marked.key_place("decks", deck.id),
        message("the template of {deck} has no back", deck=deck.id),
        message("add a back, or `backs: fronts` to its sheets"),
        deck=deck.id,
    )


def _check_same(cards: tuple[LaidCard, ...]) -> Iterator[Finding]:
    by_picture: dict[str, LaidCard] = {}
    for card in cards:
        if card.back is not None:
            by_picture.setdefault(picture_key(card.back), card)
    if len(by_picture) > 1:
        first, other = [laid.card for laid in by_picture.values()][:2]
        yield BACKS_DIFFER.finding(
            other.place(),
            message(
                "the backs of {first} and {other} differ: a card can be recognised from behind",
                first=first.id,
                other=other.id,
            ),
            deck=other.deck,
            card=other.id,
        )


def picture_key(side: Laid) -> str:
    """Return the key of a side's picture, without its name and titles."""
    return content_key(bare(side.scene))


CHECK = Check((BACK_MISSING, BACKS_DIFFER), _run)
