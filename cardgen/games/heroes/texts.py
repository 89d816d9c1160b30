"""What heroes and cards do, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cardgen import Message, message
from cardgen.engines import CardData
from cardgen.engines.card_fields import text_field
from cardgen.engines.effects.wording.own import text_on_card
from cardgen.games.heroes.rules import CardKind, HeroesRules
from cardgen.games.heroes.table import effects_of, make_table


def effect_text(card: CardData, language: str, rules: HeroesRules, names: Mapping[str, str]) -> str:
    """Return what a hero of a ruleset does, a line for each skill, or what a card of its `kind` does; else ""."""
    table = make_table(rules)
    kinds = {name: kind.names.zh if language.startswith("zh") else kind.names.en for name, kind in table.kinds.items()}
    names = {**kinds, **names}
    texts = [text_on_card(table.vocabulary, effects, language, names) for effects in effects_of(table, rules, card)]
    kind = table.kinds.get(text_field(card, "kind") or card.id)
    if card.id not in table.heroes and kind is not None:
        texts += [text.in_language(language) for text in _printed_values(kind, names)]
    return "\n".join(filter(None, texts))


def _printed_values(kind: CardKind, names: Mapping[str, str]) -> Iterator[Message]:
    """Yield what a card says beside its effects: what stops it, whom it saves, its range and its distance."""
    if kind.answer is not None:
        name = names.get(kind.answer.play, kind.answer.play)
        yield message("A target may play {card} to offset this.", card=name)
    if kind.saves == "anyone":
        yield message("Use it on anyone who is dying: they recover 1 HP.")
    if kind.saves == "oneself":
        yield message("Use it on yourself when dying: recover 1 HP.")
    if kind.range is not None:
        yield message("Your attack range is {count}.", count=kind.range)
    if kind.distance is not None and kind.distance < 0:
        yield message("Your distance to others is {count} less.", count=-kind.distance)
    if kind.distance is not None and kind.distance > 0:
        yield message("The distance of others to you is {count} more.", count=kind.distance)
