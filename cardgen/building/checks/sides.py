"""Checks of single sides, whose findings are kept for sides that have been checked before."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from weakref import WeakKeyDictionary

from cardgen.base.errors import Finding
from cardgen.base.records import dataclass, field
from cardgen.cards.layout.cards import Laid
from cardgen.cards.layout.laid import LaidBox, Owner
from cardgen.scene.items import Scene


@dataclass(frozen=True, slots=True)
class SideCheck:
    """A check of single sides. Findings are kept by scene: few sides change while a game is reviewed.

    `find` gets a side and a setting that its findings depend on.
    """

    find: Callable[[Laid, Hashable], Iterable[Finding]]
    _kept: WeakKeyDictionary[Scene, tuple[Owner, tuple[LaidBox, ...], Hashable, tuple[Finding, ...]]] = field(
        default_factory=WeakKeyDictionary
    )

    def run(self, sides: Iterable[Laid], setting: Callable[[Laid], Hashable] = lambda _: None) -> Iterator[Finding]:
        """Yield the findings of each side in turn."""
        for side in sides:
            given = setting(side)
            owner, boxes, before, findings = self._kept.get(side.scene, (None, (), None, ()))
            if owner != side.owner or boxes is not side.boxes or before != given:
                findings = tuple(self.find(side, given))
                self._kept[side.scene] = (side.owner, side.boxes, given, findings)
            yield from findings
