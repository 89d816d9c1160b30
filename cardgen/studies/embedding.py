"""A plot inside a page: ids that are its own, and colours and other styles that the page's one stylesheet decides."""

from __future__ import annotations

import re
from collections.abc import Mapping
from xml.etree import ElementTree

from cardgen.studies.canvas import COLOURS

_REFERENCE = re.compile(r"url\(#([^)]+)\)")
_COLOUR = re.compile(r"#[0-9a-f]{6}\b")
_VARIABLES = {colour: f"var(--plot-{name})" for name, colour in COLOURS["light"].items()}
_XML = "{http://www.w3.org/XML/1998/namespace}"


class Styles:
    """The styles of a page's plots, each a class of its own: a page's policy need not allow styles on elements."""

    def __init__(self) -> None:
        self._classes: dict[str, str] = {}

    def class_for(self, style: str) -> str:
        """The class with that style; the same one whenever it is asked for again."""
        return self._classes.setdefault(style, f"plot-{len(self._classes)}")

    def css(self) -> str:
        """The rules of all classes so far, and the themes' colours: dark where the reader wants it, light in print."""
        rules = [f".plot .{name} {{ {style} }}" for style, name in self._classes.items()]
        dark = f"@media screen and (prefers-color-scheme: dark) {{ :root {{ {_variables(COLOURS['dark'])} }} }}"
        return "\n".join((f":root {{ {_variables(COLOURS['light'])} }}", dark, *rules)) + "\n"


def _variables(colours: Mapping[str, str]) -> str:
    return " ".join(f"--plot-{name}: {colour};" for name, colour in colours.items())


def embed(svg: str, name: str, styles: Styles) -> str:
    """The SVG of a plot in the light theme as an element of an HTML page. Its ids begin with `name`; what it looks like
    is added to `styles`.
    """
    root = _without_namespaces(ElementTree.fromstring(svg))
    for element in root.iter():
        for child in [child for child in element if child.tag == "style"]:
            element.remove(child)
        style = element.attrib.pop("style", "")
        for attribute in ("fill", "stroke"):
            if _COLOUR.fullmatch(element.get(attribute, "")):
                style = f"{attribute}: {element.attrib.pop(attribute)}; {style}".strip("; ")
        if style:
            style = _COLOUR.sub(lambda found: _VARIABLES.get(found[0], found[0]), style)
            element.set("class", styles.class_for(_REFERENCE.sub(rf"url(#{name}-\1)", style)))
        for attribute, value in element.attrib.items():
            if attribute == "id":
                element.set(attribute, f"{name}-{value}")
            elif attribute == "href":
                element.set(attribute, f"#{name}-{value.removeprefix('#')}")
            elif attribute == "aria-labelledby":
                element.set(attribute, " ".join(f"{name}-{each}" for each in value.split()))
            elif attribute != "class":
                element.set(attribute, _REFERENCE.sub(rf"url(#{name}-\1)", value))
    lang = root.attrib.pop(f"{_XML}lang")
    root.attrib = {"class": "plot", "lang": lang, **root.attrib}
    return ElementTree.tostring(root, encoding="unicode")


def _without_namespaces(root: ElementTree.Element) -> ElementTree.Element:
    """HTML knows the names of SVG by themselves."""
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
        for attribute in [each for each in element.attrib if each.endswith("}href")]:
            element.set("href", element.attrib.pop(attribute))
    return root
