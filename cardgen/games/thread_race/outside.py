"""What happens outside of the effect stage: the first cards, flips, plays, uses of cores.

Here effects have no targets, so nothing is asked for but texts by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardgen.games.thread_race.asking import Answer, Answers, AskedError, Question
from cardgen.games.thread_race.effect_stage import Act, Resolved, Waiting, trigger_holds
from cardgen.games.thread_race.field import ThreadRaceSeat
from cardgen.games.thread_race.rules import ThreadRaceRules
from cardgen.games.thread_race.running import Runner
from cardgen.games.thread_race.working import Working


def place_first(seats: Sequence[ThreadRaceSeat], faces: Sequence[Sequence[bool]], rules: ThreadRaceRules) -> Resolved:
    """Put the top three cards of each player into the slots, each face up (True) or face down."""

    def run(runner: Runner) -> None:
        for player, ups in enumerate(faces):
            for slot, up in enumerate(ups):
                if runner.field.deck[player]:
                    runner.field.enter(player, slot, runner.field.deck[player].pop(0), up)

    return _resolve(seats, rules, "", (), run)


def run_flips(
    seats: Sequence[ThreadRaceSeat],
    flips: Sequence[Sequence[int]],
    rules: ThreadRaceRules,
    answers: Sequence[Answer],
    seed: str,
) -> Resolved:
    """Turn up the cards in these slots of each player, all at once; then their effects on being flipped follow."""

    def run(runner: Runner) -> None:
        for player, slots in enumerate(flips):
            for slot in slots:
                lying = runner.field.slots[player][slot]
                if lying is not None:
                    runner.field.turn_up(lying)

    return _resolve(seats, rules, seed, answers, run)


def play_card(
    seats: Sequence[ThreadRaceSeat],
    play: tuple[int, int, int, bool],
    rules: ThreadRaceRules,
    answers: Sequence[Answer],
    seed: str,
) -> Resolved:
    """Play a card: the player, its place in the deck from the top, the slot, and whether it is face up."""
    player, choice, slot, up = play

    def run(runner: Runner) -> None:
        card = runner.field.deck[player].pop(choice)
        runner.field.enter(player, slot, card, up)

    return _resolve(seats, rules, seed, answers, run)


def put_away(seats: Sequence[ThreadRaceSeat], player: int, slot: int, rules: ThreadRaceRules, seed: str) -> Resolved:
    """Put a card in a slot into the rebirth zone."""

    def run(runner: Runner) -> None:
        lying = runner.field.slots[player][slot]
        assert lying is not None
        runner.field.destroy(lying)

    return _resolve(seats, rules, seed, (), run)


def use_core(
    seats: Sequence[ThreadRaceSeat], player: int, rules: ThreadRaceRules, answers: Sequence[Answer], seed: str
) -> Resolved:
    """Run the effects of a player's core."""
    core = seats[player].core

    def run(runner: Runner) -> None:
        effects = core.effects
        if core.by_hand:
            effects = runner.answers.effects(Question(player, "by-hand", core.name, text=core.by_hand))
        for effect in effects:
            if effect.do == "draw":
                runner.field.draw(player, effect.n)
            elif effect.do == "order":
                runner.field.reorder(player, str(effect.amount), effect.n)

    return _resolve(seats, rules, seed, answers, run)


def _resolve(
    seats: Sequence[ThreadRaceSeat],
    rules: ThreadRaceRules,
    seed: str,
    answers: Sequence[Answer],
    change: Callable[[Runner], None],
) -> Resolved:
    """Change the field, then run the texts of flipped cards; other triggers wait, or are lost."""
    runner = Runner(Working(seats, rules, seed), Answers(answers))
    field, acts, question = runner.field, [], None
    waiting: list[Waiting] = []
    try:
        change(runner)
        while field.triggered:
            lying, when = field.triggered.pop(0)
            if when != "on-flip":
                waiting.append((lying.player, lying.slot, lying.now.card, when))
            elif trigger_holds(lying, when):
                acts.append(Act(lying.player, lying.slot, 0, when))
                field.note("act", lying, when)
                runner.run_text(lying, lying.now.text, lying.now.text.effects_when(when))
    except AskedError as asked:
        question = asked.question
    kept = tuple(waiting) if rules.plain_outside == "waits" else ()
    return Resolved(field.freeze(), tuple(acts), (), tuple(field.steps), question, runner.answers.used, kept)
