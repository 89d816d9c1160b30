"""The style of an SVG element: from its attributes, the style sheets, its style attribute and its ancestors."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from cardgen.base.errors import WrongValueError
from cardgen.base.records import dataclass
from cardgen.base.words.messages import Message, message
from cardgen.data.svg.budget import DrawingBudget
from cardgen.data.svg.tree import LONGEST_VALUE, Element

#: Inherited properties, with their initial values.
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
#: Properties that are not supported, with the values that have no effect.
_UNSUPPORTED = {
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

#: Rules about fonts and encodings, which have no effect on shapes.
_EMPTY_RULES = ("@font-face", "@namespace", "@charset")
#: Rules for dark screens, which are ignored for paper.
_DARK = re.compile(r"@media\s*+\(\s*+prefers-color-scheme\s*+:\s*+dark\s*+\)")
_SELECTOR = re.compile(r"(\*|[A-Za-z]++)?+((?:[.#][A-Za-z_][\w-]*+)*+)")
_RULE_END = re.compile(r"[;{}]")

#: Properties that are read. `transform` is read to report it.
_READ = frozenset((*INHERITED, *_OWN, *_UNSUPPORTED, "transform"))

# Steps of a drawing's budget.
_STEPS_PER_RULE = 5
_STEPS_PER_MATCH = 1
_STEPS_PER_DECLARATION = 0.5


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of a style sheet: a selector of a tag, classes and ids (`marks`, with their . or #), and declarations."""

    tag: str
    marks: tuple[str, ...]
    declarations: Mapping[str, str]

    @property
    def specificity(self) -> tuple[int, int, int]:
        """The specificity as CSS defines it: ids, classes, tags."""
        ids = sum(mark.startswith("#") for mark in self.marks)
        return (ids, len(self.marks) - ids, int(self.tag not in ("", "*")))

    @property
    def key(self) -> str:
        """A mark or the tag that all matching elements have; "" if the rule matches every element."""
        return self.marks[0] if self.marks else self.tag.replace("*", "")


class StyleSheets:
    """The style sheets of a picture, and the declarations of its elements."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._by_key: dict[str, list[tuple[int, Rule]]] = {}
        for number, rule in enumerate(sorted(rules, key=lambda rule: rule.specificity)):
            self._by_key.setdefault(rule.key, []).append((number, rule))
        self._declared: dict[Element, Mapping[str, str]] = {}

    def declared(self, element: Element, budget: DrawingBudget) -> Mapping[str, str]:
        """Return an element's properties from its attributes, the matching rules and its style, in this order.

        WrongValueError for an invalid style.
        """
        if element not in self._declared:
            self._declared[element] = self._declare(element, budget)
        return self._declared[element]

    def _declare(self, element: Element, budget: DrawingBudget) -> Mapping[str, str]:
        attributes = element.attributes
        properties = {name: value for name, value in attributes.items() if name in _READ and name != "transform"}
        _check_lengths({**properties, "class": attributes.get("class", "")})
        marks = {f".{name}" for name in attributes.get("class", "").split()}
        if "id" in attributes:
            marks.add(f"#{attributes['id']}")
        candidates = [rule for key in (*marks, element.tag, "") for rule in self._by_key.get(key, ())]
        budget.spend(len(candidates) * _STEPS_PER_MATCH)
        for _, rule in sorted(candidates, key=lambda numbered: numbered[0]):
            if rule.tag in ("", "*", element.tag) and marks.issuperset(rule.marks):
                budget.spend(len(rule.declarations) * _STEPS_PER_DECLARATION)
                properties.update(rule.declarations)
        properties.pop("transform", None)  # only the style attribute may have one
        properties.update(parse_declarations(attributes.get("style", ""), budget))
        _check_lengths(properties)
        return {name: value.strip() for name, value in properties.items()}


def _check_lengths(values: Mapping[str, str]) -> None:
    for name, value in values.items():
        if len(value) > LONGEST_VALUE:
            template = "{name}: a value of more than {most} characters"
            raise WrongValueError(message(template, name=name, most=f"{LONGEST_VALUE:,}"))


def parse_sheet(text: str, budget: DrawingBudget) -> list[Rule]:
    """Return the rules of a style sheet in order. WrongValueError for selectors of more than tags, classes and ids."""
    text = _without_comments(text)
    rules: list[Rule] = []
    position = 0
    while (end := _RULE_END.search(text, position)) is not None:
        selectors = text[position : end.start()].strip()
        budget.spend(_STEPS_PER_RULE)
        if _DARK.fullmatch(selectors) and end[0] == "{":
            position = _end_of_block(text, end.end())
            continue
        close = text.find("}", end.end()) if end[0] == "{" else end.start()
        if not selectors or end[0] == "}" or close < 0 or text.find("{", end.end(), close) >= 0:
            break
        body, position = text[end.end() : close], close + 1
        if selectors.startswith("@"):
            if not selectors.startswith(_EMPTY_RULES):
                raise WrongValueError(message("the rule {rule} is not read in pictures", rule=selectors.split()[0]))
            continue
        declarations = parse_declarations(body, budget)
        budget.spend(selectors.count(",") * _STEPS_PER_RULE)
        rules += [_rule(selector.strip(), declarations) for selector in selectors.split(",")]
    if text[position:].strip():
        reason = message("{text!r} is not a simple rule", text=text[position:].strip()[:30])
        raise WrongValueError(reason, message("such as {rule}", rule=".name { fill: #1f6feb }"))
    return rules


def _rule(selector: str, declarations: Mapping[str, str]) -> Rule:
    parts = _SELECTOR.fullmatch(selector)
    if parts is None or not selector:
        text = message("the selector {selector!r} is not read in pictures", selector=selector[:100])
        raise WrongValueError(text, message("use a tag, a .class, an #id, or these joined"))
    return Rule(parts[1] or "", tuple(re.findall(r"[.#][\w-]+", parts[2])), declarations)


def _without_comments(text: str) -> str:
    """Return the sheet with comments replaced by spaces, also the <!-- and --> that CSS ignores."""
    parts: list[str] = []
    position = 0
    while (begin := text.find("/*", position)) >= 0 and (end := text.find("*/", begin + 2)) >= 0:
        parts.append(text[position:begin])
        position = end + 2
    return " ".join([*parts, text[position:]]).replace("<!--", " ").replace("-->", " ")


def _end_of_block(text: str, position: int) -> int:
    """Return the position after the brace that closes the block open at `position`, or the end of the text."""
    depth = 1
    while depth and (brace := re.compile(r"[{}]").search(text, position)) is not None:
        depth += 1 if brace[0] == "{" else -1
        position = brace.end()
    return position if depth == 0 else len(text)


def parse_declarations(text: str, budget: DrawingBudget) -> dict[str, str]:
    """Return the supported properties of `name: value; name: value`. WrongValueError for anything else."""
    budget.spend(text.count(";") * _STEPS_PER_DECLARATION)
    properties: dict[str, str] = {}
    for part in text.split(";"):
        name, colon, value = part.partition(":")
        if not part.strip():
            continue
        if not colon or "!" in value:
            reason = message("{text!r} is not read in pictures", text=part.strip()[:30])
            raise WrongValueError(reason, message("write name: value, without !important"))
        name = name.strip().lower()
        if name in _READ:
            properties[name] = value.strip()
    return properties


def style_of(declared: Mapping[str, str], parent: Mapping[str, str]) -> dict[str, str]:
    """Return the style of an element with these declarations inside a parent with the style `parent`."""
    style = {name: parent[name] for name in INHERITED} | _OWN
    for name, value in declared.items():
        if name in style:
            inherits = value == "inherit" or (value == "unset" and name in INHERITED)
            inherits = inherits or (name == "color" and value.lower() == "currentcolor")
            style[name] = parent.get(name, _OWN.get(name, "")) if inherits else value
    return style


def unsupported(element: Element, declared: Mapping[str, str]) -> Iterator[Message]:
    """Yield a message for each of the element's features that is not supported."""
    if declared.get("transform", "none") != "none":
        yield message("a transform in a style is not drawn in pictures")
    for name, harmless in _UNSUPPORTED.items():
        if name in declared and declared[name] not in harmless:
            yield message("{property} is not drawn in pictures", property=f"{name}: {declared[name][:30]}")
    for name in element.attributes:
        if name.startswith("on"):
            yield message("{attribute} would run a script, and nothing in a picture is executed", attribute=name)
