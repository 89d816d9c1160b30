"""Check a game by its rules: a finding for each cell that breaks one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cardgen.base.errors import Code, Finding, Place, Text, WrongValueError, about_card
from cardgen.base.records import replace
from cardgen.base.sentences.tokens import SentenceError
from cardgen.base.sentences.values import key_of, shown
from cardgen.base.words.messages import OwnMessage, message, plural, render
from cardgen.base.work import Budget, TooMuchWorkError
from cardgen.data.model import Card, Game
from cardgen.data.placeholders import PlaceholderError, fill_text
from cardgen.data.rules.evaluate import Evaluator, Setting
from cardgen.data.rules.explain import Breach, Explainer
from cardgen.data.rules.loading import where_holds
from cardgen.data.rules.names import CARD, DECK
from cardgen.data.rules.rule import CardRule
from cardgen.data.rules.values import CardList

RULE_FAILED = Code(
    "CG401",
    "rule-not-checked",
    message("a rule of the game that cannot be evaluated: values that cannot be compared, or too much work"),
)

#: The name of findings about rules; their code is the id of the rule.
NAME = "rule"

#: Findings of one rule.
_MOST = 1_000


def check_card_rules(game: Game, steps: int | None = None) -> Iterator[Finding]:
    """Yield a finding for each cell that breaks a rule of the game, rule by rule.

    `steps` bounds the work of all rules together; the rules after the one that uses them up are not checked.
    """
    decks = {name: deck.cards for name, deck in game.decks.items()}
    budget = Budget() if steps is None else Budget(steps)
    for number, rule in enumerate(game.card_rules.rules):
        evaluator = Evaluator(decks, game.file.languages, budget)
        try:
            yield from _check_rule(game, rule, evaluator)
        except SentenceError as error:
            text = message("rule {rule!r}: {problem}", rule=rule.id, problem=error.problem)
            yield RULE_FAILED.finding(rule.place(error.at), text, error.hint)
        except TooMuchWorkError as error:
            text = message("rule {rule!r}: this takes too much work", rule=rule.id)
            left = len(game.card_rules.rules) - number - 1
            hint = message("compare fewer cards with each other, for example by `is unique`")
            if error.pattern_at is not None:
                hint = message("write the pattern with fewer repeats, or shorten the texts")
            if left:
                hint = plural(
                    "{hint}; {count} rule after it is not checked",
                    "{hint}; {count} rules after it are not checked",
                    left,
                    hint=hint,
                )
            yield RULE_FAILED.finding(rule.place(error.pattern_at or 0), text, hint)
            return


def _check_rule(game: Game, rule: CardRule, evaluator: Evaluator) -> Iterator[Finding]:
    sentence = rule.sentence
    found = 0
    for setting, group in _settings(game, rule, evaluator):
        if evaluator.holds(sentence.body, setting):
            continue
        explainer = Explainer(evaluator, sentence.sentence, None if setting.this else setting.card)
        anchor = Breach(setting.this, ("id",) if setting.this else (), "")
        for breach in explainer.explain(sentence.body, setting, anchor):
            yield _finding(game, rule, breach, setting, group)
            found += 1
        if found >= _MOST:
            return


def _settings(game: Game, rule: CardRule, evaluator: Evaluator) -> Iterator[tuple[Setting, str]]:
    """Yield what the sentence is evaluated about: each card, each group of cards with its name, or all cards."""
    sentence = rule.sentence
    cards = [(card, card.copies) for card in _cards(game, rule)]
    base = Setting(CardList(cards))
    if sentence.where is not None and sentence.each != CARD:
        cards = _holding(sentence.where, cards, base, evaluator)
        base = Setting(CardList(cards))
    if sentence.each == CARD:
        subjects = cards if sentence.where is None else _holding(sentence.where, cards, base, evaluator)
        yield from ((replace(base, this=card, card=card), "") for card, _ in subjects)
    elif not sentence.each:
        yield base, ""
    else:
        groups: dict[object, tuple[str, list[tuple[Card, int]]]] = {}
        if sentence.each == DECK:
            groups = {deck: (deck, []) for deck in sentence.decks}
        for card, count in cards:
            for value in _group_values(evaluator, card, sentence.each):
                label = value if isinstance(value, str) else str(shown(value))
                groups.setdefault(key_of(value), (label, []))[1].append((card, count))
        for number, (label, members) in enumerate(groups.values(), start=1):
            first = members[0][0] if members else None
            yield Setting(CardList(members), card=first, group=number), label


def _holding(
    where: Any, cards: Sequence[tuple[Card, int]], base: Setting, evaluator: Evaluator
) -> list[tuple[Card, int]]:
    return [pair for pair in cards if evaluator.holds(where, replace(base, card=pair[0], this=pair[0]))]


def _group_values(evaluator: Evaluator, card: Card, path: tuple[str, ...]) -> list[Any]:
    evaluator.budget.spend()
    value = evaluator.card_value(card, path)
    return list(value) if isinstance(value, tuple) else [] if value is None else [value]


def _cards(game: Game, rule: CardRule) -> Iterator[Card]:
    for deck in rule.sentence.decks:
        for card in game.decks[deck].cards:
            values = {**card.fields, "id": card.id, "copies": card.copies, "deck": card.deck}
            try:
                if where_holds(rule.where, values, game.file.languages):
                    yield card
            except WrongValueError as error:
                raise SentenceError(0, error.text, error.hint) from error


def _finding(game: Game, rule: CardRule, breach: Breach, setting: Setting, group: str) -> Finding:
    about_one = setting.this is not None or (breach.card is not None and breach.path[:1] != ("heading",))
    card = breach.card if about_one else None
    place = _place(game, rule, breach, setting)
    own = _own_text(game, rule.message, breach, setting, group)
    text: Text = own or (
        message("{group}: {problem}", group=group, problem=breach.problem) if group else breach.problem
    )
    hint = _own_text(game, rule.hint, breach, setting, group) or breach.hint
    deck = card.deck if card is not None else group if rule.sentence.each == DECK else ""
    name = card.id if card is not None else ""
    return Finding(place, rule.id, NAME, about_card(name, text), hint, rule.severity, deck, name)


def _place(game: Game, rule: CardRule, breach: Breach, setting: Setting) -> Place:
    if breach.card is not None:
        if breach.path[:1] == ("heading",):
            return breach.card.marked.key_place(*breach.path[1:])
        return breach.card.marked.place(*breach.path)
    first = next((card for card, _ in setting.base.cards), None)
    if first is not None:
        return game.marked.key_place("decks", first.deck)
    return rule.place()


def _own_text(game: Game, texts: Mapping[str, str], breach: Breach, setting: Setting, group: str) -> Text:
    """Return the rule's own message with its placeholders filled in, in all its languages; "" if it has none."""
    if not texts:
        return ""
    card = breach.card or setting.this
    own: dict[str, Any] = dict(game.card_rules.values)
    if card is not None:
        own |= {**card.fields, "id": card.id, "copies": card.copies, "deck": card.deck}
    filled: dict[str, str] = {}
    for lang, text in texts.items():
        words = {part: str(render(getattr(breach, part), lang or "en")) for part in ("value", "expected")}
        languages = [lang, lang.split("-")[0], *game.file.languages]
        try:
            filled[lang] = str(fill_text(text, {**own, **words, "group": group}, languages, keeps_lines=True))
        except PlaceholderError as error:
            filled[lang] = f"{text} ({error.text})"
    return OwnMessage(filled)
