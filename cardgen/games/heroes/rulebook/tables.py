"""Tables of what engine or cards say: `distances` by number of players, `timings`, and the `roster` of heroes."""

import re
from typing import Annotated

from pydantic import Field

from cardgen import DataError, Fault, FileModel, message
from cardgen.blocks import Align, BlockContext, Fence, Marked, Table, Text, Words, in_language
from cardgen.games.heroes.rulebook.scenes import SEATS
from cardgen.games.heroes.seating import distance, ring
from cardgen.games.heroes.vocabulary import (
    CARD_TIMINGS,
    DAMAGE_TIMINGS,
    FACTIONS,
    FEWEST_PLAYERS,
    MOST_PLAYERS,
    SKILL_TIMINGS,
)

_LISTS = (SKILL_TIMINGS, CARD_TIMINGS, DAMAGE_TIMINGS)


class DistancesBody(FileModel):
    """`header` is the title of the first column, the numbers of players from `first` to `last`."""

    header: str
    first: Annotated[int, Field(ge=FEWEST_PLAYERS, le=MOST_PLAYERS)] = 4
    last: Annotated[int, Field(ge=FEWEST_PLAYERS, le=MOST_PLAYERS)] = MOST_PLAYERS
    caption: str = ""


class TimingsBody(FileModel):
    """`header` are the titles of the columns: the number, then the lists of skills, cards and damage."""

    header: Annotated[list[str], Field(min_length=1 + len(_LISTS), max_length=1 + len(_LISTS))]
    caption: str = ""


def read_distances(fence: Fence, context: BlockContext) -> Table:
    """Return a table of the distances from the first seat to each other one, by number of players."""
    body, marked = fence.parse_yaml(DistancesBody)
    if body.first > body.last:
        raise DataError(Fault(marked.place("last"), message("the last number is less than the first")))
    rows = []
    for players in range(body.first, body.last + 1):
        around = ring(players)
        steps = [str(distance(around, 0, seat)) for seat in around[1:]]
        rows.append([str(players), *steps, *[""] * (body.last - players)])
    return _table([body.header, *SEATS[1 : body.last]], rows, "centre", body.caption, marked, fence, context)


def read_timings(fence: Fence, context: BlockContext) -> Table:
    """Return a table of the three lists of timings, in their order."""
    body, marked = fence.parse_yaml(TimingsBody)
    language = "zh" if context.lang.startswith("zh") else "en"
    columns = [[names[language] for names in timings.values()] for timings in _LISTS]
    rows = [
        [str(row + 1), *(column[row] if row < len(column) else "" for column in columns)]
        for row in range(max(map(len, columns)))
    ]
    return _table(body.header, rows, "left", body.caption, marked, fence, context)


class RosterBody(FileModel):
    """`header` are the titles of the columns: the hero, its faction and HP, its skills."""

    header: Annotated[list[str], Field(min_length=3, max_length=3)]
    caption: str = ""


def read_roster(fence: Fence, context: BlockContext) -> Table:
    """Return a table of the heroes with the texts of their cards."""
    body, marked = fence.parse_yaml(RosterBody)
    language = "zh" if context.lang.startswith("zh") else "en"
    rows = [
        (
            _plain(in_language(card["names"], context.lang), context),
            _plain(f"{FACTIONS[card['faction']][language]} {card['max_hp']}", context),
            _skills(in_language(card.get("rules"), context.lang), context),
        )
        for card in context.sources.cards.values()
        if card.get("skills") and card.get("faction") in FACTIONS
    ]
    caption = context.words(body.caption, marked.place("caption"))
    header = tuple(_plain(title, context) for title in body.header)
    return Table(header, tuple(rows), ("left", "left", "left"), fence.place, caption=caption, whole=2)


def _skills(text: str, context: BlockContext) -> Words:
    """Return the text of a card: names of skills bold, their types in brackets, terms as plain words."""
    words: list[Text] = []
    for part in re.split(r"(<skill>.*?</skill>|<tag>.*?</tag>)", text):
        style, _, rest = part.partition(">")
        if style in ("<skill", "<tag"):
            inner = rest.partition("<")[0]
            words.append(Text(inner if style == "<skill" else f"({inner})", context.lang, strong=style == "<skill"))
        elif plain := re.sub(r"</?term>", "", part):
            words.append(Text(plain, context.lang))
    return tuple(words)


def _plain(text: str, context: BlockContext) -> Words:
    return (Text(text, context.lang),) if text else ()


def _table(
    header: list[str],
    rows: list[list[str]],
    align: Align,
    caption: str,
    marked: Marked,
    fence: Fence,
    context: BlockContext,
) -> Table:
    return Table(
        tuple(_plain(text, context) for text in header),
        tuple(tuple(_plain(cell, context) for cell in row) for row in rows),
        (align,) * len(header),
        fence.place,
        caption=context.words(caption, marked.place("caption")),
    )
