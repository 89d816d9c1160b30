"""The charts of the study: one question each, a series for each run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cardgen.engines.studies import Chart, Estimate, Texts
from cardgen.engines.study_texts import same_in_both
from cardgen.games.block_killer.blocks import BLOCKS
from cardgen.games.block_killer.cards import GARBAGE_ROWS
from cardgen.games.block_killer.solver.clear_values import MOST_BLOCKS, MOST_GARBAGE
from cardgen.games.block_killer.statistics import figures
from cardgen.games.block_killer.statistics.settings import TEXTS
from cardgen.games.block_killer.statistics.tally import HandTally

#: Deck -> its cards.
DECKS: Mapping[str, tuple[str, ...]] = {"block": tuple(BLOCKS), "garbage": tuple(GARBAGE_ROWS)}


def draw_charts(tallies: Sequence[HandTally]) -> Iterator[Chart]:
    """Yield every chart."""
    if not tallies:
        return
    yield _distribution(tallies)
    lines = {tally.settings.rules.attack.special_lines for tally in tallies}
    quad = TEXTS("special") if len(lines) > 1 else TEXTS("quad", lines=min(lines))
    yield TEXTS.chart("best-plays", tallies, _shares, quad=quad)
    yield TEXTS.chart("means", tallies, _means)
    for deck in DECKS:
        yield _card_values(deck, tallies)
    for more, word in ((1, "more"), (-1, "fewer")):
        for deck in DECKS:
            yield _copy_changes(deck, tallies, more, word)


def _card_values(deck: str, tallies: Sequence[HandTally]) -> Chart:
    cards = DECKS[deck]

    def values(tally: HandTally) -> list[Estimate | None]:
        return [figures.card_value(tally, card) for card in cards]

    return TEXTS.chart(f"{deck}-values", tallies, values, same_in_both(cards), "values", **_words(deck))


def _copy_changes(deck: str, tallies: Sequence[HandTally], more: int, word: str) -> Chart:
    cards = DECKS[deck]

    def changes(tally: HandTally) -> list[Estimate | None]:
        return [figures.copy_change(tally, card, more) for card in cards]

    words = {**_words(deck), "more": TEXTS(word)}
    return TEXTS.chart(f"one-{word}-{deck}", tallies, changes, same_in_both(cards), "copies", **words)


def _words(deck: str) -> dict[str, Texts]:
    return {"deck": TEXTS(deck), "codes": TEXTS(f"{deck}-codes")}


def _distribution(tallies: Sequence[HandTally]) -> Chart:
    attacks = range(1 + max((attack for tally in tallies for attack, _ in tally.attacks), default=0))

    def shares(tally: HandTally) -> list[Estimate | None]:
        return [figures.share_of_attacks(tally, attack.__eq__) for attack in attacks]

    return TEXTS.chart("best-attack", tallies, shares, same_in_both(attacks))


def _shares(tally: HandTally) -> list[Estimate | None]:
    return [*figures.play_shares(tally), figures.share_proven(tally)]


def _means(tally: HandTally) -> list[Estimate | None]:
    return [
        figures.mean_attack(tally),
        figures.mean_gap(tally),
        figures.mean_count(tally, tally.blocks, MOST_BLOCKS),
        figures.mean_count(tally, tally.discarded, MOST_GARBAGE),
    ]
