"""What the words of texts mean: a row for each verb, limit and mark that effects use."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen.engines.effects.model import Effect, Limit
from cardgen.engines.effects.parts import effect_steps
from cardgen.engines.effects.vocabulary import Vocabulary
from cardgen.engines.effects.wording.languages import LanguageName
from cardgen.engines.effects.wording.writer import Writer


def explain_words(vocabulary: Vocabulary, effects: Sequence[Effect], language: LanguageName) -> list[tuple[str, str]]:
    """Return the words that the texts of effects use, and what they mean: verbs, limits, marks, each once."""
    writer = Writer(vocabulary, language, {})
    return list(dict.fromkeys(_rows(writer, effects)))


def _rows(writer: Writer, effects: Sequence[Effect]) -> Iterator[tuple[str, str]]:
    steps = [step for effect in effects for step in effect_steps(effect)]
    verbs = {step.verb for step in steps}
    if any(effect.may is not None for effect in effects):
        verbs.add("may")
    for key in writer.keys("meanings"):
        if key in verbs and key not in ("limit", "mark"):
            yield writer.form(f"meanings/{key}", "word"), writer.form(f"meanings/{key}", "text")
    for effect in effects:
        if effect.limit is not None:
            yield _limit(writer, effect.limit)
    for step in steps:
        if step.verb == "mark":
            name = writer.name(step.argument)
            word = writer.phrase_in("meanings/mark", "word", name=name)
            yield word, writer.form("meanings/mark", "text")


def _limit(writer: Writer, limit: Limit) -> tuple[str, str]:
    key = "meanings/limit-game" if limit.span == "game" else "meanings/limit"
    span = writer.form(f"span-{limit.span}", "one")
    return writer.phrase_in(key, "word", limit=writer.limit(limit)), writer.phrase_in(key, "text", span=span)
