"""All checks of effects, in one call."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cardgen.base.words.messages import message
from cardgen.engines.effects.checking.endless import EndlessChecks
from cardgen.engines.effects.checking.inferring import Inferrer
from cardgen.engines.effects.checking.names import GameNames
from cardgen.engines.effects.checking.possible import PossibleChecks
from cardgen.engines.effects.checking.raising import Raising
from cardgen.engines.effects.checking.sources import EffectSource, GameFacts
from cardgen.engines.effects.checking.walking import Walk
from cardgen.engines.effects.model import Effect
from cardgen.engines.effects.parts import effect_steps, inner_steps
from cardgen.engines.effects.phrases import EffectFault
from cardgen.engines.effects.vocabulary import Vocabulary
from cardgen.engines.effects.wording.facts import compare_text
from cardgen.engines.effects.wording.own import AUTO, OWN


def check_effects(
    vocabulary: Vocabulary, sources: Sequence[EffectSource], facts: GameFacts | None = None
) -> list[tuple[EffectSource, EffectFault]]:
    """Return what is wrong with effects that can be read, each with the card or the rules that have it.

    The order is that of the sources. What can be neither proved nor refuted is not reported.
    """
    names = GameNames(vocabulary, sources, facts or GameFacts())
    raising = Raising(names)
    possible, endless = PossibleChecks(raising), EndlessChecks(raising)
    found = []
    for source in sources:
        faults = [*_check_sentences(names, source), *possible.check(source), *endless.check(source)]
        faults += [fault for effect in source.effects for fault in _check_text(vocabulary, effect)]
        # What is said of a sentence that has no meaning would be wrong.
        meaningless = {fault.path for fault in faults if fault.code in ("E1", "E2")}
        for fault in faults:
            if fault.code in ("E1", "E2") or fault.path not in meaningless:
                found.append((source, fault))
    return [*found, *_by_hand(sources)]


def _check_sentences(names: GameNames, source: EffectSource) -> list[EffectFault]:
    inferrer = Inferrer(names)
    walk = Walk(names, inferrer.infer_quietly)
    for effect in source.effects:
        for use in walk.effect(effect):
            inferrer.check(use.phrase, use.scope, use.expected)
    for use in walk.steps(source.steps, walk.first_scope):
        inferrer.check(use.phrase, use.scope, use.expected)
    return inferrer.faults


def _check_text(vocabulary: Vocabulary, effect: Effect) -> Iterator[EffectFault]:
    """Yield what the designer's own text of an effect says unlike the effect (E11)."""
    texts = effect.text if isinstance(effect.text, Mapping) else {}
    for language, text in texts.items():
        if isinstance(text, str) and text not in (AUTO, OWN):
            for problem in compare_text(vocabulary, [effect], text, language):
                yield EffectFault("E11", (*effect.path, "text", language), problem)


def _by_hand(sources: Sequence[EffectSource]) -> Iterator[tuple[EffectSource, EffectFault]]:
    """Yield how many effects have steps that are done by hand (E13), at the first one of them."""
    first, total, count = None, 0, 0
    for source in sources:
        for effect in source.effects:
            steps = [step for step in effect_steps(effect) if step.verb == "by-hand"]
            total, count = total + 1, count + bool(steps)
            if steps and first is None:
                first = (source, (*steps[0].path, "by-hand"))
        for step in inner_steps(source.steps):
            if step.verb == "by-hand" and first is None:
                first = (source, (*step.path, "by-hand"))
    if first is not None:
        problem = message("done by hand: {count} of {total} effects", count=max(1, count), total=max(1, total))
        yield first[0], EffectFault("E13", first[1], problem)
