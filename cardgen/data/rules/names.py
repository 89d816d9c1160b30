"""Resolve the names of a sentence: fields, decks, rulesets, values; and report the names that mean nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cardgen.base.errors import Text, WrongValueError, did_you_mean
from cardgen.base.records import dataclass, field, replace
from cardgen.base.sentences import syntax
from cardgen.base.sentences.syntax import Node, Resolved
from cardgen.base.sentences.tokens import SentenceError
from cardgen.base.values import number_in
from cardgen.base.words.messages import joined, message
from cardgen.data.conditions import same_value
from cardgen.data.limits import FieldEntry
from cardgen.data.patterns import text_pattern
from cardgen.data.placeholders import UnknownValueError, look_up
from cardgen.data.rules.functions import FUNCTIONS
from cardgen.data.rules.parts import ENTRIES, first_word, listed_field, root_of, without_where

#: The values that every card has.
EVERY_CARD = ("id", "copies", "deck")

#: `for each NAME` for cards and decks; other names are fields.
CARD, DECK = ("card",), ("deck",)


@dataclass(frozen=True, slots=True)
class SentenceNames:
    """What names in a sentence may mean.

    `decks` are the fields of each deck, `values` rulesets and the rules' own values, `sets` named cards, not resolved.
    """

    decks: Mapping[str, Mapping[str, FieldEntry]]
    values: Mapping[str, Any]
    sets: Mapping[str, Node] = field(default_factory=dict)

    def fields(self, decks: Sequence[str]) -> set[str]:
        """Return the names of the values that cards of any of these decks have."""
        return {*EVERY_CARD, *(name for deck in decks for name in self.decks[deck])}

    def entries(self, decks: Sequence[str], name: str) -> list[FieldEntry]:
        """Return the declarations of a field in these decks."""
        return [self.decks[deck][name] for deck in decks if name in self.decks[deck]]


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where a part of a sentence stands: the decks of the card at hand, whether it is the rule's own, the elements.

    `elements` are the names of `every NAME of …` and of `entries of …`; the decks if the element is a card. `listed` is
    the field whose entries these are.
    """

    decks: tuple[str, ...]
    own: bool
    elements: Mapping[str, tuple[str, ...] | None]
    listed: str = ""


def resolve(sentence: syntax.Sentence, text: str, names: SentenceNames, decks: Sequence[str] | None) -> Resolved:
    """Return a sentence about cards of these decks with its names resolved; None: of all decks that have its fields.

    SentenceError at a name without a meaning, or a relation that can never hold.
    """
    if sentence.deck is not None:
        name = sentence.deck.path[0]
        if len(sentence.deck.path) > 1 or name not in names.decks:
            hint = did_you_mean(name, list(names.decks))
            raise SentenceError(sentence.deck.at, message("there is no deck {name!r}", name=name), hint)
        decks = [name]
    chosen = tuple(names.decks if decks is None else decks)
    resolver = _Resolver(names, chosen, sentence)
    resolved = resolver.sentence()
    if decks is None:
        fields = {path[0] for path in resolver.own_fields} | {
            path[0] for path in [resolved.each] if path not in (CARD, DECK, ())
        }
        having = tuple(deck for deck in chosen if fields <= {*EVERY_CARD, *names.decks[deck]})
        if not having and fields:
            text_ = message("no deck has all of these fields: {fields}", fields=joined(sorted(fields)))
            raise SentenceError(sentence.body.at, text_)
        if having != chosen:
            resolved = _Resolver(names, having, sentence).sentence()
    return replace(resolved, sentence=text)


class _Resolver:
    """Resolves one sentence. `own_fields` are the fields of the rule's own card that the sentence names."""

    def __init__(self, names: SentenceNames, decks: tuple[str, ...], sentence: syntax.Sentence) -> None:
        self._names, self._decks, self._sentence = names, decks, sentence
        self.own_fields: set[tuple[str, ...]] = set()
        self._each = sentence.each

    def sentence(self) -> Resolved:
        sentence, own = self._sentence, _Frame(self._decks, True, {})
        if self._each not in (CARD, DECK, ()):
            self._check_field(self._each, sentence.each_at, self._decks)
        where = self._resolve(sentence.where, replace(own, own=False)) if sentence.where is not None else None
        body = self._condition(sentence.body, own)
        each = self._each or (CARD if self.own_fields else ())
        return Resolved(body, each, where, self._decks, "")

    # ------------------------------------------------------------ names

    def _check_field(self, path: tuple[str, ...], at: int, decks: Sequence[str]) -> None:
        fields = self._names.fields(decks)
        if path[0] not in fields:
            raise SentenceError(at, message("no card has {key!r}", key=path[0]), did_you_mean(path[0], sorted(fields)))

    def _field(self, path: tuple[str, ...], node: Node, frame: _Frame, of_this: bool = False) -> Node:
        if frame.own or of_this:
            if self._each not in (CARD, (), path[:1]) and self._each != path:
                text = message("{name!r} is a value of one card, but the rule is about several", name=path[0])
                hint = message("count the cards, write sum of {name}, or `for each card`", name=path[0])
                raise SentenceError(node.at, text, hint)
            self.own_fields.add(path)
        return syntax.FieldOf(node.at, node.end, path, of_this)

    def _name(self, node: syntax.Name, frame: _Frame) -> Node:
        first, path = node.path[0], node.path
        if first in frame.elements:
            decks = frame.elements[first]
            if decks is not None and len(path) > 1:
                self._check_field(path[1:], node.at, decks)
            return syntax.Element(node.at, node.end, first, path[1:])
        if first == "this" and len(path) > 1:
            self._check_field(path[1:], node.at, self._decks)
            return self._field(path[1:], node, frame, of_this=True)
        if first in self._names.fields(frame.decks):
            return self._field(path, node, frame)
        cards = self._cards_called(node)
        if cards is not None:
            return cards
        if first in self._names.values:
            try:
                return syntax.Value(node.at, node.end, look_up(self._names.values, ".".join(path)))
            except UnknownValueError as error:
                raise SentenceError(node.at, error.text, error.hint) from error
        if node.or_text:
            return syntax.Value(node.at, node.end, ".".join(path))
        raise self._unknown(node, frame)

    def _cards_called(self, node: syntax.Name) -> Node | None:
        """Return the cards of this name, or one card's value: `glossary.fire.text`; None if it names no cards."""
        first, path = node.path[0], node.path
        cards: Node | None = None
        if path in (("cards",), ("all",)):
            return syntax.Cards(node.at, node.end, every_deck=path == ("all",))
        if first in self._names.decks:
            cards = syntax.Cards(node.at, node.end, deck=first)
        elif first in self._names.sets:
            cards = self._resolve(self._names.sets[first], _Frame(self._decks, False, {}))
            if isinstance(cards, syntax.Cards):
                cards = replace(cards, at=node.at, end=node.end)
        if cards is not None and len(path) > 1:
            cards = syntax.Index(node.at, node.end, cards, syntax.Value(node.at, node.end, path[1]))
            for name in path[2:]:
                cards = syntax.Part(node.at, node.end, cards, name)
        return cards

    def _unknown(self, node: syntax.Name, frame: _Frame) -> SentenceError:
        names = self._names
        known = [*frame.elements, *sorted(names.fields(frame.decks)), *names.decks, *names.sets, *names.values]
        name = node.path[0]
        hint: Text
        if frame.own is False and name in names.fields(self._decks):
            hint = message("write {name} for the value of the rule's own card", name=f"this.{name}")
        elif name == syntax.ENTRY:
            hint = message("such as {example}", example="count of entries of cost where entry = fire")
        elif "-" in name and name.split("-")[0] in known:
            hint = message("put spaces around the sign: {example}", example=name.replace("-", " - "))
        else:
            hint = did_you_mean(name, known)
            if not hint and syntax.ENTRY in frame.elements:
                hint = message("write {name} for a value of the entry", name=f"{syntax.ENTRY}.{name}")
        return SentenceError(node.at, message("{name!r} is no field, deck or value", name=name), hint)

    # ------------------------------------------------------------ parts

    def _resolve(self, node: Node, frame: _Frame) -> Node:
        """Return a part with its names resolved: by the method of its kind, or else part by part."""
        method: Callable[[Node, _Frame], Node] | None = getattr(self, f"_{type(node).__name__.lower()}", None)
        if method is not None:
            return method(node, frame)
        resolved: dict[str, Any] = {}
        for name in node.__dataclass_fields__:
            resolve, value = self._condition if name in _CONDITIONS else self._resolve, getattr(node, name)
            if isinstance(value, Node):
                resolved[name] = resolve(value, frame)
            elif isinstance(value, tuple):
                resolved[name] = tuple(resolve(part, frame) if isinstance(part, Node) else part for part in value)
        return replace(node, **resolved)

    def _condition(self, node: Node, frame: _Frame) -> Node:
        """Return a part that must be true or false. SentenceError if it cannot be."""
        resolved = self._resolve(node, frame)
        values = (
            syntax.Count,
            syntax.Total,
            syntax.Arithmetic,
            syntax.Minus,
            syntax.ListOf,
            syntax.Cards,
            syntax.ValuesOf,
            syntax.Entries,
        )
        if isinstance(resolved, values) or (
            isinstance(resolved, syntax.Value) and not isinstance(resolved.value, bool)
        ):
            hint = message("such as {example}", example="count is 24")
            raise SentenceError(node.end, message("a value is not a condition: compare it with something"), hint)
        return resolved

    def _compare(self, node: syntax.Compare, frame: _Frame) -> Node:
        left, right = self._resolve(node.left, frame), self._resolve(node.right, frame)
        if node.sign == "matches" and isinstance(right, syntax.Value):
            try:
                text_pattern(str(right.value))
            except WrongValueError as error:
                raise SentenceError(right.at, error.text, error.hint) from error
        decks = frame.elements.get(left.name) if isinstance(left, syntax.Element) else frame.decks
        path = left.path if isinstance(left, syntax.FieldOf | syntax.Element) else ()
        if len(path) == 1 and decks:
            self._check_literals(path[0], node.sign, right, decks)
        if isinstance(left, syntax.Element) and left.name == syntax.ENTRY and not path and frame.listed:
            self._check_literals(frame.listed, node.sign, right, frame.decks)
        number = isinstance(left, syntax.Count | syntax.Total | syntax.Minus)
        if (
            number
            and isinstance(right, syntax.Value)
            and isinstance(right.value, str)
            and number_in(right.value) is None
        ):
            names = self._names
            known = [*sorted(names.fields(frame.decks)), *names.decks, *names.sets, *names.values]
            text = message("a number is compared with the text {value!r}", value=right.value)
            raise SentenceError(right.at, text, did_you_mean(right.value, known))
        return replace(node, left=left, right=right)

    def _check_literals(self, name: str, sign: str, right: Node, decks: Sequence[str]) -> None:
        """SentenceError for a text that no value of the field can be."""
        entries = self._names.entries(decks, name)
        choices = [choice for entry in entries for choice in entry.one_of]
        for part in right.items if isinstance(right, syntax.ListOf) else (right,):
            if not isinstance(part, syntax.Value) or not isinstance(part.value, str) or not entries:
                continue
            limited = sign in ("=", "!=", "in", "contains") and all(entry.one_of for entry in entries)
            if limited and not any(same_value(choice, part.value) for choice in choices):
                text = message("no card can have the {name} {value!r}", name=name, value=part.value)
                raise SentenceError(part.at, text, did_you_mean(part.value, list(map(str, choices))))
            numbers = all(entry.kind.removesuffix("?") in ("integer", "number") for entry in entries)
            if numbers and sign != "in" and number_in(part.value) is None:
                text = message("{name} is a number, {value!r} is none", name=name, value=part.value)
                raise SentenceError(part.at, text)

    def _unique(self, node: syntax.Unique, frame: _Frame) -> Node:
        value, cards = self._resolve(node.value, frame), self._cards(node.cards, frame)
        return replace(node, value=value, cards=cards)

    def _every(self, node: syntax.Every, frame: _Frame) -> Node:
        of = self._resolve(node.of, frame)
        decks = self._decks_of(of)
        inner = replace(frame, elements={**frame.elements, node.name: decks})
        if decks is not None:
            inner = replace(inner, decks=decks, own=False)
        where = None if node.where is None else self._condition(node.where, inner)
        body = None if node.body is None else self._condition(node.body, inner)
        if isinstance(of, syntax.Call) is False and decks is None and node.name in _PARTS_OF_TEXT:
            of = syntax.Call(of.at, of.end, _PARTS_OF_TEXT[node.name], (of,))
        return replace(node, of=of, where=where, body=body)

    # ------------------------------------------------------------ cards

    def _decks_of(self, node: Node) -> tuple[str, ...] | None:
        """Return the decks of cards; None if the part is no cards."""
        if not isinstance(node, syntax.Cards):
            return None
        if node.deck:
            return (node.deck,)
        return tuple(self._names.decks) if node.every_deck else self._decks

    def _cards(self, node: Node, frame: _Frame) -> Node:
        resolved = self._resolve(node, frame)
        if not isinstance(resolved, syntax.Cards):
            hint = did_you_mean(first_word(node), [*self._names.decks, *self._names.sets])
            raise SentenceError(node.at, message("these are no cards"), hint)
        return resolved

    def _select(self, node: syntax.Select, frame: _Frame) -> Node:
        source = self._resolve(node.source, frame)
        if not isinstance(source, syntax.Cards):
            if node.different and node.where is None and not node.same:
                return syntax.Different(node.at, node.end, source)
            source = self._cards(node.source, frame)
        assert isinstance(source, syntax.Cards)
        decks = self._decks_of(source) or ()
        where = source.where
        if node.where is not None:
            inner = replace(frame, decks=decks, own=False)
            condition = self._condition(node.where, inner)
            where = condition if where is None else syntax.AllOf(where.at, condition.end, (where, condition))
        for name in node.same:
            self._check_field(name.path, name.at, decks)
            self._check_field(name.path, name.at, frame.decks)
            if frame.own:
                self._field(name.path, name, frame)
        if node.other:
            if self._each not in (CARD, ()):
                raise SentenceError(node.at, message("`other` is for rules about each card"))
            self.own_fields.add(("id",))
        return replace(
            source,
            at=node.at,
            end=node.end,
            where=where,
            other=source.other or node.other,
            different=source.different or node.different,
            same=(*source.same, *(name.path for name in node.same)),
        )

    def _of(self, node: syntax.Of, frame: _Frame) -> Node:
        what = node.what
        word = what.path[0] if isinstance(what, syntax.Name) and len(what.path) == 1 else ""
        if word == ENTRIES and not any(ENTRIES in fields for fields in self._names.decks.values()):
            return self._entries(node.at, node.end, node.of, frame)
        of = self._resolve(node.of, frame)
        if isinstance(of, syntax.Entries) and word not in FUNCTIONS:
            return syntax.ValuesOf(node.at, node.end, self._resolve(what, self._at_entries(of.lists, frame)), of)
        decks = self._decks_of(of)
        if decks is not None and not (word in FUNCTIONS and word not in self._names.fields(decks)):
            inner = replace(frame, decks=decks, own=False)
            return syntax.ValuesOf(node.at, node.end, self._resolve(what, inner), of)
        if word in FUNCTIONS:
            return syntax.Call(node.at, node.end, word, (of,))
        text = message("{name!r} is neither a function nor a field of cards", name=word or "…")
        raise SentenceError(what.at, text, did_you_mean(word, sorted([*FUNCTIONS, ENTRIES])))

    def _entries(self, at: int, end: int, of: Node, frame: _Frame) -> Node:
        """Return `entries of LIST where …`. A field alone is that of all cards of the rule, as in totals."""
        of, conditions = without_where(of)
        root = root_of(of)
        first = first_word(root)
        if first in self._names.fields(self._decks) and first not in frame.elements:
            lists = self._of_all(of, frame)
        else:
            lists = self._resolve(of, frame)
        if isinstance(lists, syntax.Cards):
            hint = message("name a list of theirs, such as {example}", example=f"{ENTRIES} of cost of {first}")
            raise SentenceError(of.at, message("cards have no entries"), hint)
        inner = self._at_entries(lists, frame)
        self._check_list(lists, inner.decks)
        where: Node | None = None
        for condition in (self._condition(condition, inner) for condition in conditions):
            where = condition if where is None else syntax.AllOf(where.at, condition.end, (where, condition))
        return syntax.Entries(at, end, lists, where)

    def _at_entries(self, lists: Node, frame: _Frame) -> _Frame:
        """Return the frame of a part about each entry of some lists, and the cards that have them."""
        inner = replace(frame, elements={**frame.elements, syntax.ENTRY: None}, listed=listed_field(lists))
        while isinstance(lists, syntax.ValuesOf):
            decks = self._decks_of(lists.cards)
            if decks is not None:
                return replace(inner, decks=decks, own=False)
            lists = lists.cards.lists if isinstance(lists.cards, syntax.Entries) else lists.cards
        return inner

    def _check_list(self, lists: Node, decks: Sequence[str]) -> None:
        """SentenceError for a field that is no list in any of the decks."""
        field, value = listed_field(lists), lists.value if isinstance(lists, syntax.ValuesOf) else lists
        kinds = {entry.kind.removesuffix("?") for entry in self._names.entries(decks, field)}
        if kinds and kinds <= _SINGLE:
            words = message("write {example}", example=f"{ENTRIES} of words of {field}")
            hint = words if kinds <= {"text", "texts"} else ""
            raise SentenceError(value.at, message("{name!r} is no list", name=field), hint)

    def _is_list(self, node: Node) -> bool:
        """Return True if a part is the name of a field that is a list in any deck."""
        names, first = self._names, first_word(node)
        kinds = {entry.kind.removesuffix("?") for entry in names.entries(list(names.decks), first)}
        return bool(kinds & {"list", "lists"})

    def _call(self, node: syntax.Call, frame: _Frame) -> Node:
        if node.function == ENTRIES and len(node.values) == 1:
            return self._entries(node.at, node.end, node.values[0], frame)
        if node.function not in FUNCTIONS:
            text = message("there is no function {name!r}", name=node.function)
            raise SentenceError(node.at, text, did_you_mean(node.function, sorted(FUNCTIONS)))
        expected = FUNCTIONS[node.function].values
        if len(node.values) != expected:
            raise SentenceError(node.at, message("{name} takes {count} values", name=node.function, count=expected))
        return replace(node, values=tuple(self._resolve(value, frame) for value in node.values))

    def _different(self, node: syntax.Different, frame: _Frame) -> Node:
        values = self._resolve(node.values, frame)
        if isinstance(values, syntax.Cards):
            return replace(values, different=True)
        if isinstance(values, syntax.FieldOf):  # of all cards of the rule
            self.own_fields.discard(values.path)
            values = self._of_all(node.values, frame)
        return replace(node, values=values)

    def _of_all(self, value: Node, frame: _Frame) -> Node:
        cards = syntax.Cards(value.end, value.end)
        inner = replace(frame, decks=self._decks, own=False)
        return syntax.ValuesOf(value.at, value.end, self._resolve(value, inner), cards)

    def _count(self, node: syntax.Count, frame: _Frame) -> Node:
        of = node.of
        if isinstance(of, syntax.Select) and of.different and not (of.other or of.where or of.same):
            values = of.source
            if isinstance(values, syntax.Name) and self._cards_called(values) is None:
                return replace(node, of=syntax.Different(of.at, of.end, self._of_all(values, frame)))
        resolved = self._resolve(of, frame)
        if not isinstance(resolved, syntax.Cards | syntax.ValuesOf | syntax.Entries | syntax.Different):
            name = first_word(of)
            hint = message("write {example}", example=f"length of {name}")
            if self._is_list(of):
                examples = {"one": f"length of {name}", "all": f"count of {ENTRIES} of {name}"}
                hint = message("write {one} for a card's own, {all} for those of all cards", **examples)
            raise SentenceError(of.at, message("only cards are counted"), hint)
        return replace(node, of=resolved)

    def _total(self, node: syntax.Total, frame: _Frame) -> Node:
        of = node.of
        if isinstance(of, syntax.Count):
            hint = message("write {name} for a value of the entry", name=f"{syntax.ENTRY}.count")
            entries = isinstance(of.of, syntax.Of) and first_word(of.of.what) == ENTRIES
            raise SentenceError(of.at, message("a count is one number"), hint if entries else "")
        plain = isinstance(of, syntax.ListOf | syntax.Of) or first_word(of) in ("this", *frame.elements)
        return replace(node, of=self._resolve(of, frame) if plain else self._of_all(of, frame))


#: The parts that must be true or false.
_CONDITIONS = ("condition", "then", "otherwise", "parts")

#: The kinds of fields that are no lists.
_SINGLE = {"colour", "image", "integer", "number", "pattern", "text", "texts"}

#: `every word of TEXT`: the name of the element -> the function that divides the text.
_PARTS_OF_TEXT = {"word": "words", "line": "lines", "character": "characters"}
