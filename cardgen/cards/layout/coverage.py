"""Bar charts of an engine as a scene, such as the coverage of a deck: one small chart for each kind of card."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.data.fonts import BUNDLED, FontSet
from cardgen.engines import Bars, Texts
from cardgen.scene.items import Item, Path, Scene, polyline, rectangle
from cardgen.text.blocks import place_flow
from cardgen.text.lines import Align
from cardgen.text.paragraphs import layout_paragraph
from cardgen.text.spans import Span

WIDTH = 210.0
_MARGIN = 10.0
_CHART = (92.0, 44.0)
_COLOURS = ("#33507a", "#d9822b", "#5b8c5a", "#8a4f7d")


def plot_bars(charts: Sequence[Bars], title: str, languages: Sequence[str], fonts: FontSet = BUNDLED) -> Scene:
    """Draw the charts, two in a row, as a scene `WIDTH` mm wide, with their texts in every language."""
    rows = -(-len(charts) // 2)
    height = 24 + rows * (_CHART[1] + 12) + 4
    items: list[Item] = [Path(rectangle(0, 0, WIDTH, height), fill="#ffffff")]
    about = " / ".join(dict.fromkeys(_in(chart.about, languages) for chart in charts))
    title = " · ".join(filter(None, (title, about)))
    items += _text(title, _MARGIN, 6, WIDTH - 2 * _MARGIN, 5, fonts.name_of("bold"), languages[0])
    for number, chart in enumerate(charts):
        x = _MARGIN + number % 2 * (_CHART[0] + 6)
        y = 20 + number // 2 * (_CHART[1] + 12)
        items += _draw_chart(chart, x, y, languages, fonts)
    description = "; ".join(
        f"{_in(chart.title, languages)}: "
        + ", ".join(f"{_in(label, languages)} {' '.join(map(str, counts))}" for label, counts in chart.series)
        for chart in charts
    )
    return Scene(WIDTH, height, tuple(items), name="coverage", title=title, description=description, lang=languages[0])


def _in(texts: Texts, languages: Sequence[str]) -> str:
    """Return the text in all of the languages, or in another one if it has none of them."""
    chosen = [texts[lang] for lang in languages if lang in texts] or [*texts.values()][:1]
    return " ".join(dict.fromkeys(chosen))


def _text(
    text: str, x: float, y: float, width: float, size: float, font: str, lang: str, align: Align = "left"
) -> tuple[Item, ...]:
    spans = [Span(text, font, "#1b2230", lang)]
    return place_flow(layout_paragraph(spans, size, width, align=align), x, y)


def _draw_chart(chart: Bars, x: float, y: float, languages: Sequence[str], fonts: FontSet) -> list[Item]:
    width, height = _CHART
    regular, medium, bold = map(fonts.name_of, ("regular", "medium", "bold"))
    base, top = y + height - 8, y + 12
    columns = max(len(counts) for _, counts in chart.series)
    most = max(1, *(count for _, counts in chart.series for count in counts))
    group = width / columns
    bar = group * 0.8 / len(chart.series)
    items: list[Item] = [*_text(_in(chart.title, languages), x, y - 2, width, 3.6, bold, languages[0])]
    for number, (label, counts) in enumerate(chart.series):
        colour = _COLOURS[number % len(_COLOURS)]
        at = x + number * width / 2
        items.append(Path(rectangle(at, y + 4.6, 2.6, 2.6), fill=colour))
        items += _text(_in(label, languages), at + 3.6, y + 4, width / 2 - 4, 2.6, regular, languages[0])
        for column, count in enumerate(counts):
            left = x + column * group + group * 0.1 + number * bar
            tall = (base - top) * count / most
            if count:
                items.append(Path(rectangle(left, base - tall, bar * 0.92, tall), fill=colour))
            items += _text(str(count), left - 1, base - tall - 2.9, bar * 0.92 + 2, 2, medium, "en", "centre")
    items.append(Path(polyline((x, base), (x + width, base)), stroke="#1b2230", stroke_width=0.25))
    for column in range(columns):
        items += _text(str(column), x + column * group, base + 0.6, group, 2.6, regular, "en", "centre")
    return items
