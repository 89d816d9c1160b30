"""The interface of a check, and the context that it reads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Literal

from cardgen.base.errors import Code, Finding
from cardgen.base.records import dataclass
from cardgen.cards.layout.cards import Laid, LaidCard
from cardgen.data.model import Game
from cardgen.products.options import Options


@dataclass(frozen=True, slots=True)
class CheckContext:
    """A game of one edition, with everything that is laid out. Checks only read it."""

    game: Game
    decks: Mapping[str, tuple[LaidCard, ...]]
    """the cards of each deck; a build lays out only the decks that it needs"""
    pages: tuple[Laid, ...] = ()
    """pages and boards"""
    rulesets: tuple[str, ...] = ()
    """the names of the rulesets to be checked"""
    options: Options = Options()
    """the files that are asked for, of which the checks of targets report defects as well"""

    @property
    def sides(self) -> list[Laid]:
        """Every side of a card once, even if many cards share it."""
        return distinct_sides(self.decks)


@dataclass(frozen=True, slots=True)
class Check:
    """A check of a game."""

    codes: tuple[Code, ...]
    """the codes of its findings; empty if they are those of the game's rules engine"""
    run: Callable[[CheckContext], Iterable[Finding]]
    stops_build: bool = False
    """a build runs the check too, and refuses a game for which it reports an error"""
    about: Literal["cards", "rules", "table", "files"] = "cards"
    """an export reports what is about the cards; a build also what is about rulesets and positions, but not the rest"""


def distinct_sides(decks: Mapping[str, tuple[LaidCard, ...]]) -> list[Laid]:
    """Return every side of the cards once, even if many cards share it."""
    return list({id(side): side for cards in decks.values() for card in cards for _, side in card.sides}.values())
