"""Projects for tests, and random changes to their files: typing errors, wrong values, damaged files."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from cardgen.data.project import Project
from cardgen.data.reading import parse_yaml
from cardgen.starters.starting import starter_files, table_files
from cardgen.starters.tables import read_table
from tests.games_on_disk import REPOSITORY, TINY, GameOnDisk
from tests.made_fonts import LICENCE_TEXT, true_type
from tests.scripts import docs_script

Files = Mapping[str, bytes]


@dataclass(frozen=True, slots=True)
class Sample:
    """A project without faults: its files by their paths, and the game in it."""

    name: str
    game: str
    files: Files


@dataclass(frozen=True, slots=True)
class Mutant:
    """A project with a random change in one file; `content` is None if the file is deleted."""

    sample: Sample
    file: str
    change: str
    content: bytes | None

    def write(self, root: Path) -> GameOnDisk:
        """Write the files below a folder."""
        game = GameOnDisk(root, self.sample.game)
        for name, content in {**self.sample.files, self.file: self.content}.items():
            if content is not None:
                game.write(name, content)
        return game

    @property
    def description(self) -> str:
        """The sample, the file and the change, for messages."""
        return f"{self.sample.name} {self.file}: {self.change}"


# ---------------------------------------------------------------- projects

TABLE = "id,copies,names.zh,names.en,cost,tint,cells\nT,12,茶,Tea,3,#2f5d3a,.#./###\nO,4,乌龙,Oolong,2,#1f6f43,##/##\n"


def _files_below(folder: Path, into: str) -> dict[str, bytes]:
    return {
        f"{into}/{path.relative_to(folder).as_posix()}": path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def _project(root: Path, game: str, name: str) -> Sample:
    project = Project(root, bundled=False)
    files = _files_below(project.game_folder(game), f"card_data/{game}")
    own = (f"templates/{game}", "templates/common") if project.root == REPOSITORY else ("templates",)
    return Sample(
        name, game, files | {k: v for k, v in _files_below(project.templates, "templates").items() if k.startswith(own)}
    )


@cache
def small_samples() -> tuple[Sample, ...]:
    """Return the tiny game with and without fonts, starters of `cardgen init`, and the examples of the docs."""
    tiny = Sample("tiny", "tiny", {name: text.encode() for name, text in TINY.items()})
    starters = [
        Sample(f"init {kind}", "mine", starter_files(kind, "mine", ["en", "zh"])) for kind in ("blank", "poker")
    ]
    table = table_files(read_table(TABLE.encode(), "tea.csv", ["en", "zh"]), "tea.csv", "mine")
    return (tiny, _with_fonts(), *starters, Sample("init csv", "mine", table), *_documented())


_FONTS = """\
rulebooks: {en: rules.md}
fonts:
  regular: {file: Tea.ttf, licence: {name: OFL-1.1, file: OFL.txt}, bold: heavy, fallback: title}
  title: {file: Tea.ttf, licence: {name: OFL-1.1, file: OFL.txt}, italic: condensed, fallback: regular}
  heavy: {file: Heavy.ttf, licence: {name: OFL-1.1, file: OFL.txt}, fallback: bold}
  bold: {file: Heavy.ttf, licence: {name: OFL-1.1, file: OFL.txt}, index: 0}
targets:
  sheets: {cards: {decks: [main], papers: [a4]}}
"""


def _with_fonts() -> Sample:
    """Return the tiny game with fonts that fall back to each other; only one has a letter of its title and rules."""
    files = {name: text.encode() for name, text in TINY.items()}
    game = TINY["card_data/tiny/game.yaml"].replace("Tiny", "Tễny").replace("targets:\n", _FONTS)
    files["card_data/tiny/game.yaml"] = game.encode()
    files["card_data/tiny/rules.md"] = "# Tễny\n\n## Go\n\n**Wễ** *go*.\n".encode()
    files["card_data/tiny/Tea.ttf"] = true_type("Tea", drawn_as={"ễ": "e"})
    files["card_data/tiny/Heavy.ttf"] = true_type("Heavy")
    files["card_data/tiny/OFL.txt"] = LICENCE_TEXT.encode()
    template = TINY["templates/tiny.yaml"].replace("lang: en}", "lang: en, font: title}")
    files["templates/tiny.yaml"] = template.encode()
    return Sample("tiny with fonts", "tiny", files)


@cache
def large_samples() -> tuple[Sample, ...]:
    """Return the games in examples/, and those that come with cardgen."""
    examples = [path for path in sorted((REPOSITORY / "examples").iterdir()) if (path / "templates").is_dir()]
    return (
        *(_project(path, path.name, f"examples/{path.name}") for path in examples),
        _project(REPOSITORY, "block-killer", "block-killer"),
        _project(REPOSITORY, "blokus", "blokus"),
    )


def _documented() -> Iterator[Sample]:
    pictures = docs_script("template_pictures")
    for example in pictures.examples_in(pictures.PAGE.read_text(encoding="utf-8")):
        files = pictures.example_files(example)
        words = b"".join(content for name, content in files.items() if name.endswith(".yaml"))
        shown = {
            name: content
            for name, content in files.items()
            if "/art/" not in name or Path(name).name.encode() in words or f'"{Path(name).stem}"'.encode() in words
        }
        yield Sample(f"docs {example.name}", "example", shown)


# ---------------------------------------------------------------- mutations

_RAW = "\ue000"  # around values that are written without quotes

#: Values that most keys reject.
ODD_VALUES: tuple[Any, ...] = (
    None, "", " ", [], {}, [[]], [{}], {"": ""}, -1, 0, 0.0, -0.5, 1e-9, 3, 10000, 10**6, 10**30, 1e308, -1e308, True,
    False,
    f"{_RAW}.nan{_RAW}", f"{_RAW}.inf{_RAW}", f"{_RAW}-.inf{_RAW}", f"{_RAW}~{_RAW}", "NaN", "inf", "1e999",
    "x" * 20000, "字" * 3000,
    "word " * 2000, "👩‍🚀🏴󠁧󠁢󠁥󠁮󠁧󠁿", "e\u0301\u0302\u0303\u0304", "\u0301", "\u200b", "\u202e", "\u00ad", "\u2028",
    "\x07", "\x00", "\ud7ff", "\ufeff", "a\tb\rc",
    "{nothing}", "{name}", "{id}", "{id.x}", "{names}", "{game}", "{cards}", "{deck}", "{decks}", "{game.titles}",
    "{item}", "{number}", "{", "}", "{{", "}}", "{}", "{ }", "{id",
    "{a|", "{a|b}", "{|}", "{|b}", "{a||b}", "**", "*", "**bold", "<b>", "</b>", "<title>x</title>", "\\", "\\n",
    "\\n\\n", "- ", "1. ", "<", "***", "**a *b** c*",
    "+= 2", "+= x", "-=", "+=", "title.bottom + + 2", "safe.width / 0", "1 / 0", "2 ** 3", "safe.width * safe.width",
    "{id} * 2", "50%", "safe.left", "a.b.c", "--1", "1e5", "9" * 400,
    "..", "../../etc/passwd", "/etc/passwd", "art", ".", "art/", "~", "C:\\x", "nul\x7f", "a" * 300, "game.yaml",
    "cards.yaml", "cards.csv", "art/none.svg", "#ff00ff", "#ffffff00", "red", "#12345",
    "plain", "de", "en", "zh", "xx", "en-US", "zh-Hant-TW", "EN", "text", "texts", "image", "list", "again", "group",
    "repeat", "end", "none", "safe", "trim", "bleed", "bold", "block-killer", "blokus",
    "M0 0", "M0 0 L", "M0 0 L1e400 3", "M0 0 A0 0 0 0 1 5 5", "M0 0" + " l1 1" * 3000, [0, 0], [0, 0, 0, 0],
    [1, 1, 1, 1], [-5, -5, 1e5, 1e5], [[0, 0]], [[0, 0], [0, 0]], ["#", "."],
    [f"{_RAW}.nan{_RAW}", 1], [1, "x"], ["x", "x"], [None], [True, False], {"x": 1}, {"en": "x"},
    {"zh": "", "en": ""}, {"is": 1}, {"at_least": "x"}, {"given": "maybe"}, {"not": []},
)  # fmt: skip

_LETTERS = "abcdefghijklmnopqrstuvwxyz_-.0"


@dataclass(frozen=True, slots=True)
class _Spot:
    """An entry of a mapping or list somewhere in a value: its container, and its key or index there."""

    container: Any
    key: Any
    path: tuple[Any, ...]

    @property
    def value(self) -> Any:
        """The entry itself."""
        return self.container[self.key]

    @property
    def name(self) -> str:
        """The path of the entry, joined with dots."""
        return ".".join(map(str, self.path))


def _spots(value: Any, path: tuple[Any, ...] = ()) -> Iterator[_Spot]:
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in entries:
        yield _Spot(value, key, (*path, key))
        yield from _spots(inner, (*path, key))


def _rename(container: dict[str, Any], old: str, new: str) -> None:
    """Rename a key. The order of the keys stays, because boxes are painted in this order."""
    entries = [(new if key == old else key, value) for key, value in container.items()]
    container.clear()
    container.update(entries)


def _misspelt(random: Random, word: str) -> str:
    """Return the word with one letter removed, added, doubled or replaced."""
    at = random.randrange(len(word)) if word else 0
    letter = random.choice(_LETTERS)
    before, after = word[:at], word[at + 1 :]
    return random.choice(
        (before + after, before + letter + word[at:], before + word[at : at + 1] * 2 + after, before + letter + after)
    )


def _changed_number(random: Random, value: float) -> Any:
    return random.choice(
        (
            -value,
            value * 10,
            value * 1000,
            value / 1000,
            value + 0.5,
            int(value),
            str(value),
            f"{value}mm",
            value + 1,
            f"+= {value}",
            [value],
        )
    )


def spoil_value(random: Random, root: Any) -> str | None:
    """Change one part of a value read from YAML, in place. Return a description; None if there is nothing to change."""
    spots = list(_spots(root))
    if not spots:
        return None
    spot = random.choice(spots)
    container, key, value = spot.container, spot.key, spot.value
    way = random.randrange(10)
    if way == 0:
        del container[key]
        return f"{spot.name} deleted"
    if way == 1 and isinstance(container, dict):
        new = random.choice(
            (
                _misspelt(random, key),
                _misspelt(random, key),
                key.upper(),
                random.choice(spots).name,
                "",
                "en",
                "x" * 100,
                "名",
                "a b",
            )
        )
        _rename(container, key, new)
        return f"{spot.name} renamed {new!r}"
    if way == 2:
        other = random.choice(spots)
        container[key] = json.loads(json.dumps(other.value))
        return f"{spot.name} replaced by {other.name}"
    if way == 3 and isinstance(container, list):
        container.insert(random.randrange(len(container) + 1), json.loads(json.dumps(value)))
        return f"{spot.name} doubled"
    if way == 3:
        container[_misspelt(random, key)] = json.loads(json.dumps(value))
        return f"{spot.name} copied beside"
    if way == 4 and isinstance(value, str):
        container[key] = _spoilt_text(random, value)
        return f"{spot.name} made {container[key]!r:.60}"
    if way == 4 and isinstance(value, int | float) and not isinstance(value, bool):
        container[key] = _changed_number(random, value)
        return f"{spot.name} made {container[key]!r:.60}"
    if way == 5 and isinstance(container, dict):  # references to boxes, styles, templates, fallbacks
        word = random.choice([*container, *map(str, random.choice(spots).path)])
        inner = value if isinstance(value, dict) else container
        place = random.choice(("extends", "of", "style", "fallback", "for", "when", "box", "after"))
        inner[place] = random.choice((word, [word], [word, word], {word: word}, [f"{word}.bottom + 1", 2, 20, 5]))
        return f"{spot.name}: {place} {inner[place]!r}"
    if way == 6:
        depth = random.choice((1, 5, 45, 60))
        nested: Any = value
        for _ in range(depth):
            nested = [nested] if random.random() < 0.5 else {"group": nested}
        container[key] = nested
        return f"{spot.name} nested {depth} deep"
    if way == 7 and isinstance(value, dict) and "boxes" in value:
        value["boxes"] = {"deep": {**value, "kind": "group", "box": [0, 0, 20, 20], "boxes": value["boxes"]}}
        return f"{spot.name} in a group"
    container[key] = random.choice(ODD_VALUES)
    return f"{spot.name} made {container[key]!r:.60}"


_PIECES = (
    "{", "}", "{{", "**", "*", "<b>", "</x>", "{a|", "{nothing}", "\\", "\n", "\x07", "\u0301", "👾", "\u2028", " ",
    "..",
    "/", " + ", " * 2", "+= ", "-", "%", '"', "字", "\u200d", "\t", "- ",
)  # fmt: skip


def _spoilt_text(random: Random, text: str) -> str:
    at = random.randrange(len(text) + 1)
    piece = random.choice(_PIECES)
    return random.choice(
        (
            text[:at] + piece + text[at:],
            text[:at],
            text[at:],
            _misspelt(random, text),
            text * 50,
            text.upper(),
            text[::-1],
            piece,
        )
    )


def written_out(value: Any) -> str:
    """Return a value as YAML with one entry per line, and texts between _RAW without quotes."""
    text = json.dumps(value, ensure_ascii=False, indent=1, allow_nan=False)
    return re.sub(f'"{_RAW}([^{_RAW}]*){_RAW}"', r"\1", text)


def spoil_lines(random: Random, text: str) -> tuple[str, str]:
    """Return a text with one line changed, and a description."""
    lines = text.split("\n")
    at = random.randrange(len(lines))
    line = lines[at]
    column = random.randrange(len(line) + 1)
    way = random.randrange(8)
    if way == 0:
        del lines[at]
    elif way == 1:
        lines.insert(at, line)
    elif way == 2:
        lines[at] = " " * random.randrange(1, 5) + line
    elif way == 3:
        lines[at] = line[:column] + random.choice("{}[]:,#&*!|>'\"%@`-?\t，：“\x00\ufeff\xa0") + line[column:]
    elif way == 4:
        lines[at] = line[:column]
    elif way == 5:
        lines[at] = line[:column] + line[column + 1 :]
    elif way == 6:
        other = random.randrange(len(lines))
        lines[at], lines[other] = lines[other], line
    else:
        words = re.split(r"(\W+)", line)
        i = random.randrange(len(words))
        words[i] = _misspelt(random, words[i])
        lines[at] = "".join(words)
    return "\n".join(lines), f"line {at + 1}, way {way}"


def spoil_table(random: Random, text: str, delimiter: str) -> tuple[str, str]:
    """Return a table with a cell or row changed, and a description."""
    rows = list(csv.reader(io.StringIO(text), delimiter=delimiter))
    row = random.choice(rows)
    at = random.randrange(len(row)) if row else 0
    way = random.randrange(6)
    change = f"cell {at} of row {rows.index(row)}, way {way}"
    if way == 0:
        del row[at:]
    elif way == 1:
        row.insert(at, "x")
    elif way == 2:
        rows.append(list(row))
    elif way == 3 and row:
        row[at] = _spoilt_text(random, row[at])
    elif way == 4:
        rows.remove(row)
    elif row:
        row[at] = str(random.choice([value for value in ODD_VALUES if not isinstance(value, dict | list)])).strip(_RAW)
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator="\n").writerows(rows)
    return out.getvalue(), change


def spoil_bytes(random: Random, content: bytes) -> tuple[str, bytes | None]:
    """Return a description and a file damaged as by a transfer or an editor; None for a deleted file."""
    at = random.randrange(len(content) + 1)
    way = random.randrange(10)
    text = content.decode("utf-8", errors="replace")
    spoilt: tuple[str, bytes | None] = (
        ("gone", None),
        ("empty", b""),
        (f"cut at {at}", content[:at]),
        (f"byte {at} changed", content[:at] + bytes([random.randrange(256)]) + content[at + 1 :]),
        ("with a byte order mark", b"\xef\xbb\xbf" + content),
        ("CRLF", content.replace(b"\n", b"\r\n")),
        ("UTF-16", text.encode("utf-16")),
        ("CR", content.replace(b"\n", b"\r")),
        ("GB18030", text.encode("gb18030", errors="replace")),
        ("twice", content + content),
    )[way]
    return spoilt


_SVG_PIECES = (
    "<text>a</text>", "<use href='#a' id='a'/>", "<rect width='-1' height='x'/>", "<g transform='scale(0)'>", "</g>",
    "<script/>", "<path d='M0 0 L'/>", "<image href='http://x'/>",
    "<style>a{</style>", "<circle r='1e400'/>", "<!DOCTYPE a [<!ENTITY b 'c'>]>", "&b;",
    "<linearGradient id='q' href='#q'/>", "<rect fill='url(#none)' width='1' height='1'/>", "<a>", "\x00",
    "<g transform='rotate(x)'/>", "<path d='" + "M0 0l1 1" * 5000 + "'/>", "<g>" * 200 + "</g>" * 200,
    "<use href='#b'/><g id='b'><use href='#b'/></g>", "<rect opacity='7' width='NaN' height='1'/>",
    "<clipPath id='c' clip-path='url(#c)'/>", "<rect clip-path='url(#c)' width='1' height='1'/>",
    "<polygon points='1 2 3'/>", "<svg/>", "<ellipse rx='1' ry='auto'/>",
)  # fmt: skip


def spoil_svg(random: Random, text: str) -> tuple[str, str]:
    """Return an SVG picture with a number, an attribute or an element changed, and a description."""
    way = random.randrange(3)
    if way == 0:
        numbers = list(re.finditer(r"-?[0-9]+(\.[0-9]+)?", text))
        match = random.choice(numbers)
        new = random.choice(("0", "-1", "1e308", "1e999", "NaN", "x", "", "1mm", "50%", "99999999", "1 2"))
        return text[: match.start()] + new + text[match.end() :], f"{match[0]} at {match.start()} made {new!r}"
    if way == 1:
        piece, at = random.choice(_SVG_PIECES), random.choice([match.end() for match in re.finditer(">", text)])
        return text[:at] + piece + text[at:], f"{piece[:30]!r} at {at}"
    return spoil_lines(random, text)


def mutant(random: Random, sample: Sample) -> Mutant:
    """Return the sample with a random change in one of its files."""
    unread = (".gitignore", ".gitattributes", "README.md", "LICENSE")
    names = [name for name in sample.files if not name.endswith(unread)]
    name = random.choice(random.choice((names, [n for n in names if n.endswith((".yaml", ".csv"))])))
    content = sample.files[name]
    if random.random() < 0.06:
        return Mutant(sample, name, *spoil_bytes(random, content))
    suffix = name.rpartition(".")[2]
    if suffix == "yaml" and random.random() < 0.8:
        value = deepcopy(parse_yaml(content.decode(), name).value)  # a long text is kept with its value
        changes = [change for _ in range(random.choice((1, 1, 1, 2))) if (change := spoil_value(random, value))]
        return Mutant(sample, name, " and ".join(changes), written_out(value).encode("utf-8", errors="surrogatepass"))
    if suffix == "csv":
        text, change = spoil_table(random, content.decode("utf-8-sig"), ",")
    elif suffix == "svg":
        text, change = spoil_svg(random, content.decode())
    elif suffix in ("yaml", "md", "po"):
        text, change = spoil_lines(random, content.decode())
    else:
        return Mutant(sample, name, *spoil_bytes(random, content))
    return Mutant(sample, name, change, text.encode())
