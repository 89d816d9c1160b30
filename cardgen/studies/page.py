"""The page of a report: all languages in one file that needs no network, and no script to be read."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import string
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from jinja2 import Environment, StrictUndefined, Template
from markupsafe import Markup, escape

from cardgen.base.words.catalogues import is_traditional
from cardgen.engines.data_files import load_written
from cardgen.engines.studies import Chart, Estimate
from cardgen.studies.canvas import COLOURS
from cardgen.studies.numbers import decimals_for, format_figure, format_interval, rounded
from cardgen.studies.plots import has_series_names, present, text_in
from cardgen.text.font_faces import font_faces

_FOLDER = Path(__file__).parent
_LANGUAGE_TAGS = {"zh": "zh-Hans"}
# Rows that fit beside a plot. Longer tables scroll on a screen.
_LONG_TABLE = 18
_RANGE = re.compile(r"\d[\d.,]*[–-]\d[\d.,]*%?")


def report_page(
    data: Mapping[str, Any], languages: Sequence[str], charts: Sequence[Chart], plots: Mapping[tuple[str, str], str]
) -> str:
    """Return the HTML document of a report.

    `data` are its JSON values, `plots` the charts' SVGs in the light theme by (chart id, language). Every figure is in
    a `data` element with the same value as in the JSON.
    """
    styles = Styles()
    parts = [
        {
            "language": language,
            "lang": _LANGUAGE_TAGS.get(language, language),
            "words": _words(language),
            "title": text_in(data["title"], language),
            "game": text_in(data["game"], language),
            "sentences": [without_breaks(text_in(sentence, language)) for sentence in data["sentences"]],
            "common": [text_in(texts, language) for texts in data["common"]],
            "charts": [
                _chart(chart, language, Markup(embed(plots[chart.id, language], f"{chart.id}-{language}", styles)))
                for chart in charts
            ],
            "runs": [
                {
                    **run,
                    "name": text_in(run["name"], language),
                    "description": text_in(run["description"], language),
                    "trials": _trials(run, language),
                }
                for run in data["runs"]
            ],
        }
        for language in languages
    ]
    common, own = shared_settings([run["settings"] for run in data["runs"]])
    style = (
        "\n"
        + font_faces(_characters(data, languages), languages)
        + _read("report.css")
        + styles.css()
        + _switch(languages)
    )
    script = "\n" + _read("report.js")
    policy = (
        f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; font-src data:; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    return _template().render(
        parts=parts,
        version=data["version"],
        common=common,
        own=own,
        policy=policy,
        style=Markup(style),
        script=Markup(script),
    )


def without_breaks(text: str) -> Markup:
    """Return the text as markup without line breaks inside of ranges (23.1–27.5%) and codes of cards (1-4)."""
    return Markup(_RANGE.sub(r'<span class="whole">\g<0></span>', str(escape(text))))


def _words(language: str) -> Mapping[str, str]:
    words, nearest = _all_words(), "zh-Hant" if is_traditional(language) else language.split("-")[0]
    return words.get(nearest, words["en"])


@cache
def _all_words() -> Mapping[str, Mapping[str, str]]:
    """Return the words of the page itself by language."""
    words: Mapping[str, Mapping[str, str]] = load_written(_FOLDER / "words.yaml")
    return words


def _chart(chart: Chart, language: str, plot: Markup) -> dict[str, Any]:
    """Return the template's values of a chart. Figures are grouped: the bars of a label, or the points of a line."""
    decimals = decimals_for(chart)
    labels = [text_in(label, language) for label in chart.labels]
    names = [text_in(series.name, language) for series in chart.series]
    columns = [[_figure(e, decimals, chart.unit, language) for e in series.estimates] for series in chart.series]
    if len(names) == 1:
        groups = [("", list(zip(labels, columns[0], strict=True)))]
    elif chart.kind == "lines":
        groups = [(names[number], list(zip(labels, columns[number], strict=True))) for number in present(chart)]
    else:
        # A run may lack a label: a table of four has no fifth seat.
        groups = [
            (label, [(n, c[i]) for n, c in zip(names, columns, strict=True) if c[i] is not None])
            for i, label in enumerate(labels)
        ]
        groups = [(label, rows) for label, rows in groups if rows]
    value = text_in(chart.value_title, language)
    if len(chart.series) == 1 and has_series_names(chart):
        value = f"{value} ({text_in(chart.series[0].name, language)})"
    return {
        "id": f"{chart.id}-{language}-chart",
        "title": text_in(chart.title, language),
        "note": text_in(chart.note, language),
        "label_title": text_in(chart.label_title, language),
        "value_title": value,
        "groups": groups,
        "long": sum(len(figures) + bool(name) for name, figures in groups) > _LONG_TABLE,
        "plot": plot,
    }


def _figure(estimate: Estimate | None, decimals: int, unit: str, language: str) -> dict[str, Any] | None:
    if estimate is None:
        return None
    interval = format_interval(estimate, decimals, unit, language)
    values = [json.dumps(rounded(value)) for value in (estimate.value, estimate.low, estimate.high)]
    return {
        "text": format_figure(estimate.value, decimals, unit),
        "value": values[0],
        "low": values[1],
        "high": values[2],
        "interval": interval,
        "samples": estimate.samples,
        "samples_text": f"{estimate.samples:,}",
    }


def _trials(run: Mapping[str, Any], language: str) -> str:
    """Return a run's trials as text: `2,000`, `2,000 of 10,000`, `all 5,040`."""
    words, done, of = _words(language), f"{run['trials']:,}", run["of"]
    if of is None:
        return done
    return words["all"].format(done) if run["trials"] == of else words["trials_of"].format(done, f"{of:,}")


#: The most characters of a setting that a report shows, and the most parts that a list is shown as.
MOST_CHARACTERS, MOST_PARTS = 200, 40


def shared_settings(runs: Sequence[Mapping[str, Any]]) -> tuple[list[tuple[str, str]], list[list[tuple[str, str]]]]:
    """Return (the settings that all runs share, the other settings of each run) as (name, value) pairs by name.

    A setting inside a setting is named `outer.inner`. A single run shares nothing. Long values, such as decks, are cut:
    the JSON file has them in full.
    """
    flat = [dict(_flat("", run)) for run in runs]
    common = {} if len(flat) < 2 else {k: v for k, v in flat[0].items() if all(run.get(k) == v for run in flat[1:])}
    own = [{k: v for k, v in run.items() if k not in common} for run in flat]
    return _sorted_and_cut(common), list(map(_sorted_and_cut, own))


def _sorted_and_cut(settings: Mapping[str, str]) -> list[tuple[str, str]]:
    return [(k, v if len(v) <= MOST_CHARACTERS else f"{v[:MOST_CHARACTERS]}…") for k, v in sorted(settings.items())]


def _flat(name: str, value: Any) -> list[tuple[str, str]]:
    if isinstance(value, Mapping) and value:
        return [pair for key, inner in value.items() for pair in _flat(f"{name}.{key}" if name else str(key), inner)]
    if isinstance(value, Sequence) and not isinstance(value, str):
        if all(_is_plain(inner) for inner in value):
            return [(name, ", ".join(map(_scalar, value)) or "[]")]
        if all(isinstance(inner, list | tuple) and inner and all(map(_is_plain, inner)) for inner in value):
            return [(name, "; ".join(", ".join(map(_scalar, inner)) for inner in value))]
        pairs = [pair for number, inner in enumerate(value, 1) for pair in _flat(f"{name}.{number}", inner)]
        return pairs if len(pairs) <= MOST_PARTS else [(name, json.dumps(value, ensure_ascii=False))]
    return [(name, _scalar(value))]


def _is_plain(value: Any) -> bool:
    return not isinstance(value, Mapping | list | tuple)


def _scalar(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


# ---------------------------------------------------------------- style


def _characters(data: Mapping[str, Any], languages: Sequence[str]) -> set[str]:
    """Return the characters that the report's fonts must have."""
    texts = json.dumps([data, [_words(language) for language in languages], _words("zh")["name"]], ensure_ascii=False)
    return {*texts, *string.ascii_letters, *string.digits, *string.punctuation, *" –−"}


def _switch(languages: Sequence[str]) -> str:
    """Return the CSS rules that show one language at a time. A browser without `:has` shows all languages."""
    return "".join(
        f'body:has(#language-{tag}:checked) [data-language]:not([data-language="{tag}"]) {{ display: none; }}\n'
        for tag in languages
    )


def _hash(text: str) -> str:
    """Return the hash by which a content security policy allows an inline style or script."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")


@cache
def _read(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")


@cache
def _template() -> Template:
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True
    )
    return environment.from_string(_read("report.html.j2"))


# ---------------------------------------------------------------- plots inside the page


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
