"""Sentences of effects in words: conditions and values."""

from __future__ import annotations

from cardgen.base.records import replace
from cardgen.base.sentences import syntax
from cardgen.base.sentences.syntax import Node
from cardgen.engines.effects.model import Phrase
from cardgen.engines.effects.wording.sets import SIGNS, Sets


class Sentences(Sets):
    """Writes sentences."""

    # ---------------------------------------------------------------- conditions

    def condition(self, phrase: Phrase) -> str:
        with self.using(source=phrase.text):
            return self.clause(phrase.node)

    def clause(self, node: Node) -> str:
        """Return a part of a condition as a clause."""
        if isinstance(node, syntax.AllOf):
            return self.phrase("and-clause" if self.has("and-clause") else "and").join(map(self.clause, node.parts))
        if isinstance(node, syntax.AnyOf):
            return self.phrase("or").join(map(self.clause, node.parts))
        if isinstance(node, syntax.Not):
            return self._negative(node.condition)
        if isinstance(node, syntax.Given):
            return self._has(node.value, "given")
        if isinstance(node, syntax.Every) and node.of is not None:
            return self._there_is(node)
        if isinstance(node, syntax.Compare):
            return self._comparison(node)
        if isinstance(node, syntax.Name):
            return self._is_true(node)
        return self.raw(node)

    def _negative(self, node: Node) -> str:
        if isinstance(node, syntax.Given):
            return self._has(node.value, "missing")
        if isinstance(node, syntax.Compare):
            if self._emptied(node):
                assert isinstance(node.left, syntax.Call)
                return self.phrase("is-not-empty", name=self.value(node.left.values[0]))
            opposite = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
            if node.sign in opposite:
                return self.clause(replace(node, sign=opposite[node.sign]))
            if node.sign == "contains":
                return self.phrase("contains-not", name=self.value(node.left), value=self.value(node.right))
            return self.phrase("not-in", what=self.value(node.left), group=self.group_name(node.right))
        return self.phrase("not", what=self.clause(node))

    def _has(self, node: Node, key: str) -> str:
        if isinstance(node, syntax.Name) and len(node.path) > 1:
            owner, name = self.write(self._named(node.path[:-1], 1)), self.name(node.path[-1])
            key = f"{key}-me" if node.path[:-1] == ("me",) else key
            return self.phrase(key, owner=owner, name=name)
        return self.phrase(key, owner=self.form("event", "one"), name=self.value(node))

    def _there_is(self, node: syntax.Every) -> str:
        assert node.of is not None
        noun = self.set_noun(node.of, 1)
        for part in (node.where, node.body):
            noun = noun if part is None else self._where(noun, part)
        return self.phrase("there-is" if node.quantifier == "any" else "there-is-no", what=self.write(noun))

    def _is_true(self, node: syntax.Name) -> str:
        owner, name = node.path[:-1], node.path[-1]
        if not owner and self.has(f"event.{self.event}.{name}"):
            return self.form(f"event.{self.event}.{name}", "one")
        who = self.write(self._named(owner, 1)) if owner else self.form("event", "one")
        key = "you-are" if owner == ("me",) else "somebody-is"
        return self.phrase(key, who=who, what=self.name(name, "predicate"))

    def _let(self, node: Node) -> Phrase | None:
        """Return what a name stands for by `let`."""
        return self.lets.get(node.path[0]) if isinstance(node, syntax.Name) and len(node.path) == 1 else None

    def _comparison(self, node: syntax.Compare) -> str:
        left, sign = node.left, SIGNS.get(node.sign)
        if (given := self._let(left)) is not None:
            return self.condition(replace(given, node=replace(node, left=given.node)))
        if isinstance(left, syntax.Name) and left.path[-1] == "face" and len(left.path) == 2 and sign == "equal":
            return self._is_true(replace(left, path=(left.path[0], self.raw(node.right))))
        if isinstance(node.right, syntax.Value) and node.right.value is True and isinstance(left, syntax.Name):
            return self._is_true(left)
        of_me = isinstance(node.right, syntax.Name) and node.right.path == ("me",)
        if of_me and isinstance(left, syntax.Name) and len(left.path) > 1 and left.path[-1] in ("owner", "side"):
            key = "is-yours" if node.sign == "=" else "is-not-yours"
            return self.phrase(key, what=self.write(self._named(left.path[:-1], 1)))
        if self._emptied(node):
            assert isinstance(left, syntax.Call)
            return self.phrase("is-empty", name=self.value(left.values[0]))
        if (
            isinstance(left, syntax.Call)
            and left.function == "used"
            and node.sign == "="
            and self.raw(node.right) == "0"
        ):
            return self.phrase("not-used", **self._used(left))
        if sign is None:
            if node.sign == "in":
                return self.phrase("is-in", what=self.value(left), group=self.group_name(node.right))
            return self.phrase("contains", name=self.value(left), value=self.value(node.right))
        if isinstance(left, syntax.Count) and f"count-{sign}" in ("count-least", "count-most", "count-equal"):
            noun = self.set_noun(left.of)
            if sign == "equal" and isinstance(node.right, syntax.Value) and node.right.value == 1:
                return self.phrase("count-one", what=self.write(noun.with_number("bare")), measure=self.measure(noun))
            return self.phrase(
                f"count-{sign}", value=self.value(node.right), what=self.write(noun), measure=self.measure(noun)
            )
        if isinstance(left, syntax.Name) and len(left.path) == 2 and left.path[0] == "me" and sign in ("least", "most"):
            name = left.path[1]
            if self.is_counted(name):
                return self.phrase(f"have-{sign}", name=self.name(name, "other"), value=self.value(node.right))
        return self.phrase(f"is-{sign}", name=self.value(left), value=self.value(node.right))

    # ---------------------------------------------------------------- values

    def amount(self, phrase: Phrase) -> tuple[str, str]:
        """Return a number in words, and what X is in it: "" for a plain number."""
        node = phrase.node
        if (given := self._let(node)) is not None:
            return self.amount(given)
        if isinstance(node, syntax.Value):
            return str(node.value), ""
        if isinstance(node, syntax.Name) and node.path == ("event", "amount"):
            return self.form("same-amount", "one"), ""
        if isinstance(node, syntax.Name) and node.path[0] in self.bound and len(node.path) == 1:
            return self.form("x", "one"), ""
        return self.form("x", "one"), self.value_of(phrase)

    def value_of(self, phrase: Phrase) -> str:
        with self.using(source=phrase.text):
            return self.value(phrase.node)

    def value(self, node: Node) -> str:
        """Return a part of a sentence that is a value in words."""
        if isinstance(node, syntax.Value):
            return str(node.value)
        if (given := self._let(node)) is not None:
            return self.value_of(given)
        if isinstance(node, syntax.Name):
            return self._value_name(node.path)
        if isinstance(node, syntax.Count):
            if isinstance(node.of, syntax.Different | syntax.Of):
                return self.phrase("count-of", what=self.value(node.of))
            return self.phrase("count-of", what=self.write(self.set_noun(node.of)))
        if isinstance(node, syntax.Minus):
            return f"-{self.value(node.number)}"
        if isinstance(node, syntax.Arithmetic):
            return self._arithmetic(node)
        if isinstance(node, syntax.Call) and node.function in ("round", "round-up", "round-down"):
            key = node.function if self.has(node.function) else "round"
            return self.phrase(key, value=self.value(node.values[0]))
        if isinstance(node, syntax.Call) and node.function == "used":
            return self.phrase("times-used", **self._used(node))
        if isinstance(node, syntax.Total) and self.has(f"total-{node.kind}"):
            is_list = isinstance(node.of, syntax.ListOf)
            values = (
                self.listed([self.value(item) for item in getattr(node.of, "items", ())])
                if is_list
                else self.value(node.of)
            )
            return self.phrase(f"total-{node.kind}", values=values)
        if isinstance(node, syntax.Of):
            of = self.write(self.set_noun(node.of))
            return self.phrase("values-of", what=self.value(node.what), of=of)
        if isinstance(node, syntax.Different):
            return self.phrase("different", values=self.value(node.values))
        if isinstance(node, syntax.Index):
            whose = self.write(self.set_noun(node.key, 1))
            base = node.base.path[-1] if isinstance(node.base, syntax.Name) else self.raw(node.base)
            return self._possessed(whose, self.name(base))
        if isinstance(node, syntax.ListOf):
            items = list(map(self.value, node.items))
            is_offset = len(items) == 2 and all(isinstance(item, syntax.Value | syntax.Minus) for item in node.items)
            return f"({items[0]}, {items[1]})" if is_offset else self.phrase("list").join(items)
        return self.raw(node) or str(getattr(node, "value", ""))

    def _used(self, node: syntax.Call) -> dict[str, str]:
        """Return the slots of `used(NAME, SPAN)`: a card's name, or that of a skill, and the span."""
        name, span = map(self.raw, node.values)
        is_card = name in self.card_names or name in self.vocabulary.known
        what = self.card_name(name) if is_card else self.form("this-effect", "one")
        return {"what": what, "span": self.form(f"span-{span}", "one")}

    def _arithmetic(self, node: syntax.Arithmetic) -> str:
        if node.sign == "/" and isinstance(node.right, syntax.Value) and node.right.value == 2:
            return self.phrase("half", value=self.value(node.left))
        if node.sign == "-" and self.has("minus"):
            return self.phrase("minus", one=self.value(node.left), other=self.value(node.right))
        sign = node.sign if self.is_chinese else f" {node.sign} "
        return self.value(node.left) + sign + self.value(node.right)

    def _value_name(self, path: tuple[str, ...]) -> str:
        name, owner = path[-1], path[:-1]
        if owner == ("event",) or (not owner and name in self._event_values()):
            return self.event_value(name)
        if not owner:
            if name in self.bound or name in ("me", "this", "it", "here", "bearer", "current"):
                return self.write(self._single(name, 1))
            return self.card_name(name) if name in self.card_names else self.name(name)
        if name in self.vocabulary.areas:
            return self._place(syntax.Name(0, 0, path))
        if owner == ("group",):
            return self._possessed(self.form("group", "one"), self.name(name))
        whose = self.write(self._named(owner, 1)) if owner[0] != "event" else self._value_name(owner)
        return self._possessed(whose, self.name(name, "other" if self.has_name(name, "other") else "one"))

    def _possessed(self, owner: str, name: str) -> str:
        if len(owner.split()) > 2 and self.has("of-long"):
            return self.phrase("of-long", owner=owner, name=name)
        whose = self.possessive(owner)
        return whose + name if self.is_chinese else f"{whose} {name}"
