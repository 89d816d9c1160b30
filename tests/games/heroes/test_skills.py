"""Each sentence of the description on skills is shown by games: sentences.yaml has them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cardgen.base.records import replace
from cardgen.engines.effects.reading import Reader
from cardgen.engines.effects.world import Card, Player
from cardgen.games.heroes.game import view_of
from cardgen.games.heroes.notation import write_entry
from cardgen.games.heroes.state import HeroesState
from cardgen.games.heroes.turn_game import GAME
from tests.cases import read_yaml

from .positions import play, position, with_stored

SENTENCES: list[dict[str, Any]] = read_yaml(Path(__file__).with_name("sentences.yaml").read_text(encoding="utf-8"))
SEATS = "ABCDEF"


def built(state: HeroesState, name: str, member: int, progress: int) -> HeroesState:
    """Return the state with a member of a building and its progress."""
    world = state.before.copy()
    group, (kind, _) = next(entry for entry in world.groups.items() if entry[0].name == name)
    world.begin_group(group, kind, [Player(member)])
    world.store(group, f"progress/{member}", progress)
    return with_stored(replace(state, before=world), None)


def own_turn(state: HeroesState, seat: int) -> HeroesState:
    """Return the state in the next turn of a seat: nobody does anything, and the last cards are discarded."""
    if state.current == seat:
        state = play(state, f"{seat} end")
    while state.current != seat or state.ask is None or state.ask.kind != "play":
        ends = [turn for turn in GAME.legal_turns(state) if turn.verb in ("end", "discard")]
        state = GAME.apply(state, ends[-1])
    return state


def found(state: HeroesState, sentence: str) -> Any:
    """Return the value of a sentence: cards by their codes, seats by their letters. `band-B` is the band of B."""
    run = view_of(state)
    groups = {f"{group.name}-{SEATS[group.owner]}": group for group in state.now.groups}
    scope = run.scope_of(None).with_names(**{SEATS[one.seat]: one for one in state.now.players}, **groups)
    value = run.evaluate(Reader(state.table.vocabulary).value(sentence, ()).node, scope)
    things = run.as_set(value)
    return [named(state, thing) for thing in things] if things != (value,) else value


def named(state: HeroesState, thing: Any) -> str:
    return GAME.card_name(state.now, thing) if isinstance(thing, Card) else SEATS[thing.seat]


@pytest.mark.parametrize("sentence", SENTENCES, ids=lambda sentence: str(sentence["says"]))
def test_a_sentence_of_the_description(sentence: dict[str, Any]) -> None:
    given = {key: sentence[key] for key in ("hands", "hp", "equipment", "pile", "camps") if key in sentence}
    state = position(sentence["heroes"].split(), **given)
    for name, (member, progress) in sentence.get("built", {}).items():
        state = built(state, name, SEATS.index(member), progress)
    before = state
    for line in sentence.get("play", ()):
        before = state
        state = own_turn(state, int(line[5:])) if line.startswith("turn ") else play(state, line)
    lines = [write_entry(turn) for turn in GAME.legal_turns(state)]
    for key, wanted in sentence.items():
        if key.startswith("turns"):
            assert [line for line in lines if key.removeprefix("turns").removeprefix(" of ") in line] == wanted
    expected = sentence.get("expect", {})
    assert {text: found(state, text) for text in expected} == expected
    for seat, hidden in sentence.get("secret", {}).items():
        assert list(GAME.is_secret(before, state.moves[-1], state, seat)) == hidden
        assert not hidden or GAME.view(state, seat)["seats"] == GAME.view(before, seat)["seats"]
