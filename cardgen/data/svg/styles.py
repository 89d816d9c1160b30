"""How an SVG element is to be painted: its attributes, style sheet and style, and what it has from those round it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from cardgen.data.svg.tree import Element
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
_DARK = re.compile(r"@media\s*\(\s*prefers-color-scheme\s*:\s*dark\s*\)\s*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")
_SELECTOR = re.compile(r"(\*|[A-Za-z]+)?((?:[.#][A-Za-z_][\w-]*)*)")


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

    def fits(self, element: Element) -> bool:
        if self.tag not in ("", "*", element.tag):
            return False
        classes = element.attributes.get("class", "").split()
        marks = {f"#{element.attributes.get('id', '')}", *(f".{name}" for name in classes)}
        return marks.issuperset(self.marks)


def parse_sheet(text: str) -> list[Rule]:
    """The rules of a style sheet, the strongest last. WrongValueError at what is more than names, classes and ids."""
    text = _DARK.sub(" ", re.sub(r"/\*.*?\*/|<!--|-->", " ", text, flags=re.DOTALL))
    rules: list[Rule] = []
    at = 0
    while text[at:].strip():
        found = re.compile(r"\s*([^{};]+?)\s*(?:;|\{([^{}]*)\})").match(text, at)
        if found is None:
            raise WrongValueError(f"{text[at:].strip()[:30]!r} is no simple rule", "as in .name { fill: #1f6feb }")
        at = found.end()
        if found[1].startswith("@"):
            if not found[1].startswith(_EMPTY_RULES):
                raise WrongValueError(f"the rule {found[1].split()[0]} is not read in pictures")
            continue
        declarations = parse_declarations(found[2] or "")
        for selector in found[1].split(","):
            parts = _SELECTOR.fullmatch(selector.strip())
            if parts is None or not selector.strip():
                told = f"the selector {selector.strip()!r} is not read in pictures"
                raise WrongValueError(told, "a tag, a .class, an #id, or these joined")
            rules.append(Rule(parts[1] or "", tuple(re.findall(r"[.#][\w-]+", parts[2])), declarations))
    return sorted(rules, key=lambda rule: rule.strength)


def parse_declarations(text: str) -> dict[str, str]:
    """The properties of `name: value; name: value`. WrongValueError at what is not that."""
    found: dict[str, str] = {}
    for part in text.split(";"):
        name, colon, value = part.partition(":")
        if not part.strip():
            continue
        if not colon or "!" in value:
            raise WrongValueError(f"{part.strip()[:30]!r} is not read in pictures", "name: value, without !important")
        found[name.strip().lower()] = value.strip()
    return found


def style_of(element: Element, around: Mapping[str, str], rules: Iterable[Rule]) -> dict[str, str]:
    """The properties of an element within one of the style `around`. WrongValueError for an unreadable style."""
    said = {name: value.strip() for name, value in element.attributes.items() if name in INHERITED or name in _OWN}
    for rule in rules:
        if rule.fits(element):
            said.update(rule.declarations)
    said.update(parse_declarations(element.attributes.get("style", "")))
    style = {name: around[name] for name in INHERITED} | _OWN
    for name, value in said.items():
        if name in style:
            inherits = value == "inherit" or (value == "unset" and name in INHERITED)
            inherits = inherits or (name == "color" and value.lower() == "currentcolor")
            style[name] = around.get(name, _OWN.get(name, "")) if inherits else value
    return style


def not_drawn(element: Element, rules: Iterable[Rule]) -> Iterator[str]:
    """What the element asks for that is not drawn, in words."""
    said = dict(element.attributes)
    for rule in rules:
        if rule.fits(element):
            said.update(rule.declarations)
    declared = parse_declarations(element.attributes.get("style", ""))
    if declared.get("transform", "none") != "none":
        yield "transform in a style"
    said.update(declared)
    for name, harmless in _NOT_DRAWN.items():
        if name in said and said[name].strip() not in harmless:
            yield f"{name}: {said[name].strip()[:30]}"
    for name in element.attributes:
        if name.startswith("on"):
            yield f"{name}, which would run something"
