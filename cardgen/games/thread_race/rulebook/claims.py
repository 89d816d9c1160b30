"""The claims of a scene: a question, how the engine answers it, and the check that both are the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from cardgen import message
from cardgen.blocks import SceneError
from cardgen.games.thread_race.cards import ThreadRaceCard
from cardgen.games.thread_race.course import fault_of, has_won, make_move
from cardgen.games.thread_race.decks import clash_stages, count_orders, count_window_orders
from cardgen.games.thread_race.effect_stage import run_choosing
from cardgen.games.thread_race.field import FieldCard, ThreadRaceSeat
from cardgen.games.thread_race.moves import Move, Pass, Play, PutAway, UseCore
from cardgen.games.thread_race.rulebook.scenes import PLAYERS, FieldScene, Known, read_scene, write_place
from cardgen.games.thread_race.rules import ThreadRaceRules
from cardgen.games.thread_race.solitaire import wins_in_turn

NONE = "none"


def verify_scene(text: str, rules: ThreadRaceRules, known: Known) -> FieldScene:
    """Return a scene whose claims the engine has proved. SceneError at the first one that it refutes."""
    scene = read_scene(text, rules, known)
    for claim in scene.claims:
        name, *words = claim.question.split()
        answer = CLAIMS[name](scene, words) if name in CLAIMS else None
        if answer is None:
            raise SceneError(claim.line, message("{text} cannot be read", text=repr(claim.question)))
        if answer != claim.answer:
            raise SceneError(claim.line, message("the answer is {answer}", answer=answer))
    return scene


def _acts(scene: FieldScene, words: Sequence[str]) -> str | None:
    """`acts`: who acts in the effect stage, in this order; stage 6 is before stage 5."""
    acts = [f"{write_place(act.player, act.slot)}@{act.stage}" for act in scene.resolved.acts]
    return None if words else " ".join(acts) or NONE


def _skipped(scene: FieldScene, words: Sequence[str]) -> str | None:
    """`skipped`: the stages that are skipped for clash, the fastest first."""
    return None if words else " ".join(map(str, scene.resolved.skipped)) or NONE


def _field(scene: FieldScene, words: Sequence[str]) -> str | None:
    """`field A`: what lies in the slots after the flip stage, as it is typed."""
    seat = _seat(scene, words)
    return None if seat is None else " | ".join(write_card(seat, now) for now in seat.slots)


def _rebirth(scene: FieldScene, words: Sequence[str]) -> str | None:
    """`rebirth A`: the cards in a rebirth zone, the first destroyed first."""
    seat = _seat(scene, words)
    return None if seat is None else " ".join(seat.cards[card].id for card in seat.rebirth) or NONE


def _deck(scene: FieldScene, words: Sequence[str]) -> str | None:
    """`deck A`: the deck after the flip stage, top first."""
    seat = _seat(scene, words)
    return None if seat is None else " ".join(seat.cards[card].id for card in seat.deck) or NONE


def _winner(scene: FieldScene, words: Sequence[str]) -> str | None:
    """`winner`: who wins at the beginning of the play stage; several for a draw."""
    world = scene.resolved.world
    winners = [PLAYERS[player] for player in range(len(scene.after)) if has_won(world, player, scene.rules)]
    return None if words else " ".join(winners) or NONE


def _window(scene: FieldScene, words: Sequence[str]) -> str | None:
    """`window A`: the cards that a player chooses from."""
    seat = _seat(scene, words)
    return None if seat is None else _choices(seat, scene.rules) or NONE


def _play(scene: FieldScene, words: Sequence[str]) -> str | None:
    """`play A 2 1`: whether the second of these cards may be played into slot 1, or the number of the check."""
    numbers = _numbers(words[1:], 2)
    return None if numbers is None else _legal(scene, words, Play(numbers[0] - 1, numbers[1] - 1))


def _next(scene: FieldScene, words: Sequence[str]) -> str | None:
    """`next A 2 1`: the cards to choose from after this play, in the next turn."""
    numbers, player = _numbers(words[1:], 2), _player(scene, words)
    if numbers is None or player is None:
        return None
    move, world = Play(numbers[0] - 1, numbers[1] - 1), scene.resolved.world.copy()
    if fault := fault_of(world, player, scene.rules, move):
        return fault.code
    after = run_choosing(scene.resolved.setup, world, (), lambda run: make_move(run, player, move))
    return _choices(after.seats[player], scene.rules) or NONE


def _away(scene: FieldScene, words: Sequence[str]) -> str | None:
    """`away A 1`: whether the card in slot 1 may be put away, or the number of the check."""
    numbers = _numbers(words[1:], 1)
    return None if numbers is None else _legal(scene, words, PutAway(numbers[0] - 1))


def _pass(scene: FieldScene, words: Sequence[str]) -> str | None:
    """`pass A`: whether the player may do nothing, or the number of the check."""
    return _legal(scene, words, Pass()) if len(words) == 1 else None


def _core(scene: FieldScene, words: Sequence[str]) -> str | None:
    """`core A`: whether the core may be used, or the number of the check."""
    return _legal(scene, words, UseCore()) if len(words) == 1 else None


def _alone(scene: FieldScene, words: Sequence[str]) -> str | None:
    """`alone 23`: the turn in which a deck of so many cards without effects wins alone."""
    numbers = _numbers(words, 1)
    return (
        None
        if numbers is None
        else str(wins_in_turn([ThreadRaceCard(str(number), speed=1) for number in range(numbers[0])], scene.rules))
    )


def _orders(scene: FieldScene, words: Sequence[str]) -> str | None:
    """`orders 4`: in how many orders so many cards can be played through the window."""
    numbers = _numbers(words, 1)
    return None if numbers is None else str(count_window_orders(numbers[0], scene.rules.window))


def _lists(scene: FieldScene, words: Sequence[str]) -> str | None:  # noqa: ARG001  (all claims are called alike)
    """`lists 11 1`: the number of orders of a deck with 11 cards twice and 1 card once."""
    numbers = _numbers(words, 2)
    return None if numbers is None else str(count_orders([2] * numbers[0] + [1] * numbers[1]))


def _openings(scene: FieldScene, words: Sequence[str]) -> str | None:
    """`openings`: the stages in which the cards of A and B that lie there would clash if all lay face up."""
    if words or len(scene.before) < len("AB"):
        return None
    own, other = ([seat.cards[now.card] for now in seat.slots if now] for seat in scene.before[:2])
    return " ".join(map(str, clash_stages(own, other))) or NONE


#: The first word of a claim -> how it is answered; None if its words cannot be read.
CLAIMS: Mapping[str, Callable[[FieldScene, Sequence[str]], str | None]] = {
    "acts": _acts,
    "skipped": _skipped,
    "field": _field,
    "rebirth": _rebirth,
    "deck": _deck,
    "winner": _winner,
    "window": _window,
    "play": _play,
    "next": _next,
    "away": _away,
    "pass": _pass,
    "core": _core,
    "alone": _alone,
    "orders": _orders,
    "lists": _lists,
    "openings": _openings,
}


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


def _choices(seat: ThreadRaceSeat, rules: ThreadRaceRules) -> str:
    return " ".join(seat.cards[card].id for card in seat.deck[: rules.window])


def _seat(scene: FieldScene, words: Sequence[str]) -> ThreadRaceSeat | None:
    """Return the seat of the one player that the words name, after the flip stage."""
    player = _player(scene, words)
    return scene.after[player] if len(words) == 1 and player is not None else None


def _player(scene: FieldScene, words: Sequence[str]) -> int | None:
    name = words[0] if words else ""
    return PLAYERS.index(name) if name and name in PLAYERS[: len(scene.after)] else None


def _numbers(words: Sequence[str], count: int) -> list[int] | None:
    """Return so many numbers of one or two digits; None for anything else."""
    if len(words) != count or not all(word.isdecimal() and len(word) <= len("23") for word in words):
        return None
    return [int(word) for word in words]


def _legal(scene: FieldScene, words: Sequence[str], move: Move) -> str | None:
    player = _player(scene, words)
    if player is None:
        return None
    fault = fault_of(scene.resolved.world, player, scene.rules, move)
    return "legal" if fault is None else fault.code
