"""Card games that are data, as games of turns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Annotated, Any

from pydantic import Field

from cardgen import dataclass
from cardgen.engines import CardData, GameContent
from cardgen.engines.effects.course import first_position
from cardgen.engines.effects.evaluating import Scope
from cardgen.engines.effects.resolution import Resolution
from cardgen.engines.effects.turns import AnswersGame, AnswerTurn, EffectsState
from cardgen.engines.effects.world import Card, Player, World, Zone
from cardgen.engines.policies import Policy
from cardgen.engines.serving import NewGame, Seed, Word, read_ruleset
from cardgen.games.card_game.content import GameSetup, read_setup
from cardgen.games.card_game.rules import CardGameRules

PlayerCount = Annotated[int, Field(ge=1, le=10)]


class CardGameOptions(NewGame):
    """A request for a new game."""

    players: PlayerCount = 2


@dataclass(frozen=True, slots=True)
class CardGameStart:
    """All that a game follows from, besides the ruleset and the decks that it names."""

    ruleset: Word
    players: PlayerCount
    seed: Seed


class CardGameResolution(Resolution):
    """Does effects in a card game that is data."""

    setup: GameSetup

    def end_round(self) -> None:
        super().end_round()
        rules = self.setup.rules
        has_goal = rules.goal is not None and any(self._score(player)[0] >= rules.goal for player in self.ring())
        if has_goal or self.world.round > rules.rounds:
            self.win(self.leaders())

    def leaders(self) -> Sequence[Player]:
        """Return who has the most of what is scored; nobody without a score."""
        if self.setup.rules.score is None:
            return ()
        scores = {player: self._score(player) for player in self.ring()}
        return [player for player, score in scores.items() if score == max(scores.values())]

    def _score(self, player: Player) -> tuple[Any, Any]:
        """Return the score of a player, and what decides between equal ones."""
        rules = self.setup.rules
        score, tie = (0 if name is None else self.attribute(player, name) or 0 for name in (rules.score, rules.tie))
        return (score, tie)


class CardGame(AnswersGame[CardGameStart]):
    """The game of turns."""

    engine = "card-game"
    start_type = CardGameStart
    options = CardGameOptions
    ruleset = CardGameRules

    def prepare(self, options: CardGameOptions, content: GameContent) -> CardGameStart:
        rules = read_ruleset(options.ruleset, content.rulesets)
        least, most = rules.players.least, rules.players.most
        if not least <= options.players <= most:
            raise ValueError(f"players: {options.players} given, expected {least} to {most}")
        name = options.ruleset or next(iter(content.rulesets))
        return CardGameStart(name, options.players, options.seed)

    def set_up(self, start: CardGameStart, content: GameContent) -> tuple[Any, World]:
        if start.ruleset not in content.rulesets:
            raise ValueError(f"ruleset: there is no {start.ruleset!r}")
        rules: CardGameRules = content.rulesets[start.ruleset]
        setup, world = read_setup(rules, content.decks), World(start.players, start.seed)
        world.kinds = setup.kinds
        for pile in rules.piles:
            owners = range(start.players) if rules.vocabulary.areas[pile.area].of == "player" else (None,)
            for owner in owners:
                _fill(world, Zone(pile.area, owner), content.decks.get(pile.deck, ()), pile.shuffle)
        if rules.first == "random":
            first = world.shuffled(world.order)[0]
            world.order, world.current = (*world.order[first:], *world.order[:first]), first
        world.position = "begin"
        return setup, world

    def resolution(self, setup: GameSetup, world: World, answers: Sequence[tuple[Any, ...]]) -> Resolution:
        run = CardGameResolution(setup.rules.vocabulary, world, answers, setup.effects, setup.macros)
        run.setup = setup
        return run

    def take_step(self, run: CardGameResolution) -> None:
        if run.world.position != "begin":
            super().take_step(run)
            return
        run.world.position = first_position(run.world.current)
        run.run(run.setup.begin, Scope())

    def card_name(self, world: World, card: Card) -> str:
        name, values = world.cards[card]
        return f"{name}:{values['copy']}" if values.get("copy") else name

    def describe(self, before: EffectsState[Any], turn: AnswerTurn, after: EffectsState[Any]) -> dict[str, Any]:
        """Return the score of all players after a turn; none if nothing is scored."""
        score, run = after.setup.rules.score, self.run_in(after.setup, after.now)
        players = sorted(after.now.players, key=lambda player: player.seat) if score is not None else ()
        return {"counts": [run.attribute(player, score) or 0 for player in players]}

    def policies(self) -> Mapping[str, Policy]:
        from cardgen.games.card_game.policies import choose_greedily

        return {"random": self.choose_randomly, "greedy": partial(choose_greedily, self)}

    def about(self, content: GameContent) -> dict[str, Any]:
        """Return how many can play by each ruleset, its areas, and what everything is called."""
        return {
            "players": {name: [rules.players.least, rules.players.most] for name, rules in content.rulesets.items()},
            "tables": {name: _about_table(rules) for name, rules in content.rulesets.items()},
        }


def _about_table(rules: CardGameRules) -> dict[str, Any]:
    vocabulary = rules.vocabulary
    areas = {
        name: {"of": area.of, "hidden": area.hidden, "works": bool(area.works)}
        for name, area in vocabulary.areas.items()
    }
    names = {
        name: {lang: text if isinstance(text, str) else text.get("one", name) for lang, text in texts.items()}
        for name, texts in vocabulary.names.items()
    }
    values = [name for name, kind in vocabulary.attributes.items() if kind.of == "player" and kind.is_ is None]
    return {
        "areas": areas,
        "values": values,
        "names": names,
        "hand": vocabulary.hand,
        "discards": vocabulary.discards,
        "score": rules.score,
        "rounds": rules.rounds,
        "goal": rules.goal,
    }


def _fill(world: World, zone: Zone, cards: Sequence[CardData], shuffle: bool) -> None:
    """Put the cards of a deck into a zone, each copy with a number that no other one of its name has."""
    numbers: dict[str, int] = {}
    for name, values in world.cards.values():
        numbers[name] = max(numbers.get(name, 0), values.get("copy", 0))
    copies = [card.id for card in cards for _ in range(card.copies)]
    for name in world.shuffled(copies) if shuffle else copies:
        numbers[name] = numbers.get(name, 0) + 1
        world.add_card(name, zone, {"copy": numbers[name]})


GAME = CardGame()
