"""A layout for cards of which only the fields are known: a title, pictures, texts with labels, numbers."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from cardgen.base.records import dataclass
from cardgen.base.units import sum_floats
from cardgen.data.model import LEAST_TEXT
from cardgen.starters.wording import in_language

#: The fields that may be the title of a card, the best first.
TITLES = ("name", "names", "title", "titles", "card_name", "card_title")

_LEFT, _WIDTH = 5.0, 53.0
#: Texts of at most this many letters are set beside their labels.
_SHORT = 16


@dataclass(frozen=True, slots=True)
class _Room:
    """A part of the card, mm from its top."""

    top: float
    height: float


def layout_text(
    fields: Mapping[str, str],
    labels: Mapping[str, str],
    longest: Mapping[str, int],
    languages: Sequence[str],
    deck: str,
    size: tuple[float, float] = (63.0, 88.0),
    dark: Collection[str] | None = None,
) -> str:
    """Return a template for cards of `size` mm that shows all `fields` (their kinds by name).

    `labels` are the names of fields on the card, `longest` the approximate numbers of letters of their longest texts,
    by which the room is divided. `deck` is the title on the back, as a template's text. The title is set on the card's
    own colour if that is among the `dark` ones, on which white text is legible.
    """
    kinds = {name: kind.removesuffix("?") for name, kind in fields.items()}
    words = [name for name, kind in kinds.items() if kind in ("text", "texts", "pattern", "point")]
    title = next((name for name in (*TITLES, *words) if name in words), None)
    numbers = [name for name, kind in kinds.items() if kind in ("integer", "number")]
    pictures = [name for name, kind in kinds.items() if kind in ("cells", "image")]
    colours = [name for name, kind in kinds.items() if kind == "colour"]
    ground = next((name for name in colours[:1] if fields[name] == "colour" and (dark is None or name in dark)), None)
    band = f"{{{ground}}}" if ground else "{colours.band}"
    texts = [name for name in words if name != title]
    first = numbers[0] if numbers and not fields[numbers[0]].endswith("?") else None
    chips = [name for name in (*numbers, *colours) if name not in (first, ground)]
    lines = _FACE.replace("BAND", band).replace("DESCRIPTION", _described(title, kinds, languages)).splitlines()
    lines += _title(title, kinds, languages, 39 if first else _WIDTH)
    if first:
        lines.append(f'    {first}-disc: {{kind: ellipse, box: [47.5, 4, 10.4, 10.4], fill: "#000000", opacity: 0.25}}')
        lines.append(
            f'    {first}: {{kind: text, box: [47.5, 4, 10.4, 10.4], text: "{{{first}}}", lang: en, style: number}}'
        )
    rows = -(-len(chips) // 4)
    pitch = min(11.0, 33.0 / rows) if rows else 0.0
    bottom = 84.0 - rows * pitch
    top = 21.0
    if pictures:
        height = 26.0 if texts else bottom - top - 2
        wide = _WIDTH / len(pictures)
        for number, name in enumerate(pictures):
            lines.append(_picture(name, kinds[name], _LEFT + number * wide, top, wide, height, band))
        top += height + 2
    lines += _texts(texts, kinds, labels, longest, languages, _Room(top, bottom - top - 2))
    if chips:
        ends = "[[0, 0], [53, 0]]"
        line = f"box: [{_LEFT:g}, {bottom - 1.5:.4g}, {_WIDTH:g}, 1], points: {ends}"
        lines.append(f'    card-line: {{kind: line, {line}, stroke: "{{colours.line}}", stroke_width: 0.3}}')
    for number, name in enumerate(chips):
        across = min(4, len(chips) - number // 4 * 4)
        wide = _WIDTH / across
        place = (_LEFT + number % 4 * wide, bottom + number // 4 * pitch, wide, pitch)
        lines += _chip(name, kinds[name], labels.get(name, name), languages[0], place)
    lines += _BACK.replace("DECK", deck).replace("MAIN", languages[0]).replace("BACK", _back(languages)).splitlines()
    return _scaled("\n".join(lines) + "\n", size[0] / 63, size[1] / 88)


def _scaled(text: str, across: float, down: float) -> str:
    """Return a template for 63 × 88 mm scaled to a card that is `across` times as wide and `down` times as high."""
    if (across, down) == (1.0, 1.0):
        return text
    least = min(across, down)

    def box(match: re.Match[str]) -> str:
        numbers = map(float, match[2].split(","))
        return match[1] + ", ".join(
            f"{number * factor:.4g}" for number, factor in zip(numbers, (across, down) * 2, strict=False)
        )

    def length(match: re.Match[str]) -> str:
        smallest = LEAST_TEXT if match[1] == "size: " else 0.5
        return f"{match[1]}{max(smallest, float(match[2]) * least):.3g}"

    text = re.sub(r"(box: \[)([^]]+)", box, text)
    text = re.sub(r"(points: \[\[0, 0\], \[)([^]]+)", box, text)
    return re.sub(r"\b((?:size|floor|radius|pitch): )([0-9.]+)", length, text)


_FACE = """\
colours: {paper: "#fbf8f1", ink: "#23262b", soft: "#5f6368", line: "#ddd5c4", band: "#2f4a63", gold: "#e2b660"}

styles:
  title: {font: bold, size: 5, floor: 2.2, colour: "#ffffff", leading: 1.1}
  subtitle: {font: medium, size: 3, floor: 1.8, colour: "#ffffff", leading: 1.1}
  number: {font: bold, size: 6.5, floor: 2, colour: "#ffffff", align: centre, leading: 1}
  text: {size: 3.2, floor: 1.5, colour: "{colours.ink}", valign: top, leading: 1.3}
  label: {font: medium, size: 2, floor: 1.2, colour: "{colours.soft}", leading: 1}
  value: {font: bold, size: 4.4, floor: 1.5, colour: "{colours.ink}", align: centre, leading: 1}
  under: {font: medium, size: 2, floor: 1.2, colour: "{colours.soft}", align: centre, leading: 1}
  back: {font: bold, size: 7, floor: 1.8, colour: "{colours.gold}", align: centre, leading: 1.15}

face:
  description: DESCRIPTION
  boxes:
    card-ground: {kind: rect, box: bleed, fill: "{colours.paper}"}
    card-band: {kind: rect, box: [-3, -3, 69, 21], fill: "BAND"}"""

_BACK = """
back:
  description: BACK
  boxes:
    card-ground: {kind: rect, box: bleed, fill: "{colours.band}"}
    card-frame: {kind: rect, box: [6, 6, 51, 76], stroke: "{colours.gold}", stroke_width: 0.5, radius: 3}
    card-title: {kind: text, box: [10, 30, 43, 28], text: "DECK", lang: MAIN, style: back}"""


def _quoted(text: str) -> str:
    """Return a text for a template: in quotes, with braces and asterisks that mean themselves."""
    plain = text.replace("{", "{{").replace("}", "}}").replace("**", "*")
    return json.dumps(plain, ensure_ascii=False)


def _value(name: str, kind: str, lang: str) -> str:
    return f"{{{name}.{lang}}}" if kind == "texts" else f"{{{name}}}"


def _described(title: str | None, kinds: Mapping[str, str], languages: Sequence[str]) -> str:
    texts = (f'{lang}: "{_value(title, kinds[title], lang) if title else "{id}"}"' for lang in languages)
    return "{" + ", ".join(texts) + "}"


def _back(languages: Sequence[str]) -> str:
    texts = {"zh": "牌背。", "en": "A card from behind."}
    return "{" + ", ".join(f"{lang}: {in_language(texts, lang)}" for lang in languages) + "}"


def _title(title: str | None, kinds: Mapping[str, str], languages: Sequence[str], width: float) -> Iterator[str]:
    if title is None or kinds[title] != "texts" or len(languages) == 1:
        text = _value(title, kinds[title], languages[0]) if title else "{id}"
        box = f"[{_LEFT:g}, 4, {width:g}, 10.4]"
        yield f'    card-title: {{kind: text, box: {box}, text: "{text}", lang: {languages[0]}, style: title}}'
        return
    pitch = 10.4 / len(languages)
    for number, lang in enumerate(languages):
        box = f"[{_LEFT:g}, {4 + number * pitch:.4g}, {width:g}, {pitch:.4g}]"
        style = "subtitle" if number else "title"
        text = f'text: "{{{title}.{lang}}}", lang: {lang}, style: {style}'
        yield f"    card-title-{lang}: {{kind: text, box: {box}, {text}}}"


def _picture(name: str, kind: str, left: float, top: float, width: float, height: float, colour: str) -> str:
    box = f"[{left:g}, {top:g}, {width:.4g}, {height:g}]"
    if kind == "image":
        return f'    {name}: {{kind: image, box: {box}, file: "{{{name}}}"}}'
    return f'    {name}: {{kind: polyomino, box: {box}, cells: "{{{name}}}", colour: "{colour}", pitch: 6}}'


def _texts(
    texts: Sequence[str],
    kinds: Mapping[str, str],
    labels: Mapping[str, str],
    longest: Mapping[str, int],
    languages: Sequence[str],
    room: _Room,
) -> Iterator[str]:
    """Yield the texts under each other: long ones below their labels, short ones beside; all beside if room is low."""
    if not texts:
        return
    shown = [(name, lang) for name in texts for lang in (languages if kinds[name] == "texts" else languages[:1])]
    low = room.height / len(shown) < 7.5
    beside = [low or longest.get(name, 0) <= _SHORT for name, _ in shown]
    line = room.height / len(shown) if low else max(5.0, min(6.5, room.height / len(shown) / 2))
    if all(beside) and not low:
        line = min(8.0, room.height / len(shown))
    # A line of text takes some 30 letters; nothing is given less than one.
    weights = [0.0 if short else 1 + longest.get(name, 0) / 30 for (name, _), short in zip(shown, beside, strict=True)]
    large = 4.0 if sum_floats(weights) < 9 else 3.2
    head = 3.2
    spare = room.height - beside.count(True) * line - beside.count(False) * head
    top = room.top
    for number, ((name, lang), weight, short) in enumerate(zip(shown, weights, beside, strict=True)):
        key = name if kinds[name] != "texts" else f"{name}-{lang}"
        label = _quoted(labels.get(name, name))
        if short:
            height, under = line, 0.0
            size = f", size: {min(large, height * 0.6):.3g}, valign: middle"
            first, second = (_LEFT, top, 15.0, height), (_LEFT + 16, top, _WIDTH - 16, height)
        else:
            height, under = spare * weight / sum_floats(weights), head
            size = f", size: {large:g}" if large > 3.2 else ""
            first, second = (_LEFT, top, _WIDTH, head), (_LEFT, top + head, _WIDTH, height - 0.8)
        if number == 0 or short or shown[number - 1][0] != name:
            text = f"text: {label}, lang: {languages[0]}, style: label" + (size if short and height < 3.3 else "")
            yield f"    {key}-label: {{kind: text, box: {_box(first)}, {text}}}"
        text = _value(name, kinds[name], lang)
        yield f'    {key}: {{kind: text, box: {_box(second)}, text: "{text}", lang: {lang}, style: text{size}}}'
        top += under + height


def _chip(name: str, kind: str, label: str, lang: str, place: tuple[float, float, float, float]) -> Iterator[str]:
    left, top, width, height = place
    upper = (left + 0.5, top, width - 1, height * 0.62)
    lower = (left + 0.5, top + height * 0.64, width - 1, height * 0.3)
    if kind == "colour":
        yield f'    {name}: {{kind: rect, box: {_box(upper)}, fill: "{{{name}}}", radius: 1}}'
    else:
        yield f'    {name}: {{kind: text, box: {_box(upper)}, text: "{{{name}}}", lang: en, style: value}}'
    yield f"    {name}-label: {{kind: text, box: {_box(lower)}, text: {_quoted(label)}, lang: {lang}, style: under}}"


def _box(place: tuple[float, float, float, float]) -> str:
    return "[" + ", ".join(f"{round(number, 2):g}" for number in place) + "]"
