"""Sets of things in words: as nouns with what is said of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from cardgen.base.records import replace
from cardgen.base.sentences import syntax
from cardgen.base.sentences.parser import parse_cards
from cardgen.base.sentences.syntax import Node
from cardgen.engines.effects.model import Phrase
from cardgen.engines.effects.vocabulary import Vocabulary
from cardgen.engines.effects.wording.languages import LanguageName
from cardgen.engines.effects.wording.nouns import Noun, Nouns, Qualifier

SIGNS = {">=": "least", "<=": "most", ">": "more", "<": "less", "=": "equal", "!=": "unequal"}


class Sets(Nouns):
    """Writes sets. `bound` are the nouns of chosen names; `mentioned` are those that the text already has."""

    def __init__(
        self, vocabulary: Vocabulary, language: LanguageName, cards: Mapping[str, str], on_card: bool = False
    ) -> None:
        super().__init__(vocabulary, language)
        self.card_names, self.on_card = cards, on_card
        self.bound: dict[str, Noun] = {}
        self.lets: dict[str, Phrase] = {}
        self.mentioned: set[str] = set()
        self.source = ""
        self.event = ""
        #: whose cards are meant by `their`, and whether they are taken from where they lie
        self.subject_path: tuple[str, ...] = ()
        self.is_taken = False
        self.bearer_kind = "player"

    @contextmanager
    def using(self, **values: Any) -> Iterator[None]:
        """Write with other values of these attributes of the writer."""
        before = {name: getattr(self, name) for name in values}
        vars(self).update(values)
        yield
        vars(self).update(before)

    def raw(self, node: Node) -> str:
        """Return a part of the sentence as it is written in the data."""
        return self.source[node.at : node.end].strip()

    # ---------------------------------------------------------------- sets

    def noun_of(self, phrase: Phrase, number: Any = "") -> Noun:
        with self.using(source=phrase.text):
            return self.set_noun(phrase.node, number)

    def set_noun(self, node: Node, number: Any = "") -> Noun:
        """Return a part of a sentence that is a set as a noun."""
        if isinstance(node, syntax.Name):
            return self._named(node.path, number)
        if isinstance(node, syntax.Select):
            noun = self.set_noun(node.source, number)
            if node.different:
                noun = Noun(text=self.phrase("different", values=self.write(noun)))
            if node.other:
                noun = replace(noun, is_other=True)
            return noun if node.where is None else self._where(noun, node.where)
        if isinstance(node, syntax.Call) and node.function in ("besieged", "line"):
            who, alike = (self.value(value) for value in node.values)
            form = "me" if who == self.form("me", "one") else "other"
            text = self.phrase_in(node.function, form, who=who, alike=alike)
            return Noun("player", number, qualifiers=(Qualifier(text, True),))
        if isinstance(node, syntax.Call):
            return Noun(text=self._call(node), kind="card" if node.function in ("top", "bottom") else "player")
        if isinstance(node, syntax.Of):
            return Noun(text=self.value(node))
        if isinstance(node, syntax.Arithmetic):
            one, other = (self.write(self.set_noun(part, number)) for part in (node.left, node.right))
            return Noun(text=one + self.phrase("or") + other, kind="card")
        if isinstance(node, syntax.Value) and isinstance(node.value, int):
            return Noun("card-noun", node.value, kind="card")
        return Noun(text=self.raw(node))

    def _named(self, path: tuple[str, ...], number: Any) -> Noun:
        name, owner = path[-1], path[:-1]
        if not owner:
            return self._single(name, number)
        if name == "owner" and owner[0] in (*self.bound, "this", "event"):
            return Noun(text=self.form("card-owner", "one"))
        if owner == ("group",) or (name in ("members", "owner") and len(owner) == 1):
            if name == "members":
                group = self.form("group", "one") if owner[0] == "group" else self.name(owner[0])
                return Noun(
                    "member", number, qualifiers=(Qualifier(self.phrase("members-of", group=group), True, "owner"),)
                )
            if name in self.vocabulary.attributes:
                members = self._named((*owner, "members"), number)
                return members.qualified(Qualifier(self.name(name, "after"), True))
            if name == "owner":
                return Noun(text=self.phrase("owner-of", group=self.form("group", "one")))
        if owner == ("event",):
            return self._of_event(name)
        if name in self.vocabulary.areas or name == "areas":
            return self._in_area(name, owner, number)
        if name in ("next", "previous"):
            return Noun(text=self.form(name, "one"))
        if name == "card":
            return Noun(text=self.write(self._named(owner, number)), kind="card")
        if name in ("name", "areas") or not self.is_chinese:
            whose = self.write(self._named(owner, 1))
            if len(whose.split()) > 3 and self.has("of-long"):
                return Noun(text=self.phrase("of-long", owner=whose, name=self.name(name)), kind="card")
            return Noun(text=f"{self.possessive(whose)} {self.name(name)}".strip(), kind="card")
        return Noun(text=self.possessive(self.write(self._named(owner, 1))) + self.name(name), kind="card")

    def _single(self, name: str, number: Any) -> Noun:
        if name in self.bound:
            return self._reference(name)
        if name == "others":
            return Noun("player", number, is_other=True)
        if name in ("players", "anyone"):
            return Noun("player", number)
        if name in ("allies", "enemies"):
            return Noun("ally" if name == "allies" else "enemy", number, kind="player")
        if name in ("me", "this", "here", "current", "bearer", "it", "rival", "group", "neighbours", "event"):
            kind = "card" if name == "this" else "place" if name == "here" else "player"
            if name == "bearer" and self.bearer_kind == "card":
                return Noun(text=self.form("this", "one"), kind="card")
            return Noun(text=self.form(name, "one"), kind=kind)
        if name in ("cards", "all"):
            return Noun("card-noun", number, kind="card")
        if name == "by" and "by" in self._event_values():
            return Noun("attacker", "", kind="card")
        if name in self._event_values():
            return self._of_event(name)
        if name in self.vocabulary.areas:
            return self._in_area(name, (), number)
        if name in self.vocabulary.sets and name not in self.vocabulary.names:
            text = self.vocabulary.sets[name]
            return self.noun_of(Phrase(text, parse_cards(text)), number)
        if name in self.vocabulary.sets or name in self.vocabulary.known:
            return Noun(number=number, name=name, kind="card")
        return Noun(text=self.name(name))

    def _of_event(self, name: str) -> Noun:
        is_card = name == "card" or self._event_values().get(name) in ("card", "cards")
        return Noun(text=self.event_value(name), kind="card" if is_card else "player")

    def _reference(self, name: str) -> Noun:
        """Return the noun of a chosen name: in full when it is first mentioned, then as `that card`."""
        noun = self.bound[name]
        if noun.kind == "option":
            return noun
        if name not in self.mentioned:
            self.mentioned.add(name)
            return noun
        many = "" if noun.is_single or (noun.text and noun.number == "") else "s"
        kind = noun.kind if noun.kind in ("player", "card", "place") else "card"
        return Noun(text=self.form(f"same-{kind}{many}", "one"), kind=noun.kind)

    def _in_area(self, area: str, owner: tuple[str, ...], number: Any) -> Noun:
        """Return the cards of an area."""
        is_hand = area == self.vocabulary.hand and self.vocabulary.hand == "hand"
        noun = Noun("hand-noun" if is_hand else "card-noun", number, kind="card")
        if owner == ("me",):
            return noun if is_hand else noun.qualified(self._in("area-mine", area=self.name(area)))
        if not owner:
            return noun.qualified(self._in("area", area=self.name(area)))
        if owner == self.subject_path:
            if is_hand:
                return noun
            return replace(noun, noun="card-noun").qualified(self._in("area-their", area=self.name(area)))
        whose = self.write(self._named(owner, 1))
        if is_hand and self.is_chinese:
            return noun.qualified(Qualifier(self.possessive(whose), True, "owner"))
        noun = replace(noun, noun="card-noun")
        long = len(whose.split()) > 2
        return noun.qualified(self._in("area-of-long" if long else "area-of", owner=whose, area=self.name(area)))

    def _in(self, key: str, **slots: str) -> Qualifier:
        """Return where cards lie, or from where they are taken."""
        taken = self.is_taken and self.has(f"from-{key}")
        return Qualifier(self.phrase(f"from-{key}" if taken else f"in-{key}", **slots), True, "area")

    def place(self, phrase: Phrase) -> str:
        """Return where cards are put: an area, or a player's hand."""
        with self.using(source=phrase.text):
            return self._place(phrase.node)

    def _place(self, node: Node) -> str:
        if isinstance(node, syntax.Name):
            name, owner = node.path[-1], node.path[:-1]
            if name in self.vocabulary.areas:
                area = self.name(name)
                if not owner:
                    return self.phrase("the-area", area=area)
                if owner == ("me",):
                    return self.phrase("my-area", area=area)
                whose = self.write(self._named(owner, 1))
                if len(whose.split()) > 3 and self.has("of-long"):
                    return self.phrase("of-long", owner=whose, name=area)
                return self.phrase("area-of", owner=whose, area=area)
        return self.write(self.set_noun(node, 1))

    # ---------------------------------------------------------------- what is said of the things of a set

    def _where(self, noun: Noun, node: Node) -> Noun:
        parts = node.parts if isinstance(node, syntax.AllOf) else (node,)
        for part in parts:
            noun = self._qualify(noun, part)
        return noun

    def _qualify(self, noun: Noun, node: Node) -> Noun:
        if isinstance(node, syntax.Compare) and self._is_own_card(node, noun):
            return noun
        if self._is_named_as_chosen(node):
            return noun.qualified(Qualifier(self.form("of-that-name", "one"), True))
        named = self._name_of_card(node)
        if named:
            return replace(noun, name="", text="", noun=noun.noun, qualifiers=(*noun.qualifiers, Qualifier(named)))
        return noun.qualified(self.qualifier(node))

    def _is_own_card(self, node: syntax.Compare, noun: Noun) -> bool:
        """Return True for `category = unit` of units."""
        right = node.right
        return isinstance(right, syntax.Name) and noun.name == f"{right.path[-1]}s"

    def _is_named_as_chosen(self, node: Node) -> bool:
        """Return True for `name = said` of a word that was chosen."""
        if not isinstance(node, syntax.Compare) or not isinstance(node.right, syntax.Name):
            return False
        chosen = self.bound.get(node.right.path[0])
        is_name = isinstance(node.left, syntax.Name) and node.left.path[-1] == "name"
        return is_name and chosen is not None and chosen.kind == "option"

    def _name_of_card(self, node: Node) -> str:
        if not isinstance(node, syntax.Compare) or node.sign != "=" or not isinstance(node.left, syntax.Name):
            return ""
        right = node.right
        if node.left.path[-1] != "name" or not isinstance(right, syntax.Name):
            return ""
        return self.write(self.bound[right.path[0]]) if right.path[0] in self.bound else self.card_name(right.path[-1])

    def card_name(self, name: str) -> str:
        return self.phrase("card-name", name=self.card_names.get(name, self.name(name)))

    def qualifier(self, node: Node) -> Qualifier:
        """Return a condition about the element of a set as a qualifier."""
        if isinstance(node, syntax.Not):
            return self._negated(node.condition)
        if isinstance(node, syntax.Name) and len(node.path) == 1:
            is_long = self.has_name(node.path[0], "after")
            return Qualifier(self.name(node.path[0], "after") if is_long else self.name(node.path[0]), is_long)
        if isinstance(node, syntax.Given) and isinstance(node.value, syntax.Name):
            return Qualifier(self.phrase("with-some", name=self.name(node.value.path[-1])), True)
        if isinstance(node, syntax.AnyOf):
            if (group := self._only_members(node)) is not None:
                return Qualifier(self.phrase("in-group-or-any", group=self.group_name(group)), True)
            parts = [self.qualifier(part).text for part in node.parts]
            return Qualifier(self.phrase("or").join(parts), True)
        if isinstance(node, syntax.Call) and node.function == "in-range":
            return Qualifier(self.phrase("with-in-range", what=self.value(node.values[1])), True)
        if isinstance(node, syntax.Compare):
            return self._compared(node) or Qualifier(self.phrase("raw", text=self.raw(node)), True)
        return Qualifier(self.phrase("raw", text=self.raw(node)), True)

    def _only_members(self, node: syntax.AnyOf) -> Node | None:
        """Return the group of `count of GROUP = 0 or it in GROUP`: of its members, or of all while it has none."""
        match node.parts:
            case (
                syntax.Compare(left=syntax.Count() as count, sign="=", right=none),
                syntax.Compare(sign="in", right=group),
            ):
                return group if self.raw(none) == "0" and self.raw(count).endswith(self.raw(group)) else None
        return None

    def _negated(self, node: Node) -> Qualifier:
        if isinstance(node, syntax.Compare) and node.sign == "in" and (placed := self._placed("place", node.right)):
            return Qualifier(self.phrase("not-beside", what=placed.text), True)
        if isinstance(node, syntax.Compare) and node.sign == "in":
            return Qualifier(self.phrase("not-in-group", group=self.group_name(node.right)), True)
        if (
            isinstance(node, syntax.Compare)
            and isinstance(node.left, syntax.Name)
            and node.left.path[-1] in ("owner", "side")
        ):
            return Qualifier(self.form("not-owned", "one"), True, "owner")
        if isinstance(node, syntax.Given) and isinstance(node.value, syntax.Name):
            return Qualifier(self.phrase("without", name=self.name(node.value.path[-1])), True)
        if isinstance(node, syntax.Compare) and (area := self._emptied(node)):
            key = f"with-cards-{area}" if self.has(f"with-cards-{area}") else "with-cards"
            return Qualifier(self.phrase(key, area=self.name(area)), True)
        if isinstance(node, syntax.Compare) and node.sign == "contains":
            return Qualifier(self.phrase("without", name=self.value(node.right)), True)
        inner = self.qualifier(node)
        return Qualifier(self.phrase("not", what=inner.text), inner.is_long)

    def group_name(self, node: Node) -> str:
        """Return what something is a member of: a group, by its name, or another set."""
        if isinstance(node, syntax.Name) and node.path[-1] == "members":
            return self.form("group", "one") if node.path[0] == "group" else self.name(node.path[0])
        return self.write(self.set_noun(node))

    def _emptied(self, node: syntax.Compare) -> str:
        """Return the area of `hand is empty`."""
        left = node.left
        if isinstance(left, syntax.Call) and left.function == "length" and isinstance(left.values[0], syntax.Name):
            return left.values[0].path[-1]
        return ""

    def _compared(self, node: syntax.Compare) -> Qualifier | None:
        left, right = node.left, node.right
        if node.sign == "=" and (area := self._emptied(node)):
            return Qualifier(self.phrase("without-cards", area=self.name(area)), True)
        if isinstance(left, syntax.Arithmetic) and isinstance(left.left, syntax.Value):
            name = left.right.path[-1] if isinstance(left.right, syntax.Name) else ""
            if left.sign == "*" and left.left.value == 2 and self.has("below-half") and isinstance(right, syntax.Name):
                return Qualifier(self.phrase("below-half", name=self.name(name), most=self.name(right.path[-1])), True)
        if isinstance(left, syntax.Index) and isinstance(left.base, syntax.Name) and node.sign in SIGNS:
            their = (
                self.phrase("their", name=self.value(right)) if isinstance(right, syntax.Name) else self.value(right)
            )
            says = self.phrase(f"is-{SIGNS[node.sign]}", name=self.name(left.base.path[-1]), value=their)
            return Qualifier(self.phrase("whose", says=says), True)
        if not isinstance(left, syntax.Name):
            return None
        name = left.path[-1]
        if node.sign == "in":
            return self._placed(name, right)
        if node.sign == "contains":
            return Qualifier(self.phrase("with-some", name=self.value(right)), True)
        if name in ("owner", "side") and isinstance(right, syntax.Name) and right.path == ("me",):
            return Qualifier(self.form("owned", "one"), True, "owner")
        if name == "place" and isinstance(right, syntax.Name) and right.path == ("here",):
            return Qualifier(self.form("in-here", "one"), True, "area")
        if isinstance(right, syntax.Name) and node.sign in ("=", "!="):
            if right.path == ("me", name):
                return Qualifier(
                    self.phrase("same-as-mine" if node.sign == "=" else "other-than-mine", name=self.name(name)), True
                )
            if len(right.path) == 1 and node.sign == "=" and right.path[0] not in self.bound:
                is_long = self.has_name(right.path[0], "after")
                return Qualifier(self.name(right.path[0], "after" if is_long else "adjective"), is_long)
            if len(right.path) == 1 and name not in self.vocabulary.names:  # the word says what it is
                return Qualifier(self.phrase("not-so", value=self.name(right.path[0], "adjective")), True)
        if isinstance(right, syntax.Name) and right.path == ("me", name) and self.has(f"with-{SIGNS[node.sign]}-mine"):
            return Qualifier(self.phrase(f"with-{SIGNS[node.sign]}-mine", name=self.name(name)), True)
        if name == "distance":
            return Qualifier(self.phrase("at-distance", value=self.value(right)), True)
        key, value = f"with-{SIGNS[node.sign]}", self.value(right)
        key = f"{key}-value" if not value.isdecimal() and self.has(f"{key}-value") else key
        return Qualifier(self.phrase(key, name=self.name(name), value=value), True)

    def _placed(self, name: str, right: Node) -> Qualifier | None:
        if name == "place" and isinstance(right, syntax.Call) and right.function in ("beside", "around"):
            what = self.write(self.set_noun(right.values[0], 1))
            return Qualifier(self.phrase(f"{right.function}-what", what=what), True)
        if name in ("it", "entry"):
            return Qualifier(self.phrase("in-group", group=self.group_name(right)), True)
        if isinstance(right, syntax.ListOf):
            items = [self.value(item) for item in right.items]
            return Qualifier(self.phrase("or").join(items))
        return None

    # ---------------------------------------------------------------- what sentences are made of

    def value(self, node: Node) -> str:
        """Return a part of a sentence that is a value in words."""
        raise NotImplementedError

    def event_value(self, name: str) -> str:
        """Return a value of the event that is resolved in words."""
        for key in (f"event.{self.event}.{name}", f"event.{name}"):
            if self.has(key):
                return self.form(key, "one")
        return self.name(name)

    def _event_values(self) -> Mapping[str, str]:
        kind = self.vocabulary.event_kinds.get(self.event)
        return kind.values if kind is not None else {}

    # ---------------------------------------------------------------- functions

    def _call(self, node: syntax.Call) -> str:
        values, name = node.values, node.function
        if name in ("top", "bottom"):
            place = self._place(values[1])
            count = values[0]
            if isinstance(count, syntax.Value) and count.value == 1:
                return self.phrase(f"{name}-one", place=place)
            number = self.number_word(count.value) if isinstance(count, syntax.Value) else self.value(count)
            return self.phrase(f"{name}-many", place=place, count=number)
        slots = dict(zip(("who", "alike"), map(self.value, values), strict=False))
        if name == "cell":
            slots = {"x": self.value(values[0]), "y": self.value(values[1])}
        elif name == "between":
            slots = {"one": self.value(values[0]), "other": self.value(values[1])}
        elif name in ("beside", "around", "hits"):
            slots = {"what": self.write(self.set_noun(values[0], 1))}
        return self.phrase(name, **slots) if self.has(name) else self.raw(node)
