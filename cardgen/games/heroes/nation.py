"""What nation war adds: heroes that are shown, ambitionists, monarchs, and the plot cards of a camp."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.engines.effects.questions import Question
from cardgen.engines.effects.world import Card, Group, Player, Zone
from cardgen.games.heroes.outcomes import ambition_threshold
from cardgen.games.heroes.resolution import HeroesResolution
from cardgen.games.heroes.rules import Mode, RuleChoices
from cardgen.games.heroes.state import BOARD
from cardgen.games.heroes.table import HeroesTable
from cardgen.games.heroes.vocabulary import FACTIONS


class NationWar(HeroesResolution):
    """Does effects in a game in which heroes may be hidden. In the other modes all are shown."""

    table: HeroesTable
    mode: Mode

    @property
    def choices(self) -> RuleChoices:
        """What the ruleset chooses."""
        return self.table.rules.choices

    def begin_groups(self, player: Player) -> None:
        """Let the groups of a character begin whose heroes are shown. The owner of a party leaves any other one."""
        if not self.world.stored_value(player, "shown"):
            return
        for kind in self.table.groups_of(self.world.stored_value(player, "heroes", ())):
            group, is_in = Group(kind.name, player.seat), kind.kind == "party"
            if group in self.world.groups:
                continue
            for other, (theirs, _) in list(self.world.groups.items()):
                if is_in and kind.exclusive and theirs.exclusive == kind.exclusive:
                    self.leave(player, other)
            self.world.begin_group(group, kind, (player,) if is_in else ())

    def show_heroes(self, player: Player) -> None:
        """Show the heroes of a character.

        In nation war it becomes an ambitionist if its faction would have more living shown ones than half of all.
        """
        value, showing = self.world.stored_value, self.world.stored_value(BOARD, "showing", ())
        if value(player, "shown"):
            return
        camp = value(player, "camp")
        if self.mode == "nation" and camp in FACTIONS:
            shown = sum(bool(value(other, "shown")) and value(other, "camp") == camp for other in self.ring())
            if shown + 1 > ambition_threshold(len(self.world.order)):
                self.world.store(player, "camp", f"ambition:{player.seat}")
        self.world.store(player, "shown", True)
        self.world.store(BOARD, "showing", (*showing, player.seat))
        self.world.rearranged()
        self.begin_groups(player)
        self._crown(value(player, "camp"))
        self.recast_plots(player)

    def _crown(self, camp: str) -> None:
        """Raise the max HP of the monarch of a faction that has three shown characters."""
        value = self.world.stored_value
        members = [one for one in self.ring() if value(one, "shown") and value(one, "camp") == camp]
        for player in members if len(members) >= 3 else ():
            if self.is_monarch(player) and not value(player, "monarch"):
                self.world.store(player, "max-hp", value(player, "max-hp") + self.choices.monarch_bonus)
                self.world.store(player, "monarch", True)

    def known_camp(self, player: Player) -> Sequence[Player]:
        """Return the living characters of whom all know that they are of a character's camp, itself among them."""
        value = self.world.stored_value
        camp = value(player, "camp") if value(player, "shown") else None
        return [one for one in self.ring() if one == player or (value(one, "shown") and value(one, "camp") == camp)]

    def owners_of(self, card: Card) -> Sequence[int | None]:
        """Return who has the effects of a card: a plot card is its camp's."""
        zone = self.world.where[card]
        if zone.area != "plot" or zone.owner is None:
            return super().owners_of(card)
        return [player.seat for player in self.known_camp(Player(zone.owner))]

    def recast_plots(self, player: Player) -> None:
        """Let a character recast plot cards until its camp has one: it is discarded, and a card drawn instead."""
        while len(held := [card for one in self.known_camp(player) for card in self._plots_of(one)]) > 1:
            (card,) = self.pick(player, held, about=(-1, "recast"))
            self.move_card("discard", card, self.discards_of(card))
            self.draw_cards(player, 1)

    def _plots_of(self, player: Player) -> Sequence[Card]:
        return self.world.cards_in(Zone("plot", player.seat))

    def is_monarch(self, player: Player) -> bool:
        """Return True if the main hero of a character is a monarch."""
        heroes = self.world.stored_value(player, "heroes", ())
        return bool(heroes) and self.table.heroes[heroes[0]].monarch

    def split_monarchs(self) -> bool:
        """Make all monarchs but the first shown ambitionists, whom the others may join. False without several."""
        alive = [Player(seat) for seat in self.world.stored_value(BOARD, "showing", ())]
        monarchs = [one for one in alive if self.attribute(one, "alive") and self.is_monarch(one)]
        if len(monarchs) < 2:
            return False
        self.world.store(BOARD, "split", True)
        for monarch in monarchs[1:]:
            self.world.store(monarch, "camp", f"ambition:{monarch.seat}")
        for player in self.players_in_turn():
            if player not in monarchs:
                (joined,) = self.ask(Question("join", player.seat, tuple(monarchs)))
                self.world.store(player, "camp", self.world.stored_value(joined, "camp"))
        return True
