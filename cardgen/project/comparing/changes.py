"""The changes between two versions of a game, as lines of text and as data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from cardgen.base.records import dataclass
from cardgen.base.words.language import current_language
from cardgen.base.words.messages import Message, joined, message
from cardgen.project.comparing.versions import CardVersion, Version, pairs
from cardgen.review.server.words import change_words

Kind = Literal["added", "removed", "changed"]
KINDS: tuple[Kind, ...] = ("added", "removed", "changed")

_COUNTS = {
    "added": lambda count: message("{count} added", count=count),
    "removed": lambda count: message("{count} removed", count=count),
    "changed": lambda count: message("{count} changed", count=count),
}
_SIDES = {"face": message("face"), "back": message("back"), "picture": message("picture")}


@dataclass(frozen=True, slots=True)
class CardChange:
    """A card that is in one version only, or differs; `sides` are those that look different."""

    key: str
    kind: Kind
    before: CardVersion | None
    after: CardVersion | None
    sides: tuple[str, ...]

    @property
    def name(self) -> str:
        """The card's name: in the language of this run if it has one in it."""
        names = (self.after or self.before or CardVersion({}, None, {})).names
        language = current_language()
        return names.get(language) or names.get(language.split("-")[0]) or next(iter(names.values()), "")

    @property
    def words(self) -> list[str]:
        """The changes of the card's data, each as a line in the language of this run."""
        if self.before is None or self.after is None or self.before.fields is None or self.after.fields is None:
            return []
        return change_words(self.before.fields, self.after.fields)[current_language()]

    def lines(self) -> Iterator[str | Message]:
        """Yield the changes of the card's data and of its looks."""
        yield from self.words
        if self.kind == "changed" and self.sides:
            yield message("looks different: {sides}", sides=joined(map(side_name, self.sides)))


def side_name(side: str) -> Any:
    """Return the name of a side: face, or face en in an edition."""
    name, _, lang = side.partition(" ")
    return message("{side} {lang}", side=_SIDES[name], lang=lang) if lang else _SIDES[name]


@dataclass(frozen=True, slots=True)
class Comparison:
    """The changes between two versions, in the order of the later one, then the cards that are gone."""

    game: str
    before: str
    after: str
    changes: tuple[CardChange, ...]

    def count(self, kind: Kind) -> int:
        """Return the number of cards that were added, removed or changed."""
        return sum(1 for change in self.changes if change.kind == kind)

    def title(self) -> Message:
        """Return a line with the versions and the number of changes of each kind."""
        counts = [_COUNTS[kind](self.count(kind)) for kind in KINDS if self.count(kind)]
        versions = {"before": version_name(self.before), "after": version_name(self.after)}
        if not counts:
            return message("{game}, {before} → {after}: no card has changed", game=self.game, **versions)
        return message("{game}, {before} → {after}: {counts}", game=self.game, **versions, counts=joined(counts))

    def lines(self) -> Iterator[Message]:
        """Yield the title, and a line for each changed card."""
        yield self.title()
        for change in self.changes:
            kind, details = kind_name(change.kind), tuple(change.lines())
            card = message("{card} ({name})", card=change.key, name=change.name) if change.name else change.key
            if details:
                yield message("  {kind} {card}: {details}", kind=kind, card=card, details=joined(details))
            else:
                yield message("  {kind} {card}", kind=kind, card=card)

    def as_data(self) -> dict[str, Any]:
        """Return the changes as JSON can hold them."""
        return {
            "game": self.game,
            "before": self.before,
            "after": self.after,
            **{kind: [_as_data(change) for change in self.changes if change.kind == kind] for kind in KINDS},
        }


def kind_name(kind: Kind) -> Message:
    """Return the word for a kind of change."""
    return {"added": message("added"), "removed": message("removed"), "changed": message("changed")}[kind]


def version_name(label: str) -> Any:
    """Return the name of a version for people."""
    return label or message("the files now")


def _as_data(change: CardChange) -> dict[str, Any]:
    data: dict[str, Any] = {"card": change.key, "names": dict((change.after or change.before or _NOTHING).names)}
    if change.kind == "changed":
        before, after = (change.before or _NOTHING).fields or {}, (change.after or _NOTHING).fields or {}
        differing = [name for name in dict.fromkeys([*after, *before]) if before.get(name) != after.get(name)]
        data["fields"] = {name: {"before": before.get(name), "after": after.get(name)} for name in differing}
        data["sides"] = list(change.sides)
        data["words"] = change.words
    return data


_NOTHING = CardVersion({}, None, {})


def compare(game: str, before: Version, after: Version) -> Comparison:
    """Return the changes of a game between two versions."""
    changes = []
    for key, old, new in pairs(before, after):
        sides = _differing(old, new)
        if old is None or new is None:
            changes.append(CardChange(key, "added" if old is None else "removed", old, new, sides))
        elif sides or old.fields != new.fields:
            changes.append(CardChange(key, "changed", old, new, sides))
    return Comparison(game, before.label, after.label, tuple(changes))


def _differing(old: CardVersion | None, new: CardVersion | None) -> tuple[str, ...]:
    sides: tuple[Mapping[str, Any], ...] = tuple(card.sides if card else {} for card in (old, new))
    keys = [{name: side.key for name, side in own.items()} for own in sides]
    return tuple(name for name in dict.fromkeys((*sides[1], *sides[0])) if keys[0].get(name) != keys[1].get(name))
