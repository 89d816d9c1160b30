"""Plots inside a page: unique ids, and colours from the stylesheet of the page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from xml.etree import ElementTree

from cardgen.studies.canvas import COLOURS

_REFERENCE = re.compile(r"url\(#([^)]+)\)")
_VARIABLES = {colour: f"var(--plot-{name})" for name, colour in COLOURS["light"].items()}
_XML = "{http://www.w3.org/XML/1998/namespace}"


class Styles:
    """The styles of a page's plots as classes, so that the page's security policy needs no inline styles."""

    def __init__(self) -> None:
        self._classes: dict[str, str] = {}

    def class_for(self, style: str) -> str:
        """Return the class with that style, always the same one."""
        return self._classes.setdefault(style, f"plot-{len(self._classes)}")

    def css(self) -> str:
        """Return the rules of all classes so far, and the colours: dark if the reader prefers it, light in print."""
        rules = [f".plot .{name} {{ {style} }}" for style, name in self._classes.items()]
        dark = f"@media screen and (prefers-color-scheme: dark) {{ :root {{ {_variables(COLOURS['dark'])} }} }}"
        return "\n".join((f":root {{ {_variables(COLOURS['light'])} }}", dark, *rules)) + "\n"


def _variables(colours: Mapping[str, str]) -> str:
    return " ".join(f"--plot-{name}: {colour};" for name, colour in colours.items())


def embed(svg: str, name: str, styles: Styles) -> str:
    """Return the SVG of a plot in the light theme as an element of an HTML page. Its ids begin with `name`.

    Its colours are added to `styles`.
    """
    root = _without_namespaces(ElementTree.fromstring(svg))
    for element in root.iter():
        colours = [(key, _VARIABLES[value]) for key, value in element.attrib.items() if value in _VARIABLES]
        if colours:
            element.set("class", styles.class_for("; ".join(f"{key}: {value}" for key, value in colours)))
            for key, _ in colours:
                del element.attrib[key]
        for attribute, value in element.attrib.items():
            if attribute == "id":
                element.set(attribute, f"{name}-{value}")
            elif attribute == "href":
                element.set(attribute, f"#{name}-{value.removeprefix('#')}")
            elif attribute == "aria-labelledby":
                element.set(attribute, " ".join(f"{name}-{part}" for part in value.split()))
            elif attribute != "class":
                element.set(attribute, _REFERENCE.sub(rf"url(#{name}-\1)", value))
    lang = root.attrib.pop(f"{_XML}lang")
    root.attrib = {"class": "plot", "lang": lang, **root.attrib}
    return ElementTree.tostring(root, encoding="unicode")


def _without_namespaces(root: ElementTree.Element) -> ElementTree.Element:
    """Remove the namespaces: HTML does not use them."""
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
        for attribute in [key for key in element.attrib if key.endswith("}href")]:
            element.set("href", element.attrib.pop(attribute))
    return root
