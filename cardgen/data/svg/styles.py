"""How an SVG element is to be painted: its attributes, style sheet and style, and what it has from those round it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from cardgen.data.svg.budget import Budget
from cardgen.data.svg.tree import LONGEST_VALUE, Element
from cardgen.errors import WrongValueError

#: What an element has from those round it, as it is at the outset.
INHERITED = {
    "color": "currentColor",
    "fill": "black",
    "fill-rule": "nonzero",
    "fill-opacity": "1",
    "stroke": "none",
    "stroke-width": "1",
    "stroke-opacity": "1",
    "stroke-linecap": "butt",
    "stroke-linejoin": "miter",
    "stroke-miterlimit": "4",
    "stroke-dasharray": "none",
    "stroke-dashoffset": "0",
    "clip-rule": "nonzero",
    "visibility": "visible",
}
_OWN = {
    "opacity": "1",
    "display": "inline",
    "clip-path": "none",
    "stop-color": "black",
    "stop-opacity": "1",
}
#: What would change the look and is not drawn, with the values that change nothing.
_NOT_DRAWN = {
    "filter": ("none",),
    "mask": ("none",),
    "marker": ("none",),
    "marker-start": ("none",),
    "marker-mid": ("none",),
    "marker-end": ("none",),
    "mix-blend-mode": ("normal",),
    "paint-order": ("normal", "fill", "fill stroke", "fill stroke markers"),
    "vector-effect": ("none",),
    "transform-origin": ("0 0", "0px 0px", "0"),
    "stroke-alignment": ("center",),
    "backdrop-filter": ("none",),
}

#: Rules about fonts and encodings, which shapes do without.
_EMPTY_RULES = ("@font-face", "@namespace", "@charset")
#: How a picture looks on a dark screen, which paper is not.
_DARK = re.compile(r"@media\s*+\(\s*+prefers-color-scheme\s*+:\s*+dark\s*+\)")
_SELECTOR = re.compile(r"(\*|[A-Za-z]++)?+((?:[.#][A-Za-z_][\w-]*+)*+)")
_RULE_END = re.compile(r"[;{}]")

#: Properties that are read. `transform` is read in order to refuse it.
_READ = frozenset((*INHERITED, *_OWN, *_NOT_DRAWN, "transform"))

# Steps of a drawing's budget.
_STEPS_PER_RULE = 5
_STEPS_PER_MATCH = 1
_STEPS_PER_DECLARATION = 0.5


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of a style sheet: which elements it is for, how strong it is, and what it says."""

    tag: str
    marks: tuple[str, ...]
    declarations: Mapping[str, str]

    @property
    def strength(self) -> tuple[int, int, int]:
        ids = sum(mark.startswith("#") for mark in self.marks)
        return (ids, len(self.marks) - ids, int(self.tag not in ("", "*")))

    @property
    def key(self) -> str:
        """A mark, or else the tag, that every element has which the rule fits; empty if the rule fits any."""
        return self.marks[0] if self.marks else self.tag.replace("*", "")


class Sheet:
    """The style sheets of a picture, and what each element declares with their help."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._by_key: dict[str, list[tuple[int, Rule]]] = {}
        for number, rule in enumerate(sorted(rules, key=lambda rule: rule.strength)):
            self._by_key.setdefault(rule.key, []).append((number, rule))
        self._declared: dict[Element, Mapping[str, str]] = {}

    def declared(self, element: Element, budget: Budget) -> Mapping[str, str]:
        """The properties that an element's attributes, the rules that fit it and its style give it, the nearest last.

        WrongValueError for an unreadable style.
        """
        if element not in self._declared:
            self._declared[element] = self._declare(element, budget)
        return self._declared[element]

    def _declare(self, element: Element, budget: Budget) -> Mapping[str, str]:
        attributes = element.attributes
        found = {name: value for name, value in attributes.items() if name in _READ and name != "transform"}
        _check_lengths({**found, "class": attributes.get("class", "")})
        marks = {f".{name}" for name in attributes.get("class", "").split()}
        if "id" in attributes:
            marks.add(f"#{attributes['id']}")
        near = [rule for key in (*marks, element.tag, "") for rule in self._by_key.get(key, ())]
        budget.spend(len(near) * _STEPS_PER_MATCH)
        for _, rule in sorted(near, key=lambda numbered: numbered[0]):
            if rule.tag in ("", "*", element.tag) and marks.issuperset(rule.marks):
                budget.spend(len(rule.declarations) * _STEPS_PER_DECLARATION)
                found.update(rule.declarations)
        found.pop("transform", None)  # only a style may say it
        found.update(parse_declarations(attributes.get("style", ""), budget))
        _check_lengths(found)
        return {name: value.strip() for name, value in found.items()}


def _check_lengths(values: Mapping[str, str]) -> None:
    for name, value in values.items():
        if len(value) > LONGEST_VALUE:
            raise WrongValueError(f"{name}: a value of more than {LONGEST_VALUE:,} characters")


def parse_sheet(text: str, budget: Budget) -> list[Rule]:
    """The rules of a style sheet, in its order. WrongValueError at what is more than names, classes and ids."""
    text = _without_comments(text)
    rules: list[Rule] = []
    at = 0
    while (end := _RULE_END.search(text, at)) is not None:
        selectors = text[at : end.start()].strip()
        budget.spend(_STEPS_PER_RULE)
        if _DARK.fullmatch(selectors) and end[0] == "{":
            at = _end_of_block(text, end.end())
            continue
        close = text.find("}", end.end()) if end[0] == "{" else end.start()
        if not selectors or end[0] == "}" or close < 0 or text.find("{", end.end(), close) >= 0:
            break
        body, at = text[end.end() : close], close + 1
        if selectors.startswith("@"):
            if not selectors.startswith(_EMPTY_RULES):
                raise WrongValueError(f"the rule {selectors.split()[0]} is not read in pictures")
            continue
        declarations = parse_declarations(body, budget)
        budget.spend(selectors.count(",") * _STEPS_PER_RULE)
        rules += [_rule(selector.strip(), declarations) for selector in selectors.split(",")]
    if text[at:].strip():
        raise WrongValueError(f"{text[at:].strip()[:30]!r} is no simple rule", "as in .name { fill: #1f6feb }")
    return rules


def _rule(selector: str, declarations: Mapping[str, str]) -> Rule:
    parts = _SELECTOR.fullmatch(selector)
    if parts is None or not selector:
        message = f"the selector {selector[:100]!r} is not read in pictures"
        raise WrongValueError(message, "a tag, a .class, an #id, or these joined")
    return Rule(parts[1] or "", tuple(re.findall(r"[.#][\w-]+", parts[2])), declarations)


def _without_comments(text: str) -> str:
    """The sheet with a space for each comment, and without the marks that hid it from browsers long ago."""
    kept: list[str] = []
    at = 0
    while (begin := text.find("/*", at)) >= 0 and (end := text.find("*/", begin + 2)) >= 0:
        kept.append(text[at:begin])
        at = end + 2
    return " ".join([*kept, text[at:]]).replace("<!--", " ").replace("-->", " ")


def _end_of_block(text: str, at: int) -> int:
    """Where the block ends that is open at `at`: behind the brace that closes it, or at the end of the text."""
    depth = 1
    while depth and (brace := re.compile(r"[{}]").search(text, at)) is not None:
        depth += 1 if brace[0] == "{" else -1
        at = brace.end()
    return at if depth == 0 else len(text)


def parse_declarations(text: str, budget: Budget) -> dict[str, str]:
    """The properties of `name: value; name: value` that are read. WrongValueError at what is not that."""
    budget.spend(text.count(";") * _STEPS_PER_DECLARATION)
    found: dict[str, str] = {}
    for part in text.split(";"):
        name, colon, value = part.partition(":")
        if not part.strip():
            continue
        if not colon or "!" in value:
            raise WrongValueError(f"{part.strip()[:30]!r} is not read in pictures", "name: value, without !important")
        name = name.strip().lower()
        if name in _READ:
            found[name] = value.strip()
    return found


def style_of(declared: Mapping[str, str], around: Mapping[str, str]) -> dict[str, str]:
    """The properties of an element that declares these, within one of the style `around`."""
    style = {name: around[name] for name in INHERITED} | _OWN
    for name, value in declared.items():
        if name in style:
            inherits = value == "inherit" or (value == "unset" and name in INHERITED)
            inherits = inherits or (name == "color" and value.lower() == "currentcolor")
            style[name] = around.get(name, _OWN.get(name, "")) if inherits else value
    return style


def not_drawn(element: Element, declared: Mapping[str, str]) -> Iterator[str]:
    """What the element asks for that is not drawn, in words."""
    if declared.get("transform", "none") != "none":
        yield "transform in a style"
    for name, harmless in _NOT_DRAWN.items():
        if name in declared and declared[name] not in harmless:
            yield f"{name}: {declared[name][:30]}"
    for name in element.attributes:
        if name.startswith("on"):
            yield f"{name}, which would run something"
