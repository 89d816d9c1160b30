"""Questions about the parts of a sentence: what is inside of them, and what their values depend on."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.base.records import replace
from cardgen.base.sentences import syntax
from cardgen.base.sentences.syntax import Node

#: The word before a list whose entries are counted or added.
ENTRIES = "entries"


def parts_of(node: Node) -> list[Node]:
    """Return the parts of a part, in the order of the sentence."""
    parts: list[Node] = []
    for name in node.__dataclass_fields__:
        value = getattr(node, name)
        if isinstance(value, Node):
            parts.append(value)
        elif isinstance(value, tuple):
            parts += [part for part in value if isinstance(part, Node)]
    return parts


def first_word(node: Node) -> str:
    """Return the first word of a name; "" for any other part."""
    return node.path[0] if isinstance(node, syntax.Name) else ""


def is_over_cards(node: Node) -> bool:
    """Return True if a part is cards, or values or entries of them: not those of the card at hand."""
    if isinstance(node, syntax.ValuesOf):
        return is_over_cards(node.cards)
    return isinstance(node, syntax.Cards) or (isinstance(node, syntax.Entries) and is_over_cards(node.lists))


def entry_elements(node: Node) -> Iterator[syntax.Element]:
    """Yield the keys of the entry at hand that a part names; not those of entries inside of it."""
    if isinstance(node, syntax.Element) and node.name == syntax.ENTRY and node.path:
        yield node
    if not isinstance(node, syntax.ValuesOf | syntax.Entries):
        for part in parts_of(node):
            yield from entry_elements(part)


def without_where(node: Node) -> tuple[Node, list[Node]]:
    """Return a list without the conditions that follow it, and these: they may be about its entries and its cards."""
    if isinstance(node, syntax.Select):
        source, conditions = without_where(node.source)
        conditions += [] if node.where is None else [node.where]
        if node.other or node.different or node.same:
            return replace(node, source=source, where=None), conditions
        return source, conditions
    if isinstance(node, syntax.Of) and first_word(node.what) != ENTRIES:
        of, conditions = without_where(node.of)
        return replace(node, of=of), conditions
    return node, []


def root_of(node: Node) -> Node:
    """Return the part that a list is taken of: `cost` of `words of cost`, `heroes` of `cost of heroes`."""
    if isinstance(node, syntax.Of):
        return root_of(node.of)
    if isinstance(node, syntax.Select):
        return root_of(node.source)
    if isinstance(node, syntax.Index | syntax.Part):
        return root_of(node.base)
    return root_of(node.values[0]) if isinstance(node, syntax.Call) else node


def listed_field(lists: Node) -> str:
    """Return the field whose entries the entries of a list are; "" if they are of anything else."""
    value = lists.value if isinstance(lists, syntax.ValuesOf) else lists
    return value.path[0] if isinstance(value, syntax.FieldOf) and len(value.path) == 1 else ""


def outside(needs: set[object] | frozenset[object]) -> set[object]:
    """Return what is left of the needs of a part about another card, without those of that card."""
    return {need for need in needs if need != "card" and not isinstance(need, tuple)}


class Needs:
    """What the parts of sentences depend on besides the cards of the game. It is kept: it is asked for often."""

    def __init__(self) -> None:
        self._kept: dict[int, frozenset[object]] = {}

    def of(self, node: Node) -> frozenset[object]:
        """Return "card", "this", names of elements, and the fields (as paths) that cards `of the same` field have in
        common with the card at hand.
        """
        key = id(node)
        if key not in self._kept:
            self._kept[key] = frozenset(self._all_of(node))
        return self._kept[key]

    def _all_of(self, node: Node) -> set[object]:
        if isinstance(node, syntax.FieldOf):
            return {"this" if node.of_this else "card"}
        if isinstance(node, syntax.Element):
            return {f"element {node.name}"}
        if isinstance(node, syntax.Cards):
            inner = set() if node.where is None else outside(self.of(node.where))
            return {*inner, *node.same, *(["this"] if node.other else [])}
        if isinstance(node, syntax.ValuesOf | syntax.Entries):
            of, part = (node.cards, node.value) if isinstance(node, syntax.ValuesOf) else (node.lists, node.where)
            inner = set() if part is None else set(self.of(part))
            if isinstance(node, syntax.Entries) or isinstance(of, syntax.Entries):
                inner.discard(f"element {syntax.ENTRY}")
            return {*(outside(inner) if is_over_cards(of) else inner), *self.of(of)}
        if isinstance(node, syntax.Every):
            parts = {need for part in (node.where, node.body) if part is not None for need in self.of(part)}
            if isinstance(node.of, syntax.Cards):
                parts = outside(parts)
            return {*(parts - {f"element {node.name}"}), *self.of(node.of)}
        return {need for part in parts_of(node) for need in self.of(part)}
