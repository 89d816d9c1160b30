"""A resolution does the steps of effects: verbs, blocks and the macros of the game.

A game derives its own from it: for deeds of its own, for how its cards are used, and for what is inserted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from cardgen.engines.effects.evaluating import Scope
from cardgen.engines.effects.model import Effect, Macro, Phrase, Step, Steps
from cardgen.engines.effects.uses import EffectUses
from cardgen.engines.effects.verbs import blocks, cards, course, values
from cardgen.engines.effects.verbs.common import Does, named_functions
from cardgen.engines.effects.verbs.kinds import BLOCKS, VERBS
from cardgen.engines.effects.vocabulary import Vocabulary
from cardgen.engines.effects.world import World

#: The verbs and the blocks by name; and whether one can be done in full: the others can always be tried.
DOES_VERB = named_functions(VERBS, cards, values, course)
DOES_BLOCK = named_functions(BLOCKS, blocks)
CAN_DO: Mapping[str, Does] = {**cards.CAN_DO, **values.CAN_DO, **course.CAN_DO}


class Resolution(EffectUses):
    """Does effects in a world."""

    #: The verbs of the game's own: those under `verbs` in its vocabulary.
    own_verbs: ClassVar[Mapping[str, Does]] = {}

    def __init__(
        self,
        vocabulary: Vocabulary,
        world: World,
        answers: Sequence[tuple[Any, ...]] = (),
        rules: Sequence[Effect] = (),
        macros: Mapping[str, Macro] | None = None,
    ) -> None:
        super().__init__(vocabulary, world, answers, rules)
        self.macros = macros or {}

    def run(self, steps: Steps, scope: Scope) -> bool:
        """Do steps one after the other. Return True if all were done."""
        all_done = True
        for step in steps:
            all_done &= self.do(step, scope)
            self.test_at_once()
        return all_done

    def do(self, step: Step, scope: Scope) -> bool:
        """Do one step, and what follows if it is done or not. Return True if it was done."""
        if step.condition is not None and not self.holds(step.condition, scope):
            self.run(step.otherwise, scope)
            return False
        if step.verb in DOES_BLOCK:
            return bool(DOES_BLOCK[step.verb](self, step, scope))
        if step.verb in self.macros:
            result: Any = self._do_macro(step, scope)
        else:
            result = (DOES_VERB.get(step.verb) or self.own_verbs[step.verb])(self, step, scope)
        if step.name:
            scope.names[step.name] = result
        done = result not in (False, None, ())
        if step.verb != "judge":
            self.run(step.then if done else step.otherwise, scope)
        return done

    def _do_macro(self, step: Step, scope: Scope) -> bool:
        macro = self.macros[step.verb]
        first, *others = macro.parameters
        values = {first: self._parameter(step.argument, scope)}
        values |= {name: self._parameter(step.keys.get(name), scope) for name in others}
        return self.run(macro.do, scope.with_names(**values))

    def _parameter(self, given: Any, scope: Scope) -> Any:
        return self.value(given, scope) if isinstance(given, Phrase) else given

    def can_do(self, steps: Steps, scope: Scope) -> bool:
        """Return True if each of some steps can be done in full, as far as can be told without doing them."""
        for step in steps:
            can = CAN_DO.get(step.verb)
            is_due = step.condition is None or self.holds(step.condition, scope)
            if can is not None and is_due and not can(self, step, scope):
                return False
        return True
