"""Examples of effects: a state, what is played, what is answered, and what holds afterwards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from cardgen.engines.effects.course import first_position, take_step
from cardgen.engines.effects.evaluating import MISSING, Event, Scope
from cardgen.engines.effects.model import Effect
from cardgen.engines.effects.reading import Reader, load_macros
from cardgen.engines.effects.resolution import Resolution
from cardgen.engines.effects.vocabulary import Vocabulary
from cardgen.engines.effects.world import Card, CardKind, Group, GroupKind, Player, World, Zone
from tests.cases import read_yaml

#: Values of a card in the examples: those of a mapping, or what a game makes of the words after its name.
CardValues = Callable[[list[str]], tuple[str, str, dict[str, Any]]]


def load_examples(path: Path) -> list[dict[str, Any]]:
    """Return the examples of a file."""
    examples: list[dict[str, Any]] = read_yaml(path.read_text(encoding="utf-8"))
    return examples


def load_vocabulary(path: Path) -> Vocabulary:
    """Return the vocabulary of a file."""
    return Vocabulary.model_validate(read_yaml(path.read_text(encoding="utf-8")))


def plain_card(words: list[str]) -> tuple[str, str, dict[str, Any]]:
    """Return the id, the name and the values of a card that is written as its id and name, or as its name."""
    return words[0], words[-1], {}


class Example:
    """An example that is played in a world of its own."""

    card_of: CardValues = staticmethod(plain_card)
    make: type[Resolution] = Resolution
    pile = "pile"

    def __init__(self, data: Mapping[str, Any], vocabulary: Vocabulary, kinds: Mapping[str, CardKind] = {}) -> None:
        run = data["run"]
        self.data, self.vocabulary = data, self.with_marks(vocabulary, data)
        state: Mapping[str, Any] = run["state"]
        names = [name for name in state if len(name) == 1 and name.isupper()]
        self.world = World(len(names))
        self.names: dict[str, Any] = {name: Player(seat) for seat, name in enumerate(names)}
        self.world.kinds = {
            **kinds,
            **{name: self.kind(name, values) for name, values in data.get("cards", {}).items()},
        }
        self.world.current = names.index(state.get("turn", names[0]))
        for name in names:
            self.set_player(self.names[name], state[name])
        for name in set(state) - set(names) - {"turn"}:
            self.set_rest(name, state[name])
        for number in range(12 if self.pile in self.vocabulary.areas else 0):
            self.add(f"inert{number} inert", Zone(self.pile))
        owner = Player(0)
        own = self.effects([data["effect"]] if "effect" in data else data.get("effects", []), "effect")
        self.world.skills[owner] = (*self.world.skills.get(owner, ()), *own)
        for name, values in data.get("groups", {}).items():
            self.add_group(name, values, owner)
        self.answers = [self.answer(text) for text in map(str, run.get("answers", []))]
        self.run = self.make(self.vocabulary, self.world, self.answers, macros=load_macros(self.vocabulary))

    @staticmethod
    def with_marks(vocabulary: Vocabulary, data: Mapping[str, Any]) -> Vocabulary:
        marks = {**vocabulary.model_dump(by_alias=True)["marks"], **{name: {} for name in data.get("marks", ())}}
        return Vocabulary.model_validate({**vocabulary.model_dump(by_alias=True), "marks": marks})

    # ------------------------------------------------------------ the state

    def effects(self, data: Any, prefix: str) -> tuple[Effect, ...]:
        reader = Reader(self.vocabulary, f"{prefix}/")
        found = reader.effects(
            [{"id": f"e{number}", **one} if prefix == "effect" else one for number, one in enumerate(data, 1)]
        )
        assert not reader.faults, reader.faults
        return found

    def kind(self, name: str, values: Mapping[str, Any]) -> CardKind:
        own = {key: value for key, value in values.items() if key != "effects"}
        return CardKind(name, own, self.effects(values.get("effects", []), name))

    def add(self, text: str, zone: Zone) -> Card:
        """Put a card into a zone: its id, its name and what else the game writes of it."""
        identifier, name, values = self.card_of(text.split())
        if name not in self.world.kinds:
            self.world.kinds = {**self.world.kinds, name: CardKind(name, {})}
        card = self.world.add_card(name, zone, values)
        self.names[identifier] = card
        return card

    def set_player(self, player: Player, values: Mapping[str, Any]) -> None:
        for name, value in values.items():
            area = self.vocabulary.areas.get(name)
            if name == "skills":
                self.world.skills[player] = self.effects(value, f"skill{player.seat}")
            elif area is None:
                self.world.store(player, name, value)
            else:
                for text in value:
                    self.add(text, Zone(name, player.seat))

    def set_rest(self, name: str, value: Any) -> None:
        for text in value:
            self.add(text, Zone(name))

    def add_group(self, name: str, values: Mapping[str, Any], owner: Player) -> None:
        progress = values.get("progress", {})
        kind = GroupKind(
            name,
            values["kind"],
            tuple(["progress"] if progress else []),
            values.get("exclusive", ""),
            self.effects(values.get("effects", []), name),
        )
        members = values["members"]
        group = Group(
            name, self.names[members[0]].seat if values["kind"] == "party" and name == "rivals" else owner.seat
        )
        self.world.groups[group] = (kind, tuple(self.names[member] for member in members))
        for member, number in progress.items():
            self.world.store(group, f"progress/{self.names[member].seat}", number)

    # ------------------------------------------------------------ playing

    def answer(self, text: str) -> tuple[Any, ...]:
        return tuple(int(word) if word.isdecimal() else self.names.get(word, word) for word in text.split())

    def play(self) -> None:
        """Play everything, and compare what holds afterwards."""
        count = len(self.world.cards)
        for entry in self.data["run"].get("play", ()):
            self.run.attempt(partial(self.make_move, entry))
        assert self.run.answered == len(self.answers), "an answer is left over"
        assert sum(map(len, self.world.zones.values())) == len(self.world.cards) >= count
        self.compare(self.data["run"].get("expect", {}))

    def take_stage(self, name: str, player: Player) -> None:
        """Let a whole stage happen, unless it is skipped; without what players do in its windows."""
        if not self.run.skips(name, player) and self.run.begin_stage(name, player):
            self.run.end_stage(name, player)

    def make_move(self, entry: Mapping[str, Any]) -> None:
        """Do what a person at the table does."""
        if "run" in entry:
            self.procedure(entry["run"], self.who(entry))
        elif "use-card" in entry:
            self.use_card(entry)
        else:
            self.do(entry)

    def who(self, entry: Mapping[str, Any]) -> Player:
        found: Player = self.names[entry.get("who", "A")]
        return found

    def scope(self) -> Scope:
        return Scope(None, dict(self.names))

    def do(self, entry: Mapping[str, Any]) -> None:
        reader = Reader(self.vocabulary)
        steps = reader.steps([entry], ())
        assert not reader.faults, reader.faults
        self.run.run(steps, self.scope())

    def use_card(self, entry: Mapping[str, Any]) -> None:
        by: Player = self.names[entry["by"]]
        named = self.names.get(entry["use-card"])
        card = self.names.get(entry["cards"]) if "cards" in entry else named
        name = entry["use-card"] if named is None else ""
        targets: Any = entry.get("targets", "")
        chosen = self.targets(targets, by)
        self.run.use_card(by, card, name, chosen)

    def targets(self, text: str, by: Player) -> tuple[Player, ...]:
        if text == "others":
            return tuple(player for player in self.run.ring() if player != by)
        return tuple(self.names[name] for name in text.split())

    def procedure(self, name: str, who: Player) -> None:
        """Do what the game does by itself: `use ID`, a stage, a turn, a round, `steps N` of its course."""
        verb, _, rest = name.partition(" ")
        if verb == "use":
            self.run.use_effect(who, rest)
        elif name == "next turn":
            self.run.next_turn(who)
        elif name == "round":
            self.run.happen("round", lambda _: None)
            self.world.forget_uses("round")
        elif verb == "steps":
            self.world.position = self.world.position or first_position(self.world.current)
            for _ in range(int(rest)):
                take_step(self.run)
        elif name == "turn":
            self.run.next_turn(who)
            for stage in self.vocabulary.stages:
                self.take_stage(stage, who)
            self.run.happen("turn-end", lambda _: None, who=who)
        else:
            self.take_stage(name, who)

    # ------------------------------------------------------------ what holds

    def compare(self, expected: Mapping[str, Any]) -> None:
        found = {sentence: self.found(sentence) for sentence in expected}
        wanted = {sentence: self.wanted(value) for sentence, value in expected.items()}
        assert found == wanted, {key: (found[key], wanted[key]) for key in wanted if found[key] != wanted[key]}

    def wanted(self, value: Any) -> Any:
        if isinstance(value, list):
            return list(map(str, value))
        return None if value == "none" else value

    def found(self, sentence: str) -> Any:
        wanted = self.data["run"]["expect"][sentence]
        if sentence == "log":
            log = list(self.world.log)
            return log if isinstance(wanted, list) else " ".join(log)
        if sentence == "seen":
            return [self.seen(*entry) for entry in self.world.seen]
        if sentence == "winner":
            return [self.name(Player(seat)) for seat in self.world.winners]
        node = Reader(self.vocabulary).value(sentence, ()).node
        value = self.run.evaluate(node, self.scope())
        if isinstance(wanted, list):
            return [self.name(thing) for thing in self.run.as_set(value)]
        return self.name(value)

    def seen(self, seat: int | None, cards: tuple[Card, ...]) -> str:
        who = "all" if seat is None else self.name(Player(seat))
        return f"{who}: {' '.join(map(str, map(self.name, cards)))}"

    def name(self, value: Any) -> Any:
        if isinstance(value, tuple) and len(value) == 1:
            value = value[0]
        if isinstance(value, Player | Card | Zone | Group | Event):
            return next((name for name, thing in self.names.items() if thing == value), str(value))
        return None if value is MISSING else value
