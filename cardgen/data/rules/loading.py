"""Read the rules of a game: their sentences parsed, their names resolved, every fault at its place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from pydantic import TypeAdapter, ValidationError

from cardgen.base.errors import Fault, Faults, did_you_mean
from cardgen.base.sentences.parser import KEYWORDS, parse_cards, parse_sentence
from cardgen.base.sentences.syntax import Node
from cardgen.base.sentences.tokens import SentenceError
from cardgen.base.words.messages import message
from cardgen.data.conditions import Condition, holds_at, names_in
from cardgen.data.limits import FieldEntry
from cardgen.data.marked import value_at
from cardgen.data.placeholders import check_texts
from cardgen.data.reading import Marked, Reader, validate
from cardgen.data.rules.model import RuleEntries, RuleEntry, RulesFile
from cardgen.data.rules.names import EVERY_CARD, SentenceNames, resolve
from cardgen.data.rules.rule import CardRule, CardRules, place_in_text

#: The placeholders of messages besides fields, rulesets and values.
_OWN_WORDS = ("value", "expected", "group", *EVERY_CARD)


@cache
def _entries_adapter() -> TypeAdapter[dict[str, RuleEntry]]:
    return TypeAdapter(RuleEntries)


def read_card_rules(
    reader: Reader,
    marked: Marked,
    decks: Mapping[str, Mapping[str, FieldEntry]],
    rulesets: Mapping[str, Any],
) -> CardRules:
    """Return the rules that game.yaml (`marked`) has or names. `decks` are the fields of each deck.

    DataError with all faults. Rules in game.yaml itself that have a wrong form are left out: its model reports them.
    """
    given = marked.value.get("rules")
    sets: dict[str, Node] = {}
    values: Mapping[str, Any] = {}
    faults = Faults()
    if isinstance(given, str):
        path = reader.find(given, marked.place("rules"))
        whole = reader.read_yaml(path)
        file = validate(RulesFile, whole)
        entries, rules, values = file.rules, whole.part("rules"), file.values
        source = reader.read_text(path)
        for name, text in file.sets.items():
            place = whole.place("sets", name)
            try:
                sets[name] = parse_cards(text)
            except SentenceError as error:
                faults.append(Fault(place_in_text(source, place, text, error.at), error.problem, error.hint))
        faults += _check_names(whole, decks, rulesets)
    elif isinstance(given, dict):
        try:
            entries = _entries_adapter().validate_python(given)
        except ValidationError:
            return CardRules()
        rules, source = marked.part("rules"), reader.read_text(reader.find("game.yaml", marked.place()))
    else:
        return CardRules()
    names = SentenceNames(decks, {**rulesets, **values}, sets)
    made: list[CardRule] = []
    for name, entry in entries.items():
        one = rules.part(name)
        with faults:
            made.append(_read_rule(name, entry, one, source, names))
    faults.raise_all()
    return CardRules(tuple(made), {**rulesets, **values})


def _check_names(
    whole: Marked, decks: Mapping[str, Mapping[str, FieldEntry]], rulesets: Mapping[str, Any]
) -> Iterator[Fault]:
    """Yield a fault for each name of cards or of a value that already means something else."""
    taken = {*decks, *rulesets, *KEYWORDS, *EVERY_CARD, *(name for fields in decks.values() for name in fields)}
    for part in ("sets", "values"):
        for name in whole.value.get(part, {}):
            if name in taken:
                place = whole.key_place(part, name)
                yield Fault(place, message("{name!r} already has a meaning in sentences", name=name))
            taken.add(name)


def _read_rule(name: str, entry: RuleEntry, marked: Marked, source: str, names: SentenceNames) -> CardRule:
    sentence = marked if isinstance(marked.value, str) else marked.part("check")
    faults = Faults(_check_entry(name, entry, marked, names))
    if not faults:
        try:
            resolved = resolve(parse_sentence(entry.check), entry.check, names, entry.decks)
        except SentenceError as error:
            place = place_in_text(source, sentence.place(), entry.check, error.at)
            faults.append(Fault(place, error.problem, error.hint))
    faults.raise_all()
    return CardRule(name, resolved, entry.where, entry.severity, entry.message, entry.hint, sentence, source)


def _check_entry(name: str, entry: RuleEntry, marked: Marked, names: SentenceNames) -> Iterator[Fault]:
    """Yield unknown decks, fields and placeholders of a rule, and an id that belongs to cardgen."""
    if name[:2] == "CG" and name[2:].isdigit():
        yield Fault(marked.key_place(), message("ids such as {id} are cardgen's own", id=name))
    for number, deck in enumerate(entry.decks or ()):
        if deck not in names.decks:
            hint = did_you_mean(deck, list(names.decks))
            yield Fault(marked.place("decks", number), message("there is no deck {name!r}", name=deck), hint)
    decks = [deck for deck in entry.decks or names.decks if deck in names.decks]
    fields = sorted(names.fields(decks))
    for key, path in names_in(entry.where):
        root = path.split(".")[0]
        if root not in fields:
            place = marked.key_place("where", key)
            yield Fault(place, message("no card has {key!r}", key=path), did_you_mean(root, fields))
    roots = {*_OWN_WORDS, *fields, *names.values}
    for part, texts in (("message", entry.message), ("hint", entry.hint)):
        for path_in, error in check_texts(texts, roots):
            yield Fault(marked.place(part, *(step for step in path_in if step)), error.text, error.hint)


def where_holds(where: Mapping[str, Condition], values: Mapping[str, Any], languages: Sequence[str]) -> bool:
    """Return True if all conditions hold for the values of a card."""

    def shown(path: str) -> Any:
        value = value_at(values, *path.split("."))
        if isinstance(value, Mapping):
            value = next((value[lang] for lang in languages if lang in value), None)
        return value

    return all(holds_at(path, condition, shown) for path, condition in where.items())
